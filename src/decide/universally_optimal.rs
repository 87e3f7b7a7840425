//! `universally-optimal`: on a forest the same as `tight-constraints` where such a mechanism exists; at α = 1 every
//! private mechanism; else a prior with a better mechanism.

use super::case::{Case, Reason, refused};
use super::optimal::{Optimum, is_forest, optima, tight};
use super::{dp, stochastic, tight_constraints, utility};
use crate::certificate::{Decided, vector_json};
use crate::linear::Vector;
use dp_verify::check::attempt;
use dp_verify::model::{Claim, Gain};
use dp_verify::report::Verdict;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;
use serde_json::json;

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    if let Some(refuted) = stochastic::refute(case)? {
        return Ok(refuted);
    }
    let (rows, alpha, n) = (case.rows()?, case.alpha()?, case.nodes());
    if !dp::is_private(case, rows, &alpha) {
        return Ok(Decided::new(Verdict::Fails));
    }
    if alpha == 1u32 {
        return Ok(Decided::new(Verdict::Holds));
    }
    let tight_here = tight_constraints::decide(case)?;
    if tight_here.verdict() == Verdict::Holds && is_forest(case.graph()) {
        return Ok(tight_here);
    }
    if let Some(z) = tight(case)
        && tight_here.verdict() == Verdict::Fails
    {
        // The prior proportional to the row sums, at which X falls short of the tight-constraints mechanism.
        let sums = case.similarity()?.multiply(&Vector::ones(n)).ok_or_else(refused)?;
        let total = sums.total();
        let prior: Vec<Rational> = sums.to_rationals().into_iter().map(|x| x / &total).collect();
        let better = json!({ "tight": vector_json(&z) });
        return Ok(Decided::new(Verdict::Fails)
            .vector("prior", &Vector::from_rationals(&prior))
            .witness("better", better));
    }
    for prior in candidates(n) {
        let (reached, _) = utility::binary(rows, &prior);
        for Optimum { value, better, .. } in optima(case, &Gain::Binary, &prior)? {
            if value <= reached || better.is_null() {
                continue;
            }
            let witness = json!({ "prior": vector_json(&prior), "better": better });
            // A closed form need not reach what it bounds: the verifier tells.
            let found = attempt(case.mechanism, claim, Verdict::Fails, Some(&witness.to_string()), None, case.limits);
            if found.is_ok_and(|verdict| verdict == Verdict::Fails) {
                return Ok(Decided::new(Verdict::Fails).vector("prior", &prior).witness("better", better));
            }
        }
    }
    Err(Reason::new("X is optimal for the priors that were tried, and the graph is no forest with tight constraints"))
}

/// The uniform prior on all nodes, on all but one, and on each pair of nodes.
fn candidates(n: usize) -> Vec<Vector> {
    let uniform = |on: &dyn Fn(usize) -> bool| {
        let count = (0..n).filter(|&i| on(i)).count();
        let entry = |i: usize| if on(i) { Rational::from_unsigneds(1usize, count) } else { Rational::ZERO };
        Vector::from_rationals(&(0..n).map(entry).collect::<Vec<_>>())
    };
    let mut all = vec![uniform(&|_| true)];
    if n > 2 {
        all.extend((0..n).map(|out| uniform(&|i| i != out)));
    }
    for i in 0..n {
        all.extend((i + 1..n).map(|h| uniform(&|k| k == i || k == h)));
    }
    all
}
