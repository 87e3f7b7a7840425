//! Polynomials with integer coefficients beside what a check computes with them: each operation within the limits of a
//! file.

use super::bounds::{Bounds, Obstacle};
use super::{gcd, modulo};
use crate::limits::total;
use crate::number::{BigInt, Rational, Sign, bits, fraction};
use dp_number::meter::{charge, size, steps, words};
use dp_number::{Monomial, polynomial, terms};
use num_traits::Pow;
use std::borrow::Cow;

/// c_0 + c_1 t + … + c_n tⁿ.
pub type Polynomial = dp_number::Number;

/// The bytes of a coefficient without its digits.
pub const BYTES_OF_TERM: u64 = 32;

/// What is asked of polynomials while files are read and proofs are searched for.
pub trait Polynomials: Sized {
    /// t^e by its one term.
    fn sparse_power(e: u128) -> Self;

    /// The coefficients that may differ from 0, rising.
    fn some_coefficients(&self) -> Cow<'_, [BigInt]>;

    /// The coefficient of the highest power; 0 of 0.
    fn leading(&self) -> BigInt;

    /// About how many bytes it takes.
    fn bytes(&self) -> u64;

    /// The same with each coefficient changed.
    #[must_use]
    fn map(&self, change: impl Fn(&BigInt) -> BigInt) -> Self;

    /// p'.
    #[must_use]
    fn derivative(&self) -> Self;

    /// self · other.
    ///
    /// # Errors
    /// A product over the limits.
    fn times(&self, other: &Self, bounds: &Bounds) -> Result<Self, Obstacle>;

    /// c · self.
    ///
    /// # Errors
    /// A product over the limits.
    fn scaled(&self, c: &BigInt, bounds: &Bounds) -> Result<Self, Obstacle>;

    /// self^k.
    ///
    /// # Errors
    /// A power over the limits.
    fn raised(&self, k: usize, bounds: &Bounds) -> Result<Self, Obstacle>;

    /// Divided by the greatest common divisor of the coefficients, a positive number.
    ///
    /// # Errors
    /// More steps than are left.
    fn primitive(&self, bounds: &Bounds) -> Result<Self, Obstacle>;

    /// self/d where that has integer coefficients, else `None`; d ≠ 0.
    ///
    /// # Errors
    /// More steps than are left.
    fn divided_by(&self, d: &Self, bounds: &Bounds) -> Result<Option<Self>, Obstacle>;

    /// p(t^k), k ≥ 1.
    ///
    /// # Errors
    /// k = 0, or a degree over the limit.
    fn of_power(&self, k: usize, bounds: &Bounds) -> Result<Self, Obstacle>;

    /// p(n/d)·d^deg; of p(n/d)'s sign for d > 0.
    ///
    /// # Errors
    /// More steps than are left.
    fn homogeneous(&self, n: &BigInt, d: &BigInt, bounds: &Bounds) -> Result<BigInt, Obstacle>;

    /// p(x).
    ///
    /// # Errors
    /// More steps than are left, or a value over the limits.
    fn evaluate(&self, x: &Rational, bounds: &Bounds) -> Result<Rational, Obstacle>;

    /// The sign of p(x).
    ///
    /// # Errors
    /// More steps than are left.
    fn sign_at(&self, x: &Rational, bounds: &Bounds) -> Result<Sign, Obstacle>;

    /// The greatest common divisor of two polynomials that are not both 0, primitive.
    ///
    /// # Errors
    /// More steps than are left.
    fn gcd(&self, other: &Self, bounds: &Bounds) -> Result<Self, Obstacle>;

    /// The product of the different irreducible divisors, primitive: it has the same roots, each of them once.
    ///
    /// # Errors
    /// More steps than are left.
    fn squarefree(&self, bounds: &Bounds) -> Result<Self, Obstacle>;

    /// r and m > 0 with m·self = q·p + r for some q, deg r < deg p; p is not constant.
    ///
    /// # Errors
    /// p constant, or numbers over the limits.
    fn remainder(&self, p: &Self, bounds: &Bounds) -> Result<(Self, BigInt), Obstacle>;

    /// u and c > 0 with u·self = c modulo p, deg u < deg p; `None` where the two have a common divisor.
    ///
    /// # Errors
    /// p constant, or numbers over the limits.
    fn inverse_modulo(&self, p: &Self, bounds: &Bounds) -> Result<Option<(Self, BigInt)>, Obstacle>;
}

impl Polynomials for Polynomial {
    fn sparse_power(e: u128) -> Self {
        Self::sparse(vec![(e, BigInt::from(1))])
    }

