//! `jointly-optimal`: the optimum over tuples of guesses against the sum of the priors' own optima.

use super::case::{Case, Reason};
use super::optimal::{Optimum, gains, program};
use crate::exact;
use crate::linear::Vector;
use crate::program::mechanism::OUT_OF_EFFORT;
use crate::statement::{Decided, verdict};
use dp_verify::model::Claim;
use dp_verify::witness::{Best, Given};
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;

/// The most tuples of guesses.
const MOST_TUPLES: usize = 4_096;

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let alpha = case.alpha()?;
    let gain = &case.mechanism.gain;
    let irrational = || Reason::new("a prior is irrational: this version decides rational ones");
    let prior = |name: &String| case.mechanism.prior(name)?.weights.rational().and_then(exact::vector);
    let priors = claim.priors.iter().map(|name| prior(name).ok_or_else(irrational)).collect::<Result<Vec<_>, _>>()?;
    let worth = priors.iter().map(|prior| gains(case, gain, prior)).collect::<Result<Vec<_>, _>>()?;
    by_programs(case, &alpha, &worth)
}

/// The same for an α of one unit of length, and what guesses are worth for each prior.
pub(super) fn by_programs(case: &Case, alpha: &Rational, worth: &[Vec<Vector>]) -> Result<Decided, Reason> {
    let guesses = worth.first().map_or(0, Vec::len);
    let tuples = u32::try_from(worth.len()).ok().and_then(|k| guesses.checked_pow(k)).filter(|&t| t <= MOST_TUPLES);
    let tuples = tuples.ok_or_else(|| Reason::new(format!("over {MOST_TUPLES} tuples of guesses")))?;
    // The first prior's guess counts fastest.
    let sum = |mut tuple: usize| {
        let mut entries = vec![Rational::ZERO; case.nodes()];
        for worth in worth {
            let guess = &worth[tuple % guesses];
            tuple /= guesses;
            entries.iter_mut().enumerate().for_each(|(i, sum)| *sum += guess.entry(i));
        }
        Vector::from_rationals(&entries)
    };
    let all: Vec<Vector> = (0..tuples).map(sum).collect();
    let refused = || Reason::new(OUT_OF_EFFORT);
    let joint = program(case, alpha, &all).ok_or_else(refused)?;
    let separate = worth.iter().map(|gains| program(case, alpha, gains).ok_or_else(refused));
    let separate = separate.collect::<Result<Vec<Optimum>, _>>()?;
    let total: Rational = separate.iter().map(|found| &found.value).sum();
    let verdict = verdict(joint.value == total);
    let proof = |optimum: Optimum| optimum.found.best().ok_or_else(refused);
    let separate = separate.into_iter().map(proof).collect::<Result<Vec<Best>, _>>()?;
    Ok(Decided::new(verdict, Given::Joint { joint: proof(joint)?, separate }))
}
