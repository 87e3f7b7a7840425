//! `tight-constraints-exist`: z ≥ 0 with Φz = 1, or a Farkas vector; and whether z is the only one.

use super::case::{Case, Reason, refused};
use crate::exact::ForWitness;
use crate::linear::{OnlySolution, Vector, invertible_modulo};
use crate::program::{Answer, Nonnegative, Uniqueness, only_solution, uniqueness};
use crate::statement::Decided;
use dp_kernel::{Invertible, Unique, Verdict, Witness};
use dp_verify::model::Claim;

pub(super) fn decide(case: &Case, _: &Claim) -> Result<Decided, Reason> {
    let answer = case.nonnegative(&Vector::ones(case.nodes()))?;
    match &answer.outcome {
        Nonnegative::Found { y: z, .. } => holds(case, &answer, z),
        Nonnegative::None { w } => fails(case, &answer, w),
    }
}

fn holds(case: &Case, answer: &Answer, z: &Vector) -> Result<Decided, Reason> {
    let unique = match invertible(case, answer.only.as_ref())? {
        Some(proof) => Unique::Invertible(proof),
        None if !case.may_eliminate() => Unique::Open,
        None => match uniqueness(case.similarity()?, z).ok_or_else(refused)? {
            Uniqueness::Second(second) => Unique::Second(second.for_witness()),
            Uniqueness::Only { modulus, w } => Unique::Only { modulus, w: w.for_witness() },
        },
    };
    Ok(Decided::new(Verdict::Holds, Witness::Weighting { z: z.for_witness(), unique }))
}

fn fails(case: &Case, answer: &Answer, w: &Vector) -> Result<Decided, Reason> {
    let only = match &answer.only {
        Some(only) => Some(only.clone()),
        None if !case.may_eliminate() => None,
        None => only_solution(case.similarity()?, &Vector::ones(case.nodes())),
    };
    let solution = match only {
        Some(only) => invertible(case, Some(&only))?.map(|proof| (only.solution.for_witness(), proof)),
        None => None,
    };
    Ok(Decided::new(Verdict::Fails, Witness::Separating { w: w.for_witness(), solution }))
}

/// A proof that Φ is invertible, if it is and one is affordable: by structure, by the prime of an elimination
/// that was made, or by another elimination.
fn invertible(case: &Case, only: Option<&OnlySolution>) -> Result<Option<Invertible>, Reason> {
    if case.invertible_by_structure() {
        return Ok(Some(Invertible::Hamming));
    }
    // Singular on the cells is singular on the nodes.
    let Some(only) = only.filter(|_| case.may_eliminate() || case.structure().is_some()) else { return Ok(None) };
    let modulus = match only.modulus {
        Some(modulus) if case.is_sum_query() => return Ok(Some(Invertible::Sum(modulus))),
        Some(modulus) => Some(modulus),
        None => invertible_modulo(case.similarity()?),
    };
    Ok(modulus.map(Invertible::Modulus))
}
