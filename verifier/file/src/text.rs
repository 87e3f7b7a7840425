//! Text of strangers, and counted things.

use std::fmt::Write as _;

/// Whether a terminal might obey this character, or a reader overlook it: controls, bidirectional and invisible
/// formatting characters, and every blank but the space.
pub fn is_unprintable(c: char) -> bool {
    c.is_control()
        || c.is_whitespace() && c != ' '
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// A stranger's text with everything that a terminal might obey written as `\u{…}`.
pub fn printable(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unprintable(c) {
            let _ = write!(safe, "{}", c.escape_unicode());
        } else {
            safe.push(c);
        }
    }
    safe
}

/// `1 row`, `2 rows`, `3 entries`.
pub fn count(n: usize, thing: &str) -> String {
    match (n, thing.strip_suffix('y')) {
        (1, _) => format!("1 {thing}"),
        (_, Some(stem)) => format!("{n} {stem}ies"),
        (_, None) => format!("{n} {thing}s"),
    }
}
