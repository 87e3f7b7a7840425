//! The certifier's graph algorithms, on petgraph: components and forests, isomorphisms and orbits, the graphs of a few
//! nodes, and graph6.
//!
//! What the verifier needs of graphs is its own ([`dp_verify::graph`]). Results come in an order that depends on the
//! graph alone, since certificates are compared byte for byte.

mod components;
mod graph6;
mod isomorphism;
mod named;
mod small;

pub(crate) use components::{components, is_forest};
pub use graph6::{MOST_NODES, graph6};
pub use isomorphism::{are_isomorphic, automorphisms, orbits};
pub use named::{complete, degrees, distances, hamming, line, ring};
pub use small::{connected, trees};

use petgraph::graph::UnGraph;

/// An edge.
pub type Edge = [usize; 2];

/// The graph of these edges on the nodes 0..n-1, in petgraph's terms.
fn of_edges(edges: &[Edge], n: usize) -> UnGraph<(), (), usize> {
    let mut graph = UnGraph::with_capacity(n, edges.len());
    (0..n).for_each(|_| _ = graph.add_node(()));
    edges.iter().for_each(|&[i, j]| _ = graph.add_edge(i.into(), j.into(), ()));
    graph
}
