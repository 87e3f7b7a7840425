//! `optimal` by functions of t: the closed forms of the rational case, their choices made at a rational close to t.

use super::super::case::{Case, Reason};
use super::super::optimal::Optimum;
use super::parts::obstacle;
use super::program;
use super::search::Search;
use super::witness::{Proposal, vector_json};
use crate::certificate::Decided;
use crate::decide::attempt::{Attempt, attempt};
use crate::exact;
use dp_verify::alpha::{Bounds, Field, Obstacle, Point, Polynomial, Quotient};
use dp_verify::graph::Family;
use dp_verify::limits::Budget;
use dp_verify::model::{Claim, Gain, Prior};
use dp_verify::number::{BigInt, Fractions, Rational};
use dp_verify::report::Verdict;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational as Exact;
use serde_json::{Map, Value, json};

/// The binary places to which an irrational t is computed.
const BITS: u64 = 256;

/// Those to which the linear program has it.
const COARSE_BITS: usize = 64;

/// The bound and a mechanism that may reach it, by one of the routes.
pub(super) struct Candidate {
    pub(super) bound: Map<String, Value>,
    pub(super) better: Option<Value>,
}

/// What holds at t, or at one t of an interval: X reaches the bound, or another mechanism does.
pub(super) fn propose(
    case: &Case,
    claim: &Claim,
    field: &Field,
    searches: &Searches,
    point: &Point,
) -> Result<Proposal, Reason> {
    let steps = Budget::new(case.limits.steps);
    let bounds = Bounds::new(case.limits, &steps);
    let t = close(point, &bounds).map_err(|why| obstacle(&why))?;
    let here = field.at(point.clone());
    let line = Line { case, claim, field, bounds: &bounds, t: &t };
    let mut why_not = Reason::new("no closed form fits, and the linear program is too large");
    let routes: [&dyn Fn() -> Result<Option<Candidate>, Reason>; 4] = [
        &|| line.candidate(),
        &|| searches.tree(case, claim, field, &t, &bounds),
        &|| searches.covering(&t, &bounds),
        &|| match gains(case, case.prior(claim)?, &bounds).map_err(|why| obstacle(&why))? {
            Some(gains) => program::candidate(case, field, &coarse(&t), &gains, &bounds),
            None => Ok(None),
        },
    ];
    for route in if case.general { &routes[3..] } else { &routes[..] } {
        let Some(Candidate { bound, better }) = route()? else { continue };
        let holds = Proposal { said: Verdict::Holds, witness: bound.clone() };
        let fails = better.map(|better| Proposal { said: Verdict::Fails, witness: bound }.part("better", better));
        for proposal in [Some(holds), fails].into_iter().flatten() {
            let found = attempt(case, claim, proposal.said, Some(&proposal.text()), Some(&here));
            match found {
                Ok(verdict) if verdict == proposal.said => return Ok(proposal),
                Err(Attempt::Changes(_)) => return Ok(proposal),
                Err(why) => why_not = Reason::new(why.reason()),
                Ok(_) => {}
            }
        }
    }
    // A mechanism that is not private needs no witness.
    let plain = Proposal::new(Verdict::Fails);
    match attempt(case, claim, Verdict::Fails, None, Some(&here)) {
        Ok(Verdict::Fails) | Err(Attempt::Changes(_)) => Ok(plain),
        _ => Err(why_not),
    }
}

/// The bound of `utility-bound` or `leakage-bound` with the optimum of the binary gain beside it, where the file expects
/// something of that and it is within reach.
pub(super) fn beside_bound(
    case: &Case,
    claim: &Claim,
    field: &Field,
    point: &Point,
    found: Proposal,
) -> Result<Proposal, Reason> {
    if !case.expects(claim, &["optimum", "maximum"]) {
        return Ok(found);
    }
    let steps = Budget::new(case.limits.steps);
    let bounds = Bounds::new(case.limits, &steps);
    let t = coarse(&close(point, &bounds).map_err(|why| obstacle(&why))?);
    let gains = binary_gains(&case.prior(claim)?.weights.functions());
    let Some(Candidate { mut bound, better }) = program::candidate(case, field, &t, &gains, &bounds)? else {
        return Ok(found);
    };
    bound.extend(better.map(|better| ("better".to_owned(), better)));
    let with_optimum = found.clone().part("optimum", Value::Object(bound));
    let (text, here) = (with_optimum.text(), field.at(point.clone()));
    Ok(match attempt(case, claim, with_optimum.said, Some(&text), Some(&here)) {
        Ok(_) | Err(Attempt::Changes(_)) => with_optimum,
        Err(_) => found,
    })
}

