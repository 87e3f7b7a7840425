//! Stopping work from outside: a search looks at a flag now and then, and unwinds where it is raised.
//!
//! The flag belongs to the threads of a pool of their own, so that one search is stopped and no other. What is checked
//! in one go, such as a certificate by the verifier, is finished first: its steps are counted, and limited.

use rayon::ThreadPoolBuilder;
use std::cell::RefCell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What stops a search when it is raised; clones are the same flag.
#[derive(Debug, Clone, Default)]
pub struct Flag(Arc<AtomicBool>);

impl Flag {
    /// Stops what runs under this flag, and what will.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The work was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}

thread_local! {
    static FLAG: RefCell<Option<Flag>> = const { RefCell::new(None) };
}

/// Does the work on threads of its own, as many as `threads`, or as there are processors.
///
/// # Errors
/// The flag was raised before the work was done.
///
/// # Panics
/// Where the work does.
pub fn run<T: Send>(flag: &Flag, threads: Option<usize>, work: impl FnOnce() -> T + Send) -> Result<T, Interrupted> {
    let own = flag.clone();
    let adopt = move |_| FLAG.set(Some(own.clone()));
    let pool = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).start_handler(adopt).build();
    let done = catch_unwind(AssertUnwindSafe(|| match pool {
        Ok(pool) => pool.install(work),
        // No threads are to be had: here, then, and not to be stopped.
        Err(_) => work(),
    }));
    done.or_else(|panic| if panic.is::<Interrupted>() { Err(Interrupted) } else { resume_unwind(panic) })
}

/// Unwinds where the flag of this thread is raised.
pub(crate) fn checkpoint() {
    if FLAG.with_borrow(|flag| flag.as_ref().is_some_and(Flag::is_raised)) {
        resume_unwind(Box::new(Interrupted));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::prelude::*;

    #[test]
    fn a_raised_flag_stops_its_own_work_and_no_other() {
        let flag = Flag::default();
        assert_eq!(run(&flag, Some(2), || 5), Ok(5));
        let endless = || {
            (0..4_u64).into_par_iter().for_each(|i| {
                if i == 2 {
                    flag.raise();
                }
                loop {
                    checkpoint();
                }
            });
        };
        assert_eq!(run(&flag, Some(2), endless), Err(Interrupted));
        checkpoint();
        assert_eq!(run(&Flag::default(), Some(1), checkpoint), Ok(()));
    }
}
