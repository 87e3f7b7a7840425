//! `jointly-optimal` by functions of t: a mechanism that reaches the bounds of all priors, or the optimum over tuples
//! of guesses.

use super::near::{self, close, trials};
use super::parts;
use super::proposed::{Proposed, Tried};
use super::{optimal, program};
use crate::decide::attempt::Attempt;
use crate::decide::candidate::Candidate;
use crate::decide::case::{Case, Reason};
use crate::decide::jointly_optimal::{by_programs, common, reached};
use crate::effort::Counted;
use crate::linear::Vector;
use crate::statement::Decided;
use dp_kernel::{Dual, Verdict};
use dp_verify::alpha::{Bounds, Field, Obstacle, Point, Polynomial, Polynomials as _};
use dp_verify::model::{Claim, Kind};
use dp_verify::number::{BigInt, Fractions, Rational};
use dp_verify::witness::{Best, Given, Mechanism};
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational as Exact;

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
    let here = field.at(point.clone());
    let mut why_not = refused();
    let mut served = |verdict: Verdict, given: Given| {
        let decided = Decided::of_functions(verdict, given);
        let tried = Tried::now(case, claim, &decided, &here, case.limits.steps as u64);
        if let Err(why) = &tried.result
            && !matches!(why, Attempt::Changes(_))
        {
            why_not = Reason::new(why.clone().reason());
            return None;
        }
        Some(Proposed { decided, tried: Some(tried) })
    };
    for separate in closed_forms(case, claim, field, point, &bounds)? {
        let common = separate.first().and_then(|first| common(first, &separate));
        if let Some(found) = common.and_then(|common| served(Verdict::Holds, common)) {
            return Ok(found);
        }
    }
    for t in trials(point, &bounds)? {
        let proof = |gains: &[Fractions]| program::candidate(case, field, (point, &t), gains, &bounds);
        // Priors that are the same are solved once.
        let mut separate: Vec<Candidate> = Vec::with_capacity(worth.len());
        for (k, gains) in worth.iter().enumerate() {
            let known = worth.iter().take(k).position(|other| same(other, gains));
            separate.extend(match known.and_then(|k| separate.get(k)) {
                Some(found) => Some(found.clone()),
                None => proof(gains)?,
            });
        }
        if separate.len() < worth.len() {
            continue;
        }
        // The optimal mechanism of one prior may serve all.
        let total = total(&separate, &t, &bounds)?;
        let near = worth.iter().map(|gains| gains.iter().map(|row| at(row, &t, &bounds)).collect());
        let near = near.collect::<Result<Vec<Vec<Vector>>, Obstacle>>()?;
        for found in &separate {
            if let Some(Mechanism::Rows(rows)) = &found.better
                && let rows = rows.iter().map(|row| near::values(row, &t, &bounds))
                && reached(&rows.collect::<Result<Vec<_>, _>>()?, &near) == total
                && let Some(common) = common(found, &separate)
                && let Some(found) = served(Verdict::Holds, common)
            {
                return Ok(found);
            }
        }
        // One mechanism for all tuples of guesses.
        let guesses = worth.first().map_or(0, Vec::len);
        let tuples = u32::try_from(worth.len()).ok().and_then(|k| guesses.checked_pow(k));
        let Some(tuples) = tuples.filter(|&tuples| tuples <= program::MOST_GUESSES) else { continue };
        let all = (0..tuples).map(|tuple| sum(&worth, tuple, guesses, &bounds));
        let all = all.collect::<Result<Vec<_>, Obstacle>>()?;
        let mut reaching = |mechanism: Mechanism| {
            let bounds = separate.iter().map(|found| found.dual.clone()).collect();
            served(Verdict::Holds, Given::Common { mechanism, bounds })
        };
        if matches!(point, Point::Interval(_)) {
            let at_t = program::reaching(case, field, &t, (&all, &total), &bounds)?;
            if let Some(found) = at_t.and_then(&mut reaching) {
                return Ok(found);
            }
        }
        let Some(joint) = proof(&all)?.and_then(Candidate::best) else { continue };
        // What fails at a number that is close to t may hold at t.
        if !matches!(point, Point::Interval(_))
            && let Some(found) = reaching(joint.mechanism.clone())
        {
            return Ok(found);
        }
        let separate = separate.into_iter().map(Candidate::best).collect::<Option<Vec<Best>>>();
        if let Some(separate) = separate
            && let Some(found) = served(Verdict::Fails, Given::Joint { joint, separate })
        {
            return Ok(found);
        }
    }
    Err(why_not)
}

fn same(x: &[Fractions], y: &[Fractions]) -> bool {
    x.iter().zip(y).all(|(x, y)| x.denominator == y.denominator && x.numerators == y.numerators)
}

/// What closed forms there are for each of the priors, by one route at a time.
fn closed_forms(
    case: &Case,
    claim: &Claim,
    field: &Field,
    point: &Point,
    bounds: &Bounds,
) -> Result<Vec<Vec<Candidate>>, Reason> {
    if case.general || !matches!(point, Point::Interval(_)) {
        return Ok(Vec::new());
    }
    let t = close(point, bounds)?;
    let mut by_route: [Option<Vec<Candidate>>; optimal::ROUTES] = std::array::from_fn(|_| Some(Vec::new()));
    for name in &claim.priors {
        let of_one = Claim::about(Kind::Optimal, name);
        for (all, found) in by_route.iter_mut().zip(optimal::closed_forms(case, &of_one, field, &t, bounds)?) {
            *all = all.take().zip(found).map(|(mut all, found)| {
                all.push(found);
                all
            });
        }
    }
    Ok(by_route.into_iter().flatten().collect())
}

/// The bounds' sum at t.
fn total(separate: &[Candidate], t: &Rational, bounds: &Bounds) -> Result<Exact, Obstacle> {
    let mut total = Exact::ZERO;
    for found in separate {
        let (Dual::Forest(lambda) | Dual::Multipliers { lambda, .. } | Dual::Covering(lambda)) = &found.dual;
        total += near::values(lambda, t, bounds)?.iter().sum::<Exact>();
    }
    Ok(total)
}

/// A vector at t.
fn at(row: &Fractions, t: &Rational, bounds: &Bounds) -> Result<Vector, Obstacle> {
    Ok(Vector::from_rationals(&near::values(row, t, bounds)?))
}

/// The gains of a tuple of guesses, the first prior's counting fastest.
fn sum(worth: &[Vec<Fractions>], mut tuple: usize, guesses: usize, bounds: &Bounds) -> Result<Fractions, Obstacle> {
    let one = Polynomial::from(BigInt::from(1));
    let mut sum = Fractions { denominator: one, numerators: Vec::new() };
    for gains in worth {
        let row = &gains[tuple % guesses];
        tuple /= guesses;
        if sum.numerators.is_empty() {
            sum = row.clone();
            continue;
        }
        let add = |(x, y): (&Polynomial, &Polynomial)| {
            Ok(&x.times(&row.denominator, bounds)? + &y.times(&sum.denominator, bounds)?)
        };
        let numerators = sum.numerators.iter().zip(&row.numerators).map(add).collect::<Result<_, Obstacle>>()?;
        sum = Fractions { denominator: sum.denominator.times(&row.denominator, bounds)?, numerators };
    }
    Ok(sum)
}
