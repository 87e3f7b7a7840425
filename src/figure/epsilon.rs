//! Values of ε, and numbers as a figure shows them.

use crate::exact;
use dp_verify::alpha::{Bounds, Exponential};
use dp_verify::limits::{Budget, Limits};
use dp_verify::number::{Logarithm, decimal};
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// The binary places of α for an ε.
pub const PLACES: u64 = 48;

/// from/100, …, to/100.
pub(super) fn hundredths(from: u32, to: u32, step: usize) -> Vec<Rational> {
    (from..=to).step_by(step).map(|k| Rational::from_unsigneds(k, 100)).collect()
}

/// ε as a short decimal.
pub(super) fn short(epsilon: &Rational) -> String {
    let text = decimal(&exact::fraction(epsilon));
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// log₂ x to twelve significant digits.
pub(super) fn bits(x: &Rational) -> Result<String, String> {
    Logarithm::Log2(exact::fraction(x)).decimal().ok_or_else(|| "no digits of a logarithm".to_owned())
}

/// A rational of [`PLACES`] binary places that is at most e^-ε and a few units of the last place below it; 1 for ε = 0.
pub(super) fn alpha(epsilon: &Rational) -> Result<Rational, String> {
    let limits = Limits::default();
    let steps = Budget::new(limits.steps);
    if *epsilon == 0u32 {
        return Ok(Rational::ONE);
    }
    let number = Exponential::new(exact::fraction(epsilon)).map_err(|_| "e^-ε needs ε > 0".to_owned())?;
    let bounds = Bounds::new(&limits, &steps);
    let bracket = bounds.run(|| Ok(number.bracket(PLACES)?)).map_err(|why| why.to_string())?;
    Ok(Rational::from(exact::integer(&bracket.low)) / Rational::power_of_2(PLACES))
}
