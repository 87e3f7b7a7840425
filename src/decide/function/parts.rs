//! An interval of α cut into parts on each of which one witness serves.

use super::super::case::{Case, Reason};
use super::minimal;
use super::witness::{Proposal, point_json};
use crate::certificate::Decided;
use dp_verify::alpha::{Bounds, Field, Obstacle, Point};
use dp_verify::check::{Attempt, attempt};
use dp_verify::limits::Budget;
use dp_verify::model::{Claim, Kind};
use dp_verify::report::Verdict;
use serde_json::{Value, json};

/// The most parts of an interval.
const MOST_PARTS: usize = 2_000;

/// Decides a claim at t, or on all parts of an interval, by what `propose` finds at one point or on one open interval.
///
/// A proposal for an interval is made from one of its points. Where a sign that the verifier asks for changes, the
/// interval is cut at the zeros, and each part has a proposal of its own.
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
    let steps = Budget::new(limits.steps);
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
        match (attempt(case.mechanism, claim, proposal.said, Some(&proposal.text()), Some(&here), case.limits), &point)
        {
            (Ok(verdict), _) if verdict == proposal.said => found.push((point, proposal)),
            (Err(Attempt::Changes(p)), Point::Interval(interval)) => {
                let zeros = interval.zeros(&p, &bounds).map_err(|why| obstacle(&why))?;
                if zeros.is_empty() {
                    return Err(Reason::new("internal: a sign changes where there is no zero"));
                }
                let pieces = interval.cut(&zeros, &bounds).map_err(|why| obstacle(&why))?;
                let mut parts = Vec::with_capacity(2 * zeros.len() + 1);
                let mut zeros = zeros.into_iter();
                for piece in pieces {
                    parts.push(Point::Interval(piece));
                    parts.extend(zeros.next());
                }
                left.extend(parts.into_iter().rev());
            }
            (Err(Attempt::Unproved(why)), _) => return Err(Reason::new(why)),
            _ => return Err(Reason::new("internal: a proposal that proves the contrary")),
        }
    }
    Ok(join(found, &bounds))
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
        match bridges {
            true => {
                kept.pop();
            }
            false => kept.push((point, proposal)),
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
    let part = |(_, proposal): &(Point, Proposal)| match proposal.witness.is_empty() {
        true => json!({ "verdict": proposal.said.name() }),
        false => json!({ "verdict": proposal.said.name(), "witness": proposal.witness }),
    };
    let parts: Vec<Value> = kept.iter().map(part).collect();
    Decided::new(verdict).witness("cuts", cuts).witness("parts", parts)
}

pub(super) fn obstacle(why: &Obstacle) -> Reason {
    Reason::new(why.to_string())
}
