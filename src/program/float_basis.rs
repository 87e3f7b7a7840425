//! A basis of the covering program, proposed in floating point.
//!
//! Nothing here is believed: a basis only says which exact equations to solve, and whoever solves
//! them compares signs exactly. Afterwards the exact values replace the approximate ones, in units
//! of the largest violation that is left, and the search goes on from there (iterative refinement:
//! Gleixner, Steffy, Wolter, Iterative refinement for linear programming, INFORMS Journal on
//! Computing 28, 2016). So violations far below the precision of a float are found in turn.
//!
//! Sums, products and quotients of floats are the same on every machine, and so is the proposal.
#![expect(clippy::float_arithmetic, reason = "a proposal may be approximate: every sign is settled exactly later")]

use crate::effort::spend;
use malachite::Integer;
use malachite::base::num::logic::traits::SignificantBits;

use crate::linear::{Similarity, Vector};

/// Values above −TOLERANCE units count as ≥ 0.
const TOLERANCE: f64 = 1e-9;

/// Entries below this are no pivots: they may be the rounding error of a zero.
const SMALLEST_PIVOT: f64 = 1e-9;

/// Smaller violations than this count as this one: each is seen, whatever the size of the others.
const SMALLEST_VIOLATION: f64 = 1e-8;

/// How far the clipped values are moved in each pass of [`FloatSimplex::improve`], so that ties do not
/// make it go round in circles.
const PERTURBATIONS: [f64; 3] = [1e-6, 1e-7, 1e-8];

/// Which of the y_j are basic, and the rows i of Φy ≥ π without a basic slack: as many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Basis {
    /// The tight rows T, in order.
    pub(super) rows: Vec<usize>,
    /// The support S, in order.
    pub(super) columns: Vec<usize>,
}

/// Exact values of one side of the program over a common positive denominator: for each node or cell
/// that of the variable, as the sum over the cell, and that of the slack.
#[derive(Clone, Debug)]
pub(super) struct Values {
    pub(super) denominator: Integer,
    pub(super) variables: Vec<Integer>,
    pub(super) slacks: Vec<Integer>,
}

impl Values {
    pub(super) fn are_nonnegative(&self) -> bool {
        self.variables.iter().chain(&self.slacks).all(|value| *value >= 0)
    }

    /// The value of variable n + j, or of slack i < n.
    fn basic(&self, variable: usize, nodes: usize) -> &Integer {
        if variable < nodes { &self.slacks[variable] } else { &self.variables[variable - nodes] }
    }

    /// The exponent of the largest violation, if that is finer than the present unit.
    fn finer_unit(&self, present: i64) -> i64 {
        let negative = self.variables.iter().chain(&self.slacks).filter(|value| **value < 0);
        let largest = negative.map(exponent).max();
        largest.map_or(present, |largest| present.min(largest - exponent(&self.denominator)))
    }
}

/// The two sides of the program: basic variables stand in rows, the others in columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// t = Ay − π and y, whose values stand in a column of their own.
    Primal,
    /// v and u = 1 − vA, whose values stand in a row of their own.
    Dual,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::Primal => Self::Dual,
            Self::Dual => Self::Primal,
        }
    }
}

/// The simplex method on floats for: least Σy with y ≥ 0 and Ay ≥ π, where A_KC = Φ_KC / weight_C
/// is symmetric, and y_C is the sum over the cell.
///
/// The table expresses the basic variables by the others: t = Ay − π at first. An exchange solves
/// the equation of a row for the variable of a column. The dual variables u (of y) and v (of t) are
/// in the other position: basic while y or t is not.
pub(super) struct FloatSimplex {
    nodes: usize,
    /// A, row by row.
    matrix: Vec<f64>,
    /// π in units of its largest entry.
    prior: Vec<f64>,
    /// (n+2)×(n+2), row by row. Column n holds the basic variables' values and row n those of the
    /// dual variables; column and row n+1 the same, clipped and moved.
    table: Vec<f64>,
    /// The variable of each row: t_i is i, and y_j is n + j.
    rows: Vec<usize>,
    /// The variable of each column.
    columns: Vec<usize>,
    /// The binary exponent of the unit of each side, the primal one first.
    units: [i64; 2],
    /// How many exchanges are still allowed.
    left: usize,
}

