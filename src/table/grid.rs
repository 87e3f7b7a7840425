//! The cells of a table: what stands between the delimiters of each line, as the csv crate reads it.

use super::cell::{BLANKS, Thousands, bare};
use super::delimiter::Delimiter;
use super::dress::Plain;
use super::text::error;
use csv::{ReaderBuilder, StringRecord, Trim};
use dp_verify::error::Error;
use dp_verify::limits::Limits;
use dp_verify::report::printable;
use std::cell::OnceCell;

/// A line, or several where a cell in quotes has line ends.
#[derive(Debug)]
struct Row {
    record: StringRecord,
    /// The same as it is written, where thousands were apart.
    written: Option<StringRecord>,
    /// Where it begins.
    start: usize,
    /// Without the empty cell after a delimiter at the end.
    cells: usize,
    /// About what the numbers past the first cell come to, once that is known; `None` where one of them is no number.
    sum: OnceCell<Option<i128>>,
    /// Where each cell begins, where they are no longer as the line has them.
    places: Option<Vec<usize>>,
}

/// A cell of a grid that is made of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum From {
    /// The cell in this row and column.
    Cell(usize, usize),
    /// An empty one, of no place.
    Empty,
    /// A 0 that nobody wrote.
    Zero,
}

/// The rows of a table by one delimiter, blank lines and comments left out.
#[derive(Debug)]
pub(super) struct Grid<'a> {
    /// The text, which may be dressed as a table, and the same without that.
    pub(super) plain: Plain<'a>,
    pub(super) delimiter: Delimiter,
    rows: Vec<Row>,
    /// How many lines that begin with `#` are left out.
    pub(super) comments: usize,
    /// Where lines begin that are left out and may be rows all the same: a `#` with no blank after it.
    pub(super) marked: Vec<usize>,
    /// Whether a delimiter ends each line.
    pub(super) trailing: bool,
    /// How many columns, or rows, without anything in them are left out at the ends.
    pub(super) empty: usize,
    /// Where the first quote is that does not end with its cell.
    pub(super) quote: Option<usize>,
    /// Whether errors behind numbers, `± 0.01`, are left out.
    pub(super) had_errors: bool,
}

impl<'a> Grid<'a> {
    /// The text after a byte order mark.
    ///
    /// Cost: a pass over the text.
    ///
    /// # Errors
    /// More cells than `limits.memory` holds.
    pub(super) fn read(plain: &Plain<'a>, delimiter: Delimiter, limits: &Limits) -> Result<Self, Error> {
        let (text, start) = (&*plain.text, plain.start);
        let mut reader = ReaderBuilder::new()
            .delimiter(delimiter.byte())
            .has_headers(false)
            .flexible(true)
            .comment(Some(b'#'))
            .trim(Trim::None)
            .from_reader(&text.as_bytes()[start..]);
        let (rows, marked) = (Vec::new(), Vec::new());
        let plain = plain.clone();
        let (comments, empty) = (0, 0);
        let (trailing, had_errors) = (false, false);
        let mut grid = Self { plain, delimiter, rows, comments, marked, trailing, empty, quote: None, had_errors };
        let (mut record, mut cells) = (StringRecord::new(), 0);
        loop {
            let before = start + usize::try_from(reader.position().byte()).unwrap_or(usize::MAX);
            // The text is UTF-8 and in memory, and rows may be of any length: nothing is left to go wrong.
            let more = reader.read_record(&mut record).map_err(|e| error(before, printable(&e.to_string())))?;
            let row = grid.past_comments(before);
            if !more {
                break;
            }
            let after = start + usize::try_from(reader.position().byte()).unwrap_or(usize::MAX);
            let broken = || text.get(row..after).and_then(|line| broken_quote(line, delimiter.byte()));
            grid.quote = grid.quote.or_else(|| broken().map(|at| row + at));
            if delimiter == Delimiter::Blanks {
                record = record.iter().filter(|cell| !cell.is_empty()).collect();
            }
            if record.iter().all(|cell| bare(cell).is_empty()) && record.len() <= 1 {
                continue;
            }
            cells += record.len();
            if cells > limits.memory / 32 {
                let message = format!("more than {} cells, of 32 bytes each (--limit memory=N)", limits.memory / 32);
                return Err(Error::over_limit(String::new(), row, message));
            }
            let (width, record) = (record.len(), std::mem::take(&mut record));
            let start = grid.plain.past_dress(row);
            grid.rows.push(Row { record, written: None, start, cells: width, sum: OnceCell::new(), places: None });
        }
        grid.leave_out_trailing();
        grid.leave_out_empty();
        Ok(grid)
    }

