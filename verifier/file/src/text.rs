//! Text of strangers, and counted things.

use std::fmt::Write as _;

/// The most characters of a stranger's name in running text.
const SHORT: usize = 40;

/// Unicode's `Default_Ignorable_Code_Point`, rising: what is drawn as nothing by whoever does not know it. A test holds
/// it against the regex-syntax crate, whose table is made of Unicode's own; a table of this size is less to trust than
/// a crate.
const IGNORABLE: [(char, char); 17] = [
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{202a}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fff8}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// Whether a terminal might obey this character, or a reader overlook it: controls, what Unicode calls ignorable, marks
/// of annotations, and every blank but the space, that of Braille too.
pub fn is_unprintable(c: char) -> bool {
    let is_ignorable = || IGNORABLE.iter().any(|&(first, last)| (first..=last).contains(&c));
    let is_blank = c.is_whitespace() && c != ' ' || c == '\u{2800}';
    !c.is_ascii_graphic() && (c.is_control() || is_blank || matches!(c, '\u{fff9}'..='\u{fffb}') || is_ignorable())
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

/// The first characters of a stranger's text, with a mark where there are more.
pub fn shorten(text: &str) -> String {
    shorten_to(text, SHORT)
}

/// A stranger's text with so many characters at most: of more the first and the last, since names often differ at their
/// end.
pub fn shorten_to(text: &str, most: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return printable(text);
    }
    let tail = most / 3;
    let head = most.saturating_sub(tail);
    let first: String = text.chars().take(head).collect();
    let last: String = text.chars().skip(length.saturating_sub(tail)).collect();
    printable(&format!("{first}…{last}"))
}

/// A stranger's text in quotes, so that it can't be taken for a part of the text around it.
pub fn quoted(text: &str, most: usize) -> String {
    format!("\"{}\"", shorten_to(text, most).replace('"', "\\\""))
}

/// A stranger's name in running text, shortened: as it is where it is one plain word or a tuple of numbers, else in
/// quotes, so that it can't be taken for a part of the sentence.
pub fn named(name: &str) -> String {
    let short = shorten(name);
    let is_plain = |c: char| c.is_alphanumeric() || "_-./%+<>≤≥&".contains(c);
    let is_word = short == name && name.chars().all(is_plain) && name.contains(char::is_alphanumeric);
    // A database, such as (0,1,1).
    let tuple = name.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let is_tuple = tuple.is_some_and(|inside| inside.bytes().all(|b| b.is_ascii_digit() || b == b','));
    if is_word || is_tuple { short } else { quoted(name, SHORT) }
}

/// `1 row`, `2 rows`, `3 entries`.
pub fn count(n: usize, thing: &str) -> String {
    match (n, thing.strip_suffix('y')) {
        (1, _) => format!("1 {thing}"),
        (_, Some(stem)) => format!("{n} {stem}ies"),
        (_, None) => format!("{n} {thing}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regex_syntax::hir::{Class, HirKind};

    /// All that Unicode calls ignorable, as the crate has it.
    fn of_unicode() -> Vec<(char, char)> {
        let parsed = regex_syntax::parse(r"\p{Default_Ignorable_Code_Point}").unwrap();
        let HirKind::Class(Class::Unicode(class)) = parsed.kind() else { panic!("{parsed:?}") };
        class.ranges().iter().map(|range| (range.start(), range.end())).collect()
    }

    #[test]
    fn what_unicode_calls_ignorable_is_the_crates() {
        assert_eq!(of_unicode(), IGNORABLE);
    }

    #[test]
    fn what_can_not_be_seen_is_written_out() {
        for (first, last) in of_unicode() {
            for c in [first, last] {
                assert_eq!(printable(&format!("a{c}b")), format!("a\\u{{{:x}}}b", u32::from(c)));
            }
        }
        for c in ['\u{1bca0}', '\u{1d17a}', '\u{2800}', '\u{fffb}', '\u{3000}', '\u{1b}'] {
            assert!(is_unprintable(c), "{c:?}");
        }
        for c in ['a', ' ', '~', 'é', '–', '表', '😀'] {
            assert!(!is_unprintable(c), "{c:?}");
        }
    }

    #[test]
    fn names_stand_in_quotes_unless_they_are_one_word() {
        let as_they_are = ["flat", "0", "18-25", "50%", "<18", "(0,1,1)", "Zürich", "表", "a_b.c/d"];
        for name in as_they_are {
            assert_eq!(named(name), name);
        }
        let quoted = [
            ("New York", "\"New York\""),
            ("flat, as expected", "\"flat, as expected\""),
            ("", "\"\""),
            (" flat", "\" flat\""),
            ("–", "\"–\""),
            ("x = 1", "\"x = 1\""),
            ("a\" holds", "\"a\\\" holds\""),
            ("a\u{202e}b", "\"a\\u{202e}b\""),
            ("\\u{202e}", "\"\\u{202e}\""),
        ];
        for (name, told) in quoted {
            assert_eq!(named(name), told);
        }
        assert_eq!(named(&"x".repeat(100)), format!("\"{}…{}\"", "x".repeat(27), "x".repeat(13)));
        let census = |year: &str| named(&format!("population of the province, as of the census of {year}"));
        assert_eq!(census("2011"), "\"population of the province,…ensus of 2011\"");
        assert_ne!(census("2011"), census("2021"));
    }
}
