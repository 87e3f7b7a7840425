//! The sign of life: on a terminal, and only where the wait is longer than a second.

use crate::Underway;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(120);

/// A spinner on standard error that goes away when this is dropped.
pub(super) struct Progress {
    bar: ProgressBar,
    waiting: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// For `count` files; silent if not `wanted` or where nobody looks.
    pub(super) fn start(count: usize, message: String, wanted: bool) -> Self {
        Self::begin(count, message, None, wanted)
    }

    /// The same for work that says how far it is, and that Ctrl-C ends.
    pub(super) fn of(underway: &Underway, count: usize, message: String, wanted: bool) -> Self {
        Self::begin(count, message, Some(underway.clone()), wanted)
    }

    fn begin(count: usize, message: String, underway: Option<Underway>, wanted: bool) -> Self {
        let length = u64::try_from(count).unwrap_or(u64::MAX);
        let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden());
        if !wanted || !std::io::stderr().is_terminal() {
            return Self { bar, waiting: None };
        }
        let template =
            if count == 1 { "{spinner} {msg} ({elapsed})" } else { "{spinner} {pos}/{len} {msg} ({elapsed})" };
        bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.set_message(message.clone());
        let (done, wait) = channel();
        let shown = bar.clone();
        let thread = thread::spawn(move || appear(&shown, &wait, &|| underway.as_ref().map(|u| words(&message, u))));
        Self { bar, waiting: Some((done, thread)) }
    }

    /// What is said of the work from now on.
    pub(super) fn say(&self, message: String) {
        self.bar.set_message(message);
    }

    /// One more file is done.
    pub(super) fn advance(&self) {
        self.bar.inc(1);
    }
}

/// What is said of the work.
fn words(message: &str, underway: &Underway) -> String {
    let (done, all) = underway.claims();
    match underway.is_ended() {
        true => format!("{message}: ending, to write what is decided; Ctrl-C once more ends at once"),
        false if all > 0 => format!("{message}: {done} of {all} claims; Ctrl-C writes what is decided"),
        false => message.to_owned(),
    }
}

/// Shows the line after a second, and says anew how far the work is, until it is done.
fn appear(bar: &ProgressBar, done: &Receiver<()>, words: &dyn Fn() -> Option<String>) {
    let mut wait = PATIENCE;
    while let Err(RecvTimeoutError::Timeout) = done.recv_timeout(wait) {
        if let Some(words) = words() {
            bar.set_message(words);
        }
        if wait == PATIENCE {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(TICK);
        }
        wait = TICK;
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((done, thread)) = self.waiting.take() {
            drop(done);
            let _ = thread.join();
            self.bar.finish_and_clear();
        }
    }
}
