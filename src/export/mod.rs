//! The linear program of an optimal mechanism, in the formats of other people's solvers and checkers; and the graph.
//!
//! For a graph with n nodes i, m guesses w, a prior π and a gain g(w, i), the most utility of an ε-private mechanism at
//! α = p/q is
//!
//!   the largest Σ_i Σ_w c_w(i) x_iw, c_w(i) = π_i·g(w, i),
//!   over x ≥ 0 with Σ_w x_iw = 1, and q·x_hw − p·x_iw ≥ 0 for i ~ h, either way round
//!
//! (Ghosh, Roughgarden, Sundararajan, section 5): n·m variables, n equations and 2m inequalities an edge. Its dual is
//! that of [`crate::program::mechanism`]. Nodes and guesses are numbered from 0 in the file's order: x_i_w is a
//! variable, r_i the equation of node i, p_i_h_w an inequality, b_i_w the bound x_iw ≥ 0 where the format has names for
//! bounds.

mod comment;
mod lp;
mod program;
mod vipr;

use crate::decide::weighted_gains;
use crate::effort::metered;
use crate::exact;
use crate::graph::{self, Lists, MOST_NODES};
use crate::program::mechanism::{self, Optimum};
use dp_verify::error::Error;
use dp_verify::json::{self, View};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::report::{named, printable};
use dp_verify::spelling::did_you_mean;
use malachite::rational::Rational;
use program::Program;
use std::io::{self, Write};

/// The formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The program alone, in CPLEX's LP format, all numbers integers.
    Lp,
    /// The program, an optimal mechanism and the proof that it is optimal, in VIPR 1.0.
    Vipr,
}

/// A linear program that is ready to be written.
#[derive(Debug)]
pub struct Export {
    program: Program,
    /// Its solution, for [`Format::Vipr`].
    optimum: Option<Optimum>,
}

/// The fewest bytes that a variable takes in its row sum: `x_0_0` and a blank.
const LEAST_BYTES: usize = 6;

/// The linear program of a mechanism file and one of its priors, with its solution where the format has a place for it.
///
/// Cost: the numbers are held, n·m of them, and the text is made once to count its bytes; for VIPR the program is
/// solved, and its solution held.
///
/// # Errors
/// With path, line and column: a file that is no mechanism file, a prior that it does not have, a number that is not
/// rational, a text of more than `limits.bytes`, or a program that is not solved within the usual
/// number of exchanges.
pub fn export(format: Format, bytes: &[u8], prior: &str, limits: &Limits) -> Result<Export, Error> {
    let node = json::read(bytes, limits)?;
    let root = View::root(&node);
    let file = crate::read_whole(bytes, limits)?;
    crate::expect_epsilon(&file, &root, "the linear program").map_err(|e| e.locate(bytes))?;
    let at = |key: &str, message: String| root.field(key).unwrap_or(root).error(message).locate(bytes);
    let irrational = || {
        let found = match (file.privacy.alpha.rational(), file.privacy.alpha.kind()) {
            (Some(_), _) if file.query.graph.is_fine() => {
                "lengths are so fine or so long that no powers of α are made".to_owned()
            }
            (Some(_), _) => format!("α^(1/{}) is irrational", file.query.graph.unit()),
            (None, kind) => format!("α is {kind}"),
        };
        at("privacy", format!("{found}, and the linear program is exported at a rational α only"))
    };
    let alpha = file.base().map(exact::rational).ok_or_else(irrational)?;
    let weights = &file.prior(prior).ok_or_else(|| at("priors", missing(prior, &file)))?.weights;
    let weights = weights.rational().and_then(exact::vector).ok_or_else(|| {
        let message = "the prior is irrational, and only a linear program of rational numbers is exported";
        let priors = root.field("priors").unwrap_or(root);
        priors.field(prior).unwrap_or(priors).error(message).locate(bytes)
    })?;
    let too_long = || {
        let message = format!("the linear program would have more than {} bytes (--limit bytes=N)", limits.bytes);
        root.over_limit(message).locate(bytes)
    };
    let graph = &file.query.graph;
    let variables = graph.nodes().saturating_mul(file.gain.guesses(graph));
    if variables.saturating_mul(LEAST_BYTES) > limits.bytes {
        return Err(too_long());
    }
    let gains = weighted_gains(graph, &file.gain, &weights).ok_or_else(|| {
        let key = if root.field("loss").is_some() { "loss" } else { "gain" };
        at(key, "it is irrational, and only a linear program of rational numbers is exported".into())
    })?;
    let Lists { neighbours, lengths } = Lists::of(graph);
    let title = title(&file, prior, &alpha);
    let program = Program { title, neighbours, lengths, alpha, gains };
    let optimum = match format {
        Format::Lp => None,
        Format::Vipr => {
            // A program that is too long is not solved first.
            vipr::problem(&program, &mut Meter { left: limits.bytes }).map_err(|_| too_long())?;
            let unsolved = |_| at("query", mechanism::OUT_OF_EFFORT.into());
            Some(metered(limits, || program.solve().map_err(unsolved))?)
        }
    };
    let export = Export { program, optimum };
    export.write(&mut Meter { left: limits.bytes }).map_err(|_| too_long())?;
    Ok(export)
}

