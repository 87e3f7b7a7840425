//! Gains g(w, x) and losses l(i, r): what a guess is worth.

use super::channel::{read_numbers, read_vector};
use super::function::{self, over_common};
use super::reading::Reading;
use crate::alpha::{Fractions, Vectors as _};
use crate::alpha::{Polynomial, Quotient};
use crate::error::Error;
use crate::json::{Value, View};
use crate::number::BigInt;
use crate::text::count;
use dp_kernel::{Family, Graph};
use num_traits::{One, Zero};

/// The gain of guess w where x is true; a loss is a negative gain.
#[derive(Debug, Clone)]
pub enum Gain {
    /// 1 if w = x, else 0.
    Binary,
    /// Given entry by entry: row w holds g(w, x) for all x.
    Table {
        /// A row for each guess.
        rows: Vec<Fractions>,
        /// Whether the file gives it as a loss, g(w, x) = −l(x, w).
        loss: bool,
    },
    /// By a formula on the nodes.
    Formula(Formula),
}

/// Gains and losses by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formula {
    /// Diameter − d(w, x).
    Distance(u64),
    /// Loss 1 if w ≠ x, else 0.
    BinaryLoss,
    /// Loss |w − x|.
    Absolute,
    /// Loss (w − x)².
    Squared,
}

impl Gain {
    /// Whether the file gives a loss.
    pub fn is_loss(&self) -> bool {
        match self {
            Gain::Binary => false,
            Gain::Table { loss, .. } => *loss,
            Gain::Formula(formula) => !matches!(formula, Formula::Distance(_)),
        }
    }

    /// Whether all gains are rational.
    pub fn is_rational(&self) -> bool {
        match self {
            Gain::Table { rows, .. } => rows.iter().all(|row| row.rational().is_some()),
            Gain::Binary | Gain::Formula(_) => true,
        }
    }

    /// Row w: g(w, x) for all nodes x; `None` for the binary gain.
    pub fn row(&self, w: usize, graph: &Graph) -> Option<Fractions> {
        let by = |g: &dyn Fn(usize) -> BigInt| {
            let numerators = (0..graph.nodes()).map(|x| g(x).into()).collect();
            Some(Fractions { denominator: Polynomial::ONE, numerators })
        };
        let apart = |x: usize| BigInt::from(w.abs_diff(x));
        match self {
            Gain::Binary => None,
            Gain::Table { rows, .. } => rows.get(w).cloned(),
            Gain::Formula(Formula::Distance(diameter)) => {
                let nearness = |d| Polynomial::from(BigInt::from(*diameter) - d);
                let numerators = graph.distances_from(w).into_iter().map(nearness).collect();
                Some(Fractions { denominator: i128::from(graph.unit()).into(), numerators })
            }
            Gain::Formula(Formula::BinaryLoss) => by(&|x| if x == w { BigInt::zero() } else { -BigInt::one() }),
            Gain::Formula(Formula::Absolute) => by(&|x| -apart(x)),
            Gain::Formula(Formula::Squared) => by(&|x| -apart(x) * apart(x)),
        }
    }

    /// The number of guesses.
    pub fn guesses(&self, graph: &Graph) -> usize {
        match self {
            Gain::Table { rows, .. } => rows.len(),
            _ => graph.nodes(),
        }
    }

    /// The gain of a large product, which is judged for the binary one.
    pub(super) fn only_binary(file: &View) -> Result<Self, Error> {
        let expected = "\"gain\": \"binary\", or none: a product too large to be written out has no other";
        match (file.field("gain"), file.field("loss")) {
            (None, None) => Ok(Gain::Binary),
            (Some(gain), None) if gain.string(expected)? == "binary" => Ok(Gain::Binary),
            (Some(other), _) | (None, Some(other)) => Err(other.unexpected(expected)),
        }
    }

    pub(super) fn read(file: &View, graph: &Graph, reading: &Reading) -> Result<Self, Error> {
        match (file.field("gain"), file.field("loss")) {
            (None, None) => Ok(Gain::Binary),
            (Some(gain), None) => read_gain(&gain, graph, reading),
            (None, Some(loss)) => read_loss(&loss, graph, reading),
            (Some(_), Some(loss)) => Err(loss.found("both \"gain\" and \"loss\"", "one of them")),
        }
    }
}

fn read_gain(view: &View, graph: &Graph, reading: &Reading) -> Result<Gain, Error> {
    let expected = "\"binary\", \"distance\" or a matrix, a row for each guess";
    if let Value::String(name) = view.value() {
        return match &**name {
            "binary" => Ok(Gain::Binary),
            "distance" if crate::graph::is_connected(graph) => Ok(Gain::Formula(Formula::Distance(graph.diameter()))),
            "distance" => {
                Err(view.error("the gain \"distance\" needs a connected graph").expecting("a connected graph"))
            }
            "absolute" | "squared" => Err(view.unexpected(expected).meant(&format!("\"loss\": \"{name}\""))),
            _ => Err(view.misspelled(expected, &["binary", "distance"])),
        };
    }
    let n = graph.nodes();
    let mut rows = Vec::new();
    for row in view.array(expected)? {
        rows.push(read_numbers(&row, n, "node", reading)?);
    }
    if rows.is_empty() {
        return Err(view.unexpected("a row for at least one guess"));
    }
    Ok(Gain::Table { rows, loss: false })
}

fn read_loss(view: &View, graph: &Graph, reading: &Reading) -> Result<Gain, Error> {
    let expected = "\"binary\", \"absolute\", \"squared\" or a matrix, a row for each true answer";
    if let Value::String(name) = view.value() {
        let numbered = matches!(graph.family(), Family::Line | Family::Sum { .. });
        return match &**name {
            "binary" => Ok(Gain::Formula(Formula::BinaryLoss)),
            "absolute" | "squared" if !numbered => Err(view
                .error(format!("the loss \"{name}\" goes by node number, which has a meaning on line and sum only"))
                .expecting("the graph \"line\" or \"sum\"")),
            "absolute" => Ok(Gain::Formula(Formula::Absolute)),
            "squared" => Ok(Gain::Formula(Formula::Squared)),
            "distance" => Err(view.unexpected(expected).meant("\"gain\": \"distance\"")),
            _ => Err(view.misspelled(expected, &["binary", "absolute", "squared"])),
        };
    }
    let n = graph.nodes();
    let expected = format!("{}, one for each true answer", count(n, "row"));
    let lines = view.array(&expected)?;
    if lines.len() != n {
        return Err(view.found(count(lines.len(), "row"), expected));
    }
    let mut width = None;
    let mut columns: Vec<Vec<Quotient>> = Vec::new();
    for line in lines {
        let guesses = *width.get_or_insert(line.array("a row: an array of losses")?.len());
        if guesses == 0 {
            return Err(line.unexpected("a loss for at least one guess"));
        }
        columns.resize_with(guesses, Vec::new);
        for (column, loss) in columns.iter_mut().zip(read_vector(&line, guesses, "guess", reading)?) {
            reading.charge_bytes(view, function::bytes(&loss).saturating_mul(2))?;
            column.push(loss);
        }
    }
    let rows = columns.into_iter().map(|column| Ok(over_common(&column, view, reading)?.negated()));
    let rows = rows.collect::<Result<_, Error>>()?;
    Ok(Gain::Table { rows, loss: true })
}
