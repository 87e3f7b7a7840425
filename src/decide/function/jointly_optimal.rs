//! `jointly-optimal` by functions of t: the optimum over tuples of guesses, and that of each prior.

use super::near::{self, trials};
use super::parts::{self, Proposed, Tried};
use super::program;
use crate::decide::attempt::Attempt;
use crate::decide::candidate::Candidate;
use crate::decide::case::{Case, Reason};
use crate::decide::jointly_optimal::by_programs;
use crate::effort::Counted;
use crate::statement::Decided;
use dp_kernel::Verdict;
use dp_verify::alpha::{Bounds, Field, Obstacle, Point, Polynomial};
use dp_verify::model::Claim;
use dp_verify::number::{BigInt, Fractions, Rational};
use dp_verify::witness::{Best, Given};

pub(in crate::decide) fn decide(case: &Case, claim: &Claim, field: &Field) -> Result<Decided, Reason> {
    let propose = |point: &Point| propose(case, claim, field, point);
    parts::decide_or_refute(case, claim, field, &propose, &|t, bounds| at_rational(case, claim, field, t, bounds))
}

/// What holds at a rational t, by the programs of rational numbers.
fn at_rational(case: &Case, claim: &Claim, field: &Field, t: &Rational, bounds: &Bounds) -> Result<Decided, Reason> {
    let worth = claim.priors.iter().map(|name| program::gains_at(case, case.prior_named(name)?, t, bounds));
    by_programs(case, &near::alpha(field, t, bounds)?, &worth.collect::<Result<Vec<_>, Reason>>()?)
}

/// What holds at t, or at one t of an interval.
fn propose(case: &Case, claim: &Claim, field: &Field, point: &Point) -> Result<Proposed, Reason> {
    let steps = Counted::new(case.limits.steps);
    let bounds = Bounds::new(case.limits, &steps);
    let refused = || Reason::new("the linear program is too large at an irrational α");
    let mut worth = Vec::with_capacity(claim.priors.len());
    for name in &claim.priors {
        worth.push(program::gains(case, case.prior_named(name)?, &bounds)?.ok_or_else(refused)?);
    }
    let guesses = worth.first().map_or(0, Vec::len);
    let tuples = u32::try_from(worth.len()).ok().and_then(|k| guesses.checked_pow(k));
    let tuples = tuples.filter(|&tuples| tuples <= program::MOST_GUESSES).ok_or_else(refused)?;
    let all = (0..tuples).map(|tuple| sum(&worth, tuple, guesses, &bounds)).collect::<Result<Vec<_>, _>>();
    let all = all?;
    let here = field.at(point.clone());
    let mut why_not = refused();
    for t in trials(point, &bounds)? {
        let proof = |gains: &[Fractions<Polynomial>]| {
            let found = program::candidate(case, field, &t, gains, &bounds)?;
            Ok::<_, Reason>(found.and_then(Candidate::best))
        };
        let Some(joint) = proof(&all)? else { continue };
        let separate = worth.iter().map(|gains| proof(gains)).collect::<Result<Option<Vec<Best>>, _>>()?;
        let Some(separate) = separate else { continue };
        // The kernel computes the verdict.
        let mut decided = Decided::of_functions(Verdict::Holds, Given::Joint { joint, separate });
        let tried = Tried::now(case, claim, &decided, &here, case.limits.steps as u64);
        match &tried.result {
            Ok(verdict) => decided.verdict = *verdict,
            Err(Attempt::Changes(_)) => {}
            Err(why) => {
                why_not = Reason::new(why.clone().reason());
                continue;
            }
        }
        return Ok(Proposed { decided, tried: Some(tried) });
    }
    Err(why_not)
}

/// The gains of a tuple of guesses, the first prior's counting fastest.
fn sum(
    worth: &[Vec<Fractions<Polynomial>>],
    mut tuple: usize,
    guesses: usize,
    bounds: &Bounds,
) -> Result<Fractions<Polynomial>, Obstacle> {
    let one = Polynomial::constant(BigInt::from(1));
    let mut sum = Fractions { denominator: one, numerators: Vec::new() };
    for gains in worth {
        let row = &gains[tuple % guesses];
        tuple /= guesses;
        if sum.numerators.is_empty() {
            sum = row.clone();
            continue;
        }
        let add = |(x, y): (&Polynomial, &Polynomial)| {
            Ok(x.times(&row.denominator, bounds)?.plus(&y.times(&sum.denominator, bounds)?))
        };
        let numerators = sum.numerators.iter().zip(&row.numerators).map(add).collect::<Result<_, Obstacle>>()?;
        sum = Fractions { denominator: sum.denominator.times(&row.denominator, bounds)?, numerators };
    }
    Ok(sum)
}
