//! Hadamard response on a complete graph.

use super::closed_entry::{Base, ClosedEntry};
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// K, the number of outputs: the least power of two that is over k.
pub(super) fn outputs(values: usize) -> usize {
    (values + 1).next_power_of_two()
}

/// The rows of Hadamard response: x tells each y with H[x+1][y] = 1 with probability 2/(K(1+α)), and each other one
/// with α times that, where H is Sylvester's K × K matrix of signs: H[x][y] = 1 where x and y have an even number of
/// bits in common.
///
/// A row of H but the first has as many signs of one kind as of the other, and two rows differ somewhere: α is the
/// largest number for which it is private, where k ≥ 2.
///
/// Shape: k rows of K entries, for 0 < α ≤ 1.
///
/// Source: Acharya, Sun, Zhang, *Hadamard response: estimating distributions privately, efficiently, and with little
/// communication* (2019), the scheme for high privacy.
pub(super) fn hadamard_response(values: usize, alpha: &Base) -> impl Iterator<Item = Vec<String>> + use<> {
    let outputs = outputs(values);
    let sum = [Rational::ONE, Rational::ONE];
    let scale = [Rational::from_unsigneds(2, outputs)];
    let entry = |d: u32| alpha.text(&ClosedEntry::power(d).times(&scale, 1).times(&sum, -1));
    let by_parity = [entry(0), entry(1)];
    let row =
        move |x: usize| (0..outputs).map(|y| by_parity[((x + 1) & y).count_ones() as usize % 2].clone()).collect();
    (0..values).map(row)
}
