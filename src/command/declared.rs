//! What a call declares of a table: the flags that `certify TABLE` and `certify init` share.

use super::terminal::shown;
use crate::declare::{Declaration, Edges, Graph, Privacy};
use dp_verify::file;
use dp_verify::limits::Limits;
use std::path::{Path, PathBuf};

/// The flags.
#[derive(Debug, clap::Args)]
pub(super) struct Declared {
    /// Who is whose neighbour: line, cycle, complete, star, hamming, sum or counts
    #[arg(long, value_name = "GRAPH", conflicts_with_all = ["edges", "graph6"], help_heading = TABLE)]
    pub(super) graph: Option<String>,
    /// A list of neighbours: a file with two answers on each line, by name or number, and the length of their edge if
    /// it has one
    #[arg(long, value_name = "FILE", conflicts_with = "graph6", help_heading = TABLE)]
    edges: Option<PathBuf>,
    /// Neighbours as a graph in graph6; with --jsonl, and without text: each line is such a graph
    #[arg(long, value_name = "TEXT", num_args = 0..=1, default_missing_value = "", help_heading = TABLE)]
    pub(super) graph6: Option<String>,
    /// Of a hamming graph: how many values an individual has
    #[arg(long, value_name = "V", help_heading = TABLE)]
    values: Option<usize>,
    /// Of a hamming, sum or counts graph: how many individuals there are
    #[arg(long, value_name = "U", help_heading = TABLE)]
    individuals: Option<usize>,
    /// Of a sum graph: the largest number of one individual
    #[arg(long, value_name = "V", help_heading = TABLE)]
    max: Option<usize>,
    /// Of a counts graph: how many counts there are
    #[arg(long, value_name = "K", help_heading = TABLE)]
    queries: Option<usize>,
    /// The declared ε: 1, 0.8, ln(3); for a mechanism file, instead of its own
    #[arg(long, value_name = "E", conflicts_with = "alpha", allow_hyphen_values = true, help_heading = TABLE)]
    pub(super) epsilon: Option<String>,
    /// The declared α = e^-ε: 1/2, symbolic; for a mechanism file, instead of its own
    #[arg(long, value_name = "A", allow_hyphen_values = true, help_heading = TABLE)]
    pub(super) alpha: Option<String>,
    /// The declared ρ of ρ-zCDP, instead of ε and δ: 1/2, 2.63; for a mechanism file, instead of its own
    #[arg(long, value_name = "R", conflicts_with_all = ["epsilon", "alpha", "delta"], allow_hyphen_values = true,
        help_heading = TABLE)]
    pub(super) rho: Option<String>,
    /// The declared δ; for a mechanism file, instead of its own
    #[arg(long, value_name = "D", allow_hyphen_values = true, help_heading = TABLE)]
    pub(super) delta: Option<String>,
    /// A prior: uniform, a list 1/2,1/4,1/4, or either with a name, flat=uniform; may be repeated
    #[arg(long, value_name = "PRIOR", help_heading = TABLE)]
    prior: Vec<String>,
    /// The loss: binary, absolute or squared
    #[arg(long, value_name = "LOSS", conflicts_with = "gain", help_heading = TABLE)]
    loss: Option<String>,
    /// The gain: binary or distance
    #[arg(long, value_name = "GAIN", help_heading = TABLE)]
    gain: Option<String>,
    /// What is claimed besides the declared privacy: a claim's name, or an object as in a mechanism file; may be
    /// repeated
    #[arg(long, value_name = "CLAIM", help_heading = TABLE)]
    claim: Vec<String>,
    /// How far from the most utility the mechanism of --claim optimal may be
    #[arg(long, value_name = "W", allow_hyphen_values = true, help_heading = TABLE)]
    within: Option<String>,
}

/// The heading of these flags.
pub(super) const TABLE: &str = "A table instead of a mechanism file";

impl Declared {
    /// Another ε, α or ρ.
    pub(super) fn privacy(&self) -> Option<Privacy> {
        let epsilon = self.epsilon.clone().map(Privacy::Epsilon);
        let alpha = || self.alpha.clone().map(Privacy::Alpha);
        epsilon.or_else(alpha).or_else(|| self.rho.clone().map(Privacy::Rho))
    }

    /// The flags that only a table takes and that are given, for messages.
    pub(super) fn of_tables(&self) -> Option<&'static str> {
        let given = [
            (self.graph.is_some(), "--graph"),
            (self.edges.is_some(), "--edges"),
            (self.graph6.is_some(), "--graph6"),
            (self.values.is_some(), "--values"),
            (self.individuals.is_some(), "--individuals"),
            (self.max.is_some(), "--max"),
            (self.queries.is_some(), "--queries"),
            (!self.prior.is_empty(), "--prior"),
            (self.loss.is_some(), "--loss"),
            (self.gain.is_some(), "--gain"),
            (!self.claim.is_empty(), "--claim"),
            (self.within.is_some(), "--within"),
        ];
        given.into_iter().find(|(given, _)| *given).map(|(_, flag)| flag)
    }

    /// The file of edges.
    pub(super) fn edges(&self) -> Option<&Path> {
        self.edges.as_deref()
    }

    fn graph(&self, limits: &Limits) -> Result<Option<Graph>, String> {
        if let Some(path) = &self.edges {
            let bytes = file::read(path, limits).map_err(|e| format!("--edges: {e}"))?;
            let name = path.to_string_lossy().into_owned();
            return Ok(Some(Graph::Edges(Edges { name, bytes })));
        }
        if let Some(text) = &self.graph6 {
            return Ok(Some(Graph::Graph6(text.clone())));
        }
        let Some(name) = &self.graph else { return Ok(None) };
        let &Self { values, individuals, max, queries, .. } = self;
        let (graph, taken): (Graph, &[&str]) = match name.as_str() {
            "hamming" => (Graph::Hamming { values, individuals }, &["--values", "--individuals"]),
            "sum" => (Graph::Sum { max, individuals }, &["--max", "--individuals"]),
            "counts" => (Graph::Counts { queries, individuals }, &["--queries", "--individuals"]),
            other => (Graph::Named(other.to_owned()), &[]),
        };
        let given = [
            (values.is_some(), "--values"),
            (individuals.is_some(), "--individuals"),
            (max.is_some(), "--max"),
            (queries.is_some(), "--queries"),
        ];
        match given.into_iter().find(|(given, flag)| *given && !taken.contains(flag)) {
            Some((_, flag)) => Err(format!("{flag} does not go with --graph {}", shown(name.as_ref()))),
            None => Ok(Some(graph)),
        }
    }

    /// All of it.
    ///
    /// # Errors
    /// A file of edges that can't be read, parameters of another graph.
    pub(super) fn declaration(&self, limits: &Limits) -> Result<Declaration, String> {
        Ok(Declaration {
            graph: self.graph(limits)?,
            privacy: self.privacy(),
            delta: self.delta.clone(),
            priors: self.prior.clone(),
            gain: self.gain.clone(),
            loss: self.loss.clone(),
            claims: self.claim.clone(),
            within: self.within.clone(),
        })
    }
}
