//! `tight-constraints-exist`: z ≥ 0 with Φz = 1, or a Farkas vector; and whether z is the only one.

use super::case::{Case, Reason, refused};
use crate::certificate::{Decided, vector_json};
use crate::linear::{Factored, Partition, Similarity, Solution, Vector};
use crate::program::{Nonnegative, Uniqueness, nonnegative_solution, uniqueness};
use dp_verify::report::Verdict;
use serde_json::{Value, json};

/// Up to so many nodes Φ is proved invertible by elimination modulo a prime, n³/3 word operations for the
/// verifier too; past it `unique` and `least` are left out unless the graph's structure gives them.
const ELIMINATED_NODES: usize = 1_500;

pub(super) fn decide(case: &Case) -> Result<Decided, Reason> {
    let phi = case.similarity()?;
    let ones = Vector::ones(case.nodes());
    match nonnegative_solution(phi, &ones).ok_or_else(refused)? {
        Nonnegative::Found { y: z, .. } => holds(case, phi, &z),
        Nonnegative::None { w } => fails(case, phi, &w),
    }
}

fn holds(case: &Case, phi: &Similarity, z: &Vector) -> Result<Decided, Reason> {
    let decided = Decided::new(Verdict::Holds).rational("sum", &z.total()).vector("z", z);
    if let Some(proof) = invertible(case, phi) {
        let least = z.to_rationals().into_iter().min().unwrap_or_default();
        return Ok(decided.value("unique", true).rational("least", &least).witness("invertible", proof));
    }
    if case.nodes() > ELIMINATED_NODES {
        return Ok(decided);
    }
    Ok(match uniqueness(phi, z).ok_or_else(refused)? {
        Uniqueness::Second(second) => decided.value("unique", false).vector("second", &second),
        Uniqueness::Only { modulus, w } => {
            let only = json!({ "modulus": modulus.to_string(), "w": vector_json(&w) });
            decided.value("unique", true).witness("only", only)
        }
    })
}

fn fails(case: &Case, phi: &Similarity, w: &Vector) -> Result<Decided, Reason> {
    let decided = Decided::new(Verdict::Fails).vector("w", w);
    let Some(proof) = invertible(case, phi) else { return Ok(decided) };
    // Φ is invertible, so that the one solution is constant on the cells.
    let ones = Vector::ones(case.nodes());
    let partition = Partition::coarsest_equitable(phi, &ones).ok_or_else(refused)?;
    let quotient = phi.quotient(&partition);
    let solution = Factored::new(&quotient).solve(&partition.gather(&ones)).ok_or_else(refused)?;
    let Solution::Unique(z) = solution else { return Ok(decided) };
    let z = partition.spread(&z);
    let least = z.to_rationals().into_iter().min().unwrap_or_default();
    Ok(decided.rational("least", &least).vector("z", &z).witness("invertible", proof))
}

/// A proof that Φ is invertible, if it is and one is affordable.
fn invertible(case: &Case, phi: &Similarity) -> Option<Value> {
    if case.invertible_by_structure() {
        return Some(json!({ "structure": "hamming" }));
    }
    if case.nodes() > ELIMINATED_NODES {
        return None;
    }
    let modulus = Factored::new(phi).invertible_modulo()?;
    Some(json!({ "modulus": modulus.to_string() }))
}
