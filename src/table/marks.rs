//! Commas and points: marks of decimals, or what stands between thousands.
//!
//! Where every mark has three digits behind it and no cell that has one begins with 0, it may be either, and a table is
//! refused with both of its readings. Each flag that is told has been tried on the table.

use super::cell::{Cell, Decimal, Thousands};
use super::names::{is_about, sum};
use super::text::error;
use super::{Settings, Table, shown};
use dp_verify::error::Error;

/// Where a mark stands first.
type Place = (usize, usize);

/// The marks of a table's numbers: of points and of commas, where the first is, and whether all may be of thousands.
#[derive(Debug)]
pub(super) struct Marks {
    points: (Option<Place>, bool),
    commas: (Option<Place>, bool),
}

impl Default for Marks {
    fn default() -> Self {
        Self { points: (None, true), commas: (None, true) }
    }
}

impl Marks {
    pub(super) fn add(&mut self, cell: &Cell, place: Place) {
        let of = match cell.mark() {
            Some(Decimal::Point) => &mut self.points,
            Some(Decimal::Comma) => &mut self.commas,
            None => return,
        };
        of.0.get_or_insert(place);
        of.1 &= cell.may_have_thousands();
    }
}

impl Settings {
    /// One mark for decimals, and another for thousands.
    pub(super) fn expect_two_marks(&self) -> Result<(), Error> {
        match self.thousands {
            Some(thousands) if thousands.is_mark(self.decimal) => {
                let name = thousands.name();
                let message = format!(
                    "found --thousands {name} and --decimal {name}, expected different marks, or one of the flags"
                );
                Err(error(0, message))
            }
            _ => Ok(()),
        }
    }
}

