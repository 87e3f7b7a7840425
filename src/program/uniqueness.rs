//! Whether a non-negative solution of Φz = 1 is the only one.

use crate::effort::spend;
use malachite::Integer;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;

use super::nonnegative::{kernel_tableau, particular};
use crate::linear::{Factored, Similarity, Vector};

/// Whether z is the only non-negative solution of Φz = 1, with a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// Another z' ≥ 0 with Φz' = 1.
    Second(Vector),
    /// There is no other.
    Only {
        /// The columns of Φ on the support of z are independent modulo this prime, so no other
        /// solution has its support inside that of z.
        modulus: u64,
        /// wΦ = 0 on the support of z, and > 0 off it. Any solution z' has z'·Φw = 1·w = z·Φw = 0,
        /// so z' ≥ 0 vanishes off the support of z.
        w: Vector,
    },
}

/// Decides whether z is the only non-negative solution of Φz = 1, whether Φ is singular or not.
///
/// If the columns on the support depend on each other, a kernel vector leads to a second solution.
/// Otherwise Σ z'_j over j off the support is made as large as it can be: above 0 that is a second
/// solution, and at 0 the dual solution is w.
///
/// Strict complementarity (Goldman, Tucker 1956) says that one of the two always exists. `None` if
/// Φ is a quotient, or z is not ≥ 0 with Φz = 1. Cost: a lifting for each dimension of the kernel,
/// and a simplex search.
#[must_use]
pub fn uniqueness(phi: &Similarity, z: &Vector) -> Option<Uniqueness> {
    let nodes = phi.nodes();
    let plain = (0..nodes).all(|i| phi.weight(i) == 1);
    if !plain || !z.is_nonnegative() || phi.multiply(z)? != Vector::ones(nodes) {
        return None;
    }
    let support = z.support();
    let off: Vec<usize> = (0..nodes).filter(|&i| z.numerators()[i] == 0).collect();
    let order: Vec<usize> = support.iter().chain(&off).copied().collect();
    let mut factored = Factored::with_column_order(phi, &order);
    loop {
        spend(0);
        if let Some(kernel) = factored.kernel() {
            let free = factored.free();
            let dependent = free.iter().position(|&j| z.numerators()[j] != 0);
            return match dependent {
                Some(place) => moved(z, &kernel[place]).map(Uniqueness::Second),
                None => off_support(&factored, z, &off, &kernel),
            };
        }
        factored = factored.with_next_prime();
    }
}

/// z + t·k for the largest t > 0 that keeps it ≥ 0, where k ≠ 0 has its support inside that of z.
fn moved(z: &Vector, kernel: &Vector) -> Option<Vector> {
    let kernel = if kernel.is_nonnegative() { kernel.clone().negated() } else { kernel.clone() };
    let falling = (0..z.len()).filter(|&i| kernel.numerators()[i] < 0);
    let step = falling.map(|i| -(z.entry(i) / kernel.entry(i))).min()?;
    z.add_multiple(&step, &kernel)
}

/// The decision when the columns on the support are pivots: then z is the tableau's first point.
fn off_support(phi: &Factored, z: &Vector, off: &[usize], kernel: &[Vector]) -> Option<Uniqueness> {
    let nodes = z.len();
    let mut cost = vec![Integer::ZERO; nodes];
    off.iter().for_each(|&i| cost[i] = Integer::ONE);
    let cost = Vector::integral(cost);
    let mut tableau = kernel_tableau(phi, &Vector::ones(nodes), kernel, &cost)?;
    tableau.make_optimal(0);
    if tableau.objectives()[0].entry(0) > 0 {
        return Some(Uniqueness::Second(tableau.point(nodes)));
    }
    // wΦ = cost + reduced costs; the support stays basic, so both are 0 on it.
    let sum = cost.add_multiple(&Rational::ONE, &tableau.reduced_costs(0, nodes))?;
    let w = particular(phi, &sum)?;
    let modulus = phi.block().prime().into();
    Some(Uniqueness::Only { modulus, w })
}
