//! A cell in a message.

use dp_verify::report::printable;

/// At most 24 characters of a cell for a message.
pub(crate) fn shown(text: &str) -> String {
    let short: String = text.chars().take(24).collect();
    printable(&short) + if short.len() < text.len() { "…" } else { "" }
}
