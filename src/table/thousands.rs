//! Commas and blanks between cells that may stand between the thousands of one number.

use super::Table;
use super::cell::{Cell, Thousands};
use super::delimiter::Delimiter;
use super::readings::row;
use super::settings::Settings;
use super::shown::shown;
use dp_verify::error::Error;

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
