//! Exact numbers: rationals, expressions in `a` and `b`, vectors over a common denominator, and the
//! decimals that people read.

mod decimal;
mod enclosure;
mod epsilon;
mod expression;
mod gcd;
mod logarithm;
mod rational;
mod root;
mod sentence;

pub use decimal::{decimal, significant};
pub use enclosure::Enclosure;
pub use epsilon::{Epsilon, epsilon};
pub use expression::{Expression, Operator, Symbols};
pub use gcd::{fraction, gcd, product, ratio, steps_of_fractions, steps_of_gcd, sum};
pub use logarithm::Logarithm;
pub use rational::Rational;
pub use root::rational_root;
pub use sentence::{beside_one, brief, deviation, exact_or_decimal};

pub use num_bigint::{BigInt, Sign};

use crate::error::Error;
use crate::json::{Value, View};
use crate::limits::{Budget, Limits};
use num_traits::{One, Pow, Signed, Zero};
use std::cmp::Ordering;

/// x against y, by cross-multiplication.
pub fn compare(x: &Rational, y: &Rational) -> Ordering {
    x.cmp(y)
}

/// The bits of a fraction: those of its numerator and denominator.
pub fn bits(x: &Rational) -> u64 {
    x.numer().bits() + x.denom().bits()
}

/// x^k for k of either sign, or `None` where that would exceed `limits.bits` or divide by zero.
///
/// Cost: the product's size is bounded before anything is multiplied.
pub fn power(x: &Rational, k: i64, limits: &Limits) -> Option<Rational> {
    let e = k.unsigned_abs();
    if x.is_zero() && k < 0 || bits(x).saturating_mul(e) > limits.bits as u64 {
        return (x.is_one() || x.is_zero() && k > 0).then(|| x.clone());
    }
    let e = u32::try_from(e).ok()?;
    // Powers of coprime integers are coprime: no gcd is needed.
    let (n, d) = (Pow::pow(x.numer(), e), Pow::pow(x.denom(), e));
    Some(match (k < 0, n.is_negative()) {
        (false, _) => Rational::new_raw(n, d),
        (true, false) => Rational::new_raw(d, n),
        (true, true) => Rational::new_raw(-d, -n),
    })
}

/// A number without `a` or `b`: a JSON number, or a string such as `"3/7"`, `"-2"`, `"0.535"`, `"1e-3"`.
///
/// What it takes is counted in `steps`, as by [`Expression::read`].
///
/// # Errors
/// If anything else stands there or a limit is exceeded.
pub fn rational(view: &View, limits: &Limits, steps: &Budget) -> Result<Rational, Error> {
    Expression::read(view, &Symbols::default(), limits, steps)?.constant(view)
}

/// An integer of a certificate: a string of decimal digits, perhaps after a minus, without leading zeros.
///
/// Cost: a product of words for each pair of those that its digits fill, counted in `steps`.
///
/// # Errors
/// If anything else stands there or a limit is exceeded.
pub fn integer(view: &View, limits: &Limits, steps: &Budget) -> Result<BigInt, Error> {
    let expected = "an integer in a string, such as \"-12\"";
    let Value::String(text) = view.value() else { return Err(view.unexpected(expected)) };
    let digits = text.strip_prefix('-').unwrap_or(text);
    let canonical = text == "0" || (!digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit()));
    if digits.is_empty() || !canonical {
        return Err(view.unexpected(expected));
    }
    if text.len() > limits.digits {
        return Err(view.over_limit(format!(
            "{} digits, the limit is {} (--limit digits=N)",
            text.len(),
            limits.digits
        )));
    }
    if steps.take(steps_to_convert(text.len())).is_none() {
        return Err(view.over_limit(NO_STEPS_LEFT));
    }
    text.parse().map_err(|_| view.unexpected(expected))
}

/// What is said where reading a number takes more steps than are left.
const NO_STEPS_LEFT: &str = "its digits take more steps than are left (--limit steps=N)";

/// About the word operations that so many decimal digits take to become a number: 19 of them make a word, by which all
/// that there is already is multiplied, slowly.
fn steps_to_convert(digits: usize) -> u64 {
    (digits as u64 / 19 + 1).saturating_pow(2).saturating_mul(4)
}
