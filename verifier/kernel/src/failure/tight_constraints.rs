//! Why a table is not tight or loose as it is said to be, or Φ not invertible.

use dp_number::Fraction;

#[derive(Debug, Clone, PartialEq)]
pub enum Tightness {
    // XR at a node and its image is not tight.
    NotTight { row: usize, column: usize, found: Fraction },
    // The utility at the prior of the row sums is the most there is.
    IsTight(Fraction),
    SameSolution,
    Modulus,
    NoPivot { modulus: u64, at: usize, banded: bool },
    // Invertibility by a structure that the graph does not have, or at α = 1.
    Structure,
    NotUnit { column: usize, node: usize },
}
