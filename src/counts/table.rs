//! Tables of counts.

use super::decimal::{compare, number, sort};
use super::matrix::{Counts, MOST_RUNS};
use crate::table::{Columns, Decimal, INPUTS, Number, OUTPUTS, Settings, Table, shown};
use dp_verify::error::Error;
use dp_verify::limits::Limits;
use dp_verify::text::{count, named};
use std::cmp::Ordering;
use std::collections::HashMap;

/// What people call a column of counts.
const COUNTS: [&str; 5] = ["count", "counts", "runs", "n", "frequency"];

/// Counts by a table of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tabled {
    /// The counts.
    pub counts: Counts,
    /// What was taken for what, in a line.
    pub recognised: String,
}

/// Reads a table of counts.
///
/// It is long where its first line is `input,output,count`, in any order, or by the names that [`super::Log`]
/// knows; a pair with no line has the count 0. Else it is wide: a row for each answer, with names above and
/// beside the counts, recognised as in any other table. A header that begins with a name for inputs settles
/// what the first line and the first column are. Rows and columns stand as in the table; those of a long one
/// that are numbers by their size, and other ones as they come. Without names they are called 0, 1, 2, …
///
/// # Errors
/// With line and column: what is no whole number from 0; a row without runs, or over [`MOST_RUNS`]; rows of
/// unlike length; in a long table a pair that has a line already; what is no table, or one in two ways.
pub fn table(bytes: &[u8], settings: &Settings, limits: &Limits) -> Result<Tabled, Error> {
    match Columns::read(bytes, &[&INPUTS[..], &OUTPUTS[..], &COUNTS[..]], settings, limits)? {
        Some(columns) => long(&columns),
        None => wide(bytes, settings, limits),
    }
}

fn long(columns: &Columns) -> Result<Tabled, Error> {
    let mut lines: HashMap<(&str, &str), usize> = HashMap::new();
    let mut cells = Vec::new();
    for i in 0..columns.len() {
        let [input, output] = [0, 1].map(|j| columns.cell(i, j));
        for (j, what) in [(0, "input"), (1, "output")] {
            if columns.cell(i, j).is_empty() {
                return Err(columns.error(i, j).found(format!("an empty {what}"), "a name or a number"));
            }
        }
        if let Some(before) = lines.insert((input, output), i) {
            let found =
                format!("{},{} again, which is in line {} already", named(input), named(output), columns.line(before));
            let expected = "a line for each pair: counts of two lines are not added up here";
            return Err(columns.error(i, 0).found(found, expected));
        }
        let n =
            whole(columns.cell(i, 2)).map_err(|expected| columns.error(i, 2).found(columns.shown(i, 2), expected))?;
        cells.push((input, output, n));
    }
    if cells.is_empty() {
        return Err(Error { line: 1, column: 1, ..error("found no line below the names of the columns") });
    }
    let (answers, rows) = places(cells.iter().map(|cell| cell.0));
    let (outputs, places) = places(cells.iter().map(|cell| cell.1));
    let mut counts = vec![vec![0; outputs.len()]; answers.len()];
    for (i, (input, output, n)) in cells.into_iter().enumerate() {
        let row: &mut Vec<u64> = &mut counts[rows[input]];
        row[places[output]] = n;
        expect_sum(row).map_err(|message| Error { message, ..columns.error(i, 2) })?;
    }
    if let Some(i) = counts.iter().position(|row| row.iter().all(|&n| n == 0)) {
        let of = (0..columns.len()).find(|&row| columns.cell(row, 0) == answers[i]).unwrap_or_default();
        let found = format!("no run at answer {}", named(&answers[i]));
        return Err(columns.error(of, 0).found(found, "a count above 0 for some output"));
    }
    let lines = count(columns.len(), "line");
    let recognised =
        format!("taken for {lines} of input, output and count, cells between {}", columns.delimiter().words());
    Ok(Tabled { counts: Counts { answers, outputs, counts }, recognised })
}

/// Names without repetition, in order if all are numbers, and where each is.
fn places<'t>(names: impl Iterator<Item = &'t str>) -> (Vec<String>, HashMap<&'t str, usize>) {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut all: Vec<&str> = Vec::new();
    for name in names {
        seen.entry(name).or_insert_with(|| {
            all.push(name);
            all.len() - 1
        });
    }
    let mut owned: Vec<String> = all.iter().map(|&name| name.to_owned()).collect();
    if all.iter().all(|name| number(name).is_ok()) {
        sort(&mut owned);
        let sorted: HashMap<&str, usize> = owned.iter().map(String::as_str).zip(0..).collect();
        seen.iter_mut().for_each(|(name, place)| *place = sorted[name]);
    }
    (owned, seen)
}

