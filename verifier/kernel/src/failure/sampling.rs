//! Why bounds on probabilities, from counts of runs, are not those that they are said to be.

#[derive(Debug, Clone, PartialEq)]
pub enum Sampling {
    // A bound is no number of the grid.
    NoBound,
    // A bound for so many of so many runs is above the one that there is; or below it where that one is needed.
    AboveBound { count: u64, runs: u64 },
    BelowBound { count: u64, runs: u64 },
    // Whether it is does not show.
    Unseen { count: u64, runs: u64 },
}
