//! `utility-bound`: the least Σy with y ≥ 0, yΦ ≥ π, and its dual; by factors for a product prior.

use super::case::{Case, Reason};
use crate::certificate::{Decided, vector_json};
use crate::program::{NoCovering, covering};
use dp_verify::model::Claim;
use dp_verify::report::Verdict;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;
use serde_json::json;

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let (bound, decided) = proof(case, claim)?;
    Ok(decided.rational("bound", &bound))
}

/// The bound, and a statement that holds with its witness.
///
/// For a product prior on a Hamming graph the program is a product too: tensor products of the factors' y
/// and v are feasible, and their values multiply.
pub(super) fn proof(case: &Case, claim: &Claim) -> Result<(Rational, Decided), Reason> {
    let holds = Decided::new(Verdict::Holds);
    let Some((values, factors)) = case.factors(claim)? else {
        let found = covering(case.similarity()?, &case.weights(claim)?).map_err(not_found)?;
        return Ok((found.y.total(), holds.vector("y", &found.y).vector("v", &found.v)));
    };
    let one = case.similarity_of_one(values)?;
    let mut bound = Rational::ONE;
    let mut parts = Vec::new();
    for prior in &factors {
        let found = covering(&one, prior).map_err(not_found)?;
        bound *= found.y.total();
        parts.push(json!({ "y": vector_json(&found.y), "v": vector_json(&found.v) }));
    }
    Ok((bound, holds.witness("factors", parts)))
}

fn not_found(why: NoCovering) -> Reason {
    Reason::new(why.to_string())
}
