//! What leads from one mechanism to another, and what shows that nothing does, by functions of t.

use super::near::over_one;
use crate::exact::ForWitness;
use crate::statement::Decided;
use dp_kernel::{Verdict, Witness};
use dp_verify::alpha::{Bounds, Obstacle, Quotient};
use dp_verify::number::Rational;

pub(super) fn found(remap: &[Quotient], t: &Rational, bounds: &Bounds) -> Result<Decided, Obstacle> {
    Ok(Decided::of_functions(Verdict::Holds, Witness::Garbling(over_one(remap, t, bounds)?.for_witness())))
}

pub(super) fn refuted(w: &[Quotient], nu: &[Quotient], t: &Rational, bounds: &Bounds) -> Result<Decided, Obstacle> {
    let [w, nu] = [over_one(w, t, bounds)?.for_witness(), over_one(nu, t, bounds)?.for_witness()];
    Ok(Decided::of_functions(Verdict::Fails, Witness::NoGarbling { w, nu }))
}
