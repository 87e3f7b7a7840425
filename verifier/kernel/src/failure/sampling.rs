//! Why bounds on probabilities, from counts of runs, are not those that they are said to be.

use dp_number::Fraction;

#[derive(Debug, Clone, PartialEq)]
pub enum Sampling {
    // A bound is no number of the grid.
    NoBound,
    // A bound for so many of so many runs is above the one that there is; or below it where that one is needed.
    AboveBound { count: u64, runs: u64 },
    BelowBound { count: u64, runs: u64 },
    // Whether it is does not show.
    Unseen { count: u64, runs: u64 },
    // A weight above 1.
    Weight,
    // A law of a witness does not sum to 1; or it is outside the bounds of this node.
    NoLaw,
    NotInside(usize),
    // This is more than what is to be shown, and no laws need so much; or laws need no more.
    NotShown { bound: Fraction, at_most: Fraction },
}
