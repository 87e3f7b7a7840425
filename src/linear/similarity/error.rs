//! What is no similarity matrix.

use malachite::rational::Rational;
use std::fmt;

/// What a similarity matrix cannot be made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SimilarityError {
    /// α is not above 0 and at most 1.
    AlphaOutside(Rational),
    /// There are more than 2^27 nodes, so word-size sums of digits could overflow.
    TooManyNodes(usize),
    /// The row does not have as many distances as there are rows.
    RowLength {
        /// The row.
        row: usize,
        /// How many distances it has.
        found: usize,
        /// How many rows there are.
        expected: usize,
    },
    /// A node is not at distance 0 from itself.
    Diagonal(usize),
    /// d(i, j) ≠ d(j, i) for these two nodes.
    NotSymmetric(usize, usize),
    /// A finite distance between these two nodes is not below the number of nodes, as no path is that long.
    TooFar(usize, usize),
}

impl fmt::Display for SimilarityError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AlphaOutside(alpha) => write!(out, "α = {alpha}, expected 0 < α ≤ 1"),
            Self::TooManyNodes(nodes) => write!(out, "{nodes} nodes, expected at most 2^27"),
            Self::RowLength { row, found, expected } => {
                write!(out, "row {row} has {found} distances, expected {expected}")
            }
            Self::Diagonal(i) => write!(out, "node {i} is not at distance 0 from itself"),
            Self::NotSymmetric(i, j) => write!(out, "d({i}, {j}) differs from d({j}, {i})"),
            Self::TooFar(i, j) => write!(out, "d({i}, {j}) is finite and not below the number of nodes"),
        }
    }
}

impl std::error::Error for SimilarityError {}

pub(super) fn validate_alpha(alpha: &Rational) -> Result<(), SimilarityError> {
    if *alpha <= 0 || alpha.numerator_ref() > alpha.denominator_ref() {
        return Err(SimilarityError::AlphaOutside(alpha.clone()));
    }
    Ok(())
}

pub(super) fn validate(alpha: &Rational, distances: &[Vec<u32>]) -> Result<(), SimilarityError> {
    validate_alpha(alpha)?;
    let nodes = distances.len();
    if nodes > 1 << 27 {
        return Err(SimilarityError::TooManyNodes(nodes));
    }
    for (row, found) in distances.iter().map(Vec::len).enumerate() {
        if found != nodes {
            return Err(SimilarityError::RowLength { row, found, expected: nodes });
        }
    }
    for (i, row) in distances.iter().enumerate() {
        if row[i] != 0 {
            return Err(SimilarityError::Diagonal(i));
        }
        if let Some(j) = (0..i).find(|&j| row[j] != distances[j][i]) {
            return Err(SimilarityError::NotSymmetric(j, i));
        }
        if let Some(j) = (0..i).find(|&j| row[j] != u32::MAX && row[j] as usize >= nodes) {
            return Err(SimilarityError::TooFar(j, i));
        }
    }
    Ok(())
}
