//! Noise that is added to the answer, of which there may be more or less.

use super::formula::Rows;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;

/// Noise of one kind.
pub(super) trait Noise {
    /// The most of it that fits a file.
    fn most(&self) -> usize;

    /// Whether so much is enough: at the shift Δ.
    ///
    /// # Errors
    /// In a sentence: a sign that does not show within the limits.
    fn is_enough(&self, amount: usize) -> Result<bool, String>;

    /// The rows for so much, and the outputs' names where these are not 0, 1, ….
    fn rows(&self, amount: usize) -> (Rows, Option<Vec<String>>);

    /// So much of it, in words.
    fn title(&self, amount: usize) -> String;
}

/// What both kinds are made for.
pub(super) struct Asked<'a> {
    pub(super) file: &'a Mechanism,
    pub(super) nodes: usize,
    /// Δ ≥ 1.
    pub(super) shift: u32,
    pub(super) limits: &'a Limits,
}
