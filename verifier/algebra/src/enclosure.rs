//! A number between two rationals.

use dp_number::{Bracket, Rational, fraction, product, ratio};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;

/// An interval with rational ends that contains a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enclosure {
    /// A number that is not more.
    pub low: Rational,
    /// A number that is not less.
    pub high: Rational,
}

impl From<&Bracket> for Enclosure {
    fn from(of: &Bracket) -> Self {
        let one = BigInt::one() << of.bits;
        Self { low: fraction(of.low.clone(), one.clone()), high: fraction(of.high.clone(), one) }
    }
}

impl Enclosure {
    /// A number over another that is not 0, both enclosed over the same power of two; `None` where the sign of the
    /// other does not show.
    pub fn quotient(x: &Bracket, y: &Bracket) -> Option<Self> {
        let (n, d) = match y.sign()? {
            Ordering::Less => ((-&x.high, -&x.low), (-&y.high, -&y.low)),
            _ => ((x.low.clone(), x.high.clone()), (y.low.clone(), y.high.clone())),
        };
        let low = fraction(n.0.clone(), if n.0.is_negative() { d.0.clone() } else { d.1.clone() });
        let high = fraction(n.1.clone(), if n.1.is_negative() { d.1 } else { d.0 });
        Some(Self { low, high })
    }

    /// An enclosure that contains this one, of positive numbers, whose ends have about so many bits: of denominator
    /// 2^k.
    pub fn outwards(&self, bits: u64) -> Self {
        let (n, d) = (self.low.numer(), self.low.denom());
        // n/d is about 2^(n.bits() - d.bits()).
        let wanted = bits.saturating_add(d.bits());
        let (up, down) = (wanted.saturating_sub(n.bits()), n.bits().saturating_sub(wanted));
        let unit = fraction(BigInt::one() << down, BigInt::one() << up);
        let (low, high) = (ratio(&self.low, &unit).floor(), ratio(&self.high, &unit).ceil());
        Enclosure { low: product(&low, &unit), high: product(&high, &unit) }
    }

    /// The fraction with the least denominator between the ends (Stern and Brocot).
    pub fn simplest(&self) -> Rational {
        if self.high.is_negative() {
            let mirrored = Enclosure { low: -self.high.clone(), high: -self.low.clone() };
            return -mirrored.simplest();
        }
        if !self.low.is_positive() {
            return Rational::zero();
        }
        // Both ends' continued fractions as far as they agree.
        let ((mut a, mut b), (mut c, mut d)) = (pair(&self.low), pair(&self.high));
        let mut quotients = Vec::new();
        loop {
            let (whole, rest) = a.div_rem(&b);
            if rest.is_zero() {
                quotients.push(whole);
                break;
            }
            if (&whole + 1u8) * &d <= c {
                quotients.push(whole + 1u8);
                break;
            }
            // The remainders' inverses, in the other order.
            let other = c - &whole * &d;
            (a, b, c, d) = (d, other, b, rest);
            quotients.push(whole);
        }
        let (mut n, mut m) = (BigInt::one(), BigInt::zero());
        for q in quotients.into_iter().rev() {
            (n, m) = (q * &n + m, n);
        }
        fraction(n, m)
    }
}

fn pair(x: &Rational) -> (BigInt, BigInt) {
    (x.numer().clone(), x.denom().clone())
}
