//! The number t in whose field a file's numbers lie.
//!
//! What [`dp_algebra`] finds is a root once it is seen to be one here, and to be the only one of its interval.

use super::bounds::{Bounds, Obstacle};
use super::declared::{Alpha, Constant};
use super::fractions::{Fractions, Vectors as _, of_coefficients};
use super::polynomial::Polynomial;
use crate::number::{Rational, compare, power, product, rational_root};
use dp_number::meter::size;
use dp_number::{Exponential, Interval, Number, Point};
use num_traits::{One, ToPrimitive, Zero};
use std::cmp::Ordering;

/// t for a file's α and `constant`: b where b is a root of another polynomial, beside a rational α; α^(1/k)
/// where b is that, so that α = t^k and b = t; else α.
///
/// # Errors
/// b = e^-r, of which `Field` makes t; k = 0; a rational outside (0, 1]; not one root in the interval; a root
/// that does not show to be the one; ends of an interval of α that have no rational k-th roots; a limit.
pub fn generator(alpha: &Alpha, constant: Option<&Constant>, bounds: &Bounds) -> Result<Point, Obstacle> {
    match constant {
        Some(Constant::Root { polynomial, between }) => root_of_root(&whole(polynomial, bounds)?, between, 1, bounds),
        Some(Constant::RootOfAlpha(k)) => root_of_alpha(alpha, *k, bounds),
        Some(Constant::Exponential(_)) => Err(Obstacle::Unfit("b = e^-r by itself")),
        Some(Constant::Rational(_)) | None => root_of_alpha(alpha, 1, bounds),
    }
}

/// α^(1/k), k ≥ 1.
///
/// # Errors
/// As [`generator`].
pub fn root_of_alpha(alpha: &Alpha, k: u32, bounds: &Bounds) -> Result<Point, Obstacle> {
    match alpha {
        _ if k == 0 => Err(Obstacle::Unfit("a root of order 0")),
        Alpha::Rational(alpha) => root_of_rational(alpha, k, bounds),
        Alpha::Exponential(rate) => exponential(rate, k, bounds),
        Alpha::Power { base, exponent } => {
            // α = base^-q: with q = s/m, t^(m·k) = base^-s, which is below 1.
            let order = exponent.denom().to_u32().and_then(|m| m.checked_mul(k)).ok_or(too_high(bounds))?;
            let minus_s = (-exponent.numer()).to_i64().ok_or(too_long(bounds))?;
            let power = power(base, minus_s, bounds.longest()).ok_or(too_long(bounds))?;
            root_of_rational(&power, order, bounds)
        }
        // α > 0 is no root of t.
        Alpha::Root { polynomial, between } => {
            root_of_root(&whole(polynomial, bounds)?.without_t().1, between, k, bounds)
        }
        Alpha::Symbolic { between: (low, high) } => {
            let end = |x: &Rational| if x.is_zero() { Some(x.clone()) } else { rational_root(x, k) };
            match (end(low), end(high)) {
                (Some(low), Some(high)) => bounds.run(|| Point::between(Point::Rational(low), Point::Rational(high))),
                _ => Err(Obstacle::Unfit(
                    "an end of the interval of α has no rational k-th root for b = α^(1/k), expected ends that have one",
                )),
            }
        }
    }
}

fn too_high(bounds: &Bounds) -> Obstacle {
    Obstacle::Degree(bounds.highest())
}

fn too_long(bounds: &Bounds) -> Obstacle {
    Obstacle::Size(bounds.longest())
}

/// e^-(rate/k).
fn exponential(rate: &Rational, k: u32, bounds: &Bounds) -> Result<Point, Obstacle> {
    let rate = product(rate, &Rational::new_raw(1.into(), k.into()));
    bounds.run(|| Exponential::new(rate)).map(Point::Exponential)
}

/// The polynomial times a common denominator.
fn whole(polynomial: &[Rational], bounds: &Bounds) -> Result<Polynomial, Obstacle> {
    let whole = Fractions::within(polynomial, bounds.longest(), bounds.budget())?.ok_or(too_long(bounds))?;
    let p = of_coefficients(&whole);
    bounds.run(|| Ok(size(p.degree() as u64, p.bits())?))?;
    Ok(p)
}

