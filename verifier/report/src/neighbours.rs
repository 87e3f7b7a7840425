//! Who is whose neighbour: the graph of a file in words, as every report names it.
//!
//! A verdict about privacy is one about a neighbour relation: the same table may be private on a line and not on a
//! complete graph.

use super::{Size, unlike};
use dp_file::model::Mechanism;
use dp_file::number::{Rational, as_length, fraction};
use dp_file::text::{count, named, printable};
use dp_kernel::{Family, Graph};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// So many nodes or edges are all named; of more only the first ones and the last.
pub(super) const NAMED: usize = 8;

/// The first ones of a longer list that are named.
pub(super) const FIRST: usize = 3;

/// The most edges, and characters of graph6, that a report has in its JSON.
const LISTED: usize = 10_000;

/// The adjacency graph of a file, for people and programs.
#[derive(Debug, Clone)]
pub struct Neighbours {
    kind: Kind,
    graph: Graph,
    /// The number of nodes, of databases where X is a product too large to be written out.
    nodes: Size,
    labels: Option<Vec<String>>,
    graph6: Option<String>,
}

/// What the file says that the graph is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
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

    /// `line of 4: none – mild – severe – fatal; neighbours are answers next to each other`. Of many nodes the first
    /// and the last are named, and how many are left out.
    pub fn in_words(&self) -> String {
        let rule = match (self.kind, self.graph.family()) {
            _ if self.edge_count() == Count::Number(0) => "there are no neighbours",
            (Kind::Product { .. }, _) | (_, Family::Hamming { .. }) => "neighbours differ in one individual's value",
            (Kind::Answers { .. }, _) => {
                "neighbours are answers of two databases that differ in one individual's value"
            }
            (_, Family::Line | Family::Cycle) => "neighbours are answers next to each other",
            (_, Family::Complete) => "all are neighbours of each other",
            (_, Family::Star) => {
                let (nodes, centre) = (self.in_short_with_nodes(), self.name(0));
                return format!("{nodes}; {centre} is the neighbour of all others, which are none of each other");
            }
            (_, Family::Sum { most: 1 }) => "neighbours differ by 1",
            (_, Family::Sum { most }) => {
                return format!("{}; neighbours differ by at most {most}", self.in_short_with_nodes());
            }
            (_, Family::Counts { .. }) => "neighbours differ by at most 1 in each count",
            (_, Family::Listed(_)) => "neighbours are joined by an edge",
            (_, Family::Lengths { unit: 1, .. } | Family::Lengths { fine: true, .. }) => {
                "neighbours are joined by an edge, and distances are the lengths of shortest paths"
            }
            (_, Family::Lengths { unit, .. }) => {
                let nodes = self.in_short_with_nodes();
                return format!(
                    "{nodes}; neighbours are joined by an edge, distances are the lengths of shortest paths, and b is α^(1/{unit})"
                );
            }
        };
        format!("{}; {rule}", self.in_short_with_nodes())
    }

    fn in_short_with_nodes(&self) -> String {
        let (kind, nodes) = (self.in_short(), self.node_list());
        match (self.kind, self.graph.family()) {
            (Kind::Product { .. }, _) => kind,
            (_, Family::Listed(_) | Family::Lengths { .. }) if dp_file::graph::edge_count(&self.graph) > 0 => {
                let unlike: String = unlike::told(self).into_iter().map(|sentence| format!("; {sentence}")).collect();
                format!("{kind}: {nodes}; {}{unlike}", self.edge_list())
            }
            _ => format!("{kind}: {nodes}"),
        }
    }

    /// `line of 4`, `Hamming graph of 3 individuals with 2 values`.
    pub fn in_short(&self) -> String {
        let n = self.nodes;
        let databases = |values: usize, individuals: usize| {
            format!("{} with {}", count(individuals, "individual"), count(values, "value"))
        };
        match (self.kind, self.graph.family()) {
            (Kind::Product { values, individuals }, _) => {
                format!("Hamming graph of {}", databases(values, individuals))
            }
            (Kind::Answers { values, individuals }, _) => {
                format!("{} of a query on {}", count(self.graph.nodes(), "answer"), databases(values, individuals))
            }
            (_, Family::Line) => format!("line of {n}"),
            (_, Family::Cycle) => format!("cycle of {n}"),
            (_, Family::Complete) => format!("complete graph of {n}"),
            (_, Family::Star) => format!("star of {n}"),
            (_, Family::Hamming { values, individuals }) => {
                format!("Hamming graph of {}", databases(*values, *individuals))
            }
            (_, Family::Sum { most }) => format!("sum of {} from 0 to {most}", count(self.summands(*most), "number")),
            (_, Family::Counts { individuals, queries }) => {
                format!("{} of {}", count(*queries, "count"), count(*individuals, "individual"))
            }
            (_, Family::Listed(_)) => format!("graph of {n} by its edges"),
            (_, Family::Lengths { .. }) => format!("graph of {n} by its edges and their lengths"),
        }
    }

    /// u of a sum of u numbers from 0 to v, whose answers are 0 to uv.
    fn summands(&self, most: usize) -> usize {
        self.graph.nodes().saturating_sub(1).checked_div(most).unwrap_or(0)
    }

    /// The nodes, or the first and the last of them.
    fn node_list(&self) -> String {
        let n = self.graph.nodes();
        let (family, cyclic) = (self.graph.family(), matches!(self.graph.family(), Family::Cycle));
        let between = if cyclic || *family == Family::Line { " – " } else { ", " };
        let left_out = || format!("… ({} more)", n.saturating_sub(FIRST).saturating_sub(1));
        let mut names: Vec<String> = abridged(n).map(|i| i.map_or_else(left_out, |i| self.name(i))).collect();
        if cyclic {
            names.push(self.name(0));
        }
        names.join(between)
    }

    /// The edges, or the first of them and how many there are.
    fn edge_list(&self) -> String {
        let edges = dp_file::graph::edge_count(&self.graph);
        let most = if edges <= NAMED as u128 { NAMED } else { FIRST };
        let mut names: Vec<String> =
            self.edges().take(most).map(|(i, h, length)| self.edge_in_words(i, h, length)).collect();
        if edges > NAMED as u128 {
            names.push(format!("… ({} more edges)", edges.saturating_sub(FIRST as u128)));
        }
        names.join(", ")
    }

    pub(super) fn edge_in_words(&self, i: usize, h: usize, length: u64) -> String {
        let ends = format!("{} – {}", self.name(i), self.name(h));
        if self.graph.has_lengths() { format!("{ends}: {}", as_length(&self.length(length))) } else { ends }
    }

    /// A length as the file has it: so many units.
    fn length(&self, units: u64) -> Rational {
        fraction(units.into(), self.graph.unit().into())
    }

    /// The edges (i, h), i < h, of a graph that is given by lists, with their lengths in units.
    pub(super) fn edges(&self) -> impl Iterator<Item = (usize, usize, u64)> + '_ {
        let n = if self.is_listed() { self.graph.nodes() } else { 0 };
        let above = |i| self.graph.arcs(i).into_iter().filter(move |&(h, _)| h > i);
        (0..n).flat_map(move |i| above(i).map(move |(h, length)| (i, h, length)))
    }

    /// The graph itself.
    pub(super) fn graph(&self) -> &Graph {
        &self.graph
    }

    fn is_listed(&self) -> bool {
        matches!(self.graph.family(), Family::Listed(_) | Family::Lengths { .. })
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

    /// `9 edges`; of a product too large to be written out `200·5^100 edges`.
    pub fn edges_in_words(&self) -> String {
        match self.edge_count() {
            Count::Number(1) => "1 edge".into(),
            edges => format!("{edges} edges"),
        }
    }

    fn edge_count(&self) -> Count {
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
enum Count {
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
fn abridged(n: usize) -> impl Iterator<Item = Option<usize>> {
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

impl Serialize for Neighbours {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", self.kind_name())?;
        map.serialize_entry("parameters", &Parameters(self))?;
        map.serialize_entry("nodes", &self.nodes)?;
        map.serialize_entry("edges", &self.edge_count())?;
        if let Some(labels) = &self.labels {
            map.serialize_entry("labels", labels)?;
        }
        map.serialize_entry("words", &printable(&self.in_words()))?;
        map.end()
    }
}

impl Neighbours {
    fn kind_name(&self) -> &'static str {
        match (self.kind, self.graph.family()) {
            (Kind::Product { .. }, _) | (_, Family::Hamming { .. }) => "hamming",
            (Kind::Answers { .. }, _) => "answers",
            (_, Family::Line) => "line",
            (_, Family::Cycle) => "cycle",
            (_, Family::Complete) => "complete",
            (_, Family::Star) => "star",
            (_, Family::Sum { .. }) => "sum",
            (_, Family::Counts { .. }) => "counts",
            (_, Family::Listed(_)) if self.graph6.is_some() => "graph6",
            (_, Family::Listed(_) | Family::Lengths { .. }) => "edges",
        }
    }
}

/// The parameters as a mechanism file has them, and the edges where they define the graph.
struct Parameters<'a>(&'a Neighbours);

impl Serialize for Parameters<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let of = self.0;
        let mut map = serializer.serialize_map(None)?;
        let mut two = |[one, other]: [(&str, usize); 2]| {
            map.serialize_entry(one.0, &one.1)?;
            map.serialize_entry(other.0, &other.1)
        };
        match (of.kind, of.graph.family()) {
            (Kind::Product { values, individuals } | Kind::Answers { values, individuals }, _) => {
                two([("values", values), ("individuals", individuals)])?;
            }
            (_, Family::Hamming { values, individuals }) => {
                two([("values", *values), ("individuals", *individuals)])?;
            }
            (_, Family::Sum { most }) => two([("individuals", of.summands(*most)), ("max", *most)])?,
            (_, Family::Counts { individuals, queries }) => {
                two([("individuals", *individuals), ("queries", *queries)])?;
            }
            _ => map.serialize_entry("nodes", &of.nodes)?,
        }
        if let Some(line) = of.graph6.as_ref().filter(|line| line.len() <= LISTED) {
            map.serialize_entry("graph6", line)?;
        }
        let few = dp_file::graph::edge_count(&of.graph) <= LISTED as u128;
        if of.is_listed() && few && of.graph.has_lengths() {
            let with_length = |(i, h, length)| (i, h, of.length(length).to_string());
            map.serialize_entry("edges", &of.edges().map(with_length).collect::<Vec<_>>())?;
        } else if of.is_listed() && few {
            map.serialize_entry("edges", &of.edges().map(|(i, h, _)| [i, h]).collect::<Vec<_>>())?;
        }
        map.end()
    }
}
