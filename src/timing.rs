//! Which route a decision takes, and how long each part of it takes: what `--verbose` prints.
//!
//! Parts are told to the [`log`] facade at level debug; nothing is decided by them.

use std::fmt;
use std::time::Instant;

/// A part of the work under way.
#[derive(Debug)]
pub(crate) struct Part {
    name: &'static str,
    start: Instant,
}

impl Part {
    pub(crate) fn begin(name: &'static str) -> Self {
        Self { name, start: Instant::now() }
    }

    /// Tells what came of it.
    pub(crate) fn end(self, told: fmt::Arguments) {
        log::debug!("{:>9.1?}  {}: {told}", self.start.elapsed(), self.name);
    }
}
