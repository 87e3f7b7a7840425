//! The least second error of any test of any pair: the minimum of the pairs' trade-off functions, piece by piece.
//!
//! Each of these is convex and linear between its corners. Their minimum is linear between points where a corner is, or
//! two of them cross, but need not be convex: what lies between two pairs is reached by no test of either. A crossing
//! is computed from the two functions' own lines, so that numbers do not grow from one minimum to the next.
//!
//! Cost: for each pair its hull, and a merge of two lists of pieces.

use super::Pairs;
use super::hull::{Point, of_one};
use super::row::{spend_on_divisors, spend_on_products};
use crate::effort::here;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use rayon::prelude::*;
use std::cmp::Ordering;

/// So many pairs are gone through one after the other.
const TOGETHER: usize = 16;

/// A line over an interval of first errors that ends where the next one begins, the last one at 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The first error from which on it is the least.
    pub(crate) from: Rational,
    /// The place of the pair whose it is; `None` where there is no pair, and every test errs as one that sees nothing.
    pub(crate) pair: Option<usize>,
    slope: Rational,
    at_zero: Rational,
}

impl Piece {
    fn between(pair: Option<usize>, [from, second]: &[Rational; 2], [to, next]: &[Rational; 2]) -> Self {
        let slope = (next - second) / (to - from);
        let at_zero = second - &slope * from;
        Self { from: from.clone(), pair, slope, at_zero }
    }

    /// The second error at a first one.
    pub(crate) fn at(&self, first: &Rational) -> Rational {
        &self.slope * first + &self.at_zero
    }

    /// Where the line meets another one that has another slope.
    fn crossing(&self, other: &Self) -> Rational {
        (&other.at_zero - &self.at_zero) / (&self.slope - &other.slope)
    }

    fn is_on(&self, line: &Self) -> bool {
        (self.pair, &self.slope, &self.at_zero) == (line.pair, &line.slope, &line.at_zero)
    }

    /// Its words.
    fn long(&self) -> usize {
        let of = |x: &Rational| x.numerator_ref().limb_count() + x.denominator_ref().limb_count();
        usize::try_from(of(&self.slope) + of(&self.at_zero)).unwrap_or(usize::MAX)
    }
}

/// The minimum over all pairs, of equal ones the first pair's; a test that sees nothing where there is no pair.
pub(crate) fn least(pairs: &Pairs) -> Vec<Piece> {
    let meter = here();
    let of_some = |some: &[usize]| {
        let next = |known, &pair: &usize| lower(known, of_pair(pairs, pair));
        meter.run(|| some.iter().fold(Vec::new(), next))
    };
    let places: Vec<usize> = (0..pairs.all.len()).collect();
    let all = places.par_chunks(TOGETHER).map(of_some);
    let found = all.reduce(Vec::new, |one, other| meter.run(|| lower(one, other)));
    if found.is_empty() { vec![Piece::between(None, &errors(0, 1), &errors(1, 0))] } else { found }
}

fn errors(first: u32, second: u32) -> [Rational; 2] {
    [Rational::from(first), Rational::from(second)]
}

/// The trade-off function of one pair.
fn of_pair(pairs: &Pairs, pair: usize) -> Vec<Piece> {
    let corner = |point: Point| {
        point.spend_on_fractions(pairs);
        let [missed, first] = point.masses(pairs);
        [first, Rational::ONE - missed]
    };
    let mut corners: Vec<[Rational; 2]> = of_one(pairs, pair).into_iter().map(corner).collect();
    if corners.last().is_none_or(|[first, _]| *first < 1u32) {
        corners.push(errors(1, 0));
    }
    let line = |both: &[[Rational; 2]]| Some(Piece::between(Some(pair), both.first()?, both.get(1)?));
    let lines: Vec<Piece> = corners.windows(2).filter_map(line).collect();
    lines.iter().for_each(|line| spend_on_divisors(4, line.long()));
    lines
}

/// The minimum of two functions, each by its pieces from 0 to 1; the other one where one has none.
fn lower(one: Vec<Piece>, other: Vec<Piece>) -> Vec<Piece> {
    if one.is_empty() || other.is_empty() {
        return if one.is_empty() { other } else { one };
    }
    let mut least: Vec<Piece> = Vec::with_capacity(one.len().max(other.len()));
    let (mut i, mut k, mut from) = (0, 0, Rational::ZERO);
    let end = |pieces: &[Piece], at: usize| pieces.get(at + 1).map_or(Rational::ONE, |next| next.from.clone());
    while let (Some(a), Some(b)) = (one.get(i), other.get(k)) {
        spend_on_products(16, a.long() + b.long());
        let (end_a, end_b) = (end(&one, i), end(&other, k));
        let to = if end_a <= end_b { end_a.clone() } else { end_b.clone() };
        let [before, after] = [&from, &to].map(|at| a.at(at).cmp(&b.at(at)));
        match (before, after) {
            (Ordering::Equal, Ordering::Equal) => push(&mut least, &from, if a.pair <= b.pair { a } else { b }),
            (Ordering::Less | Ordering::Equal, Ordering::Less | Ordering::Equal) => push(&mut least, &from, a),
            (Ordering::Greater | Ordering::Equal, Ordering::Greater | Ordering::Equal) => push(&mut least, &from, b),
            (Ordering::Less, Ordering::Greater) => cross(&mut least, &from, [a, b]),
            (Ordering::Greater, Ordering::Less) => cross(&mut least, &from, [b, a]),
        }
        i += usize::from(end_a == to);
        k += usize::from(end_b == to);
        from = to;
    }
    least
}

/// One line as far as the other, which is lower from there on.
fn cross(least: &mut Vec<Piece>, from: &Rational, [first, then]: [&Piece; 2]) {
    spend_on_divisors(2, first.long() + then.long());
    push(least, from, first);
    push(least, &first.crossing(then), then);
}

/// Goes on along a line from there.
fn push(least: &mut Vec<Piece>, from: &Rational, line: &Piece) {
    if !least.last().is_some_and(|last| last.is_on(line)) {
        least.push(Piece { from: from.clone(), ..line.clone() });
    }
}
