//! What is wrong with a file, and where.

use crate::spelling::nearest;
use std::fmt;

/// So many names are read at a glance.
const FEW: usize = 3;

/// Why a file can't be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It breaks the format.
    Malformed,
    /// It keeps to the format but is larger than a [limit](crate::limits::Limits) allows.
    OverLimit,
}

/// An unusable file: the place, what was found and what was expected.
///
/// Displayed as `line:column: path: message`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// Malformed, or over a limit.
    pub fault: Fault,
    /// JSONPath of the offending value, such as `$.priors.flat[2]`; where the text is no JSON, of the value that
    /// breaks off.
    pub path: String,
    /// Offset in bytes from the start of the file.
    pub offset: usize,
    /// Line, from 1; 0 until [`Error::locate`] has seen the text.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What was found and what was expected, in a sentence.
    pub message: String,
    /// What was found, by itself; `None` of what is no one thing, a limit.
    pub found: Option<Box<str>>,
    /// What was expected, by itself; `None` where the message is no comparison.
    pub expected: Option<Box<str>>,
    /// What to do, where that is known: `did you mean X?`, or a command.
    pub hint: Option<Box<str>>,
}

impl Error {
    /// A malformed value at `path`, `offset` bytes into the file.
    pub fn malformed(path: String, offset: usize, message: impl Into<String>) -> Self {
        Self {
            fault: Fault::Malformed,
            path,
            offset,
            line: 0,
            column: 0,
            message: message.into(),
            found: None,
            expected: None,
            hint: None,
        }
    }

    /// Found one thing where another was expected.
    #[must_use]
    pub fn found(mut self, found: impl Into<String>, expected: impl Into<String>) -> Self {
        let (found, expected) = (found.into(), expected.into());
        self.message = format!("found {found}, expected {expected}");
        (self.found, self.expected) = (Some(found.into()), Some(expected.into()));
        self
    }

    /// What is so, in a few words that need no `found`, and what was expected instead.
    #[must_use]
    pub fn instead(mut self, is: impl Into<String>, expected: impl Into<String>) -> Self {
        let (found, expected) = (is.into(), expected.into());
        self.message = format!("{found}, expected {expected}");
        (self.found, self.expected) = (Some(found.into()), Some(expected.into()));
        self
    }

    /// What was expected, where the message says it in its own way.
    #[must_use]
    pub fn expecting(self, expected: impl Into<String>) -> Self {
        let expected: String = expected.into();
        Self { expected: Some(expected.into()), ..self }
    }

    /// A value over a limit; the message should name the limit's flag.
    pub fn over_limit(path: String, offset: usize, message: impl Into<String>) -> Self {
        Self { fault: Fault::OverLimit, ..Self::malformed(path, offset, message) }
    }

    /// The error with the name that was probably meant for a misspelled one, where one of the known names is near.
    #[must_use]
    pub fn near(self, word: &str, known: &[&str]) -> Self {
        match nearest(word, known).filter(|name| *name != word) {
            Some(name) if known.len() > FEW => self.meant_before(name),
            Some(name) => self.meant(name),
            None => self,
        }
    }

    /// The same with what was probably meant before all that may be: nobody reads to the end of a long list.
    fn meant_before(self, name: &str) -> Self {
        let all = self.expected.as_deref().map(|expected| format!(", expected {expected}"));
        let found = all.and_then(|all| self.message.strip_suffix(&*all).map(str::to_owned));
        match (found, &self.expected) {
            (Some(found), Some(expected)) => {
                let message = format!("{found}; did you mean {name}? Expected {expected}");
                Self { message, hint: Some(format!("did you mean {name}?").into()), ..self }
            }
            _ => self.meant(name),
        }
    }

    /// The error with what was probably meant.
    #[must_use]
    pub fn meant(self, name: &str) -> Self {
        self.hint(&format!("; did you mean {name}?"))
    }

    /// The error with what to do at the end of the message, after a semicolon or colon of its own, and by itself.
    #[must_use]
    pub fn hint(mut self, hint: &str) -> Self {
        self.message += hint;
        let hint = hint.trim_start_matches([';', ':', ',', ' ']);
        self.hint = Some(hint.into()).filter(|_| !hint.is_empty()).or(self.hint);
        self
    }

    /// Fills in line and column from the file's bytes.
    #[must_use]
    pub fn locate(mut self, bytes: &[u8]) -> Self {
        let before = bytes.get(..self.offset).unwrap_or(bytes);
        let line = before.rsplit(|&b| b == b'\n').next().unwrap_or(before);
        self.line = before.split(|&b| b == b'\n').count();
        self.column = String::from_utf8_lossy(line).chars().count().saturating_add(1);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "{}:{}: ", self.line, self.column)?;
        }
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
