//! Columns that stand beside probabilities and are none.

use super::cell::Cell;
use super::names::{ONE, all_fit, is_about, sum};
use super::shape::is_nothing;
use super::{Settings, Table, shown};
use dp_verify::error::Error;

impl Table<'_> {
    /// No column of whole numbers beside probabilities: how many there were, a year, a number of the row.
    pub(super) fn expect_no_counts_beside(&self, settings: &Settings) -> Result<(), Error> {
        let (grid, (first, column)) = (&self.grid, self.first());
        let rows: Vec<usize> = (first..grid.len()).collect();
        let end = grid.width(first);
        if settings.counts || is_nothing(&settings.drop) || end - column < 3 || all_fit(grid, &rows, column) {
            return Ok(());
        }
        let whole = |i: usize, j: usize| {
            let written = Cell::of(grid.cell(i, j)).number().is_some_and(|x| x.whole().is_some());
            written || self.about(i, j).is_some_and(|x| x % ONE == 0)
        };
        let large = |i: usize, j: usize| self.about(i, j).is_some_and(|x| x.abs() > ONE);
        let is_of_counts = |j: &usize| rows.iter().all(|&i| whole(i, *j)) && rows.iter().any(|&i| large(i, *j));
        let counts: Vec<usize> = (column..end).filter(is_of_counts).collect();
        let rest = |i: usize| {
            let others = counts.iter().try_fold(0_i128, |sum, &j| sum.checked_add(self.about(i, j)?))?;
            sum(grid, i, column)?.checked_sub(others)
        };
        let fit = |to| rows.iter().all(|&i| is_about(rest(i), to));
        let [j, ..] = counts[..] else { return Ok(()) };
        if counts.len() + 1 >= end - column || !(fit(1) || fit(100)) {
            return Ok(());
        }
        let above = |j: usize| grid.name(0, j - usize::from(self.names.shorter));
        let called = |j: usize| if self.names.header { above(j).to_owned() } else { (j + 1).to_string() };
        let cells: Vec<String> = rows.iter().take(3).map(|&i| shown(grid.cell(i, j))).collect();
        let name = if self.names.header { format!("\"{}\": ", shown(&called(j))) } else { String::new() };
        let flags: Vec<String> = counts.iter().map(|&j| format!("--drop={}", called(j))).collect();
        let message = format!(
            "found {name}{}{}, whole numbers beside numbers that sum to about {} without them: is this an output? To leave the \
             column out, say {}; if it is one, --drop nothing",
            cells.join(", "),
            if rows.len() > 3 { ", …" } else { "" },
            if fit(1) { 1 } else { 100 },
            shown(&flags.join(" ")),
        );
        let told = flags.iter().all(|flag| !flag.contains(' '));
        Err(Error { hint: told.then(|| flags.join(" ").into()), ..grid.error(first, j, message) })
    }

    /// The flag that leaves a column out, if it alone has no `%` and all others have one in each row.
    pub(super) fn column_without_percent(&self, j: usize, settings: &Settings) -> Option<String> {
        let (first, column) = self.first();
        let has = |i: usize, k: usize| Cell::of(self.grid.cell(i, k)).percent;
        let alone = (first..self.grid.len()).all(|i| (column..self.grid.width(i)).all(|k| has(i, k) == (k != j)));
        let name = if self.names.header {
            self.grid.name(0, j - usize::from(self.names.shorter)).to_owned()
        } else {
            (j + 1).to_string()
        };
        let flag = format!("--drop={name}");
        (alone && settings.drop.is_empty() && !name.contains(char::is_whitespace)).then_some(flag)
    }
}
