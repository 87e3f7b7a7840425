//! The number t in whose field a file's numbers lie.

use super::algebraic::Algebraic;
use super::bernstein::{Root, apart, isolate, middle};
use super::bounds::{Bounds, Obstacle, steps, words};
use super::declared::{Alpha, Constant};
use super::fractions::{Fractions, Vectors as _, of_coefficients};
use super::interval::Interval;
use super::point::Point;
use super::polynomial::{Polynomial, Polynomials as _};
use super::rate::{Rate as _, exponential};
use crate::number::{Rational, Sign, compare, power, rational_root};
use num_traits::{One, Pow, ToPrimitive, Zero};

impl Point {
    /// t for a file's α and `constant`: b where b is a root of another polynomial, beside a rational α; else α^(1/k)
    /// where b = α^(1/k), and α where there is no irrational b, k = 1. Then α = t^k and b = t.
    ///
    /// # Errors
    /// An interval of α whose ends have no rational k-th roots, or a polynomial over the limits.
    pub fn generator(alpha: &Alpha, constant: Option<&Constant>, bounds: &Bounds) -> Result<Self, Obstacle> {
        match constant {
            Some(Constant::Root { polynomial, between }) => {
                Algebraic::point(&whole(polynomial, bounds)?, &between.0, &between.1, bounds)
            }
            Some(Constant::RootOfAlpha(k)) => Self::root_of_alpha(alpha, *k, bounds),
            Some(Constant::Exponential(rate)) => Ok(Point::Exponential(exponential(rate)?)),
            Some(Constant::Rational(_)) | None => Self::root_of_alpha(alpha, 1, bounds),
        }
    }

    /// α^(1/k), k ≥ 1.
    ///
    /// # Errors
    /// As [`Point::generator`].
    pub fn root_of_alpha(alpha: &Alpha, k: u32, bounds: &Bounds) -> Result<Self, Obstacle> {
        match alpha {
            _ if k == 0 => Err(Obstacle::Unfit("a root of order 0")),
            Alpha::Rational(alpha) => root_of_rational(alpha, k, bounds),
            Alpha::Exponential(rate) => Ok(Point::Exponential(exponential(rate)?.root(k)?)),
            Alpha::Power { base, exponent } => {
                // α = base^-q: with q = s/m, t^(m·k) = base^-s, which is below 1.
                let order = exponent.denom().to_u32().and_then(|m| m.checked_mul(k)).ok_or(too_high(bounds))?;
                let minus_s = (-exponent.numer()).to_i64().ok_or(too_long(bounds))?;
                root_of_rational(&bounded_power(base, minus_s, bounds)?, order, bounds)
            }
            Alpha::Root { polynomial, between } => root_of_root(&whole(polynomial, bounds)?, between, k, bounds),
            Alpha::Symbolic { between: (low, high) } => {
                let end = |x: &Rational| if x.is_zero() { Some(x.clone()) } else { rational_root(x, k) };
                match (end(low), end(high)) {
                    (Some(low), Some(high)) => Ok(Point::Interval(Interval::new(low, high)?)),
                    _ => Err(Obstacle::Unfit(
                        "an end of the interval of α has no rational k-th root for b = α^(1/k), expected ends that have one",
                    )),
                }
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

/// The polynomial times a common denominator.
fn whole(polynomial: &[Rational], bounds: &Bounds) -> Result<Polynomial, Obstacle> {
    let whole = Fractions::within(polynomial, bounds.longest(), bounds.budget())?.ok_or(too_long(bounds))?;
    let p = of_coefficients(&whole);
    bounds.size(p.degree(), p.bits())?;
    Ok(p)
}

/// x^e within the limits.
fn bounded_power(x: &Rational, e: i64, bounds: &Bounds) -> Result<Rational, Obstacle> {
    let limits = crate::limits::Limits {
        bits: usize::try_from(bounds.longest()).unwrap_or(usize::MAX),
        ..crate::limits::Limits::default()
    };
    power(x, e, &limits).ok_or(too_long(bounds))
}

/// x^(1/k) for 0 < x ≤ 1: the only positive root of d·t^k − n, in (0, 1) if x < 1.
fn root_of_rational(x: &Rational, k: u32, bounds: &Bounds) -> Result<Point, Obstacle> {
    if !x.is_positive() || compare(x, &Rational::one()).is_gt() {
        return Err(Obstacle::Unfit("α lies above 0 and not above 1"));
    }
    let long = words(x.denom().bits());
    bounds.size(k as usize, x.denom().bits())?;
    bounds.charge(steps(64, long, long))?;
    match rational_root(x, k) {
        Some(root) => Ok(Point::Rational(root)),
        None => {
            let power = bounds.run(|| Ok(Polynomial::monomial(x.denom().clone(), k as usize)))?;
            let p = &power - &Polynomial::from(x.numer().clone());
            Algebraic::isolated(p, &Rational::zero(), &Rational::one(), bounds).map(Point::from)
        }
    }
}

/// α^(1/k) for the only root α of p in an interval within [0, 1].
///
/// With p(0) ≠ 0 and p squarefree, p(t^k) is squarefree: a root that it shares with k·t^(k−1)·p'(t^k) would be one of
/// p and p'. Its roots between l > 0 and h are the k-th roots of those of p between l^k and h^k; bisection of (0, 1)
/// leads to l and h for which p has α and no other root there.
fn root_of_root(p: &Polynomial, between: &(Rational, Rational), k: u32, bounds: &Bounds) -> Result<Point, Obstacle> {
    let p = p.squarefree(bounds)?.without_t().1;
    let mut roots = isolate(&p, &between.0, &between.1, bounds)?;
    let (Some(root), true) = (roots.pop(), roots.is_empty()) else {
        return Err(Obstacle::Unfit("the polynomial has not one root in the interval"));
    };
    let (low, high) = match apart(&p, root, &between.0, &between.1, bounds)? {
        Root::At(x) => return root_of_rational(&x, k, bounds),
        Root::Between(low, high) if k == 1 => return Algebraic::isolated(p, &low, &high, bounds).map(Point::from),
        Root::Between(low, high) => (low, high),
    };
    let below = p.sign_at(&low, bounds)?;
    let q = p.of_power(k as usize, bounds)?;
    let (mut l, mut h) = (Rational::zero(), Rational::one());
    let (mut inside_low, mut inside_high) = (false, false);
    while !(inside_low && inside_high) {
        let t = middle(&l, &h, bounds)?;
        bounds.size(k as usize, crate::number::bits(&t).saturating_mul(k.into()))?;
        let long = words(crate::number::bits(&t).saturating_mul(k.into()));
        bounds.charge(steps(1, long, long))?;
        let alpha = Rational::new_raw(Pow::pow(t.numer(), k), Pow::pow(t.denom(), k));
        match () {
            () if compare(&alpha, &low).is_lt() => l = t,
            () if compare(&alpha, &high).is_gt() => h = t,
            () => match q.sign_at(&t, bounds)? {
                Sign::NoSign => return Ok(Point::Rational(t)),
                sign if sign == below => (l, inside_low) = (t, true),
                _ => (h, inside_high) = (t, true),
            },
        }
    }
    Algebraic::isolated(q, &l, &h, bounds).map(Point::from)
}
