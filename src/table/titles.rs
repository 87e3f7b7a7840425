//! Titles above a table and notes below: which lines are told where a file is no table, and would be one without them.

use super::cell::{Cell, bare};
use super::delimiter::Delimiter;
use super::lines::{self, Lines};
use super::settings::Settings;
use dp_verify::error::{Error, Fault};

/// How many lines are tried above a table, and below.
const ABOVE: usize = 8;
const BELOW: usize = 4;

/// How long a text may be that is read again to see whether a title is what is wrong with it, and how much is read for
/// that in all, but for the first few lines above and below.
const LONGEST: usize = 1 << 20;
const MOST: usize = 1 << 21;
const FEWEST: usize = 3;

/// What lines are a table of: what its cells stand between, how many a row has, its name too, and how many rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub(super) delimiter: Delimiter,
    pub(super) cells: usize,
    pub(super) rows: usize,
}

/// An error, with the lines that are a table without a title above or a note below, where there are such; `found` has
/// what is found by some settings.
pub(super) fn without_titles(
    error: Error,
    source: &str,
    settings: &Settings,
    found: impl Fn(&Settings) -> Option<Found>,
) -> Error {
    let other = error.hint.is_some() || error.fault == Fault::OverLimit;
    if other || settings.lines.is_some() || source.len() > LONGEST {
        return error;
    }
    let lines: Vec<&str> = source.split(lines::end(source)).collect();
    // Cells without anything in them are no title.
    let is_blank = |line: &&str| line.trim_matches(['\r', ' ', '\t', '\u{feff}', ',', ';']).is_empty();
    let filled: Vec<usize> = (0..lines.len()).filter(|&i| !is_blank(&lines[i])).collect();
    let read = |above: usize, below: usize| {
        let first = *filled.get(above)?;
        let last = *filled.get(filled.len().checked_sub(below + 1)?)?;
        let kept = Lines { first: first + 1, last: (below > 0).then_some(last + 1) };
        let settings = Settings { lines: Some(kept), ..settings.clone() };
        let table = found(&settings)?;
        let left_out = filled[..above].iter().chain(&filled[filled.len() - below..]);
        let fit = left_out.map(|&i| lines[i]).all(|line| is_no_row(line, table));
        (fit && first <= last && table.rows > 1).then_some(kept)
    };
    let ways = (0..=ABOVE).flat_map(|above| (0..=BELOW).map(move |below| (above, below)));
    let mut ways: Vec<(usize, usize)> = ways.filter(|way| *way != (0, 0)).collect();
    ways.sort_by_key(|(above, below)| (above + below, *below));
    ways.truncate((MOST / source.len().max(1)).max(FEWEST));
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
fn is_no_row(line: &str, table: Found) -> bool {
    let delimiter = table.delimiter;
    let cells: Vec<&str> = match delimiter {
        Delimiter::Blanks => line.split_whitespace().collect(),
        other => line.split(char::from(other.byte())).collect(),
    };
    let cells: Vec<&str> = cells.into_iter().map(|cell| bare(cell.trim())).filter(|cell| !cell.is_empty()).collect();
    let is_year = |cell: &str| cell.parse().is_ok_and(|year: u32| (1800..2200).contains(&year));
    let of_title =
        |word: &str| ["table", "tab.", "figure", "fig.", "sheet"].iter().any(|title| word.eq_ignore_ascii_case(title));
    let titled = cells.first().is_some_and(|cell| of_title(cell));
    let is_number = |cell: &str| Cell::of(cell).looks_like_number() && !is_year(cell);
    let numbers = cells.iter().filter(|cell| is_number(cell)).count();
    let alone = cells.len() == 1 && !cells.first().is_some_and(|cell| is_number(cell));
    alone
        || titled && numbers < cells.len()
        || numbers == 0 && (cells.len() < table.cells || delimiter == Delimiter::Blanks)
}
