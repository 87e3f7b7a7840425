//! `leakage`: the min-entropy leakage of X, L = log₂(Σ_o max_i π_i x_io / max_i π_i).
//!
//! Recomputed. The multiplicative leakage 2^L is a rational; L itself is a decimal with an enclosure.

use super::{Case, Failure, Proved, stochastic, unproved, utility};
use crate::number::{Logarithm, Rational, ratio};
use crate::report::{Value, Verdict};
use num_traits::Signed;

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    if let Some(refuted) = stochastic::refute(case)? {
        return Ok(refuted);
    }
    case.witness.only(&[])?;
    let before = case.prior()?.most();
    let after = utility::binary(case.rows()?, case.weights()?);
    match before.filter(Signed::is_positive) {
        Some(before) => Ok(leaks(Proved::new(Verdict::Holds), ratio(&after, &before))),
        None => unproved("the prior has no weight"),
    }
}

/// Adds the values of a leakage with that 2^L.
pub(super) fn leaks(proved: Proved, multiplicative: Rational) -> Proved {
    let bits = Value::Logarithm(Logarithm::Log2(multiplicative.clone()));
    proved.rational("multiplicative", multiplicative).value("bits", bits)
}
