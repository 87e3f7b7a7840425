//! The truncated geometric mechanism on a line, and on the answers of a sum query.

use super::closed_entry::ClosedEntry;
use malachite::base::num::basic::traits::{NegativeOne, One};
use malachite::rational::Rational;

/// The rows of the β-geometric mechanism on 0..n-1, everything below 0 reported as 0 and everything above n-1 as n-1:
///
/// x_ij = β^|i-j| / (1+β) at the ends j = 0 and j = n-1, and β^|i-j| (1-β)/(1+β) between them; 1 for n = 1.
///
/// On a line β = α: it is the tight-constraints mechanism of the line. Where one individual changes the answer by up
/// to v, β = α^(1/v): answers that differ by v have entries with the ratio α at an end, and none has a smaller one.
/// Where two answers differ by v, α is the largest number for which it is private. At α = 1 only the two ends are
/// ever reported.
///
/// Shape: n rows of n entries, for 0 < α ≤ 1; `text` writes an entry. Cost: 2n entries, then copies.
///
/// Source: Ghosh, Roughgarden, Sundararajan, *Universally utility-maximizing privacy mechanisms* (2009).
pub(super) fn truncated_geometric(
    nodes: usize,
    text: &dyn Fn(&ClosedEntry) -> String,
) -> impl Iterator<Item = Vec<String>> + use<> {
    let below = [Rational::ONE, Rational::ONE];
    let outside = [Rational::ONE, Rational::NEGATIVE_ONE];
    let end = |d: u32| text(&ClosedEntry::power(d).times(&below, -1));
    let inner = |d: u32| text(&ClosedEntry::power(d).times(&outside, 1).times(&below, -1));
    let (ends, inners): (Vec<String>, Vec<String>) = (0_u32..).take(nodes).map(|d| (end(d), inner(d))).unzip();
    let entry = move |i: usize, j: usize| match j {
        _ if nodes == 1 => "1".to_owned(),
        _ if j == 0 || j + 1 == nodes => ends[i.abs_diff(j)].clone(),
        _ => inners[i.abs_diff(j)].clone(),
    };
    (0..nodes).map(move |i| (0..nodes).map(|j| entry(i, j)).collect())
}
