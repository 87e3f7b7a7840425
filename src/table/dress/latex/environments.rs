//! What is before a table of LaTeX, around it and behind it.

use super::{Cell, Reader, Room};
use crate::table::dress::commands;
use crate::table::shown::shown;
use crate::table::text::{blank, error};
use dp_verify::error::Error;

impl Reader<'_> {
    pub(super) fn begin(&mut self, end: usize) -> Result<(), Error> {
        let at = self.at;
        let (name, end) = commands::environment(self.source, end)?;
        if name == "comment" {
            let rest = &self.text[end..];
            let close = "\\end{comment}";
            let Some(length) = rest.find(close) else {
                return Err(error(at, "found \\begin{comment}, and no \\end{comment} after it"));
            };
            blank(&mut self.new[at..end + length + close.len()]);
            self.leave_out(end + length + close.len());
            return Ok(());
        }
        let Some((is_table, arguments)) = commands::of_environment(&name) else {
            let message = format!("found \\begin{{{}}}, expected one table: tabular, array, matrix", shown(&name));
            return Err(error(at, message));
        };
        if is_table {
            if self.room != Room::Bare {
                let lines = self.lines_of(self.begun, at);
                let message = "found a second table, expected one";
                return Err(self.with_lines(error(at, message), lines));
            }
            if let Some(outside) = self.outside.filter(|&outside| !self.is_assignment(outside)) {
                return Err(self.beside(outside, "before"));
            }
            (self.room, self.begun, self.around) = (Room::Table, at, self.open);
            (self.cell, self.outside) = (Cell::default(), None);
        }
        let end = commands::past(self.source, end, arguments)?;
        self.leave_out(end);
        Ok(())
    }

    pub(super) fn end(&mut self, end: usize) -> Result<(), Error> {
        let (name, end) = commands::environment(self.source, end)?;
        if commands::of_environment(&name).is_some_and(|(is_table, _)| is_table) {
            self.end_of_cell()?;
            // Without its beginning, where lines are said: what was before it is the table.
            (self.room, self.outside) = (Room::After, None);
        }
        self.leave_out(end);
        Ok(())
    }

    /// Whether what stands before the table gives it a name, `P = `, which is left out.
    pub(super) fn is_assignment(&mut self, outside: usize) -> bool {
        let before = String::from_utf8_lossy(&self.new[outside..self.at]).into_owned();
        let is = before.trim_end().strip_suffix('=').is_some_and(|name| {
            let name = name.trim_end();
            name.starts_with(|c: char| c.is_ascii_alphabetic())
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        });
        if is {
            blank(&mut self.new[outside..self.at]);
        }
        is
    }

    /// Something beside the table that may say what its numbers are.
    pub(super) fn beside(&self, at: usize, side: &str) -> Error {
        let line = self.text[at..].lines().next().unwrap_or_default();
        let found: String = line.chars().take(40).collect();
        error(at, format!("found \"{}\" {side} the table, expected the table alone (--lines)", shown(found.trim_end())))
    }

    pub(super) fn lines_of(&self, from: usize, to: usize) -> (usize, usize) {
        let line = |at: usize| self.source[..at].iter().filter(|&&b| b == b'\n').count() + 1;
        (line(from), line(to).saturating_sub(1))
    }

    pub(super) fn with_lines(&self, error: Error, (first, last): (usize, usize)) -> Error {
        if !self.lines || last < first {
            return error;
        }
        let message = format!("{}: for the first alone, say --lines {first}-{last}", error.message);
        Error { message, hint: Some(format!("--lines {first}-{last}").into()), ..error }
    }
}
