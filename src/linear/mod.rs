//! Exact linear algebra with similarity matrices Φ_ij = α^d(i,j).
//!
//! [`Similarity`] knows Φ by its distances and multiplies by it; [`Partition`] finds the symmetry
//! that shrinks it; [`PivotBlock`] eliminates modulo a word-size prime; `lifting` turns that into
//! exact solutions; [`Factored`] solves Φx = b or says why there is no solution, and `basis` solves a
//! chosen block. [`Structure`] solves Φx = b without Φ on the graphs of sum queries and on Hamming graphs.
//! [`solve_functions`] solves it for every α at once, by rational functions of α.

mod banded;
mod basis;
mod dense;
mod elimination;
mod fixed;
mod function;
mod hamming;
mod invertible;
mod layers;
mod lifting;
mod modular;
mod partition;
mod refinement;
mod residue;
mod similarity;
mod solve;
mod square;
mod structure;
mod symmetry;
mod vector;

#[cfg(test)]
pub(crate) mod oracle;

pub use banded::solve_sum_query;
pub(crate) use basis::{BasicPair, basic_pair};
pub use function::{
    Functions, Poly, Refusal, solve_function, solve_functions, solve_functions_sharing, solve_polynomials,
};
pub use hamming::solve_hamming;
pub use invertible::invertible_modulo;
pub use modular::PivotBlock;
pub use partition::Partition;
pub use similarity::{Similarity, SimilarityError};
pub use solve::{Factored, Solution};
pub(crate) use square::{Square, independent_columns, independent_columns_by_prime};
pub use structure::{OnlySolution, Structure};
pub use vector::Vector;
