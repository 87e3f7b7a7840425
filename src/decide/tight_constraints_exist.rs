//! `tight-constraints-exist`: z ≥ 0 with Φz = 1, or a Farkas vector; and whether z is the only one.

use super::case::{Case, Reason, refused};
use crate::certificate::{Decided, vector_json};
use crate::linear::{OnlySolution, Vector, invertible_modulo};
use crate::program::{Answer, Nonnegative, Uniqueness, only_solution, uniqueness};
use dp_verify::report::Verdict;
use serde_json::{Value, json};

/// Up to so many nodes Φ is proved invertible by elimination modulo a prime, n³/3 word operations for the
/// verifier too; past it `unique` and `least` are left out unless they are asked for or the graph's structure
/// gives them.
pub const ELIMINATED_NODES: usize = 1_500;

pub(super) fn decide(case: &Case) -> Result<Decided, Reason> {
    let answer = case.nonnegative(&Vector::ones(case.nodes()))?;
    match &answer.outcome {
        Nonnegative::Found { y: z, .. } => holds(case, &answer, z),
        Nonnegative::None { w } => fails(case, &answer, w),
    }
}

fn holds(case: &Case, answer: &Answer, z: &Vector) -> Result<Decided, Reason> {
    let decided = Decided::new(Verdict::Holds).vector("z", z);
    if let Some(proof) = invertible(case, answer.only.as_ref())? {
        return Ok(decided.witness("invertible", proof));
    }
    if !case.may_eliminate() {
        return Ok(decided);
    }
    Ok(match uniqueness(case.similarity()?, z).ok_or_else(refused)? {
        Uniqueness::Second(second) => decided.vector("second", &second),
        Uniqueness::Only { modulus, w } => {
            let only = json!({ "modulus": modulus.to_string(), "w": vector_json(&w) });
            decided.witness("only", only)
        }
    })
}

fn fails(case: &Case, answer: &Answer, w: &Vector) -> Result<Decided, Reason> {
    let decided = Decided::new(Verdict::Fails).vector("w", w);
    let only = match &answer.only {
        Some(only) => Some(only.clone()),
        None if !case.may_eliminate() => None,
        None => only_solution(case.similarity()?, &Vector::ones(case.nodes())),
    };
    let Some(only) = only else { return Ok(decided) };
    let Some(proof) = invertible(case, Some(&only))? else { return Ok(decided) };
    let z = &only.solution;
    Ok(decided.vector("z", z).witness("invertible", proof))
}

/// A proof that Φ is invertible, if it is and one is affordable: by structure, by the prime of an elimination
/// that was made, or by another elimination.
fn invertible(case: &Case, only: Option<&OnlySolution>) -> Result<Option<Value>, Reason> {
    if case.invertible_by_structure() {
        return Ok(Some(json!({ "structure": "hamming" })));
    }
    // Singular on the cells is singular on the nodes.
    let Some(only) = only.filter(|_| case.may_eliminate() || case.structure().is_some()) else { return Ok(None) };
    let modulus = match only.modulus {
        Some(modulus) if case.is_sum_query() => {
            return Ok(Some(json!({ "structure": "sum", "modulus": modulus.to_string() })));
        }
        Some(modulus) => Some(modulus),
        None => invertible_modulo(case.similarity()?),
    };
    Ok(modulus.map(|modulus| json!({ "modulus": modulus.to_string() })))
}
