//! The checks: for each claim, what its witness must satisfy and the theorem that makes that sufficient.
//!
//! A check returns a [`Found`] as its last step, after every inequality has been computed from the problem and the
//! witness; everything else is a [`Failure`]. `core` has what the papers claim of tables; `notions` what came later,
//! `sample` what counts of runs show, `missing` what is so of all tables that one may be part of. Without these three
//! the kernel builds too.

mod core;
#[cfg(feature = "notions")]
mod missing;
#[cfg(feature = "notions")]
mod notions;
#[cfg(feature = "notions")]
mod sample;

pub(crate) use self::core::priors::deciding_priors;
#[cfg(feature = "notions")]
pub use self::notions::delta_of_rho;
#[cfg(feature = "notions")]
pub use self::sample::Bound;

#[cfg(feature = "notions")]
pub(crate) use self::notions::channel;

#[cfg(not(feature = "notions"))]
use self::core::found;
#[cfg(feature = "notions")]
use self::notions::found;

use self::core::stochastic;
use crate::case::Case;
use crate::failure::{Failure, Why, ensure};
use crate::problem::{Claim, Mechanism};
use crate::proved::Found;
use crate::witness::Witness;

/// Checks a statement at one t, or on an interval on which every sign that is asked for is constant.
pub(crate) fn at_one(case: &Case, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    let rule = claim.rule();
    ensure(rule.knows_lengths(case.graph), || Why::Lengths)?;
    ensure(!case.graph.is_fine() || rule.knows_fine_lengths(), || Why::FineLengths)?;
    let is_table = matches!(case.problem.mechanism, Mechanism::Table(_));
    ensure(!case.graph.is_directed() || is_table && rule.knows_arcs, || Why::Arcs)?;
    if let Claim::ApproximateDp | Claim::AdaptiveApproximateDp = claim {
        stochastic::printed(case)?;
    }
    let found = found(case, claim, witness)?;
    ensure(case.said.is_none_or(|said| said == found.verdict), || Why::OtherVerdict)?;
    Ok(found)
}
