//! Mechanism files decided: a line of `dp-line/1` for each, which has report, certificate and the file.

use crate::choices::{limits, options};
use crate::raised::Raised;
use crate::work::{Done, run, watched};
use dp_certify::decide::lacking;
use dp_certify::{Options, certify_mechanism};
use dp_verify::file::{self, Unusable};
use dp_verify::report::Carried;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// A mechanism file, and where it lies or would, for the files that its claims name; without bytes it is yet to be
/// read.
type Job = (Option<Vec<u8>>, PathBuf);

/// Decides one file.
fn line(file: &[u8], path: &Path, options: &Options) -> Result<String, Raised> {
    let mechanism = file::mechanism_at(path, file, &options.limits)?;
    if let Some(lack) = lacking(&mechanism, &options.only) {
        return Err(format!("only: {lack}").into());
    }
    let certified = certify_mechanism(&mechanism, options).map_err(|e| Unusable::at(path, e))?;
    // It has been read as UTF-8 already.
    let text = String::from_utf8_lossy(file);
    let carried = Carried { mechanism: &text, certificate: &certified.certificate };
    Ok(certified.report.to_line(true, Some(carried)))
}

/// Decides one mechanism file.
#[pyfunction]
pub(crate) fn certify<'py>(
    py: Python<'py>,
    file: Vec<u8>,
    path: PathBuf,
    only: Vec<String>,
    route: String,
    raised: Vec<String>,
    strangers: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let text = run(py, move || line(&file, &path, &options(&only, &route, limits(&raised)?, strangers)?))?;
    Ok(PyBytes::new(py, text.as_bytes()))
}

/// Decides many mechanism files side by side: of each its line, or `dp-error/1` on a line, in their order.
#[pyfunction]
pub(crate) fn certify_many<'py>(
    py: Python<'py>,
    jobs: Vec<Job>,
    only: Vec<String>,
    route: String,
    raised: Vec<String>,
    strangers: bool,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let done = Done::default();
    let count = done.clone();
    let lines = watched(py, threads, &done, progress.as_ref(), move || {
        let options = options(&only, &route, limits(&raised)?, strangers)?;
        let each = |(file, path): &Job| {
            let found = contained(|| match file {
                Some(file) => line(file, path, &options),
                None => line(&file::read(path, &options.limits)?, path, &options),
            });
            count.one_more();
            found.unwrap_or_else(|raised| raised.line())
        };
        Ok(jobs.par_iter().with_max_len(1).map(each).collect::<Vec<String>>())
    })?;
    Ok(lines.iter().map(|line| PyBytes::new(py, line.as_bytes())).collect())
}

/// One file's fault is no other file's.
fn contained(decide: impl FnOnce() -> Result<String, Raised>) -> Result<String, Raised> {
    catch_unwind(AssertUnwindSafe(decide)).unwrap_or_else(|panic| {
        if panic.is::<dp_certify::interrupt::Interrupted>() {
            std::panic::resume_unwind(panic);
        }
        Err(Raised::internal(&*panic))
    })
}
