//! What a mechanism file says, as Python asks for it: what is declared, entries, weights, who is whose neighbor.

use crate::choices::limits;
use crate::raised::Raised;
use crate::work::run;
use dp_certify::Mechanism;
use dp_verify::alpha::Alpha;
use dp_verify::file::Unusable;
use dp_verify::graph::edge_count;
use dp_verify::number::{BigInt, Fractions, fraction};
use pyo3::prelude::*;
use std::path::PathBuf;

/// The most edges that are listed.
const MOST_EDGES: u128 = 5_000_000;

/// Entries as the file's own expressions, a row each.
type Rows = Vec<Vec<String>>;
/// The numbers of two nodes, and the length of the edge where edges have lengths.
type Edge = (usize, usize, Option<String>);
/// What kind of number α is, α and ε where they are rational, δ and ρ where they are declared.
type Declared = (&'static str, Option<String>, Option<String>, Option<String>, Option<String>);

fn reading<T: Send + 'static>(
    py: Python<'_>,
    (file, path, raised): (Vec<u8>, PathBuf, Vec<String>),
    of: impl FnOnce(&Mechanism) -> Result<T, Raised> + Send + 'static,
) -> PyResult<T> {
    run(py, move || {
        let mechanism = Mechanism::read(&file, &limits(&raised)?).map_err(|e| Raised::from(Unusable::at(&path, e)))?;
        of(&mechanism)
    })
}

fn written(mechanism: &Mechanism, row: &Fractions) -> Vec<String> {
    (0..row.len()).map(|i| mechanism.written(&row.entry(i).lowest())).collect()
}

/// The declared privacy.
#[pyfunction]
pub(crate) fn declared(py: Python<'_>, file: Vec<u8>, path: PathBuf, raised: Vec<String>) -> PyResult<Declared> {
    reading(py, (file, path, raised), |mechanism| {
        let privacy = &mechanism.privacy;
        let (kind, epsilon) = match &privacy.alpha {
            Alpha::Rational(_) => ("rational", None),
            Alpha::Exponential(epsilon) => ("transcendental", Some(epsilon.to_string())),
            Alpha::Power { .. } | Alpha::Root { .. } => ("algebraic", None),
            Alpha::Symbolic { .. } => ("symbolic", None),
        };
        let text = |number: Option<_>| number.map(ToString::to_string);
        let (delta, rho) = (text(privacy.delta.as_ref()), text(privacy.rho.as_ref()));
        Ok((kind, text(privacy.alpha.rational()), epsilon, delta, rho))
    })
}

/// The table, a closed form written out; `None` where there is none, or it is too large to be written out.
#[pyfunction]
pub(crate) fn entries(py: Python<'_>, file: Vec<u8>, path: PathBuf, raised: Vec<String>) -> PyResult<Option<Rows>> {
    reading(py, (file, path, raised), |mechanism| {
        let whole = mechanism.channel().filter(|_| mechanism.large_product().is_none());
        let channel = whole.or_else(|| mechanism.incomplete().map(|table| &table.channel));
        Ok(channel.map(|channel| channel.table.iter().map(|row| written(mechanism, row)).collect()))
    })
}

/// The names of the outputs, where the file or its closed form has them.
#[pyfunction]
pub(crate) fn outputs(
    py: Python<'_>,
    file: Vec<u8>,
    path: PathBuf,
    raised: Vec<String>,
) -> PyResult<Option<Vec<String>>> {
    reading(py, (file, path, raised), |mechanism| Ok(mechanism.output_labels().cloned()))
}

/// The priors by name, a weight for each node; no weights of a product that is too large to be written out.
#[pyfunction]
pub(crate) fn weights(
    py: Python<'_>,
    file: Vec<u8>,
    path: PathBuf,
    raised: Vec<String>,
) -> PyResult<Vec<(String, Option<Vec<String>>)>> {
    reading(py, (file, path, raised), |mechanism| {
        let priors = mechanism.priors.iter().map(|(name, prior)| {
            let whole = prior.each.is_empty().then(|| written(mechanism, &prior.weights));
            (name.clone(), whole)
        });
        Ok(priors.collect())
    })
}

/// The number of nodes and the edges, each once; `None` of a product that is too large to be written out.
#[pyfunction]
pub(crate) fn edges(
    py: Python<'_>,
    file: Vec<u8>,
    path: PathBuf,
    raised: Vec<String>,
) -> PyResult<Option<(usize, Vec<Edge>)>> {
    reading(py, (file, path, raised), |mechanism| {
        let graph = &mechanism.query.graph;
        if mechanism.large_product().is_some() {
            return Ok(None);
        }
        let count = edge_count(graph);
        if count > MOST_EDGES {
            return Err(format!("graph: found {count} edges, expected at most {MOST_EDGES} to list").into());
        }
        let unit = BigInt::from(graph.unit());
        let length = |units: u64| graph.has_lengths().then(|| fraction(BigInt::from(units), unit.clone()).to_string());
        let nodes = graph.nodes();
        let arcs = |i| graph.arcs(i).into_iter().filter(move |(h, _)| i < *h);
        let of = |i| arcs(i).map(move |(h, units)| (i, h, units)).collect::<Vec<_>>();
        let all = (0..nodes).flat_map(of).map(|(i, h, units)| (i, h, length(units)));
        Ok(Some((nodes, all.collect())))
    })
}
