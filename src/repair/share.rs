//! The share of the mechanism that is mixed in.

use dp_verify::alpha::{Ground, Obstacle, Quotient};
use dp_verify::number::BigInt;

/// The most decimal places that a share is rounded to.
pub const MOST_DIGITS: u32 = 1_000;

/// The least k/10^digits that is not below n/d, for 0 < n/d ≤ 1: by bisection, each sign exact.
pub(super) fn rounded_up(x: &Quotient, digits: u32, ground: &Ground) -> Result<Quotient, Obstacle> {
    let whole = BigInt::from(10).pow(digits.min(MOST_DIGITS));
    let scaled = ground.product(&x.numerator, &whole.clone().into())?;
    let reaches = |k: &BigInt| {
        let product = ground.product(&x.denominator, &k.clone().into())?;
        Ok::<bool, Obstacle>(ground.compare(&product, &scaled)?.is_ge())
    };
    let (mut low, mut high) = (BigInt::default(), whole.clone());
    while &high - &low > BigInt::from(1) {
        let middle: BigInt = (&low + &high) >> 1;
        if reaches(&middle)? { high = middle } else { low = middle }
    }
    Ok(Quotient::new(high.into(), whole.into()))
}
