//! The tight-constraints mechanism of any graph that has one.

use malachite::rational::Rational;

use crate::linear::{Similarity, Vector};
use crate::program::{Nonnegative, nonnegative_solution};

/// The rows of X = Φ·diag(z) for the z ≥ 0 with Φz = 1 of least sum: x_ij = α^d(i,j) z_j.
///
/// Shape: n rows of n entries. Where several z exist this is one of them, constant on nodes that colour
/// refinement of the distances cannot tell apart.
///
/// Cost: that of [`nonnegative_solution`] at once, then a multiplication for each entry.
///
/// # Errors
/// The Farkas witness w with Φw ≥ 0 and Σw < 0, where no z ≥ 0 has Φz = 1: z ≥ 0 would make
/// Σw = z·Φw ≥ 0.
///
/// Source: ElSalamouny, Chatzikokolakis, Palamidessi, on optimal utility for a region of priors.
pub fn tight_constraints(phi: &Similarity) -> Result<impl Iterator<Item = Vec<Rational>> + '_, Vector> {
    let nodes = phi.nodes();
    match nonnegative_solution(phi, &Vector::ones(nodes)).map(|answer| answer.outcome) {
        Some(Nonnegative::Found { y, .. }) => {
            let z = y.to_rationals();
            Ok((0..nodes).map(move |i| row(phi, i, &z)))
        }
        Some(Nonnegative::None { w }) => Err(w),
        // Only a right-hand side of another length has no answer, and this one has n entries.
        None => Err(Vector::ones(0)),
    }
}

fn row(phi: &Similarity, i: usize, z: &[Rational]) -> Vec<Rational> {
    let scale = phi.scale();
    let entry = |(numerator, z): (malachite::Integer, &Rational)| Rational::from_integers(numerator, scale.clone()) * z;
    phi.scaled_row(i).into_iter().zip(z).map(entry).collect()
}