/// c_w for the binary gain: π_w at w.
pub(super) fn binary_gains(prior: &Fractions<Polynomial>) -> Vec<Fractions<Polynomial>> {
    let gain = |w: usize| {
        let mut numerators = vec![Polynomial::default(); prior.len()];
        numerators[w] = prior.numerators[w].clone();
        Fractions { denominator: prior.denominator.clone(), numerators }
    };
    (0..prior.len()).map(gain).collect()
}

/// A rational close to t, or in the interval.
pub(super) fn close(point: &Point, bounds: &Bounds) -> Result<Rational, Obstacle> {
    match point {
        Point::Rational(t) => Ok(t.clone()),
        Point::Interval(interval) => interval.sample(bounds),
        other => Ok(other.enclosure(BITS, bounds)?.low),
    }
}

/// The rows of a mechanism that is optimal at a t close by, as functions of t; whether it is optimal at t is for the
/// caller to see.
pub(super) fn rows(case: &Case, field: &Field, prior: &Prior) -> Option<Vec<Vec<Quotient>>> {
    let steps = Budget::new(case.limits.steps);
    let bounds = Bounds::new(case.limits, &steps);
    let t = coarse(&close(&field.point, &bounds).ok()?);
    let gains = gains(case, prior, &bounds).ok()??;
    program::solve(case, field, &t, &gains, &bounds).ok()?.map(|whole| whole.rows)
}

/// c_w(i) = π_i·g(w, i), a row for each guess.
pub(super) fn gains(
    case: &Case,
    prior: &Prior,
    bounds: &Bounds,
) -> Result<Option<Vec<Fractions<Polynomial>>>, Obstacle> {
    let (gain, graph, prior) = (&case.mechanism.gain, case.graph(), prior.weights.functions());
    let mut rows = Vec::with_capacity(gain.guesses(graph));
    for w in 0..gain.guesses(graph) {
        rows.push(match gain {
            Gain::Binary => {
                let mut numerators = vec![Polynomial::default(); case.nodes()];
                numerators[w] = prior.numerators[w].clone();
                Fractions { denominator: prior.denominator.clone(), numerators }
            }
            gain => {
                let Some(gains) = gain.functions(w, graph) else { return Ok(None) };
                let pairs = prior.numerators.iter().zip(&gains.numerators);
                let numerators = pairs.map(|(p, g)| p.times(g, bounds)).collect::<Result<_, _>>()?;
                Fractions { denominator: prior.denominator.times(&gains.denominator, bounds)?, numerators }
            }
        });
    }
    Ok(Some(rows))
}

/// t rounded to fewer places, where it has many: exact numbers of the search grow with it.
pub(super) fn coarse(t: &Rational) -> Rational {
    let scale = BigInt::from(1) << COARSE_BITS;
    if t.denom() > &scale {
        Rational::new((t * Rational::from(scale.clone())).round().to_integer(), scale)
    } else {
        t.clone()
    }
}

/// X, with irrational entries, against an optimum of the rational program; `None` where that proves nothing.
pub(super) fn by_rational(case: &Case, claim: &Claim, found: Optimum) -> Option<Decided> {
    let holds = Proposal { said: Verdict::Holds, witness: found.bound.clone() };
    let fails = Proposal { said: Verdict::Fails, witness: found.bound }.part("better", found.better);
    let proves = |proposal: &Proposal| {
        let verdict = attempt(case, claim, proposal.said, Some(&proposal.text()), None);
        verdict.is_ok_and(|verdict| verdict == proposal.said)
    };
    [holds, fails].into_iter().find(proves).map(Proposal::decided)
}

/// Solutions of Φx = b for the prior, where the gain is binary and they are within reach.
pub(super) struct Searches<'c, 'a>(pub(super) Option<Search<'c, 'a>>);

