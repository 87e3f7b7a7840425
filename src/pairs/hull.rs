//! The upper hull of the points (y(S), x(S)) of pairs of rows, as far as its edges are steeper than 1 or 0.

use super::Pairs;
use super::row::{Row, spend_on_divisors, spend_on_products};
use crate::effort::{here, words};
use malachite::Integer;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;
use rayon::prelude::*;
use std::cmp::Ordering;

/// Which edges of a hull are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edges {
    /// Those that are steeper than 1.
    Steep,
    /// All that rise.
    Rising,
}

/// A set of outputs of a pair, by its place: the numerators of the second row's mass y(S) to the right and of the first
/// row's x(S) upwards, over the denominators of the rows. The empty set is of no pair.
#[derive(Debug, Clone)]
pub(crate) struct Point {
    pub(crate) pair: Option<usize>,
    up: Integer,
    right: Integer,
}

/// A difference of two coordinates, not in lowest terms.
struct Difference {
    numerator: Integer,
    denominator: Integer,
}

impl Difference {
    fn of((x, d): (&Integer, &Integer), (y, e): (&Integer, &Integer)) -> Self {
        if d == e {
            Self { numerator: x - y, denominator: d.clone() }
        } else {
            Self { numerator: x * e - y * d, denominator: d * e }
        }
    }

    /// self·other against another such product, all denominators being > 0.
    fn compare(pair: [&Self; 2], other: [&Self; 2]) -> Ordering {
        let [a, b] = pair;
        let [c, d] = other;
        let (left, right) = (&a.numerator * &b.numerator, &c.numerator * &d.numerator);
        if a.denominator == c.denominator && b.denominator == d.denominator {
            left.cmp(&right)
        } else {
            (left * &c.denominator * &d.denominator).cmp(&(right * &a.denominator * &b.denominator))
        }
    }
}

impl Point {
    const EMPTY: Self = Self { pair: None, up: Integer::ZERO, right: Integer::ZERO };

    fn up<'a>(&'a self, pairs: &'a Pairs) -> (&'a Integer, &'a Integer) {
        (&self.up, self.over(0, pairs))
    }

    fn right<'a>(&'a self, pairs: &'a Pairs) -> (&'a Integer, &'a Integer) {
        (&self.right, self.over(1, pairs))
    }

    fn over<'a>(&self, side: usize, pairs: &'a Pairs) -> &'a Integer {
        &pairs.rows[self.pair.map_or(0, |pair| pairs.all[pair].rows[side])].denominator
    }

    /// Counts what the slope of an edge to here and the masses take, in lowest terms.
    pub(crate) fn spend_on_fractions(&self, pairs: &Pairs) {
        let long = [self.up(pairs), self.right(pairs)].iter().map(|(x, d)| words(*x) + words(*d)).sum();
        spend_on_divisors(4, long);
    }

    /// x(S) and y(S).
    pub(crate) fn masses(&self, pairs: &Pairs) -> [Rational; 2] {
        [self.up(pairs), self.right(pairs)].map(|(x, d)| Rational::from_integers_ref(x, d))
    }

    fn rise(&self, to: &Self, pairs: &Pairs) -> Difference {
        Difference::of(to.up(pairs), self.up(pairs))
    }

    fn run(&self, to: &Self, pairs: &Pairs) -> Difference {
        Difference::of(to.right(pairs), self.right(pairs))
    }

    /// The slope of the edge to a point further to the right: the λ at which both lines cross.
    pub(crate) fn slope(&self, to: &Self, pairs: &Pairs) -> Rational {
        let (rise, run) = (self.rise(to, pairs), self.run(to, pairs));
        Rational::from_integers(rise.numerator * run.denominator, rise.denominator * run.numerator)
    }

    /// From left to right, of those above each other the highest first, of equal ones that of the first pair.
    fn order(&self, other: &Self, pairs: &Pairs) -> Ordering {
        let by = |(x, d): (&Integer, &Integer), (y, e): (&Integer, &Integer)| {
            if d == e { x.cmp(y) } else { (x * e).cmp(&(y * d)) }
        };
        by(self.right(pairs), other.right(pairs))
            .then_with(|| by(other.up(pairs), self.up(pairs)))
            .then_with(|| self.pair.cmp(&other.pair))
    }
}

/// So many pairs are gone through one after the other.
const TOGETHER: usize = 16;

