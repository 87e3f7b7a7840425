//! The remap of `tight-constraints`: a best one at the prior proportional to the row sums of Φ.

use super::near::{alpha, close, value};
use super::parts;
use crate::decide::attempt::serves;
use crate::decide::case::{Case, Reason};
use crate::statement::Decided;
use dp_kernel::{Verdict, Witness};
use dp_verify::alpha::{Bounds, Field, Point};
use dp_verify::graph::INFINITE;
use dp_verify::limits::Budget;
use dp_verify::model::Claim;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational as Exact;

pub(in crate::decide) fn decide(case: &Case, claim: &Claim, field: &Field) -> Result<Decided, Reason> {
    parts::decide(case, claim, field, &|point| propose(case, claim, field, point))
}

/// A remap that is best at a rational close to t, if it leads to a tight-constraints mechanism at t; else nothing, which
/// is what refutes the claim.
fn propose(case: &Case, claim: &Claim, field: &Field, point: &Point) -> Result<Decided, Reason> {
    let remap = remap(case, field, point)?;
    let here = field.at(point.clone());
    if let Some(remap) = remap {
        let holds = Decided::of_functions(Verdict::Holds, Witness::Remap(remap));
        if matches!(serves(case, claim, &holds, &here), Ok(true)) {
            return Ok(holds);
        }
    }
    Ok(Decided::plain(Verdict::Fails))
}

/// For each output the node with the largest π_i x_io, π = Φ1/T; `None` where X is no table.
pub(super) fn remap(case: &Case, field: &Field, point: &Point) -> Result<Option<Vec<usize>>, Reason> {
    let limits = case.limits;
    let steps = Budget::new(limits.steps);
    let bounds = Bounds::new(limits, &steps);
    let t = close(point, &bounds)?;
    let alpha = alpha(field, &t, &bounds)?;
    let Some(channel) = &case.mechanism.channel else { return Ok(None) };
    let diameter = case.graph().diameter();
    let mut powers = vec![Exact::ONE];
    for d in 0..diameter as usize {
        powers.push(&powers[d] * &alpha);
    }
    let mut best: Vec<(Exact, usize)> = vec![(Exact::ZERO, 0); channel.width];
    for (i, row) in channel.functions().iter().enumerate() {
        let distances = case.graph().distances_from(i).into_iter().filter(|&d| d != INFINITE);
        let weight =
            distances.map(|d| powers[d as usize].clone()).sum::<Exact>() / value(&row.denominator, &t, &bounds)?;
        for ((most, node), x) in best.iter_mut().zip(&row.numerators) {
            let joint = &weight * value(x, &t, &bounds)?;
            if joint > *most {
                (*most, *node) = (joint, i);
            }
        }
    }
    Ok(Some(best.into_iter().map(|(_, node)| node).collect()))
}