impl Searches<'_, '_> {
    /// λ = Φ^-1 u with u_k = max_i π_i Φ_ik, and Φ·diag(z) with z = Φ^-1 1.
    fn tree(
        &self,
        case: &Case,
        claim: &Claim,
        field: &Field,
        t: &Rational,
        bounds: &Bounds,
    ) -> Result<Option<Candidate>, Reason> {
        let graph = case.graph();
        let n = graph.nodes();
        let edges = (0..n).map(|i| graph.neighbours(i).len()).sum::<usize>() / 2;
        if self.0.is_none() || edges >= n {
            return Ok(None);
        }
        let prior = case.prior(claim)?.weights.functions();
        let value = |p: &Polynomial| match p.evaluate(t, bounds) {
            Ok(x) => Ok(exact::rational(&x)),
            Err(why) => Err(obstacle(&why)),
        };
        let weights = prior.numerators.iter().map(value).collect::<Result<Vec<Exact>, _>>()?;
        let alpha = value(&field.alpha.numerator)? / value(&field.alpha.denominator)?;
        let mut numerators = Vec::with_capacity(n);
        for k in 0..n {
            let distances = graph.distances_from(k);
            let mut best: Option<(Exact, usize)> = None;
            for (i, &d) in distances.iter().enumerate().filter(|&(_, &d)| d != dp_verify::graph::INFINITE) {
                let joint = (0..d).fold(weights[i].clone(), |x, _| x * &alpha);
                if best.as_ref().is_none_or(|(most, _)| joint > *most) {
                    best = Some((joint, i));
                }
            }
            let i = best.map_or(k, |(_, i)| i);
            let power = field.alpha.numerator.power(distances[i] as usize, bounds);
            let product = power.and_then(|power| prior.numerators[i].times(&power, bounds));
            numerators.push(product.map_err(|why| obstacle(&why))?);
        }
        let u = Fractions { denominator: prior.denominator.clone(), numerators };
        let Some(solved) = Search::new(case, field, &u)? else { return Ok(None) };
        let Some(lambda) = solved.solution_at(t, bounds)? else { return Ok(None) };
        let better = solved.ones_at(t, bounds)?.map(|z| json!({ "tight": vector_json(&z) }));
        Ok(Some(Candidate { bound: Map::from_iter([("lambda".to_owned(), vector_json(&lambda))]), better }))
    }

    /// y = Φ^-1 π where it is ≥ 0.
    fn covering(&self, t: &Rational, bounds: &Bounds) -> Result<Option<Candidate>, Reason> {
        let Some(search) = &self.0 else { return Ok(None) };
        let Some(y) = search.solution_at(t, bounds)? else { return Ok(None) };
        let better = search.ones_at(t, bounds)?.map(|z| json!({ "tight": vector_json(&z) }));
        Ok(Some(Candidate { bound: Map::from_iter([("y".to_owned(), vector_json(&y))]), better }))
    }
}

/// The line, with the truncated geometric mechanism G and λ = G^-T u, u_j = max_w Σ_i c_w(i)·G_ij.
struct Line<'l, 'a> {
    case: &'l Case<'a>,
    claim: &'l Claim,
    field: &'l Field,
    bounds: &'l Bounds<'l>,
    t: &'l Rational,
}

impl Line<'_, '_> {
    fn candidate(&self) -> Result<Option<Candidate>, Reason> {
        if !matches!(self.case.graph().family(), Family::Line) || self.case.nodes() < 2 {
            return Ok(None);
        }
        let lambda = self.lambda().map_err(|why| obstacle(&why))?;
        let Some(lambda) = lambda else { return Ok(None) };
        let bound = Map::from_iter([("lambda".to_owned(), vector_json(&lambda))]);
        Ok(Some(Candidate { bound, better: Some(json!({ "family": "truncated-geometric" })) }))
    }

    fn value(&self, p: &Polynomial) -> Result<Exact, Obstacle> {
        Ok(exact::rational(&p.evaluate(self.t, self.bounds)?))
    }

