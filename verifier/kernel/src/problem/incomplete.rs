//! A table of which mass is missing.

use dp_number::{Fraction, Vector};

/// A row for each node, ≥ 0, of a sum that is at most 1: what is known of a mechanism whose own entries are no less,
/// and whose rows sum to 1. It may be any of those.
#[derive(Debug, Clone)]
pub struct Incomplete {
    /// X.
    pub rows: Vec<Vector>,
    /// Whether the mechanism may have outputs that the table has not.
    pub further: bool,
}

impl Incomplete {
    /// What a row lacks to sum to 1, over its denominator.
    pub(crate) fn missing(row: &Vector) -> Fraction {
        Fraction::new(&row.denominator - &row.sum().numerator, row.denominator.clone())
    }
}
