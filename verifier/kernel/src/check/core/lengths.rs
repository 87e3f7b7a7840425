//! `dp` on a graph whose edges have lengths, d(i, h) being the length of a shortest path: X ≥ 0 and α^d(i,h)·x_io ≤
//! x_ho for all i, h and o (metric privacy; geo-indistinguishability: Andrés, Bordenabe, Chatzikokolakis, Palamidessi,
//! 2013; Chatzikokolakis, Andrés, Bordenabe, Palamidessi, Broadening the scope of differential privacy using metrics,
//! 2013).
//!
//! Lengths are whole numbers of units, and the case's α is that of one unit. Edges suffice: along a shortest path the
//! factors α^ℓ of its edges multiply to α^d. And it makes no difference that an edge, of length ℓ, is asked for α^ℓ
//! where it is longer than d between its ends: α^ℓ ≤ α^d.
//!
//! Computed: for each length ℓ the least ratio r = x_ho/x_io of an edge of that length. The claim holds iff α^ℓ ≤ r for
//! all of them. Of two edges r^(1/ℓ) < s^(1/m) iff r^m < s^ℓ, in whole powers; the least r^(1/ℓ) of all is the largest
//! α of one unit for which it holds, and `alpha_max` = r^(u/ℓ) that of the u units that make up the length 1. An edge
//! that is longer than d never has the least: with b the least of the others, r ≥ b^d, and r^(1/ℓ) ≥ b^(d/ℓ) > b for 0
//! < b < 1.
//!
//! Where lengths are fine the case's α is that of the length 1, of u units: α^(ℓ/u) ≤ r iff α^ℓ ≤ r^u. Long powers are
//! compared and not made, see `powers`.

use super::alpha_max::over;
use crate::case::Case;
use crate::failure::Failure;
use crate::graph::place;
use crate::list::first;
use dp_number::{At, Fraction, powers};
use std::cmp::Ordering;

/// A pair of nodes and an output, with x at `pair[0]` over x at `pair[1]` = `ratio` < 1. `length` is the root
/// that `alpha_max` takes of it; for `dp` the ratio is to be at least α^`length`.
pub(crate) struct Extreme {
    pub(crate) pair: [usize; 2],
    pub(crate) output: usize,
    pub(crate) ratio: Fraction,
    pub(crate) length: u64,
}

/// Whether α^d ≤ r at a distance d in units of length, of which the case's α is one; or all that are the length 1,
/// where they are fine.
pub(crate) fn is_kept(case: &Case, distance: u64, ratio: &Fraction) -> Result<bool, Failure> {
    let units = if case.graph.is_fine() { case.graph.unit() } else { 1 };
    Ok(powers::order(case.at, (case.alpha, distance.into()), (ratio, units.into()))?.is_le())
}

/// α^d at a distance d in units, where it may be what this ratio is and is no longer.
pub(crate) fn power(case: &Case, distance: u64, ratio: &Fraction) -> Option<Fraction> {
    let units = if case.graph.is_fine() { case.graph.unit() } else { 1 };
    let exponent = over(distance, units);
    let longest = ratio.numerator.degree().max(At::HIGH) as u64;
    let degree = case.alpha.numerator.degree().max(1) as u64;
    let may = distance.is_multiple_of(units) && exponent.saturating_mul(degree) <= longest;
    may.then(|| case.alpha.power(place(exponent)))
}

/// r^(1/ℓ) against s^(1/m), by r^m against s^ℓ.
pub(crate) fn order_roots(
    case: &Case,
    (r, l): (&Fraction, u64),
    (s, m): (&Fraction, u64),
) -> Result<Ordering, Failure> {
    Ok(powers::order(case.at, (r, m.into()), (s, l.into()))?)
}

/// The one with the least r^(1/ℓ).
pub(crate) fn least(case: &Case, extremes: Vec<Extreme>) -> Result<Option<Extreme>, Failure> {
    first(extremes.into_iter().map(Ok), |x, known| {
        Ok(order_roots(case, (&x.ratio, x.length), (&known.ratio, known.length))?.is_lt())
    })
}
