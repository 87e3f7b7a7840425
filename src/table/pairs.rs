//! Lists of edges: two cells a line, or three with a length.

use super::delimiter::Delimiter;
use super::dress::Plain;
use super::grid::Grid;
use super::text::text;
use dp_verify::error::Error;
use dp_verify::limits::Limits;
use dp_verify::text::count;

/// The two or three cells of a line and their places.
pub(crate) type Pair = (Vec<String>, Vec<Error>);

/// The cells of each line, and their places, without line and column: a list of edges.
///
/// # Errors
/// At a line without two cells, or three.
pub(crate) fn pairs(bytes: &[u8], limits: &Limits) -> Result<Vec<Pair>, Error> {
    let all = || -> Result<Vec<Pair>, Error> {
        let plain = Plain::of(text(bytes)?);
        let mut grid = Grid::read(&plain, Delimiter::Comma, limits)?;
        for delimiter in [Delimiter::Semicolon, Delimiter::Tab, Delimiter::Blanks] {
            if (0..grid.len()).any(|i| !is_edge(&grid, i)) {
                let other = Grid::read(&plain, delimiter, limits)?;
                if (0..other.len()).all(|i| is_edge(&other, i)) {
                    grid = other;
                }
            }
        }
        let grid = grid.expect_quotes()?;
        let pair = |i: usize| {
            match grid.width(i) {
            n @ (2 | 3) => {
                let places = (0..n).map(|j| grid.error(i, j, "")).collect();
                Ok(((0..n).map(|j| grid.cell(i, j).to_owned()).collect(), places))
            }
            n => Err(grid.error(
                i,
                0,
                format!(
                    "found {}, expected two answers that are neighbours, and the length of their edge if it has one, with a comma, \
                     semicolon, tab or blank between",
                    count(n, "entry")
                ),
            )),
        }
        };
        (0..grid.len()).map(pair).collect()
    };
    all().map_err(|e| e.locate(bytes))
}

fn is_edge(grid: &Grid, i: usize) -> bool {
    matches!(grid.width(i), 2 | 3)
}
