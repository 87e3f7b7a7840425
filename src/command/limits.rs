//! The limits of a call, and the option that sets them.

use super::terminal::{WRONG, tell};
use super::watch::watch;
use crate::patient;
use dp_verify::limits::Limits;
use std::sync::OnceLock;

/// The option `--limit`.
#[derive(Debug, clap::Args)]
pub(super) struct Raised {
    /// Raise or lower a limit: bytes, depth, digits, exponent, bits, memory (in bytes), steps, nodes, search; for
    /// instance --limit nodes=5000
    #[arg(long, value_name = "NAME=N", value_parser = limit)]
    limit: Vec<String>,
    /// Take no more time for what you ask for than strangers' files may take: some seconds of `search` and `steps` for
    /// a whole file. Without it, what you ask for may take 32 times as much
    #[arg(long)]
    strangers: bool,
    /// Print on standard error the most that was used of each limit
    #[arg(long = "limits")]
    used: bool,
}

/// The limits of this call, and those of what is asked for, where it wants to know what was used of them.
static ASKED: OnceLock<(Limits, Limits)> = OnceLock::new();

/// Prints what was used of each limit, where that was asked for.
pub(super) fn tell_limits() {
    if let Some((limits, asked)) = ASKED.get() {
        tell(&limits.used(asked));
    }
}

impl Raised {
    /// The limits of what is asked for, where that is one thing: with the `search` of whoever waits for it, but for
    /// strangers.
    pub(super) fn asked(&self) -> Limits {
        let limits = self.limits();
        if self.strangers { limits } else { Limits { search: patient(&limits).search, ..limits } }
    }

    /// Whether all keeps to what strangers' files may take.
    pub(super) fn is_for_strangers(&self) -> bool {
        self.strangers
    }

    /// The limits that `--limit NAME=N` set; this process is watched from here on, as one that does a command's work on
    /// one file.
    pub(super) fn limits(&self) -> Limits {
        self.watched(1, WRONG)
    }

    /// The limits that `--limit NAME=N` set, for so many files at a time, and the status of a call that is over the one
    /// on memory. The first word counts.
    pub(super) fn watched(&self, at_once: usize, status: u8) -> Limits {
        let mut limits = Limits::default();
        for setting in &self.limit {
            // Each was tried by `limit` when it was parsed.
            let _ = limits.set(setting);
        }
        if self.used {
            let most = if self.strangers { limits } else { patient(&limits) };
            let _ = ASKED.set((limits, most));
        }
        watch(&limits, at_once, status);
        limits
    }
}

/// Takes `NAME=N` where it sets a limit.
fn limit(text: &str) -> Result<String, String> {
    Limits::default().set(text).map(|()| text.to_owned())
}
