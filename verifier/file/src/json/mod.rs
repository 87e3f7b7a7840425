//! JSON as this project reads it: numbers stay text, every value knows its place, keys are unique.
//!
//! serde_json is not used for reading: it rounds numbers or reads magic objects as numbers, keeps the
//! last of two equal keys, and forgets positions.

mod foreign;
mod numeral;
mod reader;
mod slip;

pub use crate::text::shorten;
pub(crate) use numeral::numeral_length;
pub use reader::read;

use crate::error::Error;
use crate::spelling::nearest;
use crate::text::count;
use std::borrow::Cow;
use std::fmt;

/// A JSON value and where it starts.
#[derive(Debug)]
pub struct Node<'s> {
    /// Offset in bytes of the value's first character.
    pub offset: usize,
    /// The value.
    pub value: Value<'s>,
}

/// A JSON value; numbers are kept as they are written.
#[derive(Debug)]
pub enum Value<'s> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// The text of a number.
    Number(&'s str),
    /// A string, its escapes resolved.
    String(Cow<'s, str>),
    /// An array.
    Array(Vec<Node<'s>>),
    /// An object, its keys unique and in the file's order.
    Object(Vec<(Cow<'s, str>, Node<'s>)>),
}

/// One step of a path.
#[derive(Debug, Clone, Copy)]
enum Step<'a> {
    Root,
    Key(&'a str),
    Index(usize),
}

impl fmt::Display for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Root => f.write_str("$"),
            Step::Index(i) => write!(f, "[{i}]"),
            Step::Key(key) if is_plain(key) => write!(f, ".{key}"),
            Step::Key(key) => write!(f, "[\"{}\"]", crate::text::printable(key)),
        }
    }
}

/// A value together with the way that led to it, for errors that say where.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    node: &'a Node<'a>,
    parent: Option<&'a View<'a>>,
    step: Step<'a>,
}

impl<'a> View<'a> {
    /// The whole document.
    pub fn root(node: &'a Node<'a>) -> Self {
        View { node, parent: None, step: Step::Root }
    }

    /// The value itself.
    pub fn value(&self) -> &'a Value<'a> {
        &self.node.value
    }

    /// The JSONPath, such as `$.priors["exit poll"][2]`.
    pub fn path(&self) -> String {
        let mut steps = Vec::new();
        let mut view = Some(self);
        while let Some(v) = view {
            steps.push(v.step);
            view = v.parent;
        }
        steps.iter().rev().map(ToString::to_string).collect()
    }

    /// An error at this value.
    pub fn error(&self, message: impl Into<String>) -> Error {
        Error { found: Some(self.describe().into()), ..Error::malformed(self.path(), self.node.offset, message) }
    }

    /// `found X, expected Y` at this value.
    pub fn found(&self, found: impl Into<String>, expected: impl Into<String>) -> Error {
        Error::malformed(self.path(), self.node.offset, "").found(found, expected)
    }

    /// `it is so, expected Y` at this value.
    pub fn instead(&self, is: impl Into<String>, expected: impl Into<String>) -> Error {
        Error::malformed(self.path(), self.node.offset, "").instead(is, expected)
    }

    /// A breach of a limit at this value.
    pub fn over_limit(&self, message: impl Into<String>) -> Error {
        Error { found: Some(self.describe().into()), ..Error::over_limit(self.path(), self.node.offset, message) }
    }

    /// `found X, expected Y`, where X is this value.
    pub fn unexpected(&self, expected: &str) -> Error {
        self.found(self.describe(), expected)
    }

    /// What stands here, in a few words.
    fn describe(&self) -> String {
        match self.value() {
            Value::Null => "null".into(),
            Value::Bool(b) => b.to_string(),
            Value::Number(text) => format!("the number {}", shorten(text)),
            Value::String(text) => format!("\"{}\"", shorten(text)),
            Value::Array(items) => format!("an array of {}", count(items.len(), "item")),
            Value::Object(fields) => match fields.first() {
                None => "an empty object".into(),
                Some((key, _)) => format!("an object with the key \"{}\"", shorten(key)),
            },
        }
    }

