//! Rows of short decimals, read in machine words.

use super::function::charge_row;
use super::reading::Reading;
use crate::alpha::Fractions;
use crate::error::Error;
use crate::json::{Value, View};
use crate::limits::{Of, note};
use num_integer::Integer;

/// The most digits of a number that is read so: 10^18 fits a word with its sign.
const DIGITS: usize = 18;

/// Numbers over their least common denominator, where each is written with a sign, digits and a point only, of 18
/// digits at most once all have the same places; else `None`, and they are read like any others.
///
/// Cost: linear in the text; a table of a million such numbers takes as long as its JSON.
///
/// # Errors
/// More memory or steps than are left.
pub(super) fn row(view: &View, length: usize, reading: &Reading) -> Result<Option<Fractions>, Error> {
    let Ok(items) = view.array("") else { return Ok(None) };
    if items.len() != length {
        return Ok(None);
    }
    let mut parsed = Vec::with_capacity(length);
    let mut most = 0;
    for item in items {
        let text: &str = match item.value() {
            Value::Number(text) => text,
            Value::String(text) => text,
            _ => return Ok(None),
        };
        note(Of::Digits, text.len() as u64);
        if text.len() > reading.limits.digits {
            return Ok(None);
        }
        let Some((mantissa, places)) = decimal(text) else { return Ok(None) };
        most = most.max(places);
        parsed.push((mantissa, places));
    }
    reading.charge_steps(view, (length as u64).saturating_mul(8))?;
    let mut numerators = Vec::with_capacity(length);
    let mut common = 10u64.pow(most);
    for (mantissa, places) in parsed {
        let lift = 10i64.checked_pow(most.saturating_sub(places));
        let Some(n) = lift.and_then(|lift| mantissa.checked_mul(lift)) else { return Ok(None) };
        if common > 1 {
            common = common.gcd(&n.unsigned_abs());
        }
        numerators.push(n);
    }
    let denominator = 10u64.pow(most).checked_div(common).unwrap_or(1);
    charge_row(length as u64, u64::from(u64::BITS.saturating_sub(denominator.leading_zeros())), view, reading)?;
    let over = i64::try_from(common).unwrap_or(i64::MAX);
    let numerators = numerators.into_iter().map(|n| i128::from(n.checked_div(over).unwrap_or(n)).into()).collect();
    Ok(Some(Fractions { denominator: i128::from(denominator).into(), numerators }))
}

/// The digits of `-0.25` as an integer, and how many of them stand after the point; `None` unless it is a number as
/// JSON has it, without an exponent, of 18 digits at most.
fn decimal(text: &str) -> Option<(i64, u32)> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let leads = whole.len() > 1 && whole.starts_with('0');
    if whole.is_empty() || leads || digits.ends_with('.') || whole.len().saturating_add(fraction.len()) > DIGITS + 1 {
        return None;
    }
    let mut mantissa: i64 = 0;
    for digit in whole.bytes().chain(fraction.bytes()) {
        if !digit.is_ascii_digit() {
            return None;
        }
        mantissa = mantissa.checked_mul(10)?.checked_add(i64::from(digit & 0xf))?;
    }
    let places = u32::try_from(fraction.len()).ok().filter(|&places| places <= 18)?;
    Some((if negative { mantissa.checked_neg()? } else { mantissa }, places))
}
