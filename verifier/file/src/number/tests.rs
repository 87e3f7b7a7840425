//! What the tests of several modules draw.

use num_bigint::BigInt;
use proptest::prelude::*;

/// Integers of up to 120 bytes, short ones as often as long ones.
pub(super) fn long() -> impl Strategy<Value = BigInt> {
    let sized = |bytes| prop::collection::vec(any::<u8>(), 0..bytes).prop_map(|b| BigInt::from_signed_bytes_le(&b));
    prop_oneof![sized(4), sized(12), sized(40), sized(120)]
}
