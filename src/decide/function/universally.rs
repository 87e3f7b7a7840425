//! `universally-optimal` by functions of t: a remap to tight constraints on a forest, or a prior with a better mechanism.

use super::super::case::{Case, Reason};
use super::super::universally_optimal::candidates;
use super::optimal::{Candidate, binary_gains, close, coarse};
use super::parts::obstacle;
use super::witness::{Proposal, vector_json};
use super::{program, remap};
use crate::decide::attempt::{Attempt, attempt};
use crate::exact;
use crate::graph::is_forest;
use dp_verify::alpha::{Bounds, Field, Point};
use dp_verify::limits::Budget;
use dp_verify::model::Claim;
use dp_verify::report::Verdict;

/// What holds at t, or at one t of an interval.
pub(super) fn propose(case: &Case, claim: &Claim, field: &Field, point: &Point) -> Result<Proposal, Reason> {
    let steps = Budget::new(case.limits.steps);
    let bounds = Bounds::new(case.limits, &steps);
    let here = field.at(point.clone());
    // A change of sign cuts the interval, and each part is tried again.
    let serves = |proposal: &Proposal| {
        let text = proposal.text();
        match attempt(case, claim, proposal.said, Some(&text), Some(&here)) {
            Ok(verdict) => verdict == proposal.said,
            Err(Attempt::Changes(_)) => true,
            Err(_) => false,
        }
    };
    let plain = Proposal::new(Verdict::Fails);
    if serves(&plain) {
        return Ok(plain);
    }
    if is_forest(case.graph())
        && let Some(remap) = remap::remap(case, field, point)?
    {
        let holds = Proposal::new(Verdict::Holds).part("remap", remap);
        if serves(&holds) {
            return Ok(holds);
        }
    }
    let t = coarse(&close(point, &bounds).map_err(|why| obstacle(&why))?);
    for prior in candidates(case.nodes()) {
        let prior = exact::fractions(&prior).functions();
        let found = program::candidate(case, field, &t, &binary_gains(&prior), &bounds)?;
        let Some(Candidate { better: Some(better), .. }) = found else { break };
        let fails = Proposal::new(Verdict::Fails).part("prior", vector_json(&prior)).part("better", better);
        if serves(&fails) {
            return Ok(fails);
        }
    }
    Err(Reason::new(
        "at an irrational α this version knows forests with tight constraints, and refutations by uniform priors on all \
         nodes, all but one, or two",
    ))
}
