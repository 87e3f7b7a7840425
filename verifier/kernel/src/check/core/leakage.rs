//! `leakage`: the min-entropy leakage of X, L = log₂(Σ_o max_i π_i x_io / max_i π_i). Computed.

use super::utility;
use crate::case::Case;
use crate::failure::{Failure, Why, ensure};
use crate::problem::{Name, Verdict};
use crate::proved::{Found, Value};
use dp_number::{Fraction, Vector};
use std::cmp::Ordering;

pub(crate) fn check(case: &Case, prior: usize) -> Result<Found, Failure> {
    let prior = case.prior(prior)?;
    Ok(leaks(Found::new(Verdict::Holds), &utility::binary(case, case.rows, prior)? / &most(case, prior)?))
}

/// max_i π_i > 0.
pub(crate) fn most(case: &Case, prior: &Vector) -> Result<Fraction, Failure> {
    let most = prior.entry(case.extreme(prior, Ordering::Greater)?);
    ensure(case.sign(&most.numerator)?.is_gt(), || Why::NoDistribution)?;
    Ok(most)
}

/// Adds the values of a leakage with that 2^L.
pub(crate) fn leaks(found: Found, multiplicative: Fraction) -> Found {
    let bits = Value::Log2(multiplicative.clone());
    found.number(Name::Multiplicative, multiplicative).value(Name::Bits, bits)
}
