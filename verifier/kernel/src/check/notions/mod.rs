//! What came later: other claims of tables, and mechanisms that are no tables.

mod adaptive;
mod approximate_dp_within_rounding;
mod bounded_range;
mod classes;
mod composition;
mod delta_of_rho;
mod g_capacity;
mod g_leakage;
mod gaussian;
mod group_privacy;
mod information;
mod keys;
mod least_ratio;
mod mutual_information;
mod optimal_at_delta;
mod powers;
mod privacy_loss;
mod product;
mod ray_bounds;
mod renyi_dp;
mod response;
mod shannon_capacity;
mod slack;
mod trade_off;
mod types;
mod uses;
mod zcdp;

use crate::case::Case;
use crate::check::core::{self, refuted, rows};
use crate::check::{missing, sample};
use crate::failure::{Failure, Flaw, Why, ensure, refused};
use crate::problem::{self, Claim, Mechanism};
use crate::proved::{Found, Reason};
use crate::rule::Way;
use crate::witness::Witness;
use dp_number::Bracket;

pub use delta_of_rho::delta_of_rho;

/// A statement, however X is given.
pub(crate) fn found(case: &Case, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    let rule = claim.rule();
    match &case.problem.mechanism {
        Mechanism::Counts(counts) if rule.sample != Way::Without => return sample::found(case, counts, claim, witness),
        Mechanism::Incomplete(of) if rule.missing != Way::Without => return missing::found(case, of, claim, witness),
        Mechanism::Gaussian(of) if rule.gaussian != Way::Without => return gaussian::found(case, of, claim, witness),
        _ => ensure(rule.sample != Way::Own, || Why::DoesNotFit)?,
    }
    let is_adaptive = matches!(claim, Claim::AdaptiveDp | Claim::AdaptiveApproximateDp);
    if is_adaptive || rule.speaks_of_x() && case.is_composed() {
        ensure(!case.graph.has_lengths(), || Why::Lengths)?;
        of_uses(case, claim, witness)
    } else {
        of_one_use(case, claim, witness)
    }
}

/// The table by which a claim about Shannon's information is decided, enclosed; `None` where it can't be.
pub(crate) fn channel(case: &Case, claim: &Claim, bits: u64) -> Result<Option<Vec<Vec<Bracket>>>, Failure> {
    let parent = case.problem.mechanism.product().filter(|product| product::is_seen(case, product, claim));
    let by_type = if case.is_composed() { composition::by_type(case)? } else { Vec::new() };
    let rows = parent.map_or(if case.is_composed() { &by_type } else { case.rows }, |parent| &parent.rows);
    let channel = information::Channel::of(&Case { rows, ..*case }, bits)?;
    Ok(channel.map(|channel| channel.rows))
}

/// Of all uses together.
fn of_uses(case: &Case, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    let is_open = case.problem.mechanism.has_promises();
    ensure(!is_open || claim.rule().promises == Way::Own, || Why::Promised)?;
    for (k, (part, _)) in case.uses().iter().enumerate() {
        ensure(!part.rows.is_empty(), || Why::DoesNotFit)?;
        if let Some(refuted) = rows::refuted(part, claim, witness)? {
            return Ok(refuted.because(Reason::InPart(k)));
        }
    }
    let rule = claim.rule();
    ensure(*witness == Witness::None || rule.uses == Way::Table && rule.takes_witness, || Why::WrongWitness)?;
    match rule.uses {
        Way::Own => composition::check(case, claim),
        Way::Table => of_table(&Case { rows: &composition::by_type(case)?, ..*case }, claim, witness),
        Way::Without | Way::Not => refused(Why::Composed),
    }
}

/// Of one table, or of what is said of none.
fn of_one_use(case: &Case, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    let rule = claim.rule();
    let (response, product) = (case.problem.mechanism.response(), case.problem.mechanism.product());
    let response = response.filter(|_| rule.speaks_of_x());
    let product = product.filter(|product| product::is_seen(case, product, claim));
    let of_parent = product.map(|product| Case { graph: &product.graph, rows: &product.rows, ..*case });
    let of_part = response.map(|response| response::of_pair(case, response)).or(of_parent);
    let part = of_part.as_ref().unwrap_or(case);
    // P ≥ 0, where that was left open.
    for row in part.rows.iter().filter(|_| product.is_some() && case.problem.is_open()) {
        ensure(problem::is_nonnegative(case.at, row)?, || Flaw::Product)?;
    }
    if let Some(refuted) = refuted(part, claim, witness)? {
        return Ok(refuted);
    }
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

/// A statement about a table, or about none.
fn of_table(case: &Case, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    if let Some(found) = core::of_table(case, claim, witness)? {
        return Ok(found);
    }
    match claim {
        Claim::GroupPrivacy { distance, nearer } => group_privacy::check(case, (*distance, *nearer), witness),
        Claim::RenyiDp { order, bound } => renyi_dp::check(case, *order, bound),
        Claim::BoundedRange(epsilon) => bounded_range::check(case, epsilon),
        Claim::Zcdp(rho, epsilon) => zcdp::check(case, rho, epsilon.as_ref()),
        Claim::TradeOff { from, pair } => trade_off::check(case, *from, *pair),
        Claim::ApproximateDpWithinRounding => approximate_dp_within_rounding::check(case, witness),
        Claim::Optimal { prior, within, delta: Some(delta) } => {
            optimal_at_delta::check(case, (*prior, within.as_ref(), delta), witness)
        }
        Claim::GLeakage(prior) => g_leakage::check(case, *prior),
        Claim::GCapacity => g_capacity::check(case),
        Claim::MutualInformation(prior) => {
            mutual_information::check(case, std::slice::from_ref(case.prior(*prior)?), 1)
        }
        Claim::ShannonCapacity => shannon_capacity::check(case, witness, 1),
        // Of uses: see `composition`.
        _ => refused(Why::WrongWitness),
    }
}
