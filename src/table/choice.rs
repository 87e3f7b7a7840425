//! Which delimiter a table has: the one by which its lines are rows of equally many numbers.

use super::cell::{Cell, Thousands, bare};
use super::delimiter::Delimiter;
use super::dress::Plain;
use super::grid::Grid;
use super::margin;
use super::readings::{Reading, by_mark, in_several_ways};
use super::settings::Settings;
use super::shown::shown;
use super::text::error;
use dp_verify::error::Error;
use dp_verify::limits::Limits;

/// What people put between cells besides, which is not recognised but told.
const OTHERS: [char; 5] = ['|', ':', '&', '~', '!'];

/// The grid by the delimiter that is given or recognised.
///
/// Cost: a pass over the text for each delimiter that occurs in it.
///
/// # Errors
/// Without anything that looks like a table; where it is one in two ways.
pub(super) fn grid<'a>(plain: &Plain<'a>, settings: &Settings, limits: &Limits) -> Result<Grid<'a>, Error> {
    let text = &*plain.text;
    let read = |delimiter| {
        let grid = Grid::read(plain, delimiter, limits)?.without(settings.thousands);
        Ok::<_, Error>(match &settings.rounding {
            Some(most) => {
                let had_errors = std::cell::Cell::new(false);
                let mut without = grid.with_cells(|cell| {
                    let left = margin::left_out(cell, most, settings.percent == Some(true));
                    had_errors.set(had_errors.get() || left.is_some());
                    left
                });
                without.had_errors = had_errors.get();
                without
            }
            None => grid,
        })
    };
    if let Some(delimiter) = settings.delimiter.or(plain.delimiter) {
        return read(delimiter)?.expect_quotes();
    }
    let between =
        |delimiter: &Delimiter| *delimiter != Delimiter::Blanks || settings.thousands != Some(Thousands::Blank);
    let occurs = |delimiter: &Delimiter| text.as_bytes().contains(&delimiter.byte()) && between(delimiter);
    let mut found: Vec<Reading> = Vec::new();
    let mut best: Option<(usize, Grid)> = None;
    for delimiter in Delimiter::RECOGNISED.into_iter().filter(|d| *d == Delimiter::Comma || occurs(d)) {
        let grid = read(delimiter)?;
        let thousands =
            if is_table(&grid, None) || is_long(&grid) { Some(None) } else { by_thousands(&grid, settings).map(Some) };
        if let Some(thousands) = thousands {
            if !found.iter().any(|other| other.grid.is_same(&grid)) {
                found.push(Reading { grid, thousands });
            }
        } else if found.is_empty() {
            let score = numbers(&grid);
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, grid));
            }
        }
    }
    let mut found = by_mark(found, settings);
    if found.len() > 1 {
        return Err(in_several_ways(&found));
    }
    match (found.pop(), best) {
        // Thousands that are apart, and not said to be, are told at the first of them.
        (Some(reading), _) => Ok(reading.grid),
        (None, Some((_, grid))) if grid.quote.is_some() => grid.expect_quotes(),
        (None, Some((0, grid))) if grid.len() > 0 => {
            let expected = "expected a row of numbers such as 0.25 or 1/4 for each node, between commas, semicolons, tabs or \
                            blanks (anything else: --delimiter)";
            let i = usize::from(grid.len() > 1);
            let cell = shown(grid.cell(i, 0));
            if grid.cell(0, 0).starts_with('[') {
                let expected = "expected lists of numbers, one a row, and nothing else: [[0.75, 0.25], [0.25, 0.75]]; or put the \
                                list after \"matrix\" in the file that certify init writes";
                return Err(error(grid.start(0), format!("found a list as in JSON or Python, {expected}")));
            }
            let wrong = error(grid.start(i), format!("found \"{cell}\", {expected}"));
            let row = &text[grid.start(i)..];
            let row = row.lines().next().unwrap_or_default();
            let between = |mark: &&char| row.split(**mark).filter(|part| Cell::of(part.trim()).is_number()).count() > 1;
            let hint = OTHERS.iter().find(between).map(|mark| format!("--delimiter={mark}").into());
            Err(Error { hint, ..wrong })
        }
        (None, Some((_, grid))) => Ok(grid),
        (None, None) => Err(error(text.len(), "found no table")),
    }
}

/// What stands between thousands, where nobody says so and the lines are rows by that alone; a column of such numbers
/// may be anything.
fn by_thousands(grid: &Grid, settings: &Settings) -> Option<Thousands> {
    let several = settings.thousands.is_none() && grid.width(grid.len().saturating_sub(1)) > 1;
    Thousands::ALL.into_iter().find(|thousands| several && is_table(grid, Some(*thousands)))
}

/// Whether the lines but the first, which may be names, are rows of equally many numbers, beside names or not; some of
/// them perhaps with this between thousands.
fn is_table(grid: &Grid, thousands: Option<Thousands>) -> bool {
    let first = usize::from(grid.len() > 1);
    let width = grid.width(first);
    let beside = usize::from(width > 1);
    let one_less = first == 1 && width > 2 && grid.width(0) + 1 == width;
    let apart = |cell: &str| {
        let left = thousands.and_then(|thousands| thousands.left_out(cell));
        left.is_some_and(|left| Cell::of(bare(&left)).is_number())
    };
    let number = |cell: &str| Cell::of(cell).is_number() || apart(cell) || margin::is_one(cell);
    let names = || grid.cells(0, 0).chain((1..grid.len()).map(|i| grid.cell(i, 0)));
    width > 0
        && grid.quote.is_none()
        && (grid.width(0) == width || one_less)
        && !names().any(|name| !number(name) && is_several_numbers(name))
        && (first..grid.len()).all(|i| grid.width(i) == width && grid.cells(i, beside).all(number))
}

/// Whether the lines but the first, which may be names, have two names and a number each, as in a long table.
fn is_long(grid: &Grid) -> bool {
    let number = |cell: &str| Cell::of(cell).is_number();
    let line = |i: usize| {
        let (name, end) = (grid.cell(i, 1), grid.cell(i, 2));
        grid.width(i) == 3 && !grid.cell(i, 0).is_empty() && !name.is_empty() && !number(name) && number(end)
    };
    grid.quote.is_none() && grid.len() > 3 && grid.width(0) == 3 && (1..grid.len()).all(line)
}

/// How many cells are numbers.
fn numbers(grid: &Grid) -> usize {
    (0..grid.len()).flat_map(|i| grid.cells(i, 0)).filter(|cell| Cell::of(cell).is_number()).count()
}

/// Whether a cell is numbers with another delimiter between or after them, and so no name.
fn is_several_numbers(cell: &str) -> bool {
    let parts = || cell.split([',', ';', '\t', ' ']).map(|part| part.trim_matches('"')).filter(|part| !part.is_empty());
    parts().next().is_some() && parts().all(|part| Cell::of(part).is_number())
}
