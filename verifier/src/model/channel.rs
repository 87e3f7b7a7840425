//! The mechanism X as a channel: a row for each node, a column for each output.

use super::function::{over_common, powers, refusal};
use super::{Numbers, Reading, query::read_labels};
use crate::alpha::{Polynomial, Ring};
use crate::error::Error;
use crate::graph::{Family, Graph};
use crate::json::View;
use crate::number::{BigInt, Expression, Fractions, Rational, power, rational};
use crate::report::count;
use num_traits::{One, Signed, Zero};
use std::borrow::Cow;

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
        view.is_object("a mechanism: an object with \"matrix\", \"family\" or \"product\"")?;
        view.only(&["matrix", "family", "outputs", "rounding"])?;
        let (table, width) = read_table(view, graph, "node", reading)?;
        let outputs = view.field("outputs").map(|v| read_labels(&v, width, "output")).transpose()?;
        let rounding = view.field("rounding").map(|v| read_rounding(&v, reading)).transpose()?;
        Ok(Self { outputs, table, width, rounding })
    }
}

/// The table that an object gives by its `matrix` or its `family`, a row for each node, and its width.
pub(super) fn read_table(view: &View, graph: &Graph, thing: &str, reading: &Reading) -> Result<(Table, usize), Error> {
    match (view.field("matrix"), view.field("family")) {
        (Some(matrix), None) => read_matrix(&matrix, graph, thing, reading),
        (None, Some(family)) => Ok((expand(&family, graph, reading)?, graph.nodes())),
        (both, _) => Err(view.one_of(["matrix", "family"], both.is_some())),
    }
}

fn read_rounding(view: &View, reading: &Reading) -> Result<Rational, Error> {
    let rounding = rational(view, reading.limits)?;
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
        return Err(view.error(format!("found {}, expected {expected}", count(rows.len(), "row"))));
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
    let table = match table.iter().all(|row| row.rational().is_some()) {
        true => Table::Rational(table.into_iter().filter_map(Numbers::into_rational).collect()),
        false => Table::Functions(table.into_iter().map(Numbers::into_functions).collect()),
    };
    Ok((table, width.unwrap_or(0)))
}

/// `length` numbers over a common denominator.
pub(super) fn read_numbers(view: &View, length: usize, thing: &str, reading: &Reading) -> Result<Numbers, Error> {
    over_common(&read_vector(view, length, thing, reading)?, view, reading)
}

/// `length` numbers.
pub(super) fn read_vector(
    view: &View,
    length: usize,
    thing: &str,
    reading: &Reading,
) -> Result<Vec<Expression>, Error> {
    let expected = format!("{}, one for each {thing}", count(length, "entry"));
    let items = view.array(&expected)?;
    if items.len() != length {
        return Err(view.error(format!("found {}, expected {expected}", count(items.len(), "entry"))));
    }
    items.map(|x| Expression::read(&x, reading.symbols, reading.limits)).collect()
}

/// The closed forms, by their definitions.
fn expand(view: &View, graph: &Graph, reading: &Reading) -> Result<Table, Error> {
    let expected = "\"truncated-geometric\", \"randomised-response\", \"exponential\" or \"uniform\"";
    let name = view.string(expected)?;
    let fits = match name {
        "truncated-geometric" => matches!(graph.family(), Family::Line),
        "randomised-response" => matches!(graph.family(), Family::Complete),
        "exponential" => matches!(graph.family(), Family::Hamming { .. }),
        "uniform" => true,
        _ => return Err(view.unexpected(expected)),
    };
    if !fits {
        let message = format!(
            "\"{name}\" does not fit this graph: truncated-geometric is for a line, randomised-response for a \
             complete graph, exponential for a Hamming graph"
        );
        return Err(view.error(message));
    }
    let n = graph.nodes();
    if name == "uniform" {
        reading.charge(view, n * n, 0)?;
        let row = Fractions { denominator: n.into(), numerators: vec![One::one(); n] };
        return Ok(Table::Rational(vec![row; n]));
    }
    let Some(alpha) = reading.alpha.rational() else { return functions(name, graph, view, reading) };
    reading.charge(view, n * n, reading.power_bits(graph.diameter()))?;
    let powers: Option<Vec<Rational>> =
        (0..=graph.diameter()).map(|d| power(alpha, i64::from(d), reading.limits)).collect();
    let powers = powers.ok_or_else(|| view.over_limit("powers of α over the limit (--limit bits=N)"))?;
    let row = |i: usize| match name {
        "truncated-geometric" => truncated_geometric(i, n, alpha, &powers),
        _ => proportional(&graph.distances_from(i), &powers),
    };
    Ok(Table::Rational((0..n).map(row).collect()))
}

/// Row i of the truncated geometric mechanism on 0..n-1: α^|i-j|/(1+α) at the ends j = 0 and j = n-1,
/// (1-α)/(1+α)·α^|i-j| between them; 1 for n = 1 (Ghosh, Roughgarden, Sundararajan).
fn truncated_geometric(i: usize, n: usize, alpha: &Rational, powers: &[Rational]) -> Fractions {
    if n == 1 {
        return Fractions { denominator: One::one(), numerators: vec![One::one()] };
    }
    let one = Rational::one();
    let end = (&one + alpha).recip();
    let inner = (&one - alpha) * &end;
    let entry = |j: usize| &powers[i.abs_diff(j)] * if j == 0 || j + 1 == n { &end } else { &inner };
    Fractions::new(&(0..n).map(entry).collect::<Vec<_>>())
}

/// The row with entries proportional to α^d: randomised response on a complete graph, the exponential
/// mechanism for the Hamming distance (without the factor 2: every row has the same sum).
fn proportional(distances: &[u32], powers: &[Rational]) -> Fractions {
    let weights: Vec<Rational> = distances.iter().map(|&d| powers[d as usize].clone()).collect();
    let weights = Fractions::new(&weights);
    let denominator = weights.numerators.iter().fold(Zero::zero(), |sum: crate::number::BigInt, x| sum + x);
    Fractions { denominator, numerators: weights.numerators }
}

/// The same closed forms where α is irrational, over the denominators 1+α and the row sums.
fn functions(name: &str, graph: &Graph, view: &View, reading: &Reading) -> Result<Table, Error> {
    let (n, ground) = (graph.nodes(), reading.ground());
    let one = Polynomial::of(&BigInt::one());
    let mut rows = Vec::with_capacity(n);
    for i in 0..n {
        let mut numerators = powers(&graph.distances_from(i), view, reading)?;
        let mut denominator = Polynomial::default();
        if name == "truncated-geometric" && n > 1 {
            let alpha = powers(&[1], view, reading)?.swap_remove(0);
            let inner = one.minus(&alpha);
            for x in &mut numerators[1..n - 1] {
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
