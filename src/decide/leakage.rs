//! `leakage`: 2^L = Σ_o max_i π_i x_io / max π, computed.

use super::case::{Case, Reason};
use super::utility;
use crate::certificate::Decided;
use dp_verify::model::Claim;
use dp_verify::report::Verdict;

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let prior = case.weights(claim)?;
    let (after, _) = utility::binary(case.rows()?, &prior);
    Ok(Decided::new(Verdict::Holds).leakage(&(after / most(&prior))))
}

/// max π, which is > 0.
pub(super) fn most(prior: &crate::linear::Vector) -> malachite::rational::Rational {
    prior.to_rationals().into_iter().max().unwrap_or_default()
}