impl FloatSimplex {
    /// The method at y = 0, for a prior with n entries, with a limit on all its exchanges.
    ///
    /// Cost: n² and 16n² bytes kept.
    pub(super) fn new(phi: &Similarity, prior: &Vector, exchanges: usize) -> Self {
        let nodes = phi.nodes();
        let unit = prior.numerators().iter().map(exponent).max().unwrap_or(0) - exponent(prior.denominator());
        let powers: Vec<f64> = phi.powers().iter().map(|power| ratio(power, phi.scale(), 0)).collect();
        let mut matrix = vec![0.0; nodes * nodes];
        for i in 0..nodes {
            for (power, j, count) in phi.terms(i) {
                matrix[i * nodes + j] += powers[power] * f64::from(count) / f64::from(phi.weight(j));
            }
        }
        let prior = prior.numerators().iter().map(|entry| -visible(&-entry, prior.denominator(), unit)).collect();
        let empty = Basis { rows: Vec::new(), columns: Vec::new() };
        let mut simplex = Self {
            nodes,
            matrix,
            prior,
            table: Vec::new(),
            rows: Vec::new(),
            columns: Vec::new(),
            units: [unit, 0],
            left: exchanges,
        };
        simplex.restart(&empty);
        simplex
    }

    /// Searches on from the present basis until it looks optimal, or no exchange is left, or 4n + 100
    /// have been made: then exact values will help more than further ones.
    ///
    /// Each pass makes the primal side feasible by the dual simplex method with clipped costs, then
    /// the dual side by the primal one with clipped values. Cost: n² for each exchange, and from
    /// y = 0 mostly fewer than 2n exchanges.
    pub(super) fn improve(&mut self) -> Basis {
        let least = self.left.saturating_sub(100 + 4 * self.nodes);
        for perturbation in PERTURBATIONS {
            self.make_feasible(Side::Primal, perturbation, least);
            self.make_feasible(Side::Dual, perturbation, least);
            if self.worst(Side::Primal).is_none() {
                break;
            }
        }
        self.basis()
    }

    /// Whether there are exchanges left.
    pub(super) fn may_go_on(&self) -> bool {
        self.left > 0
    }

    /// Starts again at a basis, with the table computed afresh from Φ and π.
    ///
    /// A column of the basis that seems to depend on the others is left out. Cost: n² for each.
    pub(super) fn restart(&mut self, basis: &Basis) {
        let (nodes, stride) = (self.nodes, self.nodes + 2);
        self.table = vec![0.0; stride * stride];
        for i in 0..nodes {
            self.table[i * stride..i * stride + nodes].copy_from_slice(&self.matrix[i * nodes..(i + 1) * nodes]);
            self.table[i * stride + nodes] = -self.prior[i];
            self.table[nodes * stride + i] = 1.0;
        }
        self.rows = (0..nodes).collect();
        self.columns = (nodes..2 * nodes).collect();
        let mut rows = basis.rows.clone();
        for &column in &basis.columns {
            let size = |row: usize| self.table[row * stride + column].abs();
            let best = (0..rows.len()).max_by(|&a, &b| size(rows[a]).total_cmp(&size(rows[b])));
            if let Some(best) = best
                && size(rows[best]) > SMALLEST_PIVOT
            {
                self.exchange(rows.swap_remove(best), column);
            }
        }
    }

    /// Starts again at a basis whose exact values are these, where at least one is negative.
    ///
    /// Variable j of `primal` is y_j and slack j is t_j, those of `dual` are v_j and u_j.
    pub(super) fn refine(&mut self, basis: &Basis, primal: &Values, dual: &Values) {
        self.restart(basis);
        let (nodes, stride) = (self.nodes, self.nodes + 2);
        self.units = [primal.finer_unit(self.units[0]), dual.finer_unit(self.units[1])];
        for (row, &variable) in self.rows.iter().enumerate() {
            let exact = primal.basic(variable, nodes);
            self.table[row * stride + nodes] = visible(exact, &primal.denominator, self.units[0]);
        }
        for (column, &variable) in self.columns.iter().enumerate() {
            // The reduced cost of t_i is v_i, that of y_j is u_j.
            let exact = dual.basic((variable + nodes) % (2 * nodes), nodes);
            self.table[nodes * stride + column] = visible(exact, &dual.denominator, self.units[1]);
        }
    }

