//! The theorem suite.

use crate::raised::Raised;
use crate::work::{Done, watched};
use dp_certify::Limits;
use dp_certify::theorems::{Statement, run, statements};
use dp_verify::spelling::did_you_mean;
use pyo3::prelude::*;

/// The statements of these ids in the order of the suite, or all.
fn chosen(ids: &[String]) -> Result<Vec<Statement>, Raised> {
    let all = statements();
    let known: Vec<&str> = all.iter().map(|statement| statement.id).collect();
    if let Some(unknown) = ids.iter().find(|id| !known.contains(&id.as_str())) {
        let hint = did_you_mean(unknown, &known);
        return Err(format!("ids: found \"{unknown}\", no statement of the suite{hint}").into());
    }
    Ok(all.into_iter().filter(|s| ids.is_empty() || ids.iter().any(|id| id == s.id)).collect())
}

/// The statements: id, verdict, and what is stated.
#[pyfunction]
pub(crate) fn theorems_list() -> Vec<(String, String, String)> {
    let told = |s: &Statement| (s.id.to_owned(), s.verdict.name().to_owned(), s.says.to_owned());
    statements().iter().map(told).collect()
}

/// Re-proves statements: `dp-theorems/1`, and the files of the suite with their places.
#[pyfunction]
pub(crate) fn theorems(
    py: Python<'_>,
    ids: Vec<String>,
    all: bool,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(String, Vec<(String, String)>)> {
    let done = Done::default();
    let count = done.clone();
    watched(py, None, &done, progress.as_ref(), move || {
        let found = run(chosen(&ids)?, all || !ids.is_empty(), &Limits::default(), &|| count.one_more());
        let files = found.files().into_iter().map(|(place, text)| (place, text.to_owned())).collect();
        Ok((found.to_json(), files))
    })
}
