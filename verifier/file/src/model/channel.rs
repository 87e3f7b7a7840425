//! The mechanism X as a channel: a row for each node, a column for each output.

use super::closed_form::closed_form;
use super::each_use::{self, Whose};
use super::family::{Form, expand};
use super::function::{self, number, over_common};
use super::gaussian::{self, GAUSSIAN};
use super::geometric;
use super::noise::{Told, is_geometric};
use super::query::read_labels;
use super::reading::Reading;
use super::short_decimals;
use crate::alpha::{Fractions, Quotient};
use crate::error::Error;
use crate::json::{Value, View};
use crate::limits::total;
use crate::number::{Rational, rational};
use crate::text::count;
use dp_kernel::Graph;
use std::collections::HashMap;

/// X as the file gives it.
#[derive(Debug, Clone)]
pub struct Channel {
    /// Names of the outputs for the report.
    pub outputs: Option<Vec<String>>,
    /// The entries: a row for each node, over a denominator of its own.
    pub table: Vec<Fractions>,
    /// m, the number of outputs.
    pub width: usize,
    /// Each entry is within this of the true one.
    pub rounding: Option<Rational>,
    /// How geometric noise on all whole numbers is told, where the table stands for that.
    pub noise: Option<Told>,
}

impl Channel {
    /// The rows where all entries are rational.
    pub fn rows(&self) -> Option<&[Fractions]> {
        self.table.iter().all(Fractions::is_rational).then_some(&self.table)
    }

    pub(super) fn read(view: &View, graph: &Graph, reading: &Reading) -> Result<Self, Error> {
        let wrong = |e: Error| match view.value() {
            Value::Array(_) => e.meant("{\"matrix\": [[…], …]}"),
            Value::String(name) => match closed_form(name) {
                Some(name) => e.meant(&format!("{{\"family\": \"{name}\"}}")),
                None if name == GAUSSIAN => e.meant(&format!("{{\"family\": \"{name}\", \"sigma2\": \"4\"}}")),
                None => e,
            },
            _ => e,
        };
        view.is_object("a mechanism: an object with \"matrix\", \"family\", \"product\" or \"compose\"")
            .map_err(wrong)?;
        Self::of(view, Whose::File, graph, reading)
    }

    /// What an object with a `matrix` says, whose keys have been looked at.
    pub(super) fn of_matrix(view: &View, whose: Whose, graph: &Graph, reading: &Reading) -> Result<Self, Error> {
        let (table, width) = read_table(view, graph, "node", whose, reading)?;
        let outputs = view.field("outputs").map(|v| read_labels(&v, width, "output")).transpose()?;
        Ok(Self { outputs, table, width, rounding: None, noise: None })
    }

    /// What an object with `matrix` or `family` says: all of the mechanism, or a part of a composition.
    pub(super) fn of(view: &View, whose: Whose, graph: &Graph, reading: &Reading) -> Result<Self, Error> {
        gaussian::is_none(view)?;
        if is_geometric(view) && Form::read(view, graph)?.is_some() {
            let ((table, outputs), report) = geometric::read(view, whose, graph, reading)?;
            let width = outputs.len();
            return Ok(Self { outputs: Some(outputs), table, width, rounding: None, noise: Some(report) });
        }
        each_use::only(view, &[&["matrix", "family", "noise", "outputs", "rounding"], whose.times()].concat(), whose)?;
        let rounding = view.field("rounding").map(|v| read_rounding(&v, reading)).transpose()?;
        Ok(Self { rounding, ..Self::of_matrix(view, whose, graph, reading)? })
    }
}

/// The table that an object gives by its `matrix` or its `family`, a row for each node, and its width.
pub(super) fn read_table(
    view: &View,
    graph: &Graph,
    thing: &str,
    whose: Whose,
    reading: &Reading,
) -> Result<(Vec<Fractions>, usize), Error> {
    match (view.field("matrix"), view.field("family")) {
        (Some(matrix), None) => match view.field("noise") {
            None => {
                each_use::has_none(view, "matrix")?;
                read_matrix(&matrix, graph, thing, reading)
            }
            Some(noise) => {
                Err(noise.found("a noise beside a matrix", "one beside \"family\": \"randomised-response\""))
            }
        },
        (None, Some(_)) => Ok((expand(view, graph, whose, reading)?, graph.nodes())),
        (both, _) => Err(view.one_of(["matrix", "family"], both.is_some())),
    }
}

fn read_rounding(view: &View, reading: &Reading) -> Result<Rational, Error> {
    let rounding = rational(view, reading.limits, reading.steps)?;
    if rounding.is_negative() {
        return Err(view.unexpected("a rounding ≥ 0"));
    }
    Ok(rounding)
}

fn read_matrix(view: &View, graph: &Graph, thing: &str, reading: &Reading) -> Result<(Vec<Fractions>, usize), Error> {
    let n = graph.nodes();
    let expected = format!("{}, one for each {thing}", count(n, "row"));
    let rows = view.array(&expected)?;
    if rows.len() != n {
        return Err(view.found(count(rows.len(), "row"), expected));
    }
    let mut width = None;
    let mut table = Vec::with_capacity(n);
    for row in rows {
        let m = *width.get_or_insert(row.array("a row: an array of probabilities")?.len());
        if m == 0 {
            return Err(row.unexpected("a row with an entry for each output, at least one"));
        }
        table.push(read_numbers(&row, m, "output", reading)?);
    }
    Ok((table, width.unwrap_or(0)))
}

/// `length` numbers over a common denominator.
pub(super) fn read_numbers(view: &View, length: usize, thing: &str, reading: &Reading) -> Result<Fractions, Error> {
    if let Some(row) = short_decimals::row(view, length, reading)? {
        return Ok(row);
    }
    over_common(&read_vector(view, length, thing, reading)?, view, reading)
}

/// What an entry takes beside its digits while its row is read, three times over: the text's value and its place in the
/// row over a common denominator are there too.
const BYTES_OF_ENTRY: u64 = 216;

/// So many different entries of a row are read once, wherever they stand.
const MOST_KNOWN: usize = 64;

/// `length` numbers.
pub(super) fn read_vector(view: &View, length: usize, thing: &str, reading: &Reading) -> Result<Vec<Quotient>, Error> {
    let expected = format!("{}, one for each {thing}", count(length, "entry"));
    let items = view.array(&expected)?;
    if items.len() != length {
        return Err(view.found(count(items.len(), "entry"), expected));
    }
    let mut numbers = Vec::with_capacity(items.len());
    let room = reading.memory.left();
    let mut bytes = 0u64;
    // Tables of a formula have few different entries.
    let mut known: HashMap<String, Quotient> = HashMap::new();
    for item in items {
        let text = if let Value::String(text) = item.value() { Some(&**text) } else { None };
        let x = match text.and_then(|text| known.get(text)) {
            Some(x) => x.clone(),
            None => number(&item, reading)?,
        };
        if let (Some(text), true) = (text, known.len() < MOST_KNOWN) {
            known.entry(text.to_owned()).or_insert_with(|| x.clone());
        }
        // Its digits: what is charged for good is the row over its common denominator.
        bytes = total([bytes, function::bytes(&x), BYTES_OF_ENTRY]);
        if bytes > room {
            return Err(reading.over_memory(&item));
        }
        numbers.push(x);
    }
    Ok(numbers)
}
