//! Interval arithmetic: what a polynomial's values lie between if its argument lies between two numbers.

use crate::meter::{Limit, charge, of_product, pass, steps, total};
use crate::polynomial;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;

/// A number between two integers over 2^bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bracket {
    pub(crate) low: BigInt,
    pub(crate) high: BigInt,
    pub(crate) bits: u64,
}

/// x/2^places rounded up; shifting a negative number rounds it down.
pub(crate) fn up(x: BigInt, places: u64) -> BigInt {
    -(-x >> places)
}

impl Bracket {
    /// Between two fractions over d > 0, rounded outwards.
    pub(crate) fn around(low: &BigInt, high: &BigInt, d: &BigInt, bits: u64) -> Self {
        Self { low: (low << bits).div_floor(d), high: (high << bits).div_ceil(d), bits }
    }

    /// An integer.
    pub(crate) fn exactly(n: &BigInt, bits: u64) -> Self {
        Self { low: n << bits, high: n << bits, bits }
    }

    /// Over 2^bits with fewer of them, rounded outwards.
    pub(crate) fn coarser(self, bits: u64) -> Self {
        let spare = self.bits.saturating_sub(bits);
        Self { low: self.low >> spare, high: up(self.high, spare), bits: self.bits.min(bits) }
    }

    /// The product of two over the same, rounded outwards: inclusion is preserved by each operation (Moore, Interval
    /// Analysis, chapter 3).
    pub(crate) fn times(&self, other: &Self) -> Self {
        if !self.low.is_negative() && !other.low.is_negative() {
            let [least, most] = [&self.low * &other.low, &self.high * &other.high];
            return Self { low: least >> self.bits, high: up(most, self.bits), bits: self.bits };
        }
        let all = [&self.low * &other.low, &self.low * &other.high, &self.high * &other.low, &self.high * &other.high];
        let least = all.iter().min().cloned().unwrap_or_default();
        let most = all.into_iter().max().unwrap_or_default();
        Self { low: least >> self.bits, high: up(most, self.bits), bits: self.bits }
    }

    /// A quotient of two over the same, of a number ≥ 0 and one > 0, rounded outwards; `None` where the latter may be 0.
    pub(crate) fn over(self, d: &Self) -> Option<Self> {
        let low = self.low.max(BigInt::ZERO) << self.bits;
        let high = self.high << self.bits;
        d.low.is_positive().then(|| Self { low: low.div_floor(&d.high), high: high.div_ceil(&d.low), bits: self.bits })
    }

    /// Where p's value lies, by Horner's rule.
    ///
    /// Cost: four products of the coefficients' and the bracket's bits for each coefficient.
    pub(crate) fn evaluate(&self, p: &[BigInt]) -> Result<Self, Limit> {
        let terms = p.len() as u64;
        let wide = self.low.bits().max(self.high.bits());
        // A bracket beyond ±1 lets the value grow with each power.
        let grown = terms.saturating_mul(wide.saturating_sub(self.bits).saturating_add(1));
        let long = total([polynomial::bits(p), self.bits, grown]);
        charge(steps(4, terms, of_product(pass(long), pass(wide)).saturating_add(polynomial::TERM)))?;
        let mut sum = Self::exactly(&BigInt::zero(), self.bits);
        for c in p.iter().rev() {
            sum = sum.times(self);
            let c = c << self.bits;
            sum.low += &c;
            sum.high += c;
        }
        Ok(sum)
    }

    /// The sign of every number of the bracket, where they have one that is not 0.
    pub(crate) fn sign(&self) -> Option<Ordering> {
        if self.low.is_positive() {
            Some(Ordering::Greater)
        } else if self.high.is_negative() {
            Some(Ordering::Less)
        } else {
            None
        }
    }
}
