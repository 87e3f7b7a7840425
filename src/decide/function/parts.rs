//! An interval of α cut into parts on each of which one witness serves.

use crate::decide::attempt::{Attempt, attempt_within, proves_at};
use crate::decide::case::{Case, Reason};
use crate::decide::minimal;
use crate::effort::{self, Counted, spend};
use crate::exact;
use crate::statement::{Decided, verdict};
use dp_kernel::{Root, Verdict};
use dp_verify::alpha::{Algebraic, Bounds, Field, Interval, Obstacle, Point, Polynomial};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::{Claim, Kind};
use dp_verify::number::{BigInt, Rational};
use dp_verify::witness::Given;
use std::sync::Arc;

/// The binary places of the brackets of cuts that would overlap.
const PRECISIONS: [u64; 5] = [16, 64, 192, 576, 1728];

/// The most parts of an interval.
const MOST_PARTS: usize = 2_000;

/// A number at which a claim may be refuted may take so large a part of what is left, and all parts of a claim that is refuted.
const ONE_NUMBER: u64 = 16;
const ALL_PARTS: u64 = 8;

/// The numbers that are tried, in their order, of so many equal steps from one end to the other.
const PLACES: [u32; 7] = [512, 128, 896, 1, 1_023, 320, 704];
const FINE: u32 = 1_024;

/// How many times the steps of a certificate the search for its parts may take: most witnesses are tried on an interval
/// that has to be cut first.
const SEARCH: usize = 3;

/// Decides a claim at t, or on all parts of an interval, by what `propose` finds at one point or on one open interval.
///
/// A proposal for an interval is made from one of its points. Where a sign that the kernel asks for changes, the
/// interval is cut at the zeros, and each part has a proposal of its own. The word operations of all attempts are
/// counted, and those of the attempts that succeed against the limit of a certificate: the verifier repeats them.
pub(in crate::decide) fn decide(
    case: &Case,
    claim: &Claim,
    field: &Field,
    propose: &dyn Fn(&Point) -> Result<Decided, Reason>,
) -> Result<Decided, Reason> {
    decide_proposed(case, claim, field, &|point| propose(point).map(Proposed::from))
}

/// The same by proposals that the kernel has been asked about already.
pub(super) fn decide_proposed(
    case: &Case,
    claim: &Claim,
    field: &Field,
    propose: &dyn Fn(&Point) -> Result<Proposed, Reason>,
) -> Result<Decided, Reason> {
    if !field.is_symbolic() {
        return Ok(propose(case.point(field))?.decided);
    }
    on_parts(case, claim, field, &|point| propose(point).map(Some))
}

/// What was found, and what the kernel made of it where that was asked already.
pub(super) struct Proposed {
    pub(super) decided: Decided,
    pub(super) tried: Option<Tried>,
}

impl From<Decided> for Proposed {
    fn from(decided: Decided) -> Self {
        Self { decided, tried: None }
    }
}

/// What the kernel makes of a proposal, and the steps that it took.
pub(super) struct Tried {
    pub(super) result: Result<Verdict, Attempt>,
    taken: u64,
}

impl Tried {
    /// Asks it, within so many steps.
    pub(super) fn now(case: &Case, claim: &Claim, proposal: &Decided, here: &Field, most: u64) -> Self {
        let steps = Budget::new(usize::try_from(most).unwrap_or(usize::MAX).min(case.limits.steps));
        let before = steps.left();
        let result = attempt_within(case, claim, proposal, Some(here), &steps);
        Self { result, taken: before - steps.left() }
    }
}

/// The same for a claim about an optimum, which one number may refute: `refute` looks for that at a rational. A claim that some
/// number refutes has values only if all parts are found with a share of the effort.
pub(super) fn decide_or_refute(
    case: &Case,
    claim: &Claim,
    field: &Field,
    propose: &dyn Fn(&Point) -> Result<Proposed, Reason>,
    refute: &dyn Fn(&Rational, &Bounds) -> Result<Decided, Reason>,
) -> Result<Decided, Reason> {
    if !field.is_symbolic() {
        return Ok(propose(case.point(field))?.decided);
    }
    refuted_or(case, claim, field, &|| on_parts(case, claim, field, &|point| propose(point).map(Some)), refute)
}

