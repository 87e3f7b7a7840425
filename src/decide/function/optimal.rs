//! `optimal` by functions of t: the closed forms of the rational case, their choices made at a rational close to t.

use super::at_delta;
use super::near::{self, close, over_one, trials, value};
use super::parts;
use super::program::{self, gains};
use super::proposed::{Proposed, Tried};
use super::search::Search;
use crate::decide;
use crate::decide::attempt::{Attempt, proves, proves_at, serves};
use crate::decide::candidate::{Candidate, Proposal};
use crate::decide::case::{Case, Reason};
use crate::decide::optimal::{self as rational, optima};
use crate::effort::{self, Counted, spend};
use crate::program::mechanism::OUT_OF_EFFORT;
use crate::statement::Decided;
use dp_kernel::Verdict;
use dp_verify::alpha::{Bounds, Field, Obstacle, Point, Polynomial, Polynomials as _, Quotient, Quotients as _};
use dp_verify::graph::Family;
use dp_verify::model::{Claim, Gain};
use dp_verify::number::{BigInt, Fractions, Rational};
use malachite::rational::Rational as Exact;

pub(in crate::decide) fn decide(case: &Case, claim: &Claim, field: &Field) -> Result<Decided, Reason> {
    let gain = &case.mechanism.gain;
    if let (Ok(alpha), Ok(prior), true) = (case.alpha(), case.weights(claim), gain.is_rational()) {
        // Only X is irrational: the optimum is that of the rational program.
        let mut near = None;
        let found: Box<dyn Iterator<Item = Candidate>> = match &claim.delta {
            None => Box::new(optima(case, gain, &prior)?.map(|optimum| optimum.found)),
            Some(delta) => {
                let gains = rational::gains(case, gain, &prior)?;
                Box::new(decide::at_delta::candidate(case, &alpha, delta, &gains).into_iter())
            }
        };
        for proposal in found.flat_map(|found| found.proposals(claim, Decided::new)) {
            if proves(case, &proposal.of, &proposal.decided) {
                if proposal.exact {
                    return Ok(proposal.decided);
                }
                near.get_or_insert(proposal.decided);
            }
        }
        if let Some(decided) = near {
            return Ok(decided);
        }
    }
    let searches = Searches::new(case, claim, field)?;
    let propose = |point: &Point| propose(case, claim, field, &searches, point);
    parts::decide_or_refute(case, claim, field, &propose, &|t, bounds| at_rational(case, claim, field, t, bounds))
}

/// What refutes the claim at a rational t, by the program of rational numbers.
fn at_rational(case: &Case, claim: &Claim, field: &Field, t: &Rational, bounds: &Bounds) -> Result<Decided, Reason> {
    let gains = program::gains_at(case, case.prior(claim)?, t, bounds)?;
    let alpha = near::alpha(field, t, bounds)?;
    let found = match &claim.delta {
        None => rational::program(case, &alpha, &gains).map(|optimum| optimum.found),
        Some(delta) => decide::at_delta::candidate(case, &alpha, delta, &gains),
    };
    let proposals = found.into_iter().flat_map(|found| found.proposals(claim, Decided::new));
    let mut refuting = proposals.filter(|proposal| proposal.of == *claim && proposal.decided.verdict == Verdict::Fails);
    refuting.next().map(|proposal| proposal.decided).ok_or_else(|| Reason::new(OUT_OF_EFFORT))
}

