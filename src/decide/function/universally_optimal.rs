//! `universally-optimal` by functions of t: a remap to tight constraints on a forest, a prior with a better mechanism,
//! or the optima of the priors that decide.

use super::near::{close, trials};
use super::search::{Search, power_of_t};
use super::tight_constraints::remap;
use super::{parts, program};
use crate::decide::attempt::serves;
use crate::decide::candidate;
use crate::decide::case::{Case, Reason};
use crate::decide::universally_optimal::{MOST_STEPS, candidates, too_many};
use crate::effort::Counted;
use crate::exact::{self, ForWitness};
use crate::graph::INFINITE;
use crate::graph::is_forest;
use crate::statement::Decided;
use dp_kernel::{Failure, Verdict, Witness};
use dp_verify::alpha::{Bounds, Field, Point, Polynomial};
use dp_verify::limits::Limits;
use dp_verify::model::Claim;
use dp_verify::number::{BigInt, Fractions, Rational};
use dp_verify::problem;
use dp_verify::witness::Given;

pub(in crate::decide) fn decide(case: &Case, claim: &Claim, field: &Field) -> Result<Decided, Reason> {
    let propose = |point: &Point| propose(case, claim, field, point);
    let all = || parts::decide(case, claim, field, &propose);
    parts::refuted_or(case, claim, field, &all, &|t, _| propose(&Point::Rational(t.clone())))
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
    if let Some(fails) = short_of_tight(case, field, point, &bounds)?.filter(&serves) {
        return Ok(fails);
    }
    let ts = trials(point, &bounds)?;
    let against = |prior: &Fractions, mechanism| {
        Decided::of_functions(Verdict::Fails, Given::Against { prior: prior.for_witness(), mechanism })
    };
    let optimum = |prior: &Fractions, t: &Rational| {
        program::candidate(case, field, (point, t), &candidate::all_binary(prior), &bounds)
    };
    for prior in candidates(case.nodes()) {
        let prior = exact::fractions(&prior);
        let Some(t) = ts.first() else { break };
        let found = optimum(&prior, t)?;
        let Some(mechanism) = found.and_then(|found| found.better) else { break };
        let fails = against(&prior, mechanism);
        if serves(&fails) {
            return Ok(fails);
        }
    }
    // Each prior that decides: X reaches its optimum, or the first at which X does not refutes the claim.
    let Some(priors) = deciding_priors(case, claim, &here)? else {
        // The kernel says where to cut.
        return Ok(Decided::of_functions(Verdict::Holds, Witness::Deciding(Vec::new())));
    };
    for t in &ts {
        let mut duals = Vec::with_capacity(priors.len());
        for prior in &priors {
            let Some(found) = optimum(prior, t)? else { break };
            if let Some(fails) = found.better.map(|mechanism| against(prior, mechanism)).filter(&serves) {
                return Ok(fails);
            }
            duals.push(found.dual);
        }
        let holds = Decided::of_functions(Verdict::Holds, Witness::Deciding(duals));
        if serves(&holds) {
            return Ok(holds);
        }
    }
    Err(Reason::new("for one of the priors that decide, the optimum was not found at this α"))
}

/// The priors that decide, as functions of t; `None` on an interval on which the order of two joint probabilities
/// changes, so that there is no one list of them.
fn deciding_priors(case: &Case, claim: &Claim, here: &Field) -> Result<Option<Vec<Fractions>>, Reason> {
    let limits = Limits { steps: case.limits.steps.min(MOST_STEPS), ..*case.limits };
    let meter = problem::meter(&limits);
    match dp_kernel::deciding_priors(&case.elaborated()?.problem, Some(&here.point), &meter) {
        Ok(priors) => Ok(Some(priors)),
        Err(Failure::Changes(_)) => Ok(None),
        Err(failure) => Err(too_many(case, claim, &failure)),
    }
}

/// Where Φz = 1 has z ≥ 0: the prior proportional to the row sums of Φ, and Φ·diag(z), of which X falls short if it
/// does not remap to that.
fn short_of_tight(case: &Case, field: &Field, point: &Point, bounds: &Bounds) -> Result<Option<Decided>, Reason> {
    let Some(step) = power_of_t(field) else { return Ok(None) };
    let Some(search) = Search::new(case, field, &Fractions::ones(case.nodes()))? else { return Ok(None) };
    let Some(z) = search.ones_at(&close(point, bounds)?, bounds)? else { return Ok(None) };
    let mut prior = Fractions { denominator: Polynomial::ZERO, numerators: Vec::with_capacity(case.nodes()) };
    for i in 0..case.nodes() {
        let powers = crate::graph::distances_from(case.graph(), i)
            .into_iter()
            .filter(|&d| d != INFINITE)
            .map(|d| (d * step) as usize);
        let powers: Vec<usize> = powers.collect();
        let highest = powers.iter().copied().max().unwrap_or(0);
        // That it may be made.
        bounds.run(|| Ok(Polynomial::monomial(BigInt::from(1), highest)))?;
        bounds.room(case.nodes() as u64, highest as u64 * 6)?;
        bounds.charge((powers.len() + highest) as u64 * 16)?;
        let mut counts = vec![0u32; highest + 1];
        powers.into_iter().for_each(|power| counts[power] += 1);
        let sum = Polynomial::polynomial(counts.into_iter().map(BigInt::from).collect());
        prior.denominator = &prior.denominator + &sum;
        prior.numerators.push(sum);
    }
    let against = Given::Against { prior: prior.for_witness(), mechanism: candidate::tight(&z) };
    Ok(Some(Decided::of_functions(Verdict::Fails, against)))
}
