//! Mechanisms by their formulas, and optimal ones: a mechanism file made of a query file.
//!
//! The query file stays as it is, byte for byte, but for its name; the matrix is written out in exact
//! fractions, so whoever reads the file need not trust the construction. What the theorem behind it promises
//! goes into the file's claims, for `certify` to decide.

pub(crate) mod document;
mod optimal;
mod promise;
mod randomised_response;
mod tight_constraints;
mod truncated_geometric;
mod uniform;

use document::Splice;
pub(crate) use document::{extent, safe};
pub use optimal::optimal;
pub use randomised_response::randomised_response;
pub use tight_constraints::tight_constraints;
pub use truncated_geometric::truncated_geometric;
pub use uniform::uniform;

use crate::decide::gains;
use crate::exact;
use crate::linear::{Similarity, Vector};
use dp_verify::error::Error;
use dp_verify::graph::Graph;
use dp_verify::json::{self, Node, View};
use dp_verify::limits::Limits;
use dp_verify::model::{Mechanism, Prior};
use dp_verify::report::printable;
use malachite::rational::Rational;

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
    /// [`optimal`], for any graph, a prior and the file's gain or loss.
    Optimal,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 5] =
        [Self::TruncatedGeometric, Self::TightConstraints, Self::RandomisedResponse, Self::Uniform, Self::Optimal];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::TruncatedGeometric => "truncated-geometric",
            Self::TightConstraints => "tight-constraints",
            Self::RandomisedResponse => "randomised-response",
            Self::Uniform => "uniform",
            Self::Optimal => "optimal",
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
            Self::Optimal => "any graph: the most utility for a prior (--prior) and the file's gain, at a vertex",
        }
    }
}

/// The mechanism file for a query file: its text with the mechanism, a name that says what it is, and the
/// claims that the construction promises. `prior` names the one that an optimal mechanism is for; it may be left out
/// where the file has one only, and means nothing to the other kinds.
///
/// Cost: the matrix, row by row as it is written; for tight constraints the solution of Φz = 1, for an optimal
/// mechanism that of [`optimal`], and where α, the prior or a gain is irrational a proof for each candidate.
///
/// # Errors
/// With path, line and column: a file that is no query file, that has a mechanism, whose graph the kind does
/// not fit, whose α is not rational (or for an optimal mechanism, where nothing is proved to be one), for which no
/// tight-constraints mechanism exists, that has no such prior, or whose mechanism file would be over the limit of
/// bytes.
pub fn construct(kind: Kind, prior: Option<&str>, query: &[u8], limits: &Limits) -> Result<String, Error> {
    let node = json::read(query, limits)?;
    let root = View::root(&node);
    expect_query(&root, query)?;
    let file = Mechanism::read(query, limits)?;
    let text = match kind {
        Kind::Optimal => write_optimal(prior, &node, query, &file, limits),
        kind => write_formula(kind, &node, query, &file, limits),
    };
    text.map_err(|e| e.locate(query))
}

/// An error at a key of the file, or at the file itself where it does not have the key.
fn error_at(root: &View, key: &str, message: impl Into<String>) -> Error {
    root.field(key).unwrap_or(*root).error(message)
}

fn write_formula(kind: Kind, node: &Node, query: &[u8], file: &Mechanism, limits: &Limits) -> Result<String, Error> {
    let root = View::root(node);
    let Some(alpha) = file.privacy.alpha.rational().map(exact::rational) else {
        let message = "α is not rational, and only mechanisms at a rational α are constructed";
        return Err(error_at(&root, "privacy", message));
    };
    let graph = &file.query.graph;
    fits(kind, graph).map_err(|why| error_at(&root, "query", why))?;
    let nodes = graph.nodes();
    let claims = promise::of(kind, nodes, &alpha, file);
    let whole = |rows: &mut dyn Iterator<Item = Vec<Rational>>| {
        let mechanism = document::matrix(rows, None, &root, limits)?;
        write(node, query, kind, &mechanism, &claims, file, limits)
    };
    match kind {
        Kind::TruncatedGeometric => whole(&mut truncated_geometric(nodes, &alpha)),
        Kind::RandomisedResponse => whole(&mut randomised_response(nodes, &alpha)),
        Kind::Uniform => whole(&mut uniform(nodes)),
        Kind::Optimal => Err(root.error("internal: an optimal mechanism has no formula")),
        Kind::TightConstraints => {
            let distances: Vec<Vec<u32>> = (0..nodes).map(|i| graph.distances_from(i)).collect();
            let phi =
                Similarity::new(alpha.clone(), &distances).map_err(|e| error_at(&root, "query", e.to_string()))?;
            let mut rows = tight_constraints(&phi).map_err(|w| error_at(&root, "query", nonexistence(&alpha, &w)))?;
            whole(&mut rows)
        }
    }
}

