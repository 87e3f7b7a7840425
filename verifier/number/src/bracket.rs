//! Interval arithmetic: what a polynomial's values lie between if its argument lies between two numbers.

use crate::meter::{Limit, charge, count, of_product, pass, steps};
use crate::obstacle::Obstacle;
use crate::polynomial::TERM;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Signed;
use std::cmp::Ordering;

/// A number between two integers over 2^bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bracket {
    /// An integer that is no more than the number times 2^bits.
    pub low: BigInt,
    /// One that is no less.
    pub high: BigInt,
    /// The binary places.
    pub bits: u64,
}

/// x/2^places rounded up; shifting a negative number rounds it down.
pub(crate) fn up(x: BigInt, places: u64) -> BigInt {
    -(-x >> places)
}

impl Bracket {
    /// Between two fractions over d > 0, rounded outwards.
    pub fn around(low: &BigInt, high: &BigInt, d: &BigInt, bits: u64) -> Self {
        let long = low.bits().max(high.bits()).saturating_add(bits);
        Self::granted(long, d.bits(), bits, || [(low << bits).div_floor(d), (high << bits).div_ceil(d)])
    }

    /// An integer.
    pub fn exactly(n: impl Into<BigInt>, bits: u64) -> Self {
        let n = n.into() << bits;
        count(steps(2, pass(n.bits()), 1));
        Self { low: n.clone(), high: n, bits }
    }

    /// What comes of ends of so many bits and others; 0 over a limit.
    fn granted(long: u64, other: u64, bits: u64, ends: impl FnOnce() -> [BigInt; 2]) -> Self {
        let cost = steps(4, of_product(pass(long), pass(other)).saturating_add(TERM), 1);
        let [low, high] = if charge(cost).is_ok() { ends() } else { [BigInt::ZERO; 2] };
        Self { low, high, bits }
    }

    /// The bits of the longer end.
    fn long(&self) -> u64 {
        self.low.bits().max(self.high.bits())
    }

    /// Over 2^bits with fewer of them, rounded outwards.
    pub fn coarser(self, bits: u64) -> Self {
        let spare = self.bits.saturating_sub(bits);
        Self { low: self.low >> spare, high: up(self.high, spare), bits: self.bits.min(bits) }
    }

    /// Takes another one over the same into the sum.
    pub fn add(&mut self, other: &Self) {
        count(steps(2, pass(other.long()), 1));
        self.low += &other.low;
        self.high += &other.high;
    }

    /// The product with an integer.
    pub fn scaled(&self, c: &BigInt) -> Self {
        Self::granted(self.long(), c.bits(), self.bits, || {
            let (low, high) = if c.is_negative() { (&self.high, &self.low) } else { (&self.low, &self.high) };
            [c * low, c * high]
        })
    }

    /// The product of two over the same, rounded outwards: inclusion is preserved by each operation (Moore, Interval
    /// Analysis, chapter 3).
    pub fn times(&self, other: &Self) -> Self {
        Self::granted(self.long(), other.long(), self.bits, || {
            let [least, most] = if !self.low.is_negative() && !other.low.is_negative() {
                [&self.low * &other.low, &self.high * &other.high]
            } else {
                let [a, b, c, d] = [&self.low, &self.high, &other.low, &other.high];
                let all = [a * c, a * d, b * c, b * d];
                [all.iter().min().cloned().unwrap_or_default(), all.into_iter().max().unwrap_or_default()]
            };
            [least >> self.bits, up(most, self.bits)]
        })
    }

    /// A quotient of two over the same, rounded outwards; `None` where the divisor may be no more than 0.
    pub fn over(&self, d: &Self) -> Option<Self> {
        let below = if self.low.is_negative() { &d.low } else { &d.high };
        let above = if self.high.is_negative() { &d.high } else { &d.low };
        let ends = || [(&self.low << self.bits).div_floor(below), (&self.high << self.bits).div_ceil(above)];
        d.low.is_positive().then(|| Self::granted(self.long().saturating_add(self.bits), d.long(), self.bits, ends))
    }

    /// Where p's value lies, by Horner's rule.
    ///
    /// Cost: four products of the coefficients' and the bracket's bits for each coefficient.
    pub fn evaluate(&self, p: &[BigInt]) -> Result<Self, Limit> {
        let mut sum = Self::exactly(0, self.bits);
        for c in p.iter().rev() {
            sum = sum.times(self);
            let c = c << self.bits;
            charge(steps(2, pass(c.bits()), 1))?;
            sum.low += &c;
            sum.high += c;
        }
        Ok(sum)
    }

    /// The sign of every number of the bracket, where they have one that is not 0.
    pub fn sign(&self) -> Option<Ordering> {
        if self.low.is_positive() {
            Some(Ordering::Greater)
        } else if self.high.is_negative() {
            Some(Ordering::Less)
        } else {
            None
        }
    }
}

/// The bits of the first enclosure, and of precision, past those of the coefficients, at which the search for a sign
/// ends.
pub(crate) const BITS: [u64; 2] = [64, 1 << 16];

/// The sign that one of the enclosures shows, for coefficients of so many bits.
pub(crate) fn shown_at(
    coefficients: u64,
    sign: impl Fn(u64) -> Result<Option<Ordering>, Obstacle>,
) -> Result<Option<Ordering>, Obstacle> {
    let [mut bits, most] = [BITS[0], BITS[1].saturating_add(coefficients)];
    loop {
        match sign(bits)? {
            None if bits < most => bits = bits.saturating_mul(2).min(most),
            shown => return Ok(shown),
        }
    }
}
