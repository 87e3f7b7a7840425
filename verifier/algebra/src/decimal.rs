//! Decimals for people: twelve significant digits, correctly rounded.

use dp_number::meter::words;
use dp_number::{Rational, bits};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Pow, Zero};
use std::cmp::Ordering;

/// x rounded half-even to twelve significant digits.
///
/// Plain notation where 10^-6 ≤ |x| < 10^12, such as `0.444444444444` or `4.00000000000`; otherwise with
/// an exponent, such as `1.00000000000e-30`; zero is `0`.
pub fn decimal(x: &Rational) -> String {
    significant(x, 12)
}

/// About the word operations of telling a number a few times: powers of ten as long as it is, products with them and a
/// quotient.
pub fn steps_of_digits(x: &Rational) -> u64 {
    let words = words(bits(x));
    words.saturating_mul(words.isqrt()).saturating_mul(64)
}

/// The least number of twelve significant digits that is no less than x ≥ 0.
pub fn rounded_up(x: &Rational) -> Rational {
    if x.is_zero() {
        return x.clone();
    }
    let shift = 11i64.saturating_sub(leading_exponent(x));
    let mut digits = rounded(x, shift);
    let value = |digits: &BigInt| match shift >= 0 {
        true => Rational::new(digits.clone(), ten(shift)),
        false => Rational::from(digits * ten(shift.saturating_neg())),
    };
    if value(&digits) < *x {
        digits += 1u8;
    }
    value(&digits)
}

/// x rounded half-even to `count` ≥ 1 significant digits, in the notation of [`decimal`].
pub fn significant(x: &Rational, count: u32) -> String {
    if x.is_zero() {
        return "0".into();
    }
    let count = i64::from(count);
    let sign = if x.is_negative() { "-" } else { "" };
    let x = x.abs();
    let mut exponent = leading_exponent(&x);
    let mut digits = rounded(&x, count.saturating_sub(1).saturating_sub(exponent));
    if digits == ten(count) {
        digits = ten(count.saturating_sub(1));
        exponent = exponent.saturating_add(1);
    }
    let digits = digits.to_string();
    let tiny = x < Rational::new(BigInt::one(), ten(6));
    let text = if tiny || exponent >= count {
        let (first, rest) = digits.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        format!("{first}{point}{rest}e{exponent}")
    } else if exponent < 0 {
        let zeros = "0".repeat(usize::try_from(exponent.saturating_neg().saturating_sub(1)).unwrap_or(0));
        format!("0.{zeros}{digits}")
    } else {
        let (whole, fraction) = digits.split_at(usize::try_from(exponent.saturating_add(1)).unwrap_or(0));
        if fraction.is_empty() { whole.into() } else { format!("{whole}.{fraction}") }
    };
    format!("{sign}{text}")
}

/// The e with 10^e ≤ x < 10^(e+1), for x > 0.
fn leading_exponent(x: &Rational) -> i64 {
    // 10^k has at least 3.32k bits: the estimate from the bit lengths is off by little, then corrected.
    let [over, under] = [x.numer(), x.denom()].map(|n| i64::try_from(n.bits()).unwrap_or(i64::MAX));
    let mut e = (over.saturating_sub(under).saturating_mul(30_103) / 100_000).saturating_sub(1);
    while at_least(x, e.saturating_add(1)) {
        e = e.saturating_add(1);
    }
    while !at_least(x, e) {
        e = e.saturating_sub(1);
    }
    e
}

/// Whether x ≥ 10^e.
fn at_least(x: &Rational, e: i64) -> bool {
    if e >= 0 { *x.numer() >= x.denom() * ten(e) } else { x.numer() * ten(e.saturating_neg()) >= *x.denom() }
}

/// x·10^shift rounded half-even to an integer, for x > 0.
fn rounded(x: &Rational, shift: i64) -> BigInt {
    let (n, d) = if shift >= 0 {
        (x.numer() * ten(shift), x.denom().clone())
    } else {
        (x.numer().clone(), x.denom() * ten(shift.saturating_neg()))
    };
    let (q, r) = n.div_rem(&d);
    match (r * 2u8).cmp(&d) {
        Ordering::Less => q,
        Ordering::Equal if q.is_even() => q,
        _ => q + 1u8,
    }
}

fn ten(k: i64) -> BigInt {
    Pow::pow(&BigInt::from(10), u32::try_from(k).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(n: i64, d: i64) -> String {
        decimal(&Rational::new(n.into(), d.into()))
    }

    #[test]
    fn rounding_up_is_no_less_and_has_twelve_digits() {
        let up = |n: i64, d: i64| decimal(&rounded_up(&Rational::new(n.into(), d.into())));
        assert_eq!(up(1, 3), "0.333333333334");
        assert_eq!(up(2, 3), "0.666666666667");
        assert_eq!(up(1, 2), "0.500000000000");
        assert_eq!(up(0, 1), "0");
        assert_eq!(up(9_999_999_999_999, 10_000_000_000_000), "1.00000000000");
        assert_eq!(up(1_000_000_000_000_001, 1), "1.00000000001e15");
    }

    #[test]
    fn plain_notation_has_twelve_significant_digits() {
        assert_eq!(of(1, 2), "0.500000000000");
        assert_eq!(of(4, 9), "0.444444444444");
        assert_eq!(of(2, 3), "0.666666666667");
        assert_eq!(of(4, 1), "4.00000000000");
        assert_eq!(of(-1, 5), "-0.200000000000");
        assert_eq!(of(0, 1), "0");
        assert_eq!(of(1_024, 243), "4.21399176955");
        assert_eq!(of(123_456_789_012, 1), "123456789012");
        assert_eq!(of(1, 32), "0.0312500000000");
    }

    #[test]
    fn small_and_large_numbers_have_an_exponent() {
        assert_eq!(of(1, 1_000_000), "0.00000100000000000");
        assert_eq!(of(1, 1_000_001), "9.99999000001e-7");
        assert_eq!(of(1_000_000_000_000, 1), "1.00000000000e12");
        assert_eq!(decimal(&Rational::new(BigInt::one(), ten(30))), "1.00000000000e-30");
    }

    #[test]
    fn ties_go_to_the_even_digit_and_carries_run_through() {
        assert_eq!(of(1_000_000_000_005, 10), "100000000000");
        assert_eq!(of(1_000_000_000_015, 10), "100000000002");
        assert_eq!(of(9_999_999_999_995, 10), "1.00000000000e12");
        assert_eq!(of(9_999_999_999_999, 10_000_000_000_000), "1.00000000000");
    }
}
