//! Exact numbers: rationals, expressions in `a` and `b`, vectors over a common denominator, and the
//! decimals that people read.

mod arithmetic;
mod common;
mod decimal;
mod enclosure;
mod epsilon;
mod expression;
mod integer;
mod problem;
mod rational;
mod root;
mod sentence;
mod slip;
mod symbols;
#[cfg(test)]
mod tests;

pub use arithmetic::{fraction, power, product, ratio, steps_of_fractions, sum};
pub use common::common_base;
pub use decimal::{decimal, significant, steps_of_digits};
pub use enclosure::Enclosure;
pub use epsilon::{Epsilon, epsilon};
pub use expression::{Expression, Operator};
pub use integer::{NO_STEPS_LEFT, integer, steps_to_convert};
pub use rational::{Rational, bits, compare};
pub use root::rational_root;
pub use sentence::{as_length, beside_one, deviation, exact_or_decimal, short};
pub(crate) use slip::exponent as epsilon_of_power;
pub use symbols::Symbols;

pub use dp_kernel::{gcd, steps_of_gcd};
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
