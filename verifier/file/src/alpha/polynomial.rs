//! Polynomials with integer coefficients beside what a check computes with them: each operation within the limits of a
//! file.

use super::bounds::{Bounds, Obstacle};
use crate::limits::total;
use crate::number::BigInt;
use dp_number::meter::size;
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

    /// About how many bytes it takes.
    fn bytes(&self) -> u64;

    /// This polynomial with each coefficient changed.
    #[must_use]
    fn map(&self, change: impl Fn(&BigInt) -> BigInt) -> Self;

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

    fn bytes(&self) -> u64 {
        self.some_coefficients().iter().fold(0, |all, c| total([all, BYTES_OF_TERM, c.bits() / 8]))
    }

    fn map(&self, change: impl Fn(&BigInt) -> BigInt) -> Self {
        match self.terms() {
            Some(terms) => Self::sparse(terms.iter().map(|(e, c)| (*e, change(c))).collect()),
            None => Self::polynomial(self.coefficients().iter().map(change).collect()),
        }
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
}
