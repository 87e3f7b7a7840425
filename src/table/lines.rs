//! Which lines of a file are the table.

use super::text::blank;
use std::fmt::{self, Display};

/// The lines that are the table, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lines {
    pub(super) first: usize,
    pub(super) last: Option<usize>,
}

impl Lines {
    /// By its first and last line: `3-10`, `3-`, `-10`.
    ///
    /// # Errors
    /// What was expected.
    pub fn named(text: &str) -> Result<Self, String> {
        let expected =
            || "expected the first and the last line of the table, counted from 1: 3-10, 3- or -10".to_owned();
        let number = |text: &str| text.trim().parse::<usize>().ok().filter(|&n| n > 0).ok_or_else(expected);
        let (first, last) = text.split_once(['-', ':']).ok_or_else(expected)?;
        let first_line = if first.trim().is_empty() { 1 } else { number(first)? };
        let last_line = if last.trim().is_empty() { None } else { Some(number(last)?) };
        let nothing = first.trim().is_empty() && last.trim().is_empty();
        if nothing || last_line.is_some_and(|last| last < first_line) {
            Err(expected())
        } else {
            Ok(Self { first: first_line, last: last_line })
        }
    }

    /// The text with blanks for all other lines.
    pub(super) fn of(self, source: &str) -> String {
        let mut bytes = source.as_bytes().to_vec();
        let mut at = 0;
        for (i, line) in source.split(end(source)).enumerate() {
            let is_other = i + 1 < self.first || self.last.is_some_and(|last| i + 1 > last);
            // A byte order mark stays, and so do ends of lines.
            let from = at + if i == 0 && line.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
            if is_other {
                blank(&mut bytes[from..at + line.len()]);
            }
            at += line.len() + 1;
        }
        String::from_utf8(bytes).unwrap_or_default()
    }
}

/// What ends a line: a line feed, or in a text without any a carriage return.
pub(super) fn end(source: &str) -> char {
    if source.contains('\n') { '\n' } else { '\r' }
}

impl Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}-", self.first)?;
        self.last.map_or(Ok(()), |last| write!(f, "{last}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_carriage_returns_where_there_is_nothing_else() {
        assert_eq!(Lines::named("-2").unwrap().of("a,b\rc\rd\re"), "a,b\rc\r \r ");
        assert_eq!(Lines::named("2-").unwrap().of("a\rb\nc\n"), " \r \nc\n");
    }

    #[test]
    fn lines_are_named_from_the_first_to_the_last() {
        for (text, written) in [("3-10", "3-10"), ("3-", "3-"), ("-10", "1-10"), ("2:4", "2-4"), ("4-4", "4-4")] {
            assert_eq!(Lines::named(text).map(|lines| lines.to_string()).as_deref(), Ok(written), "{text}");
        }
        for text in ["", "-", "3", "0-3", "4-3", "a-b", "1-2-3"] {
            assert!(Lines::named(text).is_err(), "{text}");
        }
        assert_eq!(Lines::named("2-3").unwrap().of("\u{feff}a,b\r\nc\nd\né\n"), "\u{feff}   \r\nc\nd\n  \n");
    }
}
