//! Mechanism files that differ in their graph only.

use crate::construct::document::string;
use crate::construct::extent;
use dp_verify::error::Error;
use dp_verify::json::{self, Value};
use dp_verify::limits::Limits;

/// A mechanism file with a place for a graph.
#[derive(Debug, Clone)]
pub struct Template {
    before: String,
    after: String,
}

impl Template {
    /// A file whose `query` is to be replaced; without one it comes first.
    ///
    /// # Errors
    /// Text that is no object in JSON. What else is wrong with the file shows when it has a graph.
    pub fn read(bytes: &[u8], limits: &Limits) -> Result<Self, Error> {
        let root = json::read(bytes, limits).map_err(|e| e.locate(bytes))?;
        let Value::Object(members) = &root.value else {
            let wrong = Error::malformed("$".to_owned(), root.offset, "");
            return Err(wrong.instead("no object", "a mechanism file").locate(bytes));
        };
        let text = String::from_utf8_lossy(bytes).into_owned();
        let (start, end, comma) = match members.iter().find(|(key, _)| key == "query") {
            Some((_, query)) => (query.offset, query.offset + extent(&text, query.offset).len(), None),
            None => (root.offset + 1, root.offset + 1, Some(if members.is_empty() { "" } else { "," })),
        };
        let key = if comma.is_some() { "\"query\": " } else { "" };
        // On one line, so that a file is a line: outside strings, a line's end is only space.
        let flat = |text: &str| text.replace(['\n', '\r'], " ");
        let before = flat(&text[..start]) + key;
        Ok(Self { before, after: comma.unwrap_or_default().to_owned() + &flat(&text[end..]) })
    }

    /// The file with a graph in graph6 for its query. What is wrong with the graph is for the file's reader to say.
    pub fn with_graph6(&self, graph: &str) -> String {
        format!("{}{{\"graph6\": {}}}{}", self.before, string(graph), self.after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_stands_in_the_place_of_the_query() {
        let with = |template: &str| {
            Template::read(template.as_bytes(), &Limits::default()).map(|template| template.with_graph6("A\\"))
        };
        let cases = [
            (
                "{\"a\": 1,\n \"query\": {\"b\": \"}\"}, \"c\": 2}",
                "{\"a\": 1,  \"query\": {\"graph6\": \"A\\\\\"}, \"c\": 2}",
            ),
            (" {\"a\": 1}\n", " {\"query\": {\"graph6\": \"A\\\\\"},\"a\": 1} "),
            ("{}", "{\"query\": {\"graph6\": \"A\\\\\"}}"),
        ];
        for (template, expected) in cases {
            assert_eq!(with(template).as_deref(), Ok(expected), "{template}");
        }
        assert_eq!(with("[]").map_err(|e| e.to_string()), Err("1:1: $: no object, expected a mechanism file".into()));
    }
}
