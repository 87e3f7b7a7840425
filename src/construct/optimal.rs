//! Optimal mechanisms: at a vertex by the linear program, or where numbers are irrational what is proved to be one.

use super::document;
use super::tight_constraints::tight_constraints;
use crate::certificate;
use crate::decide::{decide, optimal_rows, similarity, weighting};
use crate::graph::INFINITE;
use crate::graph::Lists;
use crate::linear::Vector;
use crate::program::mechanism::{Effort, OUT_OF_EFFORT, Program, Refusal, optimum};
use crate::{Options, exact};
use dp_verify::algebra;
use dp_verify::alpha::{Bounds, Field, Point, Polynomial, Polynomials as _, Quotient, Quotients as _};
use dp_verify::error::Error;
use dp_verify::graph::{Family, Graph};
use dp_verify::json::View;
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::{self, Claim, Gain, Mechanism, Prior};
use dp_verify::number::{Enclosure, Fractions};
use dp_verify::report::Verdict;
use malachite::base::num::arithmetic::traits::{Floor, PowerOf2};
use malachite::rational::Rational;

/// The binary places to which irrational gains are rounded.
const PLACES: u64 = 64;

/// An optimal mechanism: the guesses that are ever made, rising, and the rows of X, an entry for each of them.
///
/// For gains c_w(i) = π_i·g(w, i) of m guesses w, X makes Σ_w Σ_i c_w(i)·x_iw as large as any x ≥ 0 with
/// Σ_w x_iw = 1 and α·x_iw ≤ x_hw for all i ~ h does, and it is a vertex of the set of all these x: the constraints
/// that are tight at it determine it. Guesses that are never made are left out.
///
/// Shape: n rows, 1 to m columns. Cost: that of [`optimum`].
///
/// # Errors
/// If α is not in (0, 1], there is no guess, the gains do not fit the graph, or the effort is used up.
///
/// Source: the user's program of Ghosh, Roughgarden, Sundararajan, *Universally utility-maximizing privacy mechanisms*
/// (2009), section 5, on any graph.
pub fn optimal(
    graph: &Graph,
    alpha: &Rational,
    gains: Vec<Vector>,
) -> Result<(Vec<usize>, Vec<Vec<Rational>>), Refusal> {
    let Lists { neighbours, lengths } = Lists::of(graph);
    let guesses = gains.len();
    let program = Program { neighbours: &neighbours, lengths: &lengths, alpha: alpha.clone(), gains };
    let rows = optimum(&program, Effort::default())?.mechanism;
    let made: Vec<usize> = (0..guesses).filter(|&w| rows.iter().any(|row| row.numerators()[w] != 0)).collect();
    let rows = rows.iter().map(|row| made.iter().map(|&w| row.entry(w)).collect()).collect();
    Ok((made, rows))
}

/// What guess w is called: the node's label, or a number where the guesses are those of a matrix.
pub(super) fn guess(file: &Mechanism, w: usize) -> String {
    match &file.gain {
        Gain::Table { .. } => w.to_string(),
        Gain::Binary | Gain::Formula(_) => file.node(w),
    }
}

/// The mechanism file of the first candidate whose optimality the verifier accepts a proof of; `whole` makes the file
/// of a mechanism's text.
///
/// Tried are, at a rational α, what is optimal for rational gains and weights close by: a vertex, and as a rule the
/// optimum; on a line the truncated geometric mechanism; for the binary gain the tight-constraints mechanism
/// Φ·diag(z), z = Φ^-1 1; the vertex that is optimal at a rational α close by, as functions of α; and the best guess,
/// whatever the input.
///
/// # Errors
/// If a file would be over a limit.
pub(super) fn proved(
    file: &Mechanism,
    (name, prior): (&str, &Prior),
    root: &View,
    limits: &Limits,
    whole: &dyn Fn(&str) -> Result<String, Error>,
) -> Result<Option<String>, Error> {
    let mut candidates = Vec::new();
    let gains = rounded(file, prior, limits);
    let best = gains.iter().flatten().enumerate().max_by_key(|(_, gains)| gains.total()).map(|(w, _)| w);
    if let (Some(alpha), Some(gains)) = (file.base().map(exact::rational), gains)
        && let Ok((made, rows)) = optimal(&file.query.graph, &alpha, gains)
    {
        let outputs: Vec<String> = made.iter().map(|&w| guess(file, w)).collect();
        candidates.push(document::matrix(&mut rows.into_iter(), Some(&outputs), root, limits)?);
    }
    if matches!(file.query.graph.family(), Family::Line) {
        candidates.push("{ \"family\": \"truncated-geometric\" }".to_owned());
    }
    if matches!(file.gain, Gain::Binary) {
        candidates.extend(weighted(file, root, limits)?);
    }
    if let (Some(rows), Some(field)) = (optimal_rows(file, prior, limits), &file.field) {
        let made: Vec<usize> = (0..file.gain.guesses(&file.query.graph))
            .filter(|&w| rows.iter().any(|row| !row[w].numerator.is_zero()))
            .collect();
        let outputs: Vec<String> = made.iter().map(|&w| guess(file, w)).collect();
        let mut rows = rows.iter().map(|row| made.iter().map(|&w| field.written(&row[w])).collect::<Vec<_>>());
        candidates.push(document::matrix(&mut rows, Some(&outputs), root, limits)?);
    }
    if let Some(w) = best {
        let mut rows = (0..file.query.graph.nodes()).map(|_| vec![1]);
        candidates.push(document::matrix(&mut rows, Some(&[guess(file, w)]), root, limits)?);
    }
    // All of them together have one search.
    let share = Limits { search: limits.search / candidates.len().max(1), ..*limits };
    for candidate in candidates {
        let text = whole(&candidate)?;
        if is_optimal(&text, name, &share) {
            return Ok(Some(text));
        }
    }
    Ok(None)
}

