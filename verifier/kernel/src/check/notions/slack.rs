//! What (ε, δ)-privacy leaves over and above ε-privacy.
//!
//! Rows y are (ε, δ)-private iff Σ_o max(0, y_io − e^ε·y_ho) ≤ δ for all directed edges i → h (see `approximate_dp`).
//! With numbers μ_ih,o ≥ 0, κ_ih the largest of those of an edge, and ν_io = Σ_{h→i} μ_hi,o − α·Σ_{i→h} μ_ih,o,
//!
//! Σ_io ν_io·y_io = −Σ μ_ih,o·(α·y_io − y_ho) ≥ −α·Σ κ_ih·Σ_o max(0, y_io − e^ε·y_ho) ≥ −α·δ·Σ_{i→h} κ_ih:
//!
//! what is ≥ 0 where y is ε-private may be below 0 by no more than that.

use crate::case::Case;
use crate::check::core::{approximate_dp, dp};
use crate::failure::{Failure, Why, ensure};
use crate::witness::Multipliers;
use dp_number::meter::charge;
use dp_number::{Fraction, Number, Vector};
use std::collections::BTreeMap;

/// Checks another mechanism: a row of positive length for each node, stochastic and (ε, δ)-private. The least δ that it
/// is private for.
pub(super) fn is_mechanism(case: &Case, rows: &[Vector], delta: &Fraction) -> Result<Fraction, Failure> {
    dp::are_distributions(case, rows)?;
    let needed = approximate_dp::least_delta(case, rows)?;
    let is_private = case.compare(&needed, delta)?.is_le();
    ensure(is_private, || Why::OtherNeedsMore { needed: needed.clone(), delta: delta.clone() })?;
    Ok(needed)
}

/// α·Σ κ_ih of the multipliers of all outputs, which are ≥ 0 and as many as the edges that they are of. Those of an
/// edge that stands there twice are added.
pub(super) fn of(case: &Case, multipliers: &[Multipliers]) -> Result<Fraction, Failure> {
    let mut most: BTreeMap<[usize; 2], Fraction> = BTreeMap::new();
    for Multipliers { edges, mu } in multipliers {
        let mut own: BTreeMap<[usize; 2], Number> = BTreeMap::new();
        for (edge, mu) in edges.iter().zip(&mu.numerators) {
            charge(mu.words())?;
            *own.entry(*edge).or_insert(Number::ZERO) += mu;
        }
        for (edge, sum) in own {
            let sum = Fraction::new(sum, mu.denominator.clone());
            let known = most.entry(edge).or_insert(Fraction::ZERO);
            if case.compare(&sum, known)?.is_gt() {
                *known = sum;
            }
        }
    }
    let sum = most.values().fold(Fraction::ZERO, |sum, most| &sum + most);
    Ok(case.alpha * &sum)
}
