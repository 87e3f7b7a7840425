//! Upper bounds on probabilities, by Clopper and Pearson.
//!
//! For a runs of N in an event let U be the least p with P(Bin(N, p) ≤ a) ≤ λ, and 1 for a = N. Whatever the
//! probability of the event is, it is above U with probability at most λ: U rises with a, so that it is above U for the
//! counts up to some a, and P(Bin(N, p) ≤ a) ≤ λ for that one, as this falls as p rises and p > U.
//!
//! Ū is the least number of a grid that is at least U, and so a bound as well: 2^-40 apart relative to p up to 1/2, and
//! to 1 − p beyond. With w⁻ for the number of the grid below w, w ≤ Ū iff P(Bin(N, w⁻) ≤ a) > λ, and w ≥ Ū iff
//! P(Bin(N, w) ≤ a) ≤ λ.

use crate::failure::{Failure, Sampling, ensure, refused};
use dp_number::{Rational, lower_tail};
use num_bigint::BigInt;
use num_traits::One;
use std::cmp::Ordering;

/// The binary digits of a number of the grid.
const DIGITS: u32 = 40;
/// The most binary places.
pub(super) const MOST_PLACES: u32 = 256;

/// A number of the grid: k/2^e, with 2^39 ≤ k < 2^40, up to 1/2; above it 1 − k/2^e, which is written −k.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bound {
    /// k, or −k.
    pub digits: i64,
    /// e
    pub places: u32,
}

impl Bound {
    /// Whether it is one.
    fn is_of_grid(self) -> bool {
        let k = self.digits.unsigned_abs();
        let is_half = k == 1 << (DIGITS - 1) && self.places == DIGITS && self.digits > 0;
        let is_below = self.places > DIGITS && self.places <= MOST_PLACES;
        (1 << (DIGITS - 1)..1 << DIGITS).contains(&k) && (is_half || is_below)
    }

    /// The number of the grid below.
    #[must_use]
    pub fn below(self) -> Self {
        let Self { digits, places } = self;
        let most = (1i64 << DIGITS).saturating_sub(1);
        if digits > 0 {
            return match digits.saturating_sub(1) {
                k if k < 1 << (DIGITS - 1) => Self { digits: most, places: places.saturating_add(1) },
                k => Self { digits: k, places },
            };
        }
        match digits.saturating_sub(1) {
            k if k >= most.saturating_neg() => Self { digits: k, places },
            _ if places > DIGITS + 1 => Self { digits: -(1i64 << (DIGITS - 1)), places: places.saturating_sub(1) },
            _ => Self { digits: 1 << (DIGITS - 1), places: DIGITS },
        }
    }

    /// Rises with it.
    pub(super) fn rank(self) -> (i64, i64) {
        let places = i64::from(self.places);
        (if self.digits > 0 { places.saturating_neg() } else { places }, self.digits)
    }

    /// As a fraction.
    pub fn value(self) -> Rational {
        let (k, one) = (BigInt::from(self.digits), BigInt::one() << self.places);
        Rational::new(if self.digits > 0 { k } else { &one + k }, one)
    }
}

/// A count of runs, a of N, at a level λ.
pub(super) struct Tally<'a> {
    pub(super) count: u64,
    pub(super) runs: u64,
    pub(super) level: &'a Rational,
}

impl Tally<'_> {
    /// That w ≤ Ū.
    pub(super) fn reaches(&self, w: Bound) -> Result<(), Failure> {
        ensure(w.is_of_grid(), || Sampling::NoBound)?;
        match lower_tail(self.runs, self.count, &w.below().value(), self.level)? {
            Some(Ordering::Greater) => Ok(()),
            Some(_) => refused(Sampling::AboveBound { count: self.count, runs: self.runs }),
            None => refused(Sampling::Unseen { count: self.count, runs: self.runs }),
        }
    }

    /// That w ≥ Ū.
    pub(super) fn is_reached_by(&self, w: Bound) -> Result<(), Failure> {
        match lower_tail(self.runs, self.count, &w.value(), self.level)? {
            Some(Ordering::Less | Ordering::Equal) => Ok(()),
            Some(Ordering::Greater) => refused(Sampling::BelowBound { count: self.count, runs: self.runs }),
            None => refused(Sampling::Unseen { count: self.count, runs: self.runs }),
        }
    }
}

#[cfg(test)]
mod tests;
