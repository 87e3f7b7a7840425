//! The trade-off function of a mechanism: how well neighbours can be told apart by any test.
//!
//! Whoever sees an output of X guesses whether the answer was i or its neighbour h. A test that rejects i on a set S of
//! outputs errs with the probability x_i(S) where i is true, and 1 − x_h(S) where h is. f(a) is the least second error
//! of all (randomised) tests whose first error is at most a. By Neyman and Pearson the best sets are the first outputs
//! in the order of falling ratios x_ho/x_io, so that f is convex, non-increasing and linear between the corners
//! (x_i(S), 1 − x_h(S)) of these sets. Of a mechanism it is the least over both orders of all pairs of neighbours: what
//! no test of any pair beats. That is linear between its corners too, but need not be convex where one pair's function
//! crosses another's. Its convex lower envelope is printed where it is asked for: what no mixture of pairs beats, and
//! the largest f for which X is f-private (Dong, Roth, Su, Gaussian differential privacy, 2022). X is (ε, δ)-private
//! iff f(a) ≥ max(0, 1 − δ − e^ε·a, e^-ε·(1 − δ − a)) for all a.
//!
//! Cost: for each pair a sort of its outputs by ratio, and a merge of two lists of pieces, or of two hulls.

#[cfg(feature = "figures")]
mod draw;
mod report;

use crate::effort::metered;
use crate::pairs::{Edges, Pairs, Point, hull, least};
use crate::profile::in_mechanism;
use dp_verify::align::places;
use dp_verify::error::Error;
use dp_verify::file::{self, Unusable};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use std::path::Path;

/// A corner of the function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corner {
    /// The first error: that of rejecting i where it is true.
    pub first: Rational,
    /// The least second error: that of not rejecting i where h is true.
    pub second: Rational,
    /// (i, h), which attain it; `None` of the two ends, (0, 1) and (1, 0), that every test has.
    pub pair: Option<[usize; 2]>,
}

/// Which trade-off function is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of<P> {
    /// That of one ordered pair of nodes.
    Pair(P),
    /// The least over all pairs of neighbours, in both orders.
    Least,
    /// The convex lower envelope of that.
    Envelope,
}

/// The trade-off function of a mechanism file.
#[derive(Debug, Clone)]
pub struct TradeOff {
    /// The file.
    pub mechanism: Mechanism,
    /// Of which pairs it is, and which function of theirs.
    pub of: Of<[usize; 2]>,
    /// The corners, their first errors rising from 0 to 1; linear between them.
    pub corners: Vec<Corner>,
    /// Of the least over all pairs: whose it is between a corner and the next one; `None` where there are no
    /// neighbours.
    pub pieces: Vec<Option<[usize; 2]>>,
}

impl TradeOff {
    /// f(a) for a from 0 to 1.
    pub fn at(&self, a: &Rational) -> Option<Rational> {
        let next = self.corners.iter().position(|corner| corner.first >= *a)?;
        let (high, low) = (&self.corners[next], &self.corners[next.saturating_sub(1)]);
        if high.first == *a || next == 0 {
            return (high.first == *a).then(|| high.second.clone());
        }
        let share = (a - &low.first) / (&high.first - &low.first);
        Some(&low.second + share * (&high.second - &low.second))
    }
}

/// The trade-off function of a mechanism file that names no others, of one ordered pair of nodes or of all pairs of
/// neighbours.
///
/// # Errors
/// With path, line and column: a file that is no mechanism file, has no mechanism, has irrational entries or a row that
/// is not a distribution, a node that is not there, a composition of too many outputs, or a limit.
pub fn trade_off(bytes: &[u8], which: Of<[&str; 2]>, limits: &Limits) -> Result<TradeOff, Error> {
    let mechanism = Mechanism::read(bytes, limits)?;
    metered(limits, || by_name(mechanism, which).map_err(|message| in_mechanism(bytes, message, limits)))
}

/// The same of a file at this place, with the files that it names.
///
/// # Errors
/// As [`trade_off`], and what is wrong with which other file.
pub fn at(path: &Path, bytes: &[u8], which: Of<[&str; 2]>, limits: &Limits) -> Result<TradeOff, Unusable> {
    let mechanism = file::mechanism_at(path, bytes, limits)?;
    let found = metered(limits, || by_name(mechanism, which).map_err(|message| in_mechanism(bytes, message, limits)));
    found.map_err(|error| Unusable::at(path, error))
}

