//! The simplex method on exact numbers.
//!
//! A row keeps integers over a denominator of its own and is divided by its content after every
//! exchange. Whatever structure keeps the numbers of a basis short (a sparse inverse, few distinct
//! distances) then keeps the tableau short, which one denominator for all rows, such as Bareiss's
//! determinant, does not.

use crate::effort::{spend, steps};
use std::cmp::Ordering;

use malachite::Integer;
use malachite::base::num::arithmetic::traits::{DivExact, Gcd, MulSubMul};
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;

use crate::linear::Vector;

/// How the search for a feasible basis ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feasibility {
    /// Every basic variable is ≥ 0.
    Feasible,
    /// The row has a negative constant and no negative coefficient: no point is ≥ 0.
    Infeasible {
        /// The row's number.
        row: usize,
    },
}

/// How the search for an optimal basis ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimality {
    /// No coefficient of the objective's row is negative.
    Optimal,
    /// The variable of the column grows without bound, and the objective with it.
    Unbounded {
        /// The column's number.
        column: usize,
    },
}

/// A linear program in the form of a tableau, x ≥ 0.
///
/// Row i reads x_basic\[i\] + Σ_j t_ij x_nonbasic\[j\] = b_i, and is kept as the vector (b_i, t_i0,
/// t_i1, ...). An objective z to be made large reads z + Σ_j d_j x_nonbasic\[j\] = z_0 and is kept as
/// (z_0, d_0, d_1, ...): z_0 is its value at the basis, and the basis is optimal if all d_j ≥ 0.
/// Several objectives may be carried through the same exchanges.
#[derive(Clone, Debug)]
pub struct Tableau {
    basic: Vec<usize>,
    nonbasic: Vec<usize>,
    rows: Vec<Vector>,
    objectives: Vec<Vector>,
}

impl Tableau {
    /// The tableau of these rows and objectives, over variables with distinct numbers.
    ///
    /// `None` if there are not as many rows as basic variables, or if a row or an objective is not
    /// one longer than the list of nonbasic variables.
    #[must_use]
    pub fn new(basic: Vec<usize>, nonbasic: Vec<usize>, rows: Vec<Vector>, objectives: Vec<Vector>) -> Option<Self> {
        let length = nonbasic.len() + 1;
        let mut all = rows.iter().chain(&objectives);
        (rows.len() == basic.len() && all.all(|row| row.len() == length)).then_some(Self {
            basic,
            nonbasic,
            rows,
            objectives,
        })
    }

    /// The variable of each row.
    #[must_use]
    pub fn basic(&self) -> &[usize] {
        &self.basic
    }

    /// The variable of each column.
    #[must_use]
    pub fn nonbasic(&self) -> &[usize] {
        &self.nonbasic
    }

    /// The rows (b_i, t_i0, t_i1, ...).
    #[must_use]
    pub fn rows(&self) -> &[Vector] {
        &self.rows
    }

    /// The objectives (z_0, d_0, d_1, ...).
    #[must_use]
    pub fn objectives(&self) -> &[Vector] {
        &self.objectives
    }

    /// Adds the objective whose coefficients are max(d_j, 0), and returns its number.
    ///
    /// With it [`Tableau::make_feasible`] can start from any basis, and stays near the optimum of
    /// the objective it was made from.
    pub fn push_clipped_objective(&mut self, objective: usize) -> usize {
        let source = &self.objectives[objective];
        let numerators = source.numerators().iter().enumerate();
        let clipped = numerators.map(|(place, d)| if place > 0 && *d > 0 { d.clone() } else { Integer::ZERO });
        let clipped = Vector::reduced(source.denominator().clone(), clipped.collect());
        self.objectives.push(clipped);
        self.objectives.len() - 1
    }

    /// The basic point: entry v is the value of variable v, for v < count.
    #[must_use]
    pub fn point(&self, count: usize) -> Vector {
        let values = self.rows.iter().map(|row| row.entry(0));
        by_variable(count, self.basic.iter().copied().zip(values))
    }

    /// The same, each value by itself.
    #[must_use]
    pub fn values(&self, count: usize) -> Vec<Rational> {
        let mut values = vec![Rational::ZERO; count];
        for (row, &variable) in self.rows.iter().zip(&self.basic) {
            if let Some(value) = values.get_mut(variable) {
                *value = row.entry(0);
            }
        }
        values
    }

