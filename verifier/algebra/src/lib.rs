//! What makes numbers short, and puts them before people: roots found and put in order, zeros on an interval, common
//! divisors, square roots, digits.
//!
//! No verdict depends on it. Who reads a file tries what is found here by [`dp_number`] alone: that a root is
//! one of the file's polynomial, and the only one in its interval; that a common divisor divides; that a
//! shorter form is the same number at t; that a denominator is not 0 there (on an interval that is taken from
//! here, and the kernel's `problem/checked` decides). What is wrong here may refuse a file, cut an interval
//! where nothing happens, or tell a number wrongly: its digits, its square roots, or that it is rational. It
//! counts its work like what it is built on.

// Nothing that a file says ends in a panic.
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)]
#![warn(clippy::todo, clippy::unimplemented, clippy::get_unwrap, clippy::indexing_slicing)]
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

mod decimal;
mod enclosure;
mod expression;
mod gcd;
mod interval;
mod isolate;
mod logarithm;
mod modulo;
mod order;
mod pieces;
mod precisions;
mod quotient;
mod root;
mod sentence;
mod sign;
mod signs;
mod value;
mod written;

pub use decimal::{decimal, rounded_up, significant, steps_of_digits};
pub use enclosure::Enclosure;
pub use expression::{in_powers as written_in_powers, quotient as written_quotient};
pub use gcd::{derivative, gcd, primitive, squarefree};
pub use interval::{cut, ends, rising, sample, signs, zeros};
pub use isolate::Isolated;
pub use logarithm::Logarithm;
pub use modulo::remainder;
pub use order::order;
pub use pieces::Pieces;
use precisions::{precisions, undecided};
pub use quotient::{common, simplest};
pub use root::{
    canonical, distinct_roots, is_root_of, kth_root, of_isolated, only_root, rational, root, root_of_rational, within,
};
pub use sentence::{as_length, beside_one, deviation, exact_or_decimal, short};
pub use sign::sign;
pub use signs::Signs;
pub use value::{at, digits_of, exactly, refine};
pub use written::{digits, written};
