//! `utility-bound`: the least Σy with y ≥ 0 and yΦ ≥ π bounds the utility of every ε-private mechanism.
//!
//! Why it bounds: for a private X' with the nodes as outputs, x'_ij ≥ α^d(i,j)·x'_jj, so that
//! U = Σ_j π_j x'_jj ≤ Σ_j (yΦ)_j x'_jj ≤ Σ_i y_i Σ_j x'_ij = Σy (ElSalamouny et al. Theorem 1, which asks
//! for yΦ = π). Why it is the least: v ≥ 0 with Φv ≤ 1 and π·v = Σy, since any feasible y' has
//! Σy' ≥ y'Φv ≥ π·v (weak duality). Both are the witness; the claim is always decided, and holds.
//!
//! For a product prior they may be given by `factors`: products of vectors ≥ 0 keep both inequalities.

use super::{Case, Failure, Proved, factors::Individuals, unproved};
use crate::check::Similarity;
use crate::json::View;
use crate::number::{Fractions, Rational, compare};
use crate::report::{Verdict, exact_or_decimal};
use num_traits::One;

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    Ok(Proved::new(Verdict::Holds).rational("bound", bound(case)?))
}

/// The least Σy, from the witness `y` and `v`, or their `factors`.
pub(super) fn bound(case: &Case) -> Result<Rational, Failure> {
    match case.witness.part("factors") {
        Some(factors) => bound_by_factors(case, &factors),
        None => {
            case.witness.only(&["y", "v"])?;
            let (y, v) = (case.witness.vector("y", case.nodes())?, case.witness.vector("v", case.nodes())?);
            optimum(case, &case.similarity()?, case.weights()?, &y, &v, |i| case.node(i))
        }
    }
}

fn bound_by_factors(case: &Case, factors: &View) -> Result<Rational, Failure> {
    case.witness.only(&["factors"])?;
    let individuals = Individuals::new(case)?;
    let phi = individuals.similarity(case)?;
    let ys = individuals.vectors(case, factors, "y", &["y", "v"])?;
    let vs = individuals.vectors(case, factors, "v", &["y", "v"])?;
    let mut bound = Rational::one();
    for (k, ((y, v), prior)) in ys.iter().zip(&vs).zip(individuals.priors).enumerate() {
        let of_one = optimum(case, &phi, prior, y, v, |i| format!("value {i} of individual {k}"))?;
        bound = case.product(&bound, &of_one)?;
    }
    Ok(bound)
}

/// Checks y ≥ 0, yΦ ≥ π, v ≥ 0, Φv ≤ 1 and Σy = π·v.
fn optimum(
    case: &Case,
    phi: &Similarity,
    prior: &Fractions,
    y: &Fractions,
    v: &Fractions,
    name: impl Fn(usize) -> String,
) -> Result<Rational, Failure> {
    for (vector, letter) in [(y, 'y'), (v, 'v')] {
        if let Some(i) = vector.first_negative() {
            return unproved(format!(
                "{letter} at {} is {}, expected ≥ 0",
                name(i),
                exact_or_decimal(&vector.entry(i))
            ));
        }
    }
    let covered = case.times(phi, y)?;
    case.charge_comparison(&covered, prior)?;
    let short = |i: &usize| &covered.numerators[*i] * &prior.denominator < &prior.numerators[*i] * &covered.denominator;
    if let Some(i) = (0..covered.len()).find(short) {
        return unproved(format!(
            "yΦ at {} is {}, expected at least the prior, {}",
            name(i),
            exact_or_decimal(&covered.entry(i)),
            exact_or_decimal(&prior.entry(i))
        ));
    }
    let packed = case.times(phi, v)?;
    if let Some(i) = packed.numerators.iter().position(|x| *x > packed.denominator) {
        return unproved(format!("Φv at {} is {}, expected ≤ 1", name(i), exact_or_decimal(&packed.entry(i))));
    }
    let (sum, dual) = (y.total(), case.dot(prior, v)?);
    if compare(&sum, &dual).is_ne() {
        return unproved(format!(
            "Σy is {}, π·v is {}, expected the same",
            exact_or_decimal(&sum),
            exact_or_decimal(&dual)
        ));
    }
    Ok(sum)
}
