//! The trade-off function of a mechanism: how well neighbours can be told apart by any test.
//!
//! Whoever sees an output of X guesses whether the answer was i or its neighbour h. A test that rejects i on a set S of outputs
//! errs with the probability x_i(S) where i is true, and 1 − x_h(S) where h is. f(a) is the least second error of all
//! (randomised) tests whose first error is at most a. By Neyman and Pearson the best sets are the first outputs in the order of
//! falling ratios x_ho/x_io, so that f is convex, non-increasing and linear between the corners (x_i(S), 1 − x_h(S)) of
//! these sets. Of a mechanism it is the convex lower envelope over both orders of all pairs of neighbours: what no test of
//! any pair beats (Dong, Roth, Su, Gaussian differential privacy, 2022). X is (ε, δ)-private iff f(a) ≥ max(0, 1 − δ − e^ε·a,
//! e^-ε·(1 − δ − a)) for all a.
//!
//! Cost: for each pair a sort of its outputs by ratio, and a merge of two hulls.

#[cfg(feature = "figures")]
mod draw;
mod report;

use crate::effort::metered;
use crate::pairs::{Edges, Pairs, Point, hull};
use crate::profile::in_mechanism;
use dp_verify::align::places;
use dp_verify::error::Error;
use dp_verify::file::{self, Unusable};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use malachite::base::num::basic::traits::One;
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

/// The trade-off function of a mechanism file.
#[derive(Debug, Clone)]
pub struct TradeOff {
    /// The file.
    pub mechanism: Mechanism,
    /// The ordered pair that it is about; `None`: the envelope over all pairs of neighbours.
    pub pair: Option<[usize; 2]>,
    /// The corners, their first errors rising from 0 to 1; linear between them.
    pub corners: Vec<Corner>,
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

/// The trade-off function of a mechanism file that names no others, of one ordered pair of nodes or of all pairs of neighbours.
///
/// # Errors
/// With path, line and column: a file that is no mechanism file, has no mechanism, has irrational entries or a row that is
/// no distribution, a node that is not there, a composition of too many outputs, or a limit.
pub fn trade_off(bytes: &[u8], pair: Option<[&str; 2]>, limits: &Limits) -> Result<TradeOff, Error> {
    let mechanism = Mechanism::read(bytes, limits)?;
    metered(limits, || by_name(mechanism, pair).map_err(|message| in_mechanism(bytes, message, limits)))
}

/// The same of a file at this place, with the files that it names.
///
/// # Errors
/// As [`trade_off`], and what is wrong with which other file.
pub fn at(path: &Path, bytes: &[u8], pair: Option<[&str; 2]>, limits: &Limits) -> Result<TradeOff, Unusable> {
    let mechanism = file::mechanism_at(path, bytes, limits)?;
    let found = metered(limits, || by_name(mechanism, pair).map_err(|message| in_mechanism(bytes, message, limits)));
    found.map_err(|error| Unusable::at(path, error))
}

fn by_name(mechanism: Mechanism, pair: Option<[&str; 2]>) -> Result<TradeOff, String> {
    let pair = pair.map(|pair| named(&mechanism, pair)).transpose()?;
    of(mechanism, pair)
}

/// The nodes of these labels or numbers.
fn named(mechanism: &Mechanism, pair: [&str; 2]) -> Result<[usize; 2], String> {
    let n = mechanism.query.graph.nodes();
    let found = places(&pair, mechanism.query.labels.as_deref(), n).map_err(|at| {
        let shown = dp_verify::report::printable(pair[at]);
        format!("--pair: found \"{shown}\", expected an answer, by its label or its number from 0 to {}", n - 1)
    })?;
    <[usize; 2]>::try_from(found).map_err(|_| "--pair: expected two answers".to_owned())
}

/// The trade-off function of a mechanism file that has been read.
///
/// # Errors
/// A sentence: no mechanism, irrational entries, or a row that is no distribution.
pub fn of(mut mechanism: Mechanism, pair: Option<[usize; 2]>) -> Result<TradeOff, String> {
    // Of a product that is written out too the parent's, as the others add nothing.
    if let (None, Some(parent)) = (pair, mechanism.product.as_mut().and_then(|product| product.parent.take())) {
        mechanism = *parent;
    }
    if mechanism.response.is_some() {
        return Err("the closed form is judged by its structure, expected fewer answers, or a matrix".into());
    }
    if !mechanism.has_mechanism() {
        return Err("the file has no mechanism, expected one to print the trade-off function of".into());
    }
    if mechanism.has_lengths() && pair.is_none() {
        let message = "the edges have lengths, and pairs at different distances are not to be told apart alike: \
            expected --pair, or edges without";
        return Err(message.into());
    }
    let mut pairs = Pairs::of(&mechanism, pair, "a trade-off function")?;
    // Outputs are taken by how much likelier they make h.
    pairs.all.iter_mut().for_each(|pair| pair.rows.reverse());
    Ok(TradeOff { pair, corners: corners(&pairs), mechanism })
}

/// The hull of the points (x_i(S), x_h(S)), with what the second test misses. The ends that every test has are of no pair.
fn corners(pairs: &Pairs) -> Vec<Corner> {
    let [start, end] = [[0u32, 1], [1, 0]].map(|errors| {
        let [first, second] = errors.map(Rational::from);
        Corner { first, second, pair: None }
    });
    let is_end =
        |corner: &Corner| [&start, &end].iter().any(|end| end.first == corner.first && end.second == corner.second);
    let corner = |point: Point| {
        point.spend_on_fractions(pairs);
        let [missed, first] = point.masses(pairs);
        let corner =
            Corner { first, second: Rational::ONE - missed, pair: point.pair.map(|pair| pairs.all[pair].nodes) };
        if is_end(&corner) { Corner { pair: None, ..corner } } else { corner }
    };
    let mut corners: Vec<Corner> = hull(pairs, Edges::Rising).into_iter().map(corner).collect();
    if corners.last().is_none_or(|last| last.first < 1u32) {
        corners.push(end);
    }
    corners
}
