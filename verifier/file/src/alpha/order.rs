//! The order of rational and algebraic numbers.

use super::algebraic::{Algebraic, Real};
use super::bernstein::{isolate, middle};
use super::bounds::{Bounds, Obstacle, precisions};
use super::polynomial::{Polynomial, Polynomials as _};
use crate::number::{BigInt, Enclosure, Rational, Sign, compare, fraction};
use dp_number::Bracket;
use num_traits::One;
use std::cmp::Ordering;

impl Real {
    /// This number against another.
    ///
    /// A rational n/d against an algebraic number: by the sign of d·t − n there. Two algebraic numbers: by enclosures
    /// apart, or as the same where both are roots of the common divisor g of their polynomials and one interval that
    /// contains both numbers contains only one root of g.
    ///
    /// # Errors
    /// More steps than are left.
    pub(super) fn order(&self, other: &Self, bounds: &Bounds) -> Result<Ordering, Obstacle> {
        match (self, other) {
            (Real::Rational(x), Real::Rational(y)) => Ok(compare(x, y)),
            (Real::Rational(x), Real::Algebraic(t)) => Ok(against(t, x, bounds)?.reverse()),
            (Real::Algebraic(t), Real::Rational(y)) => against(t, y, bounds),
            (Real::Algebraic(a), Real::Algebraic(b)) => algebraic(a, b, bounds),
        }
    }

    fn enclosure(&self, bits: u64, bounds: &Bounds) -> Result<Enclosure, Obstacle> {
        let bracket = match self {
            Real::Rational(x) => {
                bounds.precision(bits)?;
                Bracket::around(x.numer(), x.numer(), x.denom(), bits)
            }
            Real::Algebraic(t) => t.bracket(bits, bounds)?,
        };
        Ok(Enclosure::from(&bracket))
    }
}

/// t against n/d.
fn against(t: &Algebraic, x: &Rational, bounds: &Bounds) -> Result<Ordering, Obstacle> {
    let difference = Polynomial::polynomial(vec![-x.numer().clone(), x.denom().clone()]);
    Ok(match t.sign(&difference, bounds)? {
        Sign::Minus => Ordering::Less,
        Sign::NoSign => Ordering::Equal,
        Sign::Plus => Ordering::Greater,
    })
}

fn algebraic(x: &Algebraic, y: &Algebraic, bounds: &Bounds) -> Result<Ordering, Obstacle> {
    let long = x.polynomial().bits().max(y.polynomial().bits());
    let mut common: Option<Polynomial> = None;
    for bits in precisions(long) {
        let (a, b) = (x.bracket(bits, bounds)?, y.bracket(bits, bounds)?);
        match () {
            () if a.high < b.low => return Ok(Ordering::Less),
            () if b.high < a.low => return Ok(Ordering::Greater),
            () => {}
        }
        let g = match &common {
            Some(g) => g,
            None => common.insert(x.polynomial().gcd(y.polynomial(), bounds)?),
        };
        if g.degree() == 0 || !x.is_root_of(g, bounds)? || !y.is_root_of(g, bounds)? {
            continue;
        }
        // A unit wider, so that both numbers lie inside.
        let one = BigInt::one() << bits;
        let low = fraction(a.low.clone().min(b.low.clone()) - 1, one.clone());
        let high = fraction(a.high.clone().max(b.high.clone()) + 1, one);
        if isolate(&g.squarefree(bounds)?, &low, &high, bounds)?.len() == 1 {
            return Ok(Ordering::Equal);
        }
    }
    Err(Obstacle::Undecided(long))
}

/// A rational between two numbers, x < y.
///
/// # Errors
/// Unless x < y, or more steps than are left.
pub(super) fn between(x: &Real, y: &Real, bounds: &Bounds) -> Result<Rational, Obstacle> {
    if x.order(y, bounds)?.is_ge() {
        return Err(Obstacle::Unfit("there is nothing between two numbers that do not rise"));
    }
    for bits in precisions(0) {
        let (low, high) = (x.enclosure(bits, bounds)?.high, y.enclosure(bits, bounds)?.low);
        if compare(&low, &high).is_lt() {
            // The shortest fraction in the inner half.
            let centre = middle(&low, &high, bounds)?;
            let (low, high) = (middle(&low, &centre, bounds)?, middle(&centre, &high, bounds)?);
            return Ok(Enclosure { low, high }.simplest());
        }
    }
    Err(Obstacle::Undecided(0))
}
