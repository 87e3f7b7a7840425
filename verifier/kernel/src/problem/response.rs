//! Randomised response that is not written out.

use crate::graph::{Family, Graph};
use dp_number::{Fraction, Number, Vector};

/// With probability r a uniformly random one of all n answers, else the true one: x_ii = 1 − r + r/n, x_ij = r/n.
#[derive(Debug, Clone)]
pub struct Response {
    noise: Fraction,
    /// Two answers, which are adjacent.
    pub(crate) graph: Graph,
    /// Their rows: at their own outputs, and at all others together.
    pub(crate) rows: Vec<Vector>,
}

impl Response {
    /// Randomised response with that r on so many answers, at least two, which for r ≠ 1 are all neighbours of each
    /// other.
    pub fn new(noise: Fraction, nodes: usize) -> Self {
        let (r, n) = (&noise.numerator, &Number::from(nodes));
        // Over n·d: (d − r)·n + r and r; without n where it divides all of them.
        let own = &(&(&noise.denominator - r) * n) + r;
        let all = [own, r.clone(), r * &Number::from(nodes.saturating_sub(2)), &noise.denominator * n];
        let shorter: Option<Vec<Number>> = all.iter().map(|x| x.over(n)).collect();
        let [own, other, others, denominator] = shorter.and_then(|all| all.try_into().ok()).unwrap_or(all);
        let row = |numerators: [&Number; 3]| Vector {
            denominator: denominator.clone(),
            numerators: numerators.map(Number::clone).to_vec(),
        };
        let rows = vec![row([&own, &other, &others]), row([&other, &own, &others])];
        Self { graph: Graph::new(Family::Complete, 2), rows, noise }
    }

    /// r.
    pub fn noise(&self) -> &Fraction {
        &self.noise
    }
}
