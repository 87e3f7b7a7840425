//! The priors that show whether X is optimal for every prior, with the binary gain.
//!
//! Let F(π) = opt(π) − U(X, π) for all weights π ≥ 0, where opt is the most utility of an ε-private mechanism. A map r of
//! outputs to nodes is a best remap on the cone K_r = {π ≥ 0: π_r(o)·x_r(o)o ≥ π_i·x_io for all i and o}. These cones
//! cover all weights. On each of them U(X, π) = Σ_o π_r(o)·x_r(o)o is linear, opt is a maximum of linear functions and so
//! convex, and both are homogeneous: as every π in K_r is a sum of its extreme rays, F ≤ 0 everywhere iff F ≤ 0 on
//! the extreme rays of all these cones.
//!
//! On an extreme ray with support S the constraints that are equalities have rank n − 1. They are π_i = 0 for i not in
//! S, and ties: two nodes of S that attain max_h π_h·x_ho > 0 at the same output o. So the graph of ties connects S, and
//! as each tie fixes a ratio, which outputs which nodes attain the maximum of, the type of the ray, fixes π. (These are
//! the vertices of an arrangement of tropical hyperplanes, a column each: Develin and Sturmfels 2004. With m outputs
//! there are at most C(|S| + m − 2, m − 1) for each S if no two columns tie in more than they must.)
//!
//! All are found from single nodes by adding one node at a time: leaving off a leaf of a tree of ties leaves ties.
//! One node alone needs no proof, as F = 0 there: the guess is certain.

use super::source::{Source, one};
use super::{Case, Failure, unproved};
use crate::alpha::Ring;
use crate::number::{Fractions, Sign};
use std::collections::HashSet;
use std::fmt::Debug;

/// The weights ρ_i = π_i/D_i, for D_i the denominator of row i: then π_i·x_io is ρ_i times a numerator.
struct Found<R> {
    weights: Vec<R>,
    /// For each output max_i π_i·x_io and the nodes that attain it, as bits; none where it is 0.
    most: Vec<(R, u64)>,
}

/// The priors, two nodes or more in the support of each, in the order in which they are found.
///
/// Cost: for each of them n·m candidates of n·m products and comparisons.
pub(super) fn priors<R: Source>(case: &Case, rows: &[Fractions<R>]) -> Result<Vec<Fractions<R>>, Failure> {
    let (n, ground) = (rows.len(), &case.ground);
    if n > u64::BITS as usize {
        return unproved("the priors that decide are listed for up to 64 nodes");
    }
    let mut seen: HashSet<Vec<u64>> = HashSet::new();
    let mut left = case.limits.memory as u64 / super::SHARE;
    let mut keep = |ray: &Found<R>| -> Result<(), Failure> {
        let words: u64 = ray.weights.iter().chain(ray.most.iter().map(|(x, _)| x)).map(Ring::words).sum();
        let bytes = words.saturating_mul(8).saturating_add(64 * (n + ray.most.len()) as u64);
        let Some(rest) = left.checked_sub(bytes) else {
            let most = case.limits.memory as u64 / super::SHARE;
            return unproved(format!(
                "the priors that decide take over {most} bytes, an eighth of the limit (--limit memory=N)"
            ));
        };
        left = rest;
        Ok(())
    };
    let mut found: Vec<Found<R>> = Vec::new();
    for i in 0..n {
        let mut weights = vec![R::default(); n];
        weights[i] = one();
        let alone = Found { most: most(case, rows, &weights)?, weights };
        keep(&alone)?;
        found.push(alone);
    }
    let mut next = 0;
    while next < found.len() {
        for o in 0..found[next].most.len() {
            for j in 0..n {
                let Some(grown) = grown(case, rows, &found[next], o, j)? else { continue };
                let types: Vec<u64> = grown.most.iter().map(|(_, nodes)| *nodes).collect();
                if seen.contains(&types) || !is_connected(&types, support(&grown.weights)) {
                    continue;
                }
                keep(&grown)?;
                seen.insert(types);
                found.push(grown);
            }
        }
        next += 1;
    }
    let mut priors = Vec::with_capacity(found.len() - n);
    for ray in &found[n..] {
        let mut numerators = Vec::with_capacity(n);
        for (weight, row) in ray.weights.iter().zip(rows) {
            numerators.push(weight.times(&row.denominator, ground)?);
        }
        let mut prior = Fractions { denominator: one(), numerators };
        prior.denominator = prior.sum();
        priors.push(prior);
    }
    Ok(priors)
}