/// x^(1/k) for 0 < x ≤ 1: the only positive root of d·t^k − n.
fn root_of_rational(x: &Rational, k: u32, bounds: &Bounds) -> Result<Point, Obstacle> {
    if !x.is_positive() || compare(x, &Rational::one()).is_gt() {
        return Err(Obstacle::Unfit("α lies above 0 and not above 1"));
    }
    bounds.run(|| {
        let t = dp_algebra::root_of_rational(x, k)?;
        let p = Number::polynomial(vec![-x.numer().clone(), x.denom().clone()]);
        if is_root(&p, &t, k)? { Ok(t) } else { Err(unseen(&p)) }
    })
}

/// The only root of p in an interval, or how many there are.
///
/// # Errors
/// A limit, or a root that does not show to be the only one.
pub fn only_root(p: &Polynomial, between: &(Rational, Rational), bounds: &Bounds) -> Result<RootOrCount, Obstacle> {
    bounds.run(|| match dp_algebra::only_root(p, &between.0, &between.1)? {
        Ok(root) if is_root(p, &root, 1)? && is_alone(p, &root, between)? => Ok(Ok(root)),
        Ok(_) => Err(unseen(p)),
        Err(count) => Ok(Err(count)),
    })
}

/// A root, or how many there are where that is not one.
type RootOrCount = Result<Point, usize>;

/// α^(1/k) for the only root α of p in an interval, which lies in [0, 1] for k > 1.
fn root_of_root(p: &Polynomial, between: &(Rational, Rational), k: u32, bounds: &Bounds) -> Result<Point, Obstacle> {
    let root = only_root(p, between, bounds)?;
    let alpha = root.map_err(|_| Obstacle::Unfit("the polynomial has not one root in the interval"))?;
    if k == 1 {
        return Ok(alpha);
    }
    bounds.run(|| {
        let t = dp_algebra::kth_root(&alpha, k)?;
        if is_root(p, &t, k)? && lies(&t, k, between)? { Ok(t) } else { Err(unseen(p)) }
    })
}

/// A number was found that does not show to be the one root of p that is meant.
fn unseen(p: &Number) -> dp_number::Obstacle {
    dp_number::Obstacle::Unknown(Box::new(p.clone()))
}

/// Whether t^k, t > 0 unless k = 1, is a root of p.
fn is_root(p: &Number, t: &Point, k: u32) -> Result<bool, dp_number::Obstacle> {
    let is_positive = k == 1 || t.sign(&Number::monomial(1.into(), 1))?.is_gt();
    Ok(is_positive && t.sign(&p.of_power(k as usize))?.is_eq())
}

/// Whether t^k lies between two rationals.
fn lies(t: &Point, k: u32, (low, high): &(Rational, Rational)) -> Result<bool, dp_number::Obstacle> {
    let against = |x: &Rational| {
        let power = Number::monomial(x.denom().clone(), k as usize);
        t.sign(&(&power - &x.numer().clone().into()))
    };
    Ok(against(low)? == Ordering::Greater && against(high)? == Ordering::Less)
}

/// Whether p has no other root than this one in an interval, in which it lies.
///
/// p's roots are those of the number's own polynomial q and those of what is left of p without the divisors that it has
/// in common with q; q has none but the number between the ends by which that is given, and beyond them none where its
/// sign does not change.
fn is_alone(p: &Number, root: &Point, between: &(Rational, Rational)) -> Result<bool, dp_number::Obstacle> {
    let (q, [l, h]) = match root {
        Point::Rational(x) => (Number::polynomial(vec![-x.numer().clone(), x.denom().clone()]), [x.clone(), x.clone()]),
        Point::Algebraic(t) => (t.polynomial().clone(), t.between()),
        _ => return Ok(false),
    };
    let mut rest = p.clone();
    loop {
        let common = dp_algebra::gcd(&rest, &q)?;
        match rest.over(&common) {
            Some(less) if common.degree() > 0 && q.over(&common).is_some() => rest = less,
            _ => break,
        }
    }
    let (low, high) = between;
    let has_none = |p: &Number, low: &Rational, high: &Rational| {
        if compare(low, high).is_ge() {
            return Ok(true);
        }
        let interval = Interval::between(Point::Rational(low.clone()), Point::Rational(high.clone()))?;
        match Point::Interval(interval).sign(p) {
            Err(dp_number::Obstacle::Changes(_)) => Ok(false),
            sign => Ok::<_, dp_number::Obstacle>(sign?.is_ne()),
        }
    };
    Ok(lies(root, 1, between)? && has_none(&rest, low, high)? && has_none(&q, low, &l)? && has_none(&q, &h, high)?)
}
