//! JSON that no terminal obeys.

use dp_file::text::is_unprintable;
use std::fmt::Write as _;

/// Writes as `\uXXXX` what JSON allows in a string but a terminal might obey.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if c != '\n' && is_unprintable(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(safe, "\\u{unit:04x}");
            }
        } else {
            safe.push(c);
        }
    }
    safe
}
