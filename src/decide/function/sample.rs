//! Rationals of an interval at which signs are looked at.

use crate::decide::case::Reason;
use dp_verify::algebra;
use dp_verify::alpha::{Bounds, Interval, Point};
use dp_verify::number::{BigInt, Rational};

/// The denominator of the places between the ends of a part: a prime, which a rational zero of a polynomial with short
/// coefficients does not have (its denominator divides the leading one).
const PLACES: u64 = (1 << 31) - 1;

/// How far one place is from the next: the golden section of the places, so that they spread (Weyl).
const STEP: u64 = 1_327_217_885;

/// How many there are: more than the degrees of all denominators that a search has.
const MOST: u64 = 1 << 20;

/// Different rationals of the interval, without end for what any search asks: first the middle, whose numbers are
/// short, then others without a pattern, as the middle of an interval that somebody writes down may be special.
pub(super) fn samples(interval: &Interval, bounds: &Bounds) -> Result<impl Iterator<Item = Rational> + use<>, Reason> {
    let middle = bounds.run(|| algebra::sample(interval))?;
    let [low, high] = interval.ends();
    let at = Point::Rational(middle.clone());
    let between = |low, high| bounds.run(|| algebra::sample(&algebra::rising(low, high)?));
    let (low, high) = (between(low, &at)?, between(&at, high)?);
    let width = &high - &low;
    let place = move |k: u64| &low + &width * Rational::new(BigInt::from(k * STEP % PLACES), BigInt::from(PLACES));
    Ok(std::iter::once(middle).chain((1..MOST).map(place)))
}
