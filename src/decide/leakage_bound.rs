//! `leakage-bound`: the least of the bound on the utility over max π, and what few outputs allow. On small graphs the
//! exact maximum beside it.

use super::case::{Case, Reason};
use super::{leakage, utility_bound};
use crate::certificate::Decided;
use dp_verify::graph::Family;
use dp_verify::model::Claim;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{BinomialCoefficient, Pow};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let (bound, decided) = utility_bound::proof(case, claim)?;
    let most = leakage::most(&case.weights(claim)?);
    let (mut least, mut theorem) = (&bound / &most, "utility-bound");
    if let Some(outputs) = claim.outputs {
        let mut take = |other: Rational, name| {
            if other < least {
                (least, theorem) = (other, name);
            }
        };
        take(Rational::from(outputs), "outputs");
        if let Family::Hamming { values, individuals } = *case.graph().family() {
            take(by_outputs(&case.alpha()?, values, individuals, outputs), "hamming-outputs");
        }
    }
    let decided = decided.leakage(&least).value("theorem", theorem);
    let wanted = case.is_small() && claim.outputs.is_none() || case.expects(claim, &["maximum"]);
    if !wanted {
        return Ok(decided);
    }
    let with_maximum = utility_bound::from_optimum(case, claim, |value, proof| {
        let stated = decided.clone().rational("maximum", &(value / &most)).witness("optimum", proof);
        case.accepts(claim, &stated).then_some(stated)
    });
    Ok(with_maximum.unwrap_or(decided))
}

/// E^u / Σ_t C(u,t)·(E−1)^t / min(r, v^t), E = 1/α.
fn by_outputs(alpha: &Rational, values: usize, individuals: usize, outputs: usize) -> Rational {
    if values == 1 {
        return Rational::ONE;
    }
    let e = Rational::ONE / alpha;
    let (u, less) = (individuals as u64, &e - Rational::ONE);
    let term = |t: u64| {
        let support = Integer::from(outputs).min(Integer::from(values).pow(t));
        let choices = Integer::binomial_coefficient(Integer::from(u), Integer::from(t));
        Rational::from(choices) * (&less).pow(t) / Rational::from(support)
    };
    let sum = (0..=u).fold(Rational::ZERO, |sum, t| sum + term(t));
    e.pow(u) / sum
}
