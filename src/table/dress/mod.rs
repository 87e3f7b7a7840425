//! What other programs put around the cells of a table: rules and pipes of Markdown, ends of rows of LaTeX, brackets of
//! an array, Excel's first line, titles.
//!
//! Each is taken off by writing blanks over it, so that whatever is left stands where it stood, and what is wrong with
//! a cell is told at its place in the file.

mod brackets;
mod latex;
mod lines;
mod markdown;
mod separator;

pub use lines::Lines;
pub(super) use lines::without_titles;

use super::grid::Delimiter;
use super::settings::Settings;
use dp_verify::error::Error;
use std::borrow::Cow;

/// A text, and the same, byte for byte as long, without what dresses it as a table.
#[derive(Debug, Clone)]
pub(super) struct Plain<'a> {
    /// What was read.
    pub(super) source: &'a str,
    /// What is left of it.
    pub(super) text: Cow<'a, str>,
    /// Where it begins, after a byte order mark.
    pub(super) start: usize,
    /// What the dress says that cells stand between.
    pub(super) delimiter: Option<Delimiter>,
    /// Whether it says that the first row is names.
    pub(super) header: Option<bool>,
    /// What it is, in words.
    pub(super) said: Vec<&'static str>,
}

impl<'a> Plain<'a> {
    /// A text with nothing around its cells.
    pub(super) fn of(source: &'a str) -> Self {
        let start = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { source, text: Cow::Borrowed(source), start, delimiter: None, header: None, said: Vec::new() }
    }

    /// A text without what it is dressed in, where that is known.
    ///
    /// Cost: a few passes over the text.
    ///
    /// # Errors
    /// An array of one row, or of tables.
    pub(super) fn undressed(source: &'a str, settings: &Settings) -> Result<Self, Error> {
        let mut plain = Self::of(source);
        if let Some(lines) = &settings.lines {
            plain.text = Cow::Owned(lines.of(source));
        }
        separator::take_off(&mut plain, settings)?;
        if !markdown::take_off(&mut plain, settings) && !latex::take_off(&mut plain, settings) {
            brackets::take_off(&mut plain, settings)?;
        }
        Ok(plain)
    }

    /// From a place on, where the next thing is that is not blank, if anything was taken off.
    pub(super) fn past_dress(&self, at: usize) -> usize {
        let rest = self.text.get(at..).filter(|_| self.delimiter.is_some()).unwrap_or_default();
        let blank = rest.len() - rest.trim_start().len();
        if blank == rest.len() { at } else { at + blank }
    }

    /// The text is this from here on.
    fn become_of(&mut self, bytes: Vec<u8>, delimiter: Delimiter, said: &'static str) {
        // Whole characters alone were written over.
        if let Ok(text) = String::from_utf8(bytes) {
            (self.text, self.delimiter) = (Cow::Owned(text), Some(delimiter));
            self.said.push(said);
        }
    }
}

/// Whether a delimiter is said, and is another one.
fn is_other(settings: &Settings, delimiter: Delimiter) -> bool {
    settings.delimiter.is_some_and(|said| said != delimiter)
}

/// Writes blanks over all but the ends of lines.
fn blank(bytes: &mut [u8]) {
    bytes.iter_mut().filter(|b| !b"\r\n".contains(b)).for_each(|b| *b = b' ');
}

/// Where each line that is not blank begins and ends, without its end.
fn filled(text: &str, start: usize) -> Vec<(usize, usize)> {
    let mut at = start;
    let mut lines = Vec::new();
    for line in text.get(start..).unwrap_or_default().split('\n') {
        if !line.trim().is_empty() {
            lines.push((at, at + line.trim_end().len()));
        }
        at += line.len() + 1;
    }
    lines
}