/// The adjacency graph of a mechanism file as a line of graph6, without labels.
///
/// Cost: that of [`graph::graph6`].
///
/// # Errors
/// With path, line and column: a file that is no mechanism file, or a graph of more than [`MOST_NODES`] nodes.
pub fn graph6(bytes: &[u8], limits: &Limits) -> Result<String, Error> {
    let graph = crate::read_whole(bytes, limits)?.query.graph;
    if graph.has_lengths() {
        let node = json::read(bytes, limits)?;
        let root = View::root(&node);
        let message = "the edges have lengths, and graph6 has none";
        return Err(root.field("query").unwrap_or(root).error(message).locate(bytes));
    }
    graph::graph6(&graph).ok_or_else(|| {
        let message = format!("a graph of {} nodes, and up to {MOST_NODES} are written in graph6", graph.nodes());
        let node = match json::read(bytes, limits) {
            Ok(node) => node,
            Err(why) => return why,
        };
        let root = View::root(&node);
        root.field("query").unwrap_or(root).over_limit(message).locate(bytes)
    })
}

fn missing(prior: &str, file: &Mechanism) -> String {
    let known: Vec<_> = file.priors.iter().map(|(name, _)| named(name)).collect();
    let shown = dp_verify::json::shorten(prior);
    if known.is_empty() {
        format!("there is no prior \"{shown}\": the file has none")
    } else {
        let names: Vec<&str> = file.priors.iter().map(|(name, _)| &**name).collect();
        let hint = did_you_mean(prior, &names);
        format!("there is no prior \"{shown}\", expected one of the file's priors ({}){hint}", known.join(", "))
    }
}

fn title(file: &Mechanism, prior: &str, alpha: &Rational) -> Vec<String> {
    let worth = if file.gain.is_loss() { "minus the expected loss" } else { "the expected gain" };
    let name = file.name.as_deref().map(|name| format!("Mechanism file: {}", printable(name)));
    let (alpha, factor) = match (file.has_lengths(), file.query.graph.unit()) {
        (false, _) => (format!("alpha = e^-epsilon = {alpha}"), "alpha"),
        (true, 1) => (format!("alpha = e^-epsilon = {alpha} for a length of 1"), "alpha to the power of their length"),
        (true, k) => {
            (format!("alpha = e^-epsilon = ({alpha})^{k} for a length of 1"), "alpha to the power of their length")
        }
    };
    let lines = [
        format!("SHA-256 of the mechanism file: {}", file.sha256),
        format!("Prior: {}", named(prior)),
        format!("The most utility, {worth}, of any epsilon-private mechanism, {alpha}:"),
        "x_i_w is the probability of guess w at node i, both numbered from 0 in the file's order.".into(),
        "r_i: these add up to 1 at node i.".into(),
        format!("p_i_h_w: {factor} x_i_w <= x_h_w for neighbours i and h, times the denominator of {factor}."),
    ];
    name.into_iter().chain(lines).collect()
}

impl Export {
    /// Writes the file, piece by piece.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.optimum {
            None => lp::write(&self.program, out),
            Some(optimum) => {
                vipr::problem(&self.program, out)?;
                vipr::proof(&self.program, optimum, out)
            }
        }
    }
}

/// Counts bytes, and fails where there are too many.
struct Meter {
    left: usize,
}

impl Write for Meter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.left = self.left.checked_sub(bytes.len()).ok_or(io::ErrorKind::WriteZero)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
