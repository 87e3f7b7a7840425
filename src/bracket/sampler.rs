//! Exact solutions of Φz = 1 of one graph at one α after another.

use crate::decide::{similarity, structure};
use crate::linear::{Factored, Partition, Similarity, Solution, Structure, Vector};
use crate::program::{Nonnegative, nonnegative_solution_factored};
use dp_verify::graph::Graph;
use dp_verify::limits::Limits;
use malachite::rational::Rational;
use std::sync::OnceLock;

/// What is true at one α.
#[derive(Debug)]
pub(super) struct Sample {
    pub(super) alpha: Rational,
    /// Whether some z ≥ 0 has Φz = 1.
    pub(super) exists: bool,
    /// The one solution of Φz = 1, on the nodes or on the cells of the graph, if Φ is invertible on them.
    pub(super) z: Option<Vector>,
}

/// Solves Φz = 1 on the structure of a graph, or on its cells, which are the same for every α.
pub(super) struct Sampler<'a> {
    graph: &'a Graph,
    structure: Option<Structure>,
    /// Φ on the cells of the coarsest equitable partition, at some α.
    cells: OnceLock<Option<Similarity>>,
}

impl<'a> Sampler<'a> {
    pub(super) fn new(graph: &'a Graph) -> Self {
        Self { graph, structure: structure(graph), cells: OnceLock::new() }
    }

    /// How many unknowns a solution has.
    pub(super) fn unknowns(&self) -> usize {
        match self.structure {
            Some(Structure::Hamming { .. }) => 1,
            Some(Structure::Sum { nodes, .. }) => nodes,
            None => self.cells().map_or(0, Similarity::nodes),
        }
    }

    fn cells(&self) -> Option<&Similarity> {
        let fold = || {
            let phi = similarity(self.graph, Rational::from_unsigneds(1u32, 2), &Limits::default()).ok()?;
            let partition = Partition::coarsest_equitable(&phi, &Vector::ones(phi.nodes()))?;
            Some(phi.quotient(&partition))
        };
        self.cells.get_or_init(fold).as_ref()
    }

    /// Decides whether some z ≥ 0 has Φz = 1, for 0 < α < 1.
    ///
    /// `None` if the search refuses its input, which a read file can't cause. Cost: one solution; at a singular Φ, as
    /// [`nonnegative_solution_factored`].
    pub(super) fn sample(&self, alpha: &Rational) -> Option<Sample> {
        let by_structure =
            self.structure.and_then(|structure| structure.solve(alpha, &Vector::ones(self.graph.nodes())));
        if let Some(only) = by_structure {
            return Some(Self::unique(alpha, only.solution));
        }
        let phi = self.cells()?.at(alpha.clone())?;
        let ones = Vector::ones(phi.nodes());
        let factored = Factored::new(&phi);
        let exists = match factored.solve(&ones)? {
            Solution::Unique(z) => return Some(Self::unique(alpha, z)),
            Solution::Inconsistent { .. } => false,
            Solution::Family { .. } => {
                matches!(nonnegative_solution_factored(&factored, &ones)?, Nonnegative::Found { .. })
            }
        };
        Some(Sample { alpha: alpha.clone(), exists, z: None })
    }

    fn unique(alpha: &Rational, z: Vector) -> Sample {
        Sample { alpha: alpha.clone(), exists: z.is_nonnegative(), z: Some(z) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dp_verify::limits::Limits;
    use dp_verify::model::Mechanism;

    fn exists(query: &str, n: u32, d: u32) -> bool {
        let file = format!(r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": 1}}, "query": {query}}}"#);
        let mechanism = Mechanism::read(file.as_bytes(), &Limits::default()).unwrap();
        let sampler = Sampler::new(&mechanism.query.graph);
        sampler.sample(&Rational::from_unsigneds(n, d)).unwrap().exists
    }

    #[test]
    fn each_route_decides() {
        // The star of four nodes up to 1/2, √5 − 2 = 0.236... for two counts of two.
        let star = r#"{"graph": "star", "nodes": 4}"#;
        assert_eq!([1, 2, 3].map(|n| exists(star, n, 4)), [true, true, false]);
        let counts = r#"{"graph": "counts", "individuals": 2, "queries": 2}"#;
        assert_eq!([(236, 1000), (237, 1000)].map(|(n, d)| exists(counts, n, d)), [true, false]);
        // K3,3 is singular at 1/2, and its z positive.
        let bipartite = r#"{"nodes": 6, "edges": [[0,3],[0,4],[0,5],[1,3],[1,4],[1,5],[2,3],[2,4],[2,5]]}"#;
        assert_eq!([1, 2, 3].map(|n| exists(bipartite, n, 4)), [true; 3]);
        assert!(exists(r#"{"graph": "line", "nodes": 9}"#, 99, 100));
        assert!(exists(r#"{"graph": "hamming", "values": 3, "individuals": 4}"#, 1, 3));
    }
}
