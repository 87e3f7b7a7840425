//! Graphs on which Φx = b is solved by a formula, without Φ.

use malachite::rational::Rational;

use super::{Vector, solve_hamming, solve_sum_query};

/// A family of graphs whose Φ is known to be invertible by its structure, or to be so modulo a prime at the cost
/// of a few operations a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    /// 0..nodes-1 with d(i, j) = ⌈|i−j|/most⌉: the answers of a sum query; a line for `most` = 1.
    Sum {
        /// How many answers there are.
        nodes: usize,
        /// The most that one individual adds.
        most: usize,
    },
    /// {0..values-1}^individuals; a complete graph for one individual.
    Hamming {
        /// Values of one individual.
        values: usize,
        /// The number of individuals.
        individuals: u32,
    },
}

/// The one solution of Φx = b.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlySolution {
    /// x.
    pub solution: Vector,
    /// A prime modulo which elimination of q^D·Φ itself was seen to find n pivots, if it was.
    pub modulus: Option<u64>,
}

impl Structure {
    /// Φ^-1 b; `None` where the structure does not lead to it: at α = 1, or if Φ is singular.
    ///
    /// Cost: see [`solve_sum_query`] and [`solve_hamming`].
    #[must_use]
    pub fn solve(&self, alpha: &Rational, b: &Vector) -> Option<OnlySolution> {
        match *self {
            Self::Sum { nodes, most } => {
                let (solution, modulus) = solve_sum_query(alpha, most, b, nodes)?;
                Some(OnlySolution { solution, modulus: Some(modulus) })
            }
            Self::Hamming { values, individuals } => {
                let solution = solve_hamming(alpha, values, individuals, b)?;
                Some(OnlySolution { solution, modulus: None })
            }
        }
    }
}