fn wide(bytes: &[u8], settings: &Settings, limits: &Limits) -> Result<Tabled, Error> {
    let settings = recognised(bytes, settings);
    let table = Table::read(bytes, &settings, limits)?;
    // With names beside them two columns would be one output.
    let may_name = table.labels().is_none() && table.outputs().is_some() && table.width() > 2;
    if settings.index.is_none() && may_name {
        let long = if table.width() == 3 {
            "; if each line is an input, an output and a count, call the columns so: input,output,count"
        } else {
            ""
        };
        let message = format!(
            "found numbers in the first column, below names: does it name the inputs, or has it counts of an output? Say --index yes \
             or --index no{long}"
        );
        return Err(Error { message, ..table.entry_error(0, 0) });
    }
    let mut counts = Vec::with_capacity(table.nodes());
    for (i, (numbers, _)) in table.rows().enumerate() {
        let mut row: Vec<u64> = Vec::with_capacity(numbers.len());
        for (j, number) in numbers.iter().enumerate() {
            let written = table.written(i, j);
            let percent = written.ends_with('%').then(|| WHOLE.to_owned());
            let n = percent.map_or_else(|| whole_of(number), Err);
            row.push(n.map_err(|expected| table.entry_error(i, j).found(shown(written), expected))?);
        }
        expect_sum(&row).map_err(|message| Error { message, ..table.entry_error(i, 0) })?;
        if row.iter().all(|&n| n == 0) {
            return Err(table.entry_error(i, 0).found("a row without runs", "a count above 0 for some output"));
        }
        counts.push(row);
    }
    let numbered = |n: usize| (0..n).map(|i| i.to_string()).collect();
    let answers = table.labels().unwrap_or_else(|| numbered(table.nodes()));
    let outputs = table.outputs().unwrap_or_else(|| numbered(table.width()));
    Ok(Tabled { counts: Counts { answers, outputs, counts }, recognised: table.recognised() })
}

/// What is known beforehand of counts: rows have any sum, there are no decimals, and a first line that begins
/// with a name for inputs is names above names.
fn recognised(bytes: &[u8], settings: &Settings) -> Settings {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let corner = text.split(|b| b",;\t| \r\n".contains(b)).find(|cell| !cell.is_empty()).unwrap_or_default();
    let corner = corner.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")).unwrap_or(corner);
    let named = INPUTS.iter().any(|name| name.as_bytes().eq_ignore_ascii_case(corner)).then_some(true);
    let decimal = if settings.thousands == Some(crate::table::Thousands::Point) { None } else { Some(Decimal::Point) };
    Settings {
        normalise: true,
        counts: true,
        decimal: settings.decimal.or(decimal),
        header: settings.header.or(named),
        index: settings.index.or(named),
        ..settings.clone()
    }
}

/// What a count is.
const WHOLE: &str = "a whole number from 0: counts are whole numbers, digits alone";

/// A count by its text, or what was expected.
fn whole(text: &str) -> Result<u64, String> {
    Number::read(text).map_or_else(|_| Err(WHOLE.to_owned()), |number| whole_of(&number))
}

fn whole_of(number: &Number) -> Result<u64, String> {
    if let Some(digits) = number.whole() {
        let most = || format!("at most 10^12 runs at an answer, not a number of {}", count(digits.len(), "digit"));
        return digits.parse().map_err(|_| most());
    }
    let [zero, one] = ["0", "1"].map(|text| Number::read(text).ok());
    let is = |bound: &Option<Number>, order| bound.as_ref().is_some_and(|bound| compare(number, bound) == order);
    let probability = is(&zero, Ordering::Greater) && is(&one, Ordering::Less);
    let hint = if probability { " (this looks like a table of probabilities: use it without --counts)" } else { "" };
    Err(format!("{WHOLE}{hint}"))
}

fn expect_sum(row: &[u64]) -> Result<(), String> {
    let sum = row.iter().fold(0, |sum: u64, n| sum.saturating_add(*n));
    if sum > MOST_RUNS {
        Err(format!("found a row of more than 10^12 runs, expected at most {MOST_RUNS}"))
    } else {
        Ok(())
    }
}

fn error(message: &str) -> Error {
    Error::malformed(String::new(), 0, message)
}
