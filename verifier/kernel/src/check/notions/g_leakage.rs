//! `g-leakage`: what seeing the output of X adds to the gain that is expected of the best guess (Alvim,
//! Chatzikokolakis, Palamidessi, Smith, Measuring information leakage using generalized gain functions). Computed.
//!
//! V = max_w Σ_i π_i g(w, i) before, and U(X, π) after: `additive` is U − V ≥ 0, as the guess that is best before may
//! be made whatever the output is. Where g ≥ 0 and V > 0, `multiplicative` is U/V, and `bits` its logarithm; else there
//! are none.

use crate::case::Case;
use crate::check::core::{leakage, utility};
use crate::failure::Failure;
use crate::list::any;
use crate::problem::{Gain, Name, Verdict};
use crate::proved::Found;
use dp_number::Vector;

pub(crate) fn check(case: &Case, prior: usize) -> Result<Found, Failure> {
    let (gain, prior) = (&case.problem.gain, case.prior(prior)?);
    // Whoever sees the only output there is sees nothing.
    let blind = vec![Vector::ones(1); case.nodes()];
    let before = utility::of(case, gain, &blind, prior)?.lowest();
    let after = utility::of(case, gain, case.rows, prior)?.lowest();
    let found = Found::new(Verdict::Holds).number(Name::Additive, (&after - &before).lowest());
    if !is_nonnegative(case)? || !case.sign(&before.numerator)?.is_gt() {
        return Ok(found);
    }
    Ok(leakage::leaks(found, (&after / &before).lowest()))
}

/// Whether g ≥ 0.
pub(crate) fn is_nonnegative(case: &Case) -> Result<bool, Failure> {
    let gain = &case.problem.gain;
    let is_negative = |w| Ok(case.negative(&*gain.row(w, case.graph)?)?.is_some());
    Ok(*gain == Gain::Binary || !any(0..gain.guesses(case.graph), is_negative)?)
}
