//! Tables whose lines can be cut into cells in two ways: a comma or a blank that may stand between cells, and in a
//! number as well.
//!
//! Such a table is refused with both readings of its first row, each with what makes it.

use super::cell::{Cell, Decimal, Thousands, bare};
use super::grid::Grid;
use super::settings::Settings;
use super::shown::shown;
use super::text::error;
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
pub(super) fn row(cells: impl Iterator<Item = String>) -> String {
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
    let line = first.plain.source[start..].lines().next().unwrap_or_default();
    let message = format!("found {}: cells in two ways. The row is {}", shown(line), ways.join(", and "));
    error(start, message)
}
