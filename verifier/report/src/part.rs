//! What a composition is of.

use crate::words::Words;
use dp_file::model::{ClosedForm, Declared, Mechanism, Promised, Source};
use dp_file::text::{count, shorten};

/// A part of a composition.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Part {
    /// How often it is used.
    pub times: usize,
    /// The number of outputs of one use, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outputs: Option<usize>,
    /// The closed form of one use with its ε, in words, if it is one: `randomised-response at ε = 1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_form: Option<String>,
    /// What it promises, in words, if nothing else is known of it: `any mechanism of ε = 1, δ = 1/100`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promise: Option<String>,
    /// The file that it is in, if it is another one, by its relative path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// SHA-256 of that file's bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

impl Part {
    /// What one use is, where that has a name.
    pub(crate) fn in_words(&self) -> Option<&String> {
        self.closed_form.as_ref().or(self.promise.as_ref())
    }

    pub(crate) fn of(mechanism: &Mechanism, words: &Words) -> Vec<Self> {
        let part = |part: &dp_file::model::Part| {
            let (file, promise) = match &part.source {
                Source::Table(_) => (None, None),
                Source::File(path) => (Some(path.clone()), None),
                Source::Promise(of) => (None, Some(promise(of, words))),
            };
            let sha256 = file.as_deref().and_then(|path| mechanism.other(path)).map(|other| other.sha256.clone());
            let outputs = mechanism.part_channel(part).map(|channel| channel.width);
            let closed_form = part.closed_form.as_ref().map(closed_form);
            Self { times: part.times, outputs, closed_form, promise, file, sha256 }
        };
        mechanism.parts().iter().map(part).collect()
    }
}

/// What verdicts are about where parts are known by their promises alone.
pub(crate) fn promised(mechanism: &Mechanism) -> Option<String> {
    let (promises, parts) = (mechanism.promises(), mechanism.parts().len());
    let known = match parts.saturating_sub(promises) {
        _ if promises == 0 => return None,
        0 => "of the mechanisms".to_owned(),
        _ => format!("of {promises} of {}", count(parts, "part")),
    };
    Some(format!(
        "{known} nothing is known but their promises. A claim holds if it is so of all mechanisms that keep them, and fails if \
         these promises do not imply it, which refutes no mechanism"
    ))
}

/// `any mechanism of ε = 1, δ = 1/100`.
fn promise(of: &Promised, words: &Words) -> String {
    let privacy = match &of.declared {
        Some(Declared::Epsilon(text)) => format!("ε = {}", shorten(text)),
        Some(Declared::Alpha(text)) => format!("α = {}", shorten(text)),
        Some(Declared::Root { .. } | Declared::Symbolic { .. } | Declared::Rho(_)) | None => {
            format!("α = {}", words.shown(of.promise.alpha()))
        }
    };
    let delta = of.promise.delta();
    let delta = if delta.numerator.is_zero() { String::new() } else { format!(", δ = {}", words.shown(delta)) };
    format!("any mechanism of {privacy}{delta}")
}

fn closed_form(of: &ClosedForm) -> String {
    match &of.declared {
        Some(Declared::Epsilon(text)) => format!("{} at ε = {}", of.family, shorten(text)),
        Some(Declared::Alpha(text)) => format!("{} at α = {}", of.family, shorten(text)),
        Some(Declared::Root { .. } | Declared::Symbolic { .. } | Declared::Rho(_)) | None => of.family.clone(),
    }
}
