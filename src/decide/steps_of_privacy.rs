//! What it takes to see whether a table is private.

use crate::{effort, exact};
use dp_verify::graph::Family;
use dp_verify::model::Mechanism;
use dp_verify::number::Fractions;
use malachite::base::num::arithmetic::traits::{Gcd, UnsignedAbs};
use malachite::base::num::logic::traits::SignificantBits;

/// What the verifier counts at least for an edge and an output.
pub(super) const LEAST_STEPS: u64 = 128;

/// About the word operations that it takes to see whether a rational table is private, for the search: what takes more
/// than a certificate may is not looked for. 0 where there is no such table.
pub(super) fn steps_of_privacy(mechanism: &Mechanism) -> u64 {
    let Some(rows) = mechanism.channel().and_then(|x| x.rows()) else { return 0 };
    let graph = &mechanism.query.graph;
    let entries = rows.first().map_or(0, Fractions::len) as u64;
    let of_pair = |i: usize, h: usize| entries.saturating_mul(of_entry(&rows[i], &rows[h]));
    let pairs: Box<dyn Iterator<Item = u64>> = match graph.family() {
        Family::Complete | Family::Hamming { individuals: 1, .. } => Box::new((1..rows.len()).map(|i| of_pair(i, 0))),
        _ => Box::new(
            (0..rows.len())
                .flat_map(|i| graph.neighbours(i).into_iter().filter(move |&h| h > i).map(move |h| of_pair(i, h))),
        ),
    };
    // Each list of neighbours is made; a family's are those at the distance 1.
    let of_lists = match graph.family() {
        Family::Listed(_) | Family::Lengths { .. } => effort::steps(graph.nodes(), 32, 1),
        _ => graph.steps(),
    };
    pairs.fold(of_lists, u64::saturating_add)
}

/// About the word operations that a comparison of entries of two rows takes: what their denominators have in common
/// cancels.
fn of_entry(x: &Fractions, y: &Fractions) -> u64 {
    let [d, e] = [x, y].map(|row| exact::whole(&row.denominator).unsigned_abs());
    let (bits, common) = (d.significant_bits() + e.significant_bits(), (&d).gcd(&e).significant_bits());
    let apart = bits.saturating_sub(2 * common) / 64 + 2;
    (bits / 64 + 2).saturating_mul(apart).saturating_add(LEAST_STEPS)
}
