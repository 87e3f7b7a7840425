//! The mechanism file's text: that of another file, spliced.
//!
//! Every value of that file is copied as it is written, so a number keeps its digits and a note its lines.

use dp_verify::error::Error;
use dp_verify::json::{Node, Value, View};
use dp_verify::limits::Limits;
use dp_verify::report::printable;
use std::fmt::{Display, Write as _};

/// What a mechanism file has in place of another file's.
pub(crate) struct Splice<'a> {
    /// Its name; it follows the format where the other file has none.
    pub(crate) name: &'a str,
    /// The mechanism as JSON; it follows the query where the other file has none.
    pub(crate) mechanism: &'a str,
    /// What the mechanism was counted in as JSON, where it is of a sample; it follows the mechanism.
    pub(crate) sample: Option<&'a str>,
    /// The file's `constant` as JSON, where the entries need one and the other file has none; it follows the privacy.
    pub(crate) constant: Option<&'a str>,
    /// Which of the other file's claims it keeps, by their place in the list.
    pub(crate) keeps: &'a dyn Fn(usize) -> bool,
    /// The claims that it makes besides, as JSON.
    pub(crate) claims: &'a [String],
}

/// The file's text.
///
/// # Errors
/// If it is over `limits.bytes`.
pub(crate) fn write(root: &Node, source: &[u8], splice: &Splice, limits: &Limits) -> Result<String, Error> {
    let source = String::from_utf8_lossy(source);
    let view = View::root(root);
    view.is_object("a mechanism file")?;
    let members = if let Value::Object(members) = &root.value { &members[..] } else { &[] };
    let has = |wanted: &str| members.iter().any(|(key, _)| &**key == wanted);
    let claims = splice.claims.iter().map(String::as_str);
    let mechanism = || {
        let sample = splice.sample.map(|sample| field("sample", sample));
        std::iter::once(field("mechanism", splice.mechanism)).chain(sample)
    };
    let mut fields = Vec::new();
    for (key, node) in members {
        match (&**key, &node.value) {
            ("name", _) => fields.push(field(key, &string(splice.name))),
            ("mechanism", _) => fields.extend(mechanism()),
            // That of another mechanism, unless it is said again.
            ("sample", _) => {}
            ("claims", Value::Array(own)) => {
                let own = own.iter().enumerate().filter(|(i, _)| (splice.keeps)(*i));
                let own = own.map(|(_, item)| extent(&source, item.offset));
                fields.push(field(key, &list(own.chain(claims.clone()))));
            }
            _ => fields.push(field(key, extent(&source, node.offset))),
        }
        match &**key {
            "format" if !has("name") => fields.push(field("name", &string(splice.name))),
            "query" if !has("mechanism") => fields.extend(mechanism()),
            "privacy" => fields.extend(splice.constant.map(|constant| field("constant", constant))),
            _ => {}
        }
    }
    if !has("claims") && !splice.claims.is_empty() {
        fields.push(field("claims", &list(claims)));
    }
    let text = safe(&format!("{{\n{}\n}}\n", fields.join(",\n")));
    within(text.len(), &view, limits)?;
    Ok(text)
}

/// The text of the value of a key at the top of a document.
pub(crate) fn value<'a>(root: &Node, source: &'a str, key: &str) -> Option<&'a str> {
    let members = if let Value::Object(members) = &root.value { &members[..] } else { &[] };
    members.iter().find(|(name, _)| name == key).map(|(_, node)| extent(source, node.offset))
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
    let mut matrix = Matrix::new(root, limits);
    for row in rows {
        matrix.push(&row)?;
    }
    Ok(matrix.finish(outputs, None))
}

/// The text of a mechanism by its matrix, growing by a row at a time.
pub(crate) struct Matrix<'a> {
    text: String,
    root: &'a View<'a>,
    limits: &'a Limits,
}

impl<'a> Matrix<'a> {
    /// Without rows.
    pub(crate) fn new(root: &'a View<'a>, limits: &'a Limits) -> Self {
        Self { text: "{\n    \"matrix\": [".to_owned(), root, limits }
    }

    /// Adds a row.
    ///
    /// # Errors
    /// As soon as the text is over `limits.bytes`.
    pub(crate) fn push<T: Display>(&mut self, row: &[T]) -> Result<(), Error> {
        self.text += if self.text.ends_with('[') { "\n      [" } else { ",\n      [" };
        for (j, x) in row.iter().enumerate() {
            let _ = write!(self.text, "{}\"{x}\"", if j == 0 { "" } else { ", " });
            within(self.text.len(), self.root, self.limits)?;
        }
        self.text.push(']');
        Ok(())
    }

    /// The whole text, with the outputs' names where they have any, and how far entries were rounded.
    pub(crate) fn finish(self, outputs: Option<&[String]>, rounding: Option<&str>) -> String {
        let mut text = self.text + "\n    ]";
        if let Some(outputs) = outputs {
            let names: Vec<String> = outputs.iter().map(|name| string(name)).collect();
            let _ = write!(text, ",\n    \"outputs\": [{}]", names.join(", "));
        }
        if let Some(rounding) = rounding {
            let _ = write!(text, ",\n    \"rounding\": {}", string(rounding));
        }
        text + "\n  }"
    }
}

/// A JSON string.
pub(crate) fn string(text: &str) -> String {
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
