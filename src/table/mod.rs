//! Tables of numbers as other programs write them: CSV and its kin.
//!
//! What stands between the cells, a row of names above them, a column of names beside them, decimal commas and a `%` in
//! every cell are recognised, and said. Where a table can be read in two ways, it is refused with the flag that settles
//! it: nothing is guessed. Every number is the decimal or the fraction that is written.

mod beside;
mod bins;
mod cell;
mod checks;
mod choice;
mod columns;
mod delimiter;
mod dress;
mod grid;
mod headings;
mod lines;
mod long;
mod margin;
mod margins;
mod marks;
mod names;
mod number;
mod order;
mod pairs;
mod readings;
mod rounding;
mod settings;
mod shape;
mod shown;
mod text;
mod thousands;
mod titles;

pub(crate) use cell::bare;
pub use cell::{Decimal, Thousands};
pub(crate) use columns::Columns;
pub use delimiter::Delimiter;
pub(crate) use headings::{INPUTS, OUTPUTS};
pub use lines::Lines;
pub use number::Number;
pub(crate) use order::numbers;
pub use order::out_of_order;
pub(crate) use pairs::pairs;
pub use settings::{Order, Settings};
pub(crate) use shown::shown;
pub(crate) use text::{advice, of_windows};

use cell::Cell;
use dp_verify::error::Error;
use dp_verify::limits::Limits;
use dp_verify::text::count;
use dress::undressed;
use grid::Grid;
use names::Names;
use text::error;
use titles::{Found, without_titles};

/// A table that has been recognised.
#[derive(Debug)]
pub struct Table<'a> {
    grid: Grid<'a>,
    names: Names,
    percent: bool,
    /// Whether nobody has said whether they are percentages.
    percent_is_open: bool,
    decimal: Option<Decimal>,
    /// What stood between thousands.
    thousands: Option<Thousands>,
    /// What was done before the rows were there, in words.
    shaped: Vec<String>,
    /// Whether it had a line for each entry.
    is_long: bool,
    /// Which order of the rows is said to be meant.
    said: Option<Order>,
    /// Which row comes first, and so on, where that is not the order in which they stand.
    order: Option<Vec<usize>>,
    limits: Limits,
}

/// The rows as numbers, from the first.
#[derive(Debug)]
pub struct Rows<'t> {
    table: &'t Table<'t>,
    next: usize,
}

impl<'a> Table<'a> {
    /// Recognises a table.
    ///
    /// Cost: a pass over the text for each delimiter that occurs in it, and three over the numbers.
    ///
    /// # Errors
    /// What is no table of numbers, with line and column; what is ambiguous, with the flag that settles it.
    pub fn read(bytes: &'a [u8], settings: &Settings, limits: &Limits) -> Result<Self, Error> {
        let table = Self::recognise(bytes, settings, limits);
        let untitled = |e| match text::text(bytes) {
            Ok(text) => without_titles(e, text, settings, |settings| {
                let table = Self::recognise(bytes, settings, limits).ok()?;
                let (delimiter, cells) = (table.grid.delimiter, table.grid.width(table.first().0));
                Some(Found { delimiter, cells, rows: table.nodes() })
            }),
            Err(_) => e,
        };
        table.map_err(|e| untitled(e).locate(bytes))
    }

    fn recognise(bytes: &'a [u8], settings: &Settings, limits: &Limits) -> Result<Self, Error> {
        let text = text::text(bytes)?;
        settings.expect_two_marks()?;
        let plain = undressed(text, settings)?;
        let said = plain.header;
        let (grid, shaped) = Self::shaped(choice::grid(&plain, settings, limits)?, settings)?;
        // What is said of a first row is said of the file as it stands.
        let turned = settings.transpose == Some(true);
        let (header, index) = (settings.header.or(said), settings.index);
        let (header, index) = if turned { (index, header) } else { (header, index) };
        // A long table has names above and beside once it is wide.
        let named = shaped.1.then_some(true);
        let settings = &Settings { header: named.or(header), index: named.or(index), ..settings.clone() };
        let mut table = Self {
            shaped: shaped.0,
            is_long: shaped.1,
            said: settings.order,
            grid,
            names: Names::NONE,
            percent: false,
            percent_is_open: settings.percent.is_none(),
            decimal: settings.decimal,
            thousands: settings.thousands,
            order: None,
            limits: *limits,
        };
        // Halves of numbers would be taken for names.
        table.expect_no_pairs(settings)?;
        table.names = Names::of(&table.grid, settings)?;
        table.expect_some(settings)?;
        table.expect_names()?;
        table.expect_no_thousands_in_two_cells(settings)?;
        table.expect_no_pairs(settings)?;
        table.expect_numbers(settings)?;
        table.expect_rows(settings)?;
        table.expect_no_counts_beside(settings)?;
        table.expect_sums(settings)?;
        table.expect_no_margins(settings)?;
        table.expect_no_columns_for_rows(settings)?;
        table.expect_no_outputs_beside(settings)?;
        table.expect_no_hidden_rows()?;
        Ok(table)
    }

