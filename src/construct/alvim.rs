//! The construction of Alvim et al., with its two remarks.

use super::closed_entry::ClosedEntry;
use crate::graph::INFINITE;
use dp_verify::graph::{Family, Graph};
use malachite::rational::Rational;

/// Which part of the paper gives the matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Adjacency {
    /// Theorem 4: that of the query itself.
    Own,
    /// Remark 2: the answers 0..n-1 in a circle, adjacent up to so many steps apart.
    Circle(usize),
    /// Remark 2: all answers adjacent.
    Complete,
}

/// x_ij = c_d α^d / Σ_d c_d |Border_d| α^d at the distance d = d(i, j), c_d = 1, or 2 at the far end of an even ring.
///
/// Theorem 4 wants borders of the same size c at every distance, whatever the node; it is enough that borders at the
/// same distance have the same size for all nodes. Remark 1: on a ring of 2k nodes the one entry at distance k is
/// doubled, as if its border too had two nodes; that is private only where 2α² ≤ 1 (the paper's (e^ε)² ≥ 2). Remark 2:
/// where the borders differ, distances are taken in a larger adjacency for which they don't: for the answers of a
/// line or a sum query the circle that they lie on, else the complete graph.
#[derive(Debug)]
pub(super) struct Alvim {
    /// Where distances are taken.
    pub(super) adjacency: Adjacency,
    /// Remark 1: an even ring, its far entries doubled.
    pub(super) doubled: bool,
    /// |Border_d|, d = 0 first.
    borders: Vec<usize>,
}

impl Alvim {
    /// The construction for this graph. `reach` is 1 for a line and v for a sum query of at most v, by its edges.
    ///
    /// Cost: the distances from every node.
    ///
    /// Source: Alvim, Andrés, Chatzikokolakis, Degano, Palamidessi, *Differential privacy: on the trade-off between
    /// utility and information leakage* (2011), (6), Theorem 4, Remarks 1 and 2.
    pub(super) fn new(graph: &Graph, reach: Option<usize>) -> Self {
        let own = borders(&crate::graph::distances_from(graph, 0));
        let equal = (1..graph.nodes()).all(|i| borders(&crate::graph::distances_from(graph, i)) == own);
        let adjacency = match (equal, reach) {
            (true, _) => Adjacency::Own,
            (false, Some(reach)) => Adjacency::Circle(reach),
            (false, None) => Adjacency::Complete,
        };
        let mut alvim = Self { adjacency, doubled: false, borders: own };
        if !equal {
            alvim.borders = borders(&alvim.distances(graph, 0));
        }
        // Two neighbours each, one node at the far end, and all nodes reached: that is a ring.
        alvim.doubled = match &alvim.borders[..] {
            [1, between @ .., 1] => {
                !between.is_empty() && between.iter().all(|&b| b == 2) && 2 * between.len() + 2 == graph.nodes()
            }
            _ => false,
        };
        alvim
    }

    /// The distances from node i.
    pub(super) fn distances(&self, graph: &Graph, i: usize) -> Vec<u32> {
        let n = graph.nodes();
        let distance = |d: usize| u32::try_from(d).unwrap_or(INFINITE);
        match self.adjacency {
            Adjacency::Own => crate::graph::distances_from(graph, i),
            Adjacency::Circle(reach) => {
                (0..n).map(|j| i.abs_diff(j)).map(|x| distance(x.min(n - x).div_ceil(reach))).collect()
            }
            Adjacency::Complete => (0..n).map(|j| u32::from(i != j)).collect(),
        }
    }

    /// The largest distance.
    pub(super) fn diameter(&self) -> usize {
        self.borders.len() - 1
    }

    /// The entries by distance.
    pub(super) fn entries(&self) -> Vec<ClosedEntry> {
        let factor = |d: usize| if self.doubled && d == self.diameter() { 2 } else { 1 };
        let sum: Vec<Rational> = self.borders.iter().enumerate().map(|(d, &b)| Rational::from(b * factor(d))).collect();
        let entry = |(k, d): (u32, usize)| ClosedEntry::power(k).times(&[Rational::from(factor(d))], 1).times(&sum, -1);
        (0_u32..).zip(0..self.borders.len()).map(entry).collect()
    }

    /// Which part of the paper this is.
    pub(super) fn part(&self) -> String {
        let ring = if self.doubled { "Remark 1, an even ring with the far entries doubled" } else { "Theorem 4" };
        match self.adjacency {
            Adjacency::Own => ring.to_owned(),
            Adjacency::Circle(1) => format!("Remark 2, as on a ring; {ring}"),
            Adjacency::Circle(reach) => {
                format!("Remark 2, as on a circle of answers adjacent up to {reach} apart; {ring}")
            }
            Adjacency::Complete => format!("Remark 2, as on a complete graph; {ring}"),
        }
    }
}

/// |Border_d| for d = 0, 1, … of the nodes at these distances.
fn borders(distances: &[u32]) -> Vec<usize> {
    let mut borders = Vec::new();
    for d in distances.iter().filter(|&&d| d != INFINITE).map(|&d| d as usize) {
        if borders.len() <= d {
            borders.resize(d + 1, 0);
        }
        borders[d] += 1;
    }
    borders
}

/// 1 for a line in the order of its nodes, v for a sum query.
pub(super) fn reach(graph: &Graph, is_line: bool) -> Option<usize> {
    match graph.family() {
        _ if is_line => Some(1),
        Family::Sum { most } => Some(*most),
        _ => None,
    }
}
