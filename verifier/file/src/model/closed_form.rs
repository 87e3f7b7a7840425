//! The names of the closed forms.

use super::noise::GEOMETRIC;

/// The names of the closed forms.
pub const CLOSED_FORMS: [&str; 4] = ["truncated-geometric", "randomised-response", "exponential", "uniform"];

/// The families that a mechanism may have: the closed forms, and noise on all whole numbers, which no claim is `from`.
pub(super) const FAMILIES: [&str; 5] =
    ["truncated-geometric", GEOMETRIC, "randomised-response", "exponential", "uniform"];

/// The family of that name.
pub(super) fn family(name: &str) -> Option<&'static str> {
    closed_form(name).or_else(|| FAMILIES.into_iter().find(|family| *family == name))
}

/// The closed form of that name, which may be written as Americans do.
pub fn closed_form(name: &str) -> Option<&'static str> {
    let american = (name == "randomized-response").then_some("randomised-response");
    american.or_else(|| CLOSED_FORMS.into_iter().find(|form| *form == name))
}

/// Whether `from` names a closed form; else it is a path.
pub fn is_closed_form(from: &str) -> bool {
    closed_form(from).is_some()
}