fn by_name(mechanism: Mechanism, which: Of<[&str; 2]>) -> Result<TradeOff, String> {
    let which = match which {
        Of::Pair(pair) => Of::Pair(named(&mechanism, pair)?),
        Of::Least => Of::Least,
        Of::Envelope => Of::Envelope,
    };
    of(mechanism, which)
}

/// The nodes of these labels or numbers.
fn named(mechanism: &Mechanism, pair: [&str; 2]) -> Result<[usize; 2], String> {
    let n = mechanism.query.graph.nodes();
    let found = places(&pair, mechanism.query.labels.as_deref(), n).map_err(|at| {
        let shown = dp_verify::json::shorten(pair[at]);
        format!("--pair: found \"{shown}\", expected an answer, by its label or its number from 0 to {}", n - 1)
    })?;
    <[usize; 2]>::try_from(found).map_err(|_| "--pair: expected two answers".to_owned())
}

/// The trade-off function of a mechanism file that has been read.
///
/// # Errors
/// A sentence: no mechanism, irrational entries, or a row that is not a distribution.
pub fn of(mut mechanism: Mechanism, which: Of<[usize; 2]>) -> Result<TradeOff, String> {
    let pair = if let Of::Pair(pair) = which { Some(pair) } else { None };
    // Of a product that is written out too the parent's, as the others add nothing.
    if pair.is_none() {
        mechanism = mechanism.through_parent();
    }
    if mechanism.response().is_some() {
        return Err("the closed form is judged by its structure, expected fewer answers, or a matrix".into());
    }
    if let Some(what) = mechanism.lacks() {
        return Err(format!("the file has {what}, expected one to print the trade-off function of"));
    }
    if mechanism.has_lengths() && pair.is_none() {
        let message = "the edges have lengths, and pairs at different distances are not to be told apart alike: \
            expected --pair, or edges without";
        return Err(message.into());
    }
    let mut pairs = Pairs::of(&mechanism, pair, "a trade-off function")?;
    // Outputs are taken by how much likelier they make h.
    pairs.all.iter_mut().for_each(|pair| pair.rows.reverse());
    let (corners, pieces) = match which {
        Of::Pair(_) | Of::Envelope => (corners(&pairs), Vec::new()),
        Of::Least => least_of_all(&pairs),
    };
    Ok(TradeOff { of: which, corners, pieces, mechanism })
}

/// The corners of the least over all pairs, and whose it is between them. A corner is of the pair whose piece begins
/// there, the last one of the pair whose ends there.
fn least_of_all(pairs: &Pairs) -> (Vec<Corner>, Vec<Option<[usize; 2]>>) {
    let pieces = least(pairs);
    let nodes = |pair: Option<usize>| pair.map(|pair| pairs.all[pair].nodes);
    let mut corners: Vec<Corner> = Vec::with_capacity(pieces.len() + 1);
    for piece in &pieces {
        corners.push(Corner { first: piece.from.clone(), second: piece.at(&piece.from), pair: nodes(piece.pair) });
    }
    let last = pieces.last().map(|last| Corner {
        first: Rational::ONE,
        second: last.at(&Rational::ONE),
        pair: nodes(last.pair),
    });
    corners.extend(last);
    corners.iter_mut().filter(|corner| is_end(corner)).for_each(|corner| corner.pair = None);
    (corners, pieces.iter().map(|piece| nodes(piece.pair)).collect())
}

/// Whether that is an end that every test has: to reject nothing, or all.
fn is_end(corner: &Corner) -> bool {
    (corner.first == 0u32 && corner.second == 1u32) || (corner.first == 1u32 && corner.second == 0u32)
}

/// The hull of the points (x_i(S), x_h(S)), with what the second test misses. The ends that every test has are of no
/// pair.
fn corners(pairs: &Pairs) -> Vec<Corner> {
    let corner = |point: Point| {
        point.spend_on_fractions(pairs);
        let [missed, first] = point.masses(pairs);
        let corner =
            Corner { first, second: Rational::ONE - missed, pair: point.pair.map(|pair| pairs.all[pair].nodes) };
        if is_end(&corner) { Corner { pair: None, ..corner } } else { corner }
    };
    let mut corners: Vec<Corner> = hull(pairs, Edges::Rising).into_iter().map(corner).collect();
    if corners.last().is_none_or(|last| last.first < 1u32) {
        corners.push(Corner { first: Rational::ONE, second: Rational::ZERO, pair: None });
    }
    corners
}
