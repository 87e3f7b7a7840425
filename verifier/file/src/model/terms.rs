//! A claim's own terms: other neighbours, another ε or another δ than the file's.

use super::Kind;
use super::privacy::read_delta;
use super::query::{arcs, edges, of_nodes};
use crate::error::Error;
use crate::json::{Value, View, shorten};
use crate::limits::{Budget, Limits};
use crate::number::{Rational, short};
use crate::object::{add, object};
use dp_kernel::Graph;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::fmt;

/// The neighbours, the ε and the δ that a claim states for itself, as it writes them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Terms {
    /// Who are neighbours.
    pub graph: Option<Neighbours>,
    /// ε, as the claim writes it.
    pub epsilon: Option<String>,
    /// δ.
    pub delta: Option<Rational>,
}

/// Who are neighbours.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Neighbours {
    /// A graph by its name, on the file's nodes.
    Named(String),
    /// Those of these pairs; directed: in that order alone.
    Edges {
        /// The pairs.
        edges: Vec<[usize; 2]>,
        /// Whether they are arcs.
        directed: bool,
    },
}

/// What a claim of a kind may state for itself.
pub(super) fn keys(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Dp | Kind::GroupPrivacy | Kind::NotRefuted | Kind::PrivateBySample => &["graph", "epsilon"],
        Kind::ApproximateDp => &["graph", "epsilon", "delta"],
        Kind::RenyiDp | Kind::BoundedRange | Kind::Zcdp => &["graph"],
        _ => &[],
    }
}

impl Terms {
    /// The terms of a claim; `None` where it has none of its own.
    pub(super) fn read(
        view: &View,
        (kind, adaptive): (Kind, bool),
        (limits, steps): (&Limits, &Budget),
    ) -> Result<Option<Self>, Error> {
        let own = |key: &str| view.field(key).filter(|_| keys(kind).contains(&key));
        let graph = own("graph").map(|view| Neighbours::read(&view)).transpose()?;
        let epsilon = match own("epsilon") {
            Some(epsilon) => match epsilon.value() {
                Value::Number(text) => Some((*text).to_owned()),
                _ => Some(epsilon.string("an ε: \"1/2\", \"ln(3)\"")?.trim().to_owned()),
            },
            None => None,
        };
        if let (Some(Neighbours::Edges { directed: true, .. }), true) = (&graph, kind == Kind::BoundedRange || adaptive)
        {
            let message = "arcs in one order alone, of a claim that is about both orders";
            return Err(view.required("graph")?.found(message, "edges that are not \"directed\""));
        }
        let delta = own("delta").map(|view| read_delta(&view, limits, steps)).transpose()?;
        let terms = Self { graph, epsilon, delta };
        Ok(Some(terms).filter(|terms| terms.graph.is_some() || terms.epsilon.is_some() || terms.delta.is_some()))
    }
}

impl Terms {
    /// As a claim writes them.
    pub fn json(&self) -> serde_json::Map<String, serde_json::Value> {
        let mut all = serde_json::Map::new();
        match &self.graph {
            Some(Neighbours::Named(name)) => add(&mut all, "graph", name.as_str().into()),
            Some(Neighbours::Edges { edges, directed }) => {
                let mut graph = object("edges", json!(edges));
                if *directed {
                    add(&mut graph, "directed", true.into());
                }
                add(&mut all, "graph", graph.into());
            }
            None => {}
        }
        if let Some(epsilon) = &self.epsilon {
            add(&mut all, "epsilon", epsilon.as_str().into());
        }
        if let Some(delta) = &self.delta {
            add(&mut all, "delta", delta.to_string().into());
        }
        all
    }
}

impl Neighbours {
    fn read(view: &View) -> Result<Self, Error> {
        let expected = "\"line\", \"cycle\", \"complete\" or \"star\" on the file's nodes, or {\"edges\": [[0, 1], …]}";
        if let Value::String(_) = view.value() {
            return Ok(Neighbours::Named(view.string(expected)?.to_owned()));
        }
        view.is_object(expected)?;
        view.only(&["edges", "directed"])?;
        let directed = view.field("directed").map_or(Ok(false), |view| view.bool())?;
        let list = view.required("edges")?;
        let pair = |edge: View| {
            let ends =
                edge.array("an edge [i, j]")?.map(|end| end.count(0, "a node")).collect::<Result<Vec<_>, _>>()?;
            <[usize; 2]>::try_from(ends)
                .map_err(|_| edge.unexpected("an edge [i, j]: a claim's own edges have no lengths"))
        };
        let edges = list.array("an array of edges [i, j]")?.map(pair).collect::<Result<_, _>>()?;
        Ok(Neighbours::Edges { edges, directed })
    }

    pub(super) fn graph(&self, view: &View, nodes: usize) -> Result<Graph, Error> {
        match self {
            Neighbours::Named(_) => of_nodes(view, nodes),
            Neighbours::Edges { directed: true, .. } => arcs(&view.required("edges")?, nodes),
            Neighbours::Edges { directed: false, .. } => edges(&view.required("edges")?, nodes, None),
        }
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let graph = self.graph.as_ref().map(ToString::to_string);
        let epsilon = self.epsilon.as_ref().map(|epsilon| format!("ε = {}", shorten(epsilon)));
        let delta = self.delta.as_ref().map(|delta| format!("δ = {}", short(delta)));
        f.write_str(&graph.into_iter().chain(epsilon).chain(delta).collect::<Vec<_>>().join(", "))?;
        if !self.is_abridged() {
            return Ok(());
        }
        f.write_str(", #")?;
        Sha256::digest(self.in_full()).iter().take(4).try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Terms {
    /// Whether others read the same as these: what is left out is then told apart by a hash.
    fn is_abridged(&self) -> bool {
        let edges = matches!(&self.graph, Some(Neighbours::Edges { edges, .. }) if edges.len() > TOLD);
        let epsilon = self.epsilon.as_ref().is_some_and(|epsilon| shorten(epsilon) != *epsilon);
        edges || epsilon || self.delta.as_ref().is_some_and(|delta| short(delta) != delta.to_string())
    }

    fn in_full(&self) -> String {
        let terms: Vec<String> = self.json().into_iter().map(|(key, value)| format!("{key}: {value}")).collect();
        terms.join(", ")
    }
}

/// So many edges are told.
const TOLD: usize = 4;

impl fmt::Display for Neighbours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Neighbours::Named(name) if name == "complete" => f.write_str("on a complete graph"),
            Neighbours::Named(name) => write!(f, "on a {}", shorten(name)),
            Neighbours::Edges { edges, directed } => {
                let (thing, between) = if *directed { ("arc", "→") } else { ("edge", "–") };
                let told =
                    edges.iter().take(TOLD).map(|[i, h]| format!("{i} {between} {h}")).collect::<Vec<_>>().join(", ");
                match edges.len() {
                    0 => write!(f, "no {thing}s"),
                    n if n <= TOLD => write!(f, "{thing}{} {told}", if n == 1 { "" } else { "s" }),
                    n => write!(f, "{n} {thing}s {told}, …"),
                }
            }
        }
    }
}