/// The weights with node j added, tied with those that attain the maximum at output o; `None` where it can't be, or
/// where j comes before all nodes of the support: what starts at its first node is all that is needed.
fn grown<R: Source>(
    case: &Case,
    rows: &[Fractions<R>],
    ray: &Found<R>,
    o: usize,
    j: usize,
) -> Result<Option<Found<R>>, Failure> {
    let ground = &case.ground;
    let (value, nodes) = &ray.most[o];
    let (support, x) = (support(&ray.weights), &rows[j].numerators[o]);
    if *nodes == 0 || support >> j & 1 == 1 || (support.trailing_zeros() as usize) > j {
        return Ok(None);
    }
    if x.sign(ground)? != Sign::Plus {
        return Ok(None);
    }
    let mut weights = Vec::with_capacity(ray.weights.len());
    for weight in &ray.weights {
        weights.push(weight.times(x, ground)?);
    }
    weights[j] = value.clone();
    let weights = lowest(case, weights)?;
    Ok(Some(Found { most: most(case, rows, &weights)?, weights }))
}

/// The same ray with smaller numbers, all ≥ 0.
fn lowest<R: Source>(case: &Case, weights: Vec<R>) -> Result<Vec<R>, Failure> {
    let (ground, zero) = (&case.ground, R::default());
    let mut common: Option<R> = None;
    for weight in weights.iter().filter(|weight| **weight != zero) {
        let long = common.as_ref().map_or(0, Ring::words).saturating_add(1);
        case.charge(long.saturating_mul(weight.words()).saturating_mul(super::LOWEST_TERMS))?;
        common = Some(common.map_or_else(|| Ok(weight.clone()), |common| common.common(weight, ground))?);
    }
    let Some(mut common) = common else { return Ok(weights) };
    if common.sign(ground)? == Sign::Minus {
        common = common.negated();
    }
    let divided = |weight: &R| {
        let divided = weight.divided(&common, ground)?;
        divided.map_or_else(|| unproved("a common divisor that does not divide"), Ok)
    };
    weights.iter().map(divided).collect()
}

/// For each output the most that a node of the support has there, and which nodes have it.
fn most<R: Source>(case: &Case, rows: &[Fractions<R>], weights: &[R]) -> Result<Vec<(R, u64)>, Failure> {
    let (ground, zero) = (&case.ground, R::default());
    let outputs = rows.first().map_or(0, Fractions::len);
    let mut most = vec![(zero.clone(), 0u64); outputs];
    for (i, (row, weight)) in rows.iter().zip(weights).enumerate().filter(|(_, (_, weight))| **weight != zero) {
        let words = weight.words().saturating_mul(row.words());
        case.charge((outputs as u64).saturating_mul(words.saturating_add(16)))?;
        ground.bounds.room(outputs as u64, weight.words().saturating_add(row.words()))?;
        for ((value, nodes), x) in most.iter_mut().zip(&row.numerators) {
            let product = x.times(weight, ground)?;
            if product.sign(ground)? != Sign::Plus {
                continue;
            }
            match product.compare(value, ground)? {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal => *nodes |= 1 << i,
                std::cmp::Ordering::Greater => (*value, *nodes) = (product, 1 << i),
            }
        }
    }
    Ok(most)
}

fn support<R: Default + PartialEq + Debug>(weights: &[R]) -> u64 {
    weights.iter().enumerate().fold(0, |bits, (i, x)| if *x == R::default() { bits } else { bits | 1 << i })
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
