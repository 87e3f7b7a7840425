//! `g-capacity`: the most that seeing the output of X adds to the gain that is expected of the best guess, whatever the
//! prior, and the largest factor by which it multiplies it (Alvim, Chatzikokolakis, McIver, Morgan, Palamidessi, Smith,
//! Additive and multiplicative notions of leakage, 2014). Computed.
//!
//! For weights π ≥ 0 let V(π) = max_w g_w·π, and U(π) = Σ_o max_w Σ_i π_i·x_io·g(w, i), which is convex and
//! homogeneous. Let K be the cone of all (π, v) with π ≥ 0 and v ≥ g_w·π for each w. Every (π, V(π)) is in it, and is a
//! sum of extreme rays (r, v_r) with r ≠ 0 and of (0, v) with v ≥ 0, so that U(π) ≤ Σ U(r) and V(π) ≥ Σ v_r. And v_r =
//! V(r), as else the ray were a sum of two others. Hence U − V is, for π that sum to 1, at most the largest U − V of
//! the r, scaled to sum to 1. And where g ≥ 0, with M the largest U(r)/V(r) of those with V(r) > 0, U(π) ≤ M·V(π), as
//! V(r) = 0 only if no guess gains at a node of r, where U(r) = 0 too. Both maxima are attained at rays. If V = 0 at
//! all of them no guess ever gains, and no factor exists.
//!
//! With v = g_0·π + s the cone is {(π, s) ≥ 0: s ≥ (g_w − g_0)·π for each w > 0}. The rays of {(π, s) ≥ 0} are the
//! units. Adding a constraint c·π ≥ 0 to a pointed cone leaves the rays with c·r ≥ 0; a new one spans the relative
//! interior of a face F of the old cone with dim F ≤ 2, as c·π = 0 cuts it in a ray: it is between two adjacent rays, p
//! with c·p > 0 and q with c·q < 0, and is (c·p)·q − (c·q)·p. Two rays are adjacent iff no third one satisfies with
//! equality all constraints that both do, as these give the least face with both (Motzkin, Raiffa, Thompson, Thrall
//! 1953).

use super::{g_leakage, ray_bounds};
use crate::case::Case;
use crate::check::core::{leakage, utility};
use crate::failure::{Failure, Why, refused};
use crate::problem::{Gain, Name, Verdict};
use crate::proved::{Found, Reason};
use crate::rays::{Extreme, Rays};
use dp_number::list::List;
use dp_number::meter::{charge, room_beside, steps, total};
use dp_number::{Fraction, Limit, Number, Vector, common_denominator, shorter};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashSet;

/// An extreme ray, and which constraints it satisfies with equality, as bits: that each weight is ≥ 0, then those for
/// guesses.
struct Ray {
    weights: Vec<Number>,
    tight: u128,
}

pub(crate) fn check(case: &Case) -> Result<Found, Failure> {
    let (gain, n) = (&case.problem.gain, case.nodes());
    let guesses = gain.guesses(case.graph);
    if n.saturating_add(guesses) > u128::BITS as usize {
        return Err(Failure::Limit(Limit::Nodes));
    }
    let rows =
        (0..guesses).map(|w| gain.row(w, case.graph).map(|row| row.into_owned())).collect::<Result<Vec<_>, _>>()?;
    let has_factor = g_leakage::is_nonnegative(case)?;
    let (over, scales) = common_denominator(&rows)?;
    let scaled = |(row, scale): (&Vector, _)| row.numerators.iter().map(|x| x * scale).collect();
    let rows = rows.iter().zip(&scales).map(|row| Vector { denominator: over.clone(), numerators: scaled(row) });
    let rows: Vec<Vector> = rows.collect();
    let Some((first, others)) = rows.split_first() else { return refused(Why::DoesNotFit) };
    let first = &first.numerators;
    let less = |other: &Vector| first.iter().zip(&other.numerators).map(|(x, y)| x - y).chain([over.clone()]).collect();
    let constraints: Vec<Vec<Number>> = others.iter().map(|other| shorter(less(other))).collect();
    // Over one denominator, which is found once.
    let table = if *gain == Gain::Binary { Gain::Binary } else { Gain::Table { rows: rows.clone(), loss: false } };
    let (mut additive, mut multiplicative) = ((Fraction::ZERO, None), (Fraction::ZERO, None));
    let Extreme { rays, known, .. } = &*extreme(case, &rows, constraints)?;
    let leading = ray_bounds::leading(case, known, has_factor)?;
    for (ray, _) in rays.iter().zip(leading).filter(|(_, leads)| *leads) {
        let mut weights = ray.clone();
        let more = weights.pop().unwrap_or(Number::ZERO);
        let all = weights.iter().cloned().sum::<Number>();
        if all.is_zero() {
            continue;
        }
        let best = first.iter().zip(&weights).fold(&more * &over, |sum, (g, x)| &sum + &(g * x));
        let before = Fraction::new(best, &over * &all);
        let prior = Vector { denominator: all, numerators: weights };
        let after = utility::of(case, &table, case.rows, &prior)?;
        let more = &after - &before;
        if case.compare(&more, &additive.0)?.is_gt() {
            additive = (more.lowest(), Some(prior.clone()));
        }
        if has_factor && case.sign(&before.numerator)?.is_gt() {
            // At least 1: what is known at first, 0, is below all of them.
            let factor = &after / &before;
            if case.compare(&factor, &multiplicative.0)?.is_gt() {
                multiplicative = (factor.lowest(), Some(prior));
            }
        }
    }
    let named = |prior: &Vector| -> Result<Vec<_>, Failure> {
        Ok(case.support(prior)?.into_iter().map(|i| (i, prior.entry(i).lowest())).collect())
    };
    let mut found = Found::new(Verdict::Holds).number(Name::Additive, additive.0);
    // Else nothing is gained anywhere.
    if let Some(prior) = &additive.1 {
        let multiplicative = multiplicative.1.as_ref().map(named).transpose()?;
        found = found.because(Reason::MostGain { additive: named(prior)?, multiplicative });
    }
    Ok(if multiplicative.1.is_some() { leakage::leaks(found, multiplicative.0) } else { found })
}