    /// Where the next row begins, after blank lines and comments.
    fn past_comments(&mut self, mut at: usize) -> usize {
        loop {
            let rest = &self.plain.text[at..];
            let line = rest.trim_start_matches(['\r', '\n']);
            at += rest.len() - line.len();
            if !line.starts_with('#') {
                return at;
            }
            self.comments += 1;
            if !line[1..].starts_with(|c: char| c == '#' || c.is_whitespace()) {
                self.marked.push(at);
            }
            at += line.find(['\r', '\n']).unwrap_or(line.len());
        }
    }

    /// A delimiter at the end of each line, or of each but the first, ends it and makes no cell.
    fn leave_out_trailing(&mut self) {
        let ends = |row: &Row| row.cells > 1 && row.record.get(row.cells - 1).is_some_and(|cell| bare(cell).is_empty());
        let of_body = self.rows.get(1..).is_some_and(|body| body.iter().all(ends));
        let shorter = |first: &Row, body: &[Row]| body.first().is_some_and(|row| first.cells + 1 == row.cells);
        if let (true, [first, body @ ..]) = (of_body, &self.rows[..])
            && (ends(first) || shorter(first, body) && !body.is_empty())
        {
            let shorter = !ends(first);
            self.rows.iter_mut().skip(usize::from(shorter)).for_each(|row| row.cells -= 1);
            self.trailing = true;
        }
    }

    /// Rows at the ends, and columns at the end, that have nothing in any cell are none.
    fn leave_out_empty(&mut self) {
        let is_empty = |row: &Row| row.record.iter().all(|cell| bare(cell).is_empty());
        let before = self.rows.iter().take_while(|row| is_empty(row)).count();
        let after = self.rows.iter().skip(before).rev().take_while(|row| is_empty(row)).count();
        self.rows.truncate(self.rows.len() - after);
        self.rows.drain(..before);
        self.empty += before + after;
        let ends = |row: &Row| row.cells > 1 && row.record.get(row.cells - 1).is_some_and(|cell| bare(cell).is_empty());
        let width = self.width(0);
        while !self.rows.is_empty() && self.rows.iter().all(|row| ends(row) && row.cells == self.rows[0].cells) {
            self.rows.iter_mut().for_each(|row| row.cells -= 1);
        }
        self.empty += width - self.width(0).min(width);
    }

    /// The same cells in other rows. Each keeps its place.
    ///
    /// Cost: a pass over both.
    pub(super) fn rearranged(mut self, rows: &[Vec<From>]) -> Self {
        let had_thousands = self.had_thousands();
        let places: Vec<Vec<usize>> = self.rows.iter().map(|row| self.places(row).collect()).collect();
        let made = |row: &Vec<From>| {
            let text = |from: &From, written: bool| match *from {
                From::Cell(i, j) => {
                    let row = self.rows.get(i);
                    let record = row.map(|row| row.written.as_ref().filter(|_| written).unwrap_or(&row.record));
                    record.and_then(|record| record.get(j)).unwrap_or_default()
                }
                From::Empty => "",
                From::Zero => "0",
            };
            let place = |from: &From| {
                let From::Cell(i, j) = *from else { return None };
                Some(places.get(i).and_then(|row| row.get(j)).copied().unwrap_or_else(|| self.place(i, j)))
            };
            let start = row.iter().find_map(place).unwrap_or_default();
            Row {
                record: row.iter().map(|from| text(from, false)).collect(),
                written: had_thousands.then(|| row.iter().map(|from| text(from, true)).collect()),
                start,
                cells: row.len(),
                sum: OnceCell::new(),
                places: Some(row.iter().map(|from| place(from).unwrap_or(start)).collect()),
            }
        };
        let rows = rows.iter().map(made).collect();
        self.rows = rows;
        self
    }

