//! Graphs of queries.

use dp_verify::graph::Graph;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;

/// A query file's text at α = 1/2, where a file needs one.
pub(super) fn query_file(query: &str) -> String {
    format!(r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {query}}}"#)
}

/// The graph of a query.
pub(super) fn graph(query: &str) -> Result<Graph, String> {
    let file = Mechanism::read(query_file(query).as_bytes(), &Limits::default()).map_err(|e| e.to_string())?;
    Ok(file.query.graph)
}
