//! The privacy profile of a mechanism: the least δ at every λ = e^ε ≥ 1.
//!
//! A mechanism X is (ε, δ)-private iff x_i(S) − λ·x_h(S) ≤ δ for both orders (i, h) of every pair of neighbours and all
//! sets S of outputs. So the least δ is the upper envelope of the lines x_i(S) − λ·x_h(S): a convex, non-increasing,
//! piecewise linear function of λ. Of a pair only the sets {o: x_io > λ·x_ho} matter, which are the first outputs in
//! the order of falling ratios x_io/x_ho. With the line of each such set as a point (x_h(S), x_i(S)), the pieces of the
//! envelope are the corners of the convex hull of all points of all pairs, and its kinks the slopes of the hull's
//! edges: ratios of entries, or crossings of the functions of different pairs.
//!
//! Cost: for each pair a sort of its outputs by ratio and a merge of two hulls, so that E edges and m outputs take
//! about 2E·m·log m products and 2E·(m + K) tests of three points, where K is the number of pieces.

mod report;

pub(crate) use report::alpha;

use crate::effort::metered;
use crate::pairs::{Edges, Pair, Pairs, Point, Row, hull};
use dp_verify::error::Error;
use dp_verify::file::{self, Unusable};
use dp_verify::json::{self, View};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use malachite::Integer;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;
use std::path::Path;

/// A pair of neighbours and a set of outputs, which need the most δ on a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Need {
    /// (i, h): the first has more than λ times what the second has.
    pub pair: [usize; 2],
    /// S = {o: x_io > λ·x_ho}, the same throughout the piece but for its ends, rising; none of a composition, whose
    /// outputs have no numbers.
    pub outputs: Option<Vec<usize>>,
}

/// A piece: δ(λ) = `mass` − λ·`neighbour_mass` from one kink to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its first λ ≥ 1.
    pub from: Rational,
    /// Its last λ; `None` for the last piece.
    pub to: Option<Rational>,
    /// x_i(S).
    pub mass: Rational,
    /// x_h(S), 0 on the last piece.
    pub neighbour_mass: Rational,
    /// Who needs it; `None` where nobody needs any.
    pub need: Option<Need>,
}

impl Piece {
    /// δ at that λ of the piece.
    pub fn delta(&self, lambda: &Rational) -> Rational {
        &self.mass - lambda * &self.neighbour_mass
    }
}

/// The privacy profile of a mechanism file.
#[derive(Debug, Clone)]
pub struct Profile {
    /// The file.
    pub mechanism: Mechanism,
    /// The pieces, rising from λ = 1 to ∞; one at least.
    pub pieces: Vec<Piece>,
}

impl Profile {
    /// The least δ at λ ≥ 1.
    pub fn delta(&self, lambda: &Rational) -> Option<Rational> {
        let inside = |piece: &&Piece| piece.from <= *lambda && piece.to.as_ref().is_none_or(|to| lambda <= to);
        self.pieces.iter().find(inside).map(|piece| piece.delta(lambda))
    }
}

/// The privacy profile of a mechanism file that names no others, whatever its own ε is.
///
/// # Errors
/// With path, line and column: a file that is no mechanism file, has no mechanism, has irrational entries or a row that
/// is not a distribution, a composition of too many outputs, or a limit.
pub fn profile(bytes: &[u8], limits: &Limits) -> Result<Profile, Error> {
    let mechanism = Mechanism::read(bytes, limits)?;
    metered(limits, || of(mechanism).map_err(|message| in_mechanism(bytes, message, limits)))
}

/// The same of a file at this place, with the files that it names.
///
/// # Errors
/// As [`profile`], and what is wrong with which other file.
pub fn at(path: &Path, bytes: &[u8], limits: &Limits) -> Result<Profile, Unusable> {
    let mechanism = file::mechanism_at(path, bytes, limits)?;
    let found = metered(limits, || of(mechanism).map_err(|message| in_mechanism(bytes, message, limits)));
    found.map_err(|error| Unusable::at(path, error))
}

/// What is wrong with a file's mechanism, with its place.
pub(crate) fn in_mechanism(bytes: &[u8], message: String, limits: &Limits) -> Error {
    let Ok(node) = json::read(bytes, limits) else { return Error::malformed(String::new(), 0, message) };
    let root = View::root(&node);
    root.field("mechanism").unwrap_or(root).error(message).locate(bytes)
}

/// The privacy profile of a mechanism file that has been read.
///
/// # Errors
/// A sentence: no mechanism, irrational entries, a row that is no probabilities, or a composition of too many outputs.
pub fn of(mechanism: Mechanism) -> Result<Profile, String> {
    // A product has its parent's profile.
    let mechanism = mechanism.through_parent();
    // Two answers of randomised response have that of all.
    let two = mechanism.of_pair();
    let seen = two.as_ref().unwrap_or(&mechanism);
    if let Some(what) = seen.lacks() {
        return Err(format!("the file has {what}, expected one to print the profile of"));
    }
    if mechanism.has_lengths() {
        return Err("the edges have lengths, and δ has no meaning beside them: expected edges without".into());
    }
    let pairs = Pairs::of(seen, None, "a profile")?;
    let pieces = pieces(&pairs, &hull(&pairs, Edges::Steep), seen.parts().is_empty());
    Ok(Profile { mechanism, pieces })
}

/// The hull's corners as pieces, its last corner first; with their outputs, where these have numbers.
fn pieces(pairs: &Pairs, hull: &[Point], with_outputs: bool) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(hull.len());
    let mut from = Rational::ONE;
    for (k, point) in hull.iter().enumerate().rev() {
        point.spend_on_fractions(pairs);
        let to = k.checked_sub(1).map(|before| hull[before].slope(point, pairs));
        let need = point.pair.map(|pair| {
            let Pair { nodes, rows } = pairs.all[pair];
            let outputs = with_outputs.then(|| outputs(rows.map(|row| &pairs.rows[row]), &from));
            Need { pair: nodes, outputs }
        });
        let [mass, neighbour_mass] = point.masses(pairs);
        let next = to.clone();
        pieces.push(Piece { from, to, mass, neighbour_mass, need });
        from = next.unwrap_or(Rational::ONE);
    }
    pieces
}

/// {o: x_o > λ·y_o}.
fn outputs([x, y]: [&Row; 2], lambda: &Rational) -> Vec<usize> {
    let mine = Integer::from(lambda.denominator_ref()) * &y.denominator;
    let other = Integer::from(lambda.numerator_ref()) * &x.denominator;
    let more = |&o: &usize| &x.numerators[o] * &mine > &y.numerators[o] * &other;
    (0..x.numerators.len()).filter(more).collect()
}
