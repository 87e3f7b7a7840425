//! Graphs as a line of graph6, by petgraph's encoder.
//!
//! McKay, Description of graph6, sparse6 and digraph6 encodings, <https://users.cecs.anu.edu.au/~bdm/data/formats.txt>.
//! Lines are read by the verifier's own decoder, since what a mechanism file means is the verifier's: petgraph's ends
//! in a panic where a line is none.

use super::edges::of_edges;
use dp_verify::graph::Graph;
use petgraph::graph6::ToGraph6;

/// The most nodes of a graph that is written: petgraph's encoder takes some sixty bytes for each pair of nodes.
pub const MOST_NODES: usize = 2_048;

/// The graph in graph6, without the header `>>graph6<<` and without a line's end; `None` for more than [`MOST_NODES`].
///
/// Cost: n² steps, and memory for as many times sixty bytes, halved.
#[must_use]
pub fn graph6(graph: &Graph) -> Option<String> {
    let n = graph.nodes();
    let edges = |i: usize| graph.neighbours(i).into_iter().filter(move |&h| h > i).map(move |h| [i, h]);
    (n <= MOST_NODES).then(|| of_edges(&(0..n).flat_map(edges).collect::<Vec<_>>(), n).graph6_string())
}
