//! A part of a composition.

use super::each_use::{self, OWN};
use super::privacy::read_delta;
use super::reading::Reading;
use super::{Channel, Declared, Sample};
use crate::error::Error;
use crate::json::View;
use dp_kernel::{Fraction, Promise};

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
    /// Nowhere: nothing is known of it but this.
    Promise(Promised),
}

/// What a part promises.
#[derive(Debug, Clone)]
pub struct Promised {
    /// α = e^-ε and δ.
    pub promise: Promise,
    /// ε or α as the file writes it; a problem does not say it.
    pub declared: Option<Declared>,
}

impl Promised {
    /// Whether a part is a promise: an ε and no table.
    pub(super) fn is_one(part: &View) -> bool {
        let tables = ["matrix", "family", "product", "compose", "file", "counts"];
        OWN.iter().chain(&["delta"]).any(|key| part.field(key).is_some())
            && !tables.iter().any(|key| part.field(key).is_some())
    }

    /// `{"epsilon": "1", "delta": "1/100", "times": 2}`.
    pub(super) fn read(part: &View, reading: &Reading) -> Result<Self, Error> {
        part.only(&["epsilon", "alpha", "delta", "times"])?;
        let alpha = each_use::alpha(part, "promise", reading)?;
        let delta = part.field("delta").map(|view| read_delta(&view, reading.limits, reading.steps)).transpose()?;
        let delta = delta.as_ref().map_or(Fraction::ZERO, Fraction::from);
        Ok(Self { promise: Promise::new(alpha, delta), declared: Some(Declared::read(part)?) })
    }
}
