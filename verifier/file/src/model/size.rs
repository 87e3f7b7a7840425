//! How many nodes or outputs there are: of a large product more than a machine word holds.

use crate::text::count;
use serde::ser::{Serialize, Serializer};
use std::fmt;

/// The largest number that every reader of JSON takes as it is: 2^53 − 1.
const MOST: u64 = (1 << 53) - 1;

/// base^exponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// The base, ≥ 1.
    pub base: usize,
    /// The exponent, ≥ 1.
    pub exponent: usize,
}

impl Size {
    /// The number, below 2^53.
    pub fn number(self) -> Option<u64> {
        let exponent = if self.base == 1 { 1 } else { u32::try_from(self.exponent).ok()? };
        (self.base as u64).checked_pow(exponent).filter(|&n| n <= MOST)
    }

    /// `1 node`, `8 nodes`, `5^100 nodes`.
    pub fn count(self, thing: &str) -> String {
        match self.number() {
            Some(1) => count(1, thing),
            _ => format!("{self} {thing}s"),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(n) => write!(f, "{n}"),
            None => write!(f, "{}^{}", self.base, self.exponent),
        }
    }
}

/// A number, or from 2^53 on a power in a string.
impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.number() {
            Some(n) => serializer.serialize_u64(n),
            None => serializer.collect_str(self),
        }
    }
}
