//! `universally-optimal` by functions of t: a remap to tight constraints on a forest, or a prior with a better mechanism.

use super::near::coarse;
use super::tight_constraints::remap;
use super::{parts, program};
use crate::decide::attempt::serves;
use crate::decide::candidate;
use crate::decide::case::{Case, Reason};
use crate::decide::universally_optimal::candidates;
use crate::effort::Counted;
use crate::exact::{self, ForWitness};
use crate::graph::is_forest;
use crate::statement::Decided;
use dp_kernel::{Verdict, Witness};
use dp_verify::alpha::{Bounds, Field, Point};
use dp_verify::model::Claim;
use dp_verify::witness::Given;

pub(in crate::decide) fn decide(case: &Case, claim: &Claim, field: &Field) -> Result<Decided, Reason> {
    parts::decide(case, claim, field, &|point| propose(case, claim, field, point))
}

/// What holds at t, or at one t of an interval.
fn propose(case: &Case, claim: &Claim, field: &Field, point: &Point) -> Result<Decided, Reason> {
    let steps = Counted::new(case.limits.steps);
    let bounds = Bounds::new(case.limits, &steps);
    let here = field.at(point.clone());
    let serves = |proposal: &Decided| matches!(serves(case, claim, proposal, &here), Ok(true));
    let plain = Decided::plain(Verdict::Fails);
    if serves(&plain) {
        return Ok(plain);
    }
    if is_forest(case.graph())
        && let Some(remap) = remap(case, field, point)?
    {
        let holds = Decided::of_functions(Verdict::Holds, Witness::Remap(remap));
        if serves(&holds) {
            return Ok(holds);
        }
    }
    let t = coarse(point, &bounds)?;
    for prior in candidates(case.nodes()) {
        let prior = exact::fractions(&prior).functions();
        let found = program::candidate(case, field, &t, &candidate::all_binary(&prior), &bounds)?;
        let Some(mechanism) = found.and_then(|found| found.better) else { break };
        let against = Given::Against { prior: prior.for_witness(), mechanism };
        let fails = Decided::of_functions(Verdict::Fails, against);
        if serves(&fails) {
            return Ok(fails);
        }
    }
    Err(Reason::new(
        "at an irrational α this version knows forests with tight constraints, and refutations by uniform priors on all \
         nodes, all but one, or two",
    ))
}
