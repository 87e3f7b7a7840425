//! `leakage-bound`: no ε-private mechanism on this graph leaks more at this prior.
//!
//! - `utility-bound`: a leakage is the utility over max π, so that the bound on the utility, with its
//!   witness, bounds 2^L (ElSalamouny et al. Proposition 6, for any prior).
//! - `outputs`: Σ_o max_i π_i x_io ≤ r·max π, so that at most r outputs have 2^L ≤ r.
//!
//! With `outputs` the claim states the better of the two, and names it.

use super::source::Source;
use super::{Case, Failure, Proved, leakage, utility_bound};
use crate::alpha::Polynomial;
use crate::number::BigInt;
use crate::report::{Value, Verdict};
use num_traits::One;

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    match case.has_rational_alpha() && case.has_rational_prior() {
        true => check_in::<BigInt>(case),
        false => check_in::<Polynomial>(case),
    }
}

fn check_in<R: Source>(case: &Case) -> Result<Proved, Failure> {
    let ground = &case.ground;
    let most = leakage::most(&*R::weights(case.prior()?)?, case)?;
    let bound = utility_bound::bound::<R>(case, &[])?;
    let by_utility = (bound.0.times(&most.1, ground)?, bound.1.times(&most.0, ground)?);
    let by_outputs = case.claim.outputs.map(|r| (R::of(&BigInt::from(r)), R::of(&BigInt::one())));
    let (bound, theorem) = match by_outputs {
        Some(r) if r.0.times(&by_utility.1, ground)?.compare(&by_utility.0, ground)?.is_lt() => (r, "outputs"),
        _ => (by_utility, "utility-bound"),
    };
    let proved = leakage::leaks(Proved::new(Verdict::Holds), R::value(&bound.0, &bound.1, case)?, case);
    Ok(proved.value("theorem", Value::Text(theorem)))
}
