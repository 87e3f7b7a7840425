//! Φ of a graph, as the search has it.

use super::reason::Reason;
use crate::effort;
use crate::linear::{Similarity, Structure};
use crate::timing::Part;
use dp_verify::graph::{Family, Graph};
use dp_verify::limits::Limits;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;

/// The family of graphs with a formula for Φ^-1 at α < 1 that the graph belongs to.
pub(crate) fn structure(graph: &Graph) -> Option<Structure> {
    let nodes = graph.nodes();
    match *graph.family() {
        Family::Line => Some(Structure::Sum { nodes, most: 1 }),
        // Past that the band is no narrower than what symmetry leaves.
        Family::Sum { most } if most > 0 && nodes > 8 * most => Some(Structure::Sum { nodes, most }),
        Family::Complete => Some(Structure::Hamming { values: nodes, individuals: 1 }),
        Family::Hamming { values, individuals } => {
            Some(Structure::Hamming { values, individuals: u32::try_from(individuals).ok()? })
        }
        _ => None,
    }
}

/// Φ of a graph at a rational α, where its rows fit into half of the memory: four bytes a column, eight a distance.
pub(crate) fn similarity(graph: &Graph, alpha: Rational, limits: &Limits) -> Result<Similarity, Reason> {
    let (n, most) = (graph.nodes() as u64, limits.memory as u64 / 2);
    let row = |diameter: u32| n.saturating_mul(4).saturating_add(u64::from(diameter).saturating_mul(8));
    // Powers of α up to half of the diameter, which may be far larger than n where edges have lengths.
    let powers = graph.diameter().saturating_pow(2).saturating_mul(alpha.significant_bits()) / 32;
    if n.saturating_mul(row(0)) > most
        || n.saturating_mul(row(u32::try_from(graph.diameter()).unwrap_or(u32::MAX))).max(powers) > most
    {
        return Err(Reason::new(format!("the distances of {n} nodes fill over {most} bytes (--limit memory=N)")));
    }
    let part = Part::begin("distances");
    let (diameter, words) =
        (dp_kernel::place(graph.diameter()), usize::try_from(alpha.significant_bits() / 64).unwrap_or(1) + 1);
    effort::spend(graph.steps().saturating_add(effort::steps(graph.nodes(), graph.nodes(), 40)));
    effort::spend(effort::steps(diameter.min(graph.nodes()), diameter, words.saturating_mul(words + 2)));
    let phi = Similarity::of_graph(alpha, graph.nodes(), |i| crate::graph::distances_from(graph, i));
    let phi = phi.map_err(|e| Reason::new(e.to_string()));
    part.end(format_args!("{} nodes", graph.nodes()));
    phi
}
