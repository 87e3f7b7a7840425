//! What the program is called with: the arguments of this process, or those that another program which runs it gives.

use std::ffi::OsString;
use std::sync::OnceLock;

static GIVEN: OnceLock<Vec<OsString>> = OnceLock::new();

/// The program's name, and its arguments.
pub fn arguments() -> Vec<OsString> {
    GIVEN.get().cloned().unwrap_or_else(|| std::env::args_os().collect())
}

/// Says them, once for a process.
pub fn with(arguments: Vec<OsString>) {
    let _ = GIVEN.set(arguments);
}
