//! The rule that every declared claim is decided, each once; statements over an interval, part by part.

use crate::case::{self, Case};
use crate::check;
use crate::expectation;
use crate::failure::{Failure, Subdivision, Why, ensure, refused};
use crate::problem::{Claim, Declared, Expect, Name, Problem, Verdict};
use crate::proved::{Found, Proved, Statement, Value};
use crate::rays::Rays;
use crate::witness::Witness;
#[cfg(feature = "notions")]
use dp_number::Bracket;
use dp_number::meter::{Limit, Meter, memory};
use dp_number::{Fraction, Number, Point, Root, Vector};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The check of one certificate about one problem.
#[derive(Debug)]
pub struct Session<'a> {
    problem: &'a Problem,
    rays: Rays,
    meter: &'a Meter,
    declared: HashMap<&'a Claim, &'a Declared>,
    stated: HashSet<Claim>,
    open: Vec<Claim>,
}

impl<'a> Session<'a> {
    /// Nothing is stated yet.
    ///
    /// # Errors
    /// A claim that is declared twice.
    pub fn new(problem: &'a Problem, meter: &'a Meter) -> Result<Self, Failure> {
        let declared: HashMap<_, _> = problem.claims.iter().map(|declared| (&declared.claim, declared)).collect();
        ensure(declared.len() == problem.claims.len(), || Why::Repeated)?;
        Ok(Self { problem, rays: Rays::default(), meter, declared, stated: HashSet::new(), open: Vec::new() })
    }

    /// Notes that a claim is left undecided.
    ///
    /// # Errors
    /// It has been stated before.
    pub fn leave(&mut self, claim: &Claim) -> Result<(), Failure> {
        self.state(claim)?;
        self.open.extend(self.declared.get(claim).map(|declared| declared.claim.clone()));
        Ok(())
    }

    /// Proves a statement: that the claim is as is said.
    ///
    /// # Errors
    /// Why it is not proved.
    pub fn prove(&mut self, claim: &Claim, said: Verdict, witness: &Witness) -> Result<Proved, Failure> {
        self.state(claim)?;
        has_alpha(self.problem, claim)?;
        let (problem, declared) = ((self.problem, &self.rays), self.declared.get(claim));
        let expects = declared.map_or(&[][..], |declared| &declared.expects);
        let (found, expected) = self.meter.run(|| {
            let found = match (claim, &self.problem.point) {
                (Claim::Threshold, _) => threshold(problem, said, witness)?,
                (_, Some(whole @ Point::Interval(_))) => over(problem, claim, said, witness, whole, None)?,
                _ => vec![at(problem, claim, Some(said), witness, None, None)?],
            };
            let expected = expectation::met(self.problem, (claim, expects), said, &found)?;
            Ok::<_, Failure>((found, expected))
        })?;
        Ok(Proved(Statement { claim: claim.clone(), verdict: said, declared: declared.is_some(), expected, found }))
    }

    /// The declared claims that have not been stated.
    pub fn missing(&self) -> impl Iterator<Item = &'a Claim> {
        self.problem.claims.iter().map(|declared| &declared.claim).filter(|claim| !self.stated.contains(*claim))
    }

    /// The declared claims that have been left undecided.
    pub fn open(&self) -> &[Claim] {
        &self.open
    }

    fn state(&mut self, claim: &Claim) -> Result<(), Failure> {
        ensure(self.stated.insert(claim.clone()), || Why::Repeated)
    }
}

/// What a witness proves of a claim at one t, or on an open part of an interval, and at that α: for a search, which
/// asks before it writes anything down. Without a verdict that is said, the one that is computed; with what is expected
/// of the claim. The rays are those of this problem, from one attempt to the next.
///
/// # Errors
/// Why it proves nothing. Signs that the declared expectations ask for must be constant too.
pub fn attempt(
    problem: (&Problem, &Rays),
    (claim, expects): (&Claim, &[Expect]),
    said: Option<Verdict>,
    witness: &Witness,
    (point, alpha): (Option<&Point>, Option<&Fraction>),
    meter: &Meter,
) -> Result<Found, Failure> {
    // That of `threshold` is none of the problem's.
    if alpha.is_none() {
        has_alpha(problem.0, claim)?;
    }
    meter.run(|| {
        let found = at(problem, claim, said, witness, point, alpha)?;
        expectation::bounds_met(problem.0, (claim, expects), std::slice::from_ref(&found))?;
        Ok(found)
    })
}

