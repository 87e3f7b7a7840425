//! Product priors on Hamming graphs.

use super::case::Reason;
use crate::exact::ForWitness;
use crate::linear::Vector;
use crate::statement::Decided;
use dp_kernel::Verdict;
use dp_verify::witness::Given;

/// What one individual's prior is a witness of: y ≥ 0 with yΦ₁ = π₁, or w with Φ₁w ≥ 0 and π₁·w < 0.
pub(super) enum OfOne {
    Regular(dp_kernel::Vector),
    Separated(dp_kernel::Vector),
}

/// A product prior is regular iff all its factors are: the tensor product of their y's represents it, and a
/// factor's Farkas vector, with 1 for all other individuals, is one for the product.
pub(super) fn regular(
    factors: &[Vector],
    values: usize,
    mut of_one: impl FnMut(&Vector) -> Result<OfOne, Reason>,
) -> Result<Decided, Reason> {
    let mut ys = Vec::with_capacity(factors.len());
    for (k, prior) in factors.iter().enumerate() {
        match of_one(prior)? {
            OfOne::Regular(y) => ys.push(y),
            OfOne::Separated(w) => {
                let mut ws = vec![Vector::ones(values).for_witness(); factors.len()];
                ws[k] = w;
                return Ok(Decided::new(Verdict::Fails, Given::Separations(ws)));
            }
        }
    }
    Ok(Decided::new(Verdict::Holds, Given::Representations(ys)))
}
