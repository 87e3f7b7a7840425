//! Why a utility is no bound, is not reached, or is not beaten.

use dp_number::Fraction;

#[derive(Debug, Clone, PartialEq)]
pub enum Optimality {
    // X is not private, and a bound without a better mechanism says nothing of it.
    BoundOfNothing,
    NegativeAtRoot { guess: usize, root: usize },
    Uncovered { guess: usize, node: usize },
    NoForest,
    // A bound by λ alone or by y is one for δ = 0.
    OnlyMultipliers,
    // A bound by y needs the binary gain and one prior.
    NotBinary,
    NegativeMultiplier,
    // A mechanism, X or another one, has this utility, the bound is that; at this of the priors that decide.
    NotReached { prior: Option<usize>, reached: Fraction, bound: Fraction, of_x: bool },
    // The other mechanism has no more utility than X; for a prior of the witness, or for the claim's.
    NoMore { at_prior: bool, ours: Fraction, other: Fraction },
    // `solution` is there without `optimum`.
    SolutionAlone,
    SharedOutput,
}
