//! Discrete Gaussian noise, which has outputs on all whole numbers and no table.

use crate::error::Error;
use crate::json::{Value, View};
use crate::limits::{Budget, Limits};
use crate::number::rational;
use dp_kernel::{Gaussian, Graph};

/// Its name as a `family`.
pub const GAUSSIAN: &str = "discrete-gaussian";

/// Whether a mechanism is of that family.
pub(super) fn is_one(view: &View) -> bool {
    let family = view.field("family").filter(|_| matches!(view.value(), Value::Object(_)));
    family.is_some_and(|family| family.string("").is_ok_and(|name| name == GAUSSIAN))
}

/// That a table is asked for, which such noise has not.
pub(super) fn is_none(view: &View) -> Result<(), Error> {
    match view.field("family").filter(|_| is_one(view)) {
        None => Ok(()),
        Some(family) => Err(family.found(
            "discrete Gaussian noise, which has no table",
            "it as the file's own \"mechanism\" alone, or here a \"family\" or \"matrix\" with a table",
        )),
    }
}

/// It, on a graph whose nodes are whole numbers.
pub(super) fn read(view: &View, graph: &Graph, (limits, steps): (&Limits, &Budget)) -> Result<Gaussian, Error> {
    view.only(&["family", "sigma2"]).map_err(|e| {
        match ["sigma", "variance", "scale"].into_iter().find_map(|key| view.field(key)) {
            Some(other) => other.found(
                "another measure of the noise",
                "\"sigma2\", σ²: a variance as it is, or a \"sigma\" of 3 squared, \"sigma2\": \"9\"",
            ),
            None => e,
        }
    })?;
    let needed = "\"sigma2\": \"4\", a rational σ² > 0";
    let place = view.required("sigma2").map_err(|e| e.instead("the key \"sigma2\" is missing", needed))?;
    let sigma2 = rational(&place, limits, steps)?;
    if !sigma2.is_positive() {
        return Err(place.unexpected("σ², a rational > 0"));
    }
    match Gaussian::sensitivity(graph) {
        Some(_) => Ok(Gaussian { sigma2 }),
        None => Err(view.required("family")?.found(
            "discrete Gaussian noise on a graph whose nodes are no whole numbers",
            "a \"line\", or a \"sum\", where neighbours differ by at most a number of them",
        )),
    }
}
