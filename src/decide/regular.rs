//! `regular`: y ≥ 0 with yΦ = π and the least Σy, or a Farkas vector; by factors for a product prior.

use super::case::{Case, Reason, refused};
use crate::certificate::{Decided, vector_json};
use crate::linear::Vector;
use crate::program::{Nonnegative, nonnegative_solution};
use dp_verify::model::Claim;
use dp_verify::report::Verdict;
use serde_json::{Value, json};

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    if let Some((values, factors)) = case.factors(claim)? {
        return by_factors(case, values, &factors);
    }
    Ok(match case.nonnegative(&case.weights(claim)?)?.outcome {
        Nonnegative::Found { y, v } => Decided::new(Verdict::Holds).vector("y", &y).vector("v", &v),
        Nonnegative::None { w } => Decided::new(Verdict::Fails).vector("w", &w),
    })
}

/// A product prior is regular iff all its factors are: the tensor product of their y's represents it, and a
/// factor's Farkas vector, with 1 for all other individuals, is one for the product.
fn by_factors(case: &Case, values: usize, factors: &[Vector]) -> Result<Decided, Reason> {
    let one = case.similarity_of_one(values)?;
    let mut ys = Vec::new();
    for (k, prior) in factors.iter().enumerate() {
        match nonnegative_solution(&one, prior).ok_or_else(refused)?.outcome {
            Nonnegative::Found { y, .. } => ys.push(json!({ "y": vector_json(&y) })),
            Nonnegative::None { w } => {
                let part = |other| if other == k { vector_json(&w) } else { vector_json(&Vector::ones(values)) };
                let ws: Vec<Value> = (0..factors.len()).map(|other| json!({ "w": part(other) })).collect();
                return Ok(Decided::new(Verdict::Fails).witness("factors", ws));
            }
        }
    }
    Ok(Decided::new(Verdict::Holds).witness("factors", ys))
}
