//! Mechanisms by their formulas: a mechanism file made of a query file.
//!
//! The query file stays as it is, byte for byte, but for its name; the matrix is written out in exact
//! fractions, so whoever reads the file need not trust the construction. What the theorem behind it promises
//! goes into the file's claims, for `certify` to decide.

mod document;
mod promise;
mod randomised_response;
mod tight_constraints;
mod truncated_geometric;
mod uniform;

pub(crate) use document::{extent, safe};
pub use randomised_response::randomised_response;
pub use tight_constraints::tight_constraints;
pub use truncated_geometric::truncated_geometric;
pub use uniform::uniform;

use crate::linear::{Similarity, Vector};
use dp_verify::error::Error;
use dp_verify::graph::Graph;
use dp_verify::json::{self, View};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use malachite::rational::Rational;
use std::str::FromStr;

/// What can be constructed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// [`truncated_geometric`], for a line.
    TruncatedGeometric,
    /// [`tight_constraints`], for any graph that has one.
    TightConstraints,
    /// [`randomised_response`], for a complete graph.
    RandomisedResponse,
    /// [`uniform`], for any graph.
    Uniform,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 4] =
        [Self::TruncatedGeometric, Self::TightConstraints, Self::RandomisedResponse, Self::Uniform];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::TruncatedGeometric => "truncated-geometric",
            Self::TightConstraints => "tight-constraints",
            Self::RandomisedResponse => "randomised-response",
            Self::Uniform => "uniform",
        }
    }

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Graphs and formula, in a line.
    pub fn description(self) -> &'static str {
        match self {
            Self::TruncatedGeometric => "a line: α^|i-j|/(1+α) at both ends, α^|i-j|(1-α)/(1+α) between them",
            Self::TightConstraints => "any graph where some z ≥ 0 has Φz = 1: α^d(i,j) z_j",
            Self::RandomisedResponse => "a complete graph: the truth 1/α times as probable as each other answer",
            Self::Uniform => "any graph: every answer equally probable, whatever the input",
        }
    }
}

/// The mechanism file for a query file: its text with the mechanism, a name that says what it is, and the
/// claims that the construction promises.
///
/// Cost: the matrix, row by row as it is written; for tight constraints the solution of Φz = 1.
///
/// # Errors
/// With path, line and column: a file that is no query file, that has a mechanism, whose graph the kind does
/// not fit, whose α is not rational, for which no tight-constraints mechanism exists, or whose mechanism file
/// would be over the limit of bytes.
pub fn construct(kind: Kind, query: &[u8], limits: &Limits) -> Result<String, Error> {
    let node = json::read(query, limits)?;
    let root = View::root(&node);
    if let Some(mechanism) = root.field("mechanism") {
        let message = "the file has a mechanism already, expected a query file: a mechanism file without one";
        return Err(mechanism.error(message).locate(query));
    }
    let file = Mechanism::read(query, limits)?;
    let at = |key: &str, message: String| root.field(key).unwrap_or(root).error(message).locate(query);
    let Some(alpha) = file.privacy.alpha.rational() else {
        return Err(at("privacy", "α is not rational, and only mechanisms at a rational α are constructed".into()));
    };
    let unreadable = |_| at("privacy", "α is not readable".into());
    let alpha = Rational::from_str(&alpha.to_string()).map_err(unreadable)?;
    let graph = &file.query.graph;
    fits(kind, graph).map_err(|why| at("query", why))?;
    let nodes = graph.nodes();
    let claims = promise::of(kind, nodes, &alpha, &file);
    let write = |rows: &mut dyn Iterator<Item = Vec<Rational>>| {
        document::write(&node, query, kind, rows, &claims, &file, limits).map_err(|e| e.locate(query))
    };
    match kind {
        Kind::TruncatedGeometric => write(&mut truncated_geometric(nodes, &alpha)),
        Kind::RandomisedResponse => write(&mut randomised_response(nodes, &alpha)),
        Kind::Uniform => write(&mut uniform(nodes)),
        Kind::TightConstraints => {
            let distances: Vec<Vec<u32>> = (0..nodes).map(|i| graph.distances_from(i)).collect();
            let phi = Similarity::new(alpha.clone(), &distances).map_err(|e| at("query", e.to_string()))?;
            let mut rows = tight_constraints(&phi).map_err(|w| at("query", nonexistence(&alpha, &w)))?;
            write(&mut rows)
        }
    }
}

/// Whether the formula is for this graph, by its edges and not by what the file calls it.
fn fits(kind: Kind, graph: &Graph) -> Result<(), String> {
    let n = graph.nodes();
    let nodes_all = |wanted: &dyn Fn(usize, &[usize]) -> bool| (0..n).all(|i| wanted(i, &graph.neighbours(i)));
    let (fits, needed) = match kind {
        Kind::TightConstraints | Kind::Uniform => return Ok(()),
        Kind::TruncatedGeometric => {
            let beside = |i: usize| (i.saturating_sub(1)..(i + 2).min(n)).filter(move |&j| j != i);
            (nodes_all(&|i, neighbours| beside(i).eq(neighbours.iter().copied())), "a line, in the order of its nodes")
        }
        Kind::RandomisedResponse => (nodes_all(&|_, neighbours| neighbours.len() + 1 == n), "a complete graph"),
    };
    if fits { Ok(()) } else { Err(format!("the {} mechanism needs {needed}", kind.name())) }
}

/// Why no tight-constraints mechanism exists: the witness itself where it is short.
fn nonexistence(alpha: &Rational, w: &Vector) -> String {
    let listed = w.to_rationals().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let witness = if listed.len() <= 200 { format!("w = ({listed})") } else { "some w".to_owned() };
    format!(
        "no tight-constraints mechanism exists on this graph at α = {alpha}: {witness} has Φw ≥ 0 and a sum below 0, so no z ≥ 0 has Φz = 1"
    )
}
