//! Lowest terms in a time that a stranger's digits can't blow up.
//!
//! num-bigint's own gcd takes bits² / 64 steps of one bit, also where one number is short: minutes for a million
//! digits. All arithmetic of fractions goes by the one here.

use super::{BigInt, Rational};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

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

/// About the word operations of [`sum`], [`product`] or [`ratio`]: two gcds.
pub fn steps_of_fractions(x: &Rational, y: &Rational) -> u64 {
    steps_of_gcd(super::bits(x), super::bits(y)).saturating_mul(2)
}

/// n/d in lowest terms, d ≠ 0.
pub fn fraction(n: BigInt, d: BigInt) -> Rational {
    let common = if d.is_negative() { -gcd(&n, &d) } else { gcd(&n, &d) };
    if common.is_one() { Rational::new_raw(n, d) } else { Rational::new_raw(n / &common, d / &common) }
}

/// x + y.
pub fn sum(x: &Rational, y: &Rational) -> Rational {
    let common = gcd(x.denom(), y.denom());
    let (over_x, over_y) = (y.denom() / &common, x.denom() / &common);
    let n = x.numer() * &over_x + y.numer() * over_y;
    // Whatever numerator and denominator still share divides `common`.
    let left = gcd(&n, &common);
    Rational::new_raw(n / &left, x.denom() / left * over_x)
}

/// x · y.
pub fn product(x: &Rational, y: &Rational) -> Rational {
    let (first, second) = (gcd(x.numer(), y.denom()), gcd(y.numer(), x.denom()));
    let n = (x.numer() / &first) * (y.numer() / &second);
    Rational::new_raw(n, (x.denom() / second) * (y.denom() / first))
}

/// x / y, y ≠ 0.
pub fn ratio(x: &Rational, y: &Rational) -> Rational {
    product(x, &fraction(y.denom().clone(), y.numer().clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn long() -> impl Strategy<Value = BigInt> {
        let sized = |bytes| prop::collection::vec(any::<u8>(), 0..bytes).prop_map(|b| BigInt::from_signed_bytes_le(&b));
        prop_oneof![sized(4), sized(12), sized(40), sized(120)]
    }

    proptest! {
        #[test]
        fn the_gcd_is_that_of_num(x in long(), y in long(), z in long()) {
            prop_assert_eq!(gcd(&x, &y), x.gcd(&y));
            prop_assert_eq!(gcd(&(&x * &z), &(&y * &z)), (&x * &z).gcd(&(&y * &z)));
        }

        #[test]
        fn the_operations_are_those_of_num(n in long(), d in long(), m in long(), e in long()) {
            prop_assume!(!d.is_zero() && !e.is_zero());
            let (x, y) = (fraction(n.clone(), d.clone()), fraction(m.clone(), e.clone()));
            prop_assert_eq!((&x, &y), (&Rational::new(n, d), &Rational::new(m, e)));
            prop_assert_eq!(sum(&x, &y), &x + &y);
            prop_assert_eq!(product(&x, &y), &x * &y);
            if !y.is_zero() {
                prop_assert_eq!(ratio(&x, &y), &x / &y);
            }
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
