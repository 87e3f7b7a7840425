//! The checks: for each claim, what its witness must satisfy and the theorem that makes that sufficient.
//!
//! A check returns a [`Found`] as its last step, after every inequality has been computed from the problem and the witness;
//! everything else is a [`Failure`].

mod adaptive;
mod alpha_max;
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
mod least_ratio;
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
mod rows;
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

use crate::case::Case;
use crate::failure::{Failure, Flaw, Why, ensure, refused};
use crate::problem::{self, Claim, Verdict};
use crate::proved::{Found, Reason};
use crate::rule::Way;
use crate::witness::Witness;

/// Checks a statement at one t, or on an interval on which every sign that is asked for is constant.
pub(crate) fn at_one(case: &Case, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    let rule = claim.rule();
    ensure(rule.knows_lengths(case.graph), || Why::Lengths)?;
    ensure(!case.graph.is_fine() || rule.knows_fine_lengths(), || Why::FineLengths)?;
    if let Claim::ApproximateDp | Claim::AdaptiveApproximateDp = claim {
        stochastic::printed(case)?;
    }
    let is_adaptive = matches!(claim, Claim::AdaptiveDp | Claim::AdaptiveApproximateDp);
    let found = if is_adaptive || rule.needs_table() && case.is_composed() {
        ensure(!case.graph.has_lengths(), || Why::Lengths)?;
        of_uses(case, claim, witness)?
    } else {
        of_one_use(case, claim, witness)?
    };
    ensure(case.said.is_none_or(|said| said == found.verdict), || Why::OtherVerdict)?;
    Ok(found)
}

/// Of all uses together.
fn of_uses(case: &Case, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    for (k, (part, _)) in case.uses().iter().enumerate() {
        ensure(!part.rows.is_empty(), || Why::DoesNotFit)?;
        if let Some(refuted) = rows::refuted(part, claim, witness)? {
            return Ok(refuted.because(Reason::InPart(k)));
        }
    }
    ensure(*witness == Witness::None, || Why::WrongWitness)?;
    match claim.rule().uses {
        Way::Own => composition::check(case, claim),
        Way::Table => of_table(&Case { rows: &composition::by_type(case)?, ..*case }, claim, witness),
        Way::Without | Way::Not => refused(Why::Composed),
    }
}

/// Of one table, or of what is said of none.
fn of_one_use(case: &Case, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    let rule = claim.rule();
    let (response, product) = (case.problem.mechanism.response(), case.problem.mechanism.product());
    let response = response.filter(|_| rule.needs_table());
    let product = product.filter(|product| product::is_seen(case, product, claim));
    let of_parent = product.map(|product| Case { graph: &product.graph, rows: &product.rows, ..*case });
    let of_part = response.map(|response| response::of_pair(case, response)).or(of_parent);
    let part = of_part.as_ref().unwrap_or(case);
    ensure(!rule.needs_table() || !part.rows.is_empty(), || Why::DoesNotFit)?;
    // P ≥ 0, where that was left open.
    for row in part.rows.iter().filter(|_| product.is_some() && case.problem.is_open()) {
        ensure(problem::is_nonnegative(case.at, row)?, || Flaw::Product.into())?;
    }
    if let Some(refuted) = rows::refuted(part, claim, witness)? {
        return Ok(refuted);
    }
    ensure(rule.takes_witness || *witness == Witness::None, || Why::WrongWitness)?;
    match (response, product) {
        (Some(response), _) => match rule.response {
            Way::Table => Ok(response::of_all(case, of_table(part, claim, witness)?)),
            Way::Own => response::check(case, response, claim, witness),
            Way::Without | Way::Not => refused(Why::NotWrittenOut),
        },
        (None, Some(product)) => match rule.product {
            Way::Table => of_table(part, claim, witness),
            Way::Own => product::check(part, product, claim, witness),
            Way::Without | Way::Not => refused(Why::LargeProduct),
        },
        (None, None) => of_table(case, claim, witness),
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
        // Of every α, not at one: see `session`; and of uses: see `composition`.
        Claim::Threshold | Claim::AdaptiveDp | Claim::AdaptiveApproximateDp => refused(Why::WrongWitness),
    }
}
