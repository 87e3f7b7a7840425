//! The priors that show whether X is optimal for every prior, by the binary gain.
//!
//! Let F(π) = opt(π) − U(X, π) for all weights π ≥ 0, where opt is the most utility of an ε-private mechanism. A map r
//! of outputs to nodes is a best remap on the cone K_r = {π ≥ 0: π_r(o)·x_r(o)o ≥ π_i·x_io for all i and o}. These
//! cones cover all weights. On each of them U(X, π) = Σ_o π_r(o)·x_r(o)o is linear, opt is a maximum of linear
//! functions and so convex, and both are homogeneous: as every π in K_r is a sum of its extreme rays, F ≤ 0 everywhere
//! iff F ≤ 0 on the extreme rays of all these cones.
//!
//! On an extreme ray with support S the constraints that are equalities have rank n − 1. They are π_i = 0 for i not in
//! S, and ties: two nodes of S that attain max_h π_h·x_ho > 0 at the same output o. So the graph of ties connects S,
//! and as each tie fixes a ratio, which outputs which nodes attain the maximum of, the type of the ray, fixes π. (These
//! are the vertices of an arrangement of tropical hyperplanes, a column each: Develin and Sturmfels 2004. With m
//! outputs there are at most C(|S| + m − 2, m − 1) for each S if no two columns tie in more than they must.)
//!
//! All are found from single nodes by adding one node at a time: leaving off a leaf of a tree of ties leaves ties.
//! One node alone needs no proof, as F = 0 there: the guess is certain.

use crate::case::Case;
use crate::failure::Failure;
use dp_number::list::List;
use dp_number::meter::{charge, room, room_beside, steps, total};
use dp_number::{Limit, Number, Vector, shorter};
use std::cmp::Ordering;
use std::collections::HashSet;

/// The weights ρ_i = π_i/D_i, for D_i the denominator of row i: then π_i·x_io is ρ_i times a numerator.
struct Ray {
    weights: Vec<Number>,
    /// For each output max_i π_i·x_io and the nodes that attain it, as bits; none where it is 0.
    most: Vec<(Number, u64)>,
}

/// The priors, two nodes or more in the support of each, in the order in which they are found.
///
/// Cost: for each of them n·m candidates of n·m products and comparisons.
pub(crate) fn deciding_priors(case: &Case) -> Result<Vec<Vector>, Failure> {
    let n = case.rows.len();
    if n > u64::BITS as usize {
        return Err(Failure::Limit(Limit::Nodes));
    }
    let (mut seen, mut rays, mut kept) = (HashSet::new(), Vec::new(), 0u64);
    let mut keep = |ray: &Ray| {
        let words: u64 = ray.weights.iter().chain(ray.most.iter().map(|(x, _)| x)).map(Number::words).sum();
        kept = total([kept, words, steps(8, n as u64, 1), steps(8, ray.most.len() as u64, 1)]);
        room_beside(kept)
    };
    for i in 0..n {
        let weights: Vec<Number> = (0..n).map(|j| if i == j { Number::ONE } else { Number::ZERO }).collect();
        let ray = Ray { most: most(case, &weights)?, weights };
        keep(&ray)?;
        rays.push(ray);
    }
    let mut next = 0;
    while next < rays.len() {
        for (o, j) in (0..case.outputs()).flat_map(|o| (0..n).map(move |j| (o, j))) {
            let Some(grown) = grown(case, rays.at(next)?, o, j)? else { continue };
            let types: Vec<u64> = grown.most.iter().map(|(_, nodes)| *nodes).collect();
            if !seen.contains(&types) && is_connected(&types, support(&grown.weights)) {
                keep(&grown)?;
                seen.insert(types);
                rays.push(grown);
            }
        }
        next = next.saturating_add(1);
    }
    let prior = |ray: &Ray| {
        let numerators = ray.weights.iter().zip(case.rows).map(|(weight, row)| weight * &row.denominator).collect();
        let weights = Vector { denominator: Number::ONE, numerators };
        Vector { denominator: weights.sum().numerator, ..weights }
    };
    Ok(rays.iter().skip(n).map(prior).collect())
}

/// The weights with node j added, tied with those that attain the maximum at output o; `None` where it can't be, or
/// where j comes before all nodes of the support: what starts at its first node is all that is needed.
fn grown(case: &Case, ray: &Ray, o: usize, j: usize) -> Result<Option<Ray>, Failure> {
    let (value, nodes) = ray.most.at(o)?;
    let (support, x) = (support(&ray.weights), &case.row(j)?[o]);
    if *nodes == 0 || support >> j & 1 == 1 || (support.trailing_zeros() as usize) > j || !case.sign(x)?.is_gt() {
        return Ok(None);
    }
    let mut weights: Vec<Number> = ray.weights.iter().map(|weight| weight * x).collect();
    *weights.at_mut(j)? = value.clone();
    let weights = shorter(weights);
    Ok(Some(Ray { most: most(case, &weights)?, weights }))
}

/// For each output the most that a node of the support has there, and which nodes have it.
fn most(case: &Case, weights: &[Number]) -> Result<Vec<(Number, u64)>, Failure> {
    let mut most = vec![(Number::ZERO, 0u64); case.outputs()];
    for (i, (row, weight)) in case.rows.iter().zip(weights).enumerate().filter(|(_, (_, weight))| !weight.is_zero()) {
        charge((most.len() as u64).saturating_mul(16))?;
        let longest = row.numerators.iter().map(|x| x.words_of_product(weight)).max();
        room(most.len() as u64, longest.unwrap_or(1))?;
        for ((value, nodes), x) in most.iter_mut().zip(&row.numerators) {
            let product = x * weight;
            match case.order(&product, value)? {
                Ordering::Equal if *nodes != 0 => *nodes |= 1 << i,
                Ordering::Less | Ordering::Equal => {}
                Ordering::Greater => (*value, *nodes) = (product, 1 << i),
            }
        }
    }
    Ok(most)
}

fn support(weights: &[Number]) -> u64 {
    weights.iter().enumerate().fold(0, |bits, (i, x)| if x.is_zero() { bits } else { bits | 1 << i })
}

/// Whether the ties connect all nodes of the support.
fn is_connected(ties: &[u64], support: u64) -> bool {
    let mut reached = support & support.wrapping_neg();
    loop {
        let more = ties.iter().filter(|tie| **tie & reached != 0).fold(reached, |all, tie| all | tie);
        if more == reached {
            return reached == support;
        }
        reached = more;
    }
}
