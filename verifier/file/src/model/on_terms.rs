//! The claims that a file makes on the same terms.

use super::{Bound, Claimed, Expect, Expected, Privacy, Terms};
use crate::alpha::{Field, Symbol};
use crate::error::Error;
use crate::json::View;
use dp_kernel::Graph;

/// The claims that a file makes on the same terms, and the file that has these for its own.
#[derive(Debug, Clone)]
pub struct OnTerms {
    /// The terms.
    pub terms: Terms,
    /// The claims, with their terms.
    pub claims: Vec<Claimed>,
    pub(super) graph: Option<Graph>,
    pub(super) privacy: Privacy,
    pub(super) field: Option<Field>,
}

impl OnTerms {
    /// Whether the numbers of its statements are in a t of their own.
    pub fn has_own_t(&self) -> bool {
        self.field.as_ref().is_some_and(|field| field.symbol == Symbol::C)
    }

    /// Refuses an expectation in the file's `a` or `b` where the claim's numbers are in another t.
    pub(super) fn can_expect(&self, expect: &Expect, view: &View) -> Result<(), Error> {
        let bounds = expect.bounds.iter().map(|(_, bound)| match bound {
            Bound::Equals(x) | Bound::AtLeast(x) | Bound::AtMost(x) => x,
        });
        let in_t = |x: &Expected| matches!(x, Expected::Number(x) if !x.is_rational());
        if self.has_own_t() && bounds.into_iter().any(in_t) {
            let message = "an expectation in the file's `a` or `b` of a claim that has an ε of its own";
            return Err(view.field("expect").unwrap_or(*view).found(message, "rational numbers"));
        }
        Ok(())
    }
}