    fn basis(&self) -> Basis {
        let nodes = self.nodes;
        let mut rows: Vec<usize> = self.columns.iter().copied().filter(|&t| t < nodes).collect();
        let mut columns: Vec<usize> = self.rows.iter().filter(|&&y| y >= nodes).map(|&y| y - nodes).collect();
        rows.sort_unstable();
        columns.sort_unstable();
        Basis { rows, columns }
    }

    /// Exchanges until no value of this side is negative, while those of the other side, clipped
    /// and moved, stay ≥ 0; or until `least` exchanges are left.
    fn make_feasible(&mut self, side: Side, perturbation: f64, least: usize) {
        let other = side.other();
        for k in 0..self.nodes {
            let clipped = self.table[self.place(other, k, 0)].max(0.0);
            let place = self.place(other, k, 1);
            self.table[place] = clipped + perturbation * spread(k);
        }
        while self.left > least
            && let Some(worst) = self.worst(side)
            && let Some(blocking) = self.blocking(side, worst)
        {
            // The table is gone through three times.
            spend(3 * self.table.len() as u64);
            match side {
                Side::Primal => self.exchange(worst, blocking),
                Side::Dual => self.exchange(blocking, worst),
            }
            self.left -= 1;
        }
    }

    /// Where the value of line k of a side stands, or (1) the clipped one.
    fn place(&self, side: Side, k: usize, clipped: usize) -> usize {
        let stride = self.nodes + 2;
        match side {
            Side::Primal => k * stride + self.nodes + clipped,
            Side::Dual => (self.nodes + clipped) * stride + k,
        }
    }

    /// The line of this side with a negative value that is the most negative for the length of the
    /// line (steepest edge: Goldfarb, Reid 1977). Cost: n².
    fn worst(&self, side: Side) -> Option<usize> {
        let value = |k: usize| self.table[self.place(side, k, 0)];
        let negative = (0..self.nodes).filter(|&k| value(k) < -TOLERANCE);
        let lengths = self.lengths(side);
        let steep = |k: usize| value(k) * value(k) / lengths[k];
        negative.max_by(|&k, &l| steep(k).total_cmp(&steep(l)))
    }

    /// 1 + the square of the length of each line that has a negative value.
    fn lengths(&self, side: Side) -> Vec<f64> {
        let (nodes, stride) = (self.nodes, self.nodes + 2);
        let rows = self.table.chunks_exact(stride).take(nodes);
        if side == Side::Primal {
            let length = |row: &[f64]| if row[nodes] < -TOLERANCE { 1.0 + square(&row[..nodes]) } else { 1.0 };
            return rows.map(length).collect();
        }
        let mut lengths = vec![1.0; nodes];
        for row in rows {
            lengths.iter_mut().zip(row).for_each(|(length, entry)| *length += entry * entry);
        }
        lengths
    }

    /// The line of the other side to exchange line k with: of those whose clipped value is among
    /// the first to vanish, within the tolerance, the one with the largest pivot (Harris 1973).
    fn blocking(&self, side: Side, k: usize) -> Option<usize> {
        let stride = self.nodes + 2;
        let rate = |l: usize| match side {
            Side::Primal => self.table[k * stride + l],
            Side::Dual => -self.table[l * stride + k],
        };
        let value = |l: usize| self.table[self.place(side.other(), l, 1)].max(0.0);
        let rising = || (0..self.nodes).filter(|&l| rate(l) > SMALLEST_PIVOT);
        let bound = rising().map(|l| (value(l) + TOLERANCE) / rate(l)).min_by(f64::total_cmp)?;
        let first = rising().filter(|&l| value(l) <= bound * rate(l));
        first.max_by(|&l, &m| rate(l).total_cmp(&rate(m)))
    }

    /// Exchanges the variables of a row and a column.
    fn exchange(&mut self, row: usize, column: usize) {
        let stride = self.nodes + 2;
        let start = row * stride;
        let scale = 1.0 / self.table[start + column];
        let mut pivot: Vec<f64> = self.table[start..start + stride].iter().map(|entry| -entry * scale).collect();
        pivot[column] = scale;
        for cells in self.table.chunks_exact_mut(stride) {
            let factor = std::mem::take(&mut cells[column]);
            if factor != 0.0 {
                cells.iter_mut().zip(&pivot).for_each(|(cell, entry)| *cell += factor * entry);
            }
        }
        self.table[start..start + stride].copy_from_slice(&pivot);
        std::mem::swap(&mut self.rows[row], &mut self.columns[column]);
    }
}

