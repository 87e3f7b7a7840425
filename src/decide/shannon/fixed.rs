//! Integers over a power of two, their logarithms, and floats.
#![allow(
    clippy::float_arithmetic,
    clippy::cast_possible_truncation,
    reason = "steps are proposed in floats: the kernel checks what comes of them"
)]

use malachite::Integer;
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;

/// The places of a series beside those that are asked for.
const SPARE: u64 = 16;

/// Logarithms of numbers over 2^places.
pub(super) struct Logarithms {
    places: u64,
    two: Integer,
}

impl Logarithms {
    pub(super) fn new(places: u64) -> Self {
        Self { places, two: of_quotient(&Integer::ONE, &Integer::from(3), places) }
    }

    /// ln x, x > 0.
    pub(super) fn ln(&self, x: &Integer) -> Integer {
        let e = x.significant_bits() - 1;
        let power = Integer::ONE << e;
        let scale = Integer::from(e) - Integer::from(self.places);
        of_quotient(&(x - &power), &(x + &power), self.places) + &self.two * scale
    }
}

/// ln((1 + z)/(1 − z)) for z = n/d, 0 ≤ z ≤ 1/3.
fn of_quotient(n: &Integer, d: &Integer, places: u64) -> Integer {
    let fine = places + SPARE;
    let mut power = (n << fine) / d;
    let square = (&power * &power) >> fine;
    let (mut sum, mut k) = (Integer::ZERO, 1u32);
    while power != 0u32 {
        sum += &power / Integer::from(k);
        power = (power * &square) >> fine;
        k += 2;
    }
    sum >> (SPARE - 1)
}

/// 2^k, as far as there is one.
pub(super) fn power_of_two(k: i64) -> f64 {
    let k = k.clamp(-2_000, 2_000);
    let half = 2f64.powi((k / 2) as i32);
    half * 2f64.powi((k - k / 2) as i32)
}

/// x/2^places.
pub(super) fn float(x: &Integer, places: i64) -> f64 {
    let spare = x.significant_bits().saturating_sub(63);
    let word = i64::try_from(&(x >> spare)).unwrap_or(0);
    word as f64 * power_of_two(spare as i64 - places)
}

/// The integer that is nearest to x·2^places; 0 of what is no number.
pub(super) fn fixed(x: f64, places: u64) -> Integer {
    if !x.is_finite() || x == 0.0 {
        return Integer::ZERO;
    }
    // As m·2^e with 53 digits.
    let e = (x.abs().log2().floor() as i64) - 53;
    let word = Integer::from((x * power_of_two(-e)) as i64);
    let shift = places as i64 + e;
    let size = word.clone().abs();
    let size = if shift < 0 { size >> shift.unsigned_abs() } else { size << shift.unsigned_abs() };
    if word < 0u32 { -size } else { size }
}
