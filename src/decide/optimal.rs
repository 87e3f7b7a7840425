//! `optimal`: a bound on the utility of every ε-private mechanism that X reaches, or a better mechanism with a bound
//! that it reaches. Closed forms first, then the linear program.

use super::case::{Case, Reason};
use super::utility;
use crate::certificate::{Decided, vector_json};
use crate::exact;
use crate::graph::is_forest;
use crate::linear::Vector;
use crate::program::mechanism::{Effort, OUT_OF_EFFORT, Program, optimum};
use crate::program::{Nonnegative, geometric_dual, tight_dual};
use crate::timing::Part;
use dp_verify::graph::{Family, Graph};
use dp_verify::model::{Claim, Gain};
use dp_verify::report::Verdict;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;
use serde_json::{Map, Value, json};

/// The most utility of an ε-private mechanism: the witness of the bound, and a mechanism that reaches it, or null.
pub(super) struct Optimum {
    pub(super) value: Rational,
    pub(super) bound: Map<String, Value>,
    pub(super) better: Value,
}

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let prior = case.weights(claim)?;
    let gain = &case.mechanism.gain;
    let reached = utility::of(case, gain, &prior)?;
    let private = case.is_private()?;
    for found in optima(case, gain, &prior)? {
        let verdict = Verdict::of(private && reached == found.value);
        if private && reached > found.value {
            continue;
        }
        let mut decided = found.bound.into_iter().fold(Decided::new(verdict), |d, (name, part)| d.witness(&name, part));
        if verdict == Verdict::Fails {
            decided = decided.witness("better", found.better);
        }
        // A closed form need not be the optimum where its hypotheses fail: the verifier tells.
        if case.accepts(claim, &decided) {
            return Ok(decided);
        }
    }
    if private {
        Err(Reason::new(OUT_OF_EFFORT))
    } else {
        // What is not private fails whatever the optimum is.
        Ok(Decided::new(Verdict::Fails))
    }
}

/// The ways to an optimum: three closed forms, and the linear program.
const ROUTES: [&str; 4] = ["geometric", "tree", "covering", "program"];

/// What may be the optimum, by each route in turn: a closed form need not be it where its hypotheses fail.
pub(super) fn optima<'c>(
    case: &'c Case,
    gain: &'c Gain,
    prior: &'c Vector,
) -> Result<impl Iterator<Item = Optimum> + use<'c>, Reason> {
    by_routes(case, gain, prior, &ROUTES)
}

/// Bounds on the utility of every private mechanism, whatever the prior: the last is the optimum.
pub(super) fn bounds<'c>(
    case: &'c Case,
    gain: &'c Gain,
    prior: &'c Vector,
) -> Result<impl Iterator<Item = Optimum> + use<'c>, Reason> {
    by_routes(case, gain, prior, &ROUTES[2..])
}

fn by_routes<'c>(
    case: &'c Case,
    gain: &'c Gain,
    prior: &'c Vector,
    routes: &'static [&'static str],
) -> Result<impl Iterator<Item = Optimum> + use<'c>, Reason> {
    let alpha = case.alpha()?;
    let gains = gains(case, gain, prior)?;
    let routes = if case.general { &ROUTES[3..] } else { routes };
    Ok(routes.iter().filter_map(move |&route| {
        let part = Part::begin("optimum");
        let found = match route {
            "geometric" => geometric(case, &alpha, &gains),
            "tree" => tree(case, gain, prior),
            "covering" => covering(case, gain, prior),
            _ => program(case, &alpha, &gains),
        };
        part.end(format_args!("{route}: {}", if found.is_some() { "a candidate" } else { "does not apply" }));
        found
    }))
}

/// c_w(i) = π_i·g(w, i), a row for each guess.
pub(super) fn gains(case: &Case, gain: &Gain, prior: &Vector) -> Result<Vec<Vector>, Reason> {
    let irrational = || Reason::new("the gain is irrational: this version decides rational ones");
    weighted_gains(case.graph(), gain, prior).ok_or_else(irrational)
}

