//! Who is whose neighbour: the graph of a file in words, as every report names it.
//!
//! A verdict about privacy is one about a neighbour relation: the same table may be private on a line and not on a
//! complete graph.

use super::Size;
use dp_file::model::Mechanism;
use dp_file::number::{Rational, as_length, fraction};
use dp_file::text::named;
use dp_kernel::{Family, Graph};
use serde::ser::{Serialize, Serializer};

/// So many nodes or edges are all named; of more only the first ones and the last.
pub(super) const NAMED: usize = 8;

/// The first ones of a longer list that are named.
pub(super) const FIRST: usize = 3;

/// The adjacency graph of a file, for people and programs.
#[derive(Debug, Clone)]
pub struct Neighbours {
    pub(super) kind: Kind,
    pub(super) graph: Graph,
    /// The number of nodes, of databases where X is a product too large to be written out.
    pub(super) nodes: Size,
    pub(super) labels: Option<Vec<String>>,
    pub(super) graph6: Option<String>,
}

/// What the file says that the graph is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A family, with its own parameters.
    Family,
    /// The Hamming graph of a product's databases, of which `graph` is that of one individual.
    Product { values: usize, individuals: usize },
    /// The answers of a query on these databases.
    Answers { values: usize, individuals: usize },
}

impl Neighbours {
    /// The graph of a file.
    pub fn of(mechanism: &Mechanism) -> Self {
        let query = &mechanism.query;
        let kind = match (mechanism.large_product(), query.databases) {
            (Some(product), _) => Kind::Product { values: product.values, individuals: product.individuals },
            (None, Some(of)) => Kind::Answers { values: of.values, individuals: of.individuals },
            (None, None) => Kind::Family,
        };
        let (labels, graph6) = (query.labels.clone(), query.graph6.clone());
        Self { kind, graph: query.graph.clone(), nodes: mechanism.nodes(), labels, graph6 }
    }

    /// u of a sum of u numbers from 0 to v, whose answers are 0 to uv.
    pub(super) fn summands(&self, most: usize) -> usize {
        self.graph.nodes().saturating_sub(1).checked_div(most).unwrap_or(0)
    }

    pub(super) fn edge_in_words(&self, i: usize, h: usize, length: u64) -> String {
        let between = if self.graph.is_directed() { '→' } else { '–' };
        let ends = format!("{} {between} {}", self.name(i), self.name(h));
        if self.graph.has_lengths() { format!("{ends}: {}", as_length(&self.length(length))) } else { ends }
    }

    /// A length as the file has it: so many units.
    pub(super) fn length(&self, units: u64) -> Rational {
        fraction(units.into(), self.graph.unit().into())
    }

    /// The edges (i, h), i < h, or arcs, of a graph that is given by lists, with their lengths in units.
    pub(super) fn edges(&self) -> impl Iterator<Item = (usize, usize, u64)> + '_ {
        let n = if self.is_listed() { self.graph.nodes() } else { 0 };
        let directed = self.graph.is_directed();
        let above = move |i| self.graph.arcs(i).into_iter().filter(move |&(h, _)| directed || h > i);
        (0..n).flat_map(move |i| above(i).map(move |(h, length)| (i, h, length)))
    }

    pub(super) fn is_listed(&self) -> bool {
        matches!(self.graph.family(), Family::Listed(_) | Family::Lengths { .. } | Family::Directed(_))
    }

    /// The label of a node; without labels the node itself, as the family writes it.
    pub fn name(&self, i: usize) -> String {
        match (self.labels.as_ref().and_then(|labels| labels.get(i)), self.graph.family()) {
            (Some(label), _) => named(label),
            (None, Family::Hamming { values, individuals }) => tuple(i, *values, *individuals),
            (None, Family::Counts { individuals, queries }) => tuple(i, individuals.saturating_add(1), *queries),
            (None, _) => i.to_string(),
        }
    }

    pub(super) fn edge_count(&self) -> Count {
        let Kind::Product { values, individuals } = self.kind else {
            return Count::Number(dp_file::graph::edge_count(&self.graph));
        };
        // Each of v^u databases has u(v−1) neighbours; if that is odd, v is even.
        let (degree, whole) = ((individuals as u128).saturating_mul(values.saturating_sub(1) as u128), values as u128);
        let exponent = u32::try_from(individuals).unwrap_or(u32::MAX);
        let plain = whole.checked_pow(exponent).and_then(|n| n.checked_mul(degree)).map(|twice| twice / 2);
        plain.filter(|&edges| edges < 1 << 53).map(Count::Number).unwrap_or(if degree.is_multiple_of(2) {
            Count::Product { factor: degree / 2, base: whole, exponent: individuals }
        } else {
            Count::Product {
                factor: degree.saturating_mul(whole) / 2,
                base: whole,
                exponent: individuals.saturating_sub(1),
            }
        })
    }
}

/// A number, or factor·base^exponent where it is too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    Number(u128),
    Product { factor: u128, base: u128, exponent: usize },
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Count::Number(n) => write!(f, "{n}"),
            Count::Product { factor, base, exponent } => write!(f, "{factor}·{base}^{exponent}"),
        }
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            // Every reader of JSON takes a number below 2^53 as it is.
            Count::Number(n) if *n < 1 << 53 => serializer.serialize_u64(u64::try_from(*n).unwrap_or(u64::MAX)),
            count => serializer.collect_str(count),
        }
    }
}

/// 0..n, of more than a few the first ones, a gap and the last.
pub(super) fn abridged(n: usize) -> impl Iterator<Item = Option<usize>> {
    let (first, rest) = if n <= NAMED { (n, None) } else { (FIRST, Some([None, n.checked_sub(1)])) };
    (0..first).map(Some).chain(rest.into_iter().flatten())
}

/// Node i of {0..base−1}^length: `(0,1,1)`, the first digits of a long one.
fn tuple(i: usize, base: usize, length: usize) -> String {
    let digit = |place: usize| {
        let exponent = u32::try_from(length.saturating_sub(1).saturating_sub(place)).unwrap_or(u32::MAX);
        base.checked_pow(exponent).and_then(|power| i.checked_div(power)?.checked_rem(base)).unwrap_or(0).to_string()
    };
    if length == 1 {
        return i.to_string();
    }
    let digits: Vec<String> = abridged(length).map(|place| place.map_or_else(|| "…".into(), digit)).collect();
    format!("({})", digits.join(","))
}
