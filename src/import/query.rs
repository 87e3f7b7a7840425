//! The query file that a table is imported for: read before there is a mechanism, and given the table's labels.

use super::Refusal;
use crate::construct::{document, extent};
use crate::table::Table;
use dp_verify::error::Error;
use dp_verify::json::{Node, Value, View, shorten};
use dp_verify::model::Mechanism;
use std::borrow::Cow;

/// The same text with blanks for its claims, and a mechanism for one that is to be filled in, so that all else keeps
/// its place.
pub(super) fn bare<'a>(text: &'a [u8], root: &Node) -> Cow<'a, [u8]> {
    let mut bare = Cow::Borrowed(text);
    let mut put = |key: &str, value: &[u8]| {
        if let Some((start, end)) = place(text, root, key).filter(|(start, end)| value.len() <= end - start) {
            let new = &mut bare.to_mut()[start..end];
            new.iter_mut().filter(|b| **b != b'\n').for_each(|b| *b = b' ');
            new[..value.len()].copy_from_slice(value);
        }
    };
    if View::root(root).field("claims").is_some_and(|claims| claims.array("").is_ok()) {
        put("claims", b"[]");
    }
    if is_to_fill_in(root) {
        put("mechanism", b"{\"family\":\"uniform\"}");
    }
    bare
}

/// Whether the mechanism is a matrix that begins with `"?"`, as `certify init` writes it.
pub(super) fn is_to_fill_in(root: &Node) -> bool {
    let root = View::root(root);
    let first = |view: &View| match view.value() {
        Value::Array(items) => items.first().map(|item| matches!(&item.value, Value::String(text) if text == "?")),
        _ => None,
    };
    let Some(mechanism) = root.field("mechanism") else { return false };
    let Some(matrix) = mechanism.field("matrix") else { return false };
    let mut rows = matrix.array("").into_iter().flatten();
    rows.next().and_then(|row| first(&row)).unwrap_or(false)
}

/// Where the value of a key at the top begins and ends.
fn place(text: &[u8], root: &Node, key: &str) -> Option<(usize, usize)> {
    let Value::Object(members) = &root.value else { return None };
    let start = members.iter().find(|(name, _)| name == key)?.1.offset;
    Some((start, start + extent(std::str::from_utf8(text).ok()?, start).len()))
}

/// The same text with the table's names of nodes as the query's labels, where the query has none.
///
/// # Errors
/// At the table: a name that is not the query's.
pub(super) fn labelled<'a>(
    text: &'a [u8],
    root: &Node,
    file: &Mechanism,
    table: &Table,
) -> Result<Cow<'a, [u8]>, Refusal> {
    let Some(labels) = table.labels() else { return Ok(Cow::Borrowed(text)) };
    let numbers = labels.iter().enumerate().all(|(i, label)| *label == i.to_string());
    let Some(own) = &file.query.labels else {
        let Some((_, end)) = place(text, root, "query").filter(|_| !numbers) else { return Ok(Cow::Borrowed(text)) };
        let names: Vec<String> = labels.iter().map(|label| document::string(label)).collect();
        let mut new = text.to_owned();
        let at = new[..end - 1].iter().rposition(|b| !b.is_ascii_whitespace()).map_or(end - 1, |last| last + 1);
        new.splice(at..at, format!(", \"labels\": [{}]", names.join(", ")).into_bytes());
        return Ok(Cow::Owned(new));
    };
    match own.iter().zip(&labels).position(|(own, label)| own != label) {
        Some(i) if !numbers => {
            let (found, expected) = (shorten(&labels[i]), shorten(&own[i]));
            let message = format!("found the row \"{found}\", expected \"{expected}\", the query's label of node {i}");
            Err(Refusal::Table(table.label_error(i, message)))
        }
        _ => Ok(Cow::Borrowed(text)),
    }
}

/// Where in the query file the claim is that an error of the new file is about.
pub(super) fn claim(root: &Node, error: &Error) -> Option<usize> {
    let index: usize = error.path.strip_prefix("$.claims[")?.split_once(']')?.0.parse().ok()?;
    let root = View::root(root);
    let claims = root.field("claims")?;
    let Value::Array(items) = claims.value() else { return None };
    items.get(index).map(|item: &Node| item.offset)
}
