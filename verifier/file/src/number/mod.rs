//! Exact numbers: rationals, expressions in `a` and `b`, vectors over a common denominator, and the
//! decimals that people read.

mod common;
mod epsilon;
mod expression;
mod integer;
mod problem;
mod slip;
mod symbols;
#[cfg(test)]
mod tests;

pub use common::common_base;
pub use epsilon::{Epsilon, epsilon};
pub use expression::{Expression, Operator};
pub use integer::{NO_STEPS_LEFT, integer, steps_to_convert};
pub(crate) use slip::exponent as epsilon_of_power;
pub use symbols::Symbols;

pub use dp_algebra::{
    Enclosure, as_length, beside_one, decimal, deviation, exact_or_decimal, rounded_up, short, significant,
    steps_of_digits,
};
pub use dp_number::{
    Rational, bits, compare, fraction, gcd, power, product, ratio, rational_root, sign_at, steps_of_fractions,
    steps_of_gcd, sum,
};
pub use num_bigint::{BigInt, Sign};

use crate::error::Error;
use crate::json::View;
use crate::limits::{Budget, Limits};

/// A number without `a` or `b`: a JSON number, or a string such as `"3/7"`, `"-2"`, `"0.535"`, `"1e-3"`.
///
/// What it takes is counted in `steps`, as by [`Expression::read`].
///
/// # Errors
/// If anything else stands there or a limit is exceeded.
pub fn rational(view: &View, limits: &Limits, steps: &Budget) -> Result<Rational, Error> {
    Expression::read(view, &Symbols::default(), limits, steps)?.constant(view)
}
