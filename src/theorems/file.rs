//! Mechanism files as text: what the families of cases are written with.

use super::case::Case;
use serde_json::{Map, Value, json};
use std::fmt::Display;

/// Arrays and objects this deep stand on a line of their own, deeper ones in it.
const OPEN: usize = 3;

/// A mechanism file in the making.
#[derive(Debug, Clone)]
pub(super) struct File {
    name: String,
    document: Map<String, Value>,
    claims: Vec<Value>,
}

impl File {
    /// A file named so, with α a rational or `symbolic()`, and a query.
    pub(super) fn new(name: impl Into<String>, alpha: impl Into<Value>, query: Value) -> Self {
        let (name, alpha) = (name.into(), alpha.into());
        let privacy = if alpha.is_object() { alpha } else { json!({ "alpha": alpha }) };
        let mut document = Map::new();
        document.insert("format".into(), "dp-mechanism/1".into());
        document.insert("name".into(), name.as_str().into());
        document.insert("privacy".into(), privacy);
        document.insert("query".into(), query);
        Self { name, document, claims: Vec::new() }
    }

    /// Another key.
    pub(super) fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.document.insert(key.into(), value.into());
        self
    }

    /// A mechanism by its rows.
    pub(super) fn matrix(self, rows: &[Vec<impl Display>]) -> Self {
        let rows: Vec<Value> = rows.iter().map(|row| list(row)).collect();
        self.with("mechanism", json!({ "matrix": rows }))
    }

    /// The mechanism of a family.
    pub(super) fn family(self, name: &str) -> Self {
        self.with("mechanism", json!({ "family": name }))
    }

    /// A prior.
    pub(super) fn prior(mut self, name: &str, prior: impl Into<Value>) -> Self {
        self.document.entry("priors").or_insert_with(|| json!({}))[name] = prior.into();
        self
    }

    /// A claim, and what its file expects of it.
    pub(super) fn claim(mut self, claim: Value) -> Self {
        self.claims.push(claim);
        self
    }

    /// The case.
    pub(super) fn case(mut self) -> Case {
        self.document.insert("claims".into(), self.claims.into());
        let text = laid_out(&Value::Object(self.document), 0) + "\n";
        Case { name: self.name, text: text.into(), others: Vec::new() }
    }
}

/// Every α of (0, 1).
pub(super) fn symbolic() -> Value {
    json!({ "alpha": "symbolic", "between": ["0", "1"] })
}

/// A graph by its name.
pub(super) fn graph(name: &str, nodes: usize) -> Value {
    json!({ "graph": name, "nodes": nodes })
}

/// A graph by its edges.
pub(super) fn edges(nodes: usize, edges: &[[usize; 2]]) -> Value {
    json!({ "nodes": nodes, "edges": edges })
}

/// The databases of so many individuals of so many values.
pub(super) fn people(values: usize, individuals: usize) -> Value {
    json!({ "graph": "hamming", "values": values, "individuals": individuals })
}

/// What a claim comes to.
pub(super) fn verdict(holds: bool) -> &'static str {
    if holds { "holds" } else { "fails" }
}

/// Numbers or expressions as a list.
pub(super) fn list(entries: &[impl Display]) -> Value {
    entries.iter().map(ToString::to_string).collect::<Vec<_>>().into()
}

/// `{"equals": x}`.
pub(super) fn equals(x: impl Display) -> Value {
    json!({ "equals": x.to_string() })
}

/// `{"at_most": x}`.
pub(super) fn at_most(x: impl Display) -> Value {
    json!({ "at_most": x.to_string() })
}

fn laid_out(value: &Value, depth: usize) -> String {
    let short = value.to_string();
    let (open, close, items): (_, _, Vec<String>) = match value {
        _ if short.len() <= 100 || depth >= OPEN => return short,
        Value::Object(fields) => (
            "{",
            "}",
            fields
                .iter()
                .map(|(key, item)| format!("{}: {}", Value::from(key.as_str()), laid_out(item, depth + 1)))
                .collect(),
        ),
        Value::Array(items) => ("[", "]", items.iter().map(|item| laid_out(item, depth + 1)).collect()),
        _ => return short,
    };
    let indent = "  ".repeat(depth + 1);
    format!("{open}\n{indent}{}\n{}{close}", items.join(&format!(",\n{indent}")), "  ".repeat(depth))
}
