//! A strict reader of RFC 8259.

use super::numeral::numeral_length;
use super::{Node, Step, Value, foreign, shorten, slip};
use crate::error::{Error, Fault};
use crate::limits::{Limits, Of, note};
use std::borrow::Cow;
use std::collections::HashSet;

/// Reads one JSON document.
///
/// Strict: UTF-8 without a byte order mark, no comments, no trailing commas, no repeated keys (compared
/// after their escapes are resolved), no lone surrogates, nothing after the document. Linear time.
///
/// # Errors
/// With line and column, on anything else, and where `limits` is exceeded.
pub fn read<'s>(bytes: &'s [u8], limits: &Limits) -> Result<Node<'s>, Error> {
    document(bytes, limits).map_err(|e| {
        let kind = foreign::kind(bytes).filter(|_| e.fault == Fault::Malformed);
        let mut e = match kind {
            Some((kind, hint)) => Error::malformed(String::new(), 0, "").found(kind, "JSON").hint(hint),
            None => e,
        };
        e.path.insert(0, '$');
        e.locate(bytes)
    })
}

/// Puts a step in front of the path of an error inside the value that the step leads to: a path is made
/// only on the way out of a file that is refused.
fn inside(step: Step<'_>) -> impl FnOnce(Error) -> Error + '_ {
    move |mut e| {
        e.path.insert_str(0, &step.to_string());
        e
    }
}

fn document<'s>(bytes: &'s [u8], limits: &Limits) -> Result<Node<'s>, Error> {
    note(Of::Bytes, bytes.len() as u64);
    if bytes.len() > limits.bytes {
        let message = format!("a file of {} bytes, the limit is {} (--limit bytes=N)", bytes.len(), limits.bytes);
        return Err(Error::over_limit(String::new(), 0, message));
    }
    let text = std::str::from_utf8(bytes).map_err(|e| {
        Error::malformed(String::new(), e.valid_up_to(), "")
            .found("bytes that are no UTF-8", "UTF-8 text")
            .hint("; of a file from Windows: iconv -f cp1252 -t utf-8 FILE > NEW")
    })?;
    let mut reader = Reader { text, left: text, depth: 0, values: 0, keys: 0, limits };
    if text.starts_with('\u{feff}') {
        return Err(reader.found("a byte order mark", "plain UTF-8"));
    }
    let node = reader.value()?;
    let (values, keys) = (reader.values.saturating_mul(BYTES_OF_VALUE), reader.keys.saturating_mul(BYTES_OF_KEY));
    note(Of::Memory, values.saturating_add(keys) as u64);
    reader.space();
    match reader.peek() {
        None => Ok(node),
        Some(_) => Err(reader.found("more text", "the end of the file")),
    }
}

struct Reader<'s, 'l> {
    text: &'s str,
    /// What is left of it.
    left: &'s str,
    depth: usize,
    /// How many values have been read.
    values: usize,
    /// How many keys.
    keys: usize,
    limits: &'l Limits,
}

/// What a value takes in memory, with room for a list to grow.
const BYTES_OF_VALUE: usize = 64;

/// What a key takes beside its value, where it is kept and among those that it must differ from.
const BYTES_OF_KEY: usize = 256;

