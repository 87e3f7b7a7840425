//! The neighbour relation in words, as every report names it, and in JSON.

use super::neighbours::{Count, FIRST, Kind, NAMED, Neighbours, abridged};
use super::unlike;
use dp_file::text::{count, printable};
use dp_kernel::Family;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The most edges, and characters of graph6, that a report has in its JSON.
const LISTED: usize = 10_000;

impl Neighbours {
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
                return format!("{nodes}; {centre} is the neighbour of all others, and no others are neighbours");
            }
            (_, Family::Sum { most: 1 }) => "neighbours differ by 1",
            (_, Family::Sum { most }) => {
                return format!("{}; neighbours differ by at most {most}", self.in_short_with_nodes());
            }
            (_, Family::Counts { .. }) => "neighbours differ by at most 1 in each count",
            (_, Family::Listed(_)) => "neighbours are joined by an edge",
            (_, Family::Directed(_)) => "an arc i → h asks about i and h in this order only",
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
            (_, Family::Directed(_)) => format!("{kind}: {nodes}; {}", self.edge_list()),
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
            (_, Family::Directed(_)) => format!("graph of {n} by its arcs"),
            (_, Family::Lengths { .. }) => format!("graph of {n} by its edges and their lengths"),
        }
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
            let thing = if self.graph.is_directed() { "arcs" } else { "edges" };
            names.push(format!("… ({} more {thing})", edges.saturating_sub(FIRST as u128)));
        }
        names.join(", ")
    }

    /// `9 edges`; of a product too large to be written out `200·5^100 edges`.
    pub fn edges_in_words(&self) -> String {
        match self.edge_count() {
            Count::Number(1) => "1 edge".into(),
            edges => format!("{edges} edges"),
        }
    }

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
            (_, Family::Directed(_)) => "arcs",
        }
    }
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
