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
use crate::case::{Case, length, neighbours};
use crate::check::core::events::declared;
use crate::failure::{Failure, Why, refused};
use crate::problem::{Counts, Name, Verdict};
use crate::proved::{Found, Reason, Value};
use crate::witness::Witness;
use dp_number::list::List;
use dp_number::meter::{charge, room, steps, words};
use dp_number::{Fraction, Rational, bits};
use std::collections::HashSet;

/// The words that a count of an event takes.
const OF_A_COUNT: u64 = 8;

/// What a node's runs show.
struct Node {
    /// How often each event came, the complements after the others.
    tallies: Vec<u64>,
    runs: u64,
    /// Its different counts below the runs, rising, and w of each.
    bounds: Vec<(u64, Bound)>,
}

impl Node {
    /// w of an event; none where all runs are in it.
    fn bound(&self, event: usize) -> Result<Option<Bound>, Failure> {
        let count = self.tallies.at(event)?;
        let place = self.bounds.binary_search_by_key(count, |(known, _)| *known).ok();
        Ok(place.and_then(|place| self.bounds.get(place)).map(|(_, bound)| *bound))
    }
}

/// The pair (i, h) and the event S that ask for most, 1 − w and w there.
struct Most {
    pair: [usize; 2],
    event: usize,
    masses: [Fraction; 2],
    asked: Fraction,
}

pub(crate) fn check(case: &Case, counts: &Counts, witness: &Witness) -> Result<Found, Failure> {
    let Witness::Upper(upper) = witness else { return refused(Why::WrongWitness) };
    let half = counts.events.half(counts.outputs());
    let events = half.saturating_mul(2);
    // A count, and perhaps its bound, which is also among those that have been seen.
    room((case.nodes() as u64).saturating_mul(events as u64), OF_A_COUNT)?;
    charge(steps(8, words(bits(&counts.confidence)), 4))?;
    let level = counts.level(half);
    let nodes = nodes(counts, upper, &level)?;
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
    let reason = difference.or(ratio).map(|most| reason(counts, &nodes, (most, &lambda))).transpose()?;
    Ok(found.number(Name::DeltaAtLeast, least).because(reason))
}

/// What each node's runs show, with the bounds of the witness, of which each is at most the one that there is.
fn nodes(counts: &Counts, upper: &[Vec<Bound>], level: &Rational) -> Result<Vec<Node>, Failure> {
    length("upper", upper.len(), counts.rows.len())?;
    let mut seen = HashSet::new();
    let half = counts.events.half(counts.outputs()) as u64;
    let mut nodes = Vec::with_capacity(counts.rows.len());
    for (row, own) in counts.rows.iter().zip(upper) {
        charge(steps(half, row.len() as u64, 1).saturating_add(half))?;
        let (tallies, runs) = counts.events.tallies(row);
        let mut below: Vec<u64> = tallies.iter().copied().filter(|count| *count < runs).collect();
        below.sort_unstable();
        below.dedup();
        length("upper", own.len(), below.len())?;
        let bounds: Vec<(u64, Bound)> = below.into_iter().zip(own.iter().copied()).collect();
        for &(count, bound) in &bounds {
            // The same count of as many runs at another node.
            if seen.insert((count, runs, bound)) {
                Tally { count, runs, level }.reaches(bound)?;
            }
        }
        nodes.push(Node { tallies, runs, bounds });
    }
    Ok(nodes)
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

fn complement(event: usize, events: usize) -> usize {
    let half = events / 2;
    if event < half { event.saturating_add(half) } else { event.saturating_sub(half) }
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

fn reason(counts: &Counts, nodes: &[Node], (most, lambda): (Most, &Fraction)) -> Result<Reason, Failure> {
    let Most { pair, event, masses, .. } = most;
    let of = |node: usize| {
        let node = nodes.at(node)?;
        Ok::<_, Failure>([*node.tallies.at(event)?, node.runs])
    };
    let outputs = counts.events.set(counts.outputs(), event);
    Ok(Reason::Sampled {
        pair,
        outputs,
        counts: [of(pair[0])?, of(pair[1])?],
        delta: &masses[0] - &(lambda * &masses[1]),
        masses,
    })
}
