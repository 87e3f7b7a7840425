//! `regular`: some y ≥ 0 has yΦ = π (ElSalamouny et al. Definition 5).
//!
//! Holds: y, and v with Φv ≤ 1 and π·v = Σy. For any y' ≥ 0 with y'Φ = π, Σy' ≥ y'Φv = π·v: `sum` is the
//! least. Fails: w with Φw ≥ 0 and π·w < 0, since y would give π·w = yΦw ≥ 0 (Farkas).

use super::{covering, enclosed};
use crate::case::Case;
use crate::failure::{Failure, Why, refused};
use crate::problem::{Name, Verdict};
use crate::proved::{Found, Reason, Value};
use crate::witness::Witness;

pub(crate) fn check(case: &Case, prior: usize, witness: &Witness) -> Result<Found, Failure> {
    let prior = case.prior(prior)?;
    match witness {
        Witness::Representation { y, v } => {
            case.nonnegative("y", y, case.nodes())?;
            covering::represents(case, prior, y)?;
            let sum = covering::same_sum(case, prior, y, v)?;
            Ok(Found::new(Verdict::Holds).number(Name::Sum, sum))
        }
        Witness::Separating { w, solution: None } => {
            let (_, by) = covering::separates(case, "π·w", prior, w)?;
            Ok(Found::new(Verdict::Fails).because(Reason::Separated { by, singular: false }))
        }
        Witness::Enclosed(enclosed) => {
            let sum = enclosed::positive(case, prior, enclosed)?;
            Ok(Found::new(Verdict::Holds).value(Name::Sum, Value::Enclosed(sum)))
        }
        _ => refused(Why::WrongWitness),
    }
}
