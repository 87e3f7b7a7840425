//! What may be the most utility of a private mechanism: a bound, and a mechanism that may reach it.

use crate::exact::ForWitness;
use crate::statement::Decided;
use dp_kernel::{Dual, Verdict, Witness};
use dp_verify::alpha::{Bounds, Ground, Obstacle, Ring};
use dp_verify::graph::Graph;
use dp_verify::model::Gain;
use dp_verify::number::Fractions;
use dp_verify::witness::{Best, Given, Mechanism};

/// A bound, and a mechanism that may reach it.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) dual: Dual,
    pub(super) better: Option<Mechanism>,
}

impl Candidate {
    /// The truncated geometric mechanism on a line.
    pub(super) fn geometric(lambda: &impl ForWitness) -> Self {
        Self { dual: Dual::Forest(lambda.for_witness()), better: Some(Mechanism::Geometric) }
    }

    /// The tight-constraints mechanism Φ·diag(z), on a forest.
    pub(super) fn tree<V: ForWitness>(lambda: &V, z: Option<&V>) -> Self {
        Self { dual: Dual::Forest(lambda.for_witness()), better: z.map(tight) }
    }

    /// The covering bound, which X or the tight-constraints mechanism may reach.
    pub(super) fn covering<V: ForWitness>(y: &V, z: Option<&V>) -> Self {
        Self { dual: Dual::Covering(y.for_witness()), better: z.map(tight) }
    }

    /// That X reaches the bound, and that another mechanism does: which it is, the kernel tells.
    pub(super) fn proposals(self, make: fn(Verdict, Given) -> Decided) -> impl Iterator<Item = Decided> {
        let holds = make(Verdict::Holds, Witness::Bound(self.dual.clone()).into());
        let dual = Some(self.dual);
        let fails = self.better.map(|mechanism| make(Verdict::Fails, Given::Better { mechanism, dual }));
        [Some(holds), fails].into_iter().flatten()
    }

    /// Both together.
    pub(super) fn best(self) -> Option<Best> {
        Some(Best { mechanism: self.better?, dual: self.dual })
    }
}

/// Φ·diag(z).
pub(super) fn tight(z: &impl ForWitness) -> Mechanism {
    Mechanism::Tight(z.for_witness())
}

/// c_w(i) = π_i·g(w, i), a row for each guess, by the gain's rows g(w, ·); `None` where one of them is not of these numbers.
///
/// # Errors
/// Products over the limits.
pub(super) fn gains<R: Ring>(
    graph: &Graph,
    gain: &Gain,
    prior: &Fractions<R>,
    row: impl Fn(&Gain, usize) -> Option<Fractions<R>>,
    bounds: Bounds,
) -> Result<Option<Vec<Fractions<R>>>, Obstacle> {
    let ground = Ground { field: None, bounds };
    let mut rows = Vec::with_capacity(gain.guesses(graph));
    for w in 0..gain.guesses(graph) {
        rows.push(match gain {
            Gain::Binary => binary(prior, w),
            gain => {
                let Some(gains) = row(gain, w) else { return Ok(None) };
                let pairs = prior.numerators.iter().zip(&gains.numerators);
                let numerators = pairs.map(|(p, g)| p.times(g, &ground)).collect::<Result<_, _>>()?;
                Fractions { denominator: prior.denominator.times(&gains.denominator, &ground)?, numerators }
            }
        });
    }
    Ok(Some(rows))
}

/// The rows of the binary gain.
pub(super) fn all_binary<R: Ring>(prior: &Fractions<R>) -> Vec<Fractions<R>> {
    (0..prior.len()).map(|w| binary(prior, w)).collect()
}

/// c_w for the binary gain: π_w at w.
fn binary<R: Ring>(prior: &Fractions<R>, w: usize) -> Fractions<R> {
    let mut numerators = vec![R::default(); prior.len()];
    numerators[w] = prior.numerators[w].clone();
    Fractions { denominator: prior.denominator.clone(), numerators }
}
