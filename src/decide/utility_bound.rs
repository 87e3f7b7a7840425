//! `utility-bound`: the least Σy with y ≥ 0, yΦ ≥ π, and its dual; by factors for a product prior. On small graphs the
//! optimum beside it.

use super::case::{Case, Reason};
use super::optimal::optima;
use crate::certificate::{Decided, vector_json};
use crate::linear::Vector;
use crate::program::{covering, only_solution};
use dp_verify::model::{Claim, Gain};
use dp_verify::report::Verdict;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;
use serde_json::{Value, json};

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let (bound, decided) = proof(case, claim)?;
    let wanted = case.is_small() || case.expects(claim, &["optimum"]);
    Ok(if wanted { beside_the_optimum(case, claim, &bound, decided) } else { decided })
}

/// What `take` makes of the first optimum of the binary gain for the claim's prior, with its proof, that it takes: each
/// route is tried only where the ones before it have failed.
pub(super) fn from_optimum<T>(
    case: &Case,
    claim: &Claim,
    mut take: impl FnMut(Rational, Value) -> Option<T>,
) -> Option<T> {
    let prior = case.weights(claim).ok()?;
    let mut found = optima(case, &Gain::Binary, &prior).ok()?;
    found.find_map(|found| {
        let mut proof = found.bound;
        proof.insert("better".into(), found.better);
        take(found.value, Value::Object(proof))
    })
}

/// The same with the optimum, where it is found, and Σy of the solutions of yΦ = π, where there are some.
fn beside_the_optimum(case: &Case, claim: &Claim, bound: &Rational, decided: Decided) -> Decided {
    let found = from_optimum(case, claim, |value, proof| {
        let stated = decided.clone().witness("optimum", proof);
        (value <= *bound && case.accepts(claim, &stated)).then_some(stated)
    });
    let Some(stated) = found else { return decided };
    let with_solution = || {
        let solve = |b: &Vector| only_solution(case.similarity().ok()?, b).map(|only| only.solution);
        let (y, v) = (solve(&case.weights(claim).ok()?)?, solve(&Vector::ones(case.nodes()))?);
        let solution = json!({ "y": vector_json(&y), "v": vector_json(&v) });
        Some(stated.clone().witness("solution", solution)).filter(|stated| case.accepts(claim, stated))
    };
    with_solution().unwrap_or(stated)
}

/// The bound, and a statement that holds with its witness.
///
/// For a product prior on a Hamming graph the program is a product too: tensor products of the factors' y
/// and v are feasible, and their values multiply.
pub(super) fn proof(case: &Case, claim: &Claim) -> Result<(Rational, Decided), Reason> {
    let holds = Decided::new(Verdict::Holds);
    let Some((values, factors)) = case.factors(claim)? else {
        let found = case.covering(claim)?;
        return Ok((found.y.total(), holds.vector("y", &found.y).vector("v", &found.v)));
    };
    let one = case.similarity_of_one(values)?;
    let mut bound = Rational::ONE;
    let mut parts = Vec::new();
    for prior in &factors {
        let found = covering(&one, prior).map_err(|why| Reason::new(why.to_string()))?;
        bound *= found.y.total();
        parts.push(json!({ "y": vector_json(&found.y), "v": vector_json(&found.v) }));
    }
    Ok((bound, holds.witness("factors", parts)))
}
