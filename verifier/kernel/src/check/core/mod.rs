//! What the papers claim, of a table and of what there is without one.

pub(crate) mod alpha_max;
pub(crate) mod approximate_dp;
mod capacity;
mod covering;
mod derivable;
pub(crate) mod dp;
pub(crate) mod dp_within_rounding;
mod enclosed;
pub(crate) mod events;
pub(crate) mod expected_error;
mod individual_leakage;
mod invertible;
mod jointly_optimal;
pub(crate) mod leakage;
mod leakage_bound;
pub(crate) mod lengths;
mod oblivious;
pub(crate) mod optimal;
pub(crate) mod optimum;
pub(crate) mod priors;
mod regular;
pub(crate) mod rows;
pub(crate) mod stochastic;
mod stochastic_within_rounding;
mod tight_constraints;
mod tight_constraints_exist;
mod universally_optimal;
pub(crate) mod utility;
mod utility_bound;

use crate::case::Case;
use crate::failure::{Failure, Why, ensure, refused};
use crate::problem::{Claim, Verdict};
use crate::proved::Found;
use crate::witness::Witness;

/// A statement, by a kernel without notions.
#[cfg(not(feature = "notions"))]
pub(crate) fn found(case: &Case, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    use crate::problem::Mechanism;
    let is_built = match &case.problem.mechanism {
        Mechanism::None | Mechanism::Table(_) => true,
        Mechanism::Product(product) => product.table.is_some(),
        Mechanism::Uses(_) | Mechanism::Response(_) => !claim.rule().speaks_of_x(),
        Mechanism::Counts(_) | Mechanism::Incomplete(_) | Mechanism::Gaussian(_) => !claim.rule().speaks_of_x(),
    };
    ensure(is_built, || Why::NotBuilt)?;
    match refuted(case, claim, witness)? {
        Some(refuted) => Ok(refuted),
        None => of_table(case, claim, witness)?.map_or_else(|| refused(Why::NotBuilt), Ok),
    }
}

/// The refutation of a claim by a row that is not what it asks for. Else, of one that is computed, that there is no
/// witness.
pub(crate) fn refuted(case: &Case, claim: &Claim, witness: &Witness) -> Result<Option<Found>, Failure> {
    let rule = claim.rule();
    ensure(!rule.speaks_of_x() || !case.rows.is_empty(), || Why::DoesNotFit)?;
    let refuted = rows::refuted(case, claim, witness)?;
    ensure(refuted.is_some() || rule.takes_witness || *witness == Witness::None, || Why::WrongWitness)?;
    Ok(refuted)
}

/// A statement about the table, whose rows are distributions where the claim speaks of a mechanism; `None` of other
/// notions.
pub(crate) fn of_table(case: &Case, claim: &Claim, witness: &Witness) -> Result<Option<Found>, Failure> {
    let found = match claim {
        Claim::Stochastic => Ok(Found::new(Verdict::Holds)),
        Claim::StochasticWithinRounding => stochastic_within_rounding::check(case, witness),
        Claim::Dp => dp::check(case, witness),
        Claim::ApproximateDp => approximate_dp::check(case, witness),
        Claim::DpWithinRounding => dp_within_rounding::check(case, witness),
        Claim::TightConstraintsExist => tight_constraints_exist::check(case, witness),
        Claim::TightConstraints => tight_constraints::check(case, witness),
        Claim::Regular(prior) => regular::check(case, *prior, witness),
        Claim::Utility(prior) => utility::check(case, *prior),
        Claim::UtilityBound(prior) => utility_bound::check(case, *prior, witness),
        Claim::Optimal { prior, within, delta: None } => optimal::check(case, *prior, within.as_ref(), witness),
        Claim::UniversallyOptimal => universally_optimal::check(case, witness),
        Claim::JointlyOptimal(priors) => jointly_optimal::check(case, priors, witness),
        Claim::Derivable(other) => derivable::check(case, *other, witness),
        Claim::Leakage(prior) => leakage::check(case, *prior),
        Claim::Capacity => capacity::check(case),
        Claim::LeakageBound { prior, outputs } => leakage_bound::check(case, *prior, *outputs, witness),
        Claim::IndividualLeakage => individual_leakage::check(case),
        Claim::ExpectedError => expected_error::check(case, 1),
        Claim::Oblivious => oblivious::check(case, witness),
        Claim::GroupPrivacy { .. } | Claim::RenyiDp { .. } | Claim::TradeOff { .. } => return Ok(None),
        Claim::BoundedRange { .. } | Claim::Zcdp { .. } => return Ok(None),
        Claim::Optimal { delta: Some(_), .. } | Claim::ApproximateDpWithinRounding => return Ok(None),
        Claim::NotRefuted | Claim::PrivateBySample { .. } | Claim::SampledFrom(_) => return Ok(None),
        Claim::GLeakage(_) | Claim::GCapacity | Claim::AdaptiveDp | Claim::AdaptiveApproximateDp => return Ok(None),
        Claim::MutualInformation(_) | Claim::ShannonCapacity => return Ok(None),
        // Of every α, not at one: see `session`.
        Claim::Threshold => refused(Why::WrongWitness),
    };
    found.map(Some)
}
