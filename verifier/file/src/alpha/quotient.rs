//! Quotients of polynomials: the numbers of a file as functions of t.

use super::bounds::{Bounds, Obstacle, steps, words};
use super::polynomial::{Polynomial, Polynomials as _};
use crate::limits::total;
use crate::number::{BigInt, Rational};
use dp_number::Point;
use num_traits::{One, Zero};
use std::cmp::Ordering;

/// n(t)/d(t), with d(t) > 0 wherever t may be.
pub type Quotient = dp_number::Fraction;

/// What is asked of quotients while files are read and proofs are searched for.
pub trait Quotients: Sized {
    /// The constant x.
    fn constant(x: &Rational) -> Self;

    /// t itself.
    fn t() -> Self;

    /// self + other.
    ///
    /// # Errors
    /// A sum over the limits.
    fn plus(&self, other: &Self, bounds: &Bounds) -> Result<Self, Obstacle>;

    /// self · other.
    ///
    /// # Errors
    /// A product over the limits.
    fn times(&self, other: &Self, bounds: &Bounds) -> Result<Self, Obstacle>;

    /// 1/self, with a denominator > 0.
    ///
    /// # Errors
    /// A value that is 0 at t, or somewhere on an interval.
    fn over_one(&self, point: &Point, bounds: &Bounds) -> Result<Self, Obstacle>;

    /// In lowest terms: without a common divisor, polynomial or integer.
    ///
    /// # Errors
    /// More steps than are left.
    fn reduced(self, bounds: &Bounds) -> Result<Self, Obstacle>;

    /// With d > 0 at t.
    ///
    /// # Errors
    /// A denominator that vanishes at t, or more steps than are left.
    fn oriented(self, point: &Point, bounds: &Bounds) -> Result<Self, Obstacle>;
}

impl Quotients for Quotient {
    fn constant(x: &Rational) -> Self {
        Self { numerator: Polynomial::from(x.numer().clone()), denominator: Polynomial::from(x.denom().clone()) }
    }

    fn t() -> Self {
        let t = Polynomial::polynomial(vec![BigInt::zero(), BigInt::one()]);
        Self { numerator: t, denominator: Polynomial::from(BigInt::one()) }
    }

    fn plus(&self, other: &Self, bounds: &Bounds) -> Result<Self, Obstacle> {
        if self.denominator == other.denominator {
            let long = words(self.numerator.bits().max(other.numerator.bits()));
            bounds.charge(steps(1, total([self.numerator.length(), other.numerator.length(), 2]), long))?;
            let numerator = &self.numerator + &other.numerator;
            return Ok(Self { numerator, denominator: self.denominator.clone() });
        }
        let left = self.numerator.times(&other.denominator, bounds)?;
        let right = other.numerator.times(&self.denominator, bounds)?;
        Ok(Self { numerator: &left + &right, denominator: self.denominator.times(&other.denominator, bounds)? })
    }

    fn times(&self, other: &Self, bounds: &Bounds) -> Result<Self, Obstacle> {
        Ok(Self {
            numerator: self.numerator.times(&other.numerator, bounds)?,
            denominator: self.denominator.times(&other.denominator, bounds)?,
        })
    }

    fn over_one(&self, point: &Point, bounds: &Bounds) -> Result<Self, Obstacle> {
        match side(&self.numerator, point, bounds)? {
            Some(Ordering::Greater) => {
                Ok(Self { numerator: self.denominator.clone(), denominator: self.numerator.clone() })
            }
            Some(Ordering::Less) => Ok(Self { numerator: -&self.denominator, denominator: -&self.numerator }),
            _ => Err(Obstacle::ZeroDenominator),
        }
    }

    fn reduced(self, bounds: &Bounds) -> Result<Self, Obstacle> {
        bounds.run(|| {
            // Its sign at t is not known: n/d is the same number, and d > 0 is found by `oriented` where it is needed.
            let common = dp_algebra::common(&self)?;
            self.without(&common).ok_or(dp_number::Obstacle::Unfit("a common divisor that does not divide"))
        })
    }

    fn oriented(self, point: &Point, bounds: &Bounds) -> Result<Self, Obstacle> {
        match side(&self.denominator, point, bounds)? {
            Some(Ordering::Greater) => Ok(self),
            Some(Ordering::Less) => Ok(Self { numerator: -&self.numerator, denominator: -&self.denominator }),
            _ => Err(Obstacle::ZeroDenominator),
        }
    }
}

/// The one sign of a denominator, which is not 0, where it has one: at a single t it shows to `dp_number` as well.
fn side(p: &Polynomial, point: &Point, bounds: &Bounds) -> Result<Option<Ordering>, Obstacle> {
    let sign = bounds.run(|| dp_algebra::signs(point, p))?.only().filter(|sign| sign.is_ne());
    match sign {
        Some(sign) if point.is_single() => Ok(Some(bounds.run(|| point.sign(p))?).filter(|own| *own == sign)),
        sign => Ok(sign),
    }
}
