//! What a caller may ask for.

use dp_verify::limits::Limits;
use dp_verify::model::Kind;

/// What to decide, and how large a file may be.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Of the findings, decide only these; empty: all that are cheap. The file's claims are always decided.
    pub only: Vec<Kind>,
    /// Decide `unique` and `least` of `tight-constraints-exist` on graphs of any size.
    pub unique: bool,
    /// Find optima by the linear program even where there is a closed form.
    pub general: bool,
    /// Limits on the mechanism file.
    pub limits: Limits,
    /// Decide one statement after the other, so that what is logged of their routes stays in order.
    pub in_order: bool,
}
