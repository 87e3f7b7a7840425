//! Randomised response by its structure, however many answers: with probability r a uniformly random one of all n
//! answers, else the true one, so that x_ii = 1 − r + r/n =: a, and x_ij = r/n =: b for all others.
//!
//! Rows i and h of X are (a, b) and (b, a) at the outputs i and h, and alike at the n − 2 others, b. They are seen as
//! those of a *pair*, the two rows (a, b, (n−2)·b) and (b, a, (n−2)·b), with the others taken for one output:
//! - `stochastic`: a + (n−1)·b = 1, so that X is iff a, b ≥ 0, iff the pair is.
//! - `dp`: the ratio at one of the others is 1, as it is at their sum: the ratios below 1 are the pair's.
//! - `bounded-range`: likewise; a ratio of 1 lies between the others.
//! - `approximate-dp`, `renyi-dp` and `zcdp`: Σ_o max(0, x_io − λ·x_ho) and Σ_o x_io^k/x_ho^(k−1) are the same with
//!   outputs of one ratio put together, max(0, ·) and the summand being homogeneous.
//! - `group-privacy`: all pairs of a complete graph are at the distance 1. On another graph, where n ≥ 2 nodes may be
//!   neighbours or not, r = 1 (see below): all rows are the same, every ratio is 1, and each of these claims has the
//!   value of no pair.
//! - `utility` with the binary gain, for r ≤ 1, that is a ≥ b: output o is best guessed as o or as a likeliest m ≠ o,
//!   max_i π_i x_io = max(π_o·a, π_m·b), and for o = m the same as π_m·a ≥ π_i·b for all i. So U(X, π) = Σ_o max(π_o·a,
//!   max π·b); with the loss it is that less 1; the distance on a complete graph is 1 between any two, and D − d the
//!   binary gain. `leakage`, `g-leakage` and `capacity` are defined by it, the last as n·a; a loss has no quotient.
//! - `mutual-information` and `shannon-capacity`: see `shannon_capacity`.
//! - `tight-constraints` on a complete graph: the prior of that check is uniform, n/T = 1/(1 + (n−1)·α), and a private
//!   X remaps to a tight-constraints mechanism iff U(X, π) is n/T: iff a·(1 + (n−1)·α) = 1, and X is Φ·diag(z) itself
//!   then.
//! - `optimal`: that check with these utilities and this privacy.

use super::{mutual_information, shannon_capacity};
use crate::case::Case;
use crate::check::core::{dp, leakage, optimal, utility};
use crate::failure::{Failure, Why, ensure, refused};
use crate::graph::Family;
use crate::problem::Response;
use crate::problem::{Claim, Gain, Name, Verdict};
use crate::proved::{Found, Reason};
use crate::witness::Witness;
use dp_number::list::List;
use dp_number::meter::charge;
use dp_number::{Fraction, Number, Vector};
use std::cmp::Ordering;

/// The case of two answers.
pub(crate) fn of_pair<'a>(case: &Case<'a>, response: &'a Response) -> Case<'a> {
    Case { graph: &response.graph, rows: &response.rows, ..*case }
}

/// What is found of the pair, about X: on another graph 0 and 1 need not be neighbours, and all rows are alike.
pub(crate) fn of_all(case: &Case, found: Found) -> Found {
    let reasons = if *case.graph.family() == Family::Complete { found.reasons } else { Vec::new() };
    Found { reasons, ..found }
}

/// A claim about X, whose pair is stochastic, that the pair alone does not decide.
pub(crate) fn check(case: &Case, response: &Response, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    let pair = of_pair(case, response);
    let holds = Found::new(Verdict::Holds);
    match claim {
        Claim::Utility(prior) => {
            let utility = utility(case, response, case.prior(*prior)?)?;
            Ok(utility::stated(case, holds, [Name::Utility, Name::Loss], utility))
        }
        Claim::Leakage(prior) | Claim::GLeakage(prior) => {
            let prior = case.prior(*prior)?;
            let (before, after) = (leakage::most(case, prior)?, binary(case, response, prior)?);
            let of_gain = matches!(claim, Claim::GLeakage(_));
            if of_gain {
                is_binary(case)?;
            }
            let found = if of_gain { holds.number(Name::Additive, (&after - &before).lowest()) } else { holds };
            let has_quotient = !of_gain || case.problem.gain != Gain::BinaryLoss;
            Ok(if has_quotient { leakage::leaks(found, (&after / &before).lowest()) } else { found })
        }
        Claim::Capacity => {
            let sum = binary(case, response, &Vector::ones(case.nodes()))?;
            Ok(leakage::leaks(holds, sum.lowest()))
        }
        Claim::MutualInformation(prior) => mutual_information::of_response(case, response, case.prior(*prior)?),
        Claim::ShannonCapacity => shannon_capacity::at_uniform(case, response, witness),
        Claim::TightConstraints if *case.graph.family() == Family::Complete => {
            ensure(*witness == Witness::None, || Why::WrongWitness)?;
            if !dp::is_private(&pair, pair.rows)? {
                return Ok(Found::new(Verdict::Fails).because(Reason::NotPrivate));
            }
            let (others, reached) = (Number::from(case.nodes().saturating_sub(1)), pair.row(0)?.entry(0).lowest());
            let most = (&Fraction::ONE + &(&others.into() * case.alpha)).inverse();
            if case.compare(&reached, &most)?.is_eq() {
                return Ok(holds);
            }
            Ok(Found::new(Verdict::Fails).because(Reason::NotTight { reached, most }))
        }
        Claim::Optimal { prior, within, delta: None } => {
            let ours = utility(case, response, case.prior(*prior)?)?;
            let is_private = dp::is_private(&pair, pair.rows)?;
            optimal::judged(case, (*prior, within.as_ref()), (ours, is_private), &optimal::PRIVATE, witness)
        }
        _ => refused(Why::NotWrittenOut),
    }
}

/// U(X, π) for the file's gain.
pub(crate) fn utility(case: &Case, response: &Response, prior: &Vector) -> Result<Fraction, Failure> {
    is_binary(case)?;
    let own = binary(case, response, prior)?;
    Ok(if case.problem.gain == Gain::BinaryLoss { &own - &Fraction::ONE } else { own })
}

/// That the gain is the binary one, or that less 1 everywhere.
fn is_binary(case: &Case) -> Result<(), Failure> {
    let is_on_complete = case.problem.gain == Gain::Distance && *case.graph.family() == Family::Complete;
    ensure(is_on_complete || matches!(case.problem.gain, Gain::Binary | Gain::BinaryLoss), || Why::NotWrittenOut)
}

/// Σ_o max(π_o·a, max π·b). Cost: a comparison for each answer.
fn binary(case: &Case, response: &Response, prior: &Vector) -> Result<Fraction, Failure> {
    let row = response.rows.at(0)?;
    let [a, b] = [&row[0], &row[1]];
    ensure(case.order(a, b)?.is_ge(), || Why::NotWrittenOut)?;
    let least = &prior[case.extreme(prior, Ordering::Greater)?] * b;
    let (mut sum, mut last): (Number, Option<(&Number, Number)>) = (Number::ZERO, None);
    for weight in &prior.numerators {
        // A weight that is written like the one before adds as much.
        let added = match last {
            Some((known, added)) if known == weight => added,
            _ => {
                let own = weight * a;
                if case.order(&own, &least)?.is_gt() { own } else { least.clone() }
            }
        };
        charge(added.words())?;
        sum += &added;
        last = Some((weight, added));
    }
    Ok(Fraction::new(sum, &prior.denominator * &row.denominator))
}
