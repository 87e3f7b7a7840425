//! Lowest terms in a time that a stranger's digits can't blow up.
//!
//! num-bigint's own gcd takes bits² / 64 steps of one bit, also where one number is short: minutes for a million
//! digits. All arithmetic of fractions goes by the one here.

use super::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

/// The greatest common divisor, by Lehmer's algorithm (Knuth, The Art of Computer Programming 4.5.2, Algorithm L).
///
/// A run of quotients that the leading 62 bits fix is applied to the long numbers at once; where they fix none it is
/// one step of Euclid's. Every step keeps the divisors that both numbers have.
pub fn gcd(x: &BigInt, y: &BigInt) -> BigInt {
    let (mut a, mut b) = (x.abs(), y.abs());
    if a < b {
        std::mem::swap(&mut a, &mut b);
    }
    while b.bits() > 64 {
        let shift = a.bits() - 62;
        let top = |z: &BigInt| i128::from((z >> shift).to_i64().unwrap_or(0));
        let (mut p, mut q) = (top(&a), top(&b));
        let (mut s, mut t, mut u, mut v) = (1, 0, 0, 1);
        // a' = s·a + t·b and b' = u·a + v·b, as long as both bounds of a'/b' have the same whole part.
        while q + u != 0 && q + v != 0 && (p + s) / (q + u) == (p + t) / (q + v) {
            let k = (p + s) / (q + u);
            (s, u) = (u, s - k * u);
            (t, v) = (v, t - k * v);
            (p, q) = (q, p - k * q);
        }
        (a, b) = if t == 0 {
            let rest = &a % &b;
            (b, rest)
        } else {
            (&a * s + &b * t, &a * u + &b * v)
        };
    }
    if b.is_zero() { a } else { (a % &b).gcd(&b) }
}

/// About the word operations of [`gcd`] for numbers of so many bits: a division of the longer one, then four passes over
/// what is left for every 31 bits of the shorter.
pub fn steps_of_gcd(x: u64, y: u64) -> u64 {
    let (x, y) = (x / 64 + 1, y / 64 + 1);
    x.saturating_mul(y).saturating_add(x.min(y).saturating_pow(2).saturating_mul(16))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::tests::long;
    use num_traits::One;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_gcd_is_that_of_num(x in long(), y in long(), z in long()) {
            prop_assert_eq!(gcd(&x, &y), x.gcd(&y));
            prop_assert_eq!(gcd(&(&x * &z), &(&y * &z)), (&x * &z).gcd(&(&y * &z)));
        }
    }

    #[test]
    fn neighbours_in_the_sequence_of_fibonacci() {
        let (mut a, mut b) = (BigInt::one(), BigInt::one());
        for _ in 0..3_000 {
            (a, b) = (b.clone(), a + b);
        }
        assert_eq!(gcd(&(&a * 91u8), &(&b * 91u8)), 91.into());
    }
}
