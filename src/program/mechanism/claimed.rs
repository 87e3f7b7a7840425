//! A mechanism whose optimality is claimed: a dual, or a better mechanism.

use super::pieces::optimum;
use super::{Dual, Effort, Optimum, Program, Refusal, has_length};
use crate::linear::Vector;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;

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
            let other = &mechanism[h];
            (0..row.len()).all(|w| &program.alpha * row.entry(w) <= other.entry(w))
        };
        if row.total() != 1 || !row.is_nonnegative() || !program.neighbours[node].iter().all(tight) {
            return Err(Refusal::NotPrivate { node });
        }
    }
    Ok(())
}

/// Whether a private mechanism, n rows of m entries, is optimal, with the proof either way.
///
/// Cost: as [`optimum`].
///
/// # Errors
///
/// If the program is none, the mechanism is none or not private, or the effort is used up.
pub fn judge(program: &Program, mechanism: &[Vector], effort: Effort) -> Result<Claimed, Refusal> {
    check(program, mechanism)?;
    let best = optimum(program, effort)?;
    Ok(match value(program, mechanism) == best.value {
        true => Claimed::Optimal(best.dual),
        false => Claimed::Improved(Box::new(best)),
    })
}
