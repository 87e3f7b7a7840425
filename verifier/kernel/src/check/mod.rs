//! The checks: for each claim, what its witness must satisfy and the theorem that makes that sufficient.
//!
//! A check returns a [`Found`] as its last step, after every inequality has been computed from the problem and the witness;
//! everything else is a [`Failure`]. What all checks speak of is imported here, once.

mod adaptive;
mod approximate_dp;
mod capacity;
mod classes;
mod composition;
mod covering;
mod derivable;
mod dp;
mod dp_within_rounding;
mod enclosed;
mod events;
mod expected_error;
mod g_capacity;
mod g_leakage;
mod group_privacy;
mod individual_leakage;
mod invertible;
mod jointly_optimal;
mod keys;
mod leakage;
mod leakage_bound;
mod lengths;
mod oblivious;
mod optimal;
mod optimum;
mod priors;
mod product;
mod ray_bounds;
mod regular;
mod renyi_dp;
mod response;
mod stochastic;
mod stochastic_within_rounding;
mod tight_constraints;
mod tight_constraints_exist;
mod trade_off;
mod types;
mod universally_optimal;
mod uses;
mod utility;
mod utility_bound;

pub(crate) use priors::deciding_priors;
pub use ray_bounds::Rays;

use crate::case::Case;
use crate::failure::{Failure, Why, ensure, refused};
use crate::problem::{Claim, Rows, Verdict};
use crate::proved::Found;
use crate::witness::Witness;

/// Checks a statement at one t, or on an interval on which every sign that is asked for is constant.
pub(crate) fn at_one(case: &Case, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    ensure(claim.knows_lengths(case.graph), || Why::Lengths)?;
    ensure(!case.graph.is_fine() || claim.knows_fine_lengths(), || Why::FineLengths)?;
    if let Claim::ApproximateDp | Claim::AdaptiveApproximateDp = claim {
        stochastic::printed(case)?;
    }
    let is_adaptive = matches!(claim, Claim::AdaptiveDp | Claim::AdaptiveApproximateDp);
    let found = if is_adaptive || claim.needs_table() && !case.problem.parts.is_empty() {
        ensure(!case.graph.has_lengths(), || Why::Lengths)?;
        composition::check(case, claim, witness)?
    } else {
        of_one_use(case, claim, witness)?
    };
    ensure(case.said.is_none_or(|said| said == found.verdict), || Why::OtherVerdict)?;
    Ok(found)
}

/// Of one table, or of what is said of none.
fn of_one_use(case: &Case, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    let (response, product) = (response::seen(case, claim), product::seen(case, claim));
    let of_parent = product.map(|product| Case { graph: &product.graph, rows: &product.rows, ..*case });
    let of_part = response.map(|response| response::of_pair(case, response)).or(of_parent);
    let part = of_part.as_ref().unwrap_or(case);
    ensure(!claim.needs_table() || !part.rows.is_empty(), || Why::DoesNotFit)?;
    let refuted = refuted(part, claim, witness)?;
    ensure(refuted.is_some() || !claim.is_computed() || *witness == Witness::None, || Why::WrongWitness)?;
    match (refuted, response, product) {
        (Some(refuted), ..) => Ok(refuted),
        (None, Some(response), _) => response::check(case, response, claim, witness),
        (None, None, Some(product)) => product::check(part, product, claim, witness),
        (None, None, None) => of_table(case, claim, witness),
    }
}

/// The refutation of a claim by a row of the table that is not what it asks for.
fn refuted(case: &Case, claim: &Claim, witness: &Witness) -> Result<Option<Found>, Failure> {
    match claim.rows() {
        Rows::Unread | Rows::Any => Ok(None),
        Rows::Nonnegative => dp::refuted(case, witness),
        Rows::Distributions => stochastic::refute(case, witness),
    }
}

/// A statement about the table, whose rows are distributions where the claim speaks of a mechanism.
fn of_table(case: &Case, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    match claim {
        Claim::Stochastic => Ok(Found::new(Verdict::Holds)),
        Claim::StochasticWithinRounding => stochastic_within_rounding::check(case, witness),
        Claim::Dp => dp::check(case, witness),
        Claim::ApproximateDp => approximate_dp::check(case, witness),
        Claim::GroupPrivacy { distance, nearer } => group_privacy::check(case, (*distance, *nearer), witness),
        Claim::RenyiDp { order, bound } => renyi_dp::check(case, *order, bound),
        Claim::TradeOff { from, pair } => trade_off::check(case, *from, *pair),
        Claim::DpWithinRounding => dp_within_rounding::check(case, witness),
        Claim::TightConstraintsExist => tight_constraints_exist::check(case, witness),
        Claim::TightConstraints => tight_constraints::check(case, witness),
        Claim::Regular(prior) => regular::check(case, *prior, witness),
        Claim::Utility(prior) => utility::check(case, *prior),
        Claim::UtilityBound(prior) => utility_bound::check(case, *prior, witness),
        Claim::Optimal { prior, within } => optimal::check(case, *prior, within.as_ref(), witness),
        Claim::UniversallyOptimal => universally_optimal::check(case, witness),
        Claim::JointlyOptimal(priors) => jointly_optimal::check(case, priors, witness),
        Claim::Derivable(other) => derivable::check(case, *other, witness),
        Claim::Leakage(prior) => leakage::check(case, *prior),
        Claim::GLeakage(prior) => g_leakage::check(case, *prior),
        Claim::GCapacity => g_capacity::check(case),
        Claim::Capacity => capacity::check(case),
        Claim::LeakageBound { prior, outputs } => leakage_bound::check(case, *prior, *outputs, witness),
        Claim::IndividualLeakage => individual_leakage::check(case),
        Claim::ExpectedError => expected_error::check(case, 1),
        Claim::Oblivious => oblivious::check(case, witness),
        // Of every α, not at one: see `session`; and of uses, see `composition`.
        Claim::Threshold | Claim::AdaptiveDp | Claim::AdaptiveApproximateDp => refused(Why::WrongWitness),
    }
}
