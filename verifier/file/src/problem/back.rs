//! The kernel's numbers as those of a file: what is printed.

use crate::alpha::{Algebraic, Beside, Bounds, Interval, Obstacle, Point, Polynomial, exponential};
use crate::number::{BigInt, Rational, Sign, fraction, steps_of_gcd};
use dp_kernel::Fraction;

/// n/d in lowest terms.
fn lowest(n: BigInt, d: BigInt, bounds: &Bounds) -> Result<Rational, Obstacle> {
    if d.sign() == Sign::NoSign {
        return Err(Obstacle::Unfit("the denominator is zero"));
    }
    bounds.charge(steps_of_gcd(n.bits(), d.bits()))?;
    Ok(fraction(n, d))
}

/// The fraction in lowest terms; `None` where t occurs.
///
/// # Errors
/// More steps than are left.
pub fn rational(x: &Fraction, bounds: &Bounds) -> Result<Option<Rational>, Obstacle> {
    match (x.numerator.integer(), x.denominator.integer()) {
        (Some(n), Some(d)) => lowest(n.into_owned(), d.into_owned(), bounds).map(Some),
        _ => Ok(None),
    }
}

/// A point. An algebraic number has one form, whatever interval it was given by, as long as its polynomial is the same.
///
/// # Errors
/// More steps than are left.
pub fn point(point: &dp_kernel::Point, bounds: &Bounds) -> Result<Point, Obstacle> {
    match point {
        dp_kernel::Point::Interval(interval) => {
            let [low, high] = interval.ends();
            Ok(Point::Interval(Interval::between(single(&low, bounds)?, single(&high, bounds)?, bounds)?))
        }
        point => single(point, bounds),
    }
}

/// A point that is one number.
fn single(point: &dp_kernel::Point, bounds: &Bounds) -> Result<Point, Obstacle> {
    match point {
        dp_kernel::Point::Rational(n, d) => Ok(Point::Rational(lowest(n.clone(), d.clone(), bounds)?)),
        dp_kernel::Point::Exponential(t) => {
            let (n, d) = t.rate();
            Ok(Point::Exponential(exponential(&lowest(n.clone(), d.clone(), bounds)?)?))
        }
        dp_kernel::Point::Algebraic(t) => {
            let [low, high, denominator] = t.between();
            let end = |n: &BigInt| lowest(n.clone(), denominator.clone(), bounds);
            Algebraic::point(&Polynomial::polynomial(t.polynomial().to_vec()), &end(low)?, &end(high)?, bounds)
        }
        dp_kernel::Point::Beside(both) => {
            let t = single(&dp_kernel::Point::Exponential(both.t.clone()), bounds)?;
            let u = single(&dp_kernel::Point::Algebraic(both.u.clone()), bounds)?;
            match (t, u) {
                (Point::Exponential(t), Point::Algebraic(u)) => Ok(Point::Beside(Box::new(Beside { t, u }))),
                _ => Err(Obstacle::Unfit("a rational number where an irrational one stands")),
            }
        }
        dp_kernel::Point::Interval(_) => Err(Obstacle::Unfit("an end of an interval is rational or algebraic")),
    }
}
