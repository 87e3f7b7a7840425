//! `leakage-bound`: the bound on the utility over max π, or the number of outputs where that is less.

use super::case::{Case, Reason};
use super::{leakage, utility_bound};
use crate::certificate::Decided;
use dp_verify::model::Claim;
use malachite::rational::Rational;

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let (bound, decided) = utility_bound::proof(case, claim)?;
    let by_utility = bound / leakage::most(&case.weights(claim)?);
    let (bound, theorem) = match claim.outputs.map(Rational::from) {
        Some(outputs) if outputs < by_utility => (outputs, "outputs"),
        _ => (by_utility, "utility-bound"),
    };
    Ok(decided.leakage(&bound).value("theorem", theorem))
}