impl<'s> Reader<'s, '_> {
    fn peek(&self) -> Option<u8> {
        self.left.as_bytes().first().copied()
    }

    /// How many bytes have been read.
    fn at(&self) -> usize {
        self.text.len().saturating_sub(self.left.len())
    }

    /// Passes over the next character, if there is one.
    fn pass(&mut self) {
        let mut left = self.left.chars();
        left.next();
        self.left = left.as_str();
    }

    fn space(&mut self) {
        self.left = self.left.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    fn found(&self, found: impl Into<String>, expected: impl Into<String>) -> Error {
        Error::malformed(String::new(), self.at(), "").found(found, expected)
    }

    fn instead(&self, is: &str, expected: &str) -> Error {
        Error::malformed(String::new(), self.at(), "").instead(is, expected)
    }

    fn expected(&self, what: &str) -> Error {
        match self.left.chars().next() {
            None => self.instead("the file ends here", what),
            Some(c) => {
                let found = crate::text::printable(&c.to_string());
                self.found(format!("'{found}'"), what)
            }
        }
    }

    /// Something else was expected here; with what was probably meant by what stands here.
    fn expected_thing(&self, what: &str) -> Error {
        let (before, rest) = self.text.split_at_checked(self.at()).unwrap_or(("", self.left));
        self.expected(what).hint(&slip::hint(before, rest).unwrap_or_default())
    }

    fn value(&mut self) -> Result<Node<'s>, Error> {
        self.space();
        let offset = self.at();
        self.values = self.values.saturating_add(1);
        if self.values > self.limits.memory / BYTES_OF_VALUE {
            let most = self.limits.memory / BYTES_OF_VALUE;
            let message = format!("more than {most} values, {BYTES_OF_VALUE} bytes each (--limit memory=N)");
            return Err(Error::over_limit(String::new(), offset, message));
        }
        let value = match self.peek() {
            Some(b'{') => self.nested(Self::object)?,
            Some(b'[') => self.nested(Self::array)?,
            Some(b'"') => Value::String(self.string()?),
            Some(b'-' | b'0'..=b'9') => Value::Number(self.number()?),
            _ => self.word()?,
        };
        Ok(Node { offset, value })
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Value<'s>, Error>) -> Result<Value<'s>, Error> {
        if self.depth == self.limits.depth {
            let message = format!("nested deeper than {} (--limit depth=N)", self.limits.depth);
            return Err(Error::over_limit(String::new(), self.at(), message));
        }
        self.depth = self.depth.saturating_add(1);
        note(Of::Depth, self.depth as u64);
        self.pass();
        let value = read(self);
        self.depth = self.depth.saturating_sub(1);
        value
    }

    fn word(&mut self) -> Result<Value<'s>, Error> {
        for (word, value) in [("true", Value::Bool(true)), ("false", Value::Bool(false)), ("null", Value::Null)] {
            if let Some(after) = self.left.strip_prefix(word) {
                self.left = after;
                return Ok(value);
            }
        }
        Err(self.expected_thing("a JSON value"))
    }

    fn array(&mut self) -> Result<Value<'s>, Error> {
        let mut items = Vec::new();
        self.space();
        if self.peek() == Some(b']') {
            self.pass();
            return Ok(Value::Array(items));
        }
        loop {
            let item = self.value().map_err(inside(Step::Index(items.len())))?;
            items.push(item);
            self.space();
            match self.peek() {
                Some(b',') => self.pass(),
                Some(b']') => break,
                _ => return Err(self.expected_thing("',' or ']'")),
            }
        }
        self.pass();
        Ok(Value::Array(items))
    }

    fn object(&mut self) -> Result<Value<'s>, Error> {
        let mut fields = Vec::new();
        let mut seen = HashSet::new();
        self.space();
        if self.peek() == Some(b'}') {
            self.pass();
            return Ok(Value::Object(fields));
        }
        loop {
            self.space();
            let start = self.at();
            if self.peek() != Some(b'"') {
                return Err(self.expected_thing("a key in double quotes"));
            }
            self.keys = self.keys.saturating_add(1);
            if self.keys > self.limits.memory / BYTES_OF_KEY {
                let most = self.limits.memory / BYTES_OF_KEY;
                let message = format!("more than {most} keys, {BYTES_OF_KEY} bytes each (--limit memory=N)");
                return Err(Error::over_limit(String::new(), start, message));
            }
            let key = self.string()?;
            if !seen.insert(key.clone()) {
                let found = format!("the repeated key \"{}\"", shorten(&key));
                return Err(Error::malformed(String::new(), start, "").found(found, "each key once"));
            }
            self.space();
            if self.peek() != Some(b':') {
                return Err(self.expected("':'"));
            }
            self.pass();
            let field = self.value().map_err(inside(Step::Key(&key)))?;
            fields.push((key, field));
            self.space();
            match self.peek() {
                Some(b',') => self.pass(),
                Some(b'}') => break,
                _ => return Err(self.expected_thing("',' or '}'")),
            }
        }
        self.pass();
        Ok(Value::Object(fields))
    }

    /// A string, borrowed from the text unless it has escapes.
    fn string(&mut self) -> Result<Cow<'s, str>, Error> {
        self.pass();
        let mut owned: Option<String> = None;
        loop {
            let end = self.left.bytes().position(|b| matches!(b, b'"' | b'\\' | 0..0x20));
            let Some((run, rest)) = end.and_then(|end| self.left.split_at_checked(end)) else {
                self.left = "";
                return Err(self.instead("the file ends inside a string", "its closing '\"'"));
            };
            self.left = rest;
            match self.peek() {
                Some(b'"') => {
                    self.pass();
                    return Ok(match owned {
                        None => Cow::Borrowed(run),
                        Some(mut text) => {
                            text.push_str(run);
                            Cow::Owned(text)
                        }
                    });
                }
                Some(b'\\') => {
                    let text = owned.get_or_insert_default();
                    text.push_str(run);
                    let c = self.escape()?;
                    owned.get_or_insert_default().push(c);
                }
                _ => return Err(self.found("a control character inside a string", "its escape")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Error> {
        let start = self.at();
        self.pass();
        let plain = match self.peek() {
            Some(c @ (b'"' | b'\\' | b'/')) => char::from(c),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(start),
            _ => return Err(self.expected("an escape that JSON has, one of: \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u")),
        };
        self.pass();
        Ok(plain)
    }

    /// `\uXXXX`, or two of them that form a surrogate pair.
    fn unicode(&mut self, start: usize) -> Result<char, Error> {
        let first = self.four_digits()?;
        let lone = || {
            let expected = "\\ud800 to \\udbff and then \\udc00 to \\udfff";
            Error::malformed(String::new(), start, "").found("half a surrogate pair", expected)
        };
        if !(0xd800..0xe000).contains(&first) {
            return char::from_u32(first).ok_or_else(lone);
        }
        if first >= 0xdc00 || !self.left.starts_with("\\u") {
            return Err(lone());
        }
        self.pass();
        let second = self.four_digits()?;
        if !(0xdc00..0xe000).contains(&second) {
            return Err(lone());
        }
        // 0x10000 + 2^10·(first − 0xd800) + (second − 0xdc00): ten bits of each half.
        let above = (first & 0x3ff) << 10 | second & 0x3ff;
        char::from_u32(above.saturating_add(0x10000)).ok_or_else(lone)
    }

    fn four_digits(&mut self) -> Result<u32, Error> {
        self.pass();
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|b| char::from(b).to_digit(16));
            code = code << 4 | digit.ok_or_else(|| self.expected("four hexadecimal digits"))?;
            self.pass();
        }
        Ok(code)
    }

    /// The text of a number in JSON's grammar.
    fn number(&mut self) -> Result<&'s str, Error> {
        let rest = self.left;
        let belongs = |c: char| c.is_ascii_alphanumeric() || "._+-".contains(c);
        let number = numeral_length(rest, true).and_then(|length| rest.split_at_checked(length));
        let Some((number, after)) = number.filter(|(_, after)| !after.starts_with(belongs)) else {
            let found = shorten(rest.split(|c| !belongs(c)).next().unwrap_or(rest));
            let error = self.found(&*found, "a number as JSON has it: -12, 0.5 or 1e-3");
            return Err(error.hint(&slip::number(&found).unwrap_or_default()));
        };
        let length = number.len();
        note(Of::Digits, length as u64);
        if length > self.limits.digits {
            let message =
                format!("a number of {length} characters, the limit is {} (--limit digits=N)", self.limits.digits);
            return Err(Error::over_limit(String::new(), self.at(), message));
        }
        self.left = after;
        Ok(number)
    }
}
