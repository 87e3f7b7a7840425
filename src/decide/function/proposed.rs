//! What is proposed at one number or on a part of an interval, and what the kernel makes of it.

use crate::decide::attempt::{Attempt, attempt_within};
use crate::decide::case::Case;
use crate::statement::Decided;
use dp_kernel::Verdict;
use dp_verify::alpha::Field;
use dp_verify::limits::Budget;
use dp_verify::model::Claim;

/// What was found, and what the kernel made of it where that was asked already.
pub(super) struct Proposed {
    pub(super) decided: Decided,
    pub(super) tried: Option<Tried>,
}

impl From<Decided> for Proposed {
    fn from(decided: Decided) -> Self {
        Self { decided, tried: None }
    }
}

/// What the kernel makes of a proposal, and the steps that it took.
pub(super) struct Tried {
    pub(super) result: Result<Verdict, Attempt>,
    pub(super) taken: u64,
}

impl Tried {
    /// Asks it, within so many steps.
    pub(super) fn now(case: &Case, claim: &Claim, proposal: &Decided, here: &Field, most: u64) -> Self {
        let steps = Budget::new(usize::try_from(most).unwrap_or(usize::MAX).min(case.limits.steps));
        let before = steps.left();
        let result = attempt_within(case, claim, proposal, Some(here), &steps);
        Self { result, taken: before - steps.left() }
    }
}
