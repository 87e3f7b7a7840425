//! The similarity matrix Φ_ij = α^d(i,j) and its products with vectors.

use crate::graph::{Graph, INFINITE};
use crate::number::{BigInt, Fractions, Rational};
use num_traits::{Pow, Zero};

/// Φ of a graph at a rational α = p/q, with α^∞ = 0. Never stored: rows come from the graph's distances.
#[derive(Debug, Clone)]
pub struct Similarity<'a> {
    graph: &'a Graph,
    alpha: Rational,
    /// p^d · q^(D-d) for d = 0..=D, D the diameter: q^D·α^d.
    powers: Vec<BigInt>,
}

impl<'a> Similarity<'a> {
    /// Φ of that graph.
    pub fn new(graph: &'a Graph, alpha: &Rational) -> Self {
        let far = graph.diameter();
        let power = |d| Pow::pow(alpha.numer(), d) * Pow::pow(alpha.denom(), far - d);
        Self { graph, alpha: alpha.clone(), powers: (0..=far).map(power).collect() }
    }

    /// n.
    pub fn nodes(&self) -> usize {
        self.graph.nodes()
    }

    /// α.
    pub fn alpha(&self) -> &Rational {
        &self.alpha
    }

    /// The graph.
    pub fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// q^D·α^d for d = 0..=D.
    pub fn scaled_powers(&self) -> &[BigInt] {
        &self.powers
    }

    /// Φv: for each row the numerators are summed by distance, then each sum is multiplied once.
    ///
    /// Cost: n² additions and n·D multiplications. `v` has n entries.
    pub fn times(&self, v: &Fractions) -> Fractions {
        assert_eq!(v.len(), self.nodes(), "a vector that does not fit the graph");
        let row = |i: usize| {
            let mut layers = vec![BigInt::zero(); self.powers.len()];
            for (x, d) in v.numerators.iter().zip(self.graph.distances_from(i)) {
                if let Some(layer) = layers.get_mut(d as usize).filter(|_| d != INFINITE) {
                    *layer += x;
                }
            }
            layers.iter().zip(&self.powers).filter(|(layer, _)| !layer.is_zero()).map(|(layer, c)| layer * c).sum()
        };
        Fractions { denominator: &v.denominator * &self.powers[0], numerators: (0..self.nodes()).map(row).collect() }
    }

    /// About how many word operations Φv takes.
    pub(crate) fn steps(&self, v: &Fractions) -> u64 {
        let words = |x: Option<u64>| x.unwrap_or(0) / 64 + 1;
        let entry = words(v.numerators.iter().map(BigInt::bits).max());
        let power = words(self.powers.iter().map(BigInt::bits).max());
        let row = self.nodes() as u64 * (8 + entry) + self.powers.len() as u64 * (32 + entry.saturating_mul(power));
        self.graph.steps().saturating_add(row.saturating_mul(self.nodes() as u64))
    }
}
