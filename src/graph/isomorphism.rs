//! Isomorphisms of small graphs, by petgraph's VF2.
//!
//! Cordella, Foggia, Sansone, Vento, A (sub)graph isomorphism algorithm for matching large graphs, IEEE Transactions on
//! Pattern Analysis and Machine Intelligence 26 (2004).

use super::components::components;
use super::edges::{Edge, of_edges};
use petgraph::algo::{is_isomorphic, subgraph_isomorphisms_iter};

/// Whether a relabelling of the nodes 0..n-1 takes one graph to the other.
///
/// Cost: that of a search, up to n! steps where nothing tells the nodes apart.
pub fn are_isomorphic(one: &[Edge], other: &[Edge], n: usize) -> bool {
    is_isomorphic(&of_edges(one, n), &of_edges(other, n))
}

/// The automorphisms of a graph without loops or repeated edges: all σ with σ(i) ~ σ(j) iff i ~ j, each as the list of
/// the σ(i), in lexicographic order.
///
/// Cost: that of a search, for each of up to n! automorphisms.
pub fn automorphisms(edges: &[Edge], n: usize) -> Vec<Vec<usize>> {
    let graph = &of_edges(edges, n);
    let (mut nodes, mut ends) = (|&(): &(), &(): &()| true, |&(): &(), &(): &()| true);
    // An injection of a graph into itself that keeps its edges keeps what are none.
    let mut found: Vec<Vec<usize>> =
        subgraph_isomorphisms_iter(&graph, &graph, &mut nodes, &mut ends).into_iter().flatten().collect();
    found.sort_unstable();
    found
}

/// The orbits of the nodes 0..n-1 under these relabellings and their products: the nodes of each rising, the orbits by
/// their least nodes.
///
/// Cost: nearly linear in n times the number of relabellings.
pub fn orbits(relabellings: &[Vec<usize>], n: usize) -> Vec<Vec<usize>> {
    components(n, relabellings.iter().flat_map(|sigma| sigma.iter().copied().enumerate()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{complete, hamming, line, ring};

    #[test]
    fn groups_have_their_orders() {
        let order = |edges: &[Edge], n| automorphisms(edges, n).len();
        assert_eq!([order(&ring(5), 5), order(&ring(8), 8), order(&complete(5), 5)], [10, 16, 120]);
        assert_eq!([order(&hamming(2, 3), 8), order(&hamming(3, 2), 9), order(&line(6), 6)], [48, 72, 2]);
        assert_eq!(automorphisms(&line(4), 4), [[0, 1, 2, 3], [3, 2, 1, 0]]);
        assert_eq!(automorphisms(&[], 1), [[0]]);
    }

    /// Each keeps the edges, and none is missing: all permutations of five nodes are tried.
    #[test]
    fn automorphisms_are_those_of_the_definition() {
        fn permutations(n: usize) -> Vec<Vec<usize>> {
            if n == 0 {
                return vec![Vec::new()];
            }
            let smaller = permutations(n - 1);
            let with_last = |rest: &Vec<usize>, place: usize| {
                let mut whole = rest.clone();
                whole.insert(place, n - 1);
                whole
            };
            (0..n).flat_map(|place| smaller.iter().map(move |rest| with_last(rest, place))).collect()
        }
        for n in 1..=5 {
            for edges in crate::graph::connected(n) {
                let adjacent = |i: usize, j: usize| edges.contains(&[i, j]) || edges.contains(&[j, i]);
                let keeps = |s: &Vec<usize>| (0..n).all(|i| (0..i).all(|j| adjacent(i, j) == adjacent(s[i], s[j])));
                let mut expected: Vec<Vec<usize>> = permutations(n).into_iter().filter(keeps).collect();
                expected.sort_unstable();
                assert_eq!(automorphisms(&edges, n), expected, "{edges:?}");
            }
        }
    }

    #[test]
    fn orbits_are_what_the_group_moves_into_each_other() {
        let of = |edges: &[Edge], n| orbits(&automorphisms(edges, n), n);
        assert_eq!(of(&line(5), 5), [vec![0, 4], vec![1, 3], vec![2]]);
        assert_eq!(of(&ring(6), 6), [[0, 1, 2, 3, 4, 5]]);
        assert_eq!(of(&[[1, 0], [1, 2], [1, 3]], 5), [vec![0, 2, 3], vec![1], vec![4]]);
        // Products count too: one turn moves every node everywhere.
        assert_eq!(orbits(&[vec![1, 2, 3, 0]], 4), [[0, 1, 2, 3]]);
    }
}
