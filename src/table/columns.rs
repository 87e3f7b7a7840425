//! Tables whose first line says which column is which.

use super::delimiter::Delimiter;
use super::dress::Plain;
use super::grid::Grid;
use super::text::text;
use super::{Settings, shown};
use dp_verify::error::Error;
use dp_verify::limits::Limits;
use dp_verify::text::count;

/// The rows of a table with the columns that are asked for, and no other, in whatever order.
#[derive(Debug)]
pub(crate) struct Columns<'a> {
    grid: Grid<'a>,
    /// Which column of the table is which of those that are asked for.
    of: Vec<usize>,
}

impl<'a> Columns<'a> {
    /// The table, if its first line has one of these names for each column, by some delimiter.
    ///
    /// # Errors
    /// With line and column: rows with more cells or less, quotes that do not end with their cells.
    pub(crate) fn read(
        bytes: &'a [u8],
        names: &[&[&str]],
        settings: &Settings,
        limits: &Limits,
    ) -> Result<Option<Self>, Error> {
        Self::recognise(bytes, names, settings, limits).map_err(|e| e.locate(bytes))
    }

    fn recognise(
        bytes: &'a [u8],
        names: &[&[&str]],
        settings: &Settings,
        limits: &Limits,
    ) -> Result<Option<Self>, Error> {
        let plain = Plain::of(text(bytes)?);
        let first = plain.text[plain.start..].trim_start_matches(['\r', '\n']).lines().next().unwrap_or_default();
        let place = |grid: &Grid, names: &[&str]| {
            (0..grid.width(0)).find(|&j| names.iter().any(|name| name.eq_ignore_ascii_case(grid.cell(0, j))))
        };
        let delimiters = settings.delimiter.map_or(Delimiter::RECOGNISED.to_vec(), |said| vec![said]);
        for delimiter in delimiters {
            let head = Grid::read(&Plain::of(first), delimiter, limits)?;
            let of: Option<Vec<usize>> = names.iter().map(|names| place(&head, names)).collect();
            let Some(of) = of.filter(|_| head.width(0) == names.len()) else { continue };
            let grid = Grid::read(&plain, delimiter, limits)?.without(settings.thousands).expect_quotes()?;
            return match (1..grid.len()).find(|&i| grid.width(i) != names.len()) {
                Some(i) => {
                    let at = grid.width(i).min(names.len());
                    let expected = format!("{} as in the first line", names.len());
                    Err(grid.error(i, at, "").found(count(grid.width(i), "entry"), expected))
                }
                None => Ok(Some(Self { grid, of })),
            };
        }
        Ok(None)
    }

    /// What cells stand between.
    pub(crate) fn delimiter(&self) -> Delimiter {
        self.grid.delimiter
    }

    /// How many rows there are below the names.
    pub(crate) fn len(&self) -> usize {
        self.grid.len() - 1
    }

    /// The entry of a row in one of the columns, counted as they were asked for.
    pub(crate) fn cell(&self, row: usize, column: usize) -> &str {
        self.grid.cell(row + 1, self.of[column])
    }

    /// The same as it is written, in short.
    pub(crate) fn shown(&self, row: usize, column: usize) -> String {
        shown(self.grid.name(row + 1, self.of[column]))
    }

    /// In which line a row begins.
    pub(crate) fn line(&self, row: usize) -> usize {
        self.grid.line(row + 1)
    }

    /// An error at an entry.
    pub(crate) fn error(&self, row: usize, column: usize) -> Error {
        self.grid.locate(self.grid.error(row + 1, self.of[column], ""))
    }
}
