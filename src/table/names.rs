//! Which lines and columns are names: a header row names the outputs, an index column the nodes.
//!
//! Names are text. Where they are numbers too (`0, 1, 2, …` as a data frame writes them) they are told by what rows
//! come to: about 1 or about 100 without them, and not with them. What could be either is refused with the flag that
//! settles it.

use super::cell::Cell;
use super::grid::Grid;
use super::headings::{INPUTS, is_of_inputs};
use super::margin;
use super::number::no_entry;
use super::settings::Settings;
use super::shown::shown;
use dp_verify::error::Error;
use dp_verify::text::count;

/// What of the grid is names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Names {
    /// Whether the first row names the outputs.
    pub(super) header: bool,
    /// Whether the first column names the nodes.
    pub(super) index: bool,
    /// Whether the header has no cell above the index.
    pub(super) shorter: bool,
}

/// 1 in the units of [`super::number::Number::about`].
pub(super) const ONE: i128 = 1_000_000_000_000;

/// Whether a sum is within a tenth of 1 or of 100.
pub(super) fn is_about(sum: Option<i128>, whole: i128) -> bool {
    sum.is_some_and(|sum| (sum - whole * ONE).abs() <= whole * ONE / 10)
}

/// About what the numbers of a row come to, from a cell on; `None` where one is no number.
pub(super) fn sum(grid: &Grid, i: usize, from: usize) -> Option<i128> {
    let add = |sum: i128, cell| sum.checked_add(Cell::of(cell).number()?.about()?);
    match from {
        0 => grid.cells(i, 0).take(1).try_fold(sum(grid, i, 1)?, add),
        1 => grid.sum_past_first(i, || grid.cells(i, 1).try_fold(0, add)),
        _ => grid.cells(i, from).try_fold(0, add),
    }
}

/// Whether all of these rows, from a cell on, come to about 1, or all to about 100.
pub(super) fn all_fit(grid: &Grid, rows: &[usize], from: usize) -> bool {
    let to = |whole| !rows.is_empty() && rows.iter().all(|&i| is_about(sum(grid, i, from), whole));
    to(1) || to(100)
}

/// Whether these are 0, 1, 2, … or 1, 2, 3, …
fn counts_up<'t>(cells: impl Iterator<Item = &'t str>) -> bool {
    let whole =
        |cell: &str| Cell::of(cell).number().and_then(|x| x.whole().and_then(|text| text.parse::<usize>().ok()));
    let mut next = None;
    for cell in cells {
        match (whole(cell), next) {
            (Some(n), None) if n <= 1 && !Cell::of(cell).percent => next = Some(n + 1),
            (Some(n), Some(expected)) if n == expected && !Cell::of(cell).percent => next = Some(n + 1),
            _ => return false,
        }
    }
    next.is_some()
}

/// Whether these are whole numbers that go up by the same step, at least three of them: years, ages, bins.
fn goes_up<'t>(cells: impl Iterator<Item = &'t str>) -> bool {
    let whole = |cell: &str| Cell::of(cell).number().and_then(|x| x.whole().and_then(|text| text.parse::<u64>().ok()));
    let Some(numbers) = cells.map(whole).collect::<Option<Vec<u64>>>() else { return false };
    let step = |pair: &[u64]| pair[1].checked_sub(pair[0]).filter(|&step| step > 0);
    let Some(first) = numbers.windows(2).next().and_then(step) else { return false };
    numbers.len() > 2 && numbers.windows(2).all(|pair| step(pair) == Some(first))
}

/// Whether all of these rows, from a cell on, come to 1, or all to 100, by the digits that count.
fn all_exact(grid: &Grid, rows: &[usize], from: usize) -> bool {
    let to = |whole: i128| rows.iter().all(|&i| sum(grid, i, from) == Some(whole * ONE));
    to(1) || to(100)
}

/// By how much these rows, from a cell on, miss 1, or 100 where that is nearer.
fn misses(grid: &Grid, rows: &[usize], from: usize) -> Option<i128> {
    let to = |whole: i128| {
        let miss = |i: &usize| Some((sum(grid, *i, from)? - whole * ONE).abs());
        rows.iter().try_fold(0_i128, |all, i| all.checked_add(miss(i)?))
    };
    Some(to(1)?.min(to(100)?))
}

/// Whether a cell is meant for a number, be it one with its error.
fn looks_like_number(cell: &str) -> bool {
    Cell::of(cell).looks_like_number() || margin::parts(cell).is_some()
}