/// By all parts, or, where one of a few rationals refutes the claim and all parts take more than a share, by that number.
pub(super) fn refuted_or(
    case: &Case,
    claim: &Claim,
    field: &Field,
    all: &dyn Fn() -> Result<Decided, Reason>,
    refute: &dyn Fn(&Rational, &Bounds) -> Result<Decided, Reason>,
) -> Result<Decided, Reason> {
    let Point::Interval(whole) = &field.point else { return all() };
    // A bound on a value speaks of all numbers.
    let mut declared = case.mechanism.claims.iter().filter(|declared| declared.claim == *claim);
    if declared.any(|declared| declared.expects.iter().any(|expect| !expect.bounds.is_empty())) {
        return all();
    }
    let of_a_share = |share: u64, work: &dyn Fn() -> Result<Decided, Reason>| {
        let (found, taken) = effort::apart(effort::left() / share, work);
        spend(taken);
        found.ok().and_then(Result::ok)
    };
    let (low, high) = (whole.low(), whole.high());
    for place in PLACES {
        let t = &low + (&high - &low) * Rational::new(BigInt::from(place), BigInt::from(FINE));
        let point = Point::Rational(t.clone());
        let here = field.at(point.clone());
        let refuted = of_a_share(ONE_NUMBER, &|| {
            let steps = Counted::new(case.limits.steps);
            let bounds = Bounds::new(case.limits, &steps);
            whole.cut(std::slice::from_ref(&point), &bounds)?;
            refute(&t, &bounds)
        });
        let fails = |found: &Decided| found.verdict == Verdict::Fails && proves_at(case, claim, found, Some(&here));
        if let (Some(found), Some(number)) = (refuted.filter(fails), root(&point)) {
            let at = Given::At { number, witness: Box::new(found.witness) };
            let at = Decided::of_functions(Verdict::Fails, at);
            return Ok(of_a_share(ALL_PARTS, all).unwrap_or(at));
        }
    }
    all()
}

/// A claim whose verdict needs no witness, on all parts of an interval; one with a bound that numbers cross which no
/// certificate names is tried at a few rationals first.
pub(in crate::decide) fn computed(case: &Case, claim: &Claim, field: &Field) -> Result<Decided, Reason> {
    let propose = |_: &Point| Ok(None);
    if claim.kind == Kind::RenyiDp {
        let refute = |_: &Rational, _: &Bounds| Ok(Decided::plain(Verdict::Fails));
        return refuted_or(case, claim, field, &|| on_parts(case, claim, field, &propose), &refute);
    }
    on_parts(case, claim, field, &propose)
}

