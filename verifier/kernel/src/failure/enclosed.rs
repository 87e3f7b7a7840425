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
    // Of `shannon-capacity`: the prior has this much, no prior more than that, and they are far from each other; and an
    // output that some row has, and no row that the prior has.
    Apart([Fraction; 2]),
    Unreached(usize),
    NotPositive { node: usize, found: Fraction, error: Fraction },
}