/// Whether a cell that is no number may be meant for one: `0.75†`, `<0.01`, `0.75 (0.01)`, `75 %*`, `NA`.
fn may_be_number(cell: &str) -> bool {
    let bytes = cell.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let marks = bytes.iter().enumerate().any(|(at, b)| match b {
        b'.' | b',' => digit(at + 1) && (at == 0 || digit(at - 1) || !bytes[at - 1].is_ascii_alphanumeric()),
        b'%' => at > 0 && digit(at - 1),
        _ => false,
    });
    let absent = ["na", "n/a", "nan", "null", "inf", "-"].iter().any(|word| cell.eq_ignore_ascii_case(word));
    // Beside letters it is a number with a unit, and a name.
    let letters = cell.chars().any(char::is_alphabetic);
    let one = ["0", "1", "100"].contains(&cell.trim_matches(|c: char| !c.is_ascii_digit()));
    absent || cell.contains('\\') || !letters && (marks || one)
}

/// About what the numbers come to that these cells begin with, whatever stands around them.
fn sum_of_first_numbers<'t>(cells: impl Iterator<Item = &'t str>) -> Option<i128> {
    let number = |cell: &str| {
        let begins = |c: char| c.is_ascii_digit() || c == '.';
        let rest = &cell[cell.find(begins)?..];
        let end = rest.find(|c: char| !begins(c)).unwrap_or(rest.len());
        // Two numbers are a bin, unless the second one stands in brackets.
        let bin =
            rest[end..].contains(|c: char| c.is_ascii_digit()) && !rest[end..].trim_start().starts_with(['(', '[']);
        if bin {
            return None;
        }
        Cell::of(rest[..end].trim_end_matches('.')).number()?.about()
    };
    cells.map(number).try_fold(0_i128, |sum, x| sum.checked_add(x?))
}

impl Names {
    /// Numbers alone.
    pub(super) const NONE: Self = Self { header: false, index: false, shorter: false };

    /// # Errors
    /// Rows of unequal lengths; names among numbers or numbers among names; what could be either.
    pub(super) fn of(grid: &Grid, settings: &Settings) -> Result<Self, Error> {
        let shorter = Self::is_shorter(grid, settings);
        expect_no_name_of_answers(grid, shorter && settings.header.is_none())?;
        expect_rectangle(grid, usize::from(shorter))?;
        let header = match settings.header {
            _ if shorter => true,
            Some(header) => header,
            None => is_header(grid, settings)?,
        };
        let index = match settings.index {
            _ if shorter => true,
            Some(index) => index,
            None => is_index(grid, header, settings)?,
        };
        Ok(Self { header, index, shorter })
    }

    /// A header above all columns but the first, as R writes it: one cell less than each other row, and names.
    fn is_shorter(grid: &Grid, settings: &Settings) -> bool {
        let width = grid.width(0);
        let others = grid.len() > 1 && (1..grid.len()).all(|i| grid.width(i) == width + 1);
        let names = !grid.cells(0, 0).any(looks_like_number)
            || width > 1 && counts_up(grid.cells(0, 0))
            || settings.header == Some(true)
            || others && is_quoted(grid);
        others && names && settings.header != Some(false) && settings.index != Some(false)
    }
}

/// No name of the column of answers in a row of names that is one cell short: the name of another column is missing.
fn expect_no_name_of_answers(grid: &Grid, shorter: bool) -> Result<(), Error> {
    let name = grid.cell(0, 0);
    if !shorter || !INPUTS.iter().any(|known| known.eq_ignore_ascii_case(name)) {
        return Ok(());
    }
    let (name, names, columns) = (shown(name), count(grid.width(0), "name"), grid.width(1));
    let message = format!(
        "found {names} above {columns} columns, the first of them \"{name}\": if that is above the names of the answers, the name \
         of an output is missing; write one above each column, or say --header yes if \"{name}\" is an output"
    );
    Err(grid.error(0, 0, message))
}

/// Whether the names above are all in quotes, as R writes them, and no number below is.
fn is_quoted(grid: &Grid) -> bool {
    grid.quoted(0).all(|quoted| quoted) && (1..grid.len()).all(|i| !grid.quoted(i).skip(1).any(|quoted| quoted))
}

