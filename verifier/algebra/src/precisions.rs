//! How closely numbers are enclosed before a question about them is given up.

use dp_number::{Number, Obstacle};

/// The bits of the first enclosure, and of precision, past those of the coefficients, at which a search ends.
const BITS: [u64; 2] = [64, 1 << 16];

/// That no sign shows at any of the [`precisions`] for this polynomial.
pub(crate) fn undecided(p: &Number) -> Obstacle {
    Obstacle::Unknown(Box::new(p.clone()))
}

/// The precisions to be tried, from 64 bits to 2^16 past those of the coefficients.
pub(crate) fn precisions(coefficients: u64) -> impl Iterator<Item = u64> {
    let most = BITS[1].saturating_add(coefficients);
    std::iter::successors(Some(BITS[0]), move |&bits| (bits < most).then(|| bits.saturating_mul(2).min(most)))
}
