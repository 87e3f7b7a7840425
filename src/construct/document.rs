//! The mechanism file's text: the query file's own, spliced.
//!
//! Every value of the query file is copied as it is written, so a number keeps its digits and a note its
//! lines.

use dp_verify::error::Error;
use dp_verify::json::{Node, Value, View};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::report::printable;
use std::fmt::{Display, Write as _};

/// What is added to a query file.
pub(super) struct Made {
    /// What the mechanism is called in the file's name.
    pub(super) title: String,
    /// The mechanism, as JSON.
    pub(super) mechanism: String,
    /// The file's `constant`, as JSON, where the entries need one and the query file has none.
    pub(super) constant: Option<String>,
    /// The claims to add, as JSON.
    pub(super) claims: Vec<String>,
}

/// The file's text. The name follows the format where the query has none, the mechanism the query, and a constant
/// the privacy.
///
/// # Errors
/// If the text is over `limits.bytes`.
pub(super) fn write(
    root: &Node,
    query: &[u8],
    made: &Made,
    file: &Mechanism,
    limits: &Limits,
) -> Result<String, Error> {
    let source = String::from_utf8_lossy(query);
    let view = View::root(root);
    view.is_object("a mechanism file")?;
    let members = if let Value::Object(members) = &root.value { &members[..] } else { &[] };
    let mut fields = Vec::new();
    let mut claimed = false;
    for (key, node) in members {
        match (&**key, &node.value) {
            ("name", _) => fields.push(field(key, &name(&made.title, file))),
            ("claims", Value::Array(own)) => {
                claimed = true;
                let own = own.iter().map(|item| extent(&source, item.offset));
                fields.push(field(key, &list(own.chain(made.claims.iter().map(String::as_str)))));
            }
            _ => fields.push(field(key, extent(&source, node.offset))),
        }
        match &**key {
            "format" if file.name.is_none() => fields.push(field("name", &name(&made.title, file))),
            "query" => fields.push(field("mechanism", &made.mechanism)),
            "privacy" => fields.extend(made.constant.as_ref().map(|constant| field("constant", constant))),
            _ => {}
        }
    }
    if !claimed {
        fields.push(field("claims", &list(made.claims.iter().map(String::as_str))));
    }
    let text = safe(&format!("{{\n{}\n}}\n", fields.join(",\n")));
    within(text.len(), &view, limits)?;
    Ok(text)
}

fn field(key: &str, value: &str) -> String {
    format!("  \"{key}\": {value}")
}

/// An array, an item a line.
fn list<'a>(items: impl Iterator<Item = &'a str>) -> String {
    let items: Vec<_> = items.collect();
    if items.is_empty() { "[]".to_owned() } else { format!("[\n    {}\n  ]", items.join(",\n    ")) }
}

/// `{"matrix": …}`, a row a line, and the outputs' names where they have any.
///
/// # Errors
/// If the text is over `limits.bytes`, found before a longer one is held in memory.
pub(super) fn matrix<T: Display>(
    rows: &mut dyn Iterator<Item = Vec<T>>,
    outputs: Option<&[String]>,
    root: &View,
    limits: &Limits,
) -> Result<String, Error> {
    let mut text = "{\n    \"matrix\": [".to_owned();
    for (i, row) in rows.enumerate() {
        text += if i == 0 { "\n      [" } else { ",\n      [" };
        for (j, x) in row.iter().enumerate() {
            let _ = write!(text, "{}\"{x}\"", if j == 0 { "" } else { ", " });
        }
        text.push(']');
        within(text.len(), root, limits)?;
    }
    text += "\n    ]";
    if let Some(outputs) = outputs {
        let names: Vec<String> = outputs.iter().map(|name| string(name)).collect();
        let _ = write!(text, ",\n    \"outputs\": [{}]", names.join(", "));
    }
    text += "\n  }";
    Ok(text)
}

/// A JSON string.
pub(super) fn string(text: &str) -> String {
    // A string has no way to fail.
    serde_json::to_string(text).unwrap_or_default()
}

fn within(length: usize, root: &View, limits: &Limits) -> Result<(), Error> {
    if length > limits.bytes {
        let message = format!("the mechanism file would have more than {} bytes (--limit bytes=N)", limits.bytes);
        return Err(root.over_limit(message));
    }
    Ok(())
}

/// The file's new name, as a JSON string.
fn name(title: &str, file: &Mechanism) -> String {
    let nodes = match file.query.graph.nodes() {
        1 => "a query of 1 node".to_owned(),
        n => format!("a query of {n} nodes"),
    };
    let query = file.name.as_deref().unwrap_or(&nodes);
    string(&format!("{title} constructed for: {query}"))
}

/// The text of the value that starts at this offset, in a document that has been read without error.
pub(crate) fn extent(source: &str, start: usize) -> &str {
    let bytes = &source.as_bytes()[start..];
    let (mut depth, mut inside, mut escaped) = (0_usize, false, false);
    for (i, &b) in bytes.iter().enumerate() {
        if inside {
            inside = escaped || b != b'"';
            escaped = !escaped && b == b'\\';
            if !inside && depth == 0 {
                return &source[start..=start + i];
            }
            continue;
        }
        match b {
            b'"' => inside = true,
            b'[' | b'{' => depth += 1,
            b']' | b'}' | b',' | b' ' | b'\t' | b'\n' | b'\r' if depth == 0 => return &source[start..start + i],
            b']' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    return &source[start..=start + i];
                }
            }
            _ => {}
        }
    }
    &source[start..]
}

/// The same document without a character that a terminal might obey: outside of strings these are carriage
/// returns and tabs, inside of strings JSON has an escape for each.
pub(crate) fn safe(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\r' => {}
            '\t' => safe.push_str("  "),
            ' '..='~' | '\n' => safe.push(c),
            _ if printable(c.encode_utf8(&mut [0; 4])).starts_with('\\') => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(safe, "\\u{unit:04x}");
                }
            }
            _ => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_ends_where_json_says() {
        for value in ["1e-3", "\"a\\\\\"", "\"]\\\"\"", "[1, [\"]\"], {}]", "{\"a\": \"}\"}", "null", "\"α\""] {
            for after in ["", ",", " ,", "}", "]", "\n"] {
                let source = format!("  {value}{after}");
                assert_eq!(extent(&source, 2), value, "{source}");
            }
        }
    }

    #[test]
    fn what_a_terminal_might_obey_is_escaped() {
        assert_eq!(safe("{\r\n\t\"\u{202e}\u{7f}é\u{e0001}\"}"), "{\n  \"\\u202e\\u007fé\\udb40\\udc01\"}");
    }
}
