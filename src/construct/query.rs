//! Query files: what they are called, and where they are wrong.

use dp_verify::error::Error;
use dp_verify::json::View;
use dp_verify::model::Mechanism;

/// An error at a key of the file, or at the file itself where it does not have the key.
pub(super) fn error_at(root: &View, key: &str, message: impl Into<String>) -> Error {
    root.field(key).unwrap_or(*root).error(message)
}

/// The name of a file whose mechanism is constructed.
pub(super) fn name(title: &str, file: &Mechanism) -> String {
    format!("{title} constructed for: {}", called(file))
}

/// What a file calls itself, or what it is.
pub(crate) fn called(file: &Mechanism) -> String {
    let what = if file.has_mechanism() { "mechanism" } else { "query" };
    let nodes = || match file.query.graph.nodes() {
        1 => format!("a {what} of 1 node"),
        n => format!("a {what} of {n} nodes"),
    };
    file.name.clone().unwrap_or_else(nodes)
}

/// Refuses a file that has a mechanism.
///
/// # Errors
/// At the mechanism.
pub(crate) fn expect_query(root: &View, bytes: &[u8]) -> Result<(), Error> {
    let message = "the file has a mechanism already, expected a query file: a mechanism file without one";
    root.field("mechanism").map_or(Ok(()), |mechanism| Err(mechanism.error(message).locate(bytes)))
}
