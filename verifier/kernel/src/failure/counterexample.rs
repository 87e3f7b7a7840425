//! Why places of a table are no counterexample, or what is said to hold has one.

use dp_number::Fraction;

#[derive(Debug, Clone, PartialEq)]
pub enum Counterexample {
    NotNegative { row: usize, output: usize },
    NegativeEntry { row: usize, output: usize, entry: Fraction },
    NotAdjacent([usize; 2]),
    // Not at the distance of which the claim speaks.
    NotSoFar([usize; 2]),
    NotLeastRatio { pair: [usize; 2], output: usize, alpha_max: Fraction },
    NotMostDelta { pair: [usize; 2], outputs: Vec<usize>, delta_min: Fraction },
    // A set of outputs is empty or does not rise.
    NotRising,
    DifferentAnswers([usize; 2]),
    EqualRows { pair: [usize; 2], output: usize },
    RowsDiffer { pair: [usize; 2], output: usize },
}
