//! How a call ends: what it prints, and with which status.

use dp_file::file::{self, Unusable};
use dp_file::text::printable;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::Path;

/// What a call prints, and how it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// What stands on standard output.
    pub printed: String,
    /// What stands on standard error, after the name of the program.
    pub complaint: Option<String>,
    /// The exit status.
    pub status: u8,
}

impl Ended {
    /// Prints it.
    pub(super) fn print(&self) -> u8 {
        let status = print(&self.printed, self.status);
        self.complaint.as_deref().map_or(status, refuse)
    }
}

/// A limit that was met before anything was checked, as JSON.
pub(super) fn declined(why: &Unusable) -> serde_json::Value {
    serde_json::json!({ "format": "dp-report/1", "version": env!("CARGO_PKG_VERSION"), "result": "declined",
        "reason": why.message })
}

/// A message on standard error, and the exit status of what is no verdict.
pub(super) fn refuse(message: &str) -> u8 {
    complain(message);
    2
}

/// A message on standard error.
pub(super) fn complain(message: &str) {
    let _ = writeln!(std::io::stderr(), "verify: {message}");
}

/// A path for people.
pub(super) fn shown(path: &Path) -> String {
    printable(&path.to_string_lossy())
}

/// Prints the result; a reader who closes the pipe early changes nothing about the status.
pub(super) fn print(text: &str, status: u8) -> u8 {
    print_by(|out| out.write_all(text.as_bytes()), status)
}

/// Prints what something writes.
pub(super) fn print_by(fill: impl FnOnce(&mut dyn Write) -> std::io::Result<()>, status: u8) -> u8 {
    let mut out = BufWriter::new(std::io::stdout().lock());
    match fill(&mut out).and_then(|()| out.flush()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => refuse(&format!("standard output: {}", file::explain(&e))),
        _ => status,
    }
}

/// 2 if any is 2, else 1 if any is 1, else the highest.
pub(super) fn overall(each: impl Iterator<Item = u8>) -> u8 {
    each.fold(None, |worst, status| Some(worse(worst, status))).unwrap_or(0)
}

/// The exit status of what came to `worst` so far, if there was any, and of one more.
pub(super) fn worse(worst: Option<u8>, status: u8) -> u8 {
    let rank = |&status: &u8| match status {
        2 => u8::MAX,
        1 => u8::MAX - 1,
        other => other,
    };
    worst.into_iter().chain([status]).max_by_key(rank).unwrap_or(status)
}
