//! `leakage-bound`: no ε-private mechanism leaks more at π, with `outputs: r` none with at most r outputs.
//!
//! The least of what applies, and which it is:
//! - `utility-bound`: U(X, π) is at most the least Σy, so that 2^L ≤ Σy / max π (ElSalamouny et al. Proposition 6, for any
//!   prior); with the same witness.
//! - `hamming`, on the Hamming graph {0..v−1}^u, E = e^ε: (vE/(v−1+E))^u at every prior (their Theorem 2; Alvim et al.
//!   Theorem 1). It is never less than `utility-bound`, as y = max π·z with Φz = 1 is one of those y.
//! - `outputs`: Σ_o max_i π_i x_io ≤ r·max π.
//! - `hamming-outputs`, on the Hamming graph {0..v−1}^u: 2^L ≤ Σ_o max_i x_io ≤ E^u / Σ_t C(u,t)·(E−1)^t / min(r, v^t).
//!   Let m_o be the maximum at output o, at the node i_o, M = Σ m_o, and draw o and o' by themselves with the
//!   probabilities m_o/M. As x_(i_o')o ≥ E^−d(i_o', i_o)·m_o and rows sum to 1, the expectation of E^(u − d(i_o, i_o')) is at
//!   most E^u/M. It is Σ_T (E−1)^|T|·Pr(i_o and i_o' agree on T) over the sets T of individuals, and two draws from at
//!   most min(r, v^|T|) values agree with a probability of at least 1 over that many. (Alvim et al. Proposition 2
//!   claims more, which is false.)
//!
//! With a proved `optimum` of the utility (see [`optimum`]), `maximum` = optimum / max π is the most that any ε-private
//! mechanism leaks at π.

use super::source::{Source, compare, one};
use super::{Case, Failure, Proved, leakage, optimum, utility_bound};
use crate::alpha::{Obstacle, Polynomial};
use crate::graph::Family;
use crate::model::Gain;
use crate::number::BigInt;
use crate::report::{Value, Verdict};
use num_traits::One;

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    match case.has_rational_alpha() && case.has_rational_prior() {
        true => check_in::<BigInt>(case),
        false => check_in::<Polynomial>(case),
    }
}

fn check_in<R: Source>(case: &Case) -> Result<Proved, Failure> {
    let ground = &case.ground;
    let most = leakage::most(&*R::weights(case.prior()?)?, case)?;
    let over_most = |x: &(R, R)| Ok::<_, Obstacle>((x.0.times(&most.1, ground)?, x.1.times(&most.0, ground)?));
    let bound = utility_bound::bound::<R>(case, &["optimum"])?;
    let mut all = vec![(over_most(&bound)?, "utility-bound")];
    let hamming = match *case.mechanism.query.graph.family() {
        Family::Hamming { values, individuals } => Some((values, individuals)),
        _ => None,
    };
    if let Some((values, individuals)) = hamming {
        all.push((for_every_prior::<R>(case, values, individuals)?, "hamming"));
    }
    if let Some(r) = case.claim.outputs {
        all.push(((R::of(&BigInt::from(r)), one()), "outputs"));
        if let Some((values, individuals)) = hamming {
            all.push((by_outputs::<R>(case, values, individuals, r)?, "hamming-outputs"));
        }
    }
    let shown: Vec<String> = all.iter().map(|((n, d), name)| format!("{name} {}", R::shown(n, d, case))).collect();
    let mut all = all.into_iter();
    let Some((mut bound, mut theorem)) = all.next() else { return super::unproved("no bound") };
    for (other, name) in all {
        if compare(&other, &bound, ground)?.is_lt() {
            (bound, theorem) = (other, name);
        }
    }
    let proved = leakage::leaks(Proved::new(Verdict::Holds), R::value(&bound.0, &bound.1, case)?, case);
    let proved = proved.value("theorem", Value::Text(theorem));
    let proved = if shown.len() > 1 { proved.because(format!("the least of: {}", shown.join(", "))) } else { proved };
    let Some(proof) = case.witness.part("optimum") else { return Ok(proved) };
    let worth = optimum::Worth::<R>::new(&[case.prior()?], &Gain::Binary)?;
    let most = over_most(&optimum::proved(case, &worth, &proof)?)?;
    Ok(proved.value("maximum", R::value(&most.0, &most.1, case)?))
}

/// (vE/(v−1+E))^u = (vq/((v−1)p+q))^u for α = p/q.
fn for_every_prior<R: Source>(case: &Case, values: usize, individuals: usize) -> Result<(R, R), Failure> {
    if values == 1 {
        return Ok((one(), one()));
    }
    let ground = &case.ground;
    let u = u32::try_from(individuals).map_err(|_| Failure::Unproved("too many individuals".into()))?;
    let (p, q) = case.alpha::<R>()?;
    let mut below = R::of(&BigInt::from(values - 1)).times(&p, ground)?;
    below.add(&q);
    let power = |x: &R| Ok::<_, Failure>(R::powers(x, u, ground)?.pop().unwrap_or_else(one));
    Ok((power(&R::of(&BigInt::from(values)).times(&q, ground)?)?, power(&below)?))
}

/// E^u / Σ_t C(u,t)·(E−1)^t / min(r, v^t) = q^u / Σ_t C(u,t)·(q−p)^t·p^(u−t) / min(r, v^t) for α = p/q.
fn by_outputs<R: Source>(case: &Case, values: usize, individuals: usize, r: usize) -> Result<(R, R), Failure> {
    let ground = &case.ground;
    if values == 1 {
        // One node, whatever u is.
        return Ok((one(), one()));
    }
    let u = u32::try_from(individuals).map_err(|_| Failure::Unproved("too many individuals".into()))?;
    let (p, q) = case.alpha::<R>()?;
    let mut apart = q.clone();
    apart.add(&p.negated());
    let (of_p, of_q, of_apart) = (R::powers(&p, u, ground)?, R::powers(&q, u, ground)?, R::powers(&apart, u, ground)?);
    // min(r, v^t) for each t, and their product's part without it.
    let (r, v) = (BigInt::from(r), BigInt::from(values));
    let supports: Vec<BigInt> = (0..=u).map(|t| r.clone().min(num_traits::Pow::pow(&v, t))).collect();
    let largest: BigInt = supports.iter().filter(|support| **support < r).max().cloned().unwrap_or_else(BigInt::one);
    let common = &r * &largest;
    let (mut sum, mut choices) = (R::default(), BigInt::one());
    for (t, support) in supports.iter().enumerate() {
        let weight = R::of(&(&choices * (&common / support)));
        sum.add(&weight.times(&of_apart[t], ground)?.times(&of_p[individuals - t], ground)?);
        choices = choices * BigInt::from(individuals - t) / BigInt::from(t + 1);
    }
    Ok((R::of(&common).times(&of_q[individuals], ground)?, sum))
}
