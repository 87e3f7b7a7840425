//! Tables of which mass is missing, of a problem that is read by itself.

use crate::error::Error;
use crate::json::View;
use dp_kernel::{Graph, Incomplete, Mechanism};

/// The table with what is said of further outputs.
pub(super) fn read(view: &View, table: Mechanism, graph: &Graph, beside: &View) -> Result<Mechanism, Error> {
    view.only(&["further_outputs"])?;
    let further = view.required("further_outputs")?.bool()?;
    let others = ["counts", "noise", "product", "parts", "rounding", "samples"];
    let other = others.into_iter().find_map(|key| beside.field(key));
    let Mechanism::Table(rows) = table else {
        return Err(view.found("mass missing of no table", "\"table\" beside it"));
    };
    match other {
        // Files that other claims name may be of samples, but none is named beside mass that is missing.
        Some(other) => Err(other.found("more beside a table of which mass is missing", "the table alone")),
        None if graph.has_lengths() => Err(view.found("mass missing beside lengths of edges", "edges without lengths")),
        None => Ok(Mechanism::Incomplete(Incomplete { rows, further })),
    }
}
