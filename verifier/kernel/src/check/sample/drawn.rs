//! `sampled-from`: the exact X_i(S) of a table lie inside all bounds, L_i(S) ≤ X_i(S) ≤ U_i(S).
//!
//! If the runs were drawn from that table, this is so with probability at least c (see `not_refuted`). X_i(S) < L_i(S)
//! is X_i(all but S) > U_i(all but S), and events come with their complements: only the upper bounds are compared.
//!
//! `distance_at_most` is the largest over i and S of what `inside` has for the most P_i(S), less X_i(S): with
//! confidence c no law of a node is farther from its row, in total variation max_S |P(S) − X(S)|. A row x_i that is
//! at most t away from P_i has P_i(S) ≤ x_i(S) + t ≤ e^ε·x_h(S) + δ + t ≤ e^ε·P_h(S) + δ + (1 + e^ε)·t where the
//! table is (ε, δ)-private.

use super::inside::{Gap, HALF, Side, gap, keep, most};
use super::node::{Node, nodes, seen};
use crate::case::{Case, length};
use crate::check::core::stochastic;
use crate::failure::{Failure, Why, ensure, refused};
use crate::problem::{Counts, Name, Verdict};
use crate::proved::{Found, Reason};
use crate::witness::Witness;
use dp_number::meter::charge;
use dp_number::{Fraction, Vector};

pub(crate) fn check(case: &Case, counts: &Counts, from: usize, witness: &Witness) -> Result<Found, Failure> {
    let Some(other) = case.problem.others.get(from) else { return refused(Why::DoesNotFit) };
    let Witness::Inside { upper, weights, laws: None } = witness else { return refused(Why::WrongWitness) };
    length("from", other.rows.len(), counts.rows.len())?;
    ensure(weights.is_empty() || counts.is_by_weights(), || Why::WrongWitness)?;
    ensure(weights.is_empty() || weights.len() == counts.rows.len(), || Why::WrongWitness)?;
    let (nodes, _) = nodes(case, counts, upper, true)?;
    let (mut outside, mut apart) = (None, None);
    for (i, (node, row)) in nodes.iter().zip(&other.rows).enumerate() {
        ensure(row.len() == counts.outputs(), || Why::OtherShape)?;
        ensure(stochastic::fault(case, row)?.is_none(), || Why::OtherNoDistribution(i))?;
        exceeding(case, counts, (i, node), row, &mut outside)?;
        let theta = weights.get(i).map_or(HALF, |of| of.weights[0]);
        let sides = [&Side::of(node, counts)?, &Side::of_row(row, counts)?];
        keep(case, &mut apart, i, gap(case, sides, &Fraction::ONE, [theta, 0])?)?;
    }
    let distance = apart.as_ref().map_or(Fraction::ZERO, |(_, gap): &(usize, Gap)| gap.by.clone());
    let (holds, told) = (outside.is_none(), outside.or(apart));
    let told = told.map(|(node, Gap { outputs, masses: [bound, own], .. })| Reason::FromTable {
        node,
        counts: seen(counts, node, &outputs),
        outputs,
        masses: if holds { [own, bound] } else { [bound, own] }.map(Fraction::lowest),
    });
    Ok(Found::new(Verdict::of(holds)).number(Name::DistanceAtMost, distance.lowest()).because(told))
}

/// The event whose X(S) is above U(S) by most, where there is one.
fn exceeding(
    case: &Case,
    counts: &Counts,
    (i, node): (usize, &Node),
    row: &Vector,
    known: &mut Option<(usize, Gap)>,
) -> Result<(), Failure> {
    let mut own: Vec<Fraction> = Vec::new();
    for event in 0..node.tallies.len() {
        let set = |event| counts.events.set(counts.outputs(), event);
        // A complement has the rest.
        let mass = match event.checked_sub(node.tallies.len() / 2).and_then(|other| own.get(other)) {
            Some(mass) => &Fraction::ONE - mass,
            None => {
                let outputs = set(event);
                charge(outputs.len() as u64)?;
                row.sum_of(outputs)
            }
        };
        own.push(mass.clone());
        let masses = [mass, most(node, event)?];
        let by = &masses[0] - &masses[1];
        if case.sign(&by.numerator)?.is_gt() {
            let outputs = set(event);
            keep(case, known, i, Gap { outputs, masses, by })?;
        }
    }
    Ok(())
}
