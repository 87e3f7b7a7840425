//! Tables of which mass is missing, and what is so of every mechanism that they may be part of.
//!
//! Row i of X sums to 1 − m_i with m_i ≥ 0. A *completion* is a table Y ≥ X whose rows sum to 1, on these outputs and,
//! where further outputs are possible, on any number of others, at which X counts as 0. A claim holds if it is so of
//! all completions, and fails if it is so of none; what is so of some, and not of others, is proved neither way. There
//! is a completion, as there is an output: no claim both holds and fails.

mod approximate_dp;
mod dp;
mod table;

use self::table::Table;
use crate::case::Case;
use crate::failure::{Completion, Failure, Why, ensure, refused};
use crate::problem::{Claim, Incomplete};
use crate::proved::Found;
use crate::witness::Witness;

/// A statement about all completions.
pub(crate) fn found(case: &Case, of: &Incomplete, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    ensure(!case.graph.has_lengths(), || Why::Lengths)?;
    match claim {
        Claim::Dp => dp::check(&Table::new(case, of)?, witness),
        Claim::ApproximateDp => approximate_dp::check(&Table::new(case, of)?, witness),
        _ => refused(Completion::NotWhole),
    }
}
