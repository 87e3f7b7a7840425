//! `private-by-sample`: all laws inside the bounds of neighbours i ~ h have P_i(S) ≤ λ·P_h(S) + δ′ for all S, λ = 1/α.
//!
//! With probability at least c the sampler's law is inside all bounds (see `not_refuted`), and so (ε, δ′)-private on
//! these outputs. `delta_at_most` is the largest over S and i ~ h of what `inside` has for the most P_i(S), less λ
//! times what it has for the least P_h(S), and 0 of no outputs: the claim holds if that is at most δ′. It fails where
//! two laws of the witness, inside the bounds of two neighbours, need more than δ′; between the two it is not
//! decided.

use super::inside::{Gap, HALF, Side, bits, gap, keep, most};
use super::node::{Node, nodes, seen};
use crate::case::{Case, index, neighbours};
use crate::failure::{Counterexample, Failure, Sampling, Why, ensure, refused};
use crate::problem::{Counts, Name, Verdict};
use crate::proved::{Found, Reason};
use crate::witness::{Laws, Witness};
use dp_number::Fraction;
use dp_number::list::List;
use dp_number::meter::charge;
use std::collections::HashMap;

pub(crate) fn check(case: &Case, counts: &Counts, at_most: &Fraction, witness: &Witness) -> Result<Found, Failure> {
    let Witness::Inside { upper, weights, laws } = witness else { return refused(Why::WrongWitness) };
    ensure(weights.is_empty() || counts.is_by_weights(), || Why::WrongWitness)?;
    Side::room(counts.rows.len(), counts)?;
    let (nodes, _) = nodes(case, counts, upper, true)?;
    let sides = nodes.iter().map(|node| Side::of(node, counts)).collect::<Result<Vec<_>, _>>()?;
    let mut given: HashMap<_, _> = weights.iter().map(|of| (of.pair, of.weights)).collect();
    ensure(given.len() == weights.len(), || Why::WrongWitness)?;
    let (lambda, mut found) = (case.alpha.inverse(), None);
    for of_h in neighbours(case.graph)?.chunk_by(|pair, next| pair[0] == next[0]) {
        let mine = of_h.iter().map(|[_, i]| sides.at(*i)).collect::<Result<Vec<_>, _>>()?;
        // By sets the neighbour that gives most to a set asks for most.
        let widest = Side::widest(&mine)?;
        let all = widest.iter().map(|(side, _)| side).chain(mine.iter().copied().filter(|_| widest.is_none()));
        for ([h, i], side) in of_h.iter().copied().zip(all) {
            let of_pair = given.remove(&[i, h]).unwrap_or([HALF; 2]);
            let gap = gap(case, [side, sides.at(h)?], &lambda, of_pair)?;
            let who = widest.as_ref().and_then(|(_, who)| of_h.get(*who.get(bits(&gap.outputs))?));
            if case.sign(&gap.by.numerator)?.is_gt() {
                keep(case, &mut found, [who.map_or(i, |[_, i]| *i), h], gap)?;
            }
        }
    }
    // Of pairs that are no neighbours.
    ensure(given.is_empty(), || Why::WrongWitness)?;
    let bound = found.as_ref().map_or(Fraction::ZERO, |(_, gap)| gap.by.clone()).lowest();
    let holds = case.compare(&bound, at_most)?.is_le();
    if !holds {
        let Some(laws) = laws else { return refused(Sampling::NotShown { bound, at_most: at_most.clone() }) };
        found = Some((laws.pair, in_laws(case, counts, &nodes, laws)?));
        let by = found.as_ref().map_or(Fraction::ZERO, |(_, gap)| gap.by.clone());
        let is_more = case.compare(&by, at_most)?.is_gt();
        ensure(is_more, || Sampling::NotShown { bound: by, at_most: at_most.clone() })?;
    }
    let told = found.map(|(pair, Gap { outputs, masses, by })| Reason::Inside {
        pair,
        counts: pair.map(|node| seen(counts, node, &outputs)),
        outputs,
        masses: masses.map(Fraction::lowest),
        delta: by.lowest(),
    });
    Ok(Found::new(Verdict::of(holds)).number(Name::DeltaAtMost, bound).because(told))
}

/// What two laws give a set, which are inside the bounds of two neighbours.
fn in_laws(case: &Case, counts: &Counts, nodes: &[Node], said: &Laws) -> Result<Gap, Failure> {
    let Laws { pair, outputs, laws } = said;
    pair.iter().try_for_each(|i| index("pair", *i, nodes.len()))?;
    ensure(case.graph.neighbours(pair[0]).contains(&pair[1]), || Counterexample::NotAdjacent(*pair))?;
    for (node, law) in pair.iter().zip(laws) {
        case.nonnegative("laws", law, counts.outputs())?;
        ensure(case.compare(&law.sum(), &Fraction::ONE)?.is_eq(), || Sampling::NoLaw)?;
        let of_node = nodes.at(*node)?;
        for event in 0..of_node.tallies.len() {
            let set = counts.events.set(counts.outputs(), event);
            charge(set.len() as u64)?;
            let is_inside = case.compare(&law.sum_of(set), &most(of_node, event)?)?.is_le();
            ensure(is_inside, || Sampling::NotInside(*node))?;
        }
    }
    outputs.iter().try_for_each(|o| index("outputs", *o, counts.outputs()))?;
    ensure(outputs.is_sorted_by(|o, next| o < next), || Why::DoesNotFit)?;
    let masses = [&laws[0], &laws[1]].map(|law| law.sum_of(outputs.iter().copied()));
    let by = &masses[0] - &(&case.alpha.inverse() * &masses[1]);
    Ok(Gap { outputs: outputs.clone(), masses, by })
}
