//! All connected graphs of a few nodes, one of each kind.

#![allow(dead_code, reason = "no test needs all of it")]

use dp_verify::number::Rational;
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Adjacency as a bit for each pair i < j, in the order (0,1), (0,2), (1,2), (0,3), ...
pub(crate) type Graph = u32;

/// The edge between two nodes.
pub(crate) fn bit(i: usize, j: usize) -> Graph {
    let (i, j) = (i.min(j), i.max(j));
    1 << (j * (j - 1) / 2 + i)
}

fn degree(graph: Graph, n: usize, i: usize) -> usize {
    (0..n).filter(|&j| j != i && graph & bit(i, j) != 0).count()
}

/// The least of all relabelled graphs whose nodes are in order of degree.
fn canonical(graph: Graph, n: usize) -> Graph {
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&i| degree(graph, n, i));
    let degrees: Vec<usize> = order.iter().map(|&i| degree(graph, n, i)).collect();
    let mut least = Graph::MAX;
    let mut places = Vec::new();
    relabel(graph, &degrees, &mut places, &mut least);
    least
}

/// Tries all nodes of the right degree for the next place.
fn relabel(graph: Graph, degrees: &[usize], places: &mut Vec<usize>, least: &mut Graph) {
    let n = degrees.len();
    if places.len() == n {
        let pairs = (0..n).flat_map(|j| (0..j).map(move |i| (i, j)));
        let moved = pairs.filter(|&(i, j)| graph & bit(places[i], places[j]) != 0).map(|(i, j)| bit(i, j));
        *least = (*least).min(moved.sum());
        return;
    }
    for node in 0..n {
        if !places.contains(&node) && degree(graph, n, node) == degrees[places.len()] {
            places.push(node);
            relabel(graph, degrees, places, least);
            places.pop();
        }
    }
}

/// The connected graphs of n nodes, one of each kind: every one has a node without which it is connected.
pub(crate) fn connected(n: usize) -> BTreeSet<Graph> {
    if n == 1 {
        return BTreeSet::from([0]);
    }
    let smaller: Vec<Graph> = connected(n - 1).into_iter().collect();
    let grown = smaller.into_par_iter().flat_map_iter(|graph| {
        (1..1u32 << (n - 1)).map(move |neighbours| {
            let new = (0..n - 1).filter(|&i| neighbours & (1 << i) != 0).map(|i| bit(i, n - 1));
            canonical(graph | new.sum::<Graph>(), n)
        })
    });
    grown.collect()
}

/// The edges, each once.
pub(crate) fn edges(graph: Graph, n: usize) -> Vec<[usize; 2]> {
    (0..n).flat_map(|j| (0..j).map(move |i| [i, j])).filter(|&[i, j]| graph & bit(i, j) != 0).collect()
}

/// α^d(i,j), distances by relaxing all pairs.
pub(crate) fn similarity(edges: &[[usize; 2]], n: usize, alpha: &Rational) -> Vec<Vec<Rational>> {
    let mut d = vec![vec![n; n]; n];
    (0..n).for_each(|i| d[i][i] = 0);
    edges.iter().for_each(|&[i, j]| (d[i][j], d[j][i]) = (1, 1));
    for k in 0..n {
        for i in 0..n {
            for j in 0..n {
                d[i][j] = d[i][j].min(d[i][k] + d[k][j]);
            }
        }
    }
    let power = |&d: &usize| num_traits::pow(alpha.clone(), d);
    d.iter().map(|row| row.iter().map(power).collect()).collect()
}