/// What holds at t, or at one t of an interval: X reaches the bound, or another mechanism does.
fn propose(case: &Case, claim: &Claim, field: &Field, searches: &Searches, point: &Point) -> Result<Proposed, Reason> {
    let steps = Counted::new(case.limits.steps);
    let bounds = Bounds::new(case.limits, &steps);
    let t = close(point, &bounds)?;
    let here = field.at(point.clone());
    let mut near = None;
    let mut why_not = Reason::new(format!(
        "no closed form fits, and at an irrational α the linear program is solved for at most {} nodes; at a rational one, such as \
         one near it, it is solved for more",
        program::MOST_NODES
    ));
    let mut proved = |found: Candidate, t: &Rational, is_sure: bool| {
        let mut proposals = found.proposals(claim, Decided::of_functions).into_iter();
        while let Some(Proposal { of, decided, exact }) = proposals.next() {
            // What is not so at one number of an interval need not be asked of all.
            let one = field.at(Point::Rational(t.clone()));
            let asked = matches!(point, Point::Interval(_)) && !(is_sure && proposals.len() == 0);
            if asked && !proves_at(case, &of, &decided, Some(&one)) {
                continue;
            }
            let tried = Tried::now(case, &of, &decided, &here, case.limits.steps as u64);
            match &tried.result {
                // A witness that serves only a part of the interval has it cut.
                Err(Attempt::Changes(_)) => {}
                Ok(verdict) if *verdict == decided.verdict => {}
                Ok(_) => continue,
                // That a closed form is not the optimum says nothing of the program.
                Err(_) if !is_sure => continue,
                Err(why) => {
                    why_not = Reason::new(why.clone().reason());
                    continue;
                }
            }
            let proposed = Proposed { decided, tried: Some(tried).filter(|_| of == *claim) };
            if exact {
                return Some(proposed);
            }
            near.get_or_insert(proposed);
        }
        None
    };
    let routes = if case.general || claim.delta.is_some() { 0 } else { ROUTES };
    for route in 0..routes {
        let found = closed_form(case, claim, field, searches, (route, &t), &bounds)?;
        if let Some(decided) = found.and_then(|found| proved(found, &t, false)) {
            return Ok(decided);
        }
    }
    if let Some(gains) = gains(case, case.prior(claim)?, &bounds)? {
        for t in trials(point, &bounds)? {
            let found = match &claim.delta {
                None => program::candidate(case, field, (point, &t), &gains, &bounds)?,
                Some(delta) => at_delta::candidate(case, field, delta, (point, &t), &gains, &bounds)?,
            };
            if let Some(decided) = found.and_then(|found| proved(found, &t, true)) {
                return Ok(decided);
            }
        }
    }
    if let Some(decided) = near {
        return Ok(decided);
    }
    // A mechanism that is not private needs no witness.
    let plain = Decided::plain(Verdict::Fails);
    if matches!(serves(case, claim, &plain, &here), Ok(true)) { Ok(plain.into()) } else { Err(why_not) }
}

/// How many closed forms there are: on a line, on a tree, by the covering bound.
pub(super) const ROUTES: usize = 3;

fn closed_form(
    case: &Case,
    claim: &Claim,
    field: &Field,
    searches: &Searches,
    (route, t): (usize, &Rational),
    bounds: &Bounds,
) -> Result<Option<Candidate>, Reason> {
    match route {
        0 => Line { case, claim, field, bounds, t }.candidate(),
        1 => searches.tree(case, claim, field, t, bounds),
        _ => searches.covering(t, bounds),
    }
}

/// What may be optimal for the claim's prior by each of them.
pub(super) fn closed_forms(
    case: &Case,
    claim: &Claim,
    field: &Field,
    t: &Rational,
    bounds: &Bounds,
) -> Result<[Option<Candidate>; ROUTES], Reason> {
    let searches = Searches::new(case, claim, field)?;
    let mut all = [const { None }; ROUTES];
    for (route, found) in all.iter_mut().enumerate() {
        *found = closed_form(case, claim, field, &searches, (route, t), bounds)?;
    }
    Ok(all)
}

/// Solutions of Φx = b for the prior, where the gain is binary and they are within reach.
struct Searches<'c, 'a>(Option<Search<'c, 'a>>);

