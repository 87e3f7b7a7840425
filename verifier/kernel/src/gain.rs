//! What guesses are worth, row by row.

use crate::graph::Graph;
use crate::problem::Gain;
use dp_number::list::List;
use dp_number::meter::charge;
use dp_number::{Number, Vector};
use std::borrow::Cow;

impl Gain {
    /// Whether it was given as a loss.
    pub(crate) fn is_loss(&self) -> bool {
        matches!(self, Gain::Table { loss: true, .. } | Gain::BinaryLoss | Gain::Absolute | Gain::Squared)
    }

    /// The number of guesses.
    pub(crate) fn guesses(&self, graph: &Graph) -> usize {
        if let Gain::Table { rows, .. } = self { rows.len() } else { graph.nodes() }
    }

    /// g(w, x) for all nodes x.
    pub(crate) fn row(&self, w: usize, graph: &Graph) -> Result<Cow<'_, Vector>, crate::Failure> {
        charge((graph.nodes() as u64).saturating_mul(8))?;
        let apart = |x: usize| w.abs_diff(x) as i128;
        let all = |gain: &dyn Fn(usize) -> i128| (0..graph.nodes()).map(|x| gain(x).into()).collect();
        let mut unit = 1;
        let numerators = match self {
            Gain::Table { rows, .. } => return Ok(Cow::Borrowed(rows.at(w)?)),
            Gain::Binary => all(&|x| i128::from(x == w)),
            Gain::BinaryLoss => all(&|x| i128::from(x == w).saturating_sub(1)),
            Gain::Absolute => all(&|x| apart(x).saturating_neg()),
            Gain::Squared => all(&|x| apart(x).saturating_neg().saturating_mul(apart(x))),
            Gain::Distance => {
                unit = graph.unit();
                let diameter = i128::from(graph.diameter());
                graph.distances_from(w).into_iter().map(|d| diameter.saturating_sub(d.into()).into()).collect()
            }
        };
        Ok(Cow::Owned(Vector { denominator: Number::from(i128::from(unit)), numerators }))
    }
}
