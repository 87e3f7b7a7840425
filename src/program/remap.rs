//! Whether one table is another one followed by a remap: X = Y·R with R ≥ 0 whose rows sum to 1.
//!
//! Elimination leaves r = rank Y rows of the equations, and R_b = X'_b − Σ_a Y'_ba·R_a for r columns b of Y and the
//! others a. Where there are no others R is the only one. Else the rows R_a, that sum to 1, are looked for by the dual
//! simplex method: floats propose a basis, and its equations in the entries of X and Y themselves, solved exactly,
//! decide. If they don't, small tables go through the exact simplex method.

use super::float_feasibility::{Proposal, propose};
use super::simplex::{Feasibility, Tableau};
use crate::effort::{spend, steps};
use crate::linear::{Square, Vector};
use malachite::base::num::arithmetic::traits::Lcm;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;
use malachite::{Integer, Natural};

/// Whether there is such an R, and what shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remap {
    /// The rows of R in one vector.
    Found(Vector),
    /// W_ik row by row, and ν_o: Σ_i y_io W_ik + ν_o ≥ 0 for all o and k, and Σ x_ik W_ik + Σ ν_o < 0.
    None {
        /// W.
        w: Vector,
        /// ν.
        nu: Vector,
    },
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRemap {
    /// The tables don't have as many rows, or rows of unequal lengths, or no entries.
    Shape,
    /// Elimination of the tables takes more than [`MOST_PRODUCTS`] products, or the tableau has more than
    /// [`MOST_ENTRIES`] entries.
    TooLarge,
    /// Floats don't find a basis that decides, and for an exact search there are more than [`MOST_EXACT`] entries.
    TooNarrow,
}

/// The most products of an elimination.
pub const MOST_PRODUCTS: usize = 1 << 22;

/// The most entries of a tableau of floats.
pub const MOST_ENTRIES: usize = 1 << 21;

/// The most entries of an exact tableau.
pub const MOST_EXACT: usize = 1 << 14;

/// Looks for R. For n rows, p outputs of Y and m of X.
///
/// Cost: an elimination of n²·(n + m + p) products of fractions; with r = rank Y and d = p − r > 0, exchanges of a
/// tableau of r·m + d rows and d·(m − 1) columns in floating point, and an elimination modulo a prime and a lifting for
/// as many unknowns as there are rows.
///
/// # Errors
/// By the rules of [`NoRemap`].
pub fn remap(x: &[Vec<Rational>], y: &[Vec<Rational>]) -> Result<Remap, NoRemap> {
    let (n, m, p) = (x.len(), x.first().map_or(0, Vec::len), y.first().map_or(0, Vec::len));
    let fits = y.len() == n && x.iter().all(|row| row.len() == m) && y.iter().all(|row| row.len() == p);
    if !fits || m == 0 || p == 0 {
        return Err(NoRemap::Shape);
    }
    if n.saturating_mul(n).saturating_mul(n + m + p) > MOST_PRODUCTS {
        return Err(NoRemap::TooLarge);
    }
    let reduced = Reduced::new(x, y);
    if let Some(refuted) = reduced.contradiction() {
        return Ok(refuted);
    }
    let (rows, columns) = (reduced.unknowns(), reduced.free.len() * (m - 1));
    if rows.saturating_mul(columns + 1) > MOST_ENTRIES {
        return Err(NoRemap::TooLarge);
    }
    let (basic, nonbasic, tableau) = reduced.tableau();
    let proposed = propose(&basic, &nonbasic, &tableau);
    if let Some(found) = proposed.and_then(|proposal| reduced.judged(&proposal)) {
        return Ok(found);
    }
    if rows * (columns + 1) > MOST_EXACT {
        return Err(NoRemap::TooNarrow);
    }
    // Any costs ≥ 0 are a start; different ones leave fewer ties.
    let cost = |j: usize| Integer::from(if j == 0 { 0 } else { 1_000 + j * 7_919 % 1_009 });
    let costs = Vector::integral((0..=columns).map(cost).collect());
    let mut tableau = Tableau::new(basic, nonbasic, tableau, vec![costs]).ok_or(NoRemap::Shape)?;
    let contradiction = match tableau.make_feasible(0) {
        Feasibility::Feasible => None,
        Feasibility::Infeasible { row } => Some(row),
    };
    reduced.judged(&Proposal { basic: tableau.basic().to_vec(), contradiction }).ok_or(NoRemap::TooNarrow)
}

/// The equations Y·R = X, eliminated.
struct Reduced<'a> {
    x: &'a [Vec<Rational>],
    y: &'a [Vec<Rational>],
    /// Columns b of Y that are independent, rows of Y on which they are, and the other columns a.
    bound: Vec<usize>,
    pivots: Vec<usize>,
    free: Vec<usize>,
    /// Y', X' and T with T·Y = Y' and T·X = X', side by side: Y' is the unit matrix on the columns b, and after as many
    /// rows as these it is 0.
    rows: Vec<Vec<Rational>>,
}

