//! The query file that a table is imported for: read before there is a mechanism, and given the table's labels.

use super::Refusal;
use crate::construct::{document, extent};
use crate::table::Table;
use dp_verify::align;
use dp_verify::error::Error;
use dp_verify::graph::Family;
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

/// Takes the table's rows in the order of the query's nodes, by their names, where both have some. Where the query has
/// none and its neighbours follow from the order of the rows, that is what the names are looked at for.
///
/// # Errors
/// At the table: a name that is not the query's, or out of order.
pub(super) fn arrange(file: &Mechanism, table: &mut Table) -> Result<(), Refusal> {
    let Some(own) = &file.query.labels else {
        table.arrange_by_number();
        return match by_order(file.query.graph.family()) {
            Some(graph) => table.expect_order(graph).map_err(Refusal::Table),
            None => Ok(()),
        };
    };
    let Some(labels) = table.labels() else { return Ok(()) };
    match align::order(own, &labels) {
        Ok(Some(order)) => table.arrange(&order),
        Ok(None) => {}
        Err(unlike) => {
            let (node, found) = unlike.found.unwrap_or_default();
            let missing = unlike
                .missing
                .map_or_else(String::new, |name| format!("; the table has no row \"{}\"", shorten(&name)));
            let message = format!("found the row \"{}\", expected a label of the query{missing}", shorten(&found));
            return Err(Refusal::Table(table.label_error(node, message)));
        }
    }
    Ok(())
}

/// The graph's name where neighbours follow from the order of the nodes.
fn by_order(family: &Family) -> Option<&'static str> {
    match family {
        Family::Line => Some("line"),
        Family::Hamming { .. } => Some("hamming"),
        Family::Sum { .. } => Some("sum"),
        Family::Counts { .. } => Some("counts"),
        Family::Cycle | Family::Complete | Family::Star => None,
        Family::Listed(_) | Family::Directed(_) | Family::Lengths { .. } => None,
    }
}

/// The same text with the table's names of nodes as the query's labels, where the query has none.
pub(super) fn labelled<'a>(text: &'a [u8], root: &Node, file: &Mechanism, table: &Table) -> Cow<'a, [u8]> {
    let labels = table.labels().filter(|labels| file.query.labels.is_none() && !align::are_numbers(labels));
    let Some((labels, (_, end))) = labels.zip(place(text, root, "query")) else { return Cow::Borrowed(text) };
    let names: Vec<String> = labels.iter().map(|label| document::string(label)).collect();
    let mut new = text.to_owned();
    let at = new[..end - 1].iter().rposition(|b| !b.is_ascii_whitespace()).map_or(end - 1, |last| last + 1);
    new.splice(at..at, format!(", \"labels\": [{}]", names.join(", ")).into_bytes());
    Cow::Owned(new)
}

/// Where in the query file the claim is that an error of the new file is about.
pub(super) fn claim(root: &Node, error: &Error) -> Option<usize> {
    let index: usize = error.path.strip_prefix("$.claims[")?.split_once(']')?.0.parse().ok()?;
    let root = View::root(root);
    let claims = root.field("claims")?;
    let Value::Array(items) = claims.value() else { return None };
    items.get(index).map(|item: &Node| item.offset)
}
