//! Graphs as lists of neighbours and of the lengths of the edges to them, for programs that know no other graphs.

use dp_verify::graph::Graph;

/// The distance between nodes with no path between them, in a word of 32 bits, which all others of a graph fit whose
/// lengths are not fine. Of fine ones no search asks.
pub(crate) const INFINITE: u32 = u32::MAX;

fn short(distance: u64) -> u32 {
    u32::try_from(distance).unwrap_or(INFINITE)
}

/// The distances of all nodes from one.
pub(crate) fn distances_from(graph: &Graph, i: usize) -> Vec<u32> {
    graph.distances_from(i).into_iter().map(short).collect()
}

/// The neighbours of each node, rising; and the lengths of the edges to them in units, none at all where every length
/// is 1.
#[derive(Clone, Debug)]
pub(crate) struct Lists {
    pub(crate) neighbours: Vec<Vec<usize>>,
    pub(crate) lengths: Vec<Vec<u32>>,
}

impl Lists {
    pub(crate) fn of(graph: &Graph) -> Self {
        let neighbours = (0..graph.nodes()).map(|i| graph.neighbours(i)).collect();
        let with_lengths = if graph.has_lengths() { graph.nodes() } else { 0 };
        let lengths = (0..with_lengths).map(|i| graph.arcs(i).into_iter().map(|(_, length)| short(length)).collect());
        Self { neighbours, lengths: lengths.collect() }
    }
}

/// The length of the edge from i to a neighbour h in such lists.
pub(crate) fn length(neighbours: &[Vec<usize>], lengths: &[Vec<u32>], (i, h): (usize, usize)) -> u32 {
    let place = || neighbours.get(i)?.iter().position(|&other| other == h);
    lengths.get(i).and_then(|list| list.get(place()?)).copied().unwrap_or(1)
}