    fn lambda(&self) -> Result<Option<Fractions<Polynomial>>, Obstacle> {
        let (case, bounds, n) = (self.case, self.bounds, self.case.nodes());
        let Ok(prior) = case.prior(self.claim) else { return Ok(None) };
        let prior = prior.weights.functions();
        let gain = &case.mechanism.gain;
        let (p, q) = (&self.field.alpha.numerator, &self.field.alpha.denominator);
        let alpha = self.value(p)? / self.value(q)?;
        if alpha == 1u32 {
            return Ok(None);
        }
        let mut powers = vec![Exact::ONE];
        for d in 1..n {
            powers.push(&powers[d - 1] * &alpha);
        }
        // The gains as functions and at this t; for the binary gain only the diagonal.
        let guesses = gain.guesses(case.graph());
        let mut rows: Vec<(Polynomial, Vec<(usize, Polynomial)>)> = Vec::with_capacity(guesses);
        for w in 0..guesses {
            let (denominator, entries) = match gain {
                Gain::Binary => (prior.denominator.clone(), vec![(w, prior.numerators[w].clone())]),
                gain => {
                    let Some(gains) = gain.functions(w, case.graph()) else { return Ok(None) };
                    let pairs = prior.numerators.iter().zip(&gains.numerators).enumerate();
                    let entries =
                        pairs.map(|(i, (p, g))| Ok((i, p.times(g, bounds)?))).collect::<Result<Vec<_>, _>>()?;
                    (prior.denominator.times(&gains.denominator, bounds)?, entries)
                }
            };
            rows.push((denominator, entries.into_iter().filter(|(_, c)| !c.is_zero()).collect()));
        }
        let mut near: Vec<Vec<(usize, Exact)>> = Vec::with_capacity(guesses);
        for (denominator, entries) in &rows {
            let over = self.value(denominator)?;
            near.push(entries.iter().map(|(i, c)| Ok((*i, self.value(c)? / &over))).collect::<Result<_, _>>()?);
        }
        // u_j without the factor 1/(p+q) of G, over q^(n-1).
        let top = q.power(n - 1, bounds)?;
        let one = Polynomial::constant(BigInt::from(1));
        let mut u: Vec<Quotient> = Vec::with_capacity(n);
        for j in 0..n {
            let sum = |row: &Vec<(usize, Exact)>| row.iter().map(|(i, c)| c * &powers[i.abs_diff(j)]).sum::<Exact>();
            let mut best: Option<(Exact, usize)> = None;
            for (w, row) in near.iter().enumerate() {
                let here = sum(row);
                if best.as_ref().is_none_or(|(most, _)| here > *most) {
                    best = Some((here, w));
                }
            }
            let Some((_, w)) = best else { return Ok(None) };
            let mut numerator = Polynomial::default();
            for (i, c) in &rows[w].1 {
                let d = i.abs_diff(j);
                let power = p.power(d, bounds)?.times(&q.power(n - 1 - d, bounds)?, bounds)?;
                numerator = numerator.plus(&c.times(&power, bounds)?);
            }
            let factor = if j == 0 || j + 1 == n { q.clone() } else { q.minus(p) };
            let quotient = Quotient {
                numerator: numerator.times(&factor, bounds)?,
                denominator: rows[w].0.times(&top, bounds)?.times(&p.plus(q), bounds)?,
            };
            u.push(quotient.reduced(bounds)?);
        }
        // Row j of G^-1, and what it puts beside the diagonal.
        let apart = q.minus(p);
        let end = (
            Quotient { numerator: q.clone(), denominator: apart.clone() },
            Quotient { numerator: p.negative(), denominator: apart.clone() },
        );
        let squares = q.times(q, bounds)?.plus(&p.times(p, bounds)?);
        let below = apart.times(&apart, bounds)?;
        let inner = (
            Quotient { numerator: squares, denominator: below.clone() },
            Quotient { numerator: p.times(q, bounds)?.negative(), denominator: below },
        );
        let zero = Quotient { numerator: Polynomial::default(), denominator: one };
        let mut lambda = vec![zero; n];
        for (j, u) in u.iter().enumerate() {
            let (here, beside) = if j == 0 || j + 1 == n { &end } else { &inner };
            let mut put = |i: usize, factor: &Quotient| -> Result<(), Obstacle> {
                lambda[i] = lambda[i].plus(&factor.times(u, bounds)?, bounds)?.reduced(bounds)?;
                Ok(())
            };
            put(j, here)?;
            if j > 0 {
                put(j - 1, beside)?;
            }
            if j + 1 < n {
                put(j + 1, beside)?;
            }
        }
        over_one(&lambda, self.t, self.bounds).map(Some)
    }
}

/// All entries over one denominator, positive at this t.
pub(super) fn over_one(x: &[Quotient], t: &Rational, bounds: &Bounds) -> Result<Fractions<Polynomial>, Obstacle> {
    let mut common = Polynomial::constant(BigInt::from(1));
    for entry in x {
        if common.divided_by(&entry.denominator, bounds)?.is_none() {
            let shared = common.gcd(&entry.denominator, bounds)?;
            let inexact = Obstacle::Unfit("a common divisor that does not divide");
            let rest = entry.denominator.divided_by(&shared, bounds)?.ok_or(inexact)?;
            common = common.times(&rest, bounds)?;
        }
    }
    if exact::rational(&common.evaluate(t, bounds)?) < Exact::ZERO {
        common = common.negative();
    }
    let numerator = |entry: &Quotient| {
        let inexact = Obstacle::Unfit("no common denominator");
        let factor = common.divided_by(&entry.denominator, bounds)?.ok_or(inexact)?;
        entry.numerator.times(&factor, bounds)
    };
    let numerators = x.iter().map(numerator).collect::<Result<Vec<_>, _>>()?;
    Ok(Fractions { denominator: common, numerators })
}
