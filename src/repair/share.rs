//! The share of the mechanism that is mixed in.

use dp_verify::alpha::{Ground, Obstacle, Ring};
use dp_verify::number::BigInt;

/// The most decimal places that a share is rounded to.
pub const MOST_DIGITS: u32 = 1_000;

/// A share as a fraction, n/d.
pub(super) type Share<R> = (R, R);

/// The least k/10^digits that is not below n/d, for 0 < n/d ≤ 1: by bisection, each sign exact.
pub(super) fn rounded_up<R: Ring>((n, d): &Share<R>, digits: u32, ground: &Ground) -> Result<Share<R>, Obstacle> {
    let whole = BigInt::from(10).pow(digits.min(MOST_DIGITS));
    let scaled = n.times(&R::of(&whole), ground)?;
    let reaches = |k: &BigInt| Ok::<bool, Obstacle>(d.times(&R::of(k), ground)?.compare(&scaled, ground)?.is_ge());
    let (mut low, mut high) = (BigInt::default(), whole.clone());
    while &high - &low > BigInt::from(1) {
        let middle: BigInt = (&low + &high) >> 1;
        if reaches(&middle)? { high = middle } else { low = middle }
    }
    Ok((R::of(&high), R::of(&whole)))
}
