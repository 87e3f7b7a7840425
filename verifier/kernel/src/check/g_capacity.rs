//! `g-capacity`: the most that seeing the output of X adds to the gain that is expected of the best guess, whatever the prior,
//! and the largest factor by which it multiplies it (Alvim, Chatzikokolakis, McIver, Morgan, Palamidessi, Smith, Additive and
//! multiplicative notions of leakage, 2014). Computed.
//!
//! For weights π ≥ 0 let V(π) = max_w g_w·π, and U(π) = Σ_o max_w Σ_i π_i·x_io·g(w, i), which is convex and homogeneous. On the
//! cone C_w = {π ≥ 0: g_w·π ≥ g_v·π for all v} V is linear. Every π in it is a sum of extreme rays r of C_w, so that U(π) ≤ Σ
//! U(r) and V(π) = Σ V(r). Hence U − V is, for π that sum to 1, at most the largest U − V of the rays, scaled to sum to 1. And where
//! g ≥ 0, with M the largest U(r)/V(r) of those with V(r) > 0, U(π) ≤ M·V(π), as V(r) = 0 only if no guess gains at a node
//! of r, where U(r) = 0 too. The cones cover all priors, and the rays are some: both maxima are attained at rays. If
//! V = 0 at all of them no guess ever gains, and no factor exists.
//!
//! The rays of {π ≥ 0} are the nodes. Adding a constraint c·π ≥ 0 to a pointed cone leaves the rays with c·r ≥ 0; a new one spans
//! the relative interior of a face F of the old cone with dim F ≤ 2, as c·π = 0 cuts it in a ray: it is between two adjacent rays, p
//! with c·p > 0 and q with c·q < 0, and is (c·p)·q − (c·q)·p. Two rays are adjacent iff no third one satisfies with equality
//! all constraints that both do, as these give the least face with both (Motzkin, Raiffa, Thompson, Thrall 1953).

use super::*;
use std::collections::HashSet;

/// An extreme ray, and which constraints it satisfies with equality, as bits: π_i ≥ 0 of each node, then those for guesses.
struct Ray {
    weights: Vec<Number>,
    tight: u128,
}

/// What the rays may take is this part of the memory.
const SHARE: u64 = 8;

pub(super) fn check(case: &Case) -> Result<Found, Failure> {
    let (gain, n) = (&case.problem.gain, case.nodes());
    let guesses = gain.guesses(case.graph);
    if n.saturating_add(guesses) > u128::BITS as usize {
        return Err(Failure::Limit(Limit::Nodes));
    }
    let rows =
        (0..guesses).map(|w| gain.row(w, case.graph).map(|row| row.into_owned())).collect::<Result<Vec<_>, _>>()?;
    let (_, scales) = common_denominator(&rows)?;
    let has_factor = g_leakage::is_nonnegative(case)?;
    let (mut seen, mut words) = (HashSet::new(), 0);
    let (mut additive, mut multiplicative) = ((Fraction::ZERO, None), None);
    for (w, best) in rows.iter().enumerate() {
        let against = |v: usize| {
            let both = best.numerators.iter().zip(&rows[v].numerators);
            both.map(|(ours, other)| &(ours * &scales[w]) - &(other * &scales[v])).collect()
        };
        let constraints: Vec<Vec<Number>> = (0..guesses).filter(|&v| v != w).map(against).collect();
        for weights in extreme_rays(case, &constraints)? {
            // It may be one of several cones.
            if !seen.insert(weights.clone()) {
                continue;
            }
            words += weights.iter().map(Number::words).sum::<u64>() + 4 * n as u64;
            keep(words)?;
            let prior =
                Vector { denominator: weights.iter().fold(Number::ZERO, |sum, x| &sum + x), numerators: weights };
            let (before, after) = (best.dot(&prior), utility::of(case, gain, case.rows, &prior)?);
            let more = (&after - &before).lowest();
            if case.compare(&more, &additive.0)?.is_gt() {
                additive = (more, Some(prior.clone()));
            }
            if has_factor && case.sign(&before.numerator)?.is_gt() {
                let factor = (&after / &before).lowest();
                let larger = match &multiplicative {
                    Some((known, _)) => case.compare(&factor, known)?.is_gt(),
                    None => true,
                };
                if larger {
                    multiplicative = Some((factor, prior));
                }
            }
        }
    }
    let named = |prior: &Vector| -> Result<Vec<(usize, Fraction)>, Failure> {
        Ok(case.support(prior)?.into_iter().map(|i| (i, prior.entry(i).lowest())).collect())
    };
    let found = Found::new(Verdict::Holds).number(Name::Additive, additive.0);
    let reason = match (&additive.1, &multiplicative) {
        (Some(prior), _) => Some(Reason::MostGain {
            additive: named(prior)?,
            multiplicative: multiplicative.as_ref().map(|(_, prior)| named(prior)).transpose()?,
        }),
        // Nothing is gained anywhere.
        (None, _) => None,
    };
    let found = reason.into_iter().fold(found, Found::because);
    Ok(multiplicative.into_iter().fold(found, |found, (factor, _)| leakage::leaks(found, factor)))
}

