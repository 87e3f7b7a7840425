//! Exact linear algebra with similarity matrices Φ_ij = α^d(i,j).
//!
//! [`Similarity`] knows Φ by its distances and multiplies by it; [`Partition`] finds the symmetry
//! that shrinks it; [`PivotBlock`] eliminates modulo a word-size prime; `lifting` turns that into
//! exact solutions; [`Factored`] solves Φx = b or says why there is no solution, and `basis` solves a
//! chosen block.

mod basis;
mod layers;
mod lifting;
mod modular;
mod partition;
mod residue;
mod similarity;
mod solve;
mod vector;

#[cfg(test)]
pub(crate) mod oracle;

pub(crate) use basis::{BasicPair, basic_pair};
pub use modular::PivotBlock;
pub use partition::Partition;
pub use similarity::{Similarity, SimilarityError};
pub use solve::{Factored, Solution};
pub use vector::Vector;
