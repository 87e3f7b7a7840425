//! What the columns of a log are called.

use super::line::Fields;

/// What people call the column of inputs, and that of outputs.
pub(super) const INPUTS: [&str; 6] = ["input", "inputs", "answer", "node", "database", "dataset"];
pub(super) const OUTPUTS: [&str; 5] = ["output", "outputs", "result", "response", "released"];

fn is(label: &str, names: &[&str]) -> bool {
    names.iter().any(|name| name.eq_ignore_ascii_case(label))
}

/// Whether a line is the names of the columns, by names that are known; if so, whether the outputs stand first.
pub(super) fn known(fields: &Fields) -> Option<bool> {
    let [first, second] = &fields.labels;
    match () {
        () if is(first, &INPUTS) && is(second, &OUTPUTS) => Some(false),
        () if is(first, &OUTPUTS) && is(second, &INPUTS) => Some(true),
        () => None,
    }
}
