//! Which route a decision takes, and how long each part of it takes: what `--verbose` prints.
//!
//! Parts are told to the [`log`] facade at level debug; nothing is decided by them.

use std::fmt;
use std::time::Instant;

/// A part of the work under way.
#[derive(Debug)]
pub(crate) struct Part {
    name: &'static str,
    /// `None` where nobody is told: then no clock is looked at.
    start: Option<Instant>,
}

impl Part {
    pub(crate) fn begin(name: &'static str) -> Self {
        Self { name, start: log::log_enabled!(log::Level::Debug).then(Instant::now) }
    }

    /// Tells what came of it.
    pub(crate) fn end(self, told: fmt::Arguments) {
        let taken = self.start.map(|start| start.elapsed()).unwrap_or_default();
        log::debug!("{taken:>9.1?}  {}: {told}", self.name);
    }
}
