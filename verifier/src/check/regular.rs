//! `regular`: some y ≥ 0 has yΦ = π (ElSalamouny et al. Definition 6).
//!
//! Holds: y, and v with Φv ≤ 1 and π·v = Σy. For any y' ≥ 0 with y'Φ = π, Σy' ≥ y'Φv = π·v: `sum` is the
//! least. Fails: w with Φw ≥ 0 and π·w < 0, since y would give π·w = yΦw ≥ 0 (Farkas).
//!
//! For a product prior both may be given by `factors`, one vector each individual: y_k ≥ 0 with y_k Φ₁ = π_k,
//! whose tensor product is y; or w_k with Φ₁ w_k ≥ 0 and Π π_k·w_k < 0. Their sum needs no v: the row
//! sums of Φ₁ are all W = 1 + (v-1)α, so that v = 1/W^u·1 has Φv = 1.

use super::{Case, Failure, Proved, factors::Individuals, irrational, tight_constraints_exist::nonnegative, unproved};
use crate::json::View;
use crate::number::{Fractions, Rational, compare};
use crate::report::{Verdict, exact_or_decimal};
use num_traits::{One, Signed};

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    if case.mechanism.privacy.alpha.rational().is_none() {
        return irrational::regular(case);
    }
    match (case.said, case.witness.part("factors")) {
        (Verdict::Holds, None) => holds(case),
        (Verdict::Holds, Some(factors)) => holds_by_factors(case, &factors),
        (_, None) => fails(case),
        (_, Some(factors)) => fails_by_factors(case, &factors),
    }
}

fn holds(case: &Case) -> Result<Proved, Failure> {
    case.witness.only(&["y", "v"])?;
    let (phi, prior) = (case.similarity()?, case.weights()?);
    let y = case.witness.vector("y", case.nodes())?;
    nonnegative(case, "y", &y)?;
    represents(case, &case.times(&phi, &y)?, prior, |i| case.node(i))?;
    let v = case.witness.vector("v", case.nodes())?;
    let product = case.times(&phi, &v)?;
    if let Some(i) = product.numerators.iter().position(|x| *x > product.denominator) {
        return unproved(format!("Φv at {} is {}, expected ≤ 1", case.node(i), exact_or_decimal(&product.entry(i))));
    }
    let (sum, dual) = (y.total(), case.dot(prior, &v)?);
    if compare(&sum, &dual).is_ne() {
        return unproved(format!(
            "Σy is {}, π·v is {}, expected the same",
            exact_or_decimal(&sum),
            exact_or_decimal(&dual)
        ));
    }
    Ok(Proved::new(Verdict::Holds).rational("sum", sum))
}

/// yΦ = π.
fn represents(
    case: &Case,
    product: &Fractions,
    prior: &Fractions,
    name: impl Fn(usize) -> String,
) -> Result<(), Failure> {
    case.charge_comparison(product, prior)?;
    let equal =
        |i: &usize| &product.numerators[*i] * &prior.denominator == &prior.numerators[*i] * &product.denominator;
    match (0..product.len()).find(|i| !equal(i)) {
        None => Ok(()),
        Some(i) => unproved(format!(
            "yΦ at {} is {}, the prior there is {}",
            name(i),
            exact_or_decimal(&product.entry(i)),
            exact_or_decimal(&prior.entry(i))
        )),
    }
}

fn holds_by_factors(case: &Case, factors: &View) -> Result<Proved, Failure> {
    case.witness.only(&["factors"])?;
    let individuals = Individuals::new(case)?;
    let phi = individuals.similarity(case)?;
    let mut sum = Rational::one();
    let ys = individuals.vectors(case, factors, "y", &["y"])?;
    for (k, (y, prior)) in ys.iter().zip(individuals.priors).enumerate() {
        if let Some(i) = y.first_negative() {
            return unproved(format!("y of individual {k} at value {i} is negative"));
        }
        represents(case, &case.times(&phi, y)?, prior, |i| format!("value {i} of individual {k}"))?;
        sum = case.product(&sum, &y.total())?;
    }
    Ok(Proved::new(Verdict::Holds).rational("sum", sum))
}

fn fails(case: &Case) -> Result<Proved, Failure> {
    case.witness.only(&["w"])?;
    let w = case.witness.vector("w", case.nodes())?;
    let product = case.times(&case.similarity()?, &w)?;
    if let Some(i) = product.first_negative() {
        return unproved(format!("Φw at {} is {}, expected ≥ 0", case.node(i), exact_or_decimal(&product.entry(i))));
    }
    let separation = case.dot(case.weights()?, &w)?;
    if !separation.is_negative() {
        return unproved(format!("π·w is {}, expected < 0", exact_or_decimal(&separation)));
    }
    Ok(Proved::new(Verdict::Fails).because(separated(&separation)))
}

fn separated(separation: &Rational) -> String {
    format!("some w has Φw ≥ 0 and π·w = {} < 0, so that no y ≥ 0 has yΦ = π", exact_or_decimal(separation))
}

fn fails_by_factors(case: &Case, factors: &View) -> Result<Proved, Failure> {
    case.witness.only(&["factors"])?;
    let individuals = Individuals::new(case)?;
    let phi = individuals.similarity(case)?;
    let mut separation = Rational::one();
    let ws = individuals.vectors(case, factors, "w", &["w"])?;
    for (k, (w, prior)) in ws.iter().zip(individuals.priors).enumerate() {
        if let Some(i) = case.times(&phi, w)?.first_negative() {
            return unproved(format!("Φw of individual {k} at value {i} is negative"));
        }
        separation = case.product(&separation, &case.dot(prior, w)?)?;
    }
    if !separation.is_negative() {
        return unproved(format!("the product of all π·w is {}, expected < 0", exact_or_decimal(&separation)));
    }
    Ok(Proved::new(Verdict::Fails).because(separated(&separation)))
}
