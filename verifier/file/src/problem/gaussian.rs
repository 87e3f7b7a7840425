//! Discrete Gaussian noise, of a problem that is read by itself.

use super::numbers::Numbers;
use crate::error::Error;
use crate::json::View;
use dp_kernel::{Gaussian, Graph, Mechanism};

/// σ², and nothing else that would be a mechanism.
pub(super) fn read(view: &View, graph: &Graph, beside: &View, numbers: &Numbers) -> Result<Mechanism, Error> {
    let sigma2 = numbers.rational(view)?.rational().map_err(|_| view.unexpected("a rational > 0"))?;
    let sigma2 = sigma2.filter(|sigma2| sigma2.is_positive()).ok_or_else(|| view.unexpected("a rational > 0"))?;
    let others = ["table", "counts", "missing", "noise", "product", "parts", "rounding", "samples"];
    match others.into_iter().find_map(|key| beside.field(key)) {
        Some(other) => Err(other.found("more beside discrete Gaussian noise", "the noise alone")),
        None if Gaussian::sensitivity(graph).is_none() => {
            Err(view.found("discrete Gaussian noise on such a graph", "a line, or the graph of a sum"))
        }
        None => Ok(Mechanism::Gaussian(Gaussian { sigma2 })),
    }
}
