//! Numbers in sentences: short ones as they are, others by their decimals.

use crate::decimal::{decimal, significant};
use dp_number::{Rational, bits};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

/// The most characters of an exact number in running text.
const SHORT: usize = 32;

/// The fraction itself where it is short, else its decimal.
pub fn exact_or_decimal(x: &Rational) -> String {
    let short = (bits(x) / 4 <= SHORT as u64).then(|| x.to_string()).filter(|text| text.len() <= SHORT);
    short.unwrap_or_else(|| format!("about {}", decimal(x)))
}

/// A small number as it is commonly written, `1e-9` for 1/1000000000; any other like [`exact_or_decimal`].
pub fn short(x: &Rational) -> String {
    let text = significant(x, 1);
    let exact = text.split_once("e-").and_then(|(digit, places)| {
        let power = BigInt::from(10).pow(places.parse().ok()?);
        Some(x.numer() * power == digit.parse::<BigInt>().ok()? * x.denom())
    });
    if exact == Some(true) { text } else { exact_or_decimal(x) }
}

/// A length as maps have it: `3.363690063`, and no fraction with a denominator over 1,000 that a decimal of at most
/// nine places is.
pub fn as_length(x: &Rational) -> String {
    let scaled = x.numer() * BigInt::from(10).pow(9);
    let (digits, rest) = scaled.div_rem(x.denom());
    if x.denom() <= &BigInt::from(1000) || x.is_negative() || !rest.is_zero() {
        return exact_or_decimal(x);
    }
    let digits = format!("{:0>10}", digits.to_string());
    let (whole, places) = digits.split_at(digits.len().saturating_sub(9));
    format!("{whole}.{}", places.trim_end_matches('0'))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_as_they_are_commonly_written() {
        let of = |n: i64, places: u32| short(&Rational::new(n.into(), BigInt::from(10).pow(places)));
        assert_eq!((of(1, 9), of(5, 30), of(3, 7)), ("1e-9".into(), "5e-30".into(), "3e-7".into()));
        assert_eq!((of(15, 10), of(1, 3), of(0, 0)), ("3/2000000000".into(), "1/1000".into(), "0".into()));
        assert_eq!(short(&Rational::new(1.into(), 3_000_000.into())), "1/3000000");
    }
    #[test]
    fn lengths_as_maps_have_them() {
        let of = |n: i64, d: i64| as_length(&Rational::new(n.into(), d.into()));
        assert_eq!(of(3_363_690_063, 1_000_000_000), "3.363690063");
        assert_eq!((of(1, 8000), of(10_001, 10_000)), ("0.000125".into(), "1.0001".into()));
        assert_eq!((of(5, 2), of(7, 1), of(1, 3003)), ("5/2".into(), "7".into(), "1/3003".into()));
    }
}
