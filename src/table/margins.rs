//! What stands in a table beside its rows and is none of them, or stands where rows should: sums, comments, columns.

use super::cell::Cell;
use super::delimiter::Delimiter;
use super::headings::is_of_inputs;
use super::names::{ONE, all_fit, is_about, sum};
use super::shape::is_nothing;
use super::{Settings, Table, shown};
use dp_verify::error::Error;

/// How far two sums of what is about may be apart that are one: entries are rounded to 10^-12.
const NEAR: i128 = ONE / 1_000_000;

/// What people write above or beside sums.
fn is_sum(name: &str) -> bool {
    ["sum", "total", "totals", "\u{3a3}"].iter().any(|word| name.eq_ignore_ascii_case(word))
}

/// What people write beside means.
fn is_mean(name: &str) -> bool {
    let words = ["average", "averages", "mean", "means", "avg", "avg.", "overall"];
    words.iter().any(|word| name.eq_ignore_ascii_case(word))
}

impl Table<'_> {
    /// About what a number is.
    pub(super) fn about(&self, i: usize, j: usize) -> Option<i128> {
        Cell::of(self.grid.cell(i, j)).number()?.about()
    }

    /// About what the numbers of a column come to, the rows before `end`.
    fn column_sum(&self, j: usize, end: usize) -> Option<i128> {
        (self.first().0..end).try_fold(0_i128, |sum, i| sum.checked_add(self.about(i, j)?))
    }

    /// No column of the rows' sums, and no row of the columns'.
    pub(super) fn expect_no_margins(&self, settings: &Settings) -> Result<(), Error> {
        let (grid, (first, column)) = (&self.grid, self.first());
        let near =
            |x: Option<i128>, y: Option<i128>| matches!((x, y), (Some(x), Some(y)) if x.abs_diff(y) < NEAR as u128);
        let (last, end) = (grid.len() - 1, grid.width(first) - 1);
        let are_sums = |j: usize| {
            let of_row = |i: usize| near(sum(grid, i, column).map(|all| all / 2), self.about(i, j));
            end > column && (first..=last).all(of_row)
        };
        self.expect_no_runs(&are_sums, settings)?;
        let above = if self.names.header { grid.cell(0, grid.width(0) - 1) } else { "" };
        let sums_of_rows = are_sums(end);
        // Sums of rounded numbers are rounded.
        let off = |i: usize| {
            let rest = sum(grid, i, column).zip(self.about(i, end)).map(|(all, x)| (all - x - x).abs());
            rest.is_some_and(|off| off <= ONE / 50)
        };
        let is_sums = sums_of_rows || end > column && (first..=last).all(off);
        if is_sums && is_sum(above) && !is_nothing(&settings.drop) {
            return Err(self.with_sums(grid.width(0) - 1, settings));
        }
        // By whatever name: a row that sums to 1 without its last number, which is 1, is none with it.
        let whole = |i: usize| near(self.about(i, end), Some(ONE)) || near(self.about(i, end), Some(100 * ONE));
        if sums_of_rows && !self.is_of_counts() && (first..=last).all(whole) {
            let found = shown(grid.cell(first, end));
            let message =
                format!("found {found} at the end of each row, the sum of the others, expected a table without sums");
            return Err(grid.error(first, end, message));
        }
        let beside = if self.names.index { grid.cell(last, 0) } else { "" };
        let of_columns = |j: usize| near(self.column_sum(j, last), self.about(last, j));
        if is_sum(beside) && last > first && (column..=end).all(of_columns) {
            return Err(self.without_last_row(beside, "sums", settings));
        }
        // Under such a name it is of all others together, or their mean, unless the lines that are told hold it.
        let named = is_mean(beside) || is_sum(beside) || beside.eq_ignore_ascii_case("all");
        if named && last > first + 1 && settings.lines.is_none() {
            return Err(self.without_last_row(beside, "what may be means", settings));
        }
        Ok(())
    }

    /// No column of how many runs there were at each answer, at either end of three or more.
    fn expect_no_runs(&self, are_sums: &dyn Fn(usize) -> bool, settings: &Settings) -> Result<(), Error> {
        let (first, column) = self.first();
        let end = self.grid.width(first) - 1;
        let place = |j: usize| j - usize::from(self.names.shorter);
        let named = |j: usize| {
            let name = self.grid.cell(0, place(j));
            is_sum(name) || ["n", "runs", "all"].iter().any(|word| name.eq_ignore_ascii_case(word))
        };
        let several = self.names.header && end > column + 1 && !is_nothing(&settings.drop);
        match [column, end].into_iter().find(|&j| several && named(j) && are_sums(j)) {
            Some(j) => Err(self.with_sums(place(j), settings)),
            None => Ok(()),
        }
    }

    /// That a column, which has its name in the first line, has sums of the others.
    fn with_sums(&self, j: usize, settings: &Settings) -> Error {
        let above = self.grid.cell(0, j);
        let drop = format!("--drop={above}");
        let pasted = !above.contains(' ') && settings.drop.is_empty();
        let call = if pasted { format!(": say {drop}, or --drop nothing if it is an output") } else { String::new() };
        let message = format!("found \"{}\" above sums of the rows, expected a table without them{call}", shown(above));
        Error { hint: pasted.then(|| drop.into()), ..self.grid.error(0, j, message) }
    }

    /// The last row is none, and the call that leaves it out.
    fn without_last_row(&self, beside: &str, what: &str, settings: &Settings) -> Error {
        let last = self.grid.len() - 1;
        let lines = format!("--lines=-{}", self.grid.line(last - 1));
        let with = format!("--lines=-{}", self.grid.line(last));
        let call = if settings.lines.is_none() {
            format!(": say {lines} to leave it out, {with} if it is an answer like the others")
        } else {
            String::new()
        };
        let message = format!("found \"{}\" beside {what} of the columns, expected answers alone{call}", shown(beside));
        let hint = settings.lines.is_none().then(|| lines.into());
        Error { hint, ..self.grid.error(last, 0, message) }
    }

    /// Whether each column sums to 1, or each to 100, and the rows do not: as in a table on its side.
    pub fn is_on_its_side(&self) -> bool {
        let (grid, (first, column)) = (&self.grid, self.first());
        let rows: Vec<usize> = (first..grid.len()).collect();
        let empty = rows.iter().any(|&i| sum(grid, i, column) == Some(0));
        if rows.len() < 2 || empty {
            return false;
        }
        // Rounding takes rows and columns equally far from 1; rows that are much farther off are none.
        let to = |whole: i128| {
            let off = |sum: Option<i128>| sum.map(|sum| (sum - whole * ONE).abs() / whole);
            let larger = |most: i128, x: Option<i128>| Some(most.max(x?));
            let columns = (column..grid.width(first)).map(|j| off(self.column_sum(j, grid.len()))).try_fold(0, larger);
            let rows = rows.iter().map(|&i| off(sum(grid, i, column))).try_fold(0, larger);
            let clearly = |(columns, rows): (i128, i128)| rows >= ONE / 50 && columns <= (rows / 10).min(ONE / 100);
            columns.zip(rows).is_some_and(clearly)
        };
        to(1) || to(100)
    }

    /// No table whose columns are the distributions: as a table of rows it would be another one.
    pub(super) fn expect_no_columns_for_rows(&self, settings: &Settings) -> Result<(), Error> {
        if settings.transpose.is_none() && !settings.counts && self.is_on_its_side() {
            let message = "each column sums to 1 or 100 and the rows do not: is the table on its side? Expected a row for each \
                           answer, with the probabilities of its outputs: say --transpose if it has a column for each, and \
                           --transpose=no if it is as it should be";
            let (first, column) = self.first();
            let error = self.grid.error(first, column, message);
            return Err(Error { hint: Some("--transpose".into()), ..error });
        }
        Ok(())
    }

    /// No name of outputs above the names of the rows where the columns sum to 1 too: the table may be on its side.
    pub(super) fn expect_no_outputs_beside(&self, settings: &Settings) -> Result<(), Error> {
        let (grid, (first, column)) = (&self.grid, self.first());
        let corner = if self.names.header && self.names.index && !self.names.shorter { grid.cell(0, 0) } else { "" };
        // Of `output\\answer` the first word is about the rows.
        let beside = corner.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or("");
        let near = |j: usize, to: i128| is_about(self.column_sum(j, grid.len()), to);
        let both = [1, 100].into_iter().any(|to| (column..grid.width(first)).all(|j| near(j, to)));
        let rows: Vec<usize> = (first..grid.len()).collect();
        // Where rows may have any sum, sums say nothing of the side.
        let open = settings.normalise && !all_fit(grid, &rows, column);
        let is_open = settings.transpose.is_none() && settings.long != Some(true) && (both || open);
        if is_open && is_of_inputs(beside) == Some(false) {
            let message = format!(
                "found \"{}\" above the names of the rows{}: expected a row for each answer. Say --transpose if it has a row for \
                 each output, and --transpose=no if it is as it should be",
                shown(corner),
                if both { ", and both rows and columns sum to about 1" } else { "" }
            );
            return Err(Error { hint: Some("--transpose".into()), ..grid.error(0, 0, message) });
        }
        Ok(())
    }

    /// No comment that is a row whose name begins with `#`, and no name that swallows rows for the want of a quote.
    pub(super) fn expect_no_hidden_rows(&self) -> Result<(), Error> {
        let (grid, (first, column)) = (&self.grid, self.first());
        let width = grid.width(first);
        let is_row = |at: usize| {
            let line = grid.plain.text[at..].split(['\r', '\n']).next().unwrap_or("");
            let cells: Vec<&str> = match grid.delimiter {
                Delimiter::Blanks => line.split(' ').filter(|cell| !cell.is_empty()).collect(),
                other => line.trim_end_matches(char::from(other.byte())).split(char::from(other.byte())).collect(),
            };
            let number = |cell: &str| Cell::of(cell.trim().trim_matches('"')).looks_like_number();
            // Beside numbers alone, #0.5 is a number left out.
            let named = column > 0 || !number(cells[0].trim_start_matches('#'));
            width > 1 && cells.len() == width && named && cells[1..].iter().all(|cell| number(cell))
        };
        let names = (0..first).map(|i| (i, grid.width(i))).chain((first..grid.len()).map(|i| (i, column)));
        for (i, j) in names.flat_map(|(i, width)| (0..width).map(move |j| (i, j))) {
            let name = grid.cell(i, j);
            let number = |part: &str| Cell::of(part.trim()).is_number();
            if name.contains(['\r', '\n']) && name.split(['\r', '\n', char::from(grid.delimiter.byte())]).any(number) {
                let message =
                    format!("found \"{}\", a name of several lines with numbers: is a quote missing?", shown(name));
                return Err(grid.error(i, j, message));
            }
        }
        let Some(&at) = grid.marked.iter().find(|&&at| is_row(at)) else { return Ok(()) };
        let message = "found a # before what may be a row: put its name in quotes if it is one, or a blank after the # of a \
                       comment";
        Err(super::error(at, message))
    }
}
