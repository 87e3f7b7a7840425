//! The truncated geometric mechanism on a line.

use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// The rows of the α-geometric mechanism on the line 0..n-1, everything below 0 reported as 0 and everything
/// above n-1 as n-1:
///
/// x_ij = α^|i-j| / (1+α) at the ends j = 0 and j = n-1, and α^|i-j| (1-α)/(1+α) between them; 1 for n = 1.
///
/// Shape: n rows of n entries, for 0 < α ≤ 1. It is the tight-constraints mechanism of the line, and for
/// n ≥ 2 α is the largest number for which it is private. At α = 1 only the two ends are ever reported.
///
/// Cost: n multiplications in advance and n for each row, with numbers of n times the bits of α.
///
/// Source: Ghosh, Roughgarden, Sundararajan, *Universally utility-maximizing privacy mechanisms* (2009).
pub fn truncated_geometric(nodes: usize, alpha: &Rational) -> impl Iterator<Item = Vec<Rational>> + use<> {
    let end = Rational::ONE / (Rational::ONE + alpha);
    let inner = (Rational::ONE - alpha) * &end;
    let times = |factor: Rational| -> Vec<Rational> {
        std::iter::successors(Some(factor), |x| Some(x * alpha)).take(nodes).collect()
    };
    let (ends, inners) = (times(end), times(inner));
    let entry = move |i: usize, j: usize| {
        let distance = i.abs_diff(j);
        match j {
            _ if nodes == 1 => Rational::ONE,
            0 => ends[distance].clone(),
            _ if j + 1 == nodes => ends[distance].clone(),
            _ => inners[distance].clone(),
        }
    };
    (0..nodes).map(move |i| (0..nodes).map(|j| entry(i, j)).collect())
}
