//! The mechanism X as a channel: a row for each node, a column for each output.

use super::claim::{CLOSED_FORMS, closed_form};
use super::function::{Number, over_common, powers, refusal};
use super::query::read_labels;
use super::reading::Reading;
use super::{Numbers, short_decimals};
use crate::alpha::Fractions;
use crate::alpha::{Polynomial, Ring};
use crate::error::Error;
use crate::json::{Value, View};
use crate::limits::{total, words_of};
use crate::number::{BigInt, Rational, rational};
use crate::text::count;
use dp_kernel::{Family, Graph};
use num_traits::One;
use std::borrow::Cow;
use std::collections::HashMap;

/// X as the file gives it.
#[derive(Debug, Clone)]
pub struct Channel {
    /// Names of the outputs for the report.
    pub outputs: Option<Vec<String>>,
    /// The entries.
    pub table: Table,
    /// m, the number of outputs.
    pub width: usize,
    /// Each entry is within this of the true one.
    pub rounding: Option<Rational>,
}

/// The entries of X: a row for each node, over a denominator of its own.
#[derive(Debug, Clone)]
pub enum Table {
    /// All of them rational.
    Rational(Vec<Fractions>),
    /// Functions of t.
    Functions(Vec<Fractions<Polynomial>>),
}

impl Channel {
    /// The rows where all entries are rational.
    pub fn rows(&self) -> Option<&[Fractions]> {
        match &self.table {
            Table::Rational(rows) => Some(rows),
            Table::Functions(_) => None,
        }
    }

    /// The rows as functions of t.
    pub fn functions(&self) -> Cow<'_, [Fractions<Polynomial>]> {
        match &self.table {
            Table::Rational(rows) => Cow::Owned(rows.iter().map(Fractions::functions).collect()),
            Table::Functions(rows) => Cow::Borrowed(rows),
        }
    }

    pub(super) fn read(view: &View, graph: &Graph, reading: &Reading) -> Result<Self, Error> {
        let wrong = |e: Error| match view.value() {
            Value::Array(_) => e.meant("{\"matrix\": [[…], …]}"),
            Value::String(name) => match closed_form(name) {
                Some(name) => e.meant(&format!("{{\"family\": \"{name}\"}}")),
                None => e,
            },
            _ => e,
        };
        view.is_object("a mechanism: an object with \"matrix\", \"family\", \"product\" or \"compose\"")
            .map_err(wrong)?;
        Self::of(view, &[], graph, reading)
    }

    /// What an object with `matrix` or `family` says; it may have these keys beside.
    pub(super) fn of(view: &View, beside: &[&str], graph: &Graph, reading: &Reading) -> Result<Self, Error> {
        view.only(&[&["matrix", "family", "noise", "outputs", "rounding"], beside].concat())?;
        let (table, width) = read_table(view, graph, "node", reading)?;
        let outputs = view.field("outputs").map(|v| read_labels(&v, width, "output")).transpose()?;
        let rounding = view.field("rounding").map(|v| read_rounding(&v, reading)).transpose()?;
        Ok(Self { outputs, table, width, rounding })
    }
}