/// The priors that decide whether X is optimal for every prior by the binary gain, in the order of `Witness::Deciding`.
///
/// # Errors
/// More of them than the limits allow.
pub fn deciding_priors(problem: &Problem, point: Option<&Point>, meter: &Meter) -> Result<Vec<Vector>, Failure> {
    let own = point.or(problem.point.as_ref()).cloned();
    meter.run(|| check::deciding_priors(&Case::new((problem, &Rays::default()), None, (own.as_ref(), None))))
}

/// The table by which a claim about Shannon's information is decided at the problem's own t, between integers over
/// 2^bits; `None` where its numbers can't be enclosed.
///
/// # Errors
/// A limit, or a sign that does not show.
#[cfg(feature = "notions")]
pub fn channel(
    problem: &Problem,
    claim: &Claim,
    bits: u64,
    meter: &Meter,
) -> Result<Option<Vec<Vec<Bracket>>>, Failure> {
    let own = problem.point.clone();
    let rays = Rays::default();
    meter.run(|| check::channel(&Case::new((problem, &rays), None, (own.as_ref(), None)), claim, bits))
}

/// That a claim about α is made of a problem that declares one.
fn has_alpha(problem: &Problem, claim: &Claim) -> Result<(), Failure> {
    ensure(problem.rho.is_none() || !claim.rule().of_alpha, || Why::NoAlpha)
}

/// A statement at one t, or on an interval on which all signs that are asked for are constant.
fn at(
    problem: (&Problem, &Rays),
    claim: &Claim,
    said: Option<Verdict>,
    witness: &Witness,
    point: Option<&Point>,
    alpha: Option<&Fraction>,
) -> Result<Found, Failure> {
    let own = point.or(problem.0.point.as_ref()).cloned();
    let found = check::at_one(&Case::new(problem, said, (own.as_ref(), alpha)), claim, witness)?;
    Ok(Found { at: point.cloned(), ..found })
}

