//! What may be the most utility of a private mechanism: a bound, and a mechanism that may reach it.

use crate::effort::steps;
use crate::exact::ForWitness;
use crate::statement::Decided;
use dp_kernel::{Dual, Verdict, Witness};
use dp_verify::alpha::{Bounds, Obstacle, Polynomial, Polynomials as _};
use dp_verify::graph::Graph;
use dp_verify::model::{Claim, Gain};
use dp_verify::number::Fractions;
use dp_verify::witness::{Best, Given, Mechanism};

/// A witness to be tried.
#[derive(Debug)]
pub(super) struct Proposal {
    /// What it would prove: of a claim to be near the optimum perhaps that X reaches it.
    pub(super) of: Claim,
    pub(super) decided: Decided,
    /// Whether it would prove the optimum too.
    pub(super) exact: bool,
}

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

    /// What there is to try of an `optimal`, in turn: that X reaches the bound; where it need only be near, that
    /// another mechanism does and has little more, or that the bound is little more; that another one reaches it. Which
    /// it is, the kernel tells.
    pub(super) fn proposals(self, claim: &Claim, make: fn(Verdict, Given) -> Decided) -> Vec<Proposal> {
        let (plain, near) = (Claim { within: None, ..claim.clone() }, claim.within.is_some());
        let bound = make(Verdict::Holds, Witness::Bound(self.dual.clone()).into());
        let reached = |verdict| {
            let (mechanism, dual) = (self.better.clone()?, Some(self.dual.clone()));
            Some(make(verdict, Given::Better { mechanism, dual }))
        };
        let mut all = vec![Proposal { of: plain, decided: bound.clone(), exact: true }];
        let mut add = |decided: Option<Decided>, exact| {
            all.extend(decided.map(|decided| Proposal { of: claim.clone(), decided, exact }));
        };
        if near {
            add(reached(Verdict::Holds), true);
            add(Some(bound), false);
        }
        add(reached(Verdict::Fails), true);
        all
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

/// c_w(i) = π_i·g(w, i), a row for each guess, by the gain's rows g(w, ·); `None` where one of them is not of these
/// numbers.
///
/// # Errors
/// A product that is over the limits, or all of them together.
pub(super) fn gains(
    graph: &Graph,
    gain: &Gain,
    prior: &Fractions,
    row: impl Fn(&Gain, usize) -> Option<Fractions>,
    bounds: Bounds,
) -> Result<Option<Vec<Fractions>>, Obstacle> {
    let mut rows = Vec::with_capacity(gain.guesses(graph));
    let mut filled = 0u64;
    for w in 0..gain.guesses(graph) {
        let row = match gain {
            Gain::Binary => binary(prior, w),
            gain => {
                let Some(gains) = row(gain, w) else { return Ok(None) };
                let pairs = prior.numerators.iter().zip(&gains.numerators);
                let numerators = pairs.map(|(p, g)| p.times(g, &bounds)).collect::<Result<_, _>>()?;
                Fractions { denominator: prior.denominator.times(&gains.denominator, &bounds)?, numerators }
            }
        };
        bounds.charge(steps(row.len(), STEPS_OF_GAIN, 1))?;
        filled = row.numerators.iter().map(filled_by).fold(filled, u64::saturating_add);
        bounds.room(1, filled)?;
        rows.push(row);
    }
    Ok(Some(rows))
}

/// What an entry takes to be made and looked at, however short it is.
const STEPS_OF_GAIN: usize = 64;

/// About the words that an entry takes, and another one that is made of it.
fn filled_by(entry: &Polynomial) -> u64 {
    if entry.is_zero() { 8 } else { entry.words().saturating_mul(6).saturating_add(16) }
}

/// The rows of the binary gain.
pub(super) fn all_binary(prior: &Fractions) -> Vec<Fractions> {
    (0..prior.len()).map(|w| binary(prior, w)).collect()
}

/// c_w for the binary gain: π_w at w.
fn binary(prior: &Fractions, w: usize) -> Fractions {
    let mut numerators = vec![Polynomial::ZERO; prior.len()];
    numerators[w] = prior.numerators[w].clone();
    Fractions { denominator: prior.denominator.clone(), numerators }
}
