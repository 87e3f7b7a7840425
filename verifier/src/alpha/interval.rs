//! Every t of an open interval at once.

use super::bernstein::Bernstein;
use super::bounds::{Bounds, Obstacle};
use super::pieces::Pieces;
use super::polynomial::Polynomial;
use super::signs::Signs;
use crate::number::{Rational, compare};

/// All numbers between two rationals, neither of which belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interval {
    low: Rational,
    high: Rational,
}

impl Interval {
    /// (low, high).
    ///
    /// # Errors
    /// Unless low < high.
    pub fn new(low: Rational, high: Rational) -> Result<Self, Obstacle> {
        match compare(&low, &high).is_lt() {
            true => Ok(Self { low, high }),
            false => Err(Obstacle::Unfit("an open interval needs low < high")),
        }
    }

    /// The lower end, which does not belong to it.
    pub fn low(&self) -> &Rational {
        &self.low
    }

    /// The upper end, which does not belong to it.
    pub fn high(&self) -> &Rational {
        &self.high
    }

    /// All signs that p takes on the interval.
    ///
    /// Bernstein coefficients of one sign settle it at once; else the zeros are isolated, those of even multiplicity
    /// too, and p's sign is computed between them. Zeros at the ends do not count.
    /// Cost: deg² sums where the first is enough; else that of [`Pieces::new`].
    ///
    /// # Errors
    /// More steps than are left.
    pub fn signs(&self, p: &Polynomial, bounds: &Bounds) -> Result<Signs, Obstacle> {
        match Bernstein::new(p, &self.low, &self.high, bounds)?.sign() {
            Some(sign) => Ok(Signs::of(sign)),
            None => Ok(self.pieces(p, bounds)?.signs()),
        }
    }

    /// Where on the interval p has which sign; p ≠ 0.
    ///
    /// # Errors
    /// p = 0, or more steps than are left.
    pub fn pieces(&self, p: &Polynomial, bounds: &Bounds) -> Result<Pieces, Obstacle> {
        Pieces::new(p, &self.low, &self.high, bounds)
    }
}
