//! Ctrl-C while files are decided ends the searches, and what is decided is written. Pressed once more it ends the
//! process, as it does at any other time.

use crate::Underway;
use signal_hook::consts::SIGINT;
use signal_hook::flag::{register, register_conditional_default};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Whether Ctrl-C ends the process: not the first one while this listens.
static ENDS_ALL: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// While this is there, the first Ctrl-C ends the work.
pub(super) struct Listening;

impl Listening {
    /// Where signals can't be listened to, each of them ends the process, as without this.
    pub(super) fn to(underway: &Underway) -> Self {
        let ends_all = ENDS_ALL.get_or_init(|| {
            let ends_all = Arc::new(AtomicBool::new(true));
            let all = [
                register_conditional_default(SIGINT, Arc::clone(&ends_all)),
                register(SIGINT, Arc::clone(&ends_all)),
                register(SIGINT, underway.flag()),
            ];
            debug_assert!(all.iter().all(Result::is_ok), "{all:?}");
            ends_all
        });
        ends_all.store(false, Ordering::Relaxed);
        Self
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        if let Some(ends_all) = ENDS_ALL.get() {
            ends_all.store(true, Ordering::Relaxed);
        }
    }
}
