//! The channel that an oblivious mechanism induces on the answers of its query: the row of an answer is that of the
//! first database that has it.
//!
//! An oblivious mechanism on databases is ε-private iff the induced one is on the graph of the answers: adjacent
//! answers are those of adjacent databases, and equal rows bind nothing.

use crate::construct::document::string;
use crate::construct::{called, extent, safe};
use crate::{Options, certify_mechanism};
use dp_verify::error::Error;
use dp_verify::json::{self, Node, Value, View};
use dp_verify::limits::Limits;
use dp_verify::model::{Kind, Mechanism};
use dp_verify::report::Verdict;
use std::fmt::Write as _;

/// The mechanism file of the induced channel: privacy, constant, query, outputs and the numbers of the rows as they
/// are written, and a name. What speaks of databases is left out: priors, gain or loss, and claims.
///
/// # Errors
/// With path, line and column: a file that is no mechanism file, whose query is not given by its answers or whose
/// mechanism has no row for each database, or that is not proved to be oblivious, with two databases.
pub fn induced(bytes: &[u8], limits: &Limits) -> Result<String, Error> {
    let node = json::read(bytes, limits)?;
    let mechanism = Mechanism::read(bytes, limits)?;
    write(&node, bytes, mechanism, limits).map_err(|e| e.locate(bytes))
}

fn write(node: &Node, bytes: &[u8], mut mechanism: Mechanism, limits: &Limits) -> Result<String, Error> {
    let root = View::root(node);
    let view = root.field("mechanism").unwrap_or(root);
    let (Some(answers), Some(own)) = (mechanism.query.answers.clone(), member(node, "mechanism")) else {
        let message = "expected a query that is given by its \"answers\", and a matrix with a row for each database, of \
            which there are more than answers";
        return Err(view.error(message));
    };
    mechanism.claims.clear();
    mechanism.on_terms.clear();
    let options = Options { only: vec![Kind::Oblivious], limits: *limits, ..Options::default() };
    let report = certify_mechanism(&mechanism, &options)?.report;
    let found = report.statements.first().map(|found| (found.verdict, found.explanation.concat()));
    match found {
        Some((Verdict::Holds, _)) => {}
        Some((Verdict::Fails, why)) => return Err(view.error(format!("the mechanism is not oblivious: {why}"))),
        _ => return Err(view.error("the mechanism is not proved to be oblivious")),
    }
    let source = String::from_utf8_lossy(bytes);
    let text = |of: &Node| extent(&source, of.offset).to_owned();
    let rows = match member(own, "matrix").map(|matrix| &matrix.value) {
        Some(Value::Array(rows)) => &rows[..],
        _ => &[],
    };
    let firsts = (0..answers.names.len()).filter_map(|answer| answers.of.iter().position(|&of| of == answer));
    let rows: Vec<String> = firsts.filter_map(|i| rows.get(i)).map(|row| format!("\n      {}", text(row))).collect();
    let mut table = format!("\"matrix\": [{}\n    ]", rows.join(","));
    for key in ["outputs", "rounding"] {
        if let Some(part) = member(own, key) {
            let _ = write!(table, ",\n    \"{key}\": {}", text(part));
        }
    }
    let name = string(&format!("induced on the answers: {}", called(&mechanism)));
    let mut fields = vec!["\"format\": \"dp-mechanism/1\"".to_owned(), format!("\"name\": {name}")];
    for key in ["privacy", "constant", "query"] {
        fields.extend(member(node, key).map(|part| format!("\"{key}\": {}", text(part))));
    }
    fields.push(format!("\"mechanism\": {{\n    {table}\n  }}"));
    Ok(safe(&format!("{{\n  {}\n}}\n", fields.join(",\n  "))))
}

/// A field of an object.
fn member<'n>(node: &'n Node<'n>, key: &str) -> Option<&'n Node<'n>> {
    let Value::Object(members) = &node.value else { return None };
    members.iter().find(|(name, _)| &**name == key).map(|(_, node)| node)
}
