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
        charge(graph.nodes() as u64 * 8)?;
        let apart = move |x: usize| w.abs_diff(x) as i128;
        let gain: Box<dyn Fn(usize) -> i128> = match self {
            Gain::Table { rows, .. } => return Ok(Cow::Borrowed(rows.at(w)?)),
            Gain::Binary => Box::new(move |x| i128::from(x == w)),
            Gain::BinaryLoss => Box::new(move |x| -i128::from(x != w)),
            Gain::Absolute => Box::new(move |x| -apart(x)),
            Gain::Squared => Box::new(move |x| -apart(x) * apart(x)),
            Gain::Distance => {
                charge(graph.steps() / graph.nodes() as u64)?;
                let (diameter, distances) = (graph.diameter(), graph.distances_from(w));
                let near = |d| Number::from(i128::from(diameter) - i128::from(d));
                let numerators = distances.into_iter().map(near).collect();
                return Ok(Cow::Owned(Vector { denominator: Number::from(graph.unit() as usize), numerators }));
            }
        };
        let numerators = (0..graph.nodes()).map(|x| gain(x).into()).collect();
        Ok(Cow::Owned(Vector { denominator: Number::ONE, numerators }))
    }
}
