//! Graphs that have a name, as lists of edges, and what is read off such a list.

use super::edges::{Edge, of_edges};
use petgraph::algo::dijkstra;
use petgraph::graph::NodeIndex;

/// The line.
pub fn line(n: usize) -> Vec<Edge> {
    (1..n).map(|i| [i - 1, i]).collect()
}

/// The ring of n ≥ 3 nodes.
pub fn ring(n: usize) -> Vec<Edge> {
    line(n).into_iter().chain([[0, n - 1]]).collect()
}

/// The complete graph.
pub fn complete(n: usize) -> Vec<Edge> {
    (0..n).flat_map(|j| (0..j).map(move |i| [i, j])).collect()
}

/// The Hamming graph {0..v-1}^u in lexicographic order.
pub fn hamming(values: usize, individuals: usize) -> Vec<Edge> {
    let n = (0..individuals).fold(1, |n, _| n * values);
    let digits = |mut x: usize| -> Vec<usize> {
        (0..individuals)
            .map(|_| {
                let digit = x % values;
                x /= values;
                digit
            })
            .collect()
    };
    let differ = |x: usize, y: usize| digits(x).iter().zip(digits(y)).filter(|&(&a, b)| a != b).count();
    complete(n).into_iter().filter(|&[i, j]| differ(i, j) == 1).collect()
}

/// How many edges each node has.
pub fn degrees(edges: &[Edge], n: usize) -> Vec<usize> {
    (0..n).map(|i| edges.iter().filter(|edge| edge.contains(&i)).count()).collect()
}

/// The distances of all pairs of nodes, n where there is no path.
///
/// Cost: that of petgraph's shortest paths (Dijkstra 1959) from each node, for m edges O((n + m)·log n).
pub fn distances(edges: &[Edge], n: usize) -> Vec<Vec<usize>> {
    let graph = of_edges(edges, n);
    let from = |i: usize| {
        let found = dijkstra(&graph, NodeIndex::new(i), None, |_| 1);
        (0..n).map(|j| found.get(&NodeIndex::new(j)).copied().unwrap_or(n)).collect()
    };
    (0..n).map(from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_edges_as_there_are() {
        assert_eq!([hamming(2, 3).len(), hamming(3, 2).len()], [12, 18]);
    }

    #[test]
    fn nodes_without_a_path_are_n_apart() {
        assert_eq!(distances(&[[1, 0], [2, 1]], 4), [[0, 1, 2, 4], [1, 0, 1, 4], [2, 1, 0, 4], [4, 4, 4, 0]]);
    }

    /// The closed forms of the distances, on a ring and on a Hamming graph.
    #[test]
    fn distances_are_those_of_the_closed_forms() {
        let around = |i: usize, j: usize| i.abs_diff(j).min(7 - i.abs_diff(j));
        let differing = |i: usize, j: usize| (i ^ j).count_ones() as usize;
        let (of_ring, of_cube) = (distances(&ring(7), 7), distances(&hamming(2, 4), 16));
        assert!((0..7).all(|i| (0..7).all(|j| of_ring[i][j] == around(i, j))));
        assert!((0..16).all(|i| (0..16).all(|j| of_cube[i][j] == differing(i, j))));
    }
}
