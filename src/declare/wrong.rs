//! What is wrong with a declaration.

use dp_verify::json;
use dp_verify::limits::Limits;
use std::fmt;

/// What is wrong with a declaration, by the flag that made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// The flag, such as `--prior`.
    pub flag: &'static str,
    /// What was found, and what was expected.
    pub message: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.flag, self.message)
    }
}

impl std::error::Error for Wrong {}

impl Wrong {
    pub(super) fn new(flag: &'static str, message: impl Into<String>) -> Self {
        Self { flag, message: message.into() }
    }
}

/// A text that is a whole JSON document by itself, and so stays one inside of another.
pub(super) fn whole(flag: &'static str, text: &str) -> Result<String, Wrong> {
    match json::read(text.as_bytes(), &Limits::default()) {
        Ok(_) => Ok(text.trim().to_owned()),
        Err(e) => Err(Wrong::new(flag, format!("no JSON, at {}", e.locate(text.as_bytes())))),
    }
}
