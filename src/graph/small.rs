//! The connected graphs and the trees of a few nodes, one of each kind up to isomorphism.
//!
//! Each stands for its kind by its least relabelling whose nodes are in order of degree: a canonical form, for which
//! petgraph has no function. That no two of them are isomorphic, and that none is missing, the tests see with
//! petgraph's isomorphisms and with the numbers of the OEIS.

use super::edges::Edge;
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Adjacency as a bit for each pair i < j, in the order (0,1), (0,2), (1,2), (0,3), ...
type Bits = u32;

/// The most nodes whose pairs have a bit each.
const MOST_NODES: usize = 8;

/// The bit of the edge between two nodes.
fn bit(i: usize, j: usize) -> Bits {
    let (i, j) = (i.min(j), i.max(j));
    1 << (j * (j - 1) / 2 + i)
}

fn degree(graph: Bits, n: usize, i: usize) -> usize {
    (0..n).filter(|&j| j != i && graph & bit(i, j) != 0).count()
}

/// The least of all relabelled graphs whose nodes are in order of degree.
fn canonical(graph: Bits, n: usize) -> Bits {
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&i| degree(graph, n, i));
    let degrees: Vec<usize> = order.iter().map(|&i| degree(graph, n, i)).collect();
    let mut least = Bits::MAX;
    let mut places = Vec::new();
    relabel(graph, &degrees, &mut places, &mut least);
    least
}

/// Tries all nodes of the right degree for the next place.
fn relabel(graph: Bits, degrees: &[usize], places: &mut Vec<usize>, least: &mut Bits) {
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

/// The connected graphs of n nodes, one of each kind: every one has a node without which it is connected, and in a tree
/// that node is a leaf.
fn grown(n: usize, leaves: bool) -> BTreeSet<Bits> {
    if n == 1 {
        return BTreeSet::from([0]);
    }
    let smaller: Vec<Bits> = grown(n - 1, leaves).into_iter().collect();
    let larger = smaller.into_par_iter().flat_map_iter(|graph| {
        let wanted = move |neighbours: &u32| !leaves || neighbours.is_power_of_two();
        (1..1u32 << (n - 1)).filter(wanted).map(move |neighbours| {
            let new = (0..n - 1).filter(|&i| neighbours & (1 << i) != 0).map(|i| bit(i, n - 1));
            canonical(graph | new.sum::<Bits>(), n)
        })
    });
    larger.collect()
}

/// The edges, each once.
fn listed(graphs: BTreeSet<Bits>, n: usize) -> Vec<Vec<Edge>> {
    let pairs = || (0..n).flat_map(|j| (0..j).map(move |i| [i, j]));
    graphs.into_iter().map(|graph| pairs().filter(|&[i, j]| graph & bit(i, j) != 0).collect()).collect()
}

/// The connected graphs of 1 ≤ n ≤ 8 nodes, one of each kind: 1, 1, 2, 6, 21, 112, 853, 11117 (OEIS A001349).
///
/// Cost: each of the graphs of n - 1 nodes gets a node in 2^(n-1) - 1 ways, and each of these is relabelled in as many
/// ways as keep the order of degrees, up to n!.
///
/// # Panics
/// Without nodes, and for more than 8: the pairs of nodes are the bits of 32.
pub fn connected(n: usize) -> Vec<Vec<Edge>> {
    assert!((1..=MOST_NODES).contains(&n), "graphs of 1 to {MOST_NODES} nodes, not of {n}");
    listed(grown(n, false), n)
}

/// The trees of 1 ≤ n ≤ 8 nodes, one of each kind: 1, 1, 1, 2, 3, 6, 11, 23 (OEIS A000055).
///
/// Cost: each of the trees of n - 1 nodes gets a leaf in n - 1 ways, and each of these is relabelled in as many ways as
/// keep the order of degrees, up to (n - 1)!.
///
/// # Panics
/// Without nodes, and for more than 8: the pairs of nodes are the bits of 32.
pub fn trees(n: usize) -> Vec<Vec<Edge>> {
    assert!((1..=MOST_NODES).contains(&n), "trees of 1 to {MOST_NODES} nodes, not of {n}");
    listed(grown(n, true), n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::are_isomorphic;

    #[test]
    fn as_many_as_there_are() {
        assert_eq!([1, 2, 3, 4, 5, 6].map(|n| connected(n).len()), [1, 1, 2, 6, 21, 112]);
        assert_eq!([1, 2, 3, 4, 5, 6, 7].map(|n| trees(n).len()), [1, 1, 1, 2, 3, 6, 11]);
        assert_eq!(trees(8).len(), 23);
    }

    #[test]
    fn no_two_are_isomorphic() {
        for n in 1..=6 {
            let graphs = connected(n);
            for (k, one) in graphs.iter().enumerate() {
                let same: Vec<usize> = (0..graphs.len()).filter(|&l| are_isomorphic(one, &graphs[l], n)).collect();
                assert_eq!(same, [k], "{one:?}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "graphs of 1 to 8 nodes, not of 0")]
    fn no_graph_without_nodes() {
        connected(0);
    }

    #[test]
    #[should_panic(expected = "trees of 1 to 8 nodes, not of 9")]
    fn no_trees_of_nine_nodes() {
        trees(9);
    }
}