    /// Adds the row x + Σ coefficients·x_variable = constant, whose x is a variable with a number of its own, and
    /// basic. `None` if one of the others is not there.
    pub fn push_row(&mut self, basic: usize, constant: Rational, coefficients: &[(usize, Rational)]) -> Option<()> {
        let mut entries = vec![Rational::ZERO; self.nonbasic.len() + 1];
        entries[0] = constant;
        let mut others = Vec::new();
        for (variable, c) in coefficients {
            match self.nonbasic.iter().position(|known| known == variable) {
                Some(j) => entries[j + 1] += c,
                None => others.push((self.basic.iter().position(|known| known == variable)?, c)),
            }
        }
        let mut row = Vector::from_rationals(&entries);
        for (place, c) in others {
            spend(steps_of_elimination(&row, &self.rows[place]));
            row = row.add_multiple(&-c, &self.rows[place])?;
        }
        self.rows.push(row);
        self.basic.push(basic);
        Some(())
    }

    /// The coefficients d of an objective: entry v belongs to variable v, 0 if it is basic.
    #[must_use]
    pub fn reduced_costs(&self, objective: usize, count: usize) -> Vector {
        let row = &self.objectives[objective];
        let costs = (1..row.len()).map(|j| row.entry(j));
        by_variable(count, self.nonbasic.iter().copied().zip(costs))
    }

    /// Exchanges until every constant is ≥ 0, by the dual simplex method.
    ///
    /// The objective's coefficients must all be ≥ 0, and stay so. The row with the most negative
    /// constant leaves, until an exchange leaves the objective's value as it is: then the variables
    /// with the smallest numbers are exchanged (Bland 1977) until the value falls again. Bland's
    /// rule cannot cycle while the value stands still, and no basis returns once it has fallen, so
    /// this ends.
    pub fn make_feasible(&mut self, objective: usize) -> Feasibility {
        let mut still = false;
        while let Some(row) = self.leaving_when_infeasible(still) {
            let Some(column) = self.entering_in_row(row, objective) else {
                return Feasibility::Infeasible { row };
            };
            still = self.objectives[objective].numerators()[column + 1] == 0;
            self.exchange(row, column);
        }
        Feasibility::Feasible
    }

    /// Exchanges until the objective is as large as it can be, by the primal simplex method.
    ///
    /// All constants must be ≥ 0, and stay so. The column with the most negative coefficient
    /// enters, and Bland's rule takes over while the value stands still, as in
    /// [`Tableau::make_feasible`].
    pub fn make_optimal(&mut self, objective: usize) -> Optimality {
        let mut still = false;
        while let Some(column) = self.entering_to_improve(objective, still) {
            let Some(row) = self.leaving_in_column(column) else {
                return Optimality::Unbounded { column };
            };
            still = self.rows[row].numerators()[0] == 0;
            self.exchange(row, column);
        }
        Optimality::Optimal
    }

    /// The row with the most negative constant, or with the smallest variable by Bland's rule.
    fn leaving_when_infeasible(&self, bland: bool) -> Option<usize> {
        let constant = |row: usize| &self.rows[row].numerators()[0];
        let negative = (0..self.rows.len()).filter(|&row| *constant(row) < 0);
        if bland {
            return negative.min_by_key(|&row| self.basic[row]);
        }
        negative.min_by(|&r, &s| {
            let left = constant(r) * self.rows[s].denominator();
            let right = constant(s) * self.rows[r].denominator();
            left.cmp(&right).then(self.basic[r].cmp(&self.basic[s]))
        })
    }

    /// The column with the least d_j / −t_j among those with t_j < 0.
    fn entering_in_row(&self, row: usize, objective: usize) -> Option<usize> {
        let entries = &self.rows[row].numerators()[1..];
        let costs = &self.objectives[objective].numerators()[1..];
        let negative = (0..entries.len()).filter(|&j| entries[j] < 0);
        negative.min_by(|&j, &k| {
            // d_j / −t_j < d_k / −t_k, where both t are negative.
            let ratios = (&costs[k] * &entries[j]).cmp(&(&costs[j] * &entries[k]));
            ratios.then(self.nonbasic[j].cmp(&self.nonbasic[k]))
        })
    }

