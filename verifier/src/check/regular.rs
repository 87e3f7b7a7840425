//! `regular`: some y ≥ 0 has yΦ = π (ElSalamouny et al. Definition 6).
//!
//! Holds: y, and v with Φv ≤ 1 and π·v = Σy. For any y' ≥ 0 with y'Φ = π, Σy' ≥ y'Φv = π·v: `sum` is the
//! least. Fails: w with Φw ≥ 0 and π·w < 0, since y would give π·w = yΦw ≥ 0 (Farkas).
//!
//! For a product prior both may be given by `factors`, one vector each individual: y_k ≥ 0 with y_k Φ₁ = π_k,
//! whose tensor product is y; or w_k with Φ₁ w_k ≥ 0 and Π π_k·w_k < 0. Their sum needs no v: the row
//! sums of Φ₁ are all W = 1 + (v-1)α, so that v = 1/W^u·1 has Φv = 1.

use super::source::Source;
use super::utility_bound::{at_most_one, same_sum};
use super::{Case, Failure, Proved, enclosed, factors::Individuals, tight_constraints_exist::nonnegative, unproved};
use crate::alpha::Polynomial;
use crate::json::View;
use crate::number::{BigInt, Fractions, Sign};
use crate::report::Verdict;
use num_traits::One;

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    if case.said == Verdict::Holds && enclosed::is_enclosed(case) {
        return enclosed::regular(case);
    }
    match case.has_rational_alpha() && case.has_rational_prior() {
        true => check_in::<BigInt>(case),
        false => check_in::<Polynomial>(case),
    }
}

fn check_in<R: Source>(case: &Case) -> Result<Proved, Failure> {
    match (case.said, case.witness.part("factors")) {
        (Verdict::Holds, None) => holds::<R>(case),
        (Verdict::Holds, Some(factors)) => holds_by_factors::<R>(case, &factors),
        (_, None) => fails::<R>(case),
        (_, Some(factors)) => fails_by_factors::<R>(case, &factors),
    }
}

fn holds<R: Source>(case: &Case) -> Result<Proved, Failure> {
    case.witness.only(&["y", "v"])?;
    let (phi, prior) = (case.similarity::<R>()?, R::weights(case.prior()?)?);
    let y = case.witness.vector("y", case.nodes(), &case.ground)?;
    nonnegative(case, "y", &y)?;
    represents(case, &case.times(&phi, &y)?, &prior, |i| case.node(i))?;
    let v = case.witness.vector("v", case.nodes(), &case.ground)?;
    at_most_one(case, &case.times(&phi, &v)?, |i| case.node(i))?;
    let (n, d) = same_sum(case, &prior, &y, &v)?;
    Ok(Proved::new(Verdict::Holds).value("sum", R::value(&n, &d, case)?))
}

/// yΦ = π.
pub(super) fn represents<R: Source>(
    case: &Case,
    product: &Fractions<R>,
    prior: &Fractions<R>,
    name: impl Fn(usize) -> String,
) -> Result<(), Failure> {
    let ground = &case.ground;
    case.charge_comparison(product, prior)?;
    for (i, (x, p)) in product.numerators.iter().zip(&prior.numerators).enumerate() {
        let (left, right) = (x.times(&prior.denominator, ground)?, p.times(&product.denominator, ground)?);
        if left.compare(&right, ground)?.is_ne() {
            let (found, wanted) = (R::shown(x, &product.denominator, case), R::shown(p, &prior.denominator, case));
            return unproved(format!("yΦ at {} is {found}, the prior there is {wanted}", name(i)));
        }
    }
    Ok(())
}

fn holds_by_factors<R: Source>(case: &Case, factors: &View) -> Result<Proved, Failure> {
    case.witness.only(&["factors"])?;
    let individuals = Individuals::<R>::new(case)?;
    let phi = individuals.similarity(case)?;
    let mut sum = (R::of(&BigInt::one()), R::of(&BigInt::one()));
    let ys = individuals.vectors(case, factors, "y", &["y"])?;
    for (k, (y, prior)) in ys.iter().zip(&individuals.priors).enumerate() {
        if let Some(i) = y.negative(&case.ground)? {
            return unproved(format!("y of individual {k} at value {i} is negative"));
        }
        represents(case, &case.times(&phi, y)?, prior, |i| format!("value {i} of individual {k}"))?;
        sum = (sum.0.times(&y.sum(), &case.ground)?, sum.1.times(&y.denominator, &case.ground)?);
    }
    Ok(Proved::new(Verdict::Holds).value("sum", R::value(&sum.0, &sum.1, case)?))
}

fn fails<R: Source>(case: &Case) -> Result<Proved, Failure> {
    case.witness.only(&["w"])?;
    let w = case.witness.vector("w", case.nodes(), &case.ground)?;
    let product = case.times(&case.similarity::<R>()?, &w)?;
    if let Some(i) = product.negative(&case.ground)? {
        let found = R::shown(&product.numerators[i], &product.denominator, case);
        return unproved(format!("Φw at {} is {found}, expected ≥ 0", case.node(i)));
    }
    let separation = R::weights(case.prior()?)?.times(&w, &case.ground)?;
    if separation.0.sign(&case.ground)? != Sign::Minus {
        return unproved(format!("π·w is {}, expected < 0", R::shown(&separation.0, &separation.1, case)));
    }
    Ok(Proved::new(Verdict::Fails).because(separated(case, &separation)))
}

fn separated<R: Source>(case: &Case, separation: &(R, R)) -> String {
    let found = R::shown(&separation.0, &separation.1, case);
    format!("some w has Φw ≥ 0 and π·w = {found} < 0, so that no y ≥ 0 has yΦ = π")
}

fn fails_by_factors<R: Source>(case: &Case, factors: &View) -> Result<Proved, Failure> {
    case.witness.only(&["factors"])?;
    let ground = &case.ground;
    let individuals = Individuals::<R>::new(case)?;
    let phi = individuals.similarity(case)?;
    let mut separation = (R::of(&BigInt::one()), R::of(&BigInt::one()));
    let ws = individuals.vectors(case, factors, "w", &["w"])?;
    for (k, (w, prior)) in ws.iter().zip(&individuals.priors).enumerate() {
        if let Some(i) = case.times(&phi, w)?.negative(ground)? {
            return unproved(format!("Φw of individual {k} at value {i} is negative"));
        }
        let (n, d) = prior.times(w, ground)?;
        separation = (separation.0.times(&n, ground)?, separation.1.times(&d, ground)?);
    }
    if separation.0.sign(ground)? != Sign::Minus {
        let found = R::shown(&separation.0, &separation.1, case);
        return unproved(format!("the product of all π·w is {found}, expected < 0"));
    }
    Ok(Proved::new(Verdict::Fails).because(separated(case, &separation)))
}
