//! Which lines of a file are the table, where titles stand above it and notes below.

use super::blank;
use crate::table::Table;
use crate::table::cell::{Cell, bare};
use crate::table::grid::Delimiter;
use crate::table::settings::Settings;
use dp_verify::error::{Error, Fault};
use dp_verify::limits::Limits;
use std::fmt::{self, Display};

/// The lines that are the table, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lines {
    first: usize,
    last: Option<usize>,
}

/// How many lines are tried above a table, and below.
const ABOVE: usize = 8;
const BELOW: usize = 4;

/// How long a text may be that is read again to see whether a title is what is wrong with it.
const LONGEST: usize = 1 << 20;

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
        for (i, line) in source.split('\n').enumerate() {
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

impl Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}-", self.first)?;
        self.last.map_or(Ok(()), |last| write!(f, "{last}"))
    }
}

/// An error, with the lines that are a table without a title above or a note below, where there are such.
pub(in crate::table) fn without_titles(error: Error, source: &str, settings: &Settings, limits: &Limits) -> Error {
    let other = error.hint.is_some() || error.fault == Fault::OverLimit;
    if other || settings.lines.is_some() || source.len() > LONGEST {
        return error;
    }
    let lines: Vec<&str> = source.split('\n').collect();
    let is_blank = |line: &&str| line.trim_matches(['\r', ' ', '\t', '\u{feff}']).is_empty();
    let filled: Vec<usize> = (0..lines.len()).filter(|&i| !is_blank(&lines[i])).collect();
    let read = |above: usize, below: usize| {
        let first = *filled.get(above)?;
        let last = *filled.get(filled.len().checked_sub(below + 1)?)?;
        let kept = Lines { first: first + 1, last: (below > 0).then_some(last + 1) };
        let settings = Settings { lines: Some(kept), ..settings.clone() };
        let table = Table::recognise(source.as_bytes(), &settings, limits).ok()?;
        let left_out = filled[..above].iter().chain(&filled[filled.len() - below..]);
        let fit = left_out.map(|&i| lines[i]).all(|line| is_no_row(line, &table));
        (fit && first <= last && table.nodes() > 1).then_some(kept)
    };
    let ways = (0..=ABOVE).flat_map(|above| (0..=BELOW).map(move |below| (above, below)));
    let mut ways: Vec<(usize, usize)> = ways.filter(|way| *way != (0, 0)).collect();
    ways.sort_by_key(|(above, below)| (above + below, *below));
    match ways.into_iter().find_map(|(above, below)| read(above, below)) {
        Some(kept) => {
            let message = format!(
                "{}; if the lines before and after are a title or a note, and no rows, say --lines {kept}",
                error.message
            );
            Error { message, hint: Some(format!("--lines {kept}").into()), ..error }
        }
        None => error,
    }
}

/// Whether a line beside a table is no row of it: it has fewer cells with something in them, and no numbers but years.
fn is_no_row(line: &str, table: &Table) -> bool {
    let delimiter = table.delimiter();
    let cells: Vec<&str> = match delimiter {
        Delimiter::Blanks => line.split_whitespace().collect(),
        other => line.split(char::from(other.byte())).collect(),
    };
    let cells: Vec<&str> = cells.into_iter().map(|cell| bare(cell.trim())).filter(|cell| !cell.is_empty()).collect();
    let is_year = |cell: &str| cell.parse().is_ok_and(|year: u32| (1800..2200).contains(&year));
    let of_title =
        |word: &str| ["table", "tab.", "figure", "fig.", "sheet"].iter().any(|title| word.eq_ignore_ascii_case(title));
    let titled = cells.first().is_some_and(|cell| of_title(cell));
    let is_number = |cell: &&str| Cell::of(cell).looks_like_number() && !is_year(cell);
    let numbers = cells.iter().filter(|cell| is_number(cell)).count();
    let alone = cells.len() == 1 && !cells.first().is_some_and(|cell| is_number(cell));
    alone
        || titled && numbers < cells.len()
        || numbers == 0 && (cells.len() < table.cells() || delimiter == Delimiter::Blanks)
}

#[cfg(test)]
mod tests {
    use super::*;

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