    /// The column with the most negative coefficient, or the smallest variable by Bland's rule.
    fn entering_to_improve(&self, objective: usize, bland: bool) -> Option<usize> {
        let costs = &self.objectives[objective].numerators()[1..];
        let negative = (0..costs.len()).filter(|&j| costs[j] < 0);
        negative.min_by(|&j, &k| {
            let size = if bland { Ordering::Equal } else { costs[j].cmp(&costs[k]) };
            size.then(self.nonbasic[j].cmp(&self.nonbasic[k]))
        })
    }

    /// The row with the least b_i / t_i among those with t_i > 0.
    fn leaving_in_column(&self, column: usize) -> Option<usize> {
        let part = |row: usize, j: usize| &self.rows[row].numerators()[j];
        let positive = (0..self.rows.len()).filter(|&row| *part(row, column + 1) > 0);
        positive.min_by(|&r, &s| {
            let left = part(r, 0) * part(s, column + 1);
            let right = part(s, 0) * part(r, column + 1);
            left.cmp(&right).then(self.basic[r].cmp(&self.basic[s]))
        })
    }

    /// Exchanges the variables of a row and a column whose entry is not 0.
    ///
    /// Cost: two multiplications and two divisions of integers for each entry of each row that is
    /// not 0 in the column.
    fn exchange(&mut self, row: usize, column: usize) {
        // The choice of both compares products.
        let words = usize::try_from(self.rows[row].bits() / 64).unwrap_or(usize::MAX).saturating_add(8);
        spend(steps(self.rows.len() + self.nonbasic.len(), words, words));
        let place = column + 1;
        let mut pivot = self.rows[row].clone();
        for (i, other) in self.rows.iter_mut().enumerate() {
            if i != row {
                eliminate(other, &pivot, place);
            }
        }
        for objective in &mut self.objectives {
            eliminate(objective, &pivot, place);
        }
        let mut numerators = pivot.numerators().to_vec();
        let entry = std::mem::replace(&mut numerators[place], pivot.denominator().clone());
        pivot = Vector::reduced(entry, numerators);
        self.rows[row] = pivot;
        std::mem::swap(&mut self.basic[row], &mut self.nonbasic[column]);
    }
}

/// About how many word operations it takes: products and a common divisor for each entry that is not 0 in both.
fn steps_of_elimination(row: &Vector, pivot: &Vector) -> u64 {
    let words = row.bits().max(pivot.bits()) / 64 + 1;
    let pairs = row.numerators().iter().zip(pivot.numerators());
    let entries = pairs.filter(|(r, p)| **r != 0 || **p != 0).count() as u64;
    let each = words.saturating_add(16).saturating_mul(words).saturating_mul(4).saturating_add(64);
    entries.saturating_mul(each).saturating_add(4 * row.len() as u64)
}

/// row − (t_row / t_pivot)·pivot, where the column now belongs to the variable that left.
///
/// With r_j / D the row and p_j / E the pivot row, a the row's entry and b the pivot's in the
/// column, the new entries are (r_j b − a p_j) / (D b), and −a E / (D b) in the column.
fn eliminate(row: &mut Vector, pivot: &Vector, place: usize) {
    let a = &row.numerators()[place];
    let b = &pivot.numerators()[place];
    if *a == 0 {
        return;
    }
    spend(steps_of_elimination(row, pivot));
    let common = Integer::from(a.unsigned_abs_ref().gcd(b.unsigned_abs_ref()));
    let (a, b) = (a.div_exact(&common), b.div_exact(&common));
    let pairs = row.numerators().iter().zip(pivot.numerators());
    let mut numerators: Vec<Integer> = pairs
        .map(|(r, p)| match (*r == 0, *p == 0) {
            (_, true) => r * &b,
            (true, false) => -(&a * p),
            (false, false) => r.mul_sub_mul(&b, &a, p),
        })
        .collect();
    numerators[place] = -(a * pivot.denominator());
    *row = Vector::reduced(row.denominator() * b, numerators);
}

