//! Counts of runs in the place of a table: what a sampler was seen to do.

use super::query::read_labels;
use super::reading::Reading;
use super::{Channel, Privacy, Query};
use crate::align;
use crate::alpha::Point;
use crate::error::Error;
use crate::json::{Value, View};
use crate::number::{BigInt, Rational, compare, rational};
use crate::text::{count, named};
use dp_kernel::{Events, Graph, MOST_OF_ALL, MOST_RUNS, Number, Vector};
use num_traits::One;
use std::collections::{HashMap, HashSet};

/// Counts of runs, and their words.
#[derive(Debug, Clone)]
pub struct Counts {
    /// The numbers.
    pub of: dp_kernel::Counts,
    /// Names of the outputs for the report.
    pub outputs: Option<Vec<String>>,
    /// How the events were chosen, as the file says. Nothing follows from it.
    pub chosen_on: Option<String>,
}

/// How close to 1 a confidence may be: 10 to the power of minus this.
const MOST_NINES: u32 = 12;

/// The most events of a list, with their complements, and the most outputs in all of them.
const MOST_EVENTS: usize = 10_000;
const MOST_LISTED: usize = 1_000_000;
/// The most of these times the outputs of the file: each set is held against the complements of the others.
const MOST_HELD: usize = 100_000_000;

impl Counts {
    /// Of a mechanism that has the key `counts`: a row for each node.
    pub(super) fn read(view: &View, graph: &Graph, reading: &Reading) -> Result<Self, Error> {
        if let Some(other) = ["matrix", "family", "product", "compose"].into_iter().find_map(|key| view.field(key)) {
            return Err(other.found("a table beside counts of runs", "one of the two"));
        }
        if let Some(rounding) = view.field("rounding") {
            return Err(rounding.found("a rounding of counts", "none: counts of runs are whole numbers"));
        }
        view.only(&["counts", "confidence", "events", "outputs", "chosen_on"])?;
        let list = view.required("counts")?;
        if reading.symbols.rho {
            let expected = "\"epsilon\" or \"alpha\" in \"privacy\", or a table of probabilities";
            return Err(Privacy::no_alpha(&list, "counts of runs are held against (ε, δ)", expected));
        }
        if graph.has_lengths() {
            let expected = "a table: no claim about counts is one about a graph whose edges have lengths";
            return Err(list.found("counts of runs", expected));
        }
        if matches!(reading.field.map(|field| &field.point), Some(Point::Interval(_))) {
            return Err(list.found("counts of runs beside a symbolic α", "one α, or ε"));
        }
        let rows = rows(&list, graph)?;
        let width = rows.first().map_or(0, Vec::len);
        let outputs = view.field("outputs").map(|v| read_labels(&v, width, "output")).transpose()?;
        let confidence = view.required("confidence").map_err(|e| e.meant("\"confidence\": \"0.999\""))?;
        let confidence = confidence_of(&confidence, reading)?;
        let events = match view.field("events") {
            Some(events) => events_of(&events, width, outputs.as_deref())?,
            None => Events::Outputs,
        };
        let chosen_on = view.field("chosen_on").map(|v| v.string("a string").map(str::to_owned)).transpose()?;
        Ok(Self { of: dp_kernel::Counts { rows, confidence, events }, outputs, chosen_on })
    }

    /// The least and the most runs of a row.
    pub fn runs(&self) -> [u64; 2] {
        let runs = || self.of.rows.iter().map(|row| row.iter().fold(0u64, |sum, c| sum.saturating_add(*c)));
        [runs().min().unwrap_or(0), runs().max().unwrap_or(0)]
    }

