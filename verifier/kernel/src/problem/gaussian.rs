//! Discrete Gaussian noise, which has no table: its outputs are all whole numbers.

use crate::graph::{Family, Graph};
use dp_number::Rational;

/// The answer i plus noise on all whole numbers: P(z | i) = e^(−(z−i)²/(2σ²)) / Σ_k e^(−k²/(2σ²)).
#[derive(Debug, Clone)]
pub struct Gaussian {
    /// σ² > 0.
    pub sigma2: Rational,
}

impl Gaussian {
    /// Δ, by how much neighbours differ at most, 0 where there are none; `None` on a graph whose nodes are no whole
    /// numbers.
    pub fn sensitivity(graph: &Graph) -> Option<usize> {
        let most = match graph.family() {
            Family::Line => 1,
            Family::Sum { most } => *most,
            _ => return None,
        };
        Some(most.min(graph.nodes().saturating_sub(1)))
    }
}
