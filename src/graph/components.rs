//! Connected components, and whether there are cycles, by union-find.

use dp_verify::graph::Graph;
use petgraph::unionfind::UnionFind;

/// The connected components of the graph of these edges on the nodes 0..n-1: the nodes of each rising, the components
/// by their least nodes.
///
/// Cost: nearly linear in nodes and edges (petgraph's union-find; Tarjan 1975).
pub(crate) fn components(n: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Vec<Vec<usize>> {
    let mut sets = UnionFind::new(n);
    edges.into_iter().for_each(|(i, h)| _ = sets.union(i, h));
    let mut place = vec![None; n];
    let mut components: Vec<Vec<usize>> = Vec::new();
    for (node, set) in sets.into_labeling().into_iter().enumerate() {
        let at = *place[set].get_or_insert(components.len());
        if at == components.len() {
            components.push(Vec::new());
        }
        components[at].push(node);
    }
    components
}

/// Whether a graph has no cycles.
///
/// Cost: nearly linear in the nodes, each with its neighbours, up to the first edge that closes a cycle (petgraph's
/// union-find).
pub(crate) fn is_forest(graph: &Graph) -> bool {
    let mut sets = UnionFind::new(graph.nodes());
    (0..graph.nodes()).all(|i| graph.neighbours(i).into_iter().filter(|&h| h > i).all(|h| sets.union(i, h)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_by_their_least_nodes() {
        let edges = [(5, 1), (4, 2), (2, 0), (6, 5)];
        assert_eq!(components(7, edges), [vec![0, 2, 4], vec![1, 5, 6], vec![3]]);
        assert!(components(0, []).is_empty());
    }
}