impl Table<'_> {
    /// Three digits behind each mark of thousands, and no 0 before the first: others would be of decimals.
    pub(super) fn expect_groups(&self, cell: &Cell, (i, j): Place, settings: &Settings) -> Result<(), Error> {
        match settings.thousands {
            Some(thousands) if cell.text.contains(|c| thousands.is(c)) => {
                let (found, name) = (shown(cell.text), thousands.name());
                let message = format!(
                    "found \"{found}\" against --thousands {name}, expected three digits behind each {name}, and no 0 before \
                     the first"
                );
                Err(self.grid.error(i, j, message))
            }
            _ => Ok(()),
        }
    }

    /// What is wrong with a number whose thousands are apart, and the flag that says by what.
    pub(super) fn apart(&self, cell: &Cell, thousands: Thousands, (i, j): Place, settings: &Settings) -> Error {
        let message = format!("found \"{}\", thousands apart from the rest, expected plain digits", shown(cell.text));
        if settings.thousands.is_some() || thousands.is_mark(settings.decimal) {
            return self.grid.error(i, j, message);
        }
        let (name, delimiter) = (thousands.name(), self.grid.delimiter);
        let serves = |delimiter| {
            let settings = Settings { thousands: Some(thousands), delimiter, ..settings.clone() };
            self.tried(&settings, i).is_some_and(|(_, more)| more.is_empty())
        };
        let alone = serves(settings.delimiter);
        // Blanks of one kind between cells, and of another between thousands.
        if !alone && settings.delimiter.is_none() && serves(Some(delimiter)) {
            let delimiter = delimiter.name();
            let message = format!("{message}, or --delimiter {delimiter} --thousands {name}");
            let hint = format!("--delimiter={delimiter} --thousands={name}");
            return Error { hint: Some(hint.into()), ..self.grid.error(i, j, message) };
        }
        let error = self.grid.error(i, j, format!("{message}, or --thousands {name}"));
        Error { hint: alone.then(|| format!("--thousands={name}").into()), ..error }
    }

    /// The mark of decimals.
    pub(super) fn mark(&self, marks: &Marks, percent: bool, settings: &Settings) -> Result<Option<Decimal>, Error> {
        let ((points, by_points), (commas, by_commas)) = (marks.points, marks.commas);
        let found = |(i, j): Place| shown(self.grid.cell(i, j));
        let (place, mark, may_be) = match (points, commas) {
            (None, None) => return Ok(None),
            (Some(point), Some(comma)) => {
                let line = self.grid.line(comma.0);
                let message = format!(
                    "found {} with a point, and others with a decimal comma, first in line {line}: expected one of the two in \
                     all cells, and no thousands apart",
                    found(point)
                );
                let apart = match (by_points, by_commas) {
                    (true, false) => Some(Thousands::Point),
                    (false, true) => Some(Thousands::Comma),
                    _ => None,
                };
                return Err(self.or_thousands(apart, message, point, settings));
            }
            (Some(place), None) => (place, Decimal::Point, by_points),
            (None, Some(place)) => (place, Decimal::Comma, by_commas),
        };
        let apart = Thousands::by_mark(mark);
        match settings.decimal {
            Some(said) if said == mark => Ok(Some(mark)),
            Some(_) => {
                let message = format!("found {} with a decimal {}, against --decimal", found(place), apart.name());
                Err(self.or_thousands(Some(apart).filter(|_| may_be), message, place, settings))
            }
            // Beside a comma of thousands there are no others, and so with points.
            None if settings.thousands.is_some_and(|of| [Thousands::Comma, Thousands::Point].contains(&of)) => {
                Ok(Some(mark))
            }
            None if may_be && !(mark == Decimal::Point && self.fits(if percent { 100 } else { 1 })) => {
                Err(self.in_two_ways(mark, place, settings))
            }
            None => Ok(Some(mark)),
        }
    }

    /// An error, with the flag by which the marks are of thousands, where the table can be read so.
    fn or_thousands(&self, apart: Option<Thousands>, message: String, (i, j): Place, settings: &Settings) -> Error {
        let settings = |apart| Settings { thousands: Some(apart), ..settings.clone() };
        let apart = apart.filter(|apart| self.tried(&settings(*apart), i).is_some_and(|(_, more)| more.is_empty()));
        let error = self.grid.error(i, j, message);
        match apart.map(Thousands::name) {
            Some(name) => Error {
                message: format!("{}; where {name}s stand between thousands, say --thousands {name}", error.message),
                hint: Some(format!("--thousands={name}").into()),
                ..error
            },
            None => error,
        }
    }

    /// What is said where marks may be of decimals or between thousands: both readings of the row, each with its flags.
    fn in_two_ways(&self, mark: Decimal, (i, j): Place, settings: &Settings) -> Error {
        let name = Thousands::by_mark(mark).name();
        let apart = Settings { thousands: Some(Thousands::by_mark(mark)), ..settings.clone() };
        let decimal = Settings { decimal: Some(mark), ..settings.clone() };
        let told = |flag: &str, settings: &Settings| {
            self.tried(settings, i).map(|(row, more)| format!("{row} with --{flag} {name}{more}"))
        };
        let ways: Vec<String> = told("thousands", &apart).into_iter().chain(told("decimal", &decimal)).collect();
        let ways = match &ways[..] {
            [] => format!("Say --thousands {name} or --decimal {name}"),
            ways => format!("The row is {}", ways.join(", and ")),
        };
        let found = shown(self.grid.cell(i, j));
        self.grid.error(i, j, format!("found {found}: a decimal {name}, or thousands apart? {ways}"))
    }

    /// The first numbers of a row of the grid as they are read by other settings, and the flag that these need besides;
    /// `None` where the table can not be read so.
    fn tried(&self, settings: &Settings, i: usize) -> Option<(String, &'static str)> {
        let bytes = self.grid.plain.source.as_bytes();
        let percent = Settings { percent: Some(true), ..settings.clone() };
        let read = |settings: &Settings| Table::recognise(bytes, settings, &self.limits);
        let (table, more) = match read(settings) {
            Ok(table) => (table, ""),
            Err(e) if e.hint.as_deref() == Some("--percent") => (read(&percent).ok()?, " --percent"),
            Err(_) => return None,
        };
        let (row, _) = table.rows().nth(i.checked_sub(table.first().0)?)?;
        let mut numbers: Vec<String> = row.iter().take(6).map(|x| shown(&x.to_string())).collect();
        numbers.extend((row.len() > 6).then(|| "…".to_owned()));
        Some((numbers.join("; "), more))
    }

    /// Whether all rows come to about this: 1, or of percentages 100.
    fn fits(&self, whole: i128) -> bool {
        let (first, column) = self.first();
        (first..self.grid.len()).all(|i| is_about(sum(&self.grid, i, column), whole))
    }
}
