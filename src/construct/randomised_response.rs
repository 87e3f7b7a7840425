//! Randomised response on a complete graph.

use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// The rows of randomised response on n values: the truth with probability 1 / (1 + (n-1)α), each other
/// value with probability α / (1 + (n-1)α).
///
/// Shape: n rows of n entries, for 0 < α ≤ 1. It is the tight-constraints mechanism of the complete graph,
/// and for n ≥ 2 α is the largest number for which it is private.
///
/// Cost: a copy for each entry.
///
/// Source: Holohan, Leith, Mason, on optimal differentially private mechanisms for categorical data.
pub fn randomised_response(nodes: usize, alpha: &Rational) -> impl Iterator<Item = Vec<Rational>> + use<> {
    let others = Rational::from(nodes.saturating_sub(1));
    let truth = Rational::ONE / (Rational::ONE + others * alpha);
    let lie = &truth * alpha;
    (0..nodes).map(move |i| (0..nodes).map(|j| if i == j { truth.clone() } else { lie.clone() }).collect())
}
