//! Where an interval of α is cut: what is tried on a part, and how cuts are given.

use super::proposed::{Proposed, Tried};
use crate::decide::attempt::{Attempt, one_more, proves_at};
use crate::decide::case::{Case, Reason};
use crate::decide::minimal;
use crate::effort::{self, Counted, spend};
use crate::statement::{Decided, verdict};
use dp_kernel::{Root, Verdict};
use dp_verify::algebra;
use dp_verify::alpha::{Algebraic, Bounds, Field, Obstacle, Point, Polynomial};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::{Claim, Kind};
use dp_verify::number::{BigInt, Rational};
use dp_verify::witness::Given;
use std::sync::Arc;

/// The binary places of the brackets of cuts that would overlap.
const PRECISIONS: [u64; 5] = [16, 64, 192, 576, 1728];

/// The most parts of an interval.
const MOST_PARTS: usize = 2_000;

/// All parts of a claim that one number refutes may take so large a part of what the claim has left, were it the first.
pub(super) const ALL_PARTS: u64 = 8;

/// How many times the steps of a certificate the search for its parts may take: most witnesses are tried on an interval
/// that has to be cut first.
const SEARCH: usize = 3;

/// By proposals, or by what is computed where there is none.
///
/// Of a claim that one number refutes, the parts that are left when one is found on which it fails have a share of the
/// effort.
pub(super) fn on_parts(
    case: &Case,
    claim: &Claim,
    field: &Field,
    is_refuted_by_one: bool,
    propose: &dyn Fn(&Point) -> Result<Option<Proposed>, Reason>,
) -> Result<Decided, Reason> {
    let steps = Counted::new(case.limits.steps.saturating_mul(SEARCH));
    let bounds = Bounds::new(case.limits, &steps);
    let mut parts = Parts {
        case,
        claim,
        field,
        propose,
        of_certificate: Budget::new(case.limits.steps),
        found: Vec::new(),
        left: vec![field.point.clone()],
        open: None,
    };
    while parts.next(&steps, &bounds)? {
        let fails = parts.found.last().is_some_and(|(_, part)| part.verdict == Verdict::Fails);
        if is_refuted_by_one
            && fails
            && !parts.left.is_empty()
            && let Some(at) = parts.fails_at(&bounds)?
        {
            let all = effort::of_a_share(ALL_PARTS, || {
                let steps = Counted::new(case.limits.steps);
                let bounds = Bounds::new(case.limits, &steps);
                while parts.next(&steps, &bounds)? {}
                parts.all(&bounds)
            });
            return Ok(all.ok().and_then(Result::ok).unwrap_or(at));
        }
    }
    parts.all(&bounds)
}

/// An interval that is cut as it turns out to be needed.
struct Parts<'a> {
    case: &'a Case<'a>,
    claim: &'a Claim,
    field: &'a Field,
    propose: &'a dyn Fn(&Point) -> Result<Option<Proposed>, Reason>,
    /// What is left of the steps of a certificate.
    of_certificate: Budget,
    /// What is found, from the lower end up, and what is to be looked at yet, from the upper end down.
    found: Vec<(Point, Decided)>,
    left: Vec<Point>,
    /// Why a part was passed over.
    open: Option<Reason>,
}

