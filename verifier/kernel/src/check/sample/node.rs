//! What the runs at each node show, with the bounds that a witness has for them.

use super::bound::{Bound, MOST_PLACES, Tally};
use crate::case::{Case, length};
use crate::failure::Failure;
use crate::problem::{Counts, different};
use dp_number::list::List;
use dp_number::meter::{charge, room, steps, words};
use dp_number::{Rational, bits};
use std::collections::HashSet;

/// The words that a count of an event takes.
const OF_A_COUNT: u64 = 8;

/// What a node's runs show.
pub(super) struct Node {
    /// How often each event came, the complements after the others.
    pub(super) tallies: Vec<u64>,
    pub(super) runs: u64,
    /// Its different counts below the runs, rising, and w of each.
    bounds: Vec<(u64, Bound)>,
    /// So many binary places have all bounds, of all nodes.
    pub(super) places: u32,
}

impl Node {
    /// w of an event; none where all runs are in it.
    pub(super) fn bound(&self, event: usize) -> Result<Option<Bound>, Failure> {
        let count = self.tallies.at(event)?;
        let place = self.bounds.binary_search_by_key(count, |(known, _)| *known).ok();
        Ok(place.and_then(|place| self.bounds.get(place)).map(|(_, bound)| *bound))
    }
}

/// What each node's runs show, and λ. Each bound of the witness is at most the one that there is; or, `exactly`, that
/// one.
pub(super) fn nodes(
    case: &Case,
    counts: &Counts,
    upper: &[Vec<Bound>],
    exactly: bool,
) -> Result<(Vec<Node>, Rational), Failure> {
    length("upper", upper.len(), counts.rows.len())?;
    let half = counts.events.half(counts.outputs());
    // A count, and perhaps its bound, which is also among those that have been seen.
    room((counts.rows.len() as u64).saturating_mul(half as u64).saturating_mul(2), OF_A_COUNT)?;
    charge(steps(8, words(bits(&counts.confidence)), 4))?;
    let (level, half) = (counts.level(half), half as u64);
    let mut seen = HashSet::new();
    let places = upper.iter().flatten().map(|bound| bound.places).max().unwrap_or(0).min(MOST_PLACES);
    let mut nodes = Vec::with_capacity(counts.rows.len());
    for (row, own) in counts.rows.iter().zip(upper) {
        charge(steps(half, row.len() as u64, 1).saturating_add(half))?;
        let (tallies, runs) = counts.events.tallies(row);
        let below = different(&tallies, runs);
        length("upper", own.len(), below.len())?;
        let bounds: Vec<(u64, Bound)> = below.into_iter().zip(own.iter().copied()).collect();
        for &(count, bound) in &bounds {
            // Not the same count of as many runs at another node, or for another statement.
            let is_known = case.rays.bounds.get().is_some_and(|known| known.contains(&(count, runs, bound)));
            if seen.insert((count, runs, bound)) && !is_known {
                let tally = Tally { count, runs, level: &level };
                tally.reaches(bound)?;
                if exactly {
                    tally.is_reached_by(bound)?;
                }
            }
        }
        nodes.push(Node { tallies, runs, bounds, places });
    }
    if exactly {
        case.rays.bounds.keep(seen)?;
    }
    Ok((nodes, level))
}

/// The place of the complement among so many events.
pub(super) fn complement(event: usize, events: usize) -> usize {
    let half = events / 2;
    if event < half { event.saturating_add(half) } else { event.saturating_sub(half) }
}

/// How often a node's runs ended in these outputs, of how many.
pub(super) fn seen(counts: &Counts, node: usize, outputs: &[usize]) -> [u64; 2] {
    let row = counts.rows.get(node).map_or(&[][..], Vec::as_slice);
    let sum = |all: &mut dyn Iterator<Item = &u64>| all.fold(0u64, |sum, count| sum.saturating_add(*count));
    [sum(&mut outputs.iter().filter_map(|o| row.get(*o))), sum(&mut row.iter())]
}
