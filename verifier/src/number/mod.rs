//! Exact numbers: rationals, expressions in `a` and `b`, vectors over a common denominator, and the
//! decimals that people read.

mod decimal;
mod expression;
mod fractions;
mod gcd;
mod logarithm;
mod root;

pub use decimal::{decimal, significant};
pub(crate) use expression::rational_text;
pub use expression::{Expression, Operator, Symbols};
pub use fractions::Fractions;
pub(crate) use fractions::common_denominator;
pub(crate) use gcd::{fraction, gcd, product, ratio, sum};
pub use logarithm::{Enclosure, Logarithm};
pub use root::rational_root;

pub use num_bigint::{BigInt, Sign};

/// A fraction of integers in lowest terms.
pub type Rational = num_rational::Ratio<BigInt>;

use crate::error::Error;
use crate::json::{Value, View};
use crate::limits::Limits;
use num_traits::{One, Pow, Signed, Zero};
use std::cmp::Ordering;

/// x against y, by cross-multiplication.
///
/// To be used for every comparison of two fractions from files, `==` too: num-rational's own operators recurse
/// along the continued fractions and overflow the stack where two long numbers agree in many of their terms.
pub fn compare(x: &Rational, y: &Rational) -> Ordering {
    (x.numer() * y.denom()).cmp(&(y.numer() * x.denom()))
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
/// # Errors
/// If anything else stands there or a limit is exceeded.
pub fn rational(view: &View, limits: &Limits) -> Result<Rational, Error> {
    Expression::read(view, &Symbols::default(), limits)?.constant(view)
}

/// An integer of a certificate: a string of decimal digits, perhaps after a minus, without leading zeros.
///
/// # Errors
/// If anything else stands there or a limit is exceeded.
pub fn integer(view: &View, limits: &Limits) -> Result<BigInt, Error> {
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
    text.parse().map_err(|_| view.unexpected(expected))
}
