//! Which signs a polynomial with integer coefficients takes at t, the number in whose field all numbers of a
//! mechanism file lie.
//!
//! Every verdict about an irrational α comes down to that one question. t is α itself, or the `constant` b that
//! α is a power of, or b beside a rational α. A [`Point`] says what t is: a rational, e^-r, an algebraic number, or
//! every number of an open interval at once; [`Point::signs`] answers for all of them. No number is ever rounded but
//! outwards, and no answer is given that the named theorem does not force.

mod algebraic;
mod bernstein;
mod beside;
mod bounds;
mod declared;
mod field;
mod fractions;
mod gcd;
mod generator;
mod ground;
mod interval;
mod modulo;
mod order;
mod pieces;
mod point;
mod polynomial;
mod quotient;
mod rate;
mod signs;
mod value;
mod written;

pub use algebraic::{Algebraic, Real, distinct_roots};
pub use bernstein::Root;
pub use beside::Beside;
pub use bounds::{Bounds, Obstacle};
pub use declared::{Alpha, Constant};
pub use dp_number::{Bracket, Exponential};
pub use field::{Field, MOST_DENSE_ROWS, Symbol};
pub use fractions::{Fractions, Vectors, of_coefficients};
pub use ground::Ground;
pub use interval::Interval;
pub use pieces::{Part, Pieces};
pub use point::Point;
pub use polynomial::{BYTES_OF_TERM, Polynomial, Polynomials};
pub use quotient::{Quotient, Quotients, written};
pub use rate::{Rate, exponential};

pub use signs::Signs;
