//! Mechanism files as they are read.

use crate::choices::limits;
use crate::raised::Raised;
use crate::work::{at_once, run};
use dp_certify::Mechanism;
use dp_verify::file::Unusable;
use pyo3::prelude::*;
use std::path::PathBuf;

/// The bytes up to which a file is read at once: a few milliseconds.
const SHORT: usize = 1 << 16;

/// Reads a mechanism file, but for the files that its claims name: its SHA-256, and its numbers of rows and outputs.
#[pyfunction]
pub(crate) fn check(
    py: Python<'_>,
    file: Vec<u8>,
    path: PathBuf,
    raised: Vec<String>,
) -> PyResult<(String, String, Option<String>)> {
    let short = file.len() <= SHORT;
    let read = move || {
        let mechanism = Mechanism::read(&file, &limits(&raised)?).map_err(|e| Raised::from(Unusable::at(&path, e)))?;
        let outputs = mechanism.outputs().map(|size| size.to_string());
        Ok((mechanism.sha256.clone(), mechanism.nodes().to_string(), outputs))
    };
    if short { at_once(py, read) } else { run(py, read) }
}
