//! The remap of `tight-constraints`: a best one at the prior proportional to the row sums of Φ.

use super::super::case::{Case, Reason};
use super::parts::obstacle;
use super::witness::Proposal;
use crate::decide::attempt::{Attempt, attempt};
use crate::exact;
use dp_verify::alpha::{Bounds, Field, Point, Polynomial};
use dp_verify::graph::INFINITE;
use dp_verify::limits::Budget;
use dp_verify::model::Claim;
use dp_verify::number::Rational;
use dp_verify::report::Verdict;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational as Exact;

/// The binary places to which t is computed where it is irrational.
const BITS: u64 = 256;

/// A remap that is best at a rational close to t, if it leads to a tight-constraints mechanism at t; else nothing, which
/// is what refutes the claim.
pub(super) fn propose(case: &Case, claim: &Claim, field: &Field, point: &Point) -> Result<Proposal, Reason> {
    let remap = remap(case, field, point)?;
    let here = field.at(point.clone());
    if let Some(remap) = remap {
        let holds = Proposal::new(Verdict::Holds).part("remap", remap);
        match attempt(case, claim, Verdict::Holds, Some(&holds.text()), Some(&here)) {
            // A change of sign cuts the interval, and each part is tried again.
            Ok(Verdict::Holds) | Err(Attempt::Changes(_)) => return Ok(holds),
            _ => {}
        }
    }
    Ok(Proposal::new(Verdict::Fails))
}

/// For each output the node with the largest π_i x_io, π = Φ1/T; `None` where X is no table.
pub(super) fn remap(case: &Case, field: &Field, point: &Point) -> Result<Option<Vec<usize>>, Reason> {
    let limits = case.limits;
    let steps = Budget::new(limits.steps);
    let bounds = Bounds::new(limits, &steps);
    let t: Rational = match point {
        Point::Rational(t) => t.clone(),
        Point::Interval(interval) => interval.sample(&bounds).map_err(|why| obstacle(&why))?,
        other => other.enclosure(BITS, &bounds).map_err(|why| obstacle(&why))?.low,
    };
    let value = |p: &Polynomial| match p.evaluate(&t, &bounds) {
        Ok(x) => Ok(exact::rational(&x)),
        Err(why) => Err(obstacle(&why)),
    };
    let alpha = value(&field.alpha.numerator)? / value(&field.alpha.denominator)?;
    let Some(channel) = &case.mechanism.channel else { return Ok(None) };
    let diameter = case.graph().diameter();
    let mut powers = vec![Exact::ONE];
    for d in 0..diameter as usize {
        powers.push(&powers[d] * &alpha);
    }
    let mut best: Vec<(Exact, usize)> = vec![(Exact::ZERO, 0); channel.width];
    for (i, row) in channel.functions().iter().enumerate() {
        let distances = case.graph().distances_from(i).into_iter().filter(|&d| d != INFINITE);
        let weight = distances.map(|d| powers[d as usize].clone()).sum::<Exact>() / value(&row.denominator)?;
        for ((most, node), x) in best.iter_mut().zip(&row.numerators) {
            let joint = &weight * value(x)?;
            if joint > *most {
                (*most, *node) = (joint, i);
            }
        }
    }
    Ok(Some(best.into_iter().map(|(_, node)| node).collect()))
}
