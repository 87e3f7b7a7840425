//! Work under way, for whoever waits for it: how far it is, and how it is ended with what is decided by then.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The work of one call; clones are the same.
///
/// Unlike a [`Flag`](crate::interrupt::Flag), which leaves nothing, ending it leaves what is decided: the other claims
/// are undecided, and say that they were interrupted.
#[derive(Debug, Clone, Default)]
pub struct Underway(Arc<State>);

#[derive(Debug, Default)]
struct State {
    /// By whoever waits.
    ended: Arc<AtomicBool>,
    /// For want of memory.
    full: AtomicBool,
    done: AtomicUsize,
    all: AtomicUsize,
}

/// The reason of a claim that was not decided when the work was ended.
const INTERRUPTED: &str = "interrupted: it was not decided when the work was ended";
const FULL: &str =
    "the search effort: all claims together take more memory than the process may have (--limit memory=N)";

impl Underway {
    /// Ends it: claims that are not decided are left undecided. What is checked in one go is finished first.
    pub fn end(&self) {
        self.0.ended.store(true, Ordering::Relaxed);
    }

    /// What is true once it is ended by [`Underway::end`], and ends it where it is made true.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0.ended)
    }

    /// Ends it because the process has no more memory.
    pub fn end_for_memory(&self) {
        self.0.full.store(true, Ordering::Relaxed);
    }

    /// Whether it was ended.
    pub fn is_ended(&self) -> bool {
        self.0.ended.load(Ordering::Relaxed) || self.0.full.load(Ordering::Relaxed)
    }

    /// The reason of a claim that was not decided when the work was ended; `None` where it was not ended.
    pub fn reason(&self) -> Option<&'static str> {
        let by_hand = self.0.ended.load(Ordering::Relaxed).then_some(INTERRUPTED);
        by_hand.or_else(|| self.0.full.load(Ordering::Relaxed).then_some(FULL))
    }

    /// How many claims are decided or given up, and of how many.
    pub fn claims(&self) -> (usize, usize) {
        (self.0.done.load(Ordering::Relaxed), self.0.all.load(Ordering::Relaxed))
    }

    /// So many claims are taken up.
    pub(crate) fn begin(&self, claims: usize) {
        self.0.all.fetch_add(claims, Ordering::Relaxed);
    }

    /// One of them is done.
    pub(crate) fn one_more(&self) {
        self.0.done.fetch_add(1, Ordering::Relaxed);
    }
}
