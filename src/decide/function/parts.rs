//! An interval of α cut into parts on each of which one witness serves.

use super::cuts::{ALL_PARTS, on_parts, root};
use super::proposed::Proposed;
use crate::decide::attempt::proves_at;
use crate::decide::case::{Case, Reason};
use crate::effort::{self, Counted};
use crate::statement::Decided;
use dp_kernel::Verdict;
use dp_verify::algebra;
use dp_verify::alpha::{Bounds, Field, Point};
use dp_verify::model::{self, Claim, Expect, Kind};
use dp_verify::number::{BigInt, Rational};
use dp_verify::witness::Given;

/// A number at which a claim may be refuted may take so large a part of what the claim has left, were it the first.
const ONE_NUMBER: u64 = 16;
/// The numbers that are tried, in their order, of so many equal steps from one end to the other.
const PLACES: [u32; 7] = [512, 128, 896, 1, 1_023, 320, 704];
const FINE: u32 = 1_024;

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
        return Ok(propose(&case.point(field))?.decided);
    }
    on_parts(case, claim, field, false, &|point| propose(point).map(Some))
}

/// The same for a claim about an optimum, which one number may refute: `refute` looks for that at a rational. A claim
/// that some number refutes has values only if all parts are found with a share of the effort.
pub(super) fn decide_or_refute(
    case: &Case,
    claim: &Claim,
    field: &Field,
    propose: &dyn Fn(&Point) -> Result<Proposed, Reason>,
    refute: &dyn Fn(&Rational, &Bounds) -> Result<Decided, Reason>,
) -> Result<Decided, Reason> {
    if !field.is_symbolic() {
        return Ok(propose(&case.point(field))?.decided);
    }
    let all = |is_refuted_by_one| on_parts(case, claim, field, is_refuted_by_one, &|point| propose(point).map(Some));
    refuted_or_else(case, claim, field, &all, refute)
}

/// By all parts, or, where one of a few rationals refutes the claim and all parts take more than a share, by that
/// number.
pub(super) fn refuted_or(
    case: &Case,
    claim: &Claim,
    field: &Field,
    all: &dyn Fn() -> Result<Decided, Reason>,
    refute: &dyn Fn(&Rational, &Bounds) -> Result<Decided, Reason>,
) -> Result<Decided, Reason> {
    refuted_or_else(case, claim, field, &|_| all(), refute)
}

/// The same, `all` being told whether it may end at one number that refutes the claim.
fn refuted_or_else(
    case: &Case,
    claim: &Claim,
    field: &Field,
    all: &dyn Fn(bool) -> Result<Decided, Reason>,
    refute: &dyn Fn(&Rational, &Bounds) -> Result<Decided, Reason>,
) -> Result<Decided, Reason> {
    let Point::Interval(whole) = &field.point else { return all(false) };
    // A bound on a value speaks of all numbers. Where the claim is expected to hold, a refutation is not as expected,
    // whatever the values are.
    if case.declared(claim).is_some_and(|declared| needs_values(&declared.expects)) {
        return all(false);
    }
    type Work<'a> = &'a dyn Fn() -> Result<Decided, Reason>;
    let of_a_share = |share: u64, work: Work| effort::of_a_share(share, work).ok()?.ok();
    let Ok([low, high]) = algebra::ends(whole) else { return all(false) };
    for place in PLACES {
        let t = &low + (&high - &low) * Rational::new(BigInt::from(place), BigInt::from(FINE));
        let point = Point::Rational(t.clone());
        let here = field.at(point.clone());
        let refuted = of_a_share(ONE_NUMBER, &|| {
            let steps = Counted::new(case.limits.steps);
            let bounds = Bounds::new(case.limits, &steps);
            bounds.run(|| algebra::cut(whole, std::slice::from_ref(&point)))?;
            refute(&t, &bounds)
        });
        let fails = |found: &Decided| found.verdict == Verdict::Fails && proves_at(case, claim, found, Some(&here));
        if let (Some(found), Some(number)) = (refuted.filter(fails), root(&point)) {
            let at = Given::At { number, witness: Box::new(found.witness) };
            let at = Decided::of_functions(Verdict::Fails, at);
            return Ok(of_a_share(ALL_PARTS, &|| all(false)).unwrap_or(at));
        }
    }
    all(true)
}

/// Whether it depends on values of a claim that fails if all that is expected of it is so.
fn needs_values(expects: &[Expect]) -> bool {
    expects.iter().all(|expect| expect.verdict == model::Verdict::Fails)
        && expects.iter().any(|expect| !expect.bounds.is_empty())
}

/// A claim whose verdict needs no witness, on all parts of an interval; one with a bound that numbers cross which no
/// certificate names is tried at a few rationals first.
pub(in crate::decide) fn computed(case: &Case, claim: &Claim, field: &Field) -> Result<Decided, Reason> {
    let propose = |_: &Point| Ok(None);
    if matches!(claim.kind, Kind::RenyiDp | Kind::BoundedRange | Kind::Zcdp) {
        let refute = |_: &Rational, _: &Bounds| Ok(Decided::plain(Verdict::Fails));
        return refuted_or(case, claim, field, &|| on_parts(case, claim, field, false, &propose), &refute);
    }
    on_parts(case, claim, field, false, &propose)
}