impl Parts<'_> {
    /// Decides or cuts the next part; whether there was one.
    fn next(&mut self, steps: &Counted, bounds: &Bounds) -> Result<bool, Reason> {
        let (case, claim) = (self.case, self.claim);
        let limits = case.limits;
        let Some(point) = self.left.pop() else { return Ok(false) };
        spend(0);
        if self.found.len() + self.left.len() > MOST_PARTS {
            return Err(Reason::new(format!("the interval of α falls into over {MOST_PARTS} parts")));
        }
        let here = self.field.at(point.clone());
        let proposal = match no_mechanism(case, claim, &here) {
            Some(refuted) => Some(refuted.into()),
            None => (self.propose)(&point)?,
        };
        let computed = proposal.is_none();
        let Proposed { decided: mut proposal, tried } =
            proposal.unwrap_or_else(|| Decided::plain(Verdict::Holds).into());
        // What one attempt may take: what a certificate may, as long as that is left of all.
        let tried = tried.unwrap_or_else(|| Tried::now(case, claim, &proposal, &here, steps.left()));
        let Tried { result: tried, taken } = tried;
        steps.counted_elsewhere(taken);
        steps.take(taken).ok_or_else(|| too_long(limits))?;
        one_more(steps);
        match (tried, &point) {
            (Ok(verdict), _) if computed || verdict == proposal.verdict => {
                self.of_certificate.take(taken).ok_or_else(|| too_long(limits))?;
                proposal.verdict = verdict;
                self.found.push((point, proposal));
            }
            (Err(Attempt::Changes(p)), Point::Interval(interval)) => {
                let cut = |why: Obstacle| if why == Obstacle::Steps { too_long(limits) } else { why.into() };
                let zeros = bounds.run(|| algebra::zeros(interval, &p)).map_err(cut)?;
                if zeros.is_empty() {
                    // p vanishes at an end of the part, and the polynomial that gives the end has roots that p has not.
                    self.left.push(point);
                    if !sharpened(&mut self.found, &mut self.left, &p, bounds)? {
                        return Err(Reason::new(
                            "a sign that changes on a part of the interval, and no zero of it was found",
                        ));
                    }
                    return Ok(true);
                }
                // By the shortest polynomials: the kernel sees from one whether others vanish at the cut.
                let zeros: Vec<Point> = zeros.into_iter().map(|zero| minimal::simpler(zero, bounds)).collect();
                let pieces = bounds.run(|| algebra::cut(interval, &zeros)).map_err(cut)?;
                let mut parts = Vec::with_capacity(2 * zeros.len() + 1);
                let mut zeros = zeros.into_iter();
                for piece in pieces {
                    parts.push(Point::Interval(piece));
                    parts.extend(zeros.next());
                }
                self.left.extend(parts.into_iter().rev());
            }
            (Err(Attempt::Unknown(p)), Point::Algebraic(t)) => self.left.push(with_factor(t, &p, bounds)?),
            (Err(Attempt::Limit(why)), _) => return Err(Reason::new(format!("the search effort: {why}"))),
            // Another part may refute it.
            (Err(why), _) if computed && matches!(claim.kind, Kind::RenyiDp | Kind::BoundedRange | Kind::Zcdp) => {
                self.open.get_or_insert(Reason::new(why.reason()));
            }
            (Err(why), _) => return Err(Reason::new(why.reason())),
            (Ok(_), _) => {
                return Err(Reason::new(
                    "on a part of the interval what was found proves the contrary of what was seen",
                ));
            }
        }
        Ok(true)
    }

    /// What was found of all parts.
    fn all(&mut self, bounds: &Bounds) -> Result<Decided, Reason> {
        match self.open.take() {
            None => written(std::mem::take(&mut self.found), bounds),
            Some(why) => self.fails_at(bounds)?.ok_or(why),
        }
    }

    /// A refutation at a rational of a part on which the claim fails, where other parts are open: where a bound is
    /// crossed at a number that no certificate names, two cuts stand around it, and beyond one of them it fails.
    fn fails_at(&self, bounds: &Bounds) -> Result<Option<Decided>, Reason> {
        for (point, part) in self.found.iter().filter(|(_, part)| part.verdict == Verdict::Fails) {
            let number = match point {
                Point::Interval(interval) => Point::Rational(bounds.run(|| algebra::sample(interval))?),
                single => single.clone(),
            };
            if let (true, Some(number)) =
                (proves_at(self.case, self.claim, part, Some(&self.field.at(number.clone()))), root(&number))
            {
                let at = Given::At { number, witness: Box::new(part.witness.clone()) };
                return Ok(Some(Decided::of_functions(Verdict::Fails, at)));
            }
        }
        Ok(None)
    }
}

/// The same number as a root of what its polynomial and another have in common.
fn with_factor(t: &Algebraic, p: &Polynomial, bounds: &Bounds) -> Result<Point, Reason> {
    let unseen = || Reason::new("a sign does not show at a number at which the interval is cut");
    let common = bounds.run(|| algebra::gcd(t.polynomial(), p))?;
    if common.degree() == 0 || common.degree() == t.polynomial().degree() {
        return Err(unseen());
    }
    let [low, high] = t.between();
    bounds.run(|| algebra::root(&common, &low, &high)).map_err(|_| unseen())
}

