//! Connected components, and whether there are cycles, by union-find.

use dp_verify::graph::Graph;
use petgraph::unionfind::UnionFind;

/// The connected components of the graph of these edges on the nodes 0..n-1: the nodes of each rising, the components by
/// their least nodes.
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
    use crate::graph::{connected, trees};
    use dp_verify::limits::Limits;
    use dp_verify::model::Mechanism;

    #[test]
    fn components_come_by_their_least_nodes() {
        let edges = [(5, 1), (4, 2), (2, 0), (6, 5)];
        assert_eq!(components(7, edges), [vec![0, 2, 4], vec![1, 5, 6], vec![3]]);
        assert!(components(0, []).is_empty());
    }
    fn forest(query: &str) -> bool {
        let file = format!(r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {query}}}"#);
        is_forest(&Mechanism::read(file.as_bytes(), &Limits::default()).expect("a good file").query.graph)
    }

    #[test]
    fn forests_among_the_named_graphs() {
        assert!(forest(r#"{"graph": "line", "nodes": 9}"#) && forest(r#"{"graph": "star", "nodes": 9}"#));
        assert!(forest(r#"{"nodes": 5, "edges": [[4, 0], [1, 3]]}"#) && forest(r#"{"nodes": 2, "edges": []}"#));
        assert!(!forest(r#"{"graph": "cycle", "nodes": 3}"#) && !forest(r#"{"graph": "complete", "nodes": 9}"#));
        assert!(!forest(r#"{"nodes": 5, "edges": [[3, 4], [1, 2], [0, 1], [2, 0]]}"#));
    }

    /// Of the connected graphs the forests are the trees.
    #[test]
    fn connected_forests_are_the_trees() {
        for n in 1..=6 {
            let found = connected(n);
            let found: Vec<_> =
                found.into_iter().filter(|e| forest(&format!(r#"{{"nodes": {n}, "edges": {e:?}}}"#))).collect();
            assert_eq!(found, trees(n));
        }
    }
}