/// See [`extreme_rays`]. Where t does not occur they are the same on all parts of an interval, and found once.
fn extreme<'a>(case: &Case<'a>, rows: &[Vector], constraints: Vec<Vec<Number>>) -> Result<Cow<'a, Extreme>, Failure> {
    let Rays { extreme: once, .. } = case.rays;
    let is_constant = rows.iter().all(Vector::is_rational);
    if let Some(extreme) = once.get().filter(|extreme| is_constant && extreme.rows == rows) {
        return Ok(Cow::Borrowed(extreme));
    }
    let rays = extreme_rays(case, case.nodes().saturating_add(1), &constraints)?;
    let found = Extreme { known: ray_bounds::known_of(case, rows, &rays)?, rays, rows: rows.to_vec() };
    // One problem has one gain: where it is constant nothing else is kept.
    Ok(if is_constant && once.get().is_none() { Cow::Borrowed(once.keep(found)?) } else { Cow::Owned(found) })
}

/// The extreme rays of {π ≥ 0: c·π ≥ 0 for each constraint c} for n weights, each once. Cost: for each c, and any two
/// rays on its two sides, a pass over all rays.
fn extreme_rays(case: &Case, n: usize, constraints: &[Vec<Number>]) -> Result<Vec<Vec<Number>>, Failure> {
    // The bits of all weights, of which there is one and there are no more than 128.
    let all = u128::MAX >> (u128::BITS as usize).saturating_sub(n);
    let unit = |i: usize| (0..n).map(|j| if i == j { Number::ONE } else { Number::ZERO }).collect();
    let mut rays: Vec<Ray> = (0..n).map(|i| Ray { weights: unit(i), tight: all ^ 1 << i }).collect();
    for (c, place) in constraints.iter().zip(n..) {
        let mut sides: [Vec<(usize, Number)>; 2] = Default::default();
        for (r, ray) in rays.iter_mut().enumerate() {
            let value: Number = ray.weights.iter().zip(c).map(|(x, y)| x * y).sum();
            match case.sign(&value)? {
                Ordering::Greater => sides[0].push((r, value)),
                Ordering::Less => sides[1].push((r, -&value)),
                Ordering::Equal => ray.tight |= 1 << place,
            }
        }
        let masks: Vec<u128> = rays.iter().map(|ray| ray.tight).collect();
        let (mut new, mut words) = (Vec::new(), 0u64);
        for (p, above) in &sides[0] {
            for (q, below) in &sides[1] {
                charge(4)?;
                let (p, q) = (rays.at(*p)?, rays.at(*q)?);
                let tight = p.tight & q.tight;
                // The constraints of a face of two dimensions have the rank n − 2.
                if (tight.count_ones() as usize).saturating_add(2) < n {
                    continue;
                }
                charge(rays.len() as u64)?;
                // Another ray than these two.
                if masks.iter().filter(|mask| **mask & tight == tight).nth(2).is_some() {
                    continue;
                }
                let both = p.weights.iter().zip(&q.weights);
                let weights = shorter(both.map(|(x, y)| &(x * below) + &(y * above)).collect());
                words = total([words, weights.iter().map(Number::words).sum(), steps(4, n as u64, 1)]);
                room_beside(words)?;
                new.push(Ray { weights, tight: tight | 1 << place });
            }
        }
        let below: HashSet<usize> = sides[1].iter().map(|(r, _)| *r).collect();
        let kept = rays.into_iter().enumerate().filter(|(r, _)| !below.contains(r)).map(|(_, ray)| ray);
        rays = kept.chain(new).collect();
    }
    Ok(rays.into_iter().map(|ray| ray.weights).collect())
}
