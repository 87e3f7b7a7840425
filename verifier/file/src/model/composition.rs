//! Compositions: several mechanisms about the same node, each used so often, all uses together.
//!
//! `{"compose": [{"matrix": …, "times": 30}, {"file": "other.json", "times": 2}]}`. A part is what may stand as
//! `mechanism`, or names the file that has it, or is known by its promise alone; a closed form has the ε of one use
//! beside it. A composition in a
//! composition is its parts, so many times as often. Nothing of X's size is written out.

use super::each_use::Whose;
use super::incomplete;
use super::mechanism::Product;
use super::part::{ClosedForm, Part, Promised, Source};
use super::powers::DEEPEST;
use super::reading::Reading;
use super::{Channel, Sample};
use crate::error::Error;
use crate::json::View;
use dp_kernel::Graph;

/// The parts of a `mechanism` that has `compose`; none of another.
pub(super) fn read(file: &View, graph: &Graph, reading: &Reading) -> Result<Vec<Part>, Error> {
    let mut parts = Vec::new();
    if let Some(view) = file.field("mechanism").filter(|view| view.field("compose").is_some()) {
        add(&view, 1, 0, (file, graph, reading), &mut parts)?;
    }
    Ok(parts)
}

/// The number of rows of the first `matrix` that a mechanism has, in a composition too.
pub(super) fn rows(mechanism: &View, depth: usize) -> Option<usize> {
    let count = |list: View| list.array("").ok().map(|items| items.len());
    let inner = mechanism.field("compose").filter(|_| depth < DEEPEST);
    inner.map_or_else(
        || count(mechanism.field("matrix")?),
        |list| list.array("").ok()?.find_map(|part| rows(&part, depth.saturating_add(1))),
    )
}

/// Adds the parts of one list.
fn add(
    view: &View,
    times: usize,
    depth: usize,
    (file, graph, reading): (&View, &Graph, &Reading),
    parts: &mut Vec<Part>,
) -> Result<(), Error> {
    view.only(if depth == 0 { &["compose"] } else { &["compose", "times"] })?;
    let list = view.required("compose")?;
    let items = list.array("a list of parts: {\"matrix\": …, \"times\": 30}, {\"file\": \"other.json\"}, {\"epsilon\": \"1\", \"times\": 30}")?;
    if items.len() == 0 {
        return Err(list.unexpected("at least one part"));
    }
    for item in items {
        item.is_object("a part: an object with \"matrix\", \"family\", \"product\", \"compose\" or \"file\", or with an \"epsilon\" alone")?;
        incomplete::is_whole(&item, "a whole table: no mass is missing of a part of a composition")?;
        let own = item.field("times").map(|view| view.count(1, "how often the part is used")).transpose()?;
        let all = times.checked_mul(own.unwrap_or(1)).filter(|all| i64::try_from(*all).is_ok());
        let times = all.ok_or_else(|| item.unexpected("a composition of fewer uses"))?;
        if item.field("compose").is_some() {
            if depth == DEEPEST {
                return Err(item.over_limit(format!("compositions nested over {DEEPEST} deep")));
            }
            add(&item, times, depth.saturating_add(1), (file, graph, reading), parts)?;
            continue;
        }
        let sample = Sample::read(&item, Some(&item))?;
        let source = match item.field("file") {
            Some(path) => {
                item.only(&["file", "times"])?;
                let expected = "the relative path of a mechanism file";
                let name = Some(path.string(expected)?).filter(|name| !name.is_empty());
                Source::File(name.ok_or_else(|| path.unexpected(expected))?.to_owned())
            }
            None if Promised::is_one(&item) => Source::Promise(Promised::read(&item, reading)?),
            None if item.field("product").is_some() => {
                let (product, parent) = Product::of(&item, Whose::Use, file, reading)?;
                if !product.is_small(&parent) {
                    let message = "a product too large to be written out can't be a part of a composition";
                    return Err(item.over_limit(message.to_owned()));
                }
                Source::Table(product.expand(&parent, &item, reading)?)
            }
            None => {
                if let Some(rounding) = item.field("rounding") {
                    return Err(rounding.found("rounding", "the numbers themselves: a part is taken as it is written"));
                }
                Source::Table(Channel::of(&item, Whose::Use, graph, reading)?)
            }
        };
        parts.push(Part { source, times, sample, closed_form: ClosedForm::read(&item) });
    }
    Ok(())
}
