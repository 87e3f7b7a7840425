//! Why numbers enclose no solution, or none that is positive.

use dp_number::Fraction;

#[derive(Debug, Clone, PartialEq)]
pub enum Approximation {
    NotEnclosable,
    TooLarge(&'static str),
    UnlikeCells([usize; 2]),
    CellOrder,
    FewBits(u64),
    NoContraction(usize),
    NotPositive { node: usize, found: Fraction, error: Fraction },
}
