//! What a page is about.

use super::entries::Entries;
use super::outcome::is_noise;
use super::pairs::Pairs;
use dp_verify::limits::Limits;
use dp_verify::model::{Mechanism, Structure};
use dp_verify::report::Report;

/// The files that a page is about, as whoever re-checks it names them.
#[derive(Debug, Clone)]
pub struct Files {
    /// The mechanism file.
    pub mechanism: String,
    /// Its certificate, where one was written.
    pub certificate: Option<String>,
}

impl Files {
    /// The mechanism file as the page names it.
    pub(super) fn name(&self) -> &str {
        relative(&self.mechanism)
    }
}

/// A path as it is, of an absolute one the name alone: a page leaves the machine that it was made on.
pub(super) fn relative(path: &str) -> &str {
    let is_absolute = path.starts_with(['/', '\\']) || path.get(1..3).is_some_and(|rest| rest == ":\\" || rest == ":/");
    if is_absolute { path.rsplit(['/', '\\']).next().unwrap_or(path) } else { path }
}

/// What the sections are made of.
pub(super) struct Page<'a> {
    pub(super) mechanism: &'a Mechanism,
    pub(super) report: &'a Report,
    pub(super) limits: &'a Limits,
    pub(super) files: Files,
    /// The table that is drawn, if there is one.
    pub(super) entries: Option<Entries<'a>>,
    pub(super) pairs: Option<Pairs>,
    pub(super) broken: Option<Broken>,
}

/// The constraint that a verdict of no privacy rests on.
pub(super) struct Broken {
    /// The rows.
    pub(super) nodes: Vec<usize>,
    /// The columns; none where whole rows are at fault.
    pub(super) outputs: Vec<usize>,
    /// What the report says of it.
    pub(super) words: String,
    /// What it says for who reads no tables, where it is a ratio.
    pub(super) plainly: Option<String>,
}

impl Page<'_> {
    /// The file whose table is drawn: a product's is its parent's.
    pub(super) fn pictured(&self) -> &Mechanism {
        pictured(self.mechanism)
    }

    pub(super) fn is_product(&self) -> bool {
        self.mechanism.product().is_some()
    }

    /// How many uses the file is about; 0 of what is no composition.
    pub(super) fn uses(&self) -> usize {
        self.report.parts.iter().fold(0, |sum, part| sum.saturating_add(part.times))
    }

    /// Whether the file is about noise on all whole numbers, which has no table of its own.
    pub(super) fn is_noise(&self) -> bool {
        is_noise(self.report)
    }

    /// Whether the file has nothing that puts out.
    pub(super) fn has_none(&self) -> bool {
        matches!(self.mechanism.structure, Structure::None) && !self.is_noise()
    }

    /// The pair of the broken constraint, as nodes of the file's graph.
    pub(super) fn broken_nodes(&self) -> Option<[usize; 2]> {
        let broken = self.broken.as_ref().filter(|_| !self.is_product())?;
        broken.nodes[..].try_into().ok()
    }
}

pub(super) fn pictured(mechanism: &Mechanism) -> &Mechanism {
    mechanism.product().and_then(|product| product.parent.as_deref()).unwrap_or(mechanism)
}
