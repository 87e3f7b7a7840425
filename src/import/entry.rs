//! Numbers of a table, and how many there are.

use crate::table::Number;
use malachite::rational::Rational;
use std::fmt::Display;

/// A number of a table: what it is, and how it is written in a mechanism file.
pub(super) trait Entry: Display {
    /// About how many bytes its value takes.
    fn bytes(&self) -> usize;

    /// Its value.
    fn value(&self) -> Rational;
}

impl Entry for Number<'_> {
    fn bytes(&self) -> usize {
        Self::bytes(self)
    }

    fn value(&self) -> Rational {
        Self::value(self)
    }
}

/// Entries and rows in words.
pub(super) fn count(n: usize, what: &str) -> String {
    match (n, what) {
        (1, what) => format!("1 {what}"),
        (n, "entry") => format!("{n} entries"),
        (n, what) => format!("{n} {what}s"),
    }
}