/// That rays of so many words may be kept.
fn keep(words: u64) -> Result<(), Failure> {
    if words.saturating_mul(8) <= memory() / SHARE { Ok(()) } else { Err(Failure::Limit(Limit::Memory)) }
}

/// The extreme rays of {π ≥ 0: c·π ≥ 0 for each constraint c}, each once. Cost: for each c, and any two rays on its two
/// sides, a pass over all rays.
fn extreme_rays(case: &Case, constraints: &[Vec<Number>]) -> Result<Vec<Vec<Number>>, Failure> {
    let n = case.nodes();
    let all = (1u128 << n) - 1;
    let unit = |i: usize| (0..n).map(|j| if i == j { Number::ONE } else { Number::ZERO }).collect();
    let mut rays: Vec<Ray> = (0..n).map(|i| Ray { weights: unit(i), tight: all ^ 1 << i }).collect();
    for (k, c) in constraints.iter().enumerate() {
        let mut sides: [Vec<(usize, Number)>; 2] = Default::default();
        for (r, ray) in rays.iter_mut().enumerate() {
            let value: Number = ray.weights.iter().zip(c).map(|(x, y)| x * y).sum();
            match case.sign(&value)? {
                Ordering::Greater => sides[0].push((r, value)),
                Ordering::Less => sides[1].push((r, -&value)),
                Ordering::Equal => ray.tight |= 1 << (n + k),
            }
        }
        let masks: Vec<u128> = rays.iter().map(|ray| ray.tight).collect();
        let (mut new, mut words) = (Vec::new(), 0u64);
        for (p, above) in &sides[0] {
            for (q, below) in &sides[1] {
                charge(1)?;
                let tight = rays[*p].tight & rays[*q].tight;
                // The constraints of a face of two dimensions have the rank n − 2.
                if tight.count_ones() as usize + 2 < n {
                    continue;
                }
                charge(rays.len() as u64)?;
                // Another ray than these two.
                if masks.iter().filter(|mask| **mask & tight == tight).nth(2).is_some() {
                    continue;
                }
                let both = rays[*p].weights.iter().zip(&rays[*q].weights);
                let mut weights: Vec<Number> = both.map(|(x, y)| &(x * below) + &(y * above)).collect();
                // The same ray with smaller numbers, where they are integers.
                if let Some(common) = Number::common_divisor(&weights).map(Number::from) {
                    weights = weights.iter().map(|weight| weight.over(&common).unwrap_or(Number::ZERO)).collect();
                }
                words += weights.iter().map(Number::words).sum::<u64>() + 4 * n as u64;
                keep(words)?;
                new.push(Ray { weights, tight: tight | 1 << (n + k) });
            }
        }
        let below: HashSet<usize> = sides[1].iter().map(|(r, _)| *r).collect();
        let kept = rays.into_iter().enumerate().filter(|(r, _)| !below.contains(r)).map(|(_, ray)| ray);
        rays = kept.chain(new).collect();
    }
    Ok(rays.into_iter().map(|ray| ray.weights).collect())
}