/// The upper hull of the points of all pairs, from left to right: its edges fall in slope.
pub(crate) fn hull(pairs: &Pairs, edges: Edges) -> Vec<Point> {
    let meter = here();
    let of_some = |some: &[usize]| {
        let start = vec![Point::EMPTY];
        let with = |hull, &pair: &usize| merged(hull, chain(pairs, pair, edges), pairs, edges);
        meter.run(|| some.iter().fold(start, with))
    };
    let places: Vec<usize> = (0..pairs.all.len()).collect();
    let all = places.par_chunks(TOGETHER).map(of_some);
    all.reduce(|| vec![Point::EMPTY], |one, other| meter.run(|| merged(one, other, pairs, edges)))
}

/// The upper hull of the points of one pair, all edges that rise.
pub(super) fn of_one(pairs: &Pairs, pair: usize) -> Vec<Point> {
    merged(vec![Point::EMPTY], chain(pairs, pair, Edges::Rising), pairs, Edges::Rising)
}

/// The points of one pair: its outputs with x_o > y_o, or with x_o > 0, taken in the order of falling ratios.
fn chain(pairs: &Pairs, pair: usize, edges: Edges) -> Vec<Point> {
    let [x, y] = pairs.all[pair].rows.map(|row| &pairs.rows[row]);
    let long = |row: &Row| row.numerators.iter().map(words).max().unwrap_or(1);
    let sorted = 2 * x.numerators.len().max(1).ilog2() as usize;
    spend_on_products(x.numerators.len().saturating_mul(sorted + 2), long(x).max(long(y)));
    let more = |(x_o, y_o): &(&Integer, &Integer)| match edges {
        Edges::Rising => **x_o > 0u32,
        Edges::Steep if x.denominator == y.denominator => x_o > y_o,
        Edges::Steep => *x_o * &y.denominator > *y_o * &x.denominator,
    };
    let mut entries: Vec<(&Integer, &Integer)> = x.numerators.iter().zip(&y.numerators).filter(more).collect();
    // x/y falls; the denominators of the rows are the same for all. All x are > 0.
    entries.sort_by(|(x, y), (next_x, next_y)| (*next_x * *y).cmp(&(*x * *next_y)));
    let (mut up, mut right) = (Integer::ZERO, Integer::ZERO);
    let step = |(x, y): (&Integer, &Integer)| {
        up += x;
        right += y;
        Point { pair: Some(pair), up: up.clone(), right: right.clone() }
    };
    entries.into_iter().map(step).collect()
}

/// The hull of two lists of points, each from left to right.
fn merged(one: Vec<Point>, other: Vec<Point>, pairs: &Pairs, edges: Edges) -> Vec<Point> {
    let mut hull: Vec<Point> = Vec::with_capacity(one.len());
    let (mut one, mut other) = (one.into_iter().peekable(), other.into_iter().peekable());
    loop {
        let next = match (one.peek(), other.peek()) {
            (Some(a), Some(b)) if a.order(b, pairs).is_le() => one.next(),
            (Some(_), None) => one.next(),
            _ => other.next(),
        };
        match next {
            Some(point) => add(&mut hull, point, pairs, edges),
            None => return hull,
        }
    }
}

/// Adds a point that is not to the left of the hull's last.
fn add(hull: &mut Vec<Point>, point: Point, pairs: &Pairs, edges: Edges) {
    while let Some(last) = hull.last() {
        // Two differences, and the slope before them against theirs; over one denominator these are short.
        let [of_last, own] = [last, &point].map(|point| [0, 1].map(|side| point.over(side, pairs)));
        let long = own.into_iter().chain([&point.up, &point.right]).map(words).max().unwrap_or(1);
        if of_last == own {
            spend_on_products(3, long)
        } else {
            spend_on_products(10, 2 * long)
        }
        let (rise, run) = (last.rise(&point, pairs), last.run(&point, pairs));
        // Its line is nowhere above that of the last, from λ = 1 or from 0 on.
        let is_below = match edges {
            Edges::Steep => &rise.numerator * &run.denominator <= &run.numerator * &rise.denominator,
            Edges::Rising => rise.numerator <= 0u32,
        };
        if is_below {
            return;
        }
        let needless = run.numerator == 0 || {
            let before = hull.len().checked_sub(2).map(|k| &hull[k]);
            before.is_some_and(|before| {
                let (rise_before, run_before) = (before.rise(last, pairs), before.run(last, pairs));
                Difference::compare([&rise_before, &run], [&rise, &run_before]).is_le()
            })
        };
        if !needless {
            break;
        }
        hull.pop();
    }
    hull.push(point);
}