/// A statement about every number of an interval.
///
/// The interval is cut into open intervals and single numbers in turn, on each of which every sign that the check asks
/// for is constant, so that one check is one for every number of the part. The claim holds on the interval iff it does
/// on every part.
fn over(
    problem: (&Problem, &Rays),
    claim: &Claim,
    said: Verdict,
    witness: &Witness,
    whole: &Point,
    alpha: Option<&Fraction>,
) -> Result<Vec<Found>, Failure> {
    let Point::Interval(interval) = whole else { return refused(Subdivision::CutOrder) };
    let [low, high] = interval.ends();
    let (cuts, parts): (&[Root], &[(Verdict, Arc<Witness>)]) = match witness {
        Witness::At { number, witness } => {
            ensure(said == Verdict::Fails && claim.rule().fails_by_one_number, || Subdivision::NotAtOne)?;
            let number = Point::root(number)?;
            // The number lies inside.
            Point::between(low.clone(), number.clone())?;
            Point::between(number.clone(), high.clone())?;
            return match at(problem, claim, Some(said), witness, Some(&number), alpha) {
                Err(Failure::Unproved(why)) if *why == Why::OtherVerdict => refused(Subdivision::HoldsThere),
                found => Ok(vec![found?]),
            };
        }
        Witness::Parts { cuts, parts } => (cuts, parts),
        one => return Ok(vec![at(problem, claim, Some(said), one, Some(whole), alpha)?]),
    };
    case::length("parts", parts.len(), cuts.len().saturating_mul(2).saturating_add(1))?;
    let cuts = cuts.iter().map(Point::root).collect::<Result<Vec<_>, _>>()?;
    for (cut, next) in cuts.iter().zip(cuts.iter().skip(1)) {
        ensure(cut.lies_below(next)?, || Subdivision::CutOrder)?;
    }
    let (mut found, mut kept, mut holds) = (Vec::with_capacity(parts.len()), 0u64, true);
    for (k, (verdict, witness)) in parts.iter().enumerate() {
        let end = |k: Option<usize>, outer: &Point| k.and_then(|k| cuts.get(k)).unwrap_or(outer).clone();
        let point = match cuts.get(k / 2) {
            Some(cut) if k % 2 == 1 => cut.clone(),
            _ => Point::between(end((k / 2).checked_sub(1), low), end(Some(k / 2), high))?,
        };
        let mut here = match at(problem, claim, Some(*verdict), witness, Some(&point), alpha) {
            Err(Failure::Unproved(why)) if *why == Why::OtherVerdict => {
                return refused(Subdivision::PartVerdict { part: k, said: *verdict });
            }
            here => here?,
        };
        // One table may have much to say on each of many parts: the first at which it fails speaks for all.
        if !holds || here.verdict == Verdict::Holds {
            here.reasons = Vec::new();
        }
        holds &= here.verdict == Verdict::Holds;
        kept = kept.saturating_add(here.words());
        if kept.saturating_mul(8) > memory() {
            return Err(Limit::Parts.into());
        }
        found.push(here);
    }
    ensure(Verdict::of(holds) == said, || Why::OtherVerdict)?;
    Ok(found)
}

/// t, as α of (0, 1).
fn t() -> Fraction {
    Number::polynomial(vec![BigInt::zero(), BigInt::one()]).into()
}

/// `threshold`: the set of all α in (0, 1) for which some z ≥ 0 has Φz = 1.
///
/// What `tight-constraints-exist` proves on each part of (0, 1), whatever the problem's own α. The set is closed in (0,
/// 1): solutions have 0 ≤ z ≤ 1, as Φ ≥ I, so that a limit of them solves the limit's equations.
fn threshold(of: (&Problem, &Rays), said: Verdict, witness: &Witness) -> Result<Vec<Found>, Failure> {
    ensure(said == Verdict::Holds, || Subdivision::NoThreshold)?;
    let problem = of.0;
    let is_large = problem.mechanism.product().is_some_and(|product| product.table.is_none());
    ensure(!is_large, || Why::LargeProduct)?;
    ensure(Claim::Threshold.rule().knows_lengths(&problem.graph), || Why::Lengths)?;
    let end = |n: i64| Point::Rational(BigInt::from(n).into());
    let parts = if let Witness::Parts { parts, .. } = witness { &parts[..] } else { &[] };
    let everywhere = parts.iter().all(|(verdict, _)| *verdict == Verdict::Holds);
    let (unit, claim) = (Point::between(end(0), end(1))?, Claim::TightConstraintsExist);
    let found = over(of, &claim, Verdict::of(everywhere), witness, &unit, Some(&t()))?;
    let mut set: Vec<[Point; 2]> = Vec::new();
    for run in found.split(|part| part.verdict == Verdict::Fails) {
        let ends = |part: &Found| match &part.at {
            Some(Point::Interval(interval)) => Some(interval.ends().clone()),
            single => single.clone().map(|point| [point.clone(), point]),
        };
        if let (Some([low, _]), Some([_, high])) = (run.first().and_then(ends), run.last().and_then(ends)) {
            set.push([low, high]);
        }
    }
    let star = match set.first() {
        Some([low, high]) if *low == end(0) => high.clone(),
        // Φ is near the identity for small α.
        _ => return refused(Subdivision::NoThreshold),
    };
    let summary = Found::new(Verdict::Holds).value(Name::Set, Value::Set(set));
    Ok(vec![summary.value(Name::AlphaStar, Value::Root(Box::new(star)))])
}
