//! The certifier's graph algorithms, on petgraph: components and forests, isomorphisms and orbits, the graphs of a few
//! nodes, and graph6.
//!
//! What the verifier needs of graphs is its own ([`dp_verify::graph`]). Results come in an order that depends on the
//! graph alone, since certificates are compared byte for byte.

mod components;
mod edges;
mod graph6;
mod isomorphism;
mod lists;
mod named;
mod small;

pub(crate) use components::{components, is_forest};
pub use edges::Edge;
pub use graph6::{MOST_NODES, graph6};
pub use isomorphism::{are_isomorphic, automorphisms, orbits};
pub(crate) use lists::{INFINITE, Lists, distances_from, length};
pub use named::{complete, degrees, distances, hamming, line, ring};
pub use small::{connected, trees};
