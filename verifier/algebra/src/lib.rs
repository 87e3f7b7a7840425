//! What makes numbers short, and puts them before people: roots found and put in order, zeros on an interval, common
//! divisors, square roots, digits.
//!
//! No verdict hangs on it. What it finds is a number of [`dp_number`], or a hint that is tried there: a root is one
//! once [`Algebraic::new`](dp_number::Algebraic::new) sees one change of signs, a common divisor once it divides. What
//! is wrong here may refuse a file, cut an interval where nothing happens, or print a wrong digit beside a right
//! number. It counts its work like what it is built on.

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

pub use decimal::{decimal, significant, steps_of_digits};
pub use enclosure::Enclosure;
pub use expression::{in_powers, quotient, written as polynomial};
pub use gcd::{derivative, gcd, primitive, squarefree};
pub use interval::{cut, ends, rising, sample, signs, zeros};
pub use isolate::Isolated;
pub use logarithm::Logarithm;
pub use modulo::{inverse, remainder};
pub use order::order;
pub use pieces::{Part, Pieces};
use precisions::{precisions, undecided};
pub use quotient::{common, reduced, simplest};
pub use root::{
    canonical, distinct_roots, is_root_of, kth_root, of_isolated, only_root, rational, root, root_of_rational, within,
};
pub use sentence::{as_length, beside_one, deviation, exact_or_decimal, short};
pub use sign::sign;
pub use signs::Signs;
pub use value::{at, digits_of, exactly, refine};
pub use written::{digits, written};