/// Whether the verifier accepts a proof that the file's mechanism is optimal.
fn is_optimal(text: &str, prior: &str, limits: &Limits) -> bool {
    // Entries whose denominators vanish at α are none.
    let Ok(mut file) = Mechanism::read(text.as_bytes(), limits) else { return false };
    let wanted = Claim::about(model::Kind::Optimal, prior);
    file.claims.retain(|claimed| claimed.claim == wanted);
    let options = Options { limits: *limits, only: vec![model::Kind::Stochastic], ..Options::default() };
    let statements = decide(&file, &options);
    let Ok(found) = certificate::checked(&file, statements, &options) else { return false };
    found.report.statements.iter().any(|s| s.claim == wanted && s.verdict == Verdict::Holds)
}

/// c_w(i) = π_i·g(w, i) in multiples of 2^-PLACES, rounded down, equal ones still equal; of an interval at one α.
fn rounded(file: &Mechanism, prior: &Prior, limits: &Limits) -> Option<Vec<Vector>> {
    let steps = Budget::new(limits.steps);
    let bounds = Bounds::new(limits, &steps);
    let t = match &file.field.as_ref()?.point {
        Point::Interval(interval) => bounds.run(|| algebra::sample(interval)).ok()?,
        point => Enclosure::from(&bounds.run(|| point.bracket(4 * PLACES)).ok()?).low,
    };
    let unit = Rational::power_of_2(-i64::try_from(PLACES).ok()?);
    let values = |x: &Fractions| -> Option<Vec<Rational>> {
        let value = |p: &Polynomial| bounds.run(|| algebra::at(p, &t)).ok().map(|x| exact::rational(&x));
        let below = value(&x.denominator).filter(|d| *d != 0)?;
        x.numerators.iter().map(|p| Some(value(p)? / &below)).collect()
    };
    let graph = &file.query.graph;
    let weights = values(&prior.weights)?;
    let row = |w: usize| {
        let gains = match &file.gain {
            Gain::Binary => (0..weights.len()).map(|i| Rational::from(u32::from(i == w))).collect(),
            gain => values(&gain.row(w, graph)?)?,
        };
        let round = |x: Rational| Rational::from((x / &unit).floor()) * &unit;
        let entries: Vec<Rational> =
            gains.into_iter().zip(&weights).map(|(gain, weight)| round(gain * weight)).collect();
        Some(Vector::from_rationals(&entries))
    };
    (0..file.gain.guesses(graph)).map(row).collect()
}

/// Φ·diag(z) in fractions or expressions, where a z with Φz = 1 is found.
fn weighted(file: &Mechanism, root: &View, limits: &Limits) -> Result<Option<String>, Error> {
    let graph = &file.query.graph;
    if let Some(alpha) = file.base() {
        let Ok(phi) = similarity(graph, exact::rational(alpha), limits) else { return Ok(None) };
        let Ok(mut rows) = tight_constraints(&phi) else { return Ok(None) };
        return document::matrix(&mut rows, None, root, limits).map(Some);
    }
    let (Some(field), Some(z)) = (&file.field, weighting(file, limits)) else { return Ok(None) };
    let steps = Budget::new(limits.steps);
    let bounds = Bounds::new(limits, &steps);
    let row = |i: usize| -> Option<Vec<String>> {
        let distances = crate::graph::distances_from(graph, i);
        distances.iter().zip(&z.numerators).map(|(&d, z_j)| entry(d, z_j, &z, field, &bounds)).collect()
    };
    let rows: Option<Vec<Vec<String>>> = (0..graph.nodes()).map(row).collect();
    rows.map(|rows| document::matrix(&mut rows.into_iter(), None, root, limits)).transpose()
}

/// α^d·z_j as an expression.
fn entry(d: u32, z_j: &Polynomial, z: &Fractions, field: &Field, bounds: &Bounds) -> Option<String> {
    if d == INFINITE {
        return Some("0".to_owned());
    }
    let numerator = field.base.as_ref()?.numerator.raised(d as usize, bounds).ok()?.times(z_j, bounds).ok()?;
    let entry = Quotient { numerator, denominator: z.denominator.clone() };
    Some(field.written(&entry.reduced(bounds).ok()?))
}

/// Why the linear program has no answer.
pub(super) fn unsolved(why: &Refusal) -> String {
    match why {
        Refusal::Effort => OUT_OF_EFFORT.to_owned(),
        other => format!("internal: the linear program is refused: {other:?}"),
    }
}
