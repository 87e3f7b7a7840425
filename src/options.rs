//! What a caller may ask for.

use crate::underway::Underway;
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
    /// Limits on the mechanism file, and on the work for it.
    pub limits: Limits,
    /// The limits `search` and `steps` for what is asked for, the file's claims and those of `only`, where those of
    /// `limits` leave it undecided; what is found beside it has a `search` of its own then, and what its check leaves
    /// of the steps. `None`, as for strangers' files: all together keep to `limits`. See [`Options::with_patience`].
    pub asked: Option<Limits>,
    /// Decide one statement after the other, so that what is logged of their routes stays in order.
    pub in_order: bool,
    /// The work, for whoever waits for it.
    pub underway: Underway,
}

/// How many times the usual search, and the usual steps of checks, somebody waits for an answer that was asked for.
pub(crate) const PATIENCE: usize = 32;

/// The same limits for whoever waits for what is asked for: the `search` and `steps` that are the usual ones 32 times.
pub fn patient(limits: &Limits) -> Limits {
    let usual = Limits::default();
    let more = |limit: usize, usual: usize| if limit == usual { limit.saturating_mul(PATIENCE) } else { limit };
    Limits { search: more(limits.search, usual.search), steps: more(limits.steps, usual.steps), ..*limits }
}

impl Options {
    /// The same as `certify` has them, which works for whoever waits: what is asked for has 32 times the usual `search`
    /// and `steps`, where it is not decided by these. A limit that is not the usual one stays what it is.
    #[must_use]
    pub fn with_patience(self) -> Self {
        let asked = patient(&self.limits);
        Self { asked: (asked != self.limits).then_some(asked), ..self }
    }
}
