//! Quotients of integers as floats.

#![allow(
    clippy::float_arithmetic,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "what floats propose is checked exactly"
)]

use malachite::base::num::arithmetic::traits::DivMod;
use malachite::base::num::basic::traits::One;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::rational::Rational;
use malachite::{Integer, Natural};

fn bits(x: &Integer) -> i64 {
    i64::try_from(x.unsigned_abs_ref().significant_bits()).unwrap_or(i64::MAX)
}

/// A quotient that may be no float: a number below 1 and not below 1/2, or 0, times a power of 2. The order is that of
/// positive ones.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(in crate::program) struct Wide {
    exponent: i64,
    significand: f64,
}

impl Wide {
    /// About n/d, for d > 0.
    pub(in crate::program) fn of(n: &Integer, d: &Integer) -> Self {
        let exponent = bits(n) - bits(d);
        let ratio = if exponent > 0 { approximate(n, &(d << exponent)) } else { approximate(&(n << -exponent), d) };
        match ratio.abs() < 1.0 {
            true => Self { exponent, significand: ratio },
            false => Self { exponent: exponent + 1, significand: ratio / 2.0 },
        }
    }

    /// The quotient of two as a float, of another that is not 0.
    pub(in crate::program) fn over(self, other: Self) -> f64 {
        let power = (self.exponent - other.exponent).clamp(-2_000, 2_000);
        let ratio = self.significand / other.significand;
        if ratio == 0.0 { ratio } else { ratio * 2f64.powi(i32::try_from(power).unwrap_or(0)) }
    }
}

/// n/d as the nearest float, for d > 0; without a greatest common divisor, which would cost more than all the rest.
pub(in crate::program) fn approximate(n: &Integer, d: &Integer) -> f64 {
    // 66 bits of the quotient or more, the last of them set if a rest is left: it is rounded as n/d is.
    let shift = 66 - (bits(n) - bits(d));
    let (n, d) = if shift > 0 { (n << shift, d.clone()) } else { (n.clone(), d << -shift) };
    let (quotient, rest) = n.unsigned_abs_ref().div_mod(d.unsigned_abs_ref());
    let quotient = if rest == 0u32 { quotient } else { quotient | Natural::ONE };
    let quotient = Integer::from_sign_and_abs(n >= 0, quotient);
    if (-900..900).contains(&shift) {
        let power = 2f64.powi(i32::try_from(-shift).unwrap_or(0));
        return f64::rounding_from(&quotient, RoundingMode::Nearest).0 * power;
    }
    f64::rounding_from(&(Rational::from(quotient) >> shift), RoundingMode::Nearest).0
}
