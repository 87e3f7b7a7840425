//! The sign of life: on a terminal, and only where the wait is longer than a second.

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
        let length = u64::try_from(count).unwrap_or(u64::MAX);
        let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden());
        if !wanted || !std::io::stderr().is_terminal() {
            return Self { bar, waiting: None };
        }
        let template =
            if count == 1 { "{spinner} {msg} ({elapsed})" } else { "{spinner} {pos}/{len} {msg} ({elapsed})" };
        bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.set_message(message);
        let (done, wait) = channel();
        let shown = bar.clone();
        let thread = thread::spawn(move || appear(&shown, &wait));
        Self { bar, waiting: Some((done, thread)) }
    }

    /// One more file is done.
    pub(super) fn advance(&self) {
        self.bar.inc(1);
    }
}

fn appear(bar: &ProgressBar, done: &Receiver<()>) {
    if let Err(RecvTimeoutError::Timeout) = done.recv_timeout(PATIENCE) {
        bar.set_draw_target(ProgressDrawTarget::stderr());
        bar.enable_steady_tick(TICK);
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
