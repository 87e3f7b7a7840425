//! What other programs put around the cells of a table: rules and pipes of Markdown, ends of rows of LaTeX, brackets of
//! an array, Excel's first line, titles.
//!
//! Each is taken off by writing blanks over it, so that whatever is left stands where it stood, and what is wrong with
//! a cell is told at its place in the file.

mod beginnings;
mod brackets;
mod commands;
mod latex;
mod markdown;
mod plain;
mod separator;

pub(super) use plain::Plain;

use super::settings::Settings;
use dp_verify::error::Error;
use std::borrow::Cow;

/// A text without what it is dressed in, where that is known.
///
/// Cost: a few passes over the text.
///
/// # Errors
/// An array of one row, or of tables; what is around cells and not known; several tables.
pub(super) fn undressed<'a>(source: &'a str, settings: &Settings) -> Result<Plain<'a>, Error> {
    let mut plain = Plain::of(source);
    if let Some(lines) = &settings.lines {
        plain.text = Cow::Owned(lines.of(source));
    }
    separator::take_off(&mut plain, settings)?;
    if latex::take_off(&mut plain, settings)? {
        return Ok(plain);
    }
    beginnings::expect_one_table(&plain, settings)?;
    beginnings::expect_no_title(&plain, settings)?;
    let has_blank_lines = beginnings::has_blank_lines(&plain);
    let dressed = plain.said.len();
    let is_array = !markdown::take_off(&mut plain, settings)? && {
        brackets::take_off(&mut plain, settings)?;
        plain.said.len() > dressed
    };
    if has_blank_lines && !is_array {
        plain.said.push("blank lines between rows left out");
    }
    Ok(plain)
}
