//! Why a table does not come of another by a remap or by rounding, or may.

use dp_number::Fraction;

#[derive(Debug, Clone, PartialEq)]
pub enum Origin {
    // In this row of R.
    NegativeGarbling(usize),
    GarblingSum(usize),
    NotGarbled { row: usize, output: usize, found: Fraction },
    NegativeRefutation { of_y: usize, of_x: usize },
    NotSeparated,
    TooFar { row: usize, output: usize },
    NotBelow { row: usize, output: usize, entry: Fraction },
    NoContradiction,
    // A table within the rounding needs this δ, and by the multipliers none needs less than that.
    NotLeastDelta { needed: Fraction, bound: Option<Fraction> },
}
