//! `regular`: some y ≥ 0 has yΦ = π (ElSalamouny et al. Definition 6).
//!
//! Holds: y, and v with Φv ≤ 1 and π·v = Σy. For any y' ≥ 0 with y'Φ = π, Σy' ≥ y'Φv = π·v: `sum` is the
//! least. Fails: w with Φw ≥ 0 and π·w < 0, since y would give π·w = yΦw ≥ 0 (Farkas).
//!
//! For a product prior both may be given by factors, one vector each individual (see [`covering`]): y_k ≥ 0 with y_k Φ₁ = π_k,
//! whose tensor product is y; or w_k with Φ₁ w_k ≥ 0 and Π π_k·w_k < 0. The sum needs no v: the row
//! sums of Φ₁ are all W = 1 + (v-1)α, so that v = 1/W^u·1 has Φv = 1.

use super::*;
use std::mem::discriminant;

pub(super) fn check(case: &Case, prior: usize, witness: &Witness) -> Result<Found, Failure> {
    match witness {
        Witness::Representation { y, v } => {
            let (phi, prior) = (case.similarity()?, case.prior(prior)?);
            case.nonnegative("y", y, case.nodes(), &Place::Node)?;
            case.fits("v", v, case.nodes())?;
            covering::represents(case, &phi, prior, y, &Place::Node)?;
            let sum = covering::same_sum(case, &phi, prior, [y, v], &Place::Node)?;
            Ok(Found::new(Verdict::Holds).number(Name::Sum, sum))
        }
        Witness::Separating { w, solution: None } => {
            let (_, by) = covering::separates(case, &case.similarity()?, case.prior(prior)?, w, &Place::Node)?;
            if case.sign(&by.numerator)?.is_lt() {
                return Ok(Found::new(Verdict::Fails).because(Reason::Separated { by, singular: false }));
            }
            Err(Why::number("π·w", Place::Whole, by, Wanted::Negative))
        }
        Witness::Enclosed(enclosed) => {
            let sum = enclosed::positive(case, case.graph, case.prior(prior)?, enclosed, &Place::Node)?;
            Ok(Found::new(Verdict::Holds).value(Name::Sum, Value::Enclosed(sum)))
        }
        Witness::Factors(factors) => by_factors(case, prior, factors),
        _ => refused(Why::WrongWitness),
    }
}

fn by_factors(case: &Case, prior: usize, factors: &[Factor]) -> Result<Found, Failure> {
    let (one, priors) = covering::individuals(case, prior, factors.len())?;
    let phi = Similarity::new(&one, case.alpha, case.meter)?;
    let Some(first) = factors.first() else { return refused(Why::WrongWitness) };
    // Two numbers between which the product is, or which are it.
    let mut product = [Fraction::ONE, Fraction::ONE];
    for (individual, (factor, prior)) in factors.iter().zip(priors).enumerate() {
        if discriminant(factor) != discriminant(first) {
            return refused(Why::WrongWitness);
        }
        let place = |value| Place::Value { individual, value };
        let own = match factor {
            Factor::Representation(y) => {
                case.nonnegative("y", y, one.nodes(), &place)?;
                covering::represents(case, &phi, prior, y, &place)?;
                [y.sum(case.meter), y.sum(case.meter)]
            }
            Factor::Separating(w) => {
                let (_, by) = covering::separates(case, &phi, prior, w, &place)?;
                [by.clone(), by]
            }
            // A sum of positive numbers is positive, so both ends may be taken to be.
            Factor::Enclosed(enclosed) => enclosed::positive(case, &one, prior, enclosed, &place)?,
        };
        for (end, own) in product.iter_mut().zip(&own) {
            *end = end.times(own, case.meter)?;
        }
    }
    let [low, high] = product;
    match first {
        Factor::Representation(_) => Ok(Found::new(Verdict::Holds).number(Name::Sum, low)),
        Factor::Enclosed(_) => Ok(Found::new(Verdict::Holds).value(Name::Sum, Value::Enclosed([low, high]))),
        Factor::Separating(_) if case.sign(&low.numerator)?.is_lt() => {
            Ok(Found::new(Verdict::Fails).because(Reason::Separated { by: low, singular: false }))
        }
        Factor::Separating(_) => refused(Why::ProductNotNegative(low)),
    }
}
