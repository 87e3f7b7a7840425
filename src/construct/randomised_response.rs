//! Randomised response on a complete graph.

use super::closed_entry::ClosedEntry;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// The entries of randomised response on n values by distance: the truth with probability 1 / (1 + (n-1)α), each
/// other value with probability α / (1 + (n-1)α).
///
/// Shape: two entries, for 0 < α ≤ 1. It is the tight-constraints mechanism of the complete graph, and for n ≥ 2
/// α is the largest number for which it is private.
///
/// Source: Holohan, Leith, Mason, *Differentially private response mechanisms on categorical data*, (19).
pub(super) fn randomised_response(nodes: usize) -> Vec<ClosedEntry> {
    let sum = [Rational::ONE, Rational::from(nodes.saturating_sub(1))];
    (0..2).map(|d| ClosedEntry::power(d).times(&sum, -1)).collect()
}