/// The mechanism file's text, under a name that says how it was made.
fn write(
    node: &Node,
    query: &[u8],
    kind: Kind,
    mechanism: &str,
    claims: &[String],
    file: &Mechanism,
    limits: &Limits,
) -> Result<String, Error> {
    let name = format!("{} mechanism constructed for: {}", kind.name(), called(file));
    document::write(node, query, &Splice { name: &name, mechanism, keeps: &|_| true, claims }, limits)
}

/// What a file calls itself, or what it is.
pub(crate) fn called(file: &Mechanism) -> String {
    let what = if file.channel.is_some() { "mechanism" } else { "query" };
    let nodes = || match file.query.graph.nodes() {
        1 => format!("a {what} of 1 node"),
        n => format!("a {what} of {n} nodes"),
    };
    file.name.clone().unwrap_or_else(nodes)
}

/// Refuses a file that has a mechanism.
///
/// # Errors
/// At the mechanism.
pub(crate) fn expect_query(root: &View, bytes: &[u8]) -> Result<(), Error> {
    let message = "the file has a mechanism already, expected a query file: a mechanism file without one";
    root.field("mechanism").map_or(Ok(()), |mechanism| Err(mechanism.error(message).locate(bytes)))
}

/// By the linear program where all that it needs is rational, else what is proved to be optimal.
fn write_optimal(
    prior: Option<&str>,
    node: &Node,
    query: &[u8],
    file: &Mechanism,
    limits: &Limits,
) -> Result<String, Error> {
    let root = View::root(node);
    let (name, prior) = named(prior, file).map_err(|why| error_at(&root, "priors", why))?;
    let claims = [promise::optimal(name)];
    let whole = |mechanism: &str| write(node, query, Kind::Optimal, mechanism, &claims, file, limits);
    let alpha = file.privacy.alpha.rational().map(exact::rational);
    if let (Some(alpha), Some(gains)) = (alpha, gains(file, prior)) {
        let found = optimal(&file.query.graph, &alpha, gains);
        let (made, rows) = found.map_err(|why| error_at(&root, "query", optimal::unsolved(&why)))?;
        let outputs: Vec<String> = made.iter().map(|&w| optimal::guess(file, w)).collect();
        return whole(&document::matrix(&mut rows.into_iter(), Some(&outputs), &root, limits)?);
    }
    let proved = optimal::proved(file, (name, prior), &root, limits, &whole)?;
    proved.ok_or_else(|| {
        error_at(
            &root,
            "privacy",
            "α, the prior or a gain is irrational, where the linear program has no answer, and no closed form is \
             proved to be optimal",
        )
    })
}

/// The prior of that name, or the only one.
fn named<'f>(prior: Option<&str>, file: &'f Mechanism) -> Result<(&'f str, &'f Prior), String> {
    let listed = || {
        let names: Vec<String> = file.priors.iter().map(|(name, _)| printable(name)).collect();
        names.join(", ")
    };
    let found = match (prior, &file.priors[..]) {
        (_, []) => return Err("the file has no prior, and a mechanism is optimal for one".to_owned()),
        (None, [only]) => Some(only),
        (None, all) => {
            return Err(format!("the file has {} priors, expected --prior with one of: {}", all.len(), listed()));
        }
        (Some(wanted), all) => all.iter().find(|(name, _)| name == wanted),
    };
    let unknown =
        || format!("no prior is named {}, expected --prior with one of: {}", printable(prior.unwrap_or("")), listed());
    found.map(|(name, prior)| (&**name, prior)).ok_or_else(unknown)
}

/// Whether the formula is for this graph, by its edges and not by what the file calls it.
fn fits(kind: Kind, graph: &Graph) -> Result<(), String> {
    let n = graph.nodes();
    let nodes_all = |wanted: &dyn Fn(usize, &[usize]) -> bool| (0..n).all(|i| wanted(i, &graph.neighbours(i)));
    let (fits, needed) = match kind {
        Kind::TightConstraints | Kind::Uniform | Kind::Optimal => return Ok(()),
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
