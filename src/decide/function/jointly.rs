//! `jointly-optimal` by functions of t: the optimum over tuples of guesses, and that of each prior.

use super::super::case::{Case, Reason};
use super::optimal::{Candidate, close, coarse, gains};
use super::parts::obstacle;
use super::program;
use super::witness::Proposal;
use crate::decide::attempt::{Attempt, attempt};
use dp_verify::alpha::{Bounds, Field, Obstacle, Point, Polynomial};
use dp_verify::limits::Budget;
use dp_verify::model::Claim;
use dp_verify::number::{BigInt, Fractions};
use dp_verify::report::Verdict;
use serde_json::Value;

/// What holds at t, or at one t of an interval.
pub(super) fn propose(case: &Case, claim: &Claim, field: &Field, point: &Point) -> Result<Proposal, Reason> {
    let steps = Budget::new(case.limits.steps);
    let bounds = Bounds::new(case.limits, &steps);
    let t = coarse(&close(point, &bounds).map_err(|why| obstacle(&why))?);
    let refused = || Reason::new("the linear program is too large at an irrational α");
    let mut worth = Vec::with_capacity(claim.priors.len());
    for name in &claim.priors {
        let prior = case.mechanism.prior(name).ok_or_else(|| Reason::new("the claim names no prior of the file"))?;
        worth.push(gains(case, prior, &bounds).map_err(|why| obstacle(&why))?.ok_or_else(refused)?);
    }
    let guesses = worth.first().map_or(0, Vec::len);
    let tuples = u32::try_from(worth.len()).ok().and_then(|k| guesses.checked_pow(k));
    let tuples = tuples.filter(|&tuples| tuples <= program::MOST_GUESSES).ok_or_else(refused)?;
    let all = (0..tuples).map(|tuple| sum(&worth, tuple, guesses, &bounds)).collect::<Result<Vec<_>, _>>();
    let all = all.map_err(|why| obstacle(&why))?;
    let proof = |gains: &[Fractions<Polynomial>]| -> Result<Value, Reason> {
        let Candidate { mut bound, better } =
            program::candidate(case, field, &t, gains, &bounds)?.ok_or_else(refused)?;
        bound.extend(better.map(|better| ("better".to_owned(), better)));
        Ok(Value::Object(bound))
    };
    let joint = proof(&all)?;
    let separate = worth.iter().map(|gains| proof(gains)).collect::<Result<Vec<Value>, _>>()?;
    let here = field.at(point.clone());
    let mut why_not = refused();
    for said in [Verdict::Holds, Verdict::Fails] {
        let proposal = Proposal::new(said).part("joint", joint.clone()).part("separate", separate.clone());
        match attempt(case, claim, said, Some(&proposal.text()), Some(&here)) {
            Ok(verdict) if verdict == said => return Ok(proposal),
            Err(Attempt::Changes(_)) => return Ok(proposal),
            Err(why) => why_not = Reason::new(why.reason()),
            Ok(_) => {}
        }
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
