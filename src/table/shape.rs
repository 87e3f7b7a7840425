//! Tables that stand otherwise: on their side, with a line for each entry, or with columns that are none.

use super::grid::{From, Grid};
use super::shown::shown;
use super::text::error;
use dp_verify::error::Error;

/// The same grid on its other side. A row of names that is one cell short has none above the first column.
pub(super) fn transposed(grid: Grid) -> Result<Grid, Error> {
    let (width, first) = (grid.width(grid.len().saturating_sub(1)), grid.width(0));
    let shorter = grid.len() > 1 && first + 1 == width;
    let odd = (usize::from(shorter)..grid.len()).find(|&i| grid.width(i) != width);
    if let Some(i) = odd {
        let message = format!("found a row of {}, expected {width} as in the last row", grid.width(i));
        return Err(grid.error(i, 0, message));
    }
    let from = |i: usize, j: usize| match (shorter && i == 0, j) {
        (true, 0) => From::Empty,
        (true, j) => From::Cell(0, j - 1),
        _ => From::Cell(i, j),
    };
    let rows: Vec<Vec<From>> = (0..width).map(|j| (0..grid.len()).map(|i| from(i, j)).collect()).collect();
    Ok(grid.rearranged(&rows))
}

/// Whether it is said that no column is to be left out.
pub(super) fn is_nothing(columns: &[String]) -> bool {
    matches!(columns, [one] if one == "nothing")
}

/// The same grid without columns, which are called by what stands above them, or by their numbers from 1. `#2` is the
/// second column, whatever is called 2.
pub(super) fn without<'a>(grid: Grid<'a>, columns: &[String]) -> Result<Grid<'a>, Error> {
    if columns.is_empty() || is_nothing(columns) {
        return Ok(grid);
    }
    let width = grid.width(grid.len().saturating_sub(1));
    // A row of names that is one cell short begins above the second column.
    let short = usize::from(grid.len() > 1 && grid.width(0) + 1 == width);
    let mut left_out = Vec::new();
    for name in columns {
        let named: Vec<usize> = (0..grid.width(0)).filter(|&j| grid.name(0, j) == name).collect();
        let digits = name.strip_prefix('#').unwrap_or(name);
        let number = digits.parse::<usize>().ok().filter(|n| (1..=width).contains(n)).map(|n| n - 1);
        let column = match (&named[..], number) {
            (&[j, ..], Some(k)) if j + short != k => {
                let message = format!(
                    "--drop {0}: found \"{0}\" in the first row, in column {1}, expected a name or a number that tells one column: \
                     say \"--drop=#{0}\" for column {0}, \"--drop=#{1}\" for this one",
                    shown(name),
                    j + short + 1
                );
                return Err(grid.error(0, j, message));
            }
            (&[j], _) => j + short,
            ([], Some(j)) => j,
            ([], None) => {
                let names: Vec<String> = grid.cells(0, 0).take(12).map(shown).collect();
                let expected =
                    format!("expected a name of the first row, {}, or a number from 1 to {width}", names.join(", "));
                return Err(error(grid.start(0), format!("--drop: found \"{}\", {expected}", shown(name))));
            }
            (several, _) => {
                let message =
                    format!("--drop: found \"{}\" above {} columns, expected one", shown(name), several.len());
                return Err(grid.error(0, several[1], message));
            }
        };
        left_out.push(column);
    }
    let keep = |i: usize| {
        let offset = if i == 0 { short } else { 0 };
        (0..grid.width(i)).filter(|j| !left_out.contains(&(j + offset))).map(|j| From::Cell(i, j)).collect()
    };
    let rows: Vec<Vec<From>> = (0..grid.len()).map(keep).collect();
    if rows.iter().any(Vec::is_empty) {
        return Err(error(grid.start(0), "--drop: found all columns, expected some that are left"));
    }
    Ok(grid.rearranged(&rows))
}
