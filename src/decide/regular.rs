//! `regular`: y ≥ 0 with yΦ = π and the least Σy, or a Farkas vector; by factors for a product prior.

use super::case::{Case, Reason, refused};
use super::factors::{self, OfOne};
use crate::exact::ForWitness;
use crate::program::{Nonnegative, nonnegative_solution};
use crate::statement::Decided;
use dp_kernel::{Verdict, Witness};
use dp_verify::model::Claim;

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    if let Some((values, factors)) = case.factors(claim)? {
        let one = case.similarity_of_one(values)?;
        return factors::regular(&factors, values, |prior| {
            Ok(match nonnegative_solution(&one, prior).ok_or_else(refused)?.outcome {
                Nonnegative::Found { y, .. } => OfOne::Regular(y.for_witness()),
                Nonnegative::None { w } => OfOne::Separated(w.for_witness()),
            })
        });
    }
    Ok(match case.nonnegative(&case.weights(claim)?)?.outcome {
        Nonnegative::Found { y, v } => {
            let witness = Witness::Representation { y: y.for_witness(), v: v.for_witness() };
            Decided::new(Verdict::Holds, witness)
        }
        Nonnegative::None { w } => Decided::separating(&w),
    })
}
