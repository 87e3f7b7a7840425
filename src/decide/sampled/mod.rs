//! Claims about counts of runs: bounds for the counts of all events.
//!
//! For `not-refuted` almost all bounds need only be known roughly, from below, which is seen at once; those of the
//! pair and the event that ask for most have to be the bounds themselves. So all begin a little below, and of what
//! asks for most the bounds are found out, until nothing else does. The two others rest on all of them.

#![allow(clippy::float_arithmetic, reason = "guesses, which the kernel checks exactly")]

mod inside;
mod quantile;

pub(super) use inside::{drawn, private};

use super::attempt::attempt;
use super::case::{Case, Reason};
use crate::effort::{Counted, spend};
use crate::statement::Decided;
use dp_kernel::{Bound, Counts, Graph, Verdict, Witness, different, lower_tail};
use dp_verify::algebra;
use dp_verify::alpha::Bounds;
use dp_verify::limits::Limits;
use dp_verify::model::Claim;
use dp_verify::number::Rational;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
#[cfg(feature = "page")]
pub(crate) use quantile::interval;
use quantile::{bound, on_grid};
use std::cmp::Ordering;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

/// By how much a bound that is known roughly makes its tail larger.
const MARGIN: f64 = 1e-3;
/// What asks for less than the most by so large a part of it, or by less, may ask for most.
const CLOSE: f64 = 1e-9;
/// How often what asks for most is found out, and how far from a first guess a bound is looked for.
const MOST_ROUNDS: usize = 4_096;
const MOST_MOVES: usize = 4_096;
/// The bytes that an event and its complement take at a node.
const OF_AN_EVENT: u64 = 512;
/// The steps of a bound in floating point, for each term.
const ON_TERMS: u64 = 64;

pub(super) fn not_refuted(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let Some(counts) = case.mechanism.counts() else { return Err(Reason::new("there are no counts of runs")) };
    let search = Search::new(&counts.of, case.limits)?;
    let upper = search.upper(case)?;
    let witness = Witness::Upper(upper);
    let verdict = attempt(case, claim, &Decided::new(Verdict::Holds, witness.clone()), None);
    verdict.map(|verdict| Decided::new(verdict, witness)).map_err(|why| Reason::new(why.reason()))
}

/// What is searched among.
struct Search {
    level: Rational,
    events: usize,
    /// How often each event came at each node, the complements after the others; and the runs.
    tallies: Vec<(Vec<u64>, u64)>,
}

/// The bounds by counts and runs, and whether each is the least there is.
type Known = HashMap<[u64; 2], (Bound, bool)>;

impl Search {
    fn new(counts: &Counts, limits: &Limits) -> Result<Self, Reason> {
        let half = counts.events.half(counts.outputs());
        let entries = (half as u64).saturating_mul(counts.rows.len() as u64);
        if entries.saturating_mul(OF_AN_EVENT) > limits.memory as u64 {
            return Err(Reason::new(format!("counts of {entries} events fill too many bytes (--limit memory=N)")));
        }
        spend(entries.saturating_mul(counts.outputs() as u64));
        let tallies = counts.rows.iter().map(|row| counts.events.tallies(row)).collect();
        Ok(Self { level: counts.level(half), events: half * 2, tallies })
    }

    fn upper(&self, case: &Case) -> Result<Vec<Vec<Bound>>, Reason> {
        let level = float(&self.level);
        let mut known = Known::new();
        for (tallies, runs) in &self.tallies {
            for count in tallies.iter().filter(|count| *count < runs) {
                known.entry([*count, *runs]).or_insert_with(|| {
                    spend(terms([*count, *runs]).saturating_mul(ON_TERMS));
                    let [x, slope] = bound([*count, *runs], level);
                    (on_grid(x - MARGIN / slope), false)
                });
            }
        }
        let about = [lambda(case)?, case.mechanism.privacy.delta.as_ref().map_or(0.0, float)];
        for _ in 0..MOST_ROUNDS {
            let of_most = self.of_most(case.graph(), &known, about);
            let open: Vec<_> =
                of_most.into_iter().filter(|count| known.get(count).is_some_and(|known| !known.1)).collect();
            if open.is_empty() {
                return Ok(self.tallies.iter().map(|(tallies, runs)| of_node(tallies, *runs, &known)).collect());
            }
            for count in open {
                known.insert(count, (self.least(count, level)?, true));
            }
        }
        Err(Reason::new("too many pairs and events ask for almost the same"))
    }

    /// All of the bounds themselves.
    fn all(&self) -> Result<Vec<Vec<Bound>>, Reason> {
        let (level, mut known) = (float(&self.level), Known::new());
        for (tallies, runs) in &self.tallies {
            for count in tallies.iter().filter(|count| *count < runs) {
                let of = [*count, *runs];
                if let Entry::Vacant(new) = known.entry(of) {
                    new.insert((self.least(of, level)?, true));
                }
            }
        }
        Ok(self.tallies.iter().map(|(tallies, runs)| of_node(tallies, *runs, &known)).collect())
    }

