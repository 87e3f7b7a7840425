//! Functions of t at a rational close to t, at which choices are made.

use crate::exact;
use dp_verify::alpha::{Bounds, Field, Obstacle, Point, Polynomial, Quotient};
use dp_verify::number::{BigInt, Fractions, Rational};
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational as Exact;

/// The binary places to which an irrational t is computed.
const BITS: u64 = 256;

/// Those to which the linear program has it.
const COARSE_BITS: usize = 64;

/// A rational close to t, or in the interval.
pub(super) fn close(point: &Point, bounds: &Bounds) -> Result<Rational, Obstacle> {
    match point {
        Point::Rational(t) => Ok(t.clone()),
        Point::Interval(interval) => interval.sample(bounds),
        other => Ok(other.enclosure(BITS, bounds)?.low),
    }
}

/// The same in fewer places, where it has many: exact numbers of the search grow with it.
pub(super) fn coarse(point: &Point, bounds: &Bounds) -> Result<Rational, Obstacle> {
    let (t, scale) = (close(point, bounds)?, BigInt::from(1) << COARSE_BITS);
    if t.denom() <= &scale {
        return Ok(t);
    }
    Ok(Rational::new((t * Rational::from(scale.clone())).round().to_integer(), scale))
}

/// p at that t.
pub(super) fn value(p: &Polynomial, t: &Rational, bounds: &Bounds) -> Result<Exact, Obstacle> {
    Ok(exact::rational(&p.evaluate(t, bounds)?))
}

/// α of one unit of length at that t.
pub(super) fn alpha(field: &Field, t: &Rational, bounds: &Bounds) -> Result<Exact, Obstacle> {
    Ok(value(&field.base.numerator, t, bounds)? / value(&field.base.denominator, t, bounds)?)
}

/// A vector at that t.
pub(super) fn values(x: &Fractions<Polynomial>, t: &Rational, bounds: &Bounds) -> Result<Vec<Exact>, Obstacle> {
    let over = value(&x.denominator, t, bounds)?;
    x.numerators.iter().map(|p| Ok(value(p, t, bounds)? / &over)).collect()
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
    if value(&common, t, bounds)? < Exact::ZERO {
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
