//! What counts of runs show, whatever the law is that they were drawn from: exact comparisons with the binomial
//! distribution.

mod bound;
mod drawn;
mod inside;
mod node;
mod not_refuted;
mod private;

pub use self::bound::Bound;

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
        Claim::PrivateBySample { at_most } => private::check(case, counts, at_most, witness),
        Claim::SampledFrom(from) => drawn::check(case, counts, *from, witness),
        _ => refused(Why::Counted),
    }
}
