//! The last net below what is counted: the memory of this process, looked at from outside of the work.
//!
//! Searches count what they fill, and leave a claim undecided where that is too much. What was not thought of, or comes
//! together of claims that are worked on side by side, ends here, before it takes the machine.

use super::terminal::complain;
use crate::Underway;
use dp_verify::limits::Limits;
use std::process;
use std::sync::{Once, OnceLock};
use std::thread;
use std::time::Duration;

/// What the process may have beside the limit `memory`, in bytes.
const BESIDE: usize = 64 << 20;

/// Between two looks a process that only fills memory gets no further than a few megabytes.
const EVERY: Duration = Duration::from_millis(5);

/// The work that is ended before the process is.
static UNDERWAY: OnceLock<Underway> = OnceLock::new();

/// How many times the memory a process may have until its searches, which are ended, have come to their end.
const ENDING: usize = 2;

/// Has this work ended, with what is decided by then, before the process is.
pub(super) fn end_for_memory(underway: &Underway) {
    let _ = UNDERWAY.set(underway.clone());
}

/// Ends this process, with that status and the limit's name, once it has more memory than the limit allows so many
/// files at a time. Where the system does not say how much that is, nothing is watched.
pub(super) fn watch(limits: &Limits, at_once: usize, status: u8) {
    static WATCHED: Once = Once::new();
    let most = limits.memory.saturating_add(BESIDE).saturating_mul(at_once.max(1));
    let look = move || {
        while let Some(now) = memory_stats::memory_stats() {
            let underway = UNDERWAY.get().filter(|_| now.physical_mem <= most.saturating_mul(ENDING));
            if let (true, Some(underway)) = (now.physical_mem > most, underway) {
                underway.end_for_memory();
            } else if now.physical_mem > most {
                complain(&format!("the work takes over {most} bytes, and nothing is written (--limit memory=N)"));
                process::exit(i32::from(status));
            }
            thread::sleep(EVERY);
        }
    };
    WATCHED.call_once(|| drop(thread::Builder::new().name("watch".to_owned()).spawn(look)));
}
