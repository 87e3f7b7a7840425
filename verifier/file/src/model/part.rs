//! A part of a composition.

use super::{Channel, Declared, Sample};
use crate::json::View;

/// A mechanism about the same node, used so often.
#[derive(Debug, Clone)]
pub struct Part {
    /// Its table.
    pub source: Source,
    /// How often it is used, each time with randomness of its own.
    pub times: usize,
    /// What its table was counted in, where the composition's file says so.
    pub sample: Option<Sample>,
    /// What its table is made of, where that is a closed form.
    pub closed_form: Option<ClosedForm>,
}

/// A closed form of one use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosedForm {
    /// Its name.
    pub family: String,
    /// The ε of one use, as the file writes it; none of what depends on none.
    pub declared: Option<Declared>,
}

impl ClosedForm {
    /// Of a part that has been read and keeps to the format.
    pub(super) fn read(part: &View) -> Option<Self> {
        let family = part.field("family")?.string("").ok()?.to_owned();
        let own = || Declared::read(part).ok();
        let has_own = part.field("epsilon").is_some() || part.field("alpha").is_some();
        Some(Self { family, declared: has_own.then(own).flatten() })
    }
}

/// Where the table of a part is.
#[derive(Debug, Clone)]
pub enum Source {
    /// In the file itself.
    Table(Channel),
    /// In another mechanism file, by its path relative to this one.
    File(String),
}
