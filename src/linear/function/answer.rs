//! What solving a system comes to, and what it may cost.

use crate::effort::spend;
use std::fmt;

use malachite::Integer;

/// A polynomial with integer coefficients: the constant one first, and no zeros at the end.
pub type Poly = Vec<Integer>;

/// Rational functions x_i = N_i/D over one common denominator, in lowest terms.
///
/// No polynomial of degree above 0 and no integer above 1 divides D and every N_i, and D's first coefficient other
/// than 0 is positive: equal functions are equal structures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Functions {
    /// D.
    pub denominator: Poly,
    /// The N_i.
    pub numerators: Vec<Poly>,
}

/// Why a system has not been solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The determinant seems to be zero for every t: it is at points modulo several primes.
    Singular,
    /// It would take more word operations than this.
    TooMuch(u64),
    /// The row does not have as many entries as there are rows.
    NotSquare {
        /// The row.
        row: usize,
        /// How many entries it has.
        found: usize,
        /// How many rows there are.
        expected: usize,
    },
    /// The right-hand side does not have as many entries as there are rows.
    RightHandSide {
        /// Which right-hand side.
        side: usize,
        /// How many entries it has.
        found: usize,
        /// How many rows there are.
        expected: usize,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Singular => write!(out, "the matrix is singular for every t"),
            Self::TooMuch(limit) => write!(out, "the solution takes more than {limit} word operations"),
            Self::NotSquare { row, found, expected } => {
                write!(out, "row {row} has {found} entries, expected {expected}")
            }
            Self::RightHandSide { side, found, expected } => {
                write!(out, "right-hand side {side} has {found} entries, expected {expected}")
            }
        }
    }
}

impl std::error::Error for Refusal {}

/// The word operations that are left.
pub(super) struct Budget {
    pub(super) limit: u64,
    pub(super) left: u64,
}

impl Budget {
    pub(super) fn new(limit: u64) -> Self {
        Self { limit, left: limit }
    }

    /// Before the work is done, so that what is too much is never begun; the search counts it too.
    pub(super) fn spend(&mut self, operations: u64) -> Result<(), Refusal> {
        self.left = self.left.checked_sub(operations).ok_or(Refusal::TooMuch(self.limit))?;
        spend(operations);
        Ok(())
    }
}