/// c_w(i) = π_i·g(w, i), a row for each guess; `None` where the gain is irrational.
pub(crate) fn weighted_gains(graph: &Graph, gain: &Gain, prior: &Vector) -> Option<Vec<Vector>> {
    let n = graph.nodes();
    let row = |w: usize| {
        let entries = match gain {
            Gain::Binary => {
                let mut entries = vec![Rational::ZERO; n];
                entries[w] = prior.entry(w);
                entries
            }
            gain => {
                let gains = exact::vector(gain.row(w, graph).as_ref()?)?;
                (0..n).map(|i| prior.entry(i) * gains.entry(i)).collect()
            }
        };
        Some(Vector::from_rationals(&entries))
    };
    (0..gain.guesses(graph)).map(row).collect()
}

/// The linear program.
pub(super) fn program(case: &Case, alpha: &Rational, gains: &[Vector]) -> Option<Optimum> {
    let graph = case.graph();
    let neighbours: Vec<Vec<usize>> = (0..graph.nodes()).map(|i| graph.neighbours(i)).collect();
    let program = Program { neighbours: &neighbours, alpha: alpha.clone(), gains: gains.to_vec() };
    let found = optimum(&program, Effort::default()).ok()?;
    let mut bound = Map::from_iter([("lambda".to_owned(), vector_json(&found.dual.lambda))]);
    if !is_forest(graph) {
        let multipliers: Vec<Value> =
            found.dual.multipliers.iter().map(|of_one| multipliers_json(&of_one.arcs)).collect();
        bound.insert("multipliers".into(), multipliers.into());
    }
    let rows: Vec<Value> = found.mechanism.iter().map(vector_json).collect();
    Some(Optimum { value: found.value, bound, better: json!({ "rows": rows }) })
}

/// The multipliers of one column: directed edges and a number for each.
pub(super) fn multipliers_json(arcs: &[((usize, usize), Rational)]) -> Value {
    if arcs.is_empty() {
        return json!({});
    }
    let edges: Vec<[usize; 2]> = arcs.iter().map(|((i, h), _)| [*i, *h]).collect();
    let values: Vec<Rational> = arcs.iter().map(|(_, mu)| mu.clone()).collect();
    json!({ "edges": edges, "mu": vector_json(&Vector::from_rationals(&values)) })
}

/// On a line, the truncated geometric mechanism.
fn geometric(case: &Case, alpha: &Rational, gains: &[Vector]) -> Option<Optimum> {
    matches!(case.graph().family(), Family::Line).then_some(())?;
    let (value, lambda) = geometric_dual(alpha, gains)?;
    let bound = Map::from_iter([("lambda".to_owned(), vector_json(&lambda))]);
    Some(Optimum { value, bound, better: json!({ "family": "truncated-geometric" }) })
}

/// With the binary gain, the tight-constraints mechanism, which on a forest is optimal for every prior.
fn tree(case: &Case, gain: &Gain, prior: &Vector) -> Option<Optimum> {
    if !matches!(gain, Gain::Binary) || !is_forest(case.graph()) {
        return None;
    }
    let z = tight(case)?;
    let (value, lambda) = tight_dual(case.similarity().ok()?, prior)?;
    let bound = Map::from_iter([("lambda".to_owned(), vector_json(&lambda))]);
    Some(Optimum { value, bound, better: json!({ "tight": vector_json(&z) }) })
}

/// With the binary gain, the covering bound: it is the optimum where X or the tight-constraints mechanism reaches it.
fn covering(case: &Case, gain: &Gain, prior: &Vector) -> Option<Optimum> {
    if !matches!(gain, Gain::Binary) {
        return None;
    }
    let y = case.least_covering(prior).ok()?.y;
    let bound = Map::from_iter([("y".to_owned(), vector_json(&y))]);
    let better = tight(case).map_or(Value::Null, |z| json!({ "tight": vector_json(&z) }));
    Some(Optimum { value: y.total(), bound, better })
}

/// z ≥ 0 with Φz = 1.
pub(super) fn tight(case: &Case) -> Option<Vector> {
    match case.nonnegative(&Vector::ones(case.nodes())).ok()?.outcome {
        Nonnegative::Found { y, .. } => Some(y),
        Nonnegative::None { .. } => None,
    }
}
