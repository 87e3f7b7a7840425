//! What is known of a table beforehand.

use super::cell::{Decimal, Thousands};
use super::delimiter::Delimiter;
use super::lines::Lines;

/// Which order the rows of a table are taken in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// As they stand, whatever they are called.
    Given,
    /// By the numbers in their names.
    Sorted,
}

/// What is known of a table beforehand; what is `None` is to be recognised.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// What cells stand between.
    pub delimiter: Option<Delimiter>,
    /// The mark of decimals.
    pub decimal: Option<Decimal>,
    /// What stands between thousands.
    pub thousands: Option<Thousands>,
    /// Whether the first row names the outputs.
    pub header: Option<bool>,
    /// Whether the first column names the nodes.
    pub index: Option<bool>,
    /// Whether the numbers are percentages.
    pub percent: Option<bool>,
    /// Which lines are the table.
    pub lines: Option<Lines>,
    /// Whether it has a line for each entry: a row's name, a column's, a number.
    pub long: Option<bool>,
    /// Whether it is on its side, a column for each node.
    pub transpose: Option<bool>,
    /// Columns that are left out, by their names or numbers.
    pub drop: Vec<String>,
    /// Which order the rows are taken in.
    pub order: Option<Order>,
    /// How far from the true ones the numbers are said to be, where that is said of the call.
    pub rounding: Option<String>,
    /// Whether rows may have any sum above 0.
    pub normalise: bool,
    /// Whether the numbers are counts, whose columns come to 100 by chance alone.
    pub counts: bool,
    /// How many nodes there are.
    pub nodes: Option<usize>,
}