    /// A grid as it is meant: with a row for each answer, on the right side, and without columns that are none. What
    /// was done to it, and whether it was long.
    fn shaped(grid: Grid<'a>, settings: &Settings) -> Result<(Grid<'a>, (Vec<String>, bool)), Error> {
        let (mut grid, long) = long::wide(grid, settings)?;
        let mut shaped = Vec::new();
        let is_long = long.is_some();
        shaped.extend(long.map(|long| long.words()));
        // Of a long table the output comes first then, and its names stand where they belong.
        if settings.transpose == Some(true) && !is_long {
            grid = shape::transposed(grid)?;
            shaped.push("its columns taken for rows".to_owned());
        }
        let without = shape::without(grid, &settings.drop)?;
        let dropped: Vec<String> =
            settings.drop.iter().filter(|name| *name != "nothing").map(|name| shown(name)).collect();
        shaped.extend((!dropped.is_empty()).then(|| format!("column {} left out", dropped.join(", "))));
        Ok((without, (shaped, is_long)))
    }

    /// The first row and the first column of numbers.
    fn first(&self) -> (usize, usize) {
        (usize::from(self.names.header), usize::from(self.names.index))
    }

    /// The number of rows of numbers.
    pub fn nodes(&self) -> usize {
        self.grid.len().saturating_sub(self.first().0)
    }

    /// The number of numbers in a row.
    pub fn width(&self) -> usize {
        let (i, j) = self.first();
        self.grid.width(i).saturating_sub(j)
    }

    /// The names of the outputs, where the table has them.
    pub fn outputs(&self) -> Option<Vec<String>> {
        let from = self.first().1 - usize::from(self.names.shorter);
        self.names.header.then(|| (from..self.grid.width(0)).map(|j| self.grid.name(0, j).to_owned()).collect())
    }

    /// The names of the nodes, where the table has them.
    pub fn labels(&self) -> Option<Vec<String>> {
        self.names.index.then(|| (0..self.nodes()).map(|i| self.grid.name(self.line_of(i), 0).to_owned()).collect())
    }

    /// Which row of the grid a node has.
    fn line_of(&self, node: usize) -> usize {
        self.first().0 + self.order.as_ref().map_or(node, |order| order[node])
    }

    /// Takes the rows in another order: `order` has the place of each node's row, counted as they are now.
    pub fn arrange(&mut self, order: &[usize]) {
        self.order = Some(order.iter().map(|&row| self.line_of(row) - self.first().0).collect());
    }

    /// Whether the rows are taken in another order than they stand in.
    pub fn is_arranged(&self) -> bool {
        self.order.is_some()
    }

    /// An error at the name of a node.
    pub fn label_error(&self, node: usize, message: impl Into<String>) -> Error {
        self.grid.locate(self.grid.error(self.line_of(node), 0, message))
    }

    /// An entry as it is written.
    pub(crate) fn written(&self, row: usize, column: usize) -> &str {
        self.grid.name(self.line_of(row), self.first().1 + column)
    }

    /// An error at an entry.
    pub(crate) fn entry_error(&self, row: usize, column: usize) -> Error {
        self.grid.locate(self.grid.error(self.line_of(row), self.first().1 + column, ""))
    }

