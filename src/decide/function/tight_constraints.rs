//! The remap of `tight-constraints`: a best one at the prior proportional to the row sums of Φ.

use super::near::{alpha, close, powers, value};
use super::parts;
use crate::decide::attempt::serves;
use crate::decide::case::{Case, Reason};
use crate::effort::{self, Counted, spend};
use crate::exact;
use crate::graph::INFINITE;
use crate::statement::Decided;
use dp_kernel::{Verdict, Witness};
use dp_verify::alpha::{Bounds, Field, Point, Polynomial};
use dp_verify::model::Claim;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational as Exact;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

pub(in crate::decide) fn decide(case: &Case, claim: &Claim, field: &Field) -> Result<Decided, Reason> {
    if case.is_refuted_by_privacy() {
        return Ok(Decided::plain(Verdict::Fails));
    }
    parts::decide(case, claim, field, &|point| propose(case, claim, field, point))
}

/// A remap that is best at a rational close to t, if it leads to a tight-constraints mechanism at t; else nothing,
/// which is what refutes the claim.
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

/// The words of the entries' values that are kept.
const MOST_KNOWN: usize = 1 << 22;

/// For each output the node with the largest π_i x_io, π = Φ1/T; `None` where X is no table.
pub(super) fn remap(case: &Case, field: &Field, point: &Point) -> Result<Option<Vec<usize>>, Reason> {
    let limits = case.limits;
    let steps = Counted::new(limits.steps);
    let bounds = Bounds::new(limits, &steps);
    let t = close(point, &bounds)?;
    let alpha = alpha(field, &t, &bounds)?;
    let Some(channel) = case.mechanism.channel() else { return Ok(None) };
    let rows = &channel.table;
    let weights = weights(case, &alpha);
    let over = rows.iter().map(|row| value(&row.denominator, &t, &bounds)).collect::<Result<Vec<_>, _>>()?;
    let factors: Vec<Exact> = weights.iter().zip(&over).map(|(weight, over)| Exact::from(weight) / over).collect();
    let degree = rows.iter().flat_map(|row| &row.numerators).map(Polynomial::degree).max().unwrap_or(0);
    let scale = Exact::from(exact::integer(t.denom()).pow(degree as u64));
    // π_i x_io as an integer over the denominator of row i's factor: products of integers take no greatest common
    // divisors.
    let mut best = vec![(Integer::ZERO, 0); channel.width];
    // Closed forms have the same few entries in all rows.
    let mut known: HashMap<&Polynomial, Integer> = HashMap::new();
    let (mut longest, below) =
        (1, factors.iter().map(|factor| effort::words(factor.denominator_ref())).max().unwrap_or(1));
    for (i, (row, factor)) in rows.iter().zip(&factors).enumerate() {
        let weight = numerator(factor);
        let words = effort::words(&weight);
        if known.len().saturating_mul(longest) > MOST_KNOWN {
            known.clear();
        }
        spend(effort::steps(channel.width, 4 * words + below + 64, longest));
        for ((most, node), x) in best.iter_mut().zip(&row.numerators) {
            let joint = match known.entry(x) {
                Entry::Occupied(entry) => &weight * entry.get(),
                Entry::Vacant(entry) => {
                    let entry = &*entry.insert(numerator(&(value(x, &t, &bounds)? * &scale)));
                    longest = longest.max(effort::words(entry));
                    &weight * entry
                }
            };
            let [mine, other] = [factor, &factors[*node]].map(|factor: &Exact| factor.denominator_ref());
            let is_more = if mine == other {
                joint > *most
            } else {
                &joint * Integer::from(other) > &*most * Integer::from(mine)
            };
            if is_more {
                (*most, *node) = (joint, i);
            }
        }
    }
    Ok(Some(best.into_iter().map(|(_, node)| node).collect()))
}

/// Φ1 at α, times some number.
pub(in crate::decide) fn weights(case: &Case, alpha: &Exact) -> Vec<Integer> {
    let diameter = dp_kernel::place(case.graph().diameter());
    let terms = powers(alpha, diameter);
    let long = effort::words(&terms[0]);
    let weight = |i: usize| {
        spend(effort::steps(diameter, 2 * long + 32, 1));
        let mut at_distance = vec![0_u64; diameter + 1];
        for d in crate::graph::distances_from(case.graph(), i).into_iter().filter(|&d| d != INFINITE) {
            at_distance[d as usize] += 1;
        }
        at_distance.iter().zip(&terms).map(|(&n, term)| Integer::from(n) * term).sum()
    };
    (0..case.nodes()).map(weight).collect()
}

/// The numerator of a rational.
fn numerator(x: &Exact) -> Integer {
    Integer::from_sign_and_abs_ref(*x >= 0u32, x.numerator_ref())
}
