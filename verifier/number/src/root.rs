//! Roots of rationals that are rational.

use crate::rational::Rational;
use num_bigint::BigInt;
use num_traits::{One, Pow, Zero};

/// The order past which [`BigInt::nth_root`] may take about as many iterations as it.
const HIGH: u32 = 256;

/// x^(1/k) for x > 0 and k ≥ 1 where it is rational.
///
/// A fraction in lowest terms has a rational k-th root iff its numerator and denominator have integer ones.
pub fn rational_root(x: &Rational, k: u32) -> Option<Rational> {
    if !x.is_positive() || k == 0 {
        return None;
    }
    Some(Rational::new_raw(integer_root(x.numer(), k)?, integer_root(x.denom(), k)?))
}

/// n^(1/k) for n > 0 and k ≥ 1 where it is an integer.
fn integer_root(n: &BigInt, k: u32) -> Option<BigInt> {
    let root = match k {
        _ if n.is_one() => return Some(BigInt::one()),
        ..=HIGH => n.nth_root(k),
        _ if n.bits() <= u64::from(k) => return None,
        _ if k.is_multiple_of(2) => return integer_root(&integer_root(n, 2)?, k / 2),
        _ => {
            let twos = n.trailing_zeros().filter(|twos| twos.is_multiple_of(k.into()))?;
            odd_root(&(n >> twos), k) << twos.checked_div(k.into())?
        }
    };
    (Pow::pow(&root, k) == *n).then_some(root)
}

/// The one number below 2^w, w = bits/k + 1, whose k-th power agrees with n modulo 2^w, for n and k odd: an integer
/// n^(1/k) can be no other.
///
/// (r + 2^j)^k = r^k + k·r^(k−1)·2^j modulo 2^(j+1), and k·r^(k−1) is odd: each bit of r follows from those below.
/// Cost: w powers of w bits.
fn odd_root(n: &BigInt, k: u32) -> BigInt {
    let w = n.bits().checked_div(k.into()).unwrap_or(0).saturating_add(1);
    let mut root = BigInt::one();
    for j in 1..w {
        let modulus = BigInt::one() << j.saturating_add(1);
        if !((root.modpow(&k.into(), &modulus) - n) % modulus).is_zero() {
            root.set_bit(j, true);
        }
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_that_are_rational_are_found_and_no_others() {
        let r = |n: i64, d: i64| Rational::new(n.into(), d.into());
        assert_eq!(rational_root(&r(8, 27), 3), Some(r(2, 3)));
        assert_eq!(rational_root(&r(8, 27), 2), None);
        assert_eq!(rational_root(&r(1, 1), 7), Some(r(1, 1)));
        assert_eq!(rational_root(&r(-8, 1), 3), None);
    }

    #[test]
    fn roots_of_high_order() {
        for k in [255u32, 256, 257, 258, 511, 512, 1028, 9_999] {
            for root in [1i64, 2, 3, 6, 7, 12, 1_000, 4_097, 65_536, 123_456_789] {
                let power: BigInt = Pow::pow(&BigInt::from(root), k);
                let found = |n: &BigInt| rational_root(&Rational::new_raw(n.clone(), 1.into()), k);
                assert_eq!(found(&power), Some(Rational::from(BigInt::from(root))), "{root}^{k}");
                for n in [&power * 2, &power + 2, &power * 5, power + 1] {
                    assert_eq!(found(&n), None, "near {root}^{k}");
                }
            }
        }
    }
}