/// By proposals, or by what is computed where there is none.
fn on_parts(
    case: &Case,
    claim: &Claim,
    field: &Field,
    propose: &dyn Fn(&Point) -> Result<Option<Proposed>, Reason>,
) -> Result<Decided, Reason> {
    let limits = case.limits;
    let steps = Counted::new(limits.steps.saturating_mul(SEARCH));
    let of_certificate = Budget::new(limits.steps);
    let bounds = Bounds::new(limits, &steps);
    let mut found: Vec<(Point, Decided)> = Vec::new();
    let mut open = None;
    let mut left = vec![field.point.clone()];
    while let Some(point) = left.pop() {
        spend(0);
        if found.len() + left.len() > MOST_PARTS {
            return Err(Reason::new(format!("the interval of α falls into over {MOST_PARTS} parts")));
        }
        let here = field.at(point.clone());
        let proposal = match no_mechanism(case, claim, &here) {
            Some(refuted) => Some(refuted.into()),
            None => propose(&point)?,
        };
        let computed = proposal.is_none();
        let Proposed { decided: mut proposal, tried } =
            proposal.unwrap_or_else(|| Decided::plain(Verdict::Holds).into());
        // What one attempt may take: what a certificate may, as long as that is left of all.
        let tried = tried.unwrap_or_else(|| Tried::now(case, claim, &proposal, &here, steps.left()));
        let Tried { result: tried, taken } = tried;
        steps.is_counted(taken);
        steps.take(taken).ok_or_else(|| too_long(limits))?;
        match (tried, &point) {
            (Ok(verdict), _) if computed || verdict == proposal.verdict => {
                of_certificate.take(taken).ok_or_else(|| too_long(limits))?;
                proposal.verdict = verdict;
                found.push((point, proposal));
            }
            (Err(Attempt::Changes(p)), Point::Interval(interval)) => {
                let cut = |why: Obstacle| if why == Obstacle::Steps { too_long(limits) } else { why.into() };
                let zeros = interval.zeros(&p, &bounds).map_err(cut)?;
                if zeros.is_empty() {
                    // p vanishes at an end of the part, and the polynomial that gives the end has roots that p has not.
                    left.push(point);
                    if !sharpened(&mut found, &mut left, &p, &bounds)? {
                        return Err(Reason::new(
                            "a sign that changes on a part of the interval, and no zero of it was found",
                        ));
                    }
                    continue;
                }
                // By the shortest polynomials: the kernel sees from one whether others vanish at the cut.
                let zeros: Vec<Point> = zeros.into_iter().map(|zero| minimal::simplest(zero, &bounds)).collect();
                let pieces = interval.cut(&zeros, &bounds).map_err(cut)?;
                let mut parts = Vec::with_capacity(2 * zeros.len() + 1);
                let mut zeros = zeros.into_iter();
                for piece in pieces {
                    parts.push(Point::Interval(piece));
                    parts.extend(zeros.next());
                }
                left.extend(parts.into_iter().rev());
            }
            (Err(Attempt::Unknown(p)), Point::Algebraic(t)) => left.push(with_factor(t, &p, &bounds)?),
            (Err(Attempt::Limit(why)), _) => return Err(Reason::new(format!("the search effort: {why}"))),
            // Another part may refute it.
            (Err(why), _) if computed && claim.kind == Kind::RenyiDp => {
                open.get_or_insert(Reason::new(why.reason()));
            }
            (Err(why), _) => return Err(Reason::new(why.reason())),
            (Ok(_), _) => {
                return Err(Reason::new(
                    "on a part of the interval what was found proves the contrary of what was seen",
                ));
            }
        }
    }
    match open {
        None => written(found, &bounds),
        Some(why) => fails_at(case, claim, field, &found, &bounds)?.ok_or(why),
    }
}

/// A refutation at a rational of a part on which the claim fails, where other parts are open: where a bound is crossed at a number
/// that no certificate names, two cuts stand around it, and beyond one of them it fails.
fn fails_at(
    case: &Case,
    claim: &Claim,
    field: &Field,
    found: &[(Point, Decided)],
    bounds: &Bounds,
) -> Result<Option<Decided>, Reason> {
    for (point, part) in found.iter().filter(|(_, part)| part.verdict == Verdict::Fails) {
        let number = match point {
            Point::Interval(interval) => Point::Rational(interval.sample(bounds)?),
            single => single.clone(),
        };
        if let (true, Some(number)) = (proves_at(case, claim, part, Some(&field.at(number.clone()))), root(&number)) {
            let at = Given::At { number, witness: Box::new(part.witness.clone()) };
            return Ok(Some(Decided::of_functions(Verdict::Fails, at)));
        }
    }
    Ok(None)
}

/// The same number as a root of what its polynomial and another have in common.
fn with_factor(t: &Algebraic, p: &Polynomial, bounds: &Bounds) -> Result<Point, Reason> {
    let unseen = || Reason::new("a sign does not show at a number at which the interval is cut");
    let common = t.polynomial().gcd(p, bounds)?;
    if common.degree() == 0 || common.degree() == t.polynomial().degree() {
        return Err(unseen());
    }
    Algebraic::point(&common, &t.low(), &t.high(), bounds).map_err(|_| unseen())
}

