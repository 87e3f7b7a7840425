//! Rows of LaTeX: `0.75 & 0.25 \\`, with what makes a table of them before, between and behind.
//!
//! What is known to be no part of a cell is left out, and what is not known is refused where it stands beside numbers:
//! a command may make another number of them.

mod environments;

use super::commands::{self, Arguments, Kind};
use super::plain::{Plain, is_other};
use crate::table::delimiter::Delimiter;
use crate::table::settings::Settings;
use crate::table::shown::shown;
use crate::table::text::error;
use dp_verify::error::Error;

const AND: Delimiter = Delimiter::Other(b'&');

/// Takes them off, where the rows are of LaTeX; whether they are.
///
/// Cost: a pass over the text.
///
/// # Errors
/// Several tables; commands that are not known, beside numbers; a comment that may be none.
pub(super) fn take_off(plain: &mut Plain, settings: &Settings) -> Result<bool, Error> {
    let text = &plain.text[plain.start..];
    let is_latex = text.contains('&') && (text.contains("\\\\") || text.contains("\\tabularnewline"));
    if !is_latex || is_other(settings, AND) {
        return Ok(false);
    }
    let new = Reader::of(&plain.text, plain.start, settings.lines.is_none()).read()?;
    plain.become_of(new, AND, "the ends of rows and rules of LaTeX left out");
    Ok(true)
}

/// Where one is: before the table, in it, after it. Rows may stand without any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Room {
    Bare,
    Table,
    After,
}

/// What is known of the cell that is read.
#[derive(Debug, Clone, Copy, Default)]
struct Cell {
    /// Where a command is that is not known.
    unknown: Option<usize>,
    /// Where a digit is that belongs to no index.
    digit: Option<usize>,
    /// Where something is raised behind a digit.
    raised: Option<usize>,
}

struct Reader<'a> {
    text: &'a str,
    source: &'a [u8],
    new: Vec<u8>,
    at: usize,
    room: Room,
    /// Braces that are open, and how many are around the table.
    open: usize,
    around: usize,
    cell: Cell,
    /// Where the first thing is that stands before a table or after it.
    outside: Option<usize>,
    /// Where the table begins.
    begun: usize,
    /// Whether something of a row has been seen since it began, or its line.
    filled: bool,
    /// Where this line ends, and the last mark of a row in it.
    line: (usize, usize),
    /// Whether lines can be said.
    lines: bool,
}

impl<'a> Reader<'a> {
    fn of(text: &'a str, start: usize, lines: bool) -> Self {
        Self {
            text,
            source: text.as_bytes(),
            new: text.as_bytes().to_vec(),
            at: start,
            room: Room::Bare,
            open: 0,
            around: 0,
            cell: Cell::default(),
            outside: None,
            begun: start,
            filled: false,
            line: (start, start),
            lines,
        }
    }

    fn read(mut self) -> Result<Vec<u8>, Error> {
        while let Some(&b) = self.source.get(self.at) {
            match b {
                b'\\' => self.command()?,
                b'%' => self.sign_or_comment()?,
                b'&' => {
                    self.expect_no_braces("an & within braces")?;
                    self.end_of_cell()?;
                    self.at += 1;
                }
                // Lines end where rows do, and nowhere else.
                b'\n' | b'\r' => {
                    self.filled = false;
                    self.leave_out(self.at + 1);
                }
                b'{' if self.is_comma_in_braces() => self.comma_in_braces(),
                b'{' => {
                    self.open += 1;
                    self.leave_out(self.at + 1);
                }
                b'}' if self.open > 0 => {
                    self.open -= 1;
                    self.leave_out(self.at + 1);
                }
                b'$' | b'~' | b' ' | b'\t' => self.leave_out(self.at + 1),
                _ => self.keep(b)?,
            }
        }
        self.end_of_cell()?;
        if self.room == Room::After
            && let Some(at) = self.outside
        {
            return Err(self.beside(at, "after"));
        }
        Ok(self.new)
    }

    /// Blanks up to here.
    fn leave_out(&mut self, end: usize) {
        self.new[self.at..end].iter_mut().for_each(|b| *b = b' ');
        self.at = end;
    }