fn expect_rectangle(grid: &Grid, first: usize) -> Result<(), Error> {
    let width = grid.width(first);
    let Some(i) = (first..grid.len()).find(|&i| grid.width(i) != width) else { return Ok(()) };
    let found = grid.width(i);
    // A number with a decimal comma falls into two cells between commas.
    let halves = (1..grid.len()).all(|i| grid.width(i) > width)
        && grid.delimiter == super::delimiter::Delimiter::Comma
        && grid.cells(i, 1).all(|cell| cell.bytes().all(|b| b.is_ascii_digit()));
    let hint = if halves {
        " (decimal commas between commas? Put such cells in quotes, or semicolons between them)"
    } else {
        ""
    };
    let alone = |i: usize| grid.width(i) == 1 && !looks_like_number(grid.cell(i, 0));
    let note = " (a title or a note? Leave the line out, or begin it with a # and a blank)";
    let short = first == 0 && width > 1 && (1..grid.len()).all(|i| grid.width(i) == width + 1);
    let hint = match () {
        () if short && hint.is_empty() => {
            " (if it names the outputs, none above the names of the answers, say --header yes)"
        }
        () if found > width && first == 0 && alone(0) => note,
        () if found < width && alone(i) => note,
        () => hint,
    };
    let line = if first > 0 { "in the other rows" } else { "in the first row" };
    Err(if found > width {
        let expected = count(width, "entry");
        grid.error(i, width, format!("found an entry past the last, expected {expected} as {line}{hint}"))
    } else {
        grid.error(i, found, format!("found {}, expected {width} as {line}{hint}", count(found, "entry")))
    })
}

/// A first row of what may be numbers, all of it: lost if it is taken for names.
fn odd_number(grid: &Grid, settings: &Settings, j: usize) -> Error {
    let found = shown(grid.cell(0, j));
    match margin::wrong(grid.cell(0, j), settings.percent) {
        Some((message, hint)) => Error { hint: hint.map(Into::into), ..grid.error(0, j, message) },
        None => grid.error(
            0,
            j,
            format!("found \"{found}\", expected a number (if the first row names the outputs, say --header yes)"),
        ),
    }
}

fn is_header(grid: &Grid, settings: &Settings) -> Result<bool, Error> {
    if grid.len() < 2 {
        return Ok(false);
    }
    let width = grid.width(0);
    let beside = usize::from(width > 1);
    let corner = if beside == 1 { grid.cell(0, 0) } else { "" };
    let numbers = grid.cells(0, beside).filter(|cell| looks_like_number(cell)).count();
    if numbers == 0 && !looks_like_number(corner) {
        let is_hundred = |sum: Option<i128>| sum.is_some_and(|sum| (sum - 100 * ONE).abs() <= ONE);
        let come_to = sum_of_first_numbers(grid.cells(0, beside));
        return if grid.cells(0, beside).all(may_be_number) || is_about(come_to, 1) || is_hundred(come_to) {
            Err(odd_number(grid, settings, beside))
        } else {
            Ok(true)
        };
    }
    let text = (beside..width).find(|&j| !looks_like_number(grid.cell(0, j)));
    if let Some(j) = text {
        let found = shown(grid.cell(0, j));
        let of_margin = margin::wrong(grid.cell(0, j), settings.percent);
        return Err(if found.is_empty() {
            grid.error(0, j, no_entry())
        } else if let Some((message, hint)) = of_margin {
            Error { hint: hint.map(Into::into), ..grid.error(0, j, message) }
        } else {
            let expected = "expected a number (if the first row names the outputs, say --header yes)";
            grid.error(0, j, format!("found \"{found}\" beside numbers, {expected}"))
        });
    }
    let ask = |from: usize| {
        let row = grid.cells(0, from).take(4).map(shown).collect::<Vec<_>>().join(", ");
        let message = format!(
            "found {row}{}: is this a row of the table, or the names of the outputs? Say --header no or --header yes",
            if width - from > 4 { ", …" } else { "" }
        );
        Err(grid.error(0, from, message))
    };
    // Numbers throughout, but perhaps for the corner.
    if beside == 1 && corner.is_empty() {
        let is_row = all_fit(grid, &[0], 1) && !counts_up(grid.cells(0, 1));
        return if is_row { ask(1) } else { Ok(true) };
    }
    // A first cell that is no number names the row, or the column below it.
    let from = usize::from(beside == 1 && !looks_like_number(corner));
    let counting = width - from > 1 && counts_up(grid.cells(0, from));
    // A word above the names of the answers is more often that of a column than of an answer.
    let of_names = ["answers", "label", "name", "id", "index"].iter().any(|word| corner.eq_ignore_ascii_case(word));
    let of_inputs = corner.chars().all(char::is_alphanumeric) && is_of_inputs(corner) == Some(true);
    if from == 1 && (of_names || of_inputs) && settings.nodes.is_none() {
        return if all_fit(grid, &[0], 1) { ask(0) } else { Ok(true) };
    }
    let sign = |i: usize| grid.cells(i, from).all(|cell| Cell::of(cell).percent);
    if !grid.cells(0, from).any(|cell| Cell::of(cell).percent) && (1..grid.len()).all(sign) {
        // A row whose signs were forgotten sums to what the others do.
        return if all_fit(grid, &[0], from) { ask(from) } else { Ok(true) };
    }
    if let Some(n) = settings.nodes {
        return Ok(grid.len() == n + 1 && counting);
    }
    // What is no number is refused as that.
    if sum(grid, 0, from).is_none() {
        return match (from..width).find(|&j| Cell::of(grid.cell(0, j)).is_in_other_signs()) {
            Some(j) => {
                let expected = "expected digits from 0 to 9 (if the first row names the outputs, say --header yes)";
                Err(grid.error(0, j, format!("found \"{}\", {expected}", shown(grid.cell(0, j)))))
            }
            None => Ok(false),
        };
    }
    let body: Vec<usize> = (1..grid.len()).collect();
    let (fits, rest_fits) = (all_fit(grid, &[0], from), all_fit(grid, &body, from));
    // Where rows may have any sum, a row of numbers that count up may be one of them.
    if counting && !fits && (rest_fits || !settings.normalise) {
        return Ok(true);
    }
    if counting || !fits && (rest_fits || goes_up(grid.cells(0, from))) { ask(from) } else { Ok(false) }
}

