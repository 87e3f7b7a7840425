//! Where two named things meet: the rule, for Python's objects.

use crate::work::at_once;
use dp_certify::table;
use dp_certify::{Limits, Mechanism};
use dp_verify::align;
use pyo3::prelude::*;

/// What is unlike: the first name that only what comes has, or has twice, and the first that it lacks.
type Unlike = (Option<String>, Option<String>);

/// For each of our names the place of what comes under it, or what is unlike.
#[pyfunction]
pub(crate) fn order(own: Vec<String>, coming: Vec<String>) -> (Option<Vec<usize>>, Option<Unlike>) {
    match align::order(&own, &coming) {
        Ok(order) => (order, None),
        Err(unlike) => (None, Some((unlike.found.map(|(_, name)| name), unlike.missing))),
    }
}

/// The nodes that these are the names or numbers of, or the place of the first that is neither.
#[pyfunction]
pub(crate) fn places(these: Vec<String>, names: Option<Vec<String>>, nodes: usize) -> (Vec<usize>, Option<usize>) {
    let these: Vec<&str> = these.iter().map(String::as_str).collect();
    match align::places(&these, names.as_deref(), nodes) {
        Ok(places) => (places, None),
        Err(at) => (Vec::new(), Some(at)),
    }
}

/// The first name whose number neither rises nor falls with those before it.
#[pyfunction]
pub(crate) fn out_of_order(names: Vec<String>) -> Option<usize> {
    table::out_of_order(&names)
}

/// The names of the nodes of a file that can be read.
#[pyfunction]
pub(crate) fn labels(py: Python<'_>, file: Vec<u8>) -> PyResult<Option<Vec<String>>> {
    at_once(py, move || Ok(Mechanism::read(&file, &Limits::default()).ok().and_then(|file| file.query.labels)))
}
