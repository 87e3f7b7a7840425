//! Tables whose lines can be cut into cells in two ways: a comma or a blank that may stand between cells, and in a
//! number as well.
//!
//! Such a table is refused with both readings of its first row, each with what makes it.

use super::cell::{Cell, Decimal, Thousands};
use super::grid::{Delimiter, Grid, bare, error};
use super::{Settings, Table, shown};
use dp_verify::error::Error;

/// A way to cut the lines: by a delimiter, and with this between thousands.
pub(super) struct Reading<'a> {
    pub(super) grid: Grid<'a>,
    pub(super) thousands: Option<Thousands>,
}

impl Reading<'_> {
    /// Whether there are marks of decimals past the first cells, of points and of commas.
    fn marks(&self) -> [bool; 2] {
        let has = |mark: Decimal| {
            let cells = (0..self.grid.len()).flat_map(|i| self.grid.cells(i, 1));
            cells.map(|cell| self.number(cell)).any(|cell| {
                let cell = Cell::of(bare(&cell));
                cell.mark() == Some(mark) && cell.is_number()
            })
        };
        [has(Decimal::Point), has(Decimal::Comma)]
    }

    /// A cell with its thousands no longer apart.
    fn number(&self, cell: &str) -> String {
        self.thousands.and_then(|thousands| thousands.left_out(cell)).unwrap_or_else(|| cell.to_owned())
    }

    /// The first cells of a row, numbers with points for decimal commas, and the flags by which they are read so.
    fn told(&self, i: usize) -> String {
        let cells = self.grid.cells(i, 0).map(|cell| {
            let text = self.number(cell);
            let cell = Cell::of(bare(&text));
            let sign = if cell.percent { "%" } else { "" };
            shown(&if cell.is_number() { format!("{}{sign}", cell.pointed()) } else { text.clone() })
        });
        let thousands = self.thousands.map_or_else(String::new, |mark| format!(" --thousands {}", mark.name()));
        format!("{} with --delimiter {}{thousands}", row(cells), self.grid.delimiter.name())
    }
}

/// The first few of these between semicolons.
fn row(cells: impl Iterator<Item = String>) -> String {
    let mut cells: Vec<String> = cells.take(7).collect();
    if let Some(seventh) = cells.get_mut(6) {
        "…".clone_into(seventh);
    }
    cells.join("; ")
}

/// Those that agree with what is said of the mark of decimals, where some do.
pub(super) fn by_mark<'a>(readings: Vec<Reading<'a>>, settings: &Settings) -> Vec<Reading<'a>> {
    let Some(said) = settings.decimal.filter(|_| readings.len() > 1) else { return readings };
    let has = |reading: &Reading, mark: Decimal| reading.marks()[usize::from(mark == Decimal::Comma)];
    let other = if said == Decimal::Comma { Decimal::Point } else { Decimal::Comma };
    let kept = |keep: &dyn Fn(&Reading) -> bool, readings: Vec<Reading<'a>>| {
        let (kept, rest): (Vec<_>, Vec<_>) = readings.into_iter().partition(keep);
        if kept.is_empty() { rest } else { kept }
    };
    kept(&|reading| has(reading, said), kept(&|reading| !has(reading, other), readings))
}

/// What is said where lines can be cut in several ways: each reading of the first row that they differ in, with its
/// flags.
pub(super) fn in_several_ways(readings: &[Reading]) -> Error {
    let is_row = |i: &usize| {
        let number = |reading: &Reading, cell: &str| Cell::of(bare(&reading.number(cell))).is_number();
        readings.iter().all(|reading| reading.grid.cells(*i, 1).all(|cell| number(reading, cell)))
    };
    let first = &readings[0].grid;
    let differ = |i: &usize| readings[1..].iter().any(|other| !first.cells(*i, 0).eq(other.grid.cells(*i, 0)));
    let i = (0..first.len()).filter(is_row).find(differ).unwrap_or(0);
    let ways: Vec<String> = readings.iter().map(|reading| reading.told(i)).collect();
    let start = first.start(i);
    let line = first.text[start..].lines().next().unwrap_or_default();
    let message = format!("found {}: cells in two ways. The row is {}", shown(line), ways.join(", and "));
    error(start, message)
}

