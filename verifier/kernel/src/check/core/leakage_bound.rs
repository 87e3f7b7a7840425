//! `leakage-bound`: no ε-private mechanism leaks more at π, with `outputs: r` none with at most r outputs.
//!
//! The least of what applies, and which it is:
//! - `utility-bound`: U(X, π) is at most the least Σy, so that 2^L ≤ Σy / max π (ElSalamouny et al. Proposition 6, for
//!   any prior); with the same witness.
//! - `hamming`, on the Hamming graph {0..v−1}^u, E = e^ε: (vE/(v−1+E))^u at every prior (their Theorem 2; Alvim et al.
//!   Theorem 1). It is never less than `utility-bound`, as y = max π·z with Φz = 1 is one of those y.
//! - `outputs`: Σ_o max_i π_i x_io ≤ r·max π.
//! - `hamming-outputs`, on the Hamming graph {0..v−1}^u: 2^L ≤ Σ_o max_i x_io ≤ E^u / Σ_t C(u,t)·(E−1)^t / min(r, v^t).
//!   Let m_o be the maximum at output o, at the node i_o, M = Σ m_o, and draw o and o' by themselves with the
//!   probabilities m_o/M. As x_(i_o')o ≥ E^−d(i_o', i_o)·m_o and rows sum to 1, the expectation of E^(u − d(i_o, i_o'))
//!   is at most E^u/M. It is Σ_T (E−1)^|T|·Pr(i_o and i_o' agree on T) over the sets T of individuals, and two draws
//!   from at most min(r, v^|T|) values agree with a probability of at least 1 over that many. (Alvim et al. Proposition
//!   2 claims more, which is false.)
//!
//! With a proved `optimum` of the utility (see [`optimum`]), `maximum` = optimum / max π is the most that any ε-private
//! mechanism leaks at π.

use super::{covering, leakage, optimum};
use crate::case::Case;
use crate::failure::{Failure, Why, ensure, refused};
use crate::graph::Family;
use crate::list::first;
use crate::problem::{Gain, Name, Verdict};
use crate::proved::{Found, Reason, Theorem, Value};
use crate::witness::Witness;
use dp_number::meter::missing;
use dp_number::{Fraction, Number};

pub(crate) fn check(case: &Case, prior: usize, outputs: Option<usize>, witness: &Witness) -> Result<Found, Failure> {
    let Witness::Covering { y, v, optimum, solution: None } = witness else { return refused(Why::WrongWitness) };
    let prior = case.prior(prior)?;
    let most = leakage::most(case, prior)?;
    let mut all = vec![(Theorem::UtilityBound, &covering::bound(case, prior, y, v)? / &most)];
    let hamming = match *case.graph.family() {
        Family::Hamming { values, individuals } => Some((values, individuals)),
        _ => None,
    };
    all.extend(hamming.map(|(v, u)| (Theorem::Hamming, for_every_prior(case, v, u))));
    all.extend(outputs.map(|r| (Theorem::Outputs, Number::from(r).into())));
    if let (Some((v, u)), Some(r)) = (hamming, outputs) {
        all.push((Theorem::HammingOutputs, by_outputs(case, v, u, r)?));
    }
    let least = first(all.iter().map(Ok), |x, known| Ok(case.compare(&x.1, &known.1)?.is_lt()))?;
    let (theorem, bound) = least.ok_or_else(missing)?.clone();
    let found = leakage::leaks(Found::new(Verdict::Holds), bound).value(Name::Theorem, Value::Theorem(theorem));
    let found = found.because((all.len() > 1).then_some(Reason::Bounds(all)));
    let Some(proof) = optimum else { return Ok(found) };
    let worth = optimum::Worth { gain: &Gain::Binary, priors: &[prior] };
    Ok(found.number(Name::Maximum, &optimum::proved(case, &worth, proof)? / &most))
}

/// (vE/(v−1+E))^u = (vq/((v−1)p+q))^u for α = p/q.
fn for_every_prior(case: &Case, values: usize, individuals: usize) -> Fraction {
    let Fraction { numerator: p, denominator: q } = case.alpha;
    let of_one = Fraction::new(&Number::from(values) * q, &(&Number::from(values.saturating_sub(1)) * p) + q);
    if values == 1 { Fraction::ONE } else { of_one.power(individuals) }
}

/// E^u / Σ_t C(u,t)·(E−1)^t / min(r, v^t) = q^u / Σ_t C(u,t)·(q−p)^t·p^(u−t) / min(r, v^t) for α = p/q.
fn by_outputs(case: &Case, values: usize, individuals: usize, r: usize) -> Result<Fraction, Failure> {
    if values == 1 {
        // One node, whatever u is.
        return Ok(Fraction::ONE);
    }
    ensure(r > 0, || Why::DoesNotFit)?;
    let Fraction { numerator: p, denominator: q } = case.alpha;
    let (mut sum, mut choices) = (Fraction::ZERO, Number::ONE);
    for t in 0..=individuals {
        let power = u32::try_from(t).ok().and_then(|t| values.checked_pow(t));
        let left = individuals.saturating_sub(t);
        let product = &(q - p).power(t) * &p.power(left);
        sum = &sum + &Fraction::new(&choices * &product, power.map_or(r, |power| power.min(r)).into());
        let next = (&choices * &left.into()).over(&t.saturating_add(1).into());
        choices = next.map_or_else(|| refused(Why::DoesNotFit), Ok)?;
    }
    Ok(&q.power(individuals).into() / &sum)
}
