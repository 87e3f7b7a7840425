//! What the tests of several modules draw.

use super::gcd;
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::One as _;
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
