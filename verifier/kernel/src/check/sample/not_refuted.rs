//! `not-refuted`: no event S and neighbours i ~ h have L_i(S) > λ·U_h(S) + δ, λ = 1/α = e^ε, where U_h(S) = Ū at the
//! count of S at h, and L_i(S) = 1 − Ū at the count of its complement at i: see `bound`.
//!
//! With probability c at least all bounds hold together, as there are n·|E| of them and each is wrong with probability
//! at most (1 − c)/(n·|E|). Then P_i(S) ≥ L_i(S) > λ·U_h(S) + δ ≥ λ·P_h(S) + δ, and the law is not (ε, δ)-private.
//!
//! The witness has numbers w ≤ Ū for the counts at each node that are below the runs; where all runs are in the event,
//! Ū = 1. By them every L_i(S) is at most what 1 − w makes of it and every U_h(S) at least w, so that no event asks for
//! more than it does by these; and where the one that asks for most has w = Ū twice over, that is the most. So both
//! values are exact: the largest (L_i(S) − δ)/U_h(S), at least 1, is e to the power of `epsilon_at_least`, and
//! the largest L_i(S) − λ·U_h(S), at least 0, is `delta_at_least`. The claim fails iff this one is above δ.

use super::bound::{Bound, Tally};
use super::node::{Node, complement, nodes, seen};
use crate::case::{Case, neighbours};
use crate::check::core::events::declared;
use crate::failure::{Failure, Why, refused};
use crate::problem::{Counts, Name, Verdict};
use crate::proved::{Found, Reason, Value};
use crate::witness::Witness;
use dp_number::list::List;
use dp_number::meter::{charge, steps};
use dp_number::{Fraction, Rational};

/// The pair (i, h) and the event S that ask for most, 1 − w and w there.
struct Most {
    pair: [usize; 2],
    event: usize,
    masses: [Fraction; 2],
    asked: Fraction,
}

pub(crate) fn check(case: &Case, counts: &Counts, witness: &Witness) -> Result<Found, Failure> {
    let Witness::Upper(upper) = witness else { return refused(Why::WrongWitness) };
    let (nodes, level) = nodes(case, counts, upper, false)?;
    let events = counts.events.half(counts.outputs()).saturating_mul(2);
    let (lambda, delta) = (case.alpha.inverse(), declared(case));
    let [ratio, difference] = most(case, &nodes, events, &lambda, &delta)?;
    for most in [&ratio, &difference].into_iter().flatten() {
        attained(most, &nodes, events, &level)?;
    }
    let fails = match &difference {
        Some(most) => case.compare(&most.asked, &delta)?.is_gt(),
        None => false,
    };
    // −ln 1/x.
    let epsilon = ratio.as_ref().map_or(Fraction::ONE, |most| most.asked.inverse()).lowest();
    let least = difference.as_ref().map_or(Fraction::ZERO, |most| most.asked.clone()).lowest();
    let found = Found::new(Verdict::of(!fails)).value(Name::EpsilonAtLeast, Value::MinusLn(epsilon));
    // What is closest to a refutation, where there is none.
    let reason = difference.or(ratio).map(|most| reason(counts, most, &lambda));
    Ok(found.number(Name::DeltaAtLeast, least).because(reason))
}

/// The most that is asked for of λ, above 1, and of δ, above 0. An event asks most of a node h with the neighbour i at
/// which its complement came least by w.
fn most(
    case: &Case,
    nodes: &[Node],
    events: usize,
    lambda: &Fraction,
    delta: &Fraction,
) -> Result<[Option<Most>; 2], Failure> {
    let pairs = neighbours(case.graph)?;
    let mut found = [None, None];
    let mut known = [Fraction::ONE, Fraction::ZERO];
    for event in 0..events {
        let other = complement(event, events);
        charge(steps(pairs.len() as u64, 4, 1))?;
        let bounds = nodes.iter().map(|node| node.bound(other)).collect::<Result<Vec<_>, _>>()?;
        // Those without one last.
        let rank = |i: usize| bounds.get(i).copied().flatten().map_or((i64::MAX, 0), Bound::rank);
        for of_h in pairs.chunk_by(|pair, next| pair[0] == next[0]) {
            let least = of_h.iter().copied().min_by_key(|[_, i]| rank(*i));
            let Some([h, i]) = least else { continue };
            let mass = |node: usize, event| Ok::<_, Failure>(nodes.at(node)?.bound(event)?.map(|w| w.value()));
            // Nothing is known from below.
            let Some(rest) = mass(i, other)? else { continue };
            let [low, high] = [&Fraction::ONE - &fraction(rest), mass(h, event)?.map_or(Fraction::ONE, fraction)];
            let masses = || [low.clone(), high.clone()];
            let asked = [&(&low - delta) / &high, &low - &(lambda * &high)];
            for ((found, known), asked) in found.iter_mut().zip(&mut known).zip(asked) {
                if case.compare(&asked, known)?.is_gt() {
                    *known = asked.clone();
                    *found = Some(Most { pair: [i, h], event, masses: masses(), asked });
                }
            }
        }
    }
    Ok(found)
}

fn fraction(x: Rational) -> Fraction {
    Fraction::from(&x)
}

/// That the two bounds of what asks for most are those that there are.
fn attained(most: &Most, nodes: &[Node], events: usize, level: &Rational) -> Result<(), Failure> {
    let [i, h] = most.pair;
    for (node, event) in [(i, complement(most.event, events)), (h, most.event)] {
        let node = nodes.at(node)?;
        if let Some(bound) = node.bound(event)? {
            Tally { count: *node.tallies.at(event)?, runs: node.runs, level }.is_reached_by(bound)?;
        }
    }
    Ok(())
}

fn reason(counts: &Counts, most: Most, lambda: &Fraction) -> Reason {
    let Most { pair, event, masses, .. } = most;
    let outputs = counts.events.set(counts.outputs(), event);
    let delta = &masses[0] - &(lambda * &masses[1]);
    Reason::Sampled { pair, counts: pair.map(|node| seen(counts, node, &outputs)), outputs, delta, masses }
}
