//! What a table must be once it is recognised: numbers in all cells, written alike, and nothing that may be read in two
//! ways.

use super::cell::{Cell, Decimal, Thousands};
use super::delimiter::Delimiter;
use super::margin;
use super::marks::Marks;
use super::names::{ONE, is_about, sum};
use super::number::Number;
use super::text::error;
use super::{Settings, Table, shown};
use dp_verify::error::Error;
use dp_verify::text::count;
use std::collections::HashMap;

impl Table<'_> {
    /// Rows, and numbers in them.
    pub(super) fn expect_some(&self, settings: &Settings) -> Result<(), Error> {
        let (first, rows) = (self.first().0, self.nodes());
        if rows == 0 {
            let message = match (settings.nodes, self.grid.len()) {
                (Some(n), _) => format!("found 0 rows, expected {n}, one for each node"),
                (None, 0) => "found 0 rows, expected a row of numbers for each node".to_owned(),
                (None, _) => "found no row of numbers below the names of the outputs".to_owned(),
            };
            return Err(error(self.grid.plain.text.len(), message));
        }
        if self.width() == 0 {
            return Err(self.grid.error(first, 1, "found no numbers beside the names of the nodes"));
        }
        Ok(())
    }

    /// As many rows as there are nodes.
    pub(super) fn expect_rows(&self, settings: &Settings) -> Result<(), Error> {
        let (first, rows) = (self.first().0, self.nodes());
        match settings.nodes {
            Some(n) if rows > n => {
                let expected = count(n, "row");
                let message = format!("found a row past the last, expected {expected}, one for each node");
                Err(error(self.grid.start(first + n), message))
            }
            Some(n) if rows < n => {
                let message = format!("found {}, expected {n}, one for each node", count(rows, "row"));
                Err(error(self.grid.plain.text.len(), message))
            }
            _ => Ok(()),
        }
    }

    /// Names are there, and no two of them alike.
    pub(super) fn expect_names(&self) -> Result<(), Error> {
        let (first, column) = self.first();
        if self.names.header {
            let from = column - usize::from(self.names.shorter);
            self.expect_different((from..self.grid.width(0)).map(|j| (0, j)), "output")?;
        }
        if self.names.index {
            self.expect_different((first..self.grid.len()).map(|i| (i, 0)), "node")?;
        }
        Ok(())
    }

    fn expect_different(&self, cells: impl Iterator<Item = (usize, usize)>, thing: &str) -> Result<(), Error> {
        let mut seen: HashMap<&str, (usize, usize)> = HashMap::new();
        for (i, j) in cells {
            let name = self.grid.name(i, j);
            let expected = format!("expected a name of its own for each {thing}");
            if name.is_empty() {
                let merged = if i == 0 { " (of merged cells each has the name)" } else { "" };
                return Err(self.grid.error(i, j, format!("found an empty name, {expected}{merged}")));
            }
            if let Some((i0, j0)) = seen.insert(name, (i, j)) {
                let Error { line, column, .. } = self.grid.locate(self.grid.error(i0, j0, ""));
                let found = format!("found \"{}\" again, which is at {line}:{column} already", shown(name));
                let long = self.grid.width(i) == 3 && thing == "node";
                let long =
                    if long { " (is each line an answer, an output and its probability? Say --long)" } else { "" };
                return Err(self.grid.error(i, j, format!("{found}, {expected}{long}")));
            }
        }
        Ok(())
    }

    /// Whole numbers between commas that may as well be halves of decimals with commas.
    pub(super) fn expect_no_pairs(&self, settings: &Settings) -> Result<(), Error> {
        let (first, column) = self.first();
        let points = settings.decimal == Some(Decimal::Point) || settings.thousands == Some(Thousands::Comma);
        let asked = settings.delimiter.is_some() || points;
        let even = self.width() > 0 && self.width().is_multiple_of(2);
        if asked || self.grid.delimiter != Delimiter::Comma || !even {
            return Ok(());
        }
        let digits = |cell: &str| !cell.is_empty() && cell.bytes().all(|b| b.is_ascii_digit());
        let rows = || first..self.grid.len();
        if !rows().all(|i| self.grid.cells(i, column).all(digits)) {
            return Ok(());
        }
        let whole = |i: usize| sum(&self.grid, i, column);
        if rows().all(|i| whole(i) == Some(ONE)) || rows().all(|i| whole(i) == Some(100 * ONE)) {
            return Ok(());
        }
        let pairs = |i: usize| {
            let cells: Vec<&str> = self.grid.cells(i, column).collect();
            let pair = |pair: &[&str]| Cell::of(&pair.join(",")).number().and_then(|x| x.about());
            cells.chunks(2).try_fold(0_i128, |sum, two| sum.checked_add(pair(two)?))
        };
        let probability = |pair: &[&str]| {
            let about = Cell::of(&pair.join(",")).number().and_then(|x| x.about());
            about.is_some_and(|x| x <= ONE)
        };
        let small = |i: usize| self.grid.cells(i, column).collect::<Vec<_>>().chunks(2).all(probability);
        let fit = |to| rows().all(|i| is_about(pairs(i), to));
        if !(fit(1) || fit(100) || rows().all(small)) {
            return Ok(());
        }
        let pair: Vec<&str> = self.grid.cells(first, column).take(2).collect();
        let message = format!(
            "found {}: two numbers, or one with a decimal comma? Say --delimiter comma for two, or write the table with \
             semicolons between its cells",
            shown(&pair.join(","))
        );
        Err(self.grid.error(first, column, message))
    }

    /// Each cell a number, all of them with the same mark and sign.
    pub(super) fn expect_numbers(&mut self, settings: &Settings) -> Result<(), Error> {
        let (first, column) = self.first();
        let grid = &self.grid;
        let mut signs: [Option<(usize, usize)>; 2] = [None; 2];
        let mut marks = Marks::default();
        for i in first..grid.len() {
            for j in column..grid.width(i) {
                let cell = Cell::of(grid.cell(i, j));
                signs[usize::from(cell.percent)].get_or_insert((i, j));
                marks.add(&cell, (i, j));
                self.expect_groups(&cell, (i, j), settings)?;
                if let Err(why) = Number::within(&cell.pointed(), &self.limits) {
                    if let Some((message, hint)) = margin::wrong(grid.cell(i, j), settings.percent) {
                        return Err(Error { hint: hint.map(Into::into), ..grid.error(i, j, message) });
                    }
                    return Err(match cell.thousands() {
                        Some(thousands) => self.apart(&cell, thousands, (i, j), settings),
                        None => grid.error(i, j, why),
                    });
                }
            }
        }
        if let [Some((i, j)), Some((k, _))] = signs {
            let without = self.column_without_percent(j, settings);
            let message = format!(
                "found {} without a %, and others with one, first in line {}: expected a % in every cell or in none{}",
                shown(grid.cell(i, j)),
                grid.line(k),
                if without.is_some() { ". To leave the column out, say " } else { "" }
            );
            let message = message + without.as_deref().unwrap_or_default();
            return Err(Error { hint: without.map(Into::into), ..grid.error(i, j, message) });
        }
        if let (Some((i, j)), Some(false)) = (signs[1], settings.percent) {
            return Err(grid.error(i, j, format!("found {}, against --percent=no", shown(grid.cell(i, j)))));
        }
        let percent = signs[1].is_some() || settings.percent == Some(true);
        (self.decimal, self.percent) = (self.mark(&marks, percent, settings)?, percent);
        Ok(())
    }

    /// No percentages that are not said to be some, and none that are numbers already.
    pub(super) fn expect_sums(&self, settings: &Settings) -> Result<(), Error> {
        let (first, column) = self.first();
        if settings.normalise || settings.percent == Some(false) {
            return Ok(());
        }
        let of = |to| (first..self.grid.len()).find(|&i| is_about(sum(&self.grid, i, column), to));
        let signed = Cell::of(self.grid.cell(first, column)).percent;
        let parts = |error: Error, found: u8, expected: u8| Error {
            found: Some(format!("a row that sums to about {found}").into()),
            expected: Some(format!("rows that sum to about {expected}").into()),
            ..error
        };
        match (self.percent, of(100), of(1)) {
            (false, Some(i), _) => {
                let message = "the row sums to about 100: say --percent if the numbers are percentages, or --normalise=any to \
                               divide each row by its sum";
                let error = parts(self.grid.error(i, column, message), 100, 1);
                Err(Error { hint: Some("--percent".into()), ..error })
            }
            (true, _, Some(i)) if !signed => {
                let message = "the row sums to about 1 as it is, expected about 100 with --percent";
                Err(parts(self.grid.error(i, column, message), 1, 100))
            }
            _ => Ok(()),
        }
    }
}
