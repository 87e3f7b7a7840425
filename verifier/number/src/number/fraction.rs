//! Quotients of numbers.

use super::Number;
use super::operators::operators;
use crate::arithmetic::fraction;
use crate::gcd::steps_of_gcd;
use crate::meter::{Limit, charge};
use crate::rational::Rational;
use num_traits::{One, Zero};
use std::ops::{Add, Div, Mul, Neg, Sub};

/// numerator/denominator, the denominator > 0 at t.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "they say what they are")]
pub struct Fraction {
    pub numerator: Number,
    pub denominator: Number,
}

impl From<Number> for Fraction {
    fn from(n: Number) -> Self {
        Self::new(n, Number::ONE)
    }
}

impl From<&Rational> for Fraction {
    fn from(x: &Rational) -> Self {
        Self::new(x.numer().clone().into(), x.denom().clone().into())
    }
}

impl Fraction {
    /// 0.
    pub const ZERO: Self = Self { numerator: Number::ZERO, denominator: Number::ONE };
    /// 1.
    pub const ONE: Self = Self { numerator: Number::ONE, denominator: Number::ONE };

    /// n/d, d > 0 at t.
    pub fn new(numerator: Number, denominator: Number) -> Self {
        Self { numerator, denominator }
    }

    /// About the words that it takes.
    pub fn words(&self) -> u64 {
        self.numerator.words().saturating_add(self.denominator.words())
    }

    /// Whether t does not occur.
    pub fn is_rational(&self) -> bool {
        self.numerator.is_integer() && self.denominator.is_integer()
    }

    /// 1/self, of a number > 0.
    pub fn inverse(&self) -> Self {
        Self::new(self.denominator.clone(), self.numerator.clone())
    }

    /// self^k.
    #[must_use]
    pub fn power(&self, k: usize) -> Self {
        Self::new(self.numerator.power(k), self.denominator.power(k))
    }

    /// x with x^k = self, k ≥ 1, of a number > 0 in lowest terms, where its numerator and denominator are powers of
    /// integers or of t.
    pub fn root(&self, k: u32) -> Option<Self> {
        Some(Self::new(self.numerator.root(k)?, self.denominator.root(k)?))
    }

    /// With both divided by g; `None` where it does not divide them.
    pub fn without(self, g: &Number) -> Option<Self> {
        if *g == Number::ONE {
            return Some(self);
        }
        Some(Self { numerator: self.numerator.over(g)?, denominator: self.denominator.over(g)? })
    }

    /// As a rational in lowest terms, where t does not occur; d ≠ 0.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn rational(&self) -> Result<Option<Rational>, Limit> {
        let (Some(n), Some(d)) = (self.numerator.integer(), self.denominator.integer()) else { return Ok(None) };
        charge(steps_of_gcd(n.bits(), d.bits()))?;
        Ok((!d.is_zero()).then(|| fraction(n.into_owned(), d.into_owned())))
    }

    /// In lowest terms, where t does not occur.
    pub fn lowest(self) -> Self {
        let Self { numerator, denominator } = &self;
        match (Number::common_divisor([numerator, denominator]), numerator.integer(), denominator.integer()) {
            (Some(common), Some(n), Some(d)) if !common.is_one() => {
                Self::new((&*n / &common).into(), (&*d / &common).into())
            }
            _ => self,
        }
    }
}

operators! { Fraction:
    Add add(x, y) {
        let (Fraction { numerator: n, denominator: d }, Fraction { numerator: m, denominator: e }) = (x, y);
        if d == e { Fraction::new(n + m, d.clone()) } else { Fraction::new(&(n * e) + &(m * d), d * e) }
    }
    Sub sub(x, y) { x + &Fraction::new(-&y.numerator, y.denominator.clone()) }
    Mul mul(x, y) { Fraction::new(&x.numerator * &y.numerator, &x.denominator * &y.denominator) }
    // Of a divisor > 0.
    Div div(x, y) { Fraction::new(&x.numerator * &y.denominator, &x.denominator * &y.numerator) }
}
