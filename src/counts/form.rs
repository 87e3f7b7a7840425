//! How the lines of a log are written.

use crate::table::Delimiter;

/// How the lines of a log are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// An input and an output with this between them, in quotes or not.
    Cells(Delimiter),
    /// `{"input": …, "output": …}` or `[input, output]`.
    JsonLines,
}

impl Form {
    /// What people say of it.
    pub fn words(self) -> String {
        match self {
            Self::Cells(delimiter) => format!("input and output with {} between them", delimiter.words()),
            Self::JsonLines => "JSON Lines".to_owned(),
        }
    }
}
