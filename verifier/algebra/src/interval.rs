//! The zeros of a polynomial on an open interval, the parts between them, and the signs that it takes there.

use crate::gcd::squarefree;
use crate::isolate::{Bernstein, apart, isolate, middle};
use crate::order::{between, order};
use crate::pieces::Pieces;
use crate::root::of_isolated;
use crate::sign::sign;
use crate::signs::Signs;
use dp_number::{Interval, Number, Obstacle, Point, Rational, sign_at};
use std::cmp::Ordering;

/// Rationals around an interval: its ends, or where they are algebraic those that they are given between.
///
/// # Errors
/// None in fact: ends are rational or algebraic.
pub fn ends(interval: &Interval) -> Result<[Rational; 2], Obstacle> {
    let outer = |end: &Point, k: usize| match end {
        Point::Rational(x) => Ok(x.clone()),
        Point::Algebraic(t) => t.between().into_iter().nth(k).ok_or(Obstacle::Order),
        _ => Err(Obstacle::Order),
    };
    let [low, high] = interval.ends();
    Ok([outer(low, 0)?, outer(high, 1)?])
}

/// A rational inside.
///
/// # Errors
/// A limit.
pub fn sample(interval: &Interval) -> Result<Rational, Obstacle> {
    match interval.ends() {
        [Point::Rational(low), Point::Rational(high)] => middle(low, high),
        [low, high] => between(low, high),
    }
}

/// The zeros of p ≠ 0 in the interval, rising.
///
/// # Errors
/// p = 0, or a limit.
pub fn zeros(interval: &Interval, p: &Number) -> Result<Vec<Point>, Obstacle> {
    let [outer_low, outer_high] = ends(interval)?;
    // 0 is no zero inside where the interval is one of positive numbers.
    let squarefree = squarefree(&if outer_low.is_negative() { p.clone() } else { p.without_t().1 })?;
    let [low, high] = interval.ends();
    let mut zeros = Vec::new();
    for root in isolate(&squarefree, &outer_low, &outer_high)? {
        let root = of_isolated(&squarefree, &apart(&squarefree, root, &outer_low, &outer_high)?)?;
        if order(low, &root)?.is_lt() && order(&root, high)?.is_lt() {
            zeros.push(root);
        }
    }
    Ok(zeros)
}

/// The open intervals between one of these numbers of the interval, rising, and the next, and the ends.
///
/// # Errors
/// Numbers that do not rise, or a limit.
pub fn cut(interval: &Interval, numbers: &[Point]) -> Result<Vec<Interval>, Obstacle> {
    let [low, high] = interval.ends();
    let (lows, highs) = ([low].into_iter().chain(numbers), numbers.iter().chain([high]));
    lows.zip(highs).map(|(low, high)| rising(low, high)).collect()
}

/// All numbers between two.
///
/// # Errors
/// Numbers that do not rise, or a limit.
pub fn rising(low: &Point, high: &Point) -> Result<Interval, Obstacle> {
    if order(low, high)?.is_lt() { Interval::between(low.clone(), high.clone()) } else { Err(Obstacle::Order) }
}

/// The signs that p takes at t: one, or on an interval all that it takes there.
///
/// # Errors
/// As of [`sign`].
pub fn signs(t: &Point, p: &Number) -> Result<Signs, Obstacle> {
    match (p.integer_sign(), t) {
        (None, Point::Interval(interval)) => on_interval(interval, p),
        _ => Ok(Signs::of(sign(t, p)?)),
    }
}

/// All signs that p takes on an interval.
///
/// Bernstein coefficients of one sign settle it at once; else the zeros are isolated, those of even multiplicity too,
/// and p's sign is computed between them. Zeros at the ends do not count. Cost: deg² sums where the first is enough;
/// else that of [`zeros`].
fn on_interval(interval: &Interval, p: &Number) -> Result<Signs, Obstacle> {
    // Around algebraic ends the interval is a little wider: one sign there is one sign on it too.
    let [low, high] = ends(interval)?;
    if let Some(sign) = Bernstein::new(p, &low, &high)?.sign() {
        return Ok(Signs::of(sign));
    }
    if let [Point::Rational(low), Point::Rational(high)] = interval.ends() {
        return Ok(Pieces::new(p, low, high)?.signs());
    }
    // Between one zero and the next p keeps the sign that it has at one point (intermediate values).
    let zeros = zeros(interval, p)?;
    let mut signs = (!zeros.is_empty()).then_some(Signs::of(Ordering::Equal));
    for piece in cut(interval, &zeros)? {
        let sign = Signs::of(sign_at(p, &sample(&piece)?)?);
        signs = Some(signs.map_or(sign, |signs| signs.or(sign)));
    }
    // There is a piece at least.
    Ok(signs.unwrap_or(Signs::ALL))
}
