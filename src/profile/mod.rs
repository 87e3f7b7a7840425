//! The privacy profile of a mechanism: the least δ at every λ = e^ε ≥ 1.
//!
//! A mechanism X is (ε, δ)-private iff x_i(S) − λ·x_h(S) ≤ δ for both orders (i, h) of every pair of neighbours and all
//! sets S of outputs. So the least δ is the upper envelope of the lines x_i(S) − λ·x_h(S): a convex, non-increasing,
//! piecewise linear function of λ. Of a pair only the sets {o: x_io > λ·x_ho} matter, which are the first outputs in the
//! order of falling ratios x_io/x_ho. With the line of each such set as a point (x_h(S), x_i(S)), the pieces of the
//! envelope are the corners of the convex hull of all points of all pairs, and its kinks the slopes of the hull's edges:
//! ratios of entries, or crossings of the functions of different pairs.
//!
//! Cost: for each pair a sort of its outputs by ratio and a merge of two hulls, so that E edges and m outputs take about
//! 2E·m·log m products and 2E·(m + K) tests of three points, where K is the number of pieces.

mod hull;
mod report;

use crate::decide::first_fault;
use crate::exact;
use dp_verify::error::Error;
use dp_verify::json::{self, View};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use hull::{Point, Row, hull};
use malachite::Integer;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// A pair of neighbours and a set of outputs, which need the most δ on a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Need {
    /// (i, h): the first has more than λ times what the second has.
    pub pair: [usize; 2],
    /// S = {o: x_io > λ·x_ho}, the same throughout the piece but for its ends, rising.
    pub outputs: Vec<usize>,
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

/// The privacy profile of a mechanism file, whatever its own ε is.
///
/// # Errors
/// With path, line and column: a file that is no mechanism file, has no mechanism, has irrational entries or a row that is
/// no distribution, or a limit.
pub fn profile(bytes: &[u8], limits: &Limits) -> Result<Profile, Error> {
    let node = json::read(bytes, limits)?;
    let root = View::root(&node);
    let mechanism = Mechanism::read(bytes, limits)?;
    let place = root.field("mechanism").unwrap_or(root);
    of(mechanism).map_err(|message| place.error(message).locate(bytes))
}

/// The privacy profile of a mechanism file that has been read.
///
/// # Errors
/// A sentence: no mechanism, irrational entries, or a row that is no distribution.
pub fn of(mut mechanism: Mechanism) -> Result<Profile, String> {
    // A product has its parent's profile.
    if let Some(parent) = mechanism.product.as_mut().and_then(|product| product.parent.take()) {
        mechanism = *parent;
    }
    // Two answers of randomised response have that of all.
    let two = mechanism.of_pair();
    let seen = two.as_ref().unwrap_or(&mechanism);
    let Some(channel) = &seen.channel else {
        return Err("the file has no mechanism, expected one to print the profile of".into());
    };
    if mechanism.has_lengths() {
        return Err("the edges have lengths, and δ has no meaning beside them: expected edges without".into());
    }
    let Some(rows) = channel.rows() else {
        let message = "some entries are irrational: a profile is computed of rational ones; \
            the claim \"approximate-dp\" decides any at the file's own α";
        return Err(message.into());
    };
    if let Some(i) = first_fault(seen) {
        let node = dp_verify::report::printable(&mechanism.node(i));
        return Err(format!("row {node} is no distribution: certify tells by how much"));
    }
    let convert = |row: &dp_verify::number::Fractions| Row {
        denominator: exact::integer(&row.denominator),
        numerators: row.numerators.iter().map(exact::integer).collect(),
    };
    let rows: Vec<Row> = rows.iter().map(convert).collect();
    let pieces = pieces(&rows, &hull(&rows, &seen.query.graph));
    Ok(Profile { mechanism, pieces })
}

/// The hull's corners as pieces, its last corner first.
fn pieces(rows: &[Row], hull: &[Point]) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(hull.len());
    let mut from = Rational::ONE;
    for (k, point) in hull.iter().enumerate().rev() {
        let to = k.checked_sub(1).map(|before| hull[before].slope(point, rows));
        let need = point.pair.map(|pair| Need { pair, outputs: outputs(rows, pair, &from) });
        let [mass, neighbour_mass] = point.masses(rows);
        let next = to.clone();
        pieces.push(Piece { from, to, mass, neighbour_mass, need });
        from = next.unwrap_or(Rational::ONE);
    }
    pieces
}

/// {o: x_io > λ·x_ho}.
fn outputs(rows: &[Row], [i, h]: [usize; 2], lambda: &Rational) -> Vec<usize> {
    let (x, y) = (&rows[i], &rows[h]);
    let mine = Integer::from(lambda.denominator_ref()) * &y.denominator;
    let other = Integer::from(lambda.numerator_ref()) * &x.denominator;
    let more = |&o: &usize| &x.numerators[o] * &mine > &y.numerators[o] * &other;
    (0..x.numerators.len()).filter(more).collect()
}
