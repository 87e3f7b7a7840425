//! Whether one table is another one followed by a remap: X = Y·R with R ≥ 0 whose rows sum to 1.

use super::{Optimality, Tableau};
use crate::linear::Vector;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;

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

/// Looks for R by the simplex method: one variable s_e ≥ 0 beside each equation, Σs made as small as it can be. If that
/// is 0, R solves the equations; else the multipliers of the equations are W and ν (Farkas).
///
/// `None` if the tables don't have as many rows, or rows of unequal lengths, or negative entries in X. Cost: a tableau
/// of n·m + p rows and p·m columns, for p outputs of Y and m of X.
#[must_use]
pub fn remap(x: &[Vec<Rational>], y: &[Vec<Rational>]) -> Option<Remap> {
    let (n, m, p) = (x.len(), x.first()?.len(), y.first()?.len());
    let fits = y.len() == n && x.iter().all(|row| row.len() == m) && y.iter().all(|row| row.len() == p);
    if !fits || x.iter().flatten().any(|entry| *entry < 0u32) {
        return None;
    }
    // R_ok is variable o·m + k; s_e comes after them, e = i·m + k for the entries of X and n·m + o for the row sums.
    let (variables, equations) = (p * m, n * m + p);
    let mut rows = Vec::with_capacity(equations);
    let mut total = vec![Rational::ZERO; variables + 1];
    for e in 0..equations {
        let mut row = vec![Rational::ZERO; variables + 1];
        if e < n * m {
            let (i, k) = (e / m, e % m);
            row[0] = x[i][k].clone();
            (0..p).for_each(|o| row[1 + o * m + k] = y[i][o].clone());
        } else {
            row[0] = Rational::ONE;
            (0..m).for_each(|k| row[1 + (e - n * m) * m + k] = Rational::ONE);
        }
        total.iter_mut().zip(&row).for_each(|(sum, entry)| *sum -= entry);
        rows.push(Vector::from_rationals(&row));
    }
    let basic = (variables..variables + equations).collect();
    let objective = Vector::from_rationals(&total);
    let mut tableau = Tableau::new(basic, (0..variables).collect(), rows, vec![objective])?;
    // Σs ≥ 0 can't fall without bound.
    let Optimality::Optimal = tableau.make_optimal(0) else { return None };
    if tableau.objectives()[0].entry(0) == 0u32 {
        let point = tableau.point(variables + equations).to_rationals();
        return Some(Remap::Found(Vector::from_rationals(&point[..variables])));
    }
    // The objective's row is that of Σs = 0 and the equations times their multipliers: the coefficient of s_e is 1 more.
    let costs = tableau.reduced_costs(0, variables + equations).to_rationals();
    let multipliers: Vec<Rational> = costs[variables..].iter().map(|d| d - Rational::ONE).collect();
    let (w, nu) = multipliers.split_at(n * m);
    Some(Remap::None { w: Vector::from_rationals(w), nu: Vector::from_rationals(nu) })
}