    /// A character of a cell.
    fn keep(&mut self, b: u8) -> Result<(), Error> {
        if self.room == Room::After && b".,;".contains(&b) {
            self.leave_out(self.at + 1);
            return Ok(());
        }
        if b == b'#' && !self.filled && self.cell.digit.is_none() && self.room != Room::After {
            let message = "found a # at the beginning of a row of LaTeX, where a comment of a table begins, expected a % \
                           for a comment, and another name if it is one";
            return Err(error(self.at, message));
        }
        self.filled = true;
        if self.room != Room::Table {
            self.outside.get_or_insert(self.at);
        }
        match b {
            b'0'..=b'9' if !self.is_index() => {
                self.cell.digit.get_or_insert(self.at);
            }
            b'^' if self.cell.digit.is_some() => {
                self.cell.raised.get_or_insert(self.at);
            }
            _ => {}
        }
        self.at += 1;
        Ok(())
    }

    /// Whether what comes is an index: `x_1`, `x_{12}`.
    fn is_index(&self) -> bool {
        let before = &self.source[..self.at];
        let digits = before.iter().rev().take(8).take_while(|b| b.is_ascii_digit()).count();
        let before = &before[..before.len() - digits];
        before.ends_with(b"_") && digits == 0 || before.ends_with(b"_{")
    }

    /// Whether a comma stands in braces between digits, as those write it who want no blank behind it.
    fn is_comma_in_braces(&self) -> bool {
        let digit = |at: Option<usize>| at.and_then(|at| self.source.get(at)).is_some_and(u8::is_ascii_digit);
        self.source[self.at..].starts_with(b"{,}") && digit(self.at.checked_sub(1)) && digit(Some(self.at + 3))
    }

    /// The digits behind it move up to it.
    fn comma_in_braces(&mut self) {
        let from = self.at + 3;
        let digits = self.source[from..].iter().take_while(|b| b.is_ascii_digit()).count();
        self.new[self.at] = b',';
        self.new.copy_within(from..from + digits, self.at + 1);
        self.new[self.at + 1 + digits..from + digits].fill(b' ');
        self.at = from + digits;
    }

    fn expect_no_braces(&self, what: &str) -> Result<(), Error> {
        let message = format!("found {what}, expected cells between & and rows that end in \\\\, outside of braces");
        if self.open == self.around { Ok(()) } else { Err(error(self.at, message)) }
    }

    /// What makes another number of one is refused.
    fn end_of_cell(&mut self) -> Result<(), Error> {
        let cell = std::mem::take(&mut self.cell);
        match (cell.digit, cell.unknown, cell.raised) {
            (Some(_), Some(at), _) => Err(self.unknown(at)),
            (_, _, Some(at)) => {
                let message = "found a ^ behind a number, expected the number alone";
                Err(error(at, message))
            }
            _ => Ok(()),
        }
    }

    fn end_of_row(&mut self, end: usize) -> Result<(), Error> {
        self.expect_no_braces("the end of a row within braces")?;
        self.end_of_cell()?;
        let at = self.at;
        self.leave_out(end);
        self.new[at] = b'\n';
        self.filled = false;
        Ok(())
    }

    /// A command beside numbers that is not known.
    fn unknown(&self, at: usize) -> Error {
        let name = commands::name(self.source, at);
        let known = if name.is_empty() { self.text[at..].chars().take(2).collect() } else { format!("\\{name}") };
        let advice = match &*name {
            "frac" | "tfrac" | "dfrac" | "sfrac" | "nicefrac" => "write 1/6 for a sixth".to_owned(),
            "multicolumn" | "multirow" => "a name in each cell, or the line left out (--lines)".to_owned(),
            _ => "numbers as they are to be read, without it".to_owned(),
        };
        error(at, format!("found {} of LaTeX in a cell that has a number, expected {advice}", shown(&known)))
    }

