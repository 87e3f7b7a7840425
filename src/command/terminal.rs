//! What all commands share: messages, and text on standard output.

use dp_verify::file::explain;
use dp_verify::report::printable;
use std::any::Any;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// The exit status where the call or the input is wrong.
pub(super) const WRONG: u8 = 2;

/// The exit status where a claim is undecided.
pub(super) const UNDECIDED: u8 = 3;

/// Makes a message of a panic, which then takes nothing else along.
pub(super) fn guarded<T>(decide: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(decide))
        .map_err(|panic| format!("internal error, please report: {}", printable(&said(&*panic))))
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned())).unwrap_or_else(|| "no message".into())
}

/// A message on standard error.
pub(super) fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "certify: {message}");
}

/// Text on standard error, which is not a message.
pub(super) fn tell(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Text on standard output.
pub(super) fn print(text: &str) -> Result<(), String> {
    print_by(&|out| out.write_all(text.as_bytes()))
}

/// What is written piece by piece, on standard output. A reader who closes the pipe early has seen enough.
pub(super) fn print_by(fill: &dyn Fn(&mut dyn Write) -> io::Result<()>) -> Result<(), String> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    match fill(&mut out).and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => Err(format!("standard output: {}", explain(&e))),
        _ => Ok(()),
    }
}

/// A path for people.
pub(super) fn shown(path: &Path) -> String {
    printable(&path.to_string_lossy())
}
