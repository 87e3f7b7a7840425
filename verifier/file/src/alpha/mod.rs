//! What t is, the number in whose field all numbers of a mechanism file lie, and the file's numbers as functions of it.
//!
//! t is α itself, or the `constant` b that α is a power of, or b beside a rational α; or, where b = e^-r, b
//! with an algebraic α beside it, or e^-g of which both α and b are powers. It is a [`Point`], which knows the
//! signs of polynomials. Each operation is within the limits of the file.

mod bounds;
mod declared;
mod field;
mod fractions;
mod generator;
mod ground;
mod polynomial;
mod quotient;

pub use bounds::{Bounds, Obstacle};
pub use declared::{Alpha, Constant};
pub use dp_algebra::Signs;
pub use dp_number::{Algebraic, Beside, Bracket, Exponential, Interval, Point};
pub use field::{Field, MOST_DENSE_ROWS, Symbol};
pub use fractions::{Fractions, Vectors, any_sum_is_off, of_coefficients};
pub use generator::{generator, only_root, root_of_alpha};
pub use ground::Ground;
pub use polynomial::{BYTES_OF_TERM, Polynomial, Polynomials};
pub use quotient::{Quotient, Quotients};
