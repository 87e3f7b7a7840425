//! The order of rational and algebraic numbers.

use crate::enclosure::Enclosure;
use crate::gcd::{gcd, squarefree};
use crate::isolate::{isolate, middle};
use crate::root::is_root_of;
use crate::sign::sign;
use crate::{precisions, undecided};
use dp_number::{Algebraic, Number, Obstacle, Point, Rational, compare, fraction};
use num_bigint::BigInt;
use num_traits::One;
use std::cmp::Ordering;

/// One number against another.
///
/// A rational n/d against an algebraic number: by the sign of d·t − n there. Two algebraic numbers: by enclosures
/// apart, or as the same where both are roots of the common divisor g of their polynomials and one interval that
/// contains both numbers contains only one root of g.
///
/// # Errors
/// Other points than rational and algebraic ones, or a limit.
pub fn order(x: &Point, y: &Point) -> Result<Ordering, Obstacle> {
    match (x, y) {
        (Point::Rational(x), Point::Rational(y)) => Ok(compare(x, y)),
        (Point::Rational(x), t @ Point::Algebraic(_)) => Ok(against(t, x)?.reverse()),
        (t @ Point::Algebraic(_), Point::Rational(y)) => against(t, y),
        (Point::Algebraic(a), Point::Algebraic(b)) => algebraic(a, b),
        _ => Err(Obstacle::Order),
    }
}

/// t against n/d.
fn against(t: &Point, x: &Rational) -> Result<Ordering, Obstacle> {
    sign(t, &Number::polynomial(vec![-x.numer().clone(), x.denom().clone()]))
}

fn algebraic(x: &Algebraic, y: &Algebraic) -> Result<Ordering, Obstacle> {
    let mut common: Option<Number> = None;
    for bits in precisions(x.polynomial().bits().max(y.polynomial().bits())) {
        let (a, b) = (x.bracket(bits)?, y.bracket(bits)?);
        match () {
            () if a.high < b.low => return Ok(Ordering::Less),
            () if b.high < a.low => return Ok(Ordering::Greater),
            () => {}
        }
        let g = match &common {
            Some(g) => g,
            None => common.insert(gcd(x.polynomial(), y.polynomial())?),
        };
        if g.degree() == 0 || !is_root_of(x, g)? || !is_root_of(y, g)? {
            continue;
        }
        // A unit wider, so that both numbers lie inside.
        let one = BigInt::one() << bits;
        let low = fraction(a.low.clone().min(b.low.clone()) - 1, one.clone());
        let high = fraction(a.high.clone().max(b.high.clone()) + 1, one);
        if isolate(&squarefree(g)?, &low, &high)?.len() == 1 {
            return Ok(Ordering::Equal);
        }
    }
    Err(undecided(x.polynomial()))
}

/// A rational between two numbers, x < y.
///
/// # Errors
/// Unless x < y, or a limit.
pub(crate) fn between(x: &Point, y: &Point) -> Result<Rational, Obstacle> {
    if order(x, y)?.is_ge() {
        return Err(Obstacle::Order);
    }
    for bits in precisions(0) {
        let enclosure = |x: &Point| Ok::<_, Obstacle>(Enclosure::from(&x.bracket(bits)?));
        let (low, high) = (enclosure(x)?.high, enclosure(y)?.low);
        if compare(&low, &high).is_lt() {
            // The shortest fraction in the inner half.
            let centre = middle(&low, &high)?;
            let (low, high) = (middle(&low, &centre)?, middle(&centre, &high)?);
            return Ok(Enclosure { low, high }.simplest());
        }
    }
    Err(undecided(&Number::ZERO))
}
