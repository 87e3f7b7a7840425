//! What a composition is of.

use dp_file::model::{ClosedForm, Declared, Mechanism, Source};
use dp_file::text::shorten;

/// A part of a composition.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Part {
    /// How often it is used.
    pub times: usize,
    /// The number of outputs of one use.
    pub outputs: usize,
    /// The closed form of one use with its ε, in words, if it is one: `randomised-response at ε = 1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_form: Option<String>,
    /// The file that it is in, if it is another one, by its relative path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// SHA-256 of that file's bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

impl Part {
    pub(crate) fn of(mechanism: &Mechanism) -> Vec<Self> {
        let part = |part: &dp_file::model::Part| {
            let file = match &part.source {
                Source::Table(_) => None,
                Source::File(path) => Some(path.clone()),
            };
            let sha256 = file.as_deref().and_then(|path| mechanism.other(path)).map(|other| other.sha256.clone());
            let outputs = mechanism.part_channel(part).map_or(0, |channel| channel.width);
            Self { times: part.times, outputs, closed_form: part.closed_form.as_ref().map(closed_form), file, sha256 }
        };
        mechanism.parts().iter().map(part).collect()
    }
}

fn closed_form(of: &ClosedForm) -> String {
    match &of.declared {
        Some(Declared::Epsilon(text)) => format!("{} at ε = {}", of.family, shorten(text)),
        Some(Declared::Alpha(text)) => format!("{} at α = {}", of.family, shorten(text)),
        Some(Declared::Root { .. } | Declared::Symbolic { .. }) | None => of.family.clone(),
    }
}