    /// Which of the outputs each one of a table is, by its name; those that are not named are all `other`. By position
    /// where one of the two has no names and there are as many.
    ///
    /// # Errors
    /// What was found: an output that is not there, where there is no `other`.
    pub fn columns(&self, channel: &Channel) -> Result<Vec<usize>, String> {
        let width = self.of.outputs();
        if channel.width == width && (self.outputs.is_none() || channel.outputs.is_none()) {
            return Ok((0..width).collect());
        }
        let names = |names: &Option<Vec<String>>, count: usize| {
            names.clone().unwrap_or_else(|| (0..count).map(|o| o.to_string()).collect())
        };
        let own = names(&self.outputs, width);
        let places: HashMap<&str, usize> = own.iter().map(String::as_str).zip(0..).collect();
        let place = |name: &String| {
            let found = places.get(&**name).or_else(|| places.get("other")).copied();
            found.ok_or_else(|| format!("the output {}, which is not among those that were counted", named(name)))
        };
        names(&channel.outputs, channel.width).iter().map(place).collect()
    }

    /// Whether the outputs are the answers, in their order.
    pub(crate) fn are_of(&self, query: &Query) -> bool {
        let names = [&self.outputs, &query.labels];
        let are_alike = |[outputs, labels]: [&Option<Vec<String>>; 2]| match (outputs, labels) {
            (Some(outputs), Some(labels)) => outputs == labels,
            (Some(names), None) | (None, Some(names)) => align::are_numbers(names) || outputs.is_none(),
            (None, None) => true,
        };
        self.of.outputs() == query.graph.nodes() && are_alike(names)
    }

    /// A table with the outputs of these counts: for each of its own the place of the one that it is.
    pub(crate) fn gathered(&self, table: &[Vector], places: &[usize]) -> Vec<Vector> {
        let gather = |row: &Vector| {
            let mut numerators = vec![Number::ZERO; self.of.outputs()];
            for (x, place) in row.numerators.iter().zip(places) {
                numerators.get_mut(*place).into_iter().for_each(|sum| *sum += x);
            }
            Vector { denominator: row.denominator.clone(), numerators }
        };
        table.iter().map(gather).collect()
    }

    /// The events in words.
    pub fn events(&self) -> String {
        let of = |sets: usize| count(sets.saturating_mul(2), "event");
        let half = self.of.events.half(self.of.outputs());
        let what = match self.of.events {
            Events::Outputs => "each output and all others",
            Events::AtLeast => "all outputs from each one on, and those before it",
            Events::All => "all sets of outputs",
            Events::Listed(_) => "a list of sets, and their complements",
        };
        format!("{} at each input: {what}", of(half))
    }
}

/// A row of counts for each node, of two outputs or more.
pub(crate) fn rows(view: &View, graph: &Graph) -> Result<Vec<Vec<u64>>, Error> {
    let n = graph.nodes();
    let expected = format!("{} of counts, one for each node", count(n, "row"));
    let items = view.array(&expected)?;
    if items.len() != n {
        return Err(view.found(count(items.len(), "row"), expected));
    }
    let mut width = None;
    let mut rows = Vec::with_capacity(n);
    for row in items {
        let cells = row.array("a row: how often each output came")?;
        let m = *width.get_or_insert(cells.len());
        if cells.len() < 2 {
            return Err(row.unexpected("a row with the count of each output, at least two"));
        }
        if cells.len() != m {
            return Err(row.found(count(cells.len(), "count"), format!("{m}, as in the row before")));
        }
        let cells = cells.map(|cell| runs(&cell)).collect::<Result<Vec<u64>, _>>()?;
        let sum = cells.iter().fold(0u64, |sum, c| sum.saturating_add(*c));
        if sum > MOST_RUNS {
            return Err(row.found(format!("{sum} runs"), "at most 10^12 a row"));
        }
        rows.push(cells);
    }
    Ok(rows)
}

/// How often an output came.
fn runs(view: &View) -> Result<u64, Error> {
    let expected = "how often the output came, a whole number from 0 to 10^12";
    match view.value() {
        Value::Number(text) if text.bytes().all(|b| b.is_ascii_digit()) => {
            text.parse().ok().filter(|runs| *runs <= MOST_RUNS).ok_or_else(|| view.unexpected(expected))
        }
        Value::String(text) if text.len() < 14 && !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) => {
            Err(view.unexpected(expected).meant(text))
        }
        _ => Err(view.unexpected(expected).hint("; probabilities are a \"matrix\"")),
    }
}

