//! What guesses are worth, row by row.

use crate::failure::{Failure, Why, refused};
use crate::graph::Graph;
use crate::number::{Number, Vector};
use crate::problem::Gain;
use std::borrow::Cow;

impl Gain {
    /// Whether it was given as a loss.
    pub(crate) fn is_loss(&self) -> bool {
        match self {
            Gain::Binary | Gain::Distance => false,
            Gain::Table { loss, .. } => *loss,
            Gain::BinaryLoss | Gain::Absolute | Gain::Squared => true,
        }
    }

    /// The number of guesses.
    pub(crate) fn guesses(&self, graph: &Graph) -> usize {
        if let Gain::Table { rows, .. } = self { rows.len() } else { graph.nodes() }
    }

    /// About how many word operations a row takes to make, past those of its entries.
    pub(crate) fn steps(&self, graph: &Graph) -> u64 {
        if *self == Gain::Distance { graph.steps() / graph.nodes() as u64 } else { 0 }
    }

    /// g(w, x) for all nodes x.
    pub(crate) fn row(&self, w: usize, graph: &Graph) -> Result<Cow<'_, Vector>, Failure> {
        let by = |g: &dyn Fn(usize) -> i128| {
            let numerators = (0..graph.nodes()).map(|x| Number::from(g(x))).collect();
            Ok(Cow::Owned(Vector { denominator: Number::ONE, numerators }))
        };
        let apart = |x: usize| w.abs_diff(x) as i128;
        match self {
            Gain::Table { rows, .. } => match rows.get(w) {
                Some(row) if row.len() == graph.nodes() => Ok(Cow::Borrowed(row)),
                _ => refused(Why::DoesNotFit),
            },
            Gain::Binary => by(&|x| i128::from(x == w)),
            Gain::Distance => {
                let (diameter, distances) = (graph.diameter(), graph.distances_from(w));
                by(&|x| i128::from(diameter) - i128::from(distances[x]))
            }
            Gain::BinaryLoss => by(&|x| -i128::from(x != w)),
            Gain::Absolute => by(&|x| -apart(x)),
            Gain::Squared => by(&|x| -apart(x) * apart(x)),
        }
    }
}