impl Table<'_> {
    /// No comma or blank between cells that may stand between thousands, unless the delimiter is said.
    pub(super) fn expect_no_thousands_in_two_cells(&self, settings: &Settings) -> Result<(), Error> {
        let thousands = match self.grid.delimiter {
            Delimiter::Comma => Thousands::Comma,
            Delimiter::Blanks => Thousands::Blank,
            _ => return Ok(()),
        };
        if settings.delimiter.is_some() || settings.thousands.is_some_and(|said| said != thousands) {
            return Ok(());
        }
        self.expect_no_rests(thousands)?;
        // Names above count the cells, and a comma between cells is what a comma is for.
        if thousands == Thousands::Comma || self.names.header { Ok(()) } else { self.expect_no_groups() }
    }

    /// No whole number that begins with 0 and may as well be the rest of one: `98,013`, `98 013`.
    fn expect_no_rests(&self, thousands: Thousands) -> Result<(), Error> {
        let (first, column) = self.first();
        for i in first..self.grid.len() {
            let cells: Vec<&str> = self.grid.cells(i, column).collect();
            let (name, mark, delimiter) = (thousands.name(), thousands.mark(), self.grid.delimiter.name());
            let is_rest = |pair: &[&str]| {
                let digits = pair[1].len() == 3 && pair[1].bytes().all(|b| b.is_ascii_digit());
                pair[1].starts_with('0') && (digits || thousands.left_out(&pair.join(mark)).is_some())
            };
            let Some(j) = cells.windows(2).position(is_rest) else { continue };
            let message = format!(
                "found {}: two numbers, or one with a {name} between thousands? Say --delimiter {delimiter} for two; for one, \
                 write the table with semicolons between its cells, and say --thousands {name}",
                shown(&cells[j..j + 2].join(mark))
            );
            return Err(self.grid.error(i, column + j + 1, message));
        }
        Ok(())
    }

    /// No rows, between blanks, that may be of fewer numbers with blanks between their thousands: `1 600 8 400`. Where
    /// some number has more than three digits, none has its thousands apart.
    fn expect_no_groups(&self) -> Result<(), Error> {
        let (first, column) = self.first();
        let rows = || (first..self.grid.len()).map(|i| self.grid.cells(i, column).collect::<Vec<_>>());
        let is_long = |cell: &&str| Cell::of(cell).text.split([',', '.']).next().is_some_and(|whole| whole.len() > 3);
        let may_be = |cells: Vec<&str>| cells.windows(2).any(joins) && !cells.iter().any(is_long);
        if self.width() < 3 || !rows().all(may_be) {
            return Ok(());
        }
        let cells = rows().next().unwrap_or_default();
        let message = format!(
            "found {}: {} numbers, or fewer with blanks between thousands? The row is {} with --delimiter blanks; for {} write \
             the table with semicolons between its cells, and say --thousands blank",
            shown(&cells.join(" ")),
            cells.len(),
            row(cells.iter().map(|cell| shown(cell))),
            row(joined(&cells).into_iter()),
        );
        Err(self.grid.error(first, column, message))
    }
}

/// Whether a cell is three digits, and decimals perhaps.
fn is_group(cell: &str) -> bool {
    let text = Cell::of(cell).text;
    let (whole, fraction) = text.split_once([',', '.']).unwrap_or((text, ""));
    whole.len() == 3 && [whole, fraction].iter().all(|part| part.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether two cells may be one number with its thousands apart.
fn joins(pair: &[&str]) -> bool {
    is_group(pair[1]) && Thousands::Blank.left_out(&pair.join(" ")).is_some()
}

/// The cells with two of them for one where they may be: a short one before three digits, as people see them, else any.
fn joined(cells: &[&str]) -> Vec<String> {
    let short = cells.windows(2).any(|pair| pair[0].len() < 3 && joins(pair));
    let (mut numbers, mut rest) = (Vec::new(), cells);
    while let Some((one, others)) = rest.split_first() {
        let pair = rest.get(..2).filter(|pair| joins(pair) && (!short || one.len() < 3));
        numbers.push(pair.map_or_else(|| shown(one), |pair| shown(&pair.concat())));
        rest = if pair.is_some() { &rest[2..] } else { others };
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_joined_as_people_see_them() {
        for (line, numbers) in [
            ("1 600 8 400", "1600 8400"),
            ("600 8 400.5", "600 8400.5"),
            ("1 600 800 400", "1600 800 400"),
            ("120 345 210 345", "120345 210345"),
            ("98 013 987", "98013 987"),
            ("0 600 8 40", "0 600 8 40"),
        ] {
            let cells: Vec<&str> = line.split(' ').collect();
            assert_eq!(joined(&cells).join(" "), numbers, "{line}");
        }
    }
}