    /// The same with thousands that are no longer apart. Cells stay as long, and where they are.
    pub(super) fn without(self, thousands: Option<Thousands>) -> Self {
        match thousands {
            Some(thousands) => self.with_cells(|cell| thousands.left_out(cell)),
            None => self,
        }
    }

    /// The same with other cells in the place of some, as long as they.
    pub(super) fn with_cells(mut self, new: impl Fn(&str) -> Option<String>) -> Self {
        for row in &mut self.rows {
            let new: Vec<Option<String>> = row.record.iter().map(&new).collect();
            if new.iter().any(Option::is_some) {
                let cells = new.iter().zip(&row.record);
                let record = cells.map(|(new, cell)| new.as_deref().unwrap_or(cell)).collect();
                let before = std::mem::replace(&mut row.record, record);
                row.written.get_or_insert(before);
            }
        }
        self
    }

    /// Whether thousands were apart in some cell.
    pub(super) fn had_thousands(&self) -> bool {
        self.rows.iter().any(|row| row.written.is_some())
    }

    /// Refuses quotes that do not end with their cells: a reader of CSV would join lines, or put a cell together.
    pub(super) fn expect_quotes(self) -> Result<Self, Error> {
        let message = "found a quote that does not end with its cell, expected another one before the delimiter, and two \
                       for a quote inside of quotes";
        self.quote.map_or(Ok(()), |at| Err(error(at, message)))?;
        Ok(self)
    }

    /// The number of rows.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The number of cells of a row.
    pub(super) fn width(&self, i: usize) -> usize {
        self.rows.get(i).map_or(0, |row| row.cells)
    }

    /// A cell without blanks around it and the quotes around those.
    pub(super) fn cell(&self, i: usize, j: usize) -> &str {
        self.rows.get(i).filter(|row| j < row.cells).and_then(|row| row.record.get(j)).map_or("", bare)
    }

    /// A cell as it is written, where it is a name.
    pub(super) fn name(&self, i: usize, j: usize) -> &str {
        let written = self.rows.get(i).and_then(|row| row.written.as_ref()).and_then(|record| record.get(j));
        written.map_or_else(|| self.cell(i, j), bare)
    }

    /// The cells of a row from `first` on.
    pub(super) fn cells(&self, i: usize, first: usize) -> impl Iterator<Item = &str> {
        (first..self.width(i)).map(move |j| self.cell(i, j))
    }

    /// About what the numbers of a row past its first cell come to, which is found out once.
    pub(super) fn sum_past_first(&self, i: usize, find: impl FnOnce() -> Option<i128>) -> Option<i128> {
        *self.rows.get(i)?.sum.get_or_init(find)
    }

    /// Where a row begins.
    pub(super) fn start(&self, i: usize) -> usize {
        self.rows.get(i).map_or(self.plain.text.len(), |row| row.start)
    }

    /// Where a cell begins, or the row ends.
    pub(super) fn place(&self, i: usize, j: usize) -> usize {
        let Some(row) = self.rows.get(i) else { return self.plain.text.len() };
        let mut places = self.places(row);
        match places.nth(j) {
            Some(place) => place,
            None => row.places.as_ref().and_then(|places| places.last().copied()).unwrap_or_else(|| self.end(row)),
        }
    }

