//! `jointly-optimal`: a mechanism that reaches the bounds of all priors, or the optimum over tuples of guesses, which
//! is less.

use super::attempt::proves;
use super::candidate::Candidate;
use super::case::{Case, Reason};
use super::optimal::{Optimum, by_closed_forms, gains, program};
use super::utility::lcm;
use crate::effort::{spend, steps};
use crate::exact;
use crate::linear::Vector;
use crate::program::mechanism::OUT_OF_EFFORT;
use crate::statement::Decided;
use dp_kernel::{Dual, Verdict};
use dp_verify::model::Claim;
use dp_verify::witness::{Best, Given, Mechanism};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::DivExact;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;

/// The most tuples of guesses.
const MOST_TUPLES: usize = 4_096;

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let alpha = case.alpha()?;
    let gain = &case.mechanism.gain;
    let irrational = || Reason::new("a prior is irrational: this version decides rational ones");
    let prior = |name: &String| case.mechanism.prior(name)?.weights.rational().and_then(exact::vector);
    let priors = claim.priors.iter().map(|name| prior(name).ok_or_else(irrational)).collect::<Result<Vec<_>, _>>()?;
    for found in by_closed_forms(case, gain, &priors)? {
        let common = found.first().and_then(|first| common(first, &found));
        if let Some(decided) = common.map(|common| Decided::new(Verdict::Holds, common))
            && proves(case, claim, &decided)
        {
            return Ok(decided);
        }
    }
    let worth = priors.iter().map(|prior| gains(case, gain, prior)).collect::<Result<Vec<_>, _>>()?;
    by_programs(case, &alpha, &worth)
}

/// The mechanism of one of them, and the bounds of all.
pub(super) fn common(one: &Candidate, all: &[Candidate]) -> Option<Given> {
    let bounds: Vec<Dual> = all.iter().map(|found| found.dual.clone()).collect();
    Some(Given::Common { mechanism: one.better.clone()?, bounds })
}

/// The same for an α of one unit of length, and what guesses are worth for each prior.
pub(super) fn by_programs(case: &Case, alpha: &Rational, worth: &[Vec<Vector>]) -> Result<Decided, Reason> {
    let refused = || Reason::new(OUT_OF_EFFORT);
    let separate = worth.iter().map(|gains| program(case, alpha, gains).ok_or_else(refused));
    let separate = separate.collect::<Result<Vec<Optimum>, _>>()?;
    let total: Rational = separate.iter().map(|found| &found.value).sum();
    let separate: Vec<Candidate> = separate.into_iter().map(|optimum| optimum.found).collect();
    let holds = |found: &Candidate| common(found, &separate).map(|common| Decided::new(Verdict::Holds, common));
    // The optimal mechanism of one prior may serve all.
    for found in &separate {
        if let Some(Mechanism::Rows(rows)) = &found.better
            && rows.iter().map(constants).collect::<Option<Vec<_>>>().is_some_and(|rows| reached(&rows, worth) == total)
        {
            return holds(found).ok_or_else(refused);
        }
    }
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
    let joint = program(case, alpha, &all).ok_or_else(refused)?;
    if joint.value == total {
        return holds(&joint.found).ok_or_else(refused);
    }
    let separate = separate.into_iter().map(Candidate::best).collect::<Option<Vec<Best>>>();
    let joint = joint.found.best().zip(separate).map(|(joint, separate)| Given::Joint { joint, separate });
    joint.map(|joint| Decided::new(Verdict::Fails, joint)).ok_or_else(refused)
}

/// The entries of a witness's vector of constants.
fn constants(x: &dp_kernel::Vector) -> Option<Vec<Rational>> {
    let constant = |x: &dp_kernel::Number| x.integer().map(|x| exact::integer(&x));
    let denominator = constant(&x.denominator)?;
    x.numerators.iter().map(|x| Some(Rational::from_integers_ref(&constant(x)?, &denominator))).collect()
}

/// What a mechanism's utilities sum to, each under its best remap, by what the guesses are worth for each prior.
pub(super) fn reached(rows: &[Vec<Rational>], worth: &[Vec<Vector>]) -> Rational {
    let outputs = rows.first().map_or(0, Vec::len);
    let entries = Vector::from_rationals(&rows.concat());
    let words = |x: &Vector| x.numerators().iter().map(|x| x.significant_bits() / 64 + 1).max().unwrap_or(1);
    let mut total = Rational::ZERO;
    for guesses in worth {
        let longest = guesses.iter().map(words).max().unwrap_or(1);
        spend(steps(guesses.len(), outputs, rows.len()).saturating_mul(16 + words(&entries) * longest));
        // All guesses of a prior over one denominator.
        let over = guesses.iter().fold(Integer::ONE, |over, gains| lcm(over, gains.denominator()));
        let of_guess = |gains: &Vector, output: usize| -> Integer {
            let column = entries.numerators().iter().skip(output).step_by(outputs);
            let sum: Integer = gains.numerators().iter().zip(column).map(|(gain, x)| gain * x).sum();
            sum * (&over).div_exact(gains.denominator())
        };
        let best = |output| guesses.iter().map(|gains| of_guess(gains, output)).max();
        let sum: Integer = (0..outputs).filter_map(best).sum();
        total += Rational::from_integers(sum, over.clone() * entries.denominator());
    }
    total
}
