//! An interval of α cut into parts on each of which one witness serves.

use super::super::case::{Case, Reason};
use super::minimal;
use super::witness::{Proposal, point_json};
use crate::certificate::Decided;
use dp_verify::alpha::{Bounds, Field, Obstacle, Point};
use dp_verify::check::{Attempt, attempt, attempt_within};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::{Claim, Kind};
use dp_verify::report::Verdict;
use serde_json::{Value, json};

/// The most parts of an interval.
const MOST_PARTS: usize = 2_000;

/// How the verifier says that it would count more steps than are left.
const OF_STEPS: &str = "(--limit steps=N)";

/// How many times the steps of a certificate the search for its parts may take: most witnesses are tried on an interval
/// that has to be cut first.
const SEARCH: usize = 3;

/// Decides a claim at t, or on all parts of an interval, by what `propose` finds at one point or on one open interval.
///
/// A proposal for an interval is made from one of its points. Where a sign that the verifier asks for changes, the
/// interval is cut at the zeros, and each part has a proposal of its own. The word operations of all attempts are
/// counted, and those of the attempts that succeed against the limit of a certificate: the verifier repeats them.
pub(super) fn decide(
    case: &Case,
    claim: &Claim,
    field: &Field,
    propose: &dyn Fn(&Point) -> Result<Proposal, Reason>,
) -> Result<Decided, Reason> {
    if !field.is_symbolic() {
        let proposal = propose(&field.point)?;
        return Ok(proposal.decided());
    }
    let limits = case.limits;
    let steps = Budget::new(limits.steps.saturating_mul(SEARCH));
    let of_certificate = Budget::new(limits.steps);
    let bounds = Bounds::new(limits, &steps);
    let mut found: Vec<(Point, Proposal)> = Vec::new();
    let mut left = vec![field.point.clone()];
    while let Some(point) = left.pop() {
        if found.len() + left.len() > MOST_PARTS {
            return Err(Reason::new(format!("the interval of α falls into over {MOST_PARTS} parts")));
        }
        let here = field.at(point.clone());
        let proposal = match no_mechanism(case, claim, &here) {
            Some(refuted) => refuted,
            None => propose(&point)?,
        };
        // What one attempt may take: what a certificate may, as long as that is left of all.
        let most = Budget::new(limits.steps.min(usize::try_from(steps.left()).unwrap_or(usize::MAX)));
        let before = most.left();
        let (mechanism, text) = (case.mechanism, proposal.text());
        let tried = attempt_within(mechanism, claim, proposal.said, Some(&text), Some(&here), limits, &most);
        let taken = before - most.left();
        steps.take(taken).ok_or_else(|| too_long(limits))?;
        match (tried, &point) {
            (Ok(verdict), _) if verdict == proposal.said => {
                of_certificate.take(taken).ok_or_else(|| too_long(limits))?;
                found.push((point, proposal));
            }
            (Err(Attempt::Changes(p)), Point::Interval(interval)) => {
                let cut = |why: Obstacle| if why == Obstacle::Steps { too_long(limits) } else { obstacle(&why) };
                let zeros = interval.zeros(&p, &bounds).map_err(cut)?;
                if zeros.is_empty() {
                    return Err(Reason::new(
                        "a sign that changes on a part of the interval, and no zero of it was found",
                    ));
                }
                let pieces = interval.cut(&zeros, &bounds).map_err(cut)?;
                let mut parts = Vec::with_capacity(2 * zeros.len() + 1);
                let mut zeros = zeros.into_iter();
                for piece in pieces {
                    parts.push(Point::Interval(piece));
                    parts.extend(zeros.next());
                }
                left.extend(parts.into_iter().rev());
            }
            (Err(Attempt::Unproved(why)), _) if why.ends_with(OF_STEPS) => {
                return Err(Reason::new(format!("the search effort: {why}")));
            }
            (Err(Attempt::Unproved(why)), _) => return Err(Reason::new(why)),
            _ => {
                return Err(Reason::new(
                    "on a part of the interval what was found proves the contrary of what was seen",
                ));
            }
        }
    }
    Ok(join(found, &bounds))
}

/// Why a search ends.
fn too_long(limits: &Limits) -> Reason {
    Reason::new(format!(
        "the search effort: the parts of the interval of α take over {} steps, or to find them over {SEARCH} times as \
         many (--limit steps=N)",
        limits.steps
    ))
}

/// What refutes a claim about X as a mechanism where X is none, on all of a part: the verifier finds the row.
///
/// `None` too where a sign changes on the part: then whatever is proposed has it cut there.
fn no_mechanism(case: &Case, claim: &Claim, here: &Field) -> Option<Proposal> {
    let stochastic = Claim::plain(Kind::Stochastic);
    let found = || attempt(case.mechanism, &stochastic, Verdict::Fails, None, Some(here), case.limits);
    let refuted = claim.kind.needs_distributions() && matches!(found(), Ok(Verdict::Fails));
    refuted.then(|| Proposal::new(Verdict::Fails))
}

/// Puts neighbours together that one witness serves: interval, point, interval. The cuts that are left are written by
/// short polynomials, which take time to find.
fn join(found: Vec<(Point, Proposal)>, bounds: &Bounds) -> Decided {
    let mut kept: Vec<(Point, Proposal)> = Vec::new();
    for (point, proposal) in found {
        let is_interval = matches!(point, Point::Interval(_));
        let bridges =
            is_interval && kept.len() >= 2 && kept[kept.len() - 1].1 == proposal && kept[kept.len() - 2].1 == proposal;
        if bridges {
            kept.pop();
        } else {
            kept.push((point, proposal))
        }
    }
    let verdict = Verdict::of(kept.iter().all(|(_, proposal)| proposal.said == Verdict::Holds));
    if let [(_, only)] = &kept[..] {
        return only.clone().decided();
    }
    let cuts: Vec<Value> = kept
        .iter()
        .filter(|(point, _)| !matches!(point, Point::Interval(_)))
        .filter_map(|(point, _)| point_json(&minimal::simplest(point.clone(), bounds)))
        .collect();
    let part = |(_, proposal): &(Point, Proposal)| {
        if proposal.witness.is_empty() {
            json!({ "verdict": proposal.said.name() })
        } else {
            json!({ "verdict": proposal.said.name(), "witness": proposal.witness })
        }
    };
    let parts: Vec<Value> = kept.iter().map(part).collect();
    Decided::new(verdict).witness("cuts", cuts).witness("parts", parts)
}

pub(super) fn obstacle(why: &Obstacle) -> Reason {
    match why {
        Obstacle::Steps => Reason::new(format!("the search effort: {why}")),
        why => Reason::new(why.to_string()),
    }
}