/// Σ x², in four sums side by side.
fn square(x: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let chunks = x.chunks_exact(4);
    let rest: f64 = chunks.remainder().iter().map(|x| x * x).sum();
    for chunk in chunks {
        sums.iter_mut().zip(chunk).for_each(|(sum, x)| *sum += x * x);
    }
    sums.iter().sum::<f64>() + rest
}

/// Some number in [1, 2), another one for each k: ties are broken the same way each time.
fn spread(k: usize) -> f64 {
    let k = u32::try_from(k).unwrap_or(u32::MAX);
    1.0 + (f64::from(k) * 0.618_033_988_749_895).fract()
}

/// The length in bits.
fn exponent(x: &Integer) -> i64 {
    i64::try_from(x.unsigned_abs_ref().significant_bits()).unwrap_or(i64::MAX)
}

/// n / (d·2^unit), where what is too large for a float is cut down, and what is too small becomes 0.
fn ratio(n: &Integer, d: &Integer, unit: i64) -> f64 {
    let quotient = leading(n) / leading(d);
    let exponent = (exponent(n) - exponent(d)).saturating_sub(unit).clamp(-1000, 300);
    quotient * 2f64.powi(i32::try_from(exponent).unwrap_or(0))
}

/// As [`ratio`], but what is negative stays visibly so.
fn visible(n: &Integer, d: &Integer, unit: i64) -> f64 {
    let value = ratio(n, d, unit);
    if *n < 0 { value.min(-SMALLEST_VIOLATION) } else { value }
}

/// x·2^-k in (−1, 1) for the length k of x in bits; 0 for 0.
fn leading(x: &Integer) -> f64 {
    let length = x.unsigned_abs_ref().significant_bits();
    let kept = length.min(52);
    let top = i64::try_from(&(x >> (length - kept))).unwrap_or(0);
    let power = 2f64.powi(i32::try_from(kept).unwrap_or(0));
    top as f64 / power
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::oracle::{complete_bipartite, line, rational};
    use malachite::base::num::arithmetic::traits::Pow;
    use malachite::base::num::basic::traits::{One, Zero};

    fn uniform(nodes: usize) -> Vector {
        Vector::from_rationals(&vec![rational(1, 7); nodes])
    }

    fn all(nodes: usize) -> Basis {
        Basis { rows: (0..nodes).collect(), columns: (0..nodes).collect() }
    }

    #[test]
    fn a_dependent_column_is_left_out_of_a_start() {
        let phi = complete_bipartite(3, 3, rational(1, 2));
        let mut simplex = FloatSimplex::new(&phi, &uniform(6), 100);
        simplex.restart(&all(6));
        let basis = simplex.basis();
        assert_eq!((basis.rows.len(), basis.columns.len()), (5, 5));
    }

    #[test]
    fn a_regular_prior_needs_all_nodes_from_any_start() {
        let phi = line(9, rational(1, 2));
        let mut simplex = FloatSimplex::new(&phi, &uniform(9), 100);
        assert_eq!(simplex.improve(), all(9));
        simplex.restart(&Basis { rows: vec![1, 5, 8], columns: vec![0, 2, 8] });
        assert_eq!(simplex.improve(), all(9));
    }

    #[test]
    fn without_exchanges_nothing_is_proposed() {
        let mut simplex = FloatSimplex::new(&line(3, rational(1, 2)), &uniform(3), 0);
        assert!(simplex.improve().columns.is_empty() && !simplex.may_go_on());
    }

    #[test]
    fn ratios_keep_their_size_beyond_the_range_of_floats() {
        let large = Integer::from(10).pow(400);
        let close = |x: f64, y: f64| (x - y).abs() <= 1e-12 * y.abs();
        assert!(close(ratio(&large, &(&large * Integer::from(8)), 0), 0.125));
        let tiny = ratio(&Integer::from(-3), &large, 2 - exponent(&large));
        assert!((-2.0..-0.5).contains(&tiny), "-3·10^-400 in a unit of its own size is {tiny}");
        assert!(close(ratio(&Integer::from(-6), &Integer::from(4), 1), -0.75));
        assert_eq!(ratio(&Integer::ZERO, &large, -5000), 0.0);
        assert!(ratio(&Integer::ONE, &large, 0) < 1e-300);
        assert!(ratio(&-large, &Integer::ONE, 0) < -1e80);
    }
}