    /// Whether each cell of a row is in quotes, in one pass.
    pub(super) fn quoted(&self, i: usize) -> impl Iterator<Item = bool> {
        let row = self.rows.get(i);
        row.into_iter().flat_map(|row| self.places(row)).map(|at| self.plain.text[at..].starts_with('"'))
    }

    /// Where each cell of a row begins, in one pass.
    fn places<'r>(&'r self, row: &'r Row) -> impl Iterator<Item = usize> + 'r {
        let mut at = row.start;
        (0..row.cells).map(move |k| {
            if let Some(&place) = row.places.as_ref().and_then(|places| places.get(k)) {
                return place;
            }
            let place = self.past_blanks(at);
            at = self.after(row, k, if self.delimiter == Delimiter::Blanks { place } else { at });
            place
        })
    }

    /// Where a row ends that has the places of its line.
    fn end(&self, row: &Row) -> usize {
        (0..row.cells).fold(row.start, |at, k| {
            self.after(row, k, if self.delimiter == Delimiter::Blanks { self.past_blanks(at) } else { at })
        })
    }

    /// Where the next thing is that is not blank.
    fn past_blanks(&self, at: usize) -> usize {
        let tab = if self.delimiter == Delimiter::Tab { '\t' } else { '\0' };
        let rest = self.plain.text.get(at..).unwrap_or("");
        at + rest.len() - rest.trim_start_matches(|c| BLANKS.contains(&c) && c != tab).len()
    }

    /// What comes after a cell that begins here, and the delimiter behind it.
    fn after(&self, row: &Row, k: usize, at: usize) -> usize {
        let (text, cell) = (&*self.plain.text, row.record.get(k).unwrap_or_default());
        let quoted = text[at..].starts_with('"');
        let after = at + cell.len() + if quoted { 2 + cell.matches('"').count() } else { 0 };
        let delimiter = usize::from(self.delimiter != Delimiter::Blanks && k + 1 < row.cells);
        let mut after = (after + delimiter).min(text.len());
        while !text.is_char_boundary(after) {
            after -= 1;
        }
        after
    }

    /// An error at a cell.
    pub(super) fn error(&self, i: usize, j: usize, message: impl Into<String>) -> Error {
        error(self.place(i, j), message)
    }

    /// The line in which a row begins, from 1.
    pub(super) fn line(&self, i: usize) -> usize {
        self.locate(error(self.start(i), "")).line
    }

    /// Fills in line and column.
    pub(super) fn locate(&self, error: Error) -> Error {
        error.locate(self.plain.source.as_bytes())
    }

    /// Whether both have the same cells.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.len() == other.len()
            && (0..self.len()).all(|i| self.width(i) == other.width(i) && self.cells(i, 0).eq(other.cells(i, 0)))
    }
}

/// Where a cell of a row begins with a quote that nothing ends, or that ends before its cell does.
fn broken_quote(row: &str, delimiter: u8) -> Option<usize> {
    let (bytes, mut at) = (row.as_bytes(), 0);
    let find = |from: usize, is: &dyn Fn(u8) -> bool| Some(from + bytes.get(from..)?.iter().position(|&b| is(b))?);
    let is_end = |b: u8| b == delimiter || b == b'\r' || b == b'\n';
    loop {
        let open = at;
        if bytes.get(at) == Some(&b'"') {
            at += 1;
            // Two quotes are one of the text.
            while let Some(quote) = find(at, &|b| b == b'"') {
                at = quote + 1;
                if bytes.get(at) != Some(&b'"') {
                    break;
                }
                at += 1;
            }
            let closed = at > open + 1 && bytes[at - 1] == b'"';
            let end = find(at, &is_end).unwrap_or(bytes.len());
            if !closed || bytes[at..end].iter().any(|b| !b" \t".contains(b)) {
                return Some(open);
            }
        }
        at = find(at, &is_end).filter(|&end| bytes[end] == delimiter)? + 1;
    }
}
