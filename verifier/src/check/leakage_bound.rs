//! `leakage-bound`: no ε-private mechanism on this graph leaks more at this prior.
//!
//! - `utility-bound`: a leakage is the utility over max π, so that the bound on the utility, with its
//!   witness, bounds 2^L (ElSalamouny et al. Proposition 6, for any prior).
//! - `outputs`: Σ_o max_i π_i x_io ≤ r·max π, so that at most r outputs have 2^L ≤ r.
//!
//! With `outputs` the claim states the better of the two, and names it.

use super::{Case, Failure, Proved, leakage, unproved, utility_bound};
use crate::number::{BigInt, Rational, compare, ratio};
use crate::report::{Value, Verdict};
use num_traits::Signed;

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    let Some(most) = case.prior()?.most().filter(Signed::is_positive) else {
        return unproved("the prior has no rational weight");
    };
    let by_utility = ratio(&utility_bound::bound(case)?, &most);
    let by_outputs = case.claim.outputs.map(|r| Rational::from(BigInt::from(r)));
    let (bound, theorem) = match by_outputs {
        Some(r) if compare(&r, &by_utility).is_lt() => (r, "outputs"),
        _ => (by_utility, "utility-bound"),
    };
    Ok(leakage::leaks(Proved::new(Verdict::Holds), bound).value("theorem", Value::Text(theorem)))
}
