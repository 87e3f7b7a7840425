//! Certificates checked by the verifier, and what is shown of them.

use crate::choices::limits;
use crate::raised::Raised;
use crate::work::run;
use dp_certify::html::{Files, page};
use dp_certify::{Limits, patient};
use dp_verify::error::Fault;
use dp_verify::file::{self, Unusable};
use dp_verify::model::Mechanism;
use dp_verify::report::{Style, Verification};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::{Path, PathBuf};

fn checked(
    (file, path): (&[u8], &Path),
    certificate: &[u8],
    limits: &Limits,
) -> Result<(Mechanism, Verification), Raised> {
    let mechanism = file::mechanism_at(path, file, limits)?;
    let verification = dp_verify::verify(&mechanism, certificate, limits).map_err(|e| {
        // Without a line it is in the mechanism file.
        Unusable::at(if e.line > 0 { Path::new("certificate") } else { path }, e)
    })?;
    Ok((mechanism, verification))
}

/// Checks a certificate: `dp-report/1` as `verify --format json` has it, on a line.
#[pyfunction]
pub(crate) fn verify<'py>(
    py: Python<'py>,
    file: Vec<u8>,
    path: PathBuf,
    certificate: Vec<u8>,
    raised: Vec<String>,
) -> PyResult<Bound<'py, PyBytes>> {
    let text = run(py, move || match checked((&file, &path), &certificate, &limits(&raised)?) {
        Ok((_, verification)) => Ok(verification.to_line(true)),
        Err(Raised::Unusable(why)) if is_over_limit(&why) => {
            Ok(serde_json::json!({ "format": "dp-report/1", "version": env!("CARGO_PKG_VERSION"),
                    "result": "declined", "reason": why.message })
            .to_string())
        }
        Err(raised) => Err(raised),
    })?;
    Ok(PyBytes::new(py, text.as_bytes()))
}

fn is_over_limit(why: &Unusable) -> bool {
    why.over_limit || why.error.as_ref().is_some_and(|e| e.fault == Fault::OverLimit)
}

/// The report on an accepted certificate as `certify` prints it.
#[pyfunction]
pub(crate) fn text(py: Python<'_>, file: Vec<u8>, path: PathBuf, certificate: Vec<u8>) -> PyResult<String> {
    run(py, move || {
        // It may take as many steps as what was asked for.
        let (_, verification) = checked((&file, &path), &certificate, &patient(&Limits::default()))?;
        let report = verification.report;
        Ok(format!("{}\n\n{}", report.summary(), report.to_text(Style::Plain)))
    })
}

/// The page of `--format html`.
#[pyfunction]
pub(crate) fn html(
    py: Python<'_>,
    file: Vec<u8>,
    path: PathBuf,
    certificate: Vec<u8>,
    names: (String, Option<String>),
) -> PyResult<String> {
    run(py, move || {
        let limits = Limits::default();
        let (mechanism, verification) = checked((&file, &path), &certificate, &patient(&limits))?;
        let files = Files { mechanism: names.0, certificate: names.1 };
        Ok(page(&mechanism, &verification.report, files, &limits))
    })
}