    fn some_coefficients(&self) -> Cow<'_, [BigInt]> {
        match self.terms() {
            Some(terms) => terms.iter().map(|(_, c)| c.clone()).collect(),
            None => self.coefficients(),
        }
    }

    fn leading(&self) -> BigInt {
        match self.terms() {
            Some(terms) => terms.last().map(|(_, c)| c.clone()),
            None => self.coefficients().last().cloned(),
        }
        .unwrap_or_default()
    }

    fn bytes(&self) -> u64 {
        self.some_coefficients().iter().fold(0, |all, c| total([all, BYTES_OF_TERM, c.bits() / 8]))
    }

    fn map(&self, change: impl Fn(&BigInt) -> BigInt) -> Self {
        match self.terms() {
            Some(terms) => Self::sparse(terms.iter().map(|(e, c)| (*e, change(c))).collect()),
            None => Self::polynomial(self.coefficients().iter().map(change).collect()),
        }
    }

    fn derivative(&self) -> Self {
        Self::polynomial(self.coefficients().iter().enumerate().skip(1).map(|(k, c)| c * k).collect())
    }

    fn times(&self, other: &Self, bounds: &Bounds) -> Result<Self, Obstacle> {
        bounds.run(|| {
            if self.is_integer() && other.is_integer() {
                size(0, self.bits().saturating_add(other.bits()))?;
            }
            Ok(self * other)
        })
    }

    fn scaled(&self, c: &BigInt, bounds: &Bounds) -> Result<Self, Obstacle> {
        self.times(&c.clone().into(), bounds)
    }

    fn raised(&self, k: usize, bounds: &Bounds) -> Result<Self, Obstacle> {
        bounds.run(|| Ok(self.power(k)))
    }

    fn primitive(&self, bounds: &Bounds) -> Result<Self, Obstacle> {
        bounds.run(|| match self.terms() {
            Some(p) => {
                let of_coefficients: Vec<BigInt> = p.iter().map(|(_, c)| c.clone()).collect();
                let shorter = polynomial::primitive(&of_coefficients)?;
                Ok(Self::sparse(p.iter().map(|(e, _)| *e).zip(shorter).collect()))
            }
            None => Ok(Self::polynomial(polynomial::primitive(&self.coefficients())?)),
        })
    }

    fn divided_by(&self, d: &Self, bounds: &Bounds) -> Result<Option<Self>, Obstacle> {
        bounds.run(|| Ok(self.over(d)))
    }

    fn of_power(&self, k: usize, bounds: &Bounds) -> Result<Self, Obstacle> {
        if k == 0 {
            return Err(Obstacle::Unfit("p(t^k) needs k ≥ 1"));
        }
        bounds.run(|| {
            let coefficients = self.coefficients();
            let degree = (self.degree() as u64).saturating_mul(k as u64);
            size(degree, self.bits())?;
            charge(steps(1, degree, 1).saturating_add(steps(1, coefficients.len() as u64, words(self.bits()))))?;
            let spread = (0u128..).map(|e| e.saturating_mul(k as u128)).zip(&*coefficients);
            Ok(Self::polynomial(terms::in_steps(spread, self.bits())?))
        })
    }

    fn homogeneous(&self, n: &BigInt, d: &BigInt, bounds: &Bounds) -> Result<BigInt, Obstacle> {
        bounds.run(|| Ok(polynomial::at(&self.coefficients(), n, d)?))
    }

    fn evaluate(&self, x: &Rational, bounds: &Bounds) -> Result<Rational, Obstacle> {
        let degree = u32::try_from(self.degree()).map_err(|_| Obstacle::Steps)?;
        let value = bounds.run(|| {
            let long = self.bits().saturating_add((self.degree() as u64).saturating_add(1).saturating_mul(bits(x)));
            size(self.degree() as u64, long)?;
            charge(steps(4, words(long), words(long)))?;
            Ok(polynomial::at(&self.coefficients(), x.numer(), x.denom())?)
        })?;
        Ok(fraction(value, Pow::pow(x.denom(), degree)))
    }

    fn sign_at(&self, x: &Rational, bounds: &Bounds) -> Result<Sign, Obstacle> {
        Ok(self.homogeneous(x.numer(), x.denom(), bounds)?.sign())
    }

    fn gcd(&self, other: &Self, bounds: &Bounds) -> Result<Self, Obstacle> {
        gcd::greatest(self, other, bounds)
    }

    fn squarefree(&self, bounds: &Bounds) -> Result<Self, Obstacle> {
        gcd::squarefree(self, bounds)
    }

    fn remainder(&self, p: &Self, bounds: &Bounds) -> Result<(Self, BigInt), Obstacle> {
        modulo::remainder(self, p, bounds)
    }

    fn inverse_modulo(&self, p: &Self, bounds: &Bounds) -> Result<Option<(Self, BigInt)>, Obstacle> {
        modulo::inverse(self, p, bounds)
    }
}

/// The terms of a polynomial, whichever way it is written.
pub(super) fn terms_of(p: &Polynomial) -> Vec<(Monomial, BigInt)> {
    p.terms().map_or_else(|| terms::of_dense(&p.coefficients()), <[_]>::to_vec)
}
