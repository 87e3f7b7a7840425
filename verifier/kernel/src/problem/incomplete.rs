//! A table of which mass is missing.

use super::is_nonnegative;
use crate::failure::Failure;
use dp_number::{At, Number, Vector};

/// A row for each node, ≥ 0, of a sum that is at most 1: what is known of a mechanism whose own entries are no less, and
/// whose rows sum to 1. It may be any of those.
#[derive(Debug, Clone)]
pub struct Incomplete {
    /// X.
    pub rows: Vec<Vector>,
    /// Whether the mechanism may have outputs that the table has not.
    pub further: bool,
}

impl Incomplete {
    /// What row i lacks to sum to 1, over its denominator.
    pub(crate) fn missing(row: &Vector) -> Number {
        &row.denominator - &row.sum().numerator
    }

    /// Whether no entry is negative, and nothing is there that would have to go.
    pub(crate) fn is_one(at: At, row: &Vector) -> Result<bool, Failure> {
        Ok(is_nonnegative(at, row)? && at.sign(&Self::missing(row))?.is_ge())
    }
}
