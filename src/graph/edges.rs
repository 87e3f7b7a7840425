//! Graphs by their edges.

use petgraph::graph::UnGraph;

/// An edge.
pub type Edge = [usize; 2];

/// The graph of these edges on the nodes 0..n-1, in petgraph's terms.
pub(super) fn of_edges(edges: &[Edge], n: usize) -> UnGraph<(), (), usize> {
    let mut graph = UnGraph::with_capacity(n, edges.len());
    (0..n).for_each(|_| _ = graph.add_node(()));
    edges.iter().for_each(|&[i, j]| _ = graph.add_edge(i.into(), j.into(), ()));
    graph
}