impl<'a> Reduced<'a> {
    fn new(x: &'a [Vec<Rational>], y: &'a [Vec<Rational>]) -> Self {
        let (n, p) = (y.len(), y.first().map_or(0, Vec::len));
        let unit = |i: usize| (0..n).map(move |k| if k == i { Rational::ONE } else { Rational::ZERO });
        let row = |i: usize| y[i].iter().chain(&x[i]).cloned().chain(unit(i)).collect();
        let mut rows: Vec<Vec<Rational>> = (0..n).map(row).collect();
        let (mut bound, mut free) = (Vec::new(), Vec::new());
        let mut order: Vec<usize> = (0..n).collect();
        for c in 0..p {
            let place = bound.len();
            let Some(pivot) = (place..n).find(|&r| rows[r][c] != 0u32) else {
                free.push(c);
                continue;
            };
            rows.swap(place, pivot);
            order.swap(place, pivot);
            bound.push(c);
            let words = rows[place].iter().map(|x| x.significant_bits() / 64 + 1).max().unwrap_or(1);
            spend(steps(n, rows[place].len(), 32).saturating_mul(words.saturating_mul(words)));
            let by = rows[place][c].clone();
            rows[place].iter_mut().filter(|x| **x != 0u32).for_each(|x| *x /= &by);
            let done = rows[place].clone();
            for (r, row) in rows.iter_mut().enumerate() {
                if r != place && row[c] != 0u32 {
                    let factor = row[c].clone();
                    let pairs = row.iter_mut().zip(&done).filter(|(_, p)| **p != 0u32);
                    pairs.for_each(|(x, p)| *x -= &factor * p);
                }
            }
        }
        order.truncate(bound.len());
        Self { x, y, bound, pivots: order, free, rows }
    }

    /// m.
    fn width(&self) -> usize {
        self.x.first().map_or(0, Vec::len)
    }

    /// p.
    fn outputs(&self) -> usize {
        self.bound.len() + self.free.len()
    }

    /// r·m + d: how many entries of R a basis has.
    fn unknowns(&self) -> usize {
        self.bound.len() * self.width() + self.free.len()
    }

    /// X' of an eliminated row.
    fn image(&self, row: usize, k: usize) -> &Rational {
        &self.rows[row][self.outputs() + k]
    }

    /// T of an eliminated row in one column of W, times a factor.
    fn multipliers(&self, row: usize, columns: std::ops::Range<usize>, factor: &Rational) -> Vec<Rational> {
        let (n, m) = (self.x.len(), self.width());
        let mut w = vec![Rational::ZERO; n * m];
        for (i, t) in self.rows[row][self.outputs() + m..].iter().enumerate() {
            columns.clone().for_each(|k| w[i * m + k] = t * factor);
        }
        w
    }

    /// What the eliminated rows show by themselves: 0 = X'_ik ≠ 0; an R_b whose sum is not 1; where Y has independent
    /// columns, R_bk < 0, or R.
    fn contradiction(&self) -> Option<Remap> {
        let m = self.width();
        let refuted = |w: Vec<Rational>, nu: Vec<Rational>| Remap::None {
            w: Vector::from_rationals(&w),
            nu: Vector::from_rationals(&nu),
        };
        let none = || vec![Rational::ZERO; self.outputs()];
        let sign = |x: &Rational| if *x > 0u32 { -Rational::ONE } else { Rational::ONE };
        for row in self.bound.len()..self.rows.len() {
            if let Some(k) = (0..m).find(|&k| *self.image(row, k) != 0u32) {
                return Some(refuted(self.multipliers(row, k..k + 1, &sign(self.image(row, k))), none()));
            }
        }
        for (row, &b) in self.bound.iter().enumerate() {
            let others: Rational = self.free.iter().map(|&a| &self.rows[row][a]).sum();
            let excess = (0..m).map(|k| self.image(row, k)).sum::<Rational>() - Rational::ONE - others;
            if excess != 0u32 {
                let factor = sign(&excess);
                let mut nu = none();
                nu[b] = -&factor;
                self.free.iter().for_each(|&a| nu[a] = -&factor * &self.rows[row][a]);
                return Some(refuted(self.multipliers(row, 0..m, &factor), nu));
            }
        }
        if !self.free.is_empty() {
            return None;
        }
        for row in 0..self.bound.len() {
            if let Some(k) = (0..m).find(|&k| *self.image(row, k) < 0u32) {
                return Some(refuted(self.multipliers(row, k..k + 1, &Rational::ONE), none()));
            }
        }
        let entries = (0..self.bound.len()).flat_map(|row| (0..m).map(move |k| self.image(row, k).clone()));
        Some(Remap::Found(Vector::from_rationals(&entries.collect::<Vec<_>>())))
    }