/// 0 < c ≤ 1 − 10^-12.
fn confidence_of(view: &View, reading: &Reading) -> Result<Rational, Error> {
    let confidence = rational(view, reading.limits, reading.steps)?;
    let rest = &Rational::from(BigInt::one()) - &confidence;
    let least = Rational::new(BigInt::one(), BigInt::from(10).pow(MOST_NINES));
    if !confidence.is_positive() || !rest.is_positive() {
        let error = view.unexpected("a confidence, above 0 and below 1, such as \"0.999\"");
        let is_over = |least: u32| compare(&confidence, &Rational::from(BigInt::from(least))).is_gt();
        return Err(if is_over(1) && !is_over(99) { error.meant(&format!("{confidence}/100")) } else { error });
    }
    if (&rest - &least).is_negative() {
        return Err(view.unexpected("a confidence of at most 1 - 10^-12"));
    }
    Ok(confidence)
}

/// The sets of outputs whose probabilities are bounded.
pub(crate) fn events_of(view: &View, width: usize, outputs: Option<&[String]>) -> Result<Events, Error> {
    let expected = "\"outputs\", \"at-least\", \"all\" or a list of sets of outputs: [[\"yes\"], [\"no\", \"maybe\"]]";
    match view.value() {
        Value::String(name) => match &**name {
            "outputs" => Ok(Events::Outputs),
            "at-least" => Ok(Events::AtLeast),
            "all" if width <= MOST_OF_ALL => Ok(Events::All),
            "all" => Err(view.found(
                format!("all sets of {}", count(width, "output")),
                format!("at most {MOST_OF_ALL} outputs there, \"outputs\", \"at-least\" or a list of sets"),
            )),
            other => Err(view.unexpected(expected).near(other, &["outputs", "at-least", "all"])),
        },
        Value::Array(_) => listed(view, width, outputs),
        _ => Err(view.unexpected(expected)),
    }
}

/// Each set of a list once, and of it and its complement that which comes first.
fn listed(view: &View, width: usize, outputs: Option<&[String]>) -> Result<Events, Error> {
    let places: HashMap<&str, usize> = outputs.unwrap_or(&[]).iter().map(String::as_str).zip(0..).collect();
    let place = |item: View| match item.value() {
        Value::String(name) => places.get(&**name).copied().ok_or_else(|| {
            let error = item.found(named(name), "the name of an output, as in \"outputs\"");
            error.near(name, &places.keys().copied().collect::<Vec<_>>())
        }),
        _ if outputs.is_none() => {
            let place = item.count(0, "an output")?;
            if place < width { Ok(place) } else { Err(item.unexpected(&format!("an output below {width}"))) }
        }
        _ => Err(item.unexpected("the name of an output, as in \"outputs\"")),
    };
    if view.array("sets of outputs")?.len().saturating_mul(width) > MOST_HELD {
        return Err(view.unexpected(&format!("fewer sets: at most {MOST_HELD}, times the outputs")));
    }
    let (mut sets, mut seen, mut all) = (Vec::new(), HashSet::new(), 0usize);
    for item in view.array("sets of outputs")? {
        let mut set =
            item.array("a set of outputs: [\"yes\", \"maybe\"]")?.map(place).collect::<Result<Vec<_>, _>>()?;
        let named = set.len();
        set.sort_unstable();
        set.dedup();
        if set.len() < named {
            return Err(item.unexpected("a set of different outputs"));
        }
        if set.is_empty() || set.len() == width {
            return Err(item.unexpected("a set of some outputs, and not of all"));
        }
        all = all.saturating_add(set.len());
        if sets.len() >= MOST_EVENTS / 2 || all > MOST_LISTED {
            return Err(view
                .unexpected(&format!("at most {} sets, with at most {MOST_LISTED} outputs in all", MOST_EVENTS / 2)));
        }
        let others: Vec<usize> = (0..width).filter(|o| set.binary_search(o).is_err()).collect();
        if !seen.contains(&others) && seen.insert(set.clone()) {
            sets.push(set);
        }
    }
    if sets.is_empty() { Err(view.unexpected("a set of outputs, or more")) } else { Ok(Events::Listed(sets)) }
}
