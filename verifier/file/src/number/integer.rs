//! Integers as certificates write them, and what it takes to read their digits.

use super::BigInt;
use crate::error::Error;
use crate::json::{Value, View};
use crate::limits::{Budget, Limits, Of, note};

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
    note(Of::Digits, text.len() as u64);
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
pub const NO_STEPS_LEFT: &str = "its digits take more steps than are left (--limit steps=N)";

/// About the word operations that so many decimal digits take to become a number: 19 of them make a word, by which all
/// that there is already is multiplied, slowly.
pub fn steps_to_convert(digits: usize) -> u64 {
    (digits as u64 / 19).saturating_add(1).saturating_pow(2).saturating_mul(4)
}
