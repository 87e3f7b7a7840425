//! What several claims depend on.

use super::reason::Reason;
use crate::effort::{self, First};
use dp_verify::limits::Limits;
use std::sync::OnceLock;

/// What several claims depend on, and what it took.
#[derive(Debug)]
pub(super) struct Shared<T> {
    made: OnceLock<(Result<T, Reason>, u64)>,
    first: First,
}

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Self { made: OnceLock::new(), first: First::default() }
    }
}

impl<T> Shared<T> {
    /// What is there, or is made now, as far as this claim has means for it. What it took counts with the first of the
    /// claims that depend on it, whichever has it made.
    pub(super) fn get_or_init(&self, limits: &Limits, make: impl FnOnce() -> Result<T, Reason>) -> Result<&T, Reason> {
        let (made, taken) = if let Some(there) = self.made.get() {
            there
        } else {
            // Outside of the lock: another claim may be taken up meanwhile that asks for the same.
            let (made, taken) = effort::apart(limits.search as u64, make);
            let made = made.unwrap_or_else(|spent| Err(spent.reason(limits)));
            self.made.get_or_init(|| (made, taken))
        };
        effort::spend_shared(*taken, &self.first);
        made.as_ref().map_err(Clone::clone)
    }
}
