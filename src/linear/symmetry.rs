//! The symmetry of a graph, found once.

use super::Partition;
use crate::effort::{First, Spent, apart, spend_shared, stop};
use std::sync::{Arc, OnceLock};

/// The coarsest equitable partition of the graph alone, whichever claim asks for it first.
///
/// Of priors there are too many to keep one for each; and were that of the first one kept, what others take would hang
/// on whose it was.
#[derive(Clone, Debug, Default)]
pub(super) struct Symmetry(Arc<(OnceLock<(Partition, u64)>, First)>);

impl Symmetry {
    /// What is kept, or is found now. What it took counts with the first of the claims that ask for it, in their order.
    pub(super) fn get_or_init(&self, find: impl FnOnce() -> Partition) -> Partition {
        let (kept, first) = &*self.0;
        // Found outside of the lock: a thread that waits for others here may take up work that asks again.
        let (partition, taken) = kept.get().cloned().unwrap_or_else(|| match apart(u64::MAX, find) {
            (Ok(partition), taken) => kept.get_or_init(|| (partition, taken)).clone(),
            (Err(Spent), _) => stop(),
        });
        spend_shared(taken, first);
        partition
    }
}
