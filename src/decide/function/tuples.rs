//! Bounds over tuples of guesses as sums of bounds for the single priors.
//!
//! Where λ − c_w is ≥ 0 on the cone for each guess w of each prior, so is Σλ − Σc for each tuple of guesses, by the sums of the
//! multipliers. It is the least bound where one mechanism is optimal for all priors, and changes at fewer numbers of an interval
//! than the basis of the program over all tuples, of which many are optimal there.

use super::near;
use super::search::power_of_t;
use crate::decide::case::Case;
use crate::exact::ForWitness;
use dp_kernel::{Dual, Multipliers, Vector};
use dp_verify::alpha::{Bounds, Field, Obstacle, Polynomial};
use dp_verify::number::{BigInt, Fractions, Rational};
use std::collections::BTreeMap;

/// The bound for all tuples, the first prior's guess counting fastest, by a t at which the denominators of the single ones are
/// positive; `None` for bounds of different kinds, and where α is no power of t.
pub(super) fn summed(
    case: &Case,
    field: &Field,
    duals: &[Dual],
    t: &Rational,
    bounds: &Bounds,
) -> Result<Option<Dual>, Obstacle> {
    let forests = duals.iter().map(|dual| match dual {
        Dual::Forest(lambda) => Some(functions(lambda)),
        _ => None,
    });
    if let Some(lambdas) = forests.collect::<Option<Vec<_>>>() {
        return Ok(Some(Dual::Forest(sum(&lambdas, t, bounds)?.for_witness())));
    }
    let mut each = Vec::with_capacity(duals.len());
    for dual in duals {
        let Some(of_one) = of_one(case, field, dual, bounds)? else { return Ok(None) };
        each.push(of_one);
    }
    let lambda = sum(&each.iter().map(|one| one.lambda.clone()).collect::<Vec<_>>(), t, bounds)?;
    let guesses = each.first().map_or(0, |one| one.multipliers.len());
    let tuples = each.iter().fold(1, |tuples, _| tuples * guesses);
    let mut multipliers = Vec::with_capacity(tuples);
    for mut tuple in 0..tuples {
        let mut parts = Vec::with_capacity(each.len());
        for one in &each {
            parts.push(&one.multipliers[tuple % guesses]);
            tuple /= guesses;
        }
        multipliers.push(merged(&parts, t, bounds)?);
    }
    Ok(Some(Dual::Multipliers { lambda: lambda.for_witness(), multipliers }))
}

/// Multipliers by their edges.
struct Arcs {
    edges: Vec<[usize; 2]>,
    mu: Fractions<Polynomial>,
}

/// One prior's bound.
struct One {
    lambda: Fractions<Polynomial>,
    multipliers: Vec<Arcs>,
}

fn of_one(case: &Case, field: &Field, dual: &Dual, bounds: &Bounds) -> Result<Option<One>, Obstacle> {
    match dual {
        Dual::Forest(_) => Ok(None),
        Dual::Multipliers { lambda, multipliers } => {
            let arcs = |of: &Multipliers| Arcs { edges: of.edges.clone(), mu: functions(&of.mu) };
            Ok(Some(One { lambda: functions(lambda), multipliers: multipliers.iter().map(arcs).collect() }))
        }
        Dual::Covering(y) => {
            let lambda = functions(y);
            let Some(step) = power_of_t(field) else { return Ok(None) };
            let multipliers =
                (0..case.nodes()).map(|w| to(case, step, &lambda, w, bounds)).collect::<Result<_, _>>()?;
            Ok(Some(One { lambda, multipliers }))
        }
    }
}

/// With yΦ ≥ π: y·c − π_w·c_w ≥ 0 on the cone, by Σ over what lies beyond an edge of the tree of shortest ways from w.
///
/// μ of the edge from a node's parent to it is f = y + Σ α^ℓ·f over its children, and at w that is (yΦ)_w ≥ π_w.
fn to(case: &Case, step: u32, y: &Fractions<Polynomial>, w: usize, bounds: &Bounds) -> Result<Arcs, Obstacle> {
    let graph = case.graph();
    let distances = graph.distances_from(w);
    let mut order: Vec<usize> = (0..case.nodes()).filter(|&i| distances[i] != dp_verify::graph::INFINITE).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(distances[i]));
    let mut f = y.numerators.clone();
    let mut arcs =
        Arcs { edges: Vec::new(), mu: Fractions { denominator: y.denominator.clone(), numerators: Vec::new() } };
    for i in order.into_iter().filter(|&i| i != w) {
        let above = |&h: &usize| graph.length(i, h).is_some_and(|length| distances[h] + length == distances[i]);
        let Some(h) = graph.neighbours(i).into_iter().find(above) else { continue };
        let length = (distances[i] - distances[h]) * step;
        let power = Polynomial::monomial(BigInt::from(1), length as usize, bounds)?;
        f[h] = f[h].plus(&f[i].times(&power, bounds)?);
        arcs.edges.push([h, i]);
        arcs.mu.numerators.push(f[i].clone());
    }
    Ok(arcs)
}

/// The sum of vectors, over a denominator that is positive at this t.
fn sum(all: &[Fractions<Polynomial>], t: &Rational, bounds: &Bounds) -> Result<Fractions<Polynomial>, Obstacle> {
    let denominators: Vec<&Polynomial> = all.iter().map(|x| &x.denominator).collect();
    let (denominator, factors) = near::common(&denominators, t, bounds)?;
    let mut numerators = vec![Polynomial::default(); all.first().map_or(0, |x| x.numerators.len())];
    for (x, factor) in all.iter().zip(&factors) {
        for (sum, x) in numerators.iter_mut().zip(&x.numerators) {
            *sum = sum.plus(&x.times(factor, bounds)?);
        }
    }
    Ok(Fractions { denominator, numerators })
}

fn merged(parts: &[&Arcs], t: &Rational, bounds: &Bounds) -> Result<Multipliers, Obstacle> {
    let denominators: Vec<&Polynomial> = parts.iter().map(|part| &part.mu.denominator).collect();
    let (denominator, factors) = near::common(&denominators, t, bounds)?;
    let mut sums: BTreeMap<[usize; 2], Polynomial> = BTreeMap::new();
    for (part, factor) in parts.iter().zip(&factors) {
        for (edge, mu) in part.edges.iter().zip(&part.mu.numerators) {
            let sum = sums.entry(*edge).or_default();
            *sum = sum.plus(&mu.times(factor, bounds)?);
        }
    }
    sums.retain(|_, mu| !mu.is_zero());
    let (edges, numerators) = sums.into_iter().unzip();
    Ok(Multipliers { edges, mu: Fractions { denominator, numerators }.for_witness() })
}

/// A witness's vector.
pub(super) fn functions(x: &Vector) -> Fractions<Polynomial> {
    Fractions {
        denominator: x.denominator.clone().into(),
        numerators: x.numerators.iter().map(|x| x.clone().into()).collect(),
    }
}
