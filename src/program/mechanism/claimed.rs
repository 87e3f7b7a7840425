//! A mechanism whose optimality is claimed: a dual, or a better mechanism.

use malachite::Integer;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;

use super::components::{WholeDual, components, optimum};
use super::problem::{Dual, Effort, Optimum, Program, Refusal, has_length};
use super::vertex::{classes, matrix};
use crate::linear::{Square, Vector, independent_columns};

/// What a claimed mechanism is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// It is optimal, by this dual of the same value.
    Optimal(Dual),
    /// It is not: this mechanism has a larger value, and its dual shows that none has a larger one.
    Improved(Box<Optimum>),
}

/// Σ_w Σ_i c_w(i) x_iw.
fn value(program: &Program, mechanism: &[Vector]) -> Rational {
    let mut sum = Rational::ZERO;
    for (w, gains) in program.gains.iter().enumerate() {
        for (i, row) in mechanism.iter().enumerate().filter(|(_, row)| row.numerators()[w] != 0) {
            sum += gains.entry(i) * row.entry(w);
        }
    }
    sum
}

/// That the rows are a private mechanism.
fn check(program: &Program, mechanism: &[Vector]) -> Result<(), Refusal> {
    program.check()?;
    if mechanism.len() != program.nodes() {
        return Err(Refusal::Length { place: 0, found: mechanism.len(), expected: program.nodes() });
    }
    for (place, row) in mechanism.iter().enumerate() {
        has_length(place, row, program.gains.len())?;
    }
    for (node, row) in mechanism.iter().enumerate() {
        let tight = |&h: &usize| {
            let (other, alpha) = (&mechanism[h], (&program.alpha).pow(u64::from(program.length((node, h)))));
            (0..row.len()).all(|w| &alpha * row.entry(w) <= other.entry(w))
        };
        if row.total() != 1 || !row.is_nonnegative() || !program.neighbours[node].iter().all(tight) {
            return Err(Refusal::NotPrivate { node });
        }
    }
    Ok(())
}

/// Whether a private mechanism, n rows of m entries, is optimal, with the proof either way.
///
/// If x is optimal, λ·c = c_w·c for the vector c of each class of tight constraints (complementary slackness). If that
/// leaves one λ, it is tried first; the search is for the others.
///
/// Cost: an elimination, a lifting and a pricing of every guess; or as [`optimum`].
///
/// # Errors
///
/// If the program is none, the mechanism is none or not private, or the effort is used up.
pub fn judge(program: &Program, mechanism: &[Vector], effort: Effort) -> Result<Claimed, Refusal> {
    check(program, mechanism)?;
    let value = value(program, mechanism);
    if let Some(dual) = only_dual(program, mechanism)
        && dual.lambda.total() == value
    {
        return Ok(Claimed::Optimal(dual));
    }
    let best = optimum(program, effort)?;
    Ok(if value == best.value { Claimed::Optimal(best.dual) } else { Claimed::Improved(Box::new(best)) })
}

/// The one dual that the tight constraints leave, if they leave one and it is a dual.
fn only_dual(program: &Program, mechanism: &[Vector]) -> Option<Dual> {
    let mut dual = WholeDual::new(program);
    for component in components(program) {
        if component.program.cone.is_constant() {
            return None;
        }
        let n = component.nodes.len();
        let column = |w: usize| {
            let entries: Vec<Rational> = component.nodes.iter().map(|&i| mechanism[i].entry(w)).collect();
            (w, Vector::from_rationals(&entries))
        };
        let columns = (0..program.gains.len()).map(column).filter(|(_, column)| !column.is_zero()).collect();
        let classes = classes(&component.program.cone, &columns);
        let rows = matrix(n, &classes);
        let (_, independent) = independent_columns(&rows, classes.len());
        if independent.len() < n {
            return None;
        }
        let gain = |k: &usize| {
            let terms =
                classes[*k].entries.iter().map(|(i, entry)| entry * &component.program.gains[classes[*k].guess][*i]);
            terms.fold(Integer::ZERO, |sum, term| sum + term)
        };
        let gains: Vec<Integer> = independent.iter().map(gain).collect();
        let row = |&k: &usize| rows.iter().map(|row| row[k].clone()).collect();
        let lambda = Square::new(independent.iter().map(row).collect())?.solve(&gains);
        if !dual.add(&component, &lambda, &vec![vec![0; n]; program.gains.len()]) {
            return None;
        }
    }
    Some(dual.finish())
}