fn by_variable<T>(count: usize, values: T) -> Vector
where
    T: Iterator<Item = (usize, Rational)>,
{
    let mut entries = vec![Rational::ZERO; count];
    for (variable, value) in values {
        if let Some(entry) = entries.get_mut(variable) {
            *entry = value;
        }
    }
    Vector::from_rationals(&entries)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::oracle::rational;

    fn vector(entries: &[(i64, i64)]) -> Vector {
        let entries: Vec<Rational> = entries.iter().map(|&(n, d)| rational(n, d)).collect();
        Vector::from_rationals(&entries)
    }

    /// Beale's program (1955), on which the largest-coefficient rule alone cycles.
    fn beale() -> Tableau {
        let rows = vec![
            vector(&[(0, 1), (1, 4), (-8, 1), (-1, 1), (9, 1)]),
            vector(&[(0, 1), (1, 2), (-12, 1), (-1, 2), (3, 1)]),
            vector(&[(1, 1), (0, 1), (0, 1), (1, 1), (0, 1)]),
        ];
        let objective = vector(&[(0, 1), (-3, 4), (20, 1), (-1, 2), (6, 1)]);
        Tableau::new(vec![4, 5, 6], vec![0, 1, 2, 3], rows, vec![objective]).unwrap()
    }

    #[test]
    fn beales_program_ends_at_its_optimum() {
        let mut tableau = beale();
        assert_eq!(tableau.make_optimal(0), Optimality::Optimal);
        assert_eq!(tableau.objectives()[0].entry(0), rational(5, 4));
        let point = tableau.point(4);
        assert_eq!(point, vector(&[(1, 1), (0, 1), (1, 1), (0, 1)]));
        assert!(tableau.reduced_costs(0, 7).is_nonnegative());
    }

    #[test]
    fn an_exchange_and_its_reverse_restore_the_tableau() {
        let mut tableau = beale();
        tableau.exchange(1, 2);
        assert_ne!(tableau.rows(), beale().rows());
        tableau.exchange(1, 2);
        assert_eq!(tableau.rows(), beale().rows());
        assert_eq!(tableau.objectives(), beale().objectives());
        assert_eq!(tableau.basic(), beale().basic());
    }

    #[test]
    fn growth_without_bound_is_reported() {
        // x_1 − x_0 = 1, and x_0 is made large.
        let rows = vec![vector(&[(1, 1), (-1, 1)])];
        let objective = vector(&[(0, 1), (-1, 1)]);
        let mut tableau = Tableau::new(vec![1], vec![0], rows, vec![objective]).unwrap();
        assert_eq!(tableau.make_optimal(0), Optimality::Unbounded { column: 0 });
    }

    #[test]
    fn a_row_without_a_solution_is_reported() {
        // x_1 + x_0 = 2 and x_2 + 2 x_0 = −1.
        let rows = vec![vector(&[(2, 1), (1, 1)]), vector(&[(-1, 1), (2, 1)])];
        let objective = vector(&[(0, 1), (1, 1)]);
        let mut tableau = Tableau::new(vec![1, 2], vec![0], rows, vec![objective]).unwrap();
        assert_eq!(tableau.make_feasible(0), Feasibility::Infeasible { row: 1 });
    }

    #[test]
    fn a_clipped_objective_makes_any_basis_a_start() {
        // x_1 − x_0 = −1: x_0 ≥ 1, and −x_0 is made large against a coefficient of the wrong sign.
        let rows = vec![vector(&[(-1, 1), (-1, 1), (2, 1)])];
        let objective = vector(&[(0, 1), (1, 1), (-1, 3)]);
        let mut tableau = Tableau::new(vec![2], vec![0, 1], rows, vec![objective]).unwrap();
        let clipped = tableau.push_clipped_objective(0);
        assert_eq!(tableau.objectives()[clipped], vector(&[(0, 1), (1, 1), (0, 1)]));
        assert_eq!(tableau.make_feasible(clipped), Feasibility::Feasible);
        assert_eq!(tableau.make_optimal(0), Optimality::Optimal);
        assert_eq!(tableau.point(2), vector(&[(1, 1), (0, 1)]));
    }

    #[test]
    fn rows_of_the_wrong_shape_are_refused() {
        let row = || vector(&[(1, 1), (1, 1)]);
        assert!(Tableau::new(vec![1], vec![0], vec![row()], vec![row()]).is_some());
        assert!(Tableau::new(vec![1, 2], vec![0], vec![row()], vec![row()]).is_none());
        assert!(Tableau::new(vec![1], vec![], vec![row()], vec![]).is_none());
        assert!(Tableau::new(vec![1], vec![0], vec![row()], vec![vector(&[(1, 1)])]).is_none());
    }
}
