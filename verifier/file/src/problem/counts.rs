//! Counts of runs of a problem that is read by itself.

use super::numbers::Numbers;
use crate::error::Error;
use crate::json::{Value, View};
use crate::model;
use dp_kernel::{Counts, Events, Mechanism, RawProblem};

/// Counts of runs, and how their events were chosen.
pub(super) fn read(
    view: &View,
    problem: &RawProblem,
    beside: &View,
    numbers: &Numbers,
) -> Result<(Mechanism, Option<String>), Error> {
    if let Some(other) = ["table", "noise", "product", "parts"].into_iter().find_map(|key| beside.field(key)) {
        return Err(other.found("a table beside counts of runs", "one of the two"));
    }
    view.only(&["rows", "confidence", "events", "chosen_on"])?;
    let rows = model::counts::rows(&view.required("rows")?, &problem.graph)?;
    let events = view.required("events")?;
    let found = model::counts::events_of(&events, rows.first().map_or(0, Vec::len), None)?;
    if let (Events::Listed(sets), Value::Array(given)) = (&found, events.value()) {
        // Read as a file's they are put in order, and each is taken once.
        let numbers = |set: View| set.array("a set of outputs")?.map(|o| o.count(0, "an output")).collect();
        let as_given = events.array("sets of outputs")?.map(numbers).collect::<Result<Vec<Vec<usize>>, Error>>()?;
        if sets.len() != given.len() || as_given != *sets {
            return Err(events.unexpected("rising sets, all of them different, and none beside its complement"));
        }
    }
    let confidence =
        numbers.rational(&view.required("confidence")?)?.rational().map_err(|why| numbers.failed(view, &why.into()))?;
    let confidence = confidence.ok_or_else(|| view.unexpected("a rational confidence"))?;
    let chosen_on = view.field("chosen_on").map(|v| v.string("a string").map(str::to_owned)).transpose()?;
    Ok((Mechanism::Counts(Counts { rows, confidence, events: found }), chosen_on))
}
