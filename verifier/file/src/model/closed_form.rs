//! The names of the closed forms.

/// The names of the closed forms.
pub const CLOSED_FORMS: [&str; 4] = ["truncated-geometric", "randomised-response", "exponential", "uniform"];

/// The closed form of that name, which may be written as Americans do.
pub fn closed_form(name: &str) -> Option<&'static str> {
    let american = (name == "randomized-response").then_some("randomised-response");
    american.or_else(|| CLOSED_FORMS.into_iter().find(|form| *form == name))
}

/// Whether `from` names a closed form; else it is a path.
pub fn is_closed_form(from: &str) -> bool {
    closed_form(from).is_some()
}
