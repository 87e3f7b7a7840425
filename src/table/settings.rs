//! What is known of a table beforehand.

use super::{Decimal, Delimiter, Thousands};

/// What is known of a table beforehand; what is `None` is to be recognised.
#[derive(Debug, Clone, Copy, Default)]
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
    /// Whether rows may have any sum above 0.
    pub normalise: bool,
    /// Whether the numbers are counts, whose columns come to 100 by chance alone.
    pub counts: bool,
    /// How many nodes there are.
    pub nodes: Option<usize>,
}
