//! What is wrong with the text of a number.

/// What is wrong with a text.
pub(super) enum Problem {
    Text(String),
    Limit(String),
}