/// Gives the ends of the last part that is left, where p vanishes at them, by what their polynomials have in common with p: there,
/// and wherever else the same numbers stand, since a cut is given in one way. Whether there was anything to do.
fn sharpened(
    found: &mut [(Point, Decided)],
    left: &mut [Point],
    p: &Polynomial,
    bounds: &Bounds,
) -> Result<bool, Reason> {
    let Some(Point::Interval(interval)) = left.last() else { return Ok(false) };
    let (low, high) = interval.ends();
    let mut done = false;
    for end in [low, high] {
        let Point::Algebraic(t) = &end else { continue };
        let common = t.polynomial().gcd(p, bounds)?;
        if !t.is_root_of(p, bounds)? || common.degree() == t.polynomial().degree() {
            continue;
        }
        let sharper = |point: &Point| -> Result<Point, Reason> {
            match point {
                Point::Algebraic(t) if point.order(&end, bounds)?.is_eq() => {
                    with_factor(t, p, bounds).or(Ok(point.clone()))
                }
                other => Ok(other.clone()),
            }
        };
        for point in found.iter_mut().map(|(point, _)| point).chain(left.iter_mut()) {
            *point = match &*point {
                Point::Interval(interval) => {
                    let (low, high) = interval.ends();
                    Point::Interval(Interval::between(sharper(&low)?, sharper(&high)?, bounds)?)
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

/// The numbers at which an interval is cut, rising, those of them with narrower brackets whose brackets overlap: what is cut later may
/// lie in the bracket of an earlier cut.
fn cuts<'a>(points: impl Iterator<Item = &'a Point>, bounds: &Bounds) -> Result<Vec<Root>, Reason> {
    let mut cuts: Vec<(&Point, [Rational; 2], Root)> =
        points.filter_map(|point| Some((point, bracket(point)?, root(point)?))).collect();
    for bits in PRECISIONS {
        let overlap = |k: usize| k + 1 < cuts.len() && cuts[k].1[1] > cuts[k + 1].1[0];
        let apart: Vec<bool> = (0..cuts.len()).map(|k| !overlap(k) && (k == 0 || !overlap(k - 1))).collect();
        if apart.iter().all(|apart| *apart) {
            break;
        }
        for ((point, between, root), _) in cuts.iter_mut().zip(apart).filter(|(_, apart)| !apart) {
            let Point::Algebraic(t) = point else { continue };
            let enclosure = t.bracket(bits, bounds)?.enclosure();
            let ends = [enclosure.low, enclosure.high];
            let narrow = Root::Of {
                polynomial: exact::polynomial(t.polynomial()),
                between: ends.each_ref().map(exact::kernel_fraction),
            };
            // Rounded outwards it may hold another root, or have this one as an end.
            if dp_kernel::Point::root(&narrow).is_ok() {
                (*between, *root) = (ends, narrow);
            }
        }
    }
    Ok(cuts.into_iter().map(|(_, _, root)| root).collect())
}

fn bracket(point: &Point) -> Option<[Rational; 2]> {
    match point {
        Point::Rational(x) => Some([x.clone(), x.clone()]),
        Point::Algebraic(x) => Some([x.low(), x.high()]),
        Point::Exponential(_) | Point::Beside(_) | Point::Interval(_) => None,
    }
}

/// A number at which an interval is cut.
pub(super) fn root(point: &Point) -> Option<Root> {
    match point {
        Point::Rational(x) => Some(Root::Rational(exact::kernel_fraction(x))),
        Point::Algebraic(x) => {
            let between = [x.low(), x.high()].map(|end| exact::kernel_fraction(&end));
            Some(Root::Of { polynomial: exact::polynomial(x.polynomial()), between })
        }
        Point::Exponential(_) | Point::Beside(_) | Point::Interval(_) => None,
    }
}
