//! Which files a formula is for.

use super::closed_entry::Base;
use super::kind::Kind;
use dp_verify::graph::{Family, Graph};
use dp_verify::model::{Gain, Mechanism};
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// Whether the mechanism is that of the file's gain or loss.
pub(super) fn is_by_gain(kind: Kind, file: &Mechanism) -> bool {
    match kind {
        Kind::Exponential => !matches!(file.gain, Gain::Binary),
        Kind::PermuteAndFlip | Kind::ReportNoisyMax => true,
        _ => false,
    }
}

/// v and u of a Hamming graph.
pub(super) fn people(graph: &Graph) -> (usize, u32) {
    match *graph.family() {
        // u is a distance, and those fit.
        Family::Hamming { values, individuals } => (values, u32::try_from(individuals).unwrap_or(0)),
        _ => (1, 0),
    }
}

/// v of a sum query.
pub(super) fn sensitivity(graph: &Graph) -> u32 {
    match graph.family() {
        Family::Sum { most } => u32::try_from(*most).unwrap_or(u32::MAX),
        _ => 1,
    }
}

/// A line in the order of its nodes, by its edges and not by what the file calls it.
pub(super) fn is_line(graph: &Graph) -> bool {
    let n = graph.nodes();
    let beside = |i: usize| (i.saturating_sub(1)..(i + 2).min(n)).filter(move |&j| j != i);
    (0..n).all(|i| beside(i).eq(graph.neighbours(i)))
}

/// Whether all nodes are neighbours.
pub(super) fn is_complete(graph: &Graph) -> bool {
    let n = graph.nodes();
    (0..n).all(|i| graph.neighbours(i).len() + 1 == n)
}

/// Whether the formula is for this file.
pub(super) fn fits(kind: Kind, file: &Mechanism) -> Result<(), String> {
    let graph = &file.query.graph;
    if graph.has_lengths() && !matches!(kind, Kind::Uniform | Kind::Optimal | Kind::TightConstraints) {
        return Err("the edges have lengths, and this formula is for a graph whose edges have none".to_owned());
    }
    let hamming = matches!(graph.family(), Family::Hamming { .. });
    let (fits, needed) = match kind {
        Kind::TightConstraints | Kind::Alvim | Kind::Uniform | Kind::Optimal => return Ok(()),
        Kind::PermuteAndFlip | Kind::ReportNoisyMax => return Ok(()),
        Kind::Subsampled => (hamming, "a Hamming graph of two values"),
        Kind::TruncatedGeometric | Kind::Staircase | Kind::DiscreteGaussian => {
            let sum = matches!(graph.family(), Family::Sum { .. });
            (sum || is_line(graph), "a line, in the order of its nodes, or a sum query")
        }
        Kind::Binomial | Kind::TruncatedLaplace => {
            let sum = matches!(graph.family(), Family::Sum { .. });
            (
                sum || is_line(graph) || is_complete(graph),
                "a line, in the order of its nodes, a sum query or a complete graph",
            )
        }
        Kind::RandomisedResponse
        | Kind::SubsetSelection
        | Kind::UnaryEncoding
        | Kind::HadamardResponse
        | Kind::LocalHashing
        | Kind::Rappor => (is_complete(graph), "a complete graph"),
        Kind::Exponential => {
            (hamming || is_by_gain(kind, file), "a Hamming graph, or a gain or loss other than the binary gain")
        }
        Kind::Product => (hamming, "a Hamming graph"),
    };
    if fits { Ok(()) } else { Err(format!("the {} mechanism needs {needed}", kind.name())) }
}

/// Why Remark 1's matrix is refused.
pub(super) fn not_private(nodes: usize, diameter: usize, alpha: &Base) -> String {
    let before = diameter - 1;
    let numbers = match alpha {
        Base::Rational(alpha) => {
            let (ratio, allowed) = (Rational::from(2) * alpha, Rational::ONE / alpha);
            let square = (&allowed).pow(2u64);
            format!(": here (e^ε)² = {square}, and they have the ratio 2α = {ratio}, allowed {allowed}")
        }
        Base::Symbol(..) => ", which is not so at every α of this file".to_owned(),
    };
    format!(
        "Remark 1's matrix for a ring of {nodes} nodes would not be private: its entries 2α^{diameter}/W at distance \
         {diameter} and α^{before}/W at distance {before} allow only (e^ε)² ≥ 2{numbers} (--force writes it all the \
         same; tight-constraints is private on every ring)"
    )
}