impl<'c, 'a> Searches<'c, 'a> {
    fn new(case: &'c Case<'a>, claim: &Claim, field: &'c Field) -> Result<Self, Reason> {
        let prior = case.prior(claim)?.weights.clone();
        let binary = matches!(case.mechanism.gain, Gain::Binary);
        Ok(Self(if binary { Search::new(case, field, &prior)? } else { None }))
    }
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
        let prior = case.prior(claim)?.weights.clone();
        let weights = prior.numerators.iter().map(|p| value(p, t, bounds)).collect::<Result<Vec<Exact>, _>>()?;
        let alpha = near::alpha(field, t, bounds)?;
        let mut numerators = Vec::with_capacity(n);
        for k in 0..n {
            let distances = crate::graph::distances_from(graph, k);
            let mut best: Option<(Exact, usize)> = None;
            for (i, &d) in distances.iter().enumerate().filter(|&(_, &d)| d != crate::graph::INFINITE) {
                let joint = (0..d).fold(weights[i].clone(), |x, _| x * &alpha);
                if best.as_ref().is_none_or(|(most, _)| joint > *most) {
                    best = Some((joint, i));
                }
            }
            let i = best.map_or(k, |(_, i)| i);
            let power = near::base(field)?.numerator.raised(distances[i] as usize, bounds);
            let product = power.and_then(|power| prior.numerators[i].times(&power, bounds));
            numerators.push(product?);
        }
        let u = Fractions { denominator: prior.denominator.clone(), numerators };
        let Some(solved) = Search::new(case, field, &u)? else { return Ok(None) };
        let Some(lambda) = solved.solution_at(t, bounds)? else { return Ok(None) };
        Ok(Some(Candidate::tree(&lambda, solved.ones_at(t, bounds)?.as_ref())))
    }

    /// y = Φ^-1 π where it is ≥ 0.
    fn covering(&self, t: &Rational, bounds: &Bounds) -> Result<Option<Candidate>, Reason> {
        let Some(search) = &self.0 else { return Ok(None) };
        let Some(y) = search.solution_at(t, bounds)? else { return Ok(None) };
        Ok(Some(Candidate::covering(&y, search.ones_at(t, bounds)?.as_ref())))
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
        let (family, n) = (self.case.graph().family(), self.case.nodes());
        if !matches!(family, Family::Line | Family::Sum { most: 1 }) || n < 2 {
            return Ok(None);
        }
        let Some(lambda) = self.lambda()? else { return Ok(None) };
        if *family == Family::Line {
            return Ok(Some(Candidate::geometric(&lambda)));
        }
        // The same by another name: Φ·diag(z) for z = 1/(1+α) at the ends and (1−α)/(1+α) between them.
        let Quotient { numerator: p, denominator: q } = &self.field.alpha;
        let z = |i: usize| if i == 0 || i + 1 == n { q.clone() } else { q - p };
        let z = Fractions { denominator: p + q, numerators: (0..n).map(z).collect() };
        Ok(Some(Candidate::tree(&lambda, Some(&z))))
    }

    fn lambda(&self) -> Result<Option<Fractions>, Obstacle> {
        let (case, bounds, n) = (self.case, self.bounds, self.case.nodes());
        let Ok(prior) = case.prior(self.claim) else { return Ok(None) };
        let (p, q) = (&self.field.alpha.numerator, &self.field.alpha.denominator);
        let alpha = near::alpha(self.field, self.t, bounds)?;
        if alpha == 1u32 {
            return Ok(None);
        }
        let powers: Vec<Exact> = near::powers(&alpha, n - 1).into_iter().map(Exact::from).collect();
        let long = powers.iter().map(effort::words).max().unwrap_or(1);
        // The gains that are not 0, as functions and at this t.
        let Some(gains) = gains(case, prior, bounds)? else { return Ok(None) };
        let some = |row: Fractions| {
            let entries: Vec<_> = row.numerators.into_iter().enumerate().filter(|(_, c)| !c.is_zero()).collect();
            (row.denominator, entries)
        };
        let rows: Vec<(Polynomial, Vec<(usize, Polynomial)>)> = gains.into_iter().map(some).collect();
        let mut near: Vec<Vec<(usize, Exact)>> = Vec::with_capacity(rows.len());
        for (denominator, entries) in &rows {
            let over = value(denominator, self.t, bounds)?;
            near.push(
                entries.iter().map(|(i, c)| Ok((*i, value(c, self.t, bounds)? / &over))).collect::<Result<_, _>>()?,
            );
        }
        // u_j without the factor 1/(p+q) of G, over q^(n-1).
        let top = q.raised(n - 1, bounds)?;
        let one = Polynomial::from(BigInt::from(1));
        let mut u: Vec<Quotient> = Vec::with_capacity(n);
        for j in 0..n {
            let sum = |row: &Vec<(usize, Exact)>| row.iter().map(|(i, c)| c * &powers[i.abs_diff(j)]).sum::<Exact>();
            let mut best: Option<(Exact, usize)> = None;
            for (w, row) in near.iter().enumerate() {
                spend(effort::steps(row.len(), 8 * long + 256, 1));
                let here = sum(row);
                if best.as_ref().is_none_or(|(most, _)| here > *most) {
                    best = Some((here, w));
                }
            }
            let Some((_, w)) = best else { return Ok(None) };
            let mut numerator = Polynomial::ZERO;
            for (i, c) in &rows[w].1 {
                let d = i.abs_diff(j);
                let power = p.raised(d, bounds)?.times(&q.raised(n - 1 - d, bounds)?, bounds)?;
                numerator = &numerator + &c.times(&power, bounds)?;
            }
            let factor = if j == 0 || j + 1 == n { q.clone() } else { q - p };
            let quotient = Quotient {
                numerator: numerator.times(&factor, bounds)?,
                denominator: rows[w].0.times(&top, bounds)?.times(&(p + q), bounds)?,
            };
            u.push(quotient.reduced(bounds)?);
        }
        // Row j of G^-1, and what it puts beside the diagonal.
        let apart = q - p;
        let end = (
            Quotient { numerator: q.clone(), denominator: apart.clone() },
            Quotient { numerator: -p, denominator: apart.clone() },
        );
        let squares = &q.times(q, bounds)? + &p.times(p, bounds)?;
        let below = apart.times(&apart, bounds)?;
        let inner = (
            Quotient { numerator: squares, denominator: below.clone() },
            Quotient { numerator: -&p.times(q, bounds)?, denominator: below },
        );
        let zero = Quotient { numerator: Polynomial::ZERO, denominator: one };
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
