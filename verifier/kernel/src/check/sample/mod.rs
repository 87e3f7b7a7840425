//! What counts of runs show, whatever the law is that they were drawn from: exact comparisons with the binomial
//! distribution.

mod bound;
mod not_refuted;
mod tail;
mod walk;

pub use self::bound::Bound;
pub use self::tail::lower_tail;

use crate::case::Case;
use crate::failure::{Failure, Why, ensure, refused};
use crate::problem::{Claim, Counts};
use crate::proved::Found;
use crate::witness::Witness;

/// A statement about what counts of runs show.
pub(crate) fn found(case: &Case, counts: &Counts, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    ensure(!case.graph.has_lengths(), || Why::Lengths)?;
    match claim {
        Claim::NotRefuted => not_refuted::check(case, counts, witness),
        _ => refused(Why::Counted),
    }
}