    /// Where an entry is, in words: `in line 3, column 2 (answer B, output no)`.
    pub fn words_of(&self, row: usize, column: usize) -> String {
        let from = self.first().1;
        let named = |names: Option<Vec<String>>, i: usize, what: &str| {
            names.and_then(|names| names.get(i).map(|name| format!("{what} {}", shown(name))))
        };
        let names = [named(self.labels(), row, "answer"), named(self.outputs(), column, "output")];
        let names: Vec<String> = names.into_iter().flatten().collect();
        let names = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
        format!("in line {}, column {}{names}", self.grid.line(self.line_of(row)), from + column + 1)
    }

    /// Whether the numbers may be percentages that are not read as such.
    pub(crate) fn may_be_percentages(&self) -> bool {
        self.percent_is_open && !self.percent
    }

    /// Fills in line and column.
    pub fn locate(&self, error: Error) -> Error {
        self.grid.locate(error)
    }

    /// The rows as numbers.
    pub fn rows(&self) -> Rows<'_> {
        Rows { table: self, next: 0 }
    }

    /// Whether nothing had to be recognised: numbers between commas, with decimal points, and nothing else.
    pub fn is_plain(&self) -> bool {
        let one_column = self.width() == 1;
        let commas = one_column || self.grid.delimiter == Delimiter::Comma;
        let plain = self.grid.plain.said.is_empty() && self.shaped.is_empty() && self.grid.empty == 0;
        let nothing_else = plain && self.grid.comments == 0 && !self.grid.trailing && !self.percent;
        commas
            && nothing_else
            && !self.names.header
            && !self.names.index
            && self.decimal != Some(Decimal::Comma)
            && !self.grid.had_thousands()
    }

    /// What was taken for what, in a line.
    pub fn recognised(&self) -> String {
        let (first, _) = self.first();
        let mut said: Vec<String> = self.grid.plain.said.iter().map(|&words| words.to_owned()).collect();
        said.extend(self.shaped.iter().cloned());
        if self.grid.width(first) > 1 {
            said.push(format!("cells between {}", self.grid.delimiter.words()));
        }
        said.extend((self.decimal == Some(Decimal::Comma)).then(|| "decimal commas".to_owned()));
        let thousands = self.thousands.filter(|_| self.grid.had_thousands());
        said.extend(thousands.map(|mark| format!("thousands apart by {}s", mark.name())));
        let errors = "errors behind numbers left out, each within the rounding";
        said.extend(self.grid.had_errors.then(|| errors.to_owned()));
        said.extend(self.percent.then(|| "percentages, each divided by 100".to_owned()));
        // Of a long table they stand in many lines.
        let line = || {
            if self.is_long { "outputs".to_owned() } else { format!("line {} names the outputs", self.grid.line(0)) }
        };
        let column = if self.is_long { "answers" } else { "column 1 names the answers" };
        said.extend(self.outputs().map(|names| format!("{}: {}", line(), few(&names))));
        said.extend(self.labels().map(|names| format!("{column}: {}", few(&names))));
        said.extend(self.is_arranged().then(|| "the rows taken in this order, by their names".to_owned()));
        said.extend(match self.grid.comments {
            0 => None,
            n => Some(format!("{} left out", count(n, "comment line"))),
        });
        said.extend(self.grid.trailing.then(|| "the delimiter at the end of each line left out".to_owned()));
        said.extend((self.grid.empty > 0).then(|| "empty rows and columns at the ends left out".to_owned()));
        let said = if said.is_empty() { String::new() } else { format!("; {}", said.join("; ")) };
        format!("taken for {} of {}{said}", count(self.nodes(), "row"), count(self.width(), "number"))
    }
}

/// The first few of many names.
fn few(names: &[String]) -> String {
    let mut few: Vec<String> = names.iter().take(6).map(|name| shown(name)).collect();
    few.extend((names.len() > 6).then(|| "…".to_owned()));
    few.join(", ")
}

impl<'t> Iterator for Rows<'t> {
    /// A row, and where it begins; line and column are for [`Table::locate`] to fill in.
    type Item = (Vec<Number<'t>>, Error);

    fn next(&mut self) -> Option<Self::Item> {
        let (table, column) = (self.table, self.table.first().1);
        (self.next < table.nodes()).then(|| {
            let i = table.line_of(self.next);
            self.next += 1;
            // Each has been read once already.
            let number = |cell| Cell::of(cell).number().map(|x| if table.percent { x.hundredth() } else { x });
            let row = table.grid.cells(i, column).filter_map(number).collect();
            (row, error(table.grid.start(i), ""))
        })
    }
}