fn is_index(grid: &Grid, header: bool, settings: &Settings) -> Result<bool, Error> {
    let first = usize::from(header);
    if grid.width(first) < 2 || grid.len() == first {
        return Ok(false);
    }
    let rows: Vec<usize> = (first..grid.len()).collect();
    let (with, without) = (all_fit(grid, &rows, 0), all_fit(grid, &rows, 1));
    let ask = || {
        let column = rows.iter().take(4).map(|&i| shown(grid.cell(i, 0))).collect::<Vec<_>>().join(", ");
        let message = format!(
            "found {column}{} in the first column: are these numbers of the table, or the names of the nodes? Say --index \
             no or --index yes",
            if rows.len() > 4 { ", …" } else { "" }
        );
        Err(grid.error(first, 0, message))
    };
    if header && grid.cell(0, 0).is_empty() {
        return if with && !without { ask() } else { Ok(true) };
    }
    let column = || rows.iter().map(|&i| grid.cell(i, 0));
    if !column().any(looks_like_number) {
        let odd = rows.iter().find(|&&i| may_be_number(grid.cell(i, 0)));
        return match odd.filter(|_| column().all(may_be_number)) {
            Some(&i) => {
                let expected = "expected a number (if the first column names the nodes, say --index yes)";
                Err(grid.error(i, 0, format!("found \"{}\", {expected}", shown(grid.cell(i, 0)))))
            }
            None => Ok(column().any(|cell| !cell.is_empty())),
        };
    }
    if let Some(&i) = rows.iter().find(|&&i| !looks_like_number(grid.cell(i, 0))) {
        let found = shown(grid.cell(i, 0));
        let expected = "expected a number (if the first column names the nodes, say --index yes)";
        return Err(if found.is_empty() {
            grid.error(i, 0, no_entry())
        } else {
            grid.error(i, 0, format!("found \"{found}\" below or above numbers, {expected}"))
        });
    }
    let sign = |i: &usize| grid.cells(*i, 1).all(|cell| Cell::of(cell).percent);
    if !column().any(|cell| Cell::of(cell).percent) && rows.iter().all(sign) {
        // A column whose signs were forgotten makes the sums right.
        return if with && !without { ask() } else { Ok(true) };
    }
    let counting = counts_up(column());
    if with {
        // Names may be as small as percentages, and rounded rows come to 100 neither with them nor without.
        let exact = all_exact(grid, &rows, 0);
        let whole = || column().all(|cell| Cell::of(cell).number().is_some_and(|x| x.whole().is_some()));
        let names = all_exact(grid, &rows, 1) || without && whole() && misses(grid, &rows, 1) < misses(grid, &rows, 0);
        return if names && !exact { ask() } else { Ok(false) };
    }
    if counting && without {
        return Ok(true);
    }
    let counts = counting && (rows.len() > 2 || settings.normalise);
    if without || counts || goes_up(column()) { ask() } else { Ok(false) }
}
