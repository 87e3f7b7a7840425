//! What the tests of several modules draw.

#![allow(clippy::arithmetic_side_effects, reason = "fractions of num have no end")]

use super::{Rational, fraction, gcd, product, ratio, sum};
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{One as _, Zero as _};
use proptest::prelude::*;

/// Integers of up to 120 bytes, short ones as often as long ones.
pub(super) fn long() -> impl Strategy<Value = BigInt> {
    let sized = |bytes| prop::collection::vec(any::<u8>(), 0..bytes).prop_map(|b| BigInt::from_signed_bytes_le(&b));
    prop_oneof![sized(4), sized(12), sized(40), sized(120)]
}

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

proptest! {
    #[test]
    fn the_operations_are_those_of_num(n in long(), d in long(), m in long(), e in long()) {
        prop_assume!(!d.is_zero() && !e.is_zero());
        let of_num = |n: &BigInt, d: &BigInt| num_rational::Ratio::new(n.clone(), d.clone());
        let same = |x: Rational, y: num_rational::Ratio<BigInt>| (x.numer(), x.denom()) == (y.numer(), y.denom());
        let (x, y) = (fraction(n.clone(), d.clone()), fraction(m.clone(), e.clone()));
        let (a, b) = (of_num(&n, &d), of_num(&m, &e));
        prop_assert!(same(x.clone(), a.clone()) && same(y.clone(), b.clone()));
        prop_assert!(same(sum(&x, &y), &a + &b) && same(product(&x, &y), &a * &b));
        prop_assert!(y.is_zero() || same(ratio(&x, &y), a / b));
    }
}
