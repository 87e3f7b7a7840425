//! Numbers in sentences: short ones as they are, others by their decimals.

use super::{BigInt, Rational, bits, decimal};
use num_traits::One;

/// The most characters of an exact number in running text.
const SHORT: usize = 32;

/// The fraction itself where it is short, else its decimal.
pub fn exact_or_decimal(x: &Rational) -> String {
    let short = (bits(x) / 4 <= SHORT as u64).then(|| x.to_string()).filter(|text| text.len() <= SHORT);
    short.unwrap_or_else(|| format!("about {}", decimal(x)))
}

/// By how much a sum is not 1: `exceeds 1 by 1/4503599627370496`, `falls short of 1 by about 1.0e-30`; `None` where
/// the sum itself is short enough to say so.
pub fn beside_one(sum: &Rational) -> Option<String> {
    if !exact_or_decimal(sum).starts_with("about ") {
        return None;
    }
    let difference = sum - Rational::one();
    let way = if difference.is_negative() { "falls short of" } else { "exceeds" };
    Some(format!("{way} 1 by {}", deviation(&difference.abs())))
}

/// A small number in a sentence: what sums of doubles come to as such, 5/2^62, anything else as a short fraction or
/// its decimal.
pub fn deviation(x: &Rational) -> String {
    let places = x.denom().trailing_zeros().unwrap_or(0);
    let dyadic = places >= 32 && *x.denom() == BigInt::one() << places;
    if dyadic && x.numer().bits() <= 128 { format!("{}/2^{places}", x.numer()) } else { exact_or_decimal(x) }
}
