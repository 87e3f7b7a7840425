//! Interval arithmetic: what a polynomial's values lie between if its argument lies between two numbers.

use super::bounds::{Bounds, Obstacle, steps, up, words};
use super::polynomial::Polynomial;
use crate::limits::total;
use crate::number::{BigInt, Enclosure, Sign, fraction};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// A number between two integers over a power of two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bracket {
    /// An integer that is not more than the number times 2^bits.
    pub low: BigInt,
    /// An integer that is not less.
    pub high: BigInt,
    /// The binary places.
    pub bits: u64,
}

impl Bracket {
    /// Between two fractions over d > 0, rounded outwards.
    pub(super) fn around(low: &BigInt, high: &BigInt, d: &BigInt, bits: u64) -> Self {
        Self { low: (low << bits).div_floor(d), high: (high << bits).div_ceil(d), bits }
    }

    /// Where p's value lies, by Horner's rule with every product rounded outwards: inclusion is preserved by each
    /// operation (Moore, Interval Analysis, chapter 3).
    ///
    /// Cost: two products of the coefficients' and the bracket's bits for each coefficient.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn evaluate(&self, p: &Polynomial, bounds: &Bounds) -> Result<Self, Obstacle> {
        let terms = p.coefficients().len() as u64;
        let wide = self.low.bits().max(self.high.bits());
        // A bracket beyond ±1 lets the value grow with each power.
        let long = total([p.bits(), self.bits, terms.saturating_mul(wide.saturating_sub(self.bits).saturating_add(1))]);
        bounds.charge(steps(4, terms, steps(1, words(long), words(wide))))?;
        let (mut low, mut high) = (BigInt::zero(), BigInt::zero());
        for c in p.coefficients().iter().rev() {
            (low, high) = self.product(&low, &high);
            let c = c << self.bits;
            low += &c;
            high += c;
        }
        Ok(Self { low, high, bits: self.bits })
    }

    /// The product, rounded outwards.
    pub(super) fn times(&self, other: &Self) -> Self {
        let (low, high) = self.product(&other.low, &other.high);
        Self { low, high, bits: self.bits }
    }

    /// [low, high] times this bracket.
    fn product(&self, low: &BigInt, high: &BigInt) -> (BigInt, BigInt) {
        // Which end of the factor makes the product least and greatest depends on the signs alone.
        let (least, most) = match (self.low.is_negative(), self.high.is_positive()) {
            (false, _) => {
                let least = low * if low.is_negative() { &self.high } else { &self.low };
                let most = high * if high.is_negative() { &self.low } else { &self.high };
                (least, most)
            }
            (true, false) => {
                let least = high * if high.is_negative() { &self.high } else { &self.low };
                let most = low * if low.is_negative() { &self.low } else { &self.high };
                (least, most)
            }
            (true, true) => {
                let least = (low * &self.high).min(high * &self.low);
                let most = (low * &self.low).max(high * &self.high);
                (least, most)
            }
        };
        (least >> self.bits, up(most, self.bits))
    }

    /// The sign of every number of the bracket, where they have one.
    pub fn sign(&self) -> Option<Sign> {
        match () {
            () if self.low.is_positive() => Some(Sign::Plus),
            () if self.high.is_negative() => Some(Sign::Minus),
            () if self.low.is_zero() && self.high.is_zero() => Some(Sign::NoSign),
            () => None,
        }
    }

    /// As fractions in lowest terms.
    pub fn enclosure(&self) -> Enclosure {
        let one = BigInt::one() << self.bits;
        Enclosure { low: fraction(self.low.clone(), one.clone()), high: fraction(self.high.clone(), one) }
    }

    /// This number over another that is not 0: both are over the same power of two. `None` where the other's sign
    /// does not show.
    pub(super) fn over(&self, other: &Self) -> Option<Enclosure> {
        let (n, d) = match other.sign()? {
            Sign::Minus => ((-&self.high, -&self.low), (-&other.high, -&other.low)),
            _ => ((self.low.clone(), self.high.clone()), (other.low.clone(), other.high.clone())),
        };
        if d.0.is_zero() {
            return None;
        }
        let low = fraction(n.0.clone(), if n.0.is_negative() { d.0.clone() } else { d.1.clone() });
        let high = fraction(n.1.clone(), if n.1.is_negative() { d.1 } else { d.0 });
        Some(Enclosure { low, high })
    }
}