/// The table that an object gives by its `matrix` or its `family`, a row for each node, and its width.
pub(super) fn read_table(view: &View, graph: &Graph, thing: &str, reading: &Reading) -> Result<(Table, usize), Error> {
    match (view.field("matrix"), view.field("family")) {
        (Some(matrix), None) => match view.field("noise") {
            None => read_matrix(&matrix, graph, thing, reading),
            Some(noise) => {
                Err(noise.found("a noise beside a matrix", "one beside \"family\": \"randomised-response\""))
            }
        },
        (None, Some(_)) => Ok((expand(view, graph, reading)?, graph.nodes())),
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

fn read_matrix(view: &View, graph: &Graph, thing: &str, reading: &Reading) -> Result<(Table, usize), Error> {
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
    let table = if table.iter().all(|row| row.rational().is_some()) {
        Table::Rational(table.into_iter().filter_map(Numbers::into_rational).collect())
    } else {
        Table::Functions(table.into_iter().map(Numbers::into_functions).collect())
    };
    Ok((table, width.unwrap_or(0)))
}

/// `length` numbers over a common denominator.
pub(super) fn read_numbers(view: &View, length: usize, thing: &str, reading: &Reading) -> Result<Numbers, Error> {
    if let Some(row) = short_decimals::row(view, length, reading)? {
        return Ok(Numbers::Rational(row));
    }
    over_common(read_vector(view, length, thing, reading)?, view, reading)
}

/// What an entry takes beside its digits while its row is read, three times over: the text's value and its place in the row
/// over a common denominator are there too.
const BYTES_OF_ENTRY: u64 = 216;

/// So many different entries of a row are read once, wherever they stand.
const MOST_KNOWN: usize = 64;

/// `length` numbers.
pub(super) fn read_vector(view: &View, length: usize, thing: &str, reading: &Reading) -> Result<Vec<Number>, Error> {
    let expected = format!("{}, one for each {thing}", count(length, "entry"));
    let items = view.array(&expected)?;
    if items.len() != length {
        return Err(view.found(count(items.len(), "entry"), expected));
    }
    let mut numbers = Vec::with_capacity(items.len());
    let room = reading.memory.left();
    let mut bytes = 0u64;
    // Tables of a formula have few different entries.
    let mut known: HashMap<String, Number> = HashMap::new();
    for item in items {
        let text = if let Value::String(text) = item.value() { Some(&**text) } else { None };
        let x = match text.and_then(|text| known.get(text)) {
            Some(x) => x.clone(),
            None => Number::read(&item, reading)?,
        };
        if let (Some(text), true) = (text, known.len() < MOST_KNOWN) {
            known.entry(text.to_owned()).or_insert_with(|| x.clone());
        }
        // Its digits: what is charged for good is the row over its common denominator.
        bytes = total([bytes, x.bytes(), BYTES_OF_ENTRY]);
        if bytes > room {
            return Err(reading.over_memory(&item));
        }
        numbers.push(x);
    }
    Ok(numbers)
}

/// A closed form by its name, which fits the graph.
pub(super) struct Form<'a> {
    /// The name.
    pub(super) name: &'static str,
    /// Where it stands.
    pub(super) place: View<'a>,
}

impl<'a> Form<'a> {
    /// The `family` of a mechanism; `None` where it has none.
    pub(super) fn read(view: &'a View<'a>, graph: &Graph) -> Result<Option<Self>, Error> {
        let place = match (view.value(), view.field("matrix")) {
            (Value::Object(_), None) => view.field("family"),
            _ => None,
        };
        let Some(place) = place else { return Ok(None) };
        let expected = "\"truncated-geometric\", \"randomised-response\", \"exponential\" or \"uniform\"";
        let name = closed_form(place.string(expected)?);
        let Some(name) = name else { return Err(place.misspelled(expected, &CLOSED_FORMS)) };
        let fits = match name {
            "truncated-geometric" => matches!(graph.family(), Family::Line),
            "randomised-response" => matches!(graph.family(), Family::Complete),
            "exponential" => matches!(graph.family(), Family::Hamming { .. }),
            _ => true,
        };
        if fits {
            return Ok(Some(Self { name, place }));
        }
        let message = format!(
            "\"{name}\" does not fit this graph: truncated-geometric is for a line, randomised-response for a \
             complete graph, exponential for a Hamming graph"
        );
        Err(place.error(message).expecting("a closed form for this graph"))
    }
}

/// `noise`, the probability with which randomised response gives a uniformly random one of all answers.
pub(super) fn read_noise(view: &View, name: &str, reading: &Reading) -> Result<Option<Rational>, Error> {
    let Some(noise) = view.field("noise") else { return Ok(None) };
    if name != "randomised-response" {
        return Err(noise.found(format!("a noise beside \"{name}\""), "one beside \"randomised-response\", or none"));
    }
    let r = rational(&noise, reading.limits, reading.steps)?;
    if r.is_negative() || r.numer() > r.denom() {
        return Err(noise.unexpected("a probability: a rational from 0 to 1"));
    }
    Ok(Some(r))
}

/// The closed forms, by their definitions.
fn expand(view: &View, graph: &Graph, reading: &Reading) -> Result<Table, Error> {
    let Some(Form { name, place }) = Form::read(view, graph)? else {
        return Err(view.one_of(["matrix", "family"], false));
    };
    let (noise, view) = (read_noise(view, name, reading)?, &place);
    if let Some(noise) = noise {
        return with_noise(graph.nodes(), &noise, view, reading);
    }
    let n = graph.nodes();
    if name == "uniform" {
        reading.charge(view, n.saturating_mul(n), 0)?;
        let row = Fractions { denominator: n.into(), numerators: vec![One::one(); n] };
        return Ok(Table::Rational(vec![row; n]));
    }
    let Some(alpha) = &reading.base else { return functions(name, graph, view, reading) };
    reading.charge(view, n.saturating_mul(n), reading.power_bits(graph.diameter()))?;
    if name == "truncated-geometric" {
        return truncated_geometric(n, alpha, view, reading).map(Table::Rational);
    }
    // Every node of these graphs is as far as the diameter from some other.
    let layers = reading.layers(view, alpha, graph.diameter())?;
    Ok(Table::Rational((0..n).map(|i| proportional(&graph.distances_from(i), &layers)).collect()))
}

/// Randomised response with r = s/d: d − s + s/n for the true answer and s/n for every other one, over n·d.
fn with_noise(n: usize, noise: &Rational, view: &View, reading: &Reading) -> Result<Table, Error> {
    reading.charge(view, n.saturating_mul(n), crate::number::bits(noise).saturating_add(64))?;
    let (s, d, n_) = (noise.numer(), noise.denom(), BigInt::from(n));
    let own = (d - s) * &n_ + s;
    let row = |i| Fractions {
        denominator: d * &n_,
        numerators: (0..n).map(|j| if j == i { &own } else { s }.clone()).collect(),
    };
    Ok(Table::Rational((0..n).map(row).collect()))
}

/// The truncated geometric mechanism on 0..n-1: α^|i-j|/(1+α) at the ends j = 0 and j = n-1, (1-α)/(1+α)·α^|i-j| between
/// them; 1 for n = 1 (Ghosh, Roughgarden, Sundararajan).
///
/// With α = p/q and D = max(i, n−1−i) the ends of row i are p^d·q^(D−d) over q^(D−1)·(p+q), and the others, all of which
/// have d < D, p^d·q^(D−1−d)·(q−p): in lowest terms, as p, q and p+q have no common divisor and an end has the
/// numerator p^D. Rows i and n−1−i have the same D.
fn truncated_geometric(n: usize, alpha: &Rational, view: &View, reading: &Reading) -> Result<Vec<Fractions>, Error> {
    if n == 1 {
        return Ok(vec![Fractions { denominator: One::one(), numerators: vec![One::one()] }]);
    }
    let too_long = || view.error("a line that is too long").expecting("a shorter line");
    let layers = |far: usize| reading.layers(view, alpha, u32::try_from(far).map_err(|_| too_long())?);
    let words = |x: &BigInt| words_of(x.bits());
    let (both, apart) = (alpha.numer() + alpha.denom(), alpha.denom() - alpha.numer());
    let mut falling = Vec::with_capacity(n);
    let mut ends = layers(n.saturating_sub(1))?;
    for far in (n / 2..n).rev() {
        let next = layers(far.saturating_sub(1))?;
        let power = next.first().ok_or_else(too_long)?;
        reading.charge_steps(
            view,
            (far as u64).saturating_add(1).saturating_mul(words(power)).saturating_mul(words(&both)),
        )?;
        let inner: Vec<BigInt> = next.iter().map(|x| x * &apart).collect();
        falling.push(Fractions { denominator: power * &both, numerators: row(&ends, &inner, n) });
        ends = next;
    }
    let mirrored = |row: &Fractions| Fractions {
        denominator: row.denominator.clone(),
        numerators: row.numerators.iter().rev().cloned().collect(),
    };
    let mut rows: Vec<Fractions> = falling.iter().take(n / 2).map(mirrored).collect();
    rows.extend(falling.into_iter().rev());
    Ok(rows)
}

/// A row of n ≥ 2 entries at distances that fall to 0 and rise again: the first and the last of them from `ends`, and the others
/// from `inner`, both by distance.
fn row(ends: &[BigInt], inner: &[BigInt], n: usize) -> Vec<BigInt> {
    let mut ends = ends.iter().rev().chain(ends.iter().skip(1));
    let others = n.saturating_sub(2);
    let between = inner.iter().rev().chain(inner.iter().skip(1)).take(others);
    let (first, last) = (ends.next(), ends.nth(others));
    first.into_iter().chain(between).chain(last).cloned().collect()
}

/// The row with entries proportional to α^d, from the numbers p^d·q^(D−d) for α = p/q: randomised response on a complete
/// graph, the exponential mechanism for the Hamming distance (without the factor 2: every row has the same sum).
pub(super) fn proportional(distances: &[u32], layers: &[BigInt]) -> Fractions {
    let weight = |&d: &u32| layers.get(d as usize).cloned().unwrap_or_default();
    let numerators: Vec<BigInt> = distances.iter().map(weight).collect();
    Fractions { denominator: numerators.iter().sum(), numerators }
}

/// The same closed forms where α is irrational, over the denominators 1+α and the row sums.
fn functions(name: &str, graph: &Graph, view: &View, reading: &Reading) -> Result<Table, Error> {
    let (n, ground) = (graph.nodes(), reading.ground());
    let one = Polynomial::of(&BigInt::one());
    let mut rows = Vec::with_capacity(n);
    for i in 0..n {
        let mut numerators = powers(&graph.distances_from(i), view, reading)?;
        let mut denominator = Polynomial::default();
        if name == "truncated-geometric"
            && let [_, between @ .., _] = &mut numerators[..]
        {
            let alpha = powers(&[1], view, reading)?.swap_remove(0);
            let inner = one.minus(&alpha);
            for x in between {
                *x = Ring::times(x, &inner, &ground).map_err(|why| refusal(view, &why))?;
            }
            denominator = one.plus(&alpha);
        } else {
            numerators.iter().for_each(|x| denominator.add(x));
        }
        rows.push(Fractions { denominator, numerators });
    }
    Ok(Table::Functions(rows))
}
