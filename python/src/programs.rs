//! The programs `certify` and `verify`, as the command line has them.

use dp_verify::program::called;
use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs one of both with these arguments, the program's name first: its exit status.
#[pyfunction]
pub(crate) fn program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let is_verify = arguments.first().is_some_and(|name| name == "verify");
    called::with(arguments);
    py.detach(|| if is_verify { dp_verify::program::run() } else { dp_certify::command::run() })
}