/// Gives the ends of the last part that is left, where p vanishes at them, by what their polynomials have in common
/// with p: there, and wherever else the same numbers stand, since a cut is given in one way. Whether there was anything
/// to do.
fn sharpened(
    found: &mut [(Point, Decided)],
    left: &mut [Point],
    p: &Polynomial,
    bounds: &Bounds,
) -> Result<bool, Reason> {
    let Some(Point::Interval(interval)) = left.last() else { return Ok(false) };
    let mut done = false;
    for end in interval.ends().clone() {
        let Point::Algebraic(t) = &end else { continue };
        let common = bounds.run(|| algebra::gcd(t.polynomial(), p))?;
        if !bounds.run(|| algebra::is_root_of(t, p))? || common.degree() == t.polynomial().degree() {
            continue;
        }
        let sharper = |point: &Point| -> Result<Point, Reason> {
            match point {
                Point::Algebraic(t) if bounds.run(|| algebra::order(point, &end))?.is_eq() => {
                    with_factor(t, p, bounds).or(Ok(point.clone()))
                }
                other => Ok(other.clone()),
            }
        };
        for point in found.iter_mut().map(|(point, _)| point).chain(left.iter_mut()) {
            *point = match &*point {
                Point::Interval(interval) => {
                    let [low, high] = interval.ends();
                    let (low, high) = (sharper(low)?, sharper(high)?);
                    bounds.run(|| Point::between(low, high))?
                }
                single => sharper(single)?,
            };
        }
        done = true;
    }
    Ok(done)
}

/// Why a search ends.
fn too_long(limits: &Limits) -> Reason {
    Reason::new(format!(
        "the search effort: the parts of the interval of α take over {} steps, or to find them over {SEARCH} times as \
         many (--limit steps=N, search=N)",
        limits.steps
    ))
}

/// What refutes a claim about X as a mechanism where X is none, on all of a part: the verifier finds the row.
///
/// `None` too where a sign changes on the part: then whatever is proposed has it cut there.
fn no_mechanism(case: &Case, claim: &Claim, here: &Field) -> Option<Decided> {
    let (stochastic, fails) = (Claim::plain(Kind::Stochastic), Decided::plain(Verdict::Fails));
    // X is a mechanism on all of the interval as a rule.
    let asked = claim.kind.needs_distributions() && !case.is_faultless();
    (asked && proves_at(case, &stochastic, &fails, Some(here))).then_some(fails)
}

/// What was found on each part; a witness that serves several is written once.
fn written(mut found: Vec<(Point, Decided)>, bounds: &Bounds) -> Result<Decided, Reason> {
    if found.len() == 1
        && let Some((_, only)) = found.pop()
    {
        return Ok(only);
    }
    let said = verdict(found.iter().all(|(_, part)| part.verdict == Verdict::Holds));
    let cuts = cuts(found.iter().map(|(point, _)| point), bounds)?;
    let parts = found.into_iter().map(|(_, part)| (part.verdict, Arc::new(part.witness))).collect();
    Ok(Decided::of_functions(said, Given::Parts { cuts, parts }))
}

/// The numbers at which an interval is cut, rising, those of them with narrower brackets whose brackets overlap: what
/// is cut later may lie in the bracket of an earlier cut.
fn cuts<'a>(points: impl Iterator<Item = &'a Point>, bounds: &Bounds) -> Result<Vec<Root>, Reason> {
    let mut cuts: Vec<(&Point, Point)> =
        points.filter(|point| point.is_single()).map(|point| (point, written_between(point))).collect();
    for bits in PRECISIONS {
        let overlap = |k: usize| k + 1 < cuts.len() && bracket(&cuts[k].1)[1] > bracket(&cuts[k + 1].1)[0];
        let apart: Vec<bool> = (0..cuts.len()).map(|k| !overlap(k) && (k == 0 || !overlap(k - 1))).collect();
        if apart.iter().all(|apart| *apart) {
            break;
        }
        for ((point, cut), _) in cuts.iter_mut().zip(apart).filter(|(_, apart)| !apart) {
            let Point::Algebraic(t) = point else { continue };
            if let Some(narrow) = bounds.run(|| algebra::within(t, bits))? {
                *cut = Point::Algebraic(narrow);
            }
        }
    }
    Ok(cuts.into_iter().filter_map(|(_, cut)| cut.given()).collect())
}

/// Rationals between which a number is given.
fn bracket(point: &Point) -> [Rational; 2] {
    match point {
        Point::Algebraic(x) => x.between(),
        Point::Rational(x) => [x.clone(), x.clone()],
        Point::Exponential(_) | Point::Beside(_) | Point::Interval(_) => {
            [BigInt::from(0), BigInt::from(1)].map(Rational::from)
        }
    }
}

/// The bits of the rationals between which a root is written: most cuts are apart then.
const WRITTEN: u64 = 64;

/// The same number between the rationals between which it is written.
fn written_between(point: &Point) -> Point {
    match point {
        Point::Algebraic(t) => {
            algebra::within(t, WRITTEN).ok().flatten().map_or_else(|| point.clone(), Point::Algebraic)
        }
        other => other.clone(),
    }
}

/// A number at which an interval is cut.
pub(super) fn root(point: &Point) -> Option<Root> {
    written_between(point).given()
}
