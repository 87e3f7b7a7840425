//! All graphs of a few nodes, connected or not, and Φ of them.

use dp_certify::graph::{Edge, connected, distances};
use dp_verify::number::Rational;
use num_traits::Zero;

/// A graph: its edges, and how many nodes it has.
pub(crate) type Graph = (Vec<Edge>, usize);

/// All graphs of n nodes, one of each kind: those of a connected part, and of no later part, beside it.
pub(crate) fn all(n: usize) -> Vec<Graph> {
    let parts: Vec<Graph> = (1..=n).flat_map(|k| connected(k).into_iter().map(move |edges| (edges, k))).collect();
    beside(&parts, parts.len(), n)
}

fn beside(parts: &[Graph], last: usize, n: usize) -> Vec<Graph> {
    if n == 0 {
        return vec![(Vec::new(), 0)];
    }
    let mut found = Vec::new();
    for (place, (edges, k)) in parts[..last].iter().enumerate().filter(|(_, (_, k))| *k <= n) {
        for (rest, others) in beside(parts, place + 1, n - k) {
            let moved = edges.iter().map(|&[i, j]| [i + others, j + others]);
            found.push((rest.into_iter().chain(moved).collect(), n));
        }
    }
    found
}

/// The complete multipartite graphs of n nodes: a set of nodes without edges for each part of a partition of n.
pub(crate) fn multipartite(n: usize) -> Vec<Graph> {
    partitions(n, n).into_iter().map(|sizes| (of_parts(&sizes), n)).collect()
}

fn partitions(n: usize, most: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let with = |first: usize| partitions(n - first, first).into_iter().map(move |rest| [vec![first], rest].concat());
    (1..=most.min(n)).flat_map(with).collect()
}

/// The complete multipartite graph with parts of these sizes.
pub(crate) fn of_parts(sizes: &[usize]) -> Vec<Edge> {
    let part: Vec<usize> = sizes.iter().enumerate().flat_map(|(k, &size)| vec![k; size]).collect();
    let pairs = (0..part.len()).flat_map(|j| (0..j).map(move |i| [i, j]));
    pairs.filter(|&[i, j]| part[i] != part[j]).collect()
}

/// Φ, where α^∞ = 0.
pub(crate) fn similarity(edges: &[Edge], n: usize, alpha: &Rational) -> Vec<Vec<Rational>> {
    let power = |&d: &usize| if d < n { num_traits::pow(alpha.clone(), d) } else { Rational::zero() };
    distances(edges, n).iter().map(|row| row.iter().map(power).collect()).collect()
}
