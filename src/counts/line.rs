//! One line of a log: an input and an output.

use super::form::Form;
use crate::table::{bare, of_windows};
use dp_verify::error::Error;
use dp_verify::json::{self, Value, View};
use dp_verify::limits::Limits;
use dp_verify::text::count;
use std::borrow::Cow;

/// The most bytes of a label.
const LONGEST: usize = 1024;

/// What a line must be.
const EXPECTED: &str = "two, input and output";

/// The two labels of a line, and where each begins in it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fields<'a> {
    pub(super) labels: [Cow<'a, str>; 2],
    pub(super) at: [usize; 2],
}

impl<'a> Fields<'a> {
    /// Reads a line that has been found to have something on it.
    ///
    /// # Errors
    /// What is no two labels, at an offset from where the line begins.
    pub(super) fn read(line: &'a [u8], form: Form) -> Result<Self, Error> {
        let text = text(line)?;
        let fields = match form {
            Form::JsonLines => Self::of_json(text),
            Form::Cells(delimiter) => Self::of_cells(text, delimiter.byte()),
        }?;
        for (label, (at, what)) in fields.labels.iter().zip(fields.at.into_iter().zip(["input", "output"])) {
            if label.is_empty() {
                return Err(error(at).found(format!("an empty {what}"), "a name or a number"));
            }
            if label.len() > LONGEST {
                let message = format!("an {what} of {} bytes, the limit is {LONGEST}", label.len());
                return Err(Error::over_limit(String::new(), at, message));
            }
        }
        Ok(fields)
    }

    fn of_cells(text: &'a str, delimiter: u8) -> Result<Self, Error> {
        let mut cells: [(usize, Cow<str>); 2] = Default::default();
        let (mut at, mut n) = (0, 0);
        loop {
            let (cell, end) = cell(text, at, delimiter)?;
            if let Some(place) = cells.get_mut(n) {
                *place = (at, cell);
            }
            n += 1;
            if end == text.len() {
                break;
            }
            if n == 2 {
                let all = 1 + text.bytes().filter(|&b| b == delimiter).count();
                return Err(error(end + 1).found(format!("{all} fields"), EXPECTED));
            }
            at = end + 1;
        }
        if n < 2 {
            return Err(error(text.len()).found(count(n, "field"), EXPECTED));
        }
        let [(first, input), (second, output)] = cells;
        Ok(Self { labels: [input, output], at: [first, second] })
    }

    fn of_json(text: &'a str) -> Result<Self, Error> {
        let expected = "{\"input\": …, \"output\": …} or [input, output] in each line";
        let node = json::read(text.as_bytes(), &Limits::default())?;
        let pair = |values: [View; 2]| -> Result<Self, Error> {
            let at = values.each_ref().map(|view| view.error("").offset);
            let [input, output] = values.map(|view| label(&view));
            Ok(Self { labels: [input?, output?], at })
        };
        let root = View::root(&node);
        match root.value() {
            Value::Object(_) => {
                root.only(&["input", "output"])?;
                pair([root.required("input")?, root.required("output")?])
            }
            Value::Array(items) if items.len() == 2 => {
                let mut items = root.array(expected)?;
                match (items.next(), items.next()) {
                    (Some(input), Some(output)) => pair([input, output]),
                    _ => Err(root.unexpected(expected)),
                }
            }
            Value::Array(items) => Err(root.found(count(items.len(), "entry"), EXPECTED)),
            _ => Err(root.unexpected(expected)),
        }
    }
}

/// A label in JSON: a string, or a number as it is written.
fn label(view: &View) -> Result<Cow<'static, str>, Error> {
    Ok(Cow::Owned(match view.value() {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(text) => (*text).to_owned(),
        Value::Bool(is) => is.to_string(),
        _ => return Err(view.unexpected("a string or a number")),
    }))
}

/// That a byte is none of a text in UTF-8.
fn no_text(line: &[u8], at: usize) -> Error {
    let meant = line.get(at).map_or_else(String::new, |&byte| of_windows(byte));
    error(at).found("a byte that is no UTF-8", "a log as text in UTF-8").hint(&meant)
}

/// A line as text.
fn text(line: &[u8]) -> Result<&str, Error> {
    let text = std::str::from_utf8(line).map_err(|e| no_text(line, e.valid_up_to()))?;
    match text.bytes().position(|b| b == 0 || b == b'\r') {
        Some(at) if line[at] == 0 => Err(error(at).found("a zero byte", "a log as text")),
        Some(at) => Err(error(at).found("a carriage return", "a line feed at the end of each line")),
        None => Ok(text),
    }
}

/// The cell that begins here, and where it ends.
fn cell(text: &str, start: usize, delimiter: u8) -> Result<(Cow<'_, str>, usize), Error> {
    let rest = &text[start..];
    let inner = rest.trim_start_matches(|c| c == ' ' || c == '\t' && delimiter != b'\t');
    let until = |from: usize| memchr::memchr(delimiter, &text.as_bytes()[from..]).map_or(text.len(), |at| from + at);
    let Some(quoted) = inner.strip_prefix('"') else {
        let end = until(start);
        return Ok((Cow::Borrowed(bare(&text[start..end])), end));
    };
    let open = text.len() - inner.len();
    let (mut at, mut escaped) = (0, false);
    let close = loop {
        match memchr::memchr(b'"', &quoted.as_bytes()[at..]) {
            Some(quote) if quoted.as_bytes().get(at + quote + 1) == Some(&b'"') => {
                (at, escaped) = (at + quote + 2, true)
            }
            Some(quote) => break at + quote,
            None => {
                let expected = "another one in the same line: labels have no line breaks in a log";
                return Err(error(open).found("a quote that nothing ends", expected));
            }
        }
    };
    let end = until(open + 1 + close + 1);
    if !bare(&text[open + close + 2..end]).is_empty() {
        let expected = "another one before the delimiter, and two for a quote inside of quotes";
        return Err(error(open).found("a quote that does not end with its field", expected));
    }
    let label = quoted[..close].trim();
    Ok((if escaped { Cow::Owned(label.replace("\"\"", "\"")) } else { Cow::Borrowed(label) }, end))
}

/// Whether there is nothing on a line.
pub(super) fn is_blank(line: &[u8], form: Form) -> bool {
    let tab = matches!(form, Form::Cells(delimiter) if delimiter.byte() == b'\t');
    line.iter().all(|&b| b == b' ' || b == b'\t' && !tab)
}

/// An error in a line.
pub(super) fn error(at: usize) -> Error {
    Error::malformed(String::new(), at, "")
}
