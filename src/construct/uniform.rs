//! The uniform mechanism.

use malachite::rational::Rational;

/// The rows of the mechanism that reports each of n nodes with probability 1/n, whatever the input.
///
/// Shape: n rows of n entries. It is private at every α up to 1 and tells nothing.
///
/// Cost: a copy for each entry.
pub fn uniform(nodes: usize) -> impl Iterator<Item = Vec<Rational>> {
    let row: Vec<Rational> = vec![Rational::from_unsigneds(1, nodes.max(1)); nodes];
    std::iter::repeat_n(row, nodes)
}
