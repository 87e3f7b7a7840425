//! The kernel's numbers in JSON, which are the same in problems and in witnesses.

use crate::error::Error;
use crate::json::{Value, View};
use crate::limits::{Budget, Limits};
use crate::number::{self, BigInt};
use dp_kernel::{Fraction, Monomial, Number, Root};
use serde_json::{Value as Json, json};

/// The characters of an integer that fits a machine word, whatever its digits are.
const SHORT: usize = 18;

/// An integer: a string of decimal digits. Those that fit a machine word take no longer road.
pub(crate) fn integer(view: &View, limits: &Limits, steps: &Budget) -> Result<Number, Error> {
    if let Value::String(text) = view.value()
        && text.len() <= SHORT
        && let Some(word) = short(text.as_bytes())
        && steps.take(4).is_some()
    {
        return Ok(i128::from(word).into());
    }
    number::integer(view, limits, steps).map(Number::from)
}

/// The integer of so few characters, if it is written as integers are.
fn short(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    match digits {
        [b'0'] if !negative => return Some(0),
        [b'1'..=b'9', ..] => {}
        _ => return None,
    }
    let mut word = 0i64;
    for &digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        word = word.checked_mul(10)?.checked_add(i64::from(digit & 0xf))?;
    }
    if negative { word.checked_neg() } else { Some(word) }
}

/// A polynomial in t: an array of integers, the coefficients from the constant up, or the integer that it is.
///
/// # Errors
/// Another form, or a number over the limits.
pub fn polynomial(view: &View, limits: &Limits, steps: &Budget) -> Result<Number, Error> {
    match view.value() {
        Value::Array(items) => {
            if items.len() > limits.exponent.saturating_add(1) {
                let most = limits.exponent;
                return Err(view.over_limit(format!("a polynomial of degree over {most} (--limit exponent=N)")));
            }
            let coefficients = view.array("")?.map(|c| number::integer(&c, limits, steps));
            Ok(Number::polynomial(coefficients.collect::<Result<_, _>>()?))
        }
        _ => integer(view, limits, steps),
    }
}

/// A polynomial: its coefficients from the constant up, or the integer that it is.
pub(crate) fn number_json(x: &Number) -> Json {
    match (x.word(), x.integer()) {
        (Some(word), _) => word.to_string().into(),
        (None, Some(integer)) => integer.to_string().into(),
        (None, None) => match x.terms() {
            Some(terms) => {
                let term = |(e, c): &(Monomial, BigInt)| match e.u {
                    0 => json!([e.t.to_string(), c.to_string()]),
                    u => json!([u.to_string(), e.t.to_string(), c.to_string()]),
                };
                json!({ "terms": terms.iter().map(term).collect::<Vec<_>>() })
            }
            None => coefficients(x),
        },
    }
}

fn coefficients(x: &Number) -> Json {
    x.coefficients().iter().map(ToString::to_string).collect::<Vec<_>>().into()
}

/// A rational number: `"1/2"`, `"3"`.
pub(crate) fn fraction_json(x: &Fraction) -> Json {
    match (x.numerator.integer(), x.denominator.integer()) {
        (Some(n), Some(_)) if x.denominator == Number::ONE => n.to_string().into(),
        (Some(n), Some(d)) => format!("{n}/{d}").into(),
        _ => json!({ "numerator": number_json(&x.numerator), "denominator": number_json(&x.denominator) }),
    }
}

/// A rational or algebraic number.
pub(crate) fn root_json(root: &Root) -> Json {
    match root {
        Root::Rational(x) => fraction_json(x),
        Root::Of { polynomial, between: [low, high] } => {
            json!({ "root_of": coefficients(polynomial), "between": [fraction_json(low), fraction_json(high)] })
        }
    }
}
