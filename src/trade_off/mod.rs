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
//! Cost: for each pair a sort of its outputs by ratio; then one sort of all corners.

#[cfg(feature = "figures")]
mod draw;
mod report;

use crate::pairs::{Pairs, Row};
use crate::profile::in_mechanism;
use dp_verify::error::Error;
use dp_verify::file::{self, Unusable};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use std::cmp::Ordering;
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
    by_name(Mechanism::read(bytes, limits)?, pair).map_err(|message| in_mechanism(bytes, message, limits))
}

/// The same of a file at this place, with the files that it names.
///
/// # Errors
/// As [`trade_off`], and what is wrong with which other file.
pub fn at(path: &Path, bytes: &[u8], pair: Option<[&str; 2]>, limits: &Limits) -> Result<TradeOff, Unusable> {
    let mechanism = file::mechanism_at(path, bytes, limits)?;
    by_name(mechanism, pair).map_err(|message| Unusable::at(path, in_mechanism(bytes, message, limits)))
}

fn by_name(mechanism: Mechanism, pair: Option<[&str; 2]>) -> Result<TradeOff, String> {
    let pair = pair.map(|pair| named(&mechanism, pair)).transpose()?;
    of(mechanism, pair)
}

/// The nodes of these labels or numbers.
fn named(mechanism: &Mechanism, pair: [&str; 2]) -> Result<[usize; 2], String> {
    let n = mechanism.query.graph.nodes();
    let one = |name: &str| {
        let by_label = mechanism.query.labels.as_ref().and_then(|labels| labels.iter().position(|label| label == name));
        let found = by_label.or_else(|| name.parse().ok().filter(|i| *i < n));
        found.ok_or_else(|| {
            let shown = dp_verify::report::printable(name);
            format!("--pair: found \"{shown}\", expected an answer, by its label or its number from 0 to {}", n - 1)
        })
    };
    Ok([one(pair[0])?, one(pair[1])?])
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
    let pairs = Pairs::of(&mechanism, pair, "a trade-off function")?;
    let mut corners = vec![
        Corner { first: Rational::ZERO, second: Rational::ONE, pair: None },
        Corner { first: Rational::ONE, second: Rational::ZERO, pair: None },
    ];
    for pair in &pairs.all {
        corners.extend(of_pair(pair.rows.map(|row| &pairs.rows[row]), pair.nodes));
        // What lies above the envelope is not kept.
        if corners.len() > 4 * pairs.rows[0].numerators.len() + 1_024 {
            corners = envelope(corners);
        }
    }
    Ok(TradeOff { pair, corners: envelope(corners), mechanism })
}

/// The corners of two rows, those of this pair, the sets growing.
fn of_pair(rows: [&Row; 2], pair: [usize; 2]) -> Vec<Corner> {
    let [x, y] = rows.map(Row::entries);
    // y/x falling; what x never has comes first, what y never has is in no set.
    let mut outputs: Vec<usize> = (0..y.len()).filter(|&o| y[o] != 0u32).collect();
    outputs.sort_by(|&o, &p| (&y[p] * &x[o]).cmp(&(&y[o] * &x[p])));
    let (mut first, mut second) = (Rational::ZERO, Rational::ONE);
    let mut corners = Vec::with_capacity(outputs.len());
    for o in outputs {
        first += &x[o];
        second -= &y[o];
        corners.push(Corner { first: first.clone(), second: second.clone(), pair: Some(pair) });
    }
    corners
}

/// The corners of the convex lower envelope, from the first error 0 on.
fn envelope(mut corners: Vec<Corner>) -> Vec<Corner> {
    let order = |a: &Corner, b: &Corner| (&a.first, &a.second, a.pair).cmp(&(&b.first, &b.second, b.pair));
    corners.sort_by(order);
    let mut hull: Vec<Corner> = Vec::new();
    for corner in corners {
        if hull.last().is_some_and(|last| last.first == corner.first) {
            // The lower one came before.
            continue;
        }
        while let [.., a, b] = &hull[..]
            && turn(a, b, &corner) != Ordering::Greater
        {
            hull.pop();
        }
        hull.push(corner);
    }
    hull
}

/// The side on which c lies of the line from a through b: above it, where the three are a corner that bends upwards.
fn turn(a: &Corner, b: &Corner, c: &Corner) -> Ordering {
    let left = (&b.first - &a.first) * (&c.second - &a.second);
    let right = (&b.second - &a.second) * (&c.first - &a.first);
    left.cmp(&right)
}