    /// The counts whose bounds ask for most of e^ε, and of δ, or almost.
    fn of_most(&self, graph: &Graph, known: &Known, [lambda, delta]: [f64; 2]) -> HashSet<[u64; 2]> {
        // Probabilities, and what is left of 1.
        let value = |count: [u64; 2]| known.get(&count).map_or(1.0, |(bound, _)| float(&bound.value()));
        let rest = |count: [u64; 2]| known.get(&count).map_or(0.0, |(bound, _)| float(&rest(*bound)));
        let mut all: Vec<([f64; 2], [[u64; 2]; 2])> = Vec::new();
        for event in 0..self.events {
            let half = self.events / 2;
            let other = if event < half { event + half } else { event - half };
            let count = |node: usize, event: usize| [self.tallies[node].0[event], self.tallies[node].1];
            let lows: Vec<f64> = (0..self.tallies.len()).map(|i| rest(count(i, other))).collect();
            for h in 0..self.tallies.len() {
                let neighbours = graph.neighbours(h);
                spend(neighbours.len() as u64);
                let Some(i) = neighbours.into_iter().max_by(|i, j| lows[*i].total_cmp(&lows[*j])) else { continue };
                let (low, high) = (lows[i], value(count(h, event)));
                all.push(([(low - delta) / high, low - lambda * high], [count(i, other), count(h, event)]));
            }
        }
        let most = [(0, 1.0), (1, 0.0)].map(|(k, least)| all.iter().map(|(asked, _)| asked[k]).fold(least, f64::max));
        let is_close = |asked: &[f64; 2]| {
            let close = |k: usize, least: f64| asked[k] > least && asked[k] >= most[k] - CLOSE * most[k].abs();
            close(0, 1.0) || close(1, 0.0)
        };
        all.into_iter().filter(|(asked, _)| is_close(asked)).flat_map(|(_, counts)| counts).collect()
    }

    /// The least number of the grid at which the tail is at most the level.
    fn least(&self, [count, runs]: [u64; 2], level: f64) -> Result<Bound, Reason> {
        let reaches = |w: Bound| {
            spend(terms([count, runs]).saturating_mul(ON_TERMS));
            let order = lower_tail(runs, count, &w.value(), &self.level).ok().flatten();
            order.map(Ordering::is_le).ok_or_else(|| Reason::new("whether a bound is one does not show"))
        };
        let mut w = on_grid(bound([count, runs], level)[0]);
        for _ in 0..MOST_MOVES {
            if !reaches(w)? {
                w = above(w);
            } else if reaches(w.below())? {
                w = w.below();
            } else {
                return Ok(w);
            }
        }
        Err(Reason::new("a bound is not found"))
    }
}

/// The bounds of a node's different counts below its runs, rising.
fn of_node(tallies: &[u64], runs: u64, known: &Known) -> Vec<Bound> {
    different(tallies, runs)
        .into_iter()
        .filter_map(|count| known.get(&[count, runs]).map(|(bound, _)| *bound))
        .collect()
}

/// About so many terms of a tail have a part in it.
fn terms([count, runs]: [u64; 2]) -> u64 {
    let spread = count.min(runs - count).isqrt();
    spread.saturating_mul(16).saturating_add(64)
}

/// The number of the grid above one.
fn above(w: Bound) -> Bound {
    let Bound { digits, places } = w;
    match digits + 1 {
        k if k == 1 << 40 && places > 41 => Bound { digits: 1 << 39, places: places - 1 },
        k if k == 1 << 40 => Bound { digits: 1 << 39, places: 40 },
        k if k > 0 && places == 40 => Bound { digits: 1 - (1 << 40), places: 41 },
        k if k < 0 && k > -(1 << 39) => Bound { digits: 1 - (1 << 40), places: places + 1 },
        digits => Bound { digits, places },
    }
}

/// 1 − w.
fn rest(w: Bound) -> Rational {
    let whole = Rational::from(dp_verify::number::BigInt::from(1));
    &whole - &w.value()
}

fn float(x: &Rational) -> f64 {
    f64::rounding_from(&crate::exact::rational(x), RoundingMode::Nearest).0
}

/// About e^ε.
fn lambda(case: &Case) -> Result<f64, Reason> {
    let alpha = match &case.mechanism.field {
        None => case.mechanism.privacy.alpha.rational().map(float),
        Some(field) => {
            let steps = Counted::new(case.limits.steps);
            let bounds = Bounds::new(case.limits, &steps);
            bounds.run(|| algebra::digits_of(&field.point, &field.alpha))?.parse().ok()
        }
    };
    alpha.map(|alpha: f64| 1.0 / alpha).ok_or_else(|| Reason::new("α is not enclosed"))
}
