//! Which file is wrong.

use dp_verify::error::Error;
use std::fmt;

/// Which file is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The table.
    Table(Error),
    /// The query file.
    Query(Error),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(error) => write!(f, "the table: {error}"),
            Self::Query(error) => write!(f, "the query file: {error}"),
        }
    }
}

impl std::error::Error for Refusal {}
