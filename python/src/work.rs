//! Work beside Python: its lock is released, Ctrl-C is heard, progress is told.

use crate::raised::Raised;
use dp_certify::interrupt::{self, Flag, Interrupted};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How often signals are looked at, and how long an interrupted search may take to notice.
const SLICE: Duration = Duration::from_millis(50);
const GRACE: Duration = Duration::from_secs(1);

/// How many of several items are done.
#[derive(Debug, Clone, Default)]
pub(crate) struct Done(Arc<AtomicUsize>);

impl Done {
    pub(crate) fn one_more(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Does the work on threads of its own, and waits for it.
///
/// # Errors
/// What the work came to; an internal error where it panics; whatever a signal handler or `progress` raises, such as
/// `KeyboardInterrupt`, and then the work is stopped.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, Raised> + Send + 'static,
) -> PyResult<T> {
    watched(py, None, &Done::default(), None, work)
}

/// Does what is soon done where it is, with Python's lock released.
///
/// # Errors
/// What the work came to; an internal error where it panics.
pub(crate) fn at_once<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T, Raised> + Send) -> PyResult<T> {
    let found =
        py.detach(|| catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Raised::internal(&*panic))));
    found.map_err(|raised| raised.exception(py))
}

/// The same as [`run`] with that many threads, and `progress` called with how many items are done, as `done` counts
/// them.
pub(crate) fn watched<T: Send + 'static>(
    py: Python<'_>,
    threads: Option<usize>,
    done: &Done,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce() -> Result<T, Raised> + Send + 'static,
) -> PyResult<T> {
    let flag = Flag::default();
    let (tell, mut told) = channel();
    let under = flag.clone();
    let all = move || {
        let found = catch_unwind(AssertUnwindSafe(|| interrupt::run(&under, threads, work)));
        // Nobody listens any more where the caller was interrupted.
        let _ = tell.send(found);
    };
    thread::Builder::new()
        .name("dp-certify".into())
        .spawn(all)
        .map_err(|e| Raised::Internal(format!("no thread to work on: {e}")).exception(py))?;
    let mut said = 0;
    let found = loop {
        let (back, found) = py.detach(move || wait(told, SLICE));
        told = back;
        let heard = py.check_signals().and_then(|()| tell_progress(progress, done, &mut said));
        if let Err(raised) = heard {
            flag.raise();
            // What it comes to then is of no use any more.
            let _ = py.detach(move || wait(told, GRACE));
            return Err(raised);
        }
        match found {
            Ok(found) => break found,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Raised::Internal("the thread at work is gone".into()).exception(py));
            }
        }
    };
    match found {
        Ok(Ok(Ok(value))) => Ok(value),
        Ok(Ok(Err(raised))) => Err(raised.exception(py)),
        Ok(Err(Interrupted)) => Err(PyKeyboardInterrupt::new_err(())),
        Err(panic) => Err(Raised::internal(&*panic).exception(py)),
    }
}

type Waited<T> = (Receiver<T>, Result<T, RecvTimeoutError>);

fn wait<T>(told: Receiver<T>, time: Duration) -> Waited<T> {
    let found = told.recv_timeout(time);
    (told, found)
}

fn tell_progress(progress: Option<&Bound<'_, PyAny>>, done: &Done, said: &mut usize) -> PyResult<()> {
    let now = done.0.load(Ordering::Relaxed);
    match progress {
        Some(progress) if now > *said => {
            *said = now;
            progress.call1((now,)).map(|_| ())
        }
        _ => Ok(()),
    }
}
