//! Which signs a polynomial with integer coefficients takes at t, the number in whose field all numbers of a
//! mechanism file lie.
//!
//! Every verdict about an irrational α comes down to that one question. t is α itself, or the `constant` b that
//! α is a power of, or b beside a rational α. A [`Point`] says what t is: a rational, e^-r, an algebraic number, or
//! every number of an open interval at once; [`Point::signs`] answers for all of them. No number is ever rounded but
//! outwards, and no answer is given that the named theorem does not force.

mod algebraic;
mod arithmetic;
mod bernstein;
mod beside;
mod bounds;
mod bracket;
mod declared;
mod exponential;
mod field;
mod fractions;
mod gcd;
mod generator;
mod interval;
mod modulo;
mod order;
mod pieces;
mod point;
mod polynomial;
mod quotient;
mod ring;
mod signs;
mod value;
mod written;

pub use algebraic::{Algebraic, Real, distinct_roots};
pub use bernstein::Root;
pub use beside::Beside;
pub use bounds::{Bounds, Obstacle};
pub use bracket::Bracket;
pub use declared::{Alpha, Constant};
pub use exponential::Exponential;
pub use field::{Field, MOST_DENSE_ROWS, Symbol};
pub use fractions::Fractions;
pub use interval::Interval;
pub use pieces::{Part, Pieces};
pub use point::Point;
pub use polynomial::{BYTES_OF_TERM, Polynomial};
pub use quotient::{Quotient, written};
pub use ring::{Ground, Ring};
pub use signs::Signs;
