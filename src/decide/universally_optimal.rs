//! `universally-optimal`: on a forest the same as `tight-constraints` where such a mechanism exists; else by the optima
//! of the priors that decide, the rays of X's best-remap cells.

use super::attempt::proves;
use super::candidate;
use super::case::{Case, Reason, refused};
use super::optimal::{Optimum, bounds as bounds_at, optima, tight};
use super::{tight_constraints, utility};
use crate::effort::{Counted, spend, steps};
use crate::exact::{self, ForWitness};
use crate::graph::is_forest;
use crate::linear::Vector;
use crate::statement::Decided;
use dp_kernel::{Failure, Verdict, Witness};
use dp_verify::limits::Limits;
use dp_verify::model::{Claim, Gain};
use dp_verify::problem;
use dp_verify::witness::Given;
use dp_verify::words::{self, Words};
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;
use std::iter;

/// How many word operations the list of the priors that decide may take: about as many as a second has.
pub(super) const MOST_STEPS: usize = 1 << 30;

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let alpha = case.alpha()?;
    if !case.is_private()? {
        return Ok(Decided::plain(Verdict::Fails));
    }
    let holds = Decided::plain(Verdict::Holds);
    if alpha == 1u32 && proves(case, claim, &holds) {
        return Ok(holds);
    }
    let tight_here = tight_constraints::decide(case, claim)?;
    if alpha < 1u32 && !case.general && tight_here.verdict == Verdict::Holds && is_forest(case.graph()) {
        return Ok(tight_here);
    }
    if let Some(refuted) = short_of_tight(case, &tight_here)? {
        return Ok(refuted);
    }
    // A refutation by one of the simplest priors is the shortest.
    for prior in candidates(case.nodes()) {
        if let Some(refuted) = refuted_at(case, claim, &prior)? {
            return Ok(refuted);
        }
    }
    at_rays(case, claim)
}

/// Where a tight-constraints mechanism exists and X is none: the prior proportional to the row sums, at which X falls
/// short of it.
fn short_of_tight(case: &Case, tight_here: &Decided) -> Result<Option<Decided>, Reason> {
    if tight_here.verdict != Verdict::Fails {
        return Ok(None);
    }
    let Some(z) = tight(case) else { return Ok(None) };
    let (prior, _) = tight_constraints::of_row_sums(case)?;
    let against = Given::Against { prior: prior.for_witness(), mechanism: candidate::tight(&z) };
    Ok(Some(Decided::new(Verdict::Fails, against)))
}

/// A mechanism that is better than X for that prior, if there is one.
fn refuted_at(case: &Case, claim: &Claim, prior: &Vector) -> Result<Option<Decided>, Reason> {
    let (reached, _) = utility::binary(case.rows()?, prior);
    for Optimum { value, found } in optima(case, &Gain::Binary, prior)? {
        let Some(mechanism) = found.better.filter(|_| value > reached) else { continue };
        // A closed form need not reach what it bounds: the kernel tells.
        let decided = Decided::new(Verdict::Fails, Given::Against { prior: prior.for_witness(), mechanism });
        if proves(case, claim, &decided) {
            return Ok(Some(decided));
        }
    }
    Ok(None)
}

/// Each prior that decides: X reaches its optimum, or the first at which X does not refutes the claim.
fn at_rays(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let limits = Limits { steps: case.limits.steps.min(MOST_STEPS), ..*case.limits };
    let meter = problem::meter(&limits);
    let priors = dp_kernel::deciding_priors(&case.elaborated()?.problem, None, &meter);
    let priors = priors.map_err(|failure| too_many(case, claim, &failure))?;
    let mut bounds = Vec::with_capacity(priors.len());
    for prior in &priors {
        let prior = exact::vector(prior).ok_or_else(refused)?;
        let (reached, _) = utility::binary(case.rows()?, &prior);
        match bounds_at(case, &Gain::Binary, &prior)?.find(|optimum| optimum.value == reached) {
            Some(optimum) => bounds.push(optimum.found.dual),
            None => {
                let undecided = || Reason::new("for one of the priors that decide, the optimum was not found");
                return refuted_at(case, claim, &prior)?.ok_or_else(undecided);
            }
        }
    }
    Ok(Decided::new(Verdict::Holds, Witness::Deciding(bounds)))
}

/// Why the priors that decide are not to be had.
pub(super) fn too_many(case: &Case, claim: &Claim, failure: &Failure) -> Reason {
    let steps = Counted::new(case.limits.steps);
    let why = words::failure(failure, Verdict::Holds, &Words::new(case.mechanism, claim, case.limits, &steps));
    Reason::new(format!("X is optimal for the priors that were tried, and those that decide are too many: {why}"))
}

/// The uniform prior on all nodes, on all but one, and on each pair of nodes, each made when it is asked for.
pub(super) fn candidates(n: usize) -> impl Iterator<Item = Vector> {
    let all_but = (0..if n > 2 { n } else { 0 }).map(move |out| uniform(n, &|i| i != out));
    let pairs = (0..n).flat_map(move |i| (i + 1..n).map(move |h| uniform(n, &|k| k == i || k == h)));
    iter::once_with(move || uniform(n, &|_| true)).chain(all_but).chain(pairs)
}

/// The uniform prior on some of n nodes.
fn uniform(n: usize, on: &dyn Fn(usize) -> bool) -> Vector {
    spend(steps(16, n, 1));
    let count = (0..n).filter(|&i| on(i)).count();
    let entry = |i: usize| if on(i) { Rational::from_unsigneds(1usize, count) } else { Rational::ZERO };
    Vector::from_rationals(&(0..n).map(entry).collect::<Vec<_>>())
}
