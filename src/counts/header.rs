//! What the columns of a log are called.

use super::line::Fields;
use crate::table::{INPUTS, OUTPUTS};

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
