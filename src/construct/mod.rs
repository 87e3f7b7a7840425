//! Mechanisms by their formulas, and optimal ones: a mechanism file made of a query file.
//!
//! The query file stays as it is, byte for byte, but for its name and a constant that the entries need; the matrix is
//! written out in exact fractions, or in expressions of α where it is irrational or an interval, so whoever reads the
//! file need not trust the construction. What the theorem behind it promises goes into the file's claims, for
//! `certify` to decide.

mod alvim;
mod binomial;
mod by_parent;
mod closed_entry;
mod discrete_gaussian;
pub(crate) mod document;
mod exponential;
mod fits;
mod formula;
mod hadamard_response;
mod kind;
mod least;
mod local_hashing;
mod noisy_max;
mod optimal;
mod product;
mod promise;
mod query;
mod randomised_response;
mod rappor;
mod shifted;
mod sign;
mod staircase;
mod subsampled;
mod subset_selection;
mod tight_constraints;
mod truncated_geometric;
mod truncated_laplace;
mod unary_encoding;
mod uniform;
mod wishes;

use document::Splice;
pub(crate) use document::{extent, safe};
pub use kind::Kind;
pub use least::{Least, Proved, least};
pub use noisy_max::Noise;
pub use optimal::optimal;
pub(crate) use query::{called, expect_query};
use query::{error_at, name};
pub use tight_constraints::tight_constraints;
pub use unary_encoding::Encoding;
pub use uniform::uniform;
pub use wishes::Wishes;

use crate::decide::gains;
use crate::effort::metered;
use crate::exact;
use crate::linear::{Similarity, Vector};
use dp_verify::error::Error;
use dp_verify::json::{self, Node, View};
use dp_verify::limits::Limits;
use dp_verify::model::{Mechanism, Prior};
use dp_verify::report::named as shown;
use malachite::rational::Rational;

/// The mechanism file for a query file: its text with the mechanism, a name that says what it is, and the
/// claims that the construction promises.
///
/// Cost: the matrix, row by row as it is written; for tight constraints the solution of Φz = 1, for an optimal
/// mechanism that of [`optimal`], and where α, the prior or a gain is irrational a proof for each candidate.
///
/// # Errors
/// With path, line and column: a file that is no query file, that has a mechanism, whose graph or gain the kind does
/// not fit, whose α is not rational where the kind needs that, whose `constant` is in the way of the root of α that
/// the entries need, with more values or outputs than the kind is written out for, for which no tight-constraints
/// mechanism exists or the matrix would not be private, where no mechanism is proved to be optimal, that has no such
/// prior, or whose mechanism file would be over a limit.
pub fn construct(kind: Kind, wishes: &Wishes, query: &[u8], limits: &Limits) -> Result<String, Error> {
    let node = json::read(query, limits)?;
    let root = View::root(&node);
    expect_query(&root, query)?;
    if kind == Kind::Product
        && let Some(text) = by_parent::write(&node, query, limits).map_err(|e| e.locate(query))?
    {
        return Ok(text);
    }
    let file = Mechanism::read(query, limits)?;
    crate::expect_epsilon(&file, &root, "what is constructed").map_err(|e| e.locate(query))?;
    let text = metered(limits, || match kind {
        Kind::Optimal => write_optimal(wishes.prior, &node, query, &file, limits),
        Kind::TightConstraints => write_tight_constraints(&node, query, &file, limits),
        Kind::Binomial | Kind::TruncatedLaplace => {
            least::of(kind, &node, query, &file, limits).map(|found| found.enough.file)
        }
        kind => formula::write(kind, wishes, &node, query, &file, limits),
    });
    text.map_err(|e| e.locate(query))
}

fn write_tight_constraints(node: &Node, query: &[u8], file: &Mechanism, limits: &Limits) -> Result<String, Error> {
    let root = View::root(node);
    let Some(alpha) = file.base().map(exact::rational) else {
        let message = match (file.privacy.alpha.rational(), file.query.graph.unit()) {
            (Some(_), _) if file.query.graph.is_fine() => {
                "lengths are so fine or so long that no powers of α are made, and ".to_owned()
            }
            (Some(_), k) => format!("α^(1/{k}) is not rational, and "),
            (None, _) => "α is not rational, and ".to_owned(),
        };
        let message = message + "tight-constraints mechanisms are constructed at a rational α only";
        return Err(error_at(&root, "privacy", message));
    };
    let graph = &file.query.graph;
    let phi = Similarity::of_graph(alpha.clone(), graph.nodes(), |i| crate::graph::distances_from(graph, i));
    let phi = phi.map_err(|e| error_at(&root, "query", e.to_string()))?;
    let mut rows = tight_constraints(&phi).map_err(|w| error_at(&root, "query", nonexistence(&alpha, &w)))?;
    let mechanism = document::matrix(&mut rows, None, &root, limits)?;
    let claims = promise::tight_constraints(file);
    let name = name(&Kind::TightConstraints.title(), file);
    let splice =
        Splice { name: &name, mechanism: &mechanism, sample: None, constant: None, keeps: &|_| true, claims: &claims };
    document::write(node, query, &splice, limits)
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
    let (prior_name, prior) = named(prior, file).map_err(|why| error_at(&root, "priors", why))?;
    let (claims, title) = ([promise::optimal(prior_name)], name(&Kind::Optimal.title(), file));
    let whole = |mechanism: &str| {
        let splice =
            Splice { name: &title, mechanism, sample: None, constant: None, keeps: &|_| true, claims: &claims };
        document::write(node, query, &splice, limits)
    };
    let alpha = file.base().map(exact::rational);
    if let (Some(alpha), Some(gains)) = (alpha, gains(file, prior)) {
        let found = optimal(&file.query.graph, &alpha, gains);
        let (made, rows) = found.map_err(|why| error_at(&root, "query", optimal::unsolved(&why)))?;
        let outputs: Vec<String> = made.iter().map(|&w| optimal::guess(file, w)).collect();
        return whole(&document::matrix(&mut rows.into_iter(), Some(&outputs), &root, limits)?);
    }
    let proved = optimal::proved(file, (prior_name, prior), &root, limits, &whole)?;
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
        let names: Vec<String> = file.priors.iter().map(|(name, _)| shown(name)).collect();
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
        || format!("no prior is named {}, expected --prior with one of: {}", shown(prior.unwrap_or("")), listed());
    found.map(|(name, prior)| (&**name, prior)).ok_or_else(unknown)
}

/// Why no tight-constraints mechanism exists: the witness itself where it is short.
fn nonexistence(alpha: &Rational, w: &Vector) -> String {
    let listed = w.to_rationals().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let witness = if listed.len() <= 200 { format!("w = ({listed})") } else { "some w".to_owned() };
    format!(
        "no tight-constraints mechanism exists on this graph at α = {alpha}: {witness} has Φw ≥ 0 and a sum below 0, so no z ≥ 0 has Φz = 1"
    )
}
