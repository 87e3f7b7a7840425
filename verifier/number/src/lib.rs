//! Exact numbers whose work is counted: what every check computes with.
//!
//! A [`Number`] is an integer, or a polynomial in t with integer coefficients; a [`Point`] says what t is, and what
//! sign a number has there. No number is rounded but outwards, and no answer is given that a named theorem does not
//! force. All arithmetic is by operators that ask the [`meter`].
//!
//! Whatever works in a [`Meter`] fails where one of its limits is met, and what compares numbers where a sign does not
//! show; other errors are named where they are made.

// Nothing that a file says ends in a panic.
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)]
#![warn(clippy::todo, clippy::unimplemented, clippy::get_unwrap, clippy::indexing_slicing)]
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

mod algebraic;
mod arithmetic;
mod at;
mod beside;
mod binomial;
mod bracket;
mod exponential;
mod gcd;
pub mod list;
pub mod logarithm;
pub mod meter;
mod number;
mod obstacle;
mod point;
pub mod polynomial;
pub mod powers;
mod rational;
mod root;
pub mod terms;

#[cfg(test)]
mod tests;

pub use algebraic::{Algebraic, Ends};
pub use arithmetic::{fraction, power, product, ratio, steps_of_fractions, sum};
pub use at::At;
pub use beside::Beside;
pub use binomial::lower_tail;
pub use bracket::Bracket;
pub use exponential::{Exponential, exp_of_minus};
pub use gcd::{gcd, steps_of_gcd};
pub use meter::{Limit, Meter, Most, charge, room};
pub use number::{Fraction, Number, Vector, common_denominator, shorter, width};
pub use obstacle::Obstacle;
pub use point::{Interval, Point, Root, sign_at};
pub use rational::{Rational, bits, compare};
pub use root::rational_root;
pub use terms::Monomial;
