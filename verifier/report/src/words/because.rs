//! Which of the things that a claim asks for is not so.

use super::over::Part;
use crate::Because;
use dp_kernel::{Reason, Verdict};

/// What all parts that fail rest on.
pub(super) fn because(parts: &[Part]) -> Because {
    let failing = parts.iter().filter(|part| part.verdict == Verdict::Fails);
    let both = |one: Because, other: Because| if one == other { one } else { Because::Several };
    failing.map(|part| of(part.reasons)).reduce(both).unwrap_or_default()
}

fn of(reasons: &[Reason]) -> Because {
    let one = |reason: &Reason| match reason {
        Reason::NoDistributions(_) => Some(Because::NoMechanism),
        Reason::NotPrivate => Some(Because::NotPrivate),
        Reason::HasMore { .. } => Some(Because::Outdone),
        _ => None,
    };
    reasons.iter().find_map(one).unwrap_or_default()
}