    /// The items of an array.
    pub fn array<'b>(&'b self, expected: &str) -> Result<impl ExactSizeIterator<Item = View<'b>> + 'b, Error> {
        match self.value() {
            Value::Array(items) => Ok(items.iter().enumerate().map(move |(i, node)| View {
                node,
                parent: Some(self),
                step: Step::Index(i),
            })),
            _ => Err(self.unexpected(expected)),
        }
    }

    /// The fields of an object in the file's order.
    pub fn object<'b>(
        &'b self,
        expected: &str,
    ) -> Result<impl ExactSizeIterator<Item = (&'b str, View<'b>)> + 'b, Error> {
        match self.value() {
            Value::Object(fields) => Ok(fields
                .iter()
                .map(move |(key, node)| (&**key, View { node, parent: Some(self), step: Step::Key(key) }))),
            _ => Err(self.unexpected(expected)),
        }
    }

    /// Refuses anything but an object.
    pub fn is_object(&self, expected: &str) -> Result<(), Error> {
        self.object(expected).map(drop)
    }

    /// One field of an object; `None` if it is not there or this is no object.
    pub fn field<'b>(&'b self, name: &str) -> Option<View<'b>> {
        match self.value() {
            Value::Object(fields) => fields.iter().find(|(key, _)| key == name).map(|(key, node)| View {
                node,
                parent: Some(self),
                step: Step::Key(key),
            }),
            _ => None,
        }
    }

    /// One field of an object that must be there.
    pub fn required<'b>(&'b self, name: &str) -> Result<View<'b>, Error> {
        self.field(name).ok_or_else(|| match self.value() {
            Value::Object(fields) => {
                let missing = format!("the key \"{name}\" is missing");
                match fields.iter().find(|(key, _)| nearest(key, &[name]).is_some()) {
                    Some((key, _)) => {
                        let error = self.error(format!("{missing}, found \"{}\"", shorten(key)));
                        let found = format!("the key \"{}\"", shorten(key));
                        Error { found: Some(found.into()), ..error }
                            .expecting(format!("the key \"{name}\""))
                            .meant(name)
                    }
                    None => self.error(missing).expecting(format!("the key \"{name}\"")),
                }
            }
            _ => self.unexpected(&format!("an object with the key \"{name}\"")),
        })
    }

    /// Refuses keys outside `known`.
    pub fn only(&self, known: &[&str]) -> Result<(), Error> {
        for (key, view) in self.object("an object")? {
            if !known.contains(&key) {
                let unknown = view.instead("unknown key", format!("one of: {}", known.join(", ")));
                return Err(unknown.near(key, known));
            }
        }
        Ok(())
    }

    /// An object with both of two keys, or with neither, where one of them belongs.
    pub fn one_of(&self, [one, other]: [&str; 2], both: bool) -> Error {
        let found = if both { "both" } else { "neither" };
        self.found(format!("{found} of the keys \"{one}\" and \"{other}\""), "exactly one")
    }

    /// `found X, expected Y` where a name stands that is none of the known ones, with the nearest of these.
    pub fn misspelled(&self, expected: &str, known: &[&str]) -> Error {
        let error = self.unexpected(expected);
        match self.value() {
            Value::String(word) => error.near(word, known),
            _ => error,
        }
    }

    /// A string.
    pub fn string(&self, expected: &str) -> Result<&'a str, Error> {
        match self.value() {
            Value::String(text) => Ok(text),
            _ => Err(self.unexpected(expected)),
        }
    }

    /// `true` or `false`.
    pub fn bool(&self) -> Result<bool, Error> {
        match self.value() {
            Value::Bool(b) => Ok(*b),
            _ => Err(self.unexpected("true or false")),
        }
    }

    /// A whole number of at most nine digits, at least `least`.
    pub fn count(&self, least: usize, what: &str) -> Result<usize, Error> {
        let expected = || format!("{what}, a whole number of at least {least}");
        let most = || format!("{what}, a whole number of at most nine digits");
        match self.value() {
            Value::Number(text) if text.bytes().all(|b| b.is_ascii_digit()) => match text.parse() {
                Ok(n) if n < least => Err(self.unexpected(&expected())),
                Ok(n) if text.len() <= 9 => Ok(n),
                _ => Err(self.over_limit("").found(self.describe(), most())),
            },
            Value::String(text) if !text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit()) => {
                Err(self.unexpected(&expected()).meant(text))
            }
            _ => Err(self.unexpected(&expected())),
        }
    }
}

fn is_plain(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}