    /// A % that begins a comment, or a sign whose writer forgot to mask it.
    fn sign_or_comment(&mut self) -> Result<(), Error> {
        if self.at >= self.line.0 {
            let rest = &self.source[self.at..];
            let end = self.at + rest.iter().position(|b| b"\r\n".contains(b)).unwrap_or(rest.len());
            let line = &self.source[self.at..end];
            let mark = |i: usize| line[i] == b'&' || line[i..].starts_with(b"\\\\");
            self.line = (end, self.at + (0..line.len()).rev().find(|&i| mark(i)).unwrap_or(0));
        }
        let (end, last) = self.line;
        let behind = self.source[self.at + 1..end].trim_ascii_start();
        let digit = self.at.checked_sub(1).is_some_and(|at| self.source[at].is_ascii_digit());
        let number = self.source[..self.at].trim_ascii_end().last().is_some_and(u8::is_ascii_digit);
        let sign = behind.starts_with(b"&") || behind.starts_with(b"\\\\") || behind.starts_with(b"\\tabularnewline");
        if !self.filled || last <= self.at && !(digit && behind.is_empty()) {
            self.leave_out(end);
            return Ok(());
        }
        if number && sign {
            self.at += 1;
            return Ok(());
        }
        let message = "found a % in a row, expected \\% for a sign, and a comment in a line of its own";
        Err(error(self.at, message))
    }

    /// What begins with a backslash here.
    fn command(&mut self) -> Result<(), Error> {
        let at = self.at;
        let name = commands::name(self.source, at);
        if name.is_empty() {
            return self.sign();
        }
        let end = at + 1 + name.len();
        match commands::kind(&name) {
            Kind::RowEnd => self.end_of_row(end),
            Kind::Fraction => match commands::fraction(self.source, end) {
                Some((text, end)) if self.cell.digit.is_none() && text.len() <= end - at => {
                    self.cell.digit = Some(at);
                    self.filled = true;
                    if self.room != Room::Table {
                        self.outside.get_or_insert(at);
                    }
                    self.leave_out(end);
                    self.new[at..at + text.len()].copy_from_slice(text.as_bytes());
                    Ok(())
                }
                _ => Err(self.unknown(at)),
            },
            Kind::LeftOut(arguments) => {
                let end = commands::past(self.source, end, arguments)?;
                self.leave_out(end);
                Ok(())
            }
            Kind::Begin => self.begin(end),
            Kind::End => self.end(end),
            Kind::Refused => {
                let message = format!("found \\{name} of LaTeX, expected the rows of one table alone (--lines)");
                Err(error(at, message))
            }
            Kind::Kept => {
                self.filled = true;
                self.at = end;
                Ok(())
            }
            Kind::Unknown => {
                // A definition may be one of what the cells say.
                let of = |what: &[u8]| self.source[end..].starts_with(what);
                let layout = name == "renewcommand" && (of(b"{\\arraystretch}") || of(b"\\arraystretch"));
                if layout {
                    let end = commands::past(self.source, end, Arguments::braces(2))?;
                    self.leave_out(end);
                    return Ok(());
                }
                self.cell.unknown.get_or_insert(at);
                self.filled = true;
                if self.room != Room::Table {
                    self.outside.get_or_insert(at);
                }
                self.at = end;
                Ok(())
            }
        }
    }

    /// A backslash before something that is no letter.
    fn sign(&mut self) -> Result<(), Error> {
        match self.source.get(self.at + 1) {
            Some(b'\\') => {
                let end = self.at + if self.source.get(self.at + 2) == Some(&b'*') { 3 } else { 2 };
                let end = commands::past_distance(self.source, end)?;
                self.end_of_row(end)
            }
            Some(b'%') => {
                self.new[self.at] = b' ';
                self.filled = true;
                self.at += 2;
                Ok(())
            }
            Some(b',' | b';' | b'!' | b' ' | b':' | b'(' | b')' | b'[' | b']' | b'/') => {
                self.leave_out(self.at + 2);
                Ok(())
            }
            Some(b'&') => {
                let message = "found \\&, an & in a name, expected another sign or word for it, such as \"and\"";
                Err(error(self.at, message))
            }
            Some(b'\n' | b'\r') | None => {
                self.leave_out(self.at + 1);
                Ok(())
            }
            Some(_) => {
                self.filled = true;
                if self.room != Room::Table {
                    self.outside.get_or_insert(self.at);
                }
                self.at += 2;
                while !self.text.is_char_boundary(self.at) {
                    self.at += 1;
                }
                Ok(())
            }
        }
    }
}
