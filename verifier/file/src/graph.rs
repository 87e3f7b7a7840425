//! What the words about a graph need to know of it.

use dp_kernel::{Family, Graph, INFINITE};

/// The number of edges: from a closed form for the families, by counting for a list. Cost: O(n) for a list.
pub fn edge_count(graph: &Graph) -> u128 {
    let n = graph.nodes() as u128;
    match graph.family() {
        Family::Line | Family::Star => n.saturating_sub(1),
        Family::Cycle => n,
        Family::Complete => n.saturating_mul(n.saturating_sub(1)) / 2,
        Family::Hamming { values, individuals } => {
            let degree = (*individuals as u128).saturating_mul(values.saturating_sub(1) as u128);
            n.saturating_mul(degree) / 2
        }
        // n − d pairs of answers differ by d.
        Family::Sum { most } => {
            let most = (*most as u128).min(n.saturating_sub(1));
            most.saturating_mul(n).saturating_sub(most.saturating_mul(most.saturating_add(1)) / 2)
        }
        // In one coordinate 3(u+1) − 2 = 3u + 1 ordered pairs differ by at most 1.
        Family::Counts { individuals, queries } => {
            let of_one = (*individuals as u128).saturating_mul(3).saturating_add(1);
            let exponent = u32::try_from(*queries).unwrap_or(u32::MAX);
            of_one.saturating_pow(exponent).saturating_sub(n) / 2
        }
        Family::Lengths { arcs, .. } => arcs.iter().map(|list| list.len() as u128).sum::<u128>() / 2,
        Family::Listed(neighbours) => neighbours.iter().map(|list| list.len() as u128).sum::<u128>() / 2,
        Family::Directed(arcs) => arcs.iter().map(|list| list.len() as u128).sum(),
    }
}

/// Whether every two nodes have a path between them.
pub fn is_connected(graph: &Graph) -> bool {
    !graph.distances_from(0).contains(&INFINITE)
}
