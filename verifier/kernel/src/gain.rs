//! What guesses are worth, row by row.

use crate::graph::Graph;
use crate::list::List;
use crate::meter::charge;
use crate::number::{Number, Vector};
use crate::problem::Gain;
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
        let apart = move |x: usize| w.abs_diff(x) as i128;
        let gain: Box<dyn Fn(usize) -> i128> = match self {
            Gain::Table { rows, .. } => return Ok(Cow::Borrowed(rows.at(w)?)),
            Gain::Binary => Box::new(move |x| i128::from(x == w)),
            Gain::BinaryLoss => Box::new(move |x| i128::from(x == w).saturating_sub(1)),
            Gain::Absolute => Box::new(move |x| apart(x).saturating_neg()),
            Gain::Squared => Box::new(move |x| apart(x).saturating_neg().saturating_mul(apart(x))),
            Gain::Distance => {
                let (diameter, distances) = (graph.diameter(), graph.distances_from(w));
                let near = |d: u32| Number::from(i128::from(diameter).saturating_sub(d.into()));
                let numerators = distances.into_iter().map(near).collect();
                return Ok(Cow::Owned(Vector { denominator: Number::from(graph.unit() as usize), numerators }));
            }
        };
        let numerators = (0..graph.nodes()).map(|x| gain(x).into()).collect();
        Ok(Cow::Owned(Vector { denominator: Number::ONE, numerators }))
    }
}
