//! The tight-constraints mechanism of any graph that has one.

use malachite::Integer;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;

use crate::effort::{products, spend, words};
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
/// Source: ElSalamouny, Chatzikokolakis, Palamidessi, *A differentially private mechanism of optimal utility for a
/// region of priors*, Definition 7.
pub fn tight_constraints(phi: &Similarity) -> Result<impl Iterator<Item = Vec<Rational>> + '_, Vector> {
    let nodes = phi.nodes();
    match nonnegative_solution(phi, &Vector::ones(nodes)).map(|answer| answer.outcome) {
        Some(Nonnegative::Found { y, .. }) => {
            let powers = fractions(phi.powers(), phi.scale());
            let z = fractions(y.numerators(), y.denominator());
            Ok((0..nodes).map(move |i| row(phi, &powers, i, &z)))
        }
        Some(Nonnegative::None { w }) => Err(w),
        // Only a right-hand side of another length has no answer, and this one has n entries.
        None => Err(Vector::ones(0)),
    }
}

/// What a gcd of two long integers takes beside a product of them.
const OF_GCD: usize = 5;

/// Fractions of one denominator in lowest terms; some in a row that are equal are reduced once.
fn fractions(numerators: &[Integer], denominator: &Integer) -> Vec<Rational> {
    let mut fractions = Vec::with_capacity(numerators.len());
    for equal in numerators.chunk_by(Integer::eq) {
        spend(products(OF_GCD, words(denominator)));
        let one = Rational::from_integers(equal[0].clone(), denominator.clone());
        fractions.resize(fractions.len() + equal.len(), one);
    }
    fractions
}

/// Row i of Φ·diag(z), by the powers of α that occur in Φ.
fn row(phi: &Similarity, powers: &[Rational], i: usize, z: &[Rational]) -> Vec<Rational> {
    let mut row = vec![Rational::ZERO; phi.nodes()];
    for (power, j, count) in phi.terms(i) {
        let (power, z) = (&powers[power], &z[j]);
        spend(products(OF_GCD, words(z.denominator_ref()).min(words(power.denominator_ref()))));
        row[j] += power * z * Rational::from(count);
    }
    row
}
