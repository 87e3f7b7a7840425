//! `leakage`: the min-entropy leakage of X, L = log₂(Σ_o max_i π_i x_io / max_i π_i).
//!
//! Recomputed. The multiplicative leakage 2^L is a rational; L itself is a decimal with an enclosure.

use super::source::{Source, logarithm};
use super::{Case, Failure, Proved, unproved, utility};
use crate::alpha::{Polynomial, Ring};
use crate::number::{BigInt, Fractions, Logarithm, Sign};
use crate::report::{Value, Verdict};

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    case.witness.only(&[])?;
    match case.has_rational_table() && case.has_rational_prior() {
        true => check_in::<BigInt>(case),
        false => check_in::<Polynomial>(case),
    }
}

fn check_in<R: Source>(case: &Case) -> Result<Proved, Failure> {
    let prior = R::weights(case.prior()?)?;
    let before = most(&prior, case)?;
    let after = utility::binary(&R::rows(case)?, &prior, &case.ground)?;
    Ok(leaks(Proved::new(Verdict::Holds), utility::over(&after, &before, case)?, case))
}

/// max_i π_i > 0 as numerator and denominator.
pub(super) fn most<R: Source>(prior: &Fractions<R>, case: &Case) -> Result<(R, R), Failure> {
    let mut most = R::default();
    for p in &prior.numerators {
        if p.compare(&most, &case.ground)?.is_gt() {
            most = p.clone();
        }
    }
    match Ring::sign(&most, &case.ground)? {
        Sign::Plus => Ok((most, prior.denominator.clone())),
        _ => unproved("the prior has no weight"),
    }
}

/// Adds the values of a leakage with that 2^L.
pub(super) fn leaks(proved: Proved, multiplicative: Value, case: &Case) -> Proved {
    let bits = logarithm(&multiplicative, Logarithm::Log2, case);
    let proved = proved.value("multiplicative", multiplicative);
    bits.into_iter().fold(proved, |proved, bits| proved.value("bits", bits))
}