    /// Basic and nonbasic variables, R_ok being o·m + k, and the rows that express the one by the other: the last entry
    /// of each row R_a is 1 less the others.
    fn tableau(&self) -> (Vec<usize>, Vec<usize>, Vec<Vector>) {
        let (m, d) = (self.width(), self.free.len());
        let (last, columns) = (m - 1, d * (m - 1));
        let (mut basic, mut rows) = (Vec::new(), Vec::new());
        for (row, &b) in self.bound.iter().enumerate() {
            for k in 0..m {
                let mut entries = vec![Rational::ZERO; columns + 1];
                entries[0] = self.image(row, k).clone();
                for (place, &a) in self.free.iter().enumerate() {
                    let factor = &self.rows[row][a];
                    if k < last {
                        entries[1 + place * last + k] = factor.clone();
                    } else {
                        entries[0] -= factor;
                        (0..last).for_each(|k| entries[1 + place * last + k] = -factor);
                    }
                }
                basic.push(b * m + k);
                rows.push(Vector::from_rationals(&entries));
            }
        }
        for (place, &a) in self.free.iter().enumerate() {
            let inside = 1 + place * last..1 + (place + 1) * last;
            let entry = |j: usize| Integer::from(j == 0 || inside.contains(&j));
            basic.push(a * m + last);
            rows.push(Vector::integral((0..=columns).map(entry).collect()));
        }
        let nonbasic = self.free.iter().flat_map(|&a| (0..last).map(move |k| a * m + k)).collect();
        (basic, nonbasic, rows)
    }

    /// R where only the basic entries differ from 0, or the multipliers of a row that no R ≥ 0 solves; `None` if the
    /// basis is none, or does not show it.
    ///
    /// The equations are those of the rows with independent columns, for each k, then the sums of the rows R_a.
    fn judged(&self, proposal: &Proposal) -> Option<Remap> {
        let (n, m, r) = (self.x.len(), self.width(), self.pivots.len());
        let scales: Vec<Rational> = self.pivots.iter().map(|&i| common(&self.y[i], &self.x[i])).collect();
        let whole = |x: Rational| Integer::try_from(x).unwrap_or_default();
        let mut rows = vec![vec![Integer::ZERO; proposal.basic.len()]; self.unknowns()];
        for (place, variable) in proposal.basic.iter().enumerate() {
            let (o, k) = (variable / m, variable % m);
            for (e, &i) in self.pivots.iter().enumerate() {
                rows[e * m + k][place] = whole(&self.y[i][o] * &scales[e]);
            }
            if let Ok(a) = self.free.binary_search(&o) {
                rows[r * m + a][place] = Integer::ONE;
            }
        }
        let square = Square::new(rows)?;
        let mut target: Vec<Integer> = Vec::with_capacity(self.unknowns());
        for (&i, scale) in self.pivots.iter().zip(&scales) {
            target.extend(self.x[i].iter().map(|x| whole(x * scale)));
        }
        target.resize(self.unknowns(), Integer::ONE);
        let Some(contradiction) = proposal.contradiction else {
            let solution = square.solve(&target);
            let mut entries = vec![Integer::ZERO; self.outputs() * m];
            proposal.basic.iter().zip(solution.numerators()).for_each(|(&v, x)| entries[v] = x.clone());
            let found = Vector::reduced(solution.denominator().clone(), entries);
            return found.is_nonnegative().then_some(Remap::Found(found));
        };
        let mut unit = vec![Integer::ZERO; self.unknowns()];
        unit[contradiction] = Integer::ONE;
        let multipliers = square.transposed().solve(&unit).to_rationals();
        let (mut w, mut nu) = (vec![Rational::ZERO; n * m], vec![Rational::ZERO; self.outputs()]);
        for (e, (&i, scale)) in self.pivots.iter().zip(&scales).enumerate() {
            (0..m).for_each(|k| w[i * m + k] = &multipliers[e * m + k] * scale);
        }
        self.free.iter().zip(&multipliers[r * m..]).for_each(|(&a, x)| nu[a] = x.clone());
        self.refutes(&w, &nu).then(|| Remap::None { w: Vector::from_rationals(&w), nu: Vector::from_rationals(&nu) })
    }

    /// Whether Σ_i y_io W_ik + ν_o ≥ 0 for all o and k, and Σ x_ik W_ik + Σ ν_o < 0.
    fn refutes(&self, w: &[Rational], nu: &[Rational]) -> bool {
        let m = self.width();
        let sum = |o: usize, k: usize| {
            let terms = self.pivots.iter().map(|&i| &self.y[i][o] * &w[i * m + k]);
            terms.fold(nu[o].clone(), |sum, term| sum + term)
        };
        let all = self.pivots.iter().flat_map(|&i| (0..m).map(move |k| (i, k)));
        let total = all.fold(nu.iter().sum::<Rational>(), |sum, (i, k)| sum + &self.x[i][k] * &w[i * m + k]);
        total < 0u32 && (0..self.outputs()).all(|o| (0..m).all(|k| sum(o, k) >= 0u32))
    }
}

/// The least common denominator of two rows.
fn common(y: &[Rational], x: &[Rational]) -> Rational {
    let all = y.iter().chain(x);
    Rational::from(all.fold(Natural::ONE, |common, entry| common.lcm(entry.denominator_ref())))
}

#[cfg(test)]
mod tests;
