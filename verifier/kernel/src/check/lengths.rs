//! `dp` on a graph whose edges have lengths, d(i, h) being the length of a shortest path: X ≥ 0 and α^d(i,h)·x_io ≤ x_ho for
//! all i, h and o (metric privacy; geo-indistinguishability: Andrés, Bordenabe, Chatzikokolakis, Palamidessi, 2013;
//! Chatzikokolakis, Andrés, Bordenabe, Palamidessi, Broadening the scope of differential privacy using metrics, 2013).
//!
//! Lengths are whole numbers of units, and the case's α is that of one unit. Edges suffice: along a shortest path the factors
//! α^ℓ of its edges multiply to α^d. And it makes no difference that an edge, of length ℓ, is asked for α^ℓ where it is longer
//! than d between its ends: α^ℓ ≤ α^d.
//!
//! Computed: for each length ℓ the least ratio r = x_ho/x_io of an edge of that length. The claim holds iff α^ℓ ≤ r for all of
//! them. Of two edges r^(1/ℓ) < s^(1/m) iff r^m < s^ℓ, in whole powers; the least r^(1/ℓ) of all is the largest α of one unit for
//! which it holds, and `alpha_max` = r^(u/ℓ) that of the u units that make up the length 1. An edge that is longer than d never
//! has the least: with b the least of the others, r ≥ b^d, and r^(1/ℓ) ≥ b^(d/ℓ) > b for 0 < b < 1.
//!
//! Where lengths are fine the case's α is that of the length 1, of u units: α^(ℓ/u) ≤ r iff α^ℓ ≤ r^u. Long powers are compared and not
//! made, see `powers`.

use super::dp;
use crate::case::Case;
use crate::failure::Failure;
use crate::graph::place;
use crate::list::first;
use crate::problem::Name;
use crate::proved::{Found, Value};
use dp_number::meter::charge;
use dp_number::{At, Fraction, Number, powers};
use num_integer::Integer;
use std::cmp::Ordering;

/// The bits and the degree of a power that is made to be written as a number.
const MOST_WRITTEN: [u64; 2] = [1 << 20, 10_000];

/// n/d of whole numbers, d > 0.
fn over(n: u64, d: u64) -> u64 {
    n.checked_div(d).unwrap_or(n)
}

/// Whether α^d ≤ r at a distance d in units of length, of which the case's α is one; or all that are the length 1, where they are fine.
pub(super) fn is_kept(case: &Case, distance: u64, ratio: &Fraction) -> Result<bool, Failure> {
    let units = if case.graph.is_fine() { case.graph.unit() } else { 1 };
    Ok(powers::order(case.at, (case.alpha, distance.into()), (ratio, units.into()))?.is_le())
}

/// α^d at a distance d in units, where it may be what this ratio is and is no longer.
pub(super) fn power(case: &Case, distance: u64, ratio: &Fraction) -> Option<Fraction> {
    let units = if case.graph.is_fine() { case.graph.unit() } else { 1 };
    let exponent = over(distance, units);
    let longest = ratio.numerator.degree().max(At::HIGH) as u64;
    let degree = case.alpha.numerator.degree().max(1) as u64;
    let may = distance.is_multiple_of(units) && exponent.saturating_mul(degree) <= longest;
    may.then(|| case.alpha.power(place(exponent)))
}

/// r^(1/ℓ) against s^(1/m), by r^m against s^ℓ.
pub(super) fn order_roots(
    case: &Case,
    (r, l): (&Fraction, u64),
    (s, m): (&Fraction, u64),
) -> Result<Ordering, Failure> {
    Ok(powers::order(case.at, (r, m.into()), (s, l.into()))?)
}

/// The one with the least r^(1/ℓ).
pub(super) fn least(case: &Case, extremes: Vec<dp::Extreme>) -> Result<Option<dp::Extreme>, Failure> {
    first(extremes.into_iter().map(Ok), |x, known| {
        Ok(order_roots(case, (&x.ratio, x.length), (&known.ratio, known.length))?.is_lt())
    })
}

/// Adds `alpha_max` = r^(u/ℓ) and `epsilon_min`, the exponent as small as it can be seen to be.
pub(super) fn with_privacy(case: &Case, found: Found, mut ratio: Fraction, length: u64) -> Result<Found, Failure> {
    let common = case.graph.unit().gcd(&length);
    let (power, mut root) = (over(case.graph.unit(), common), over(length, common));
    if (root > 1 || !is_number(&ratio, power)) && case.sign(&ratio.numerator)?.is_gt() {
        let Fraction { numerator: n, denominator: d } = &ratio;
        // What of the one divides the other is left out of both.
        ratio = match (n.over(d), d.over(n)) {
            _ if ratio.is_rational() => ratio,
            (Some(whole), _) => whole.into(),
            (_, Some(whole)) => Fraction::new(Number::ONE, whole),
            _ => ratio,
        };
        // r = s^f for a divisor f of the root's order: r^(p/q) = s^(p/(q/f)). No f is more than the bits of r, or its degree.
        let mut divisor = 2;
        while divisor <= size(&ratio).into_iter().max().unwrap_or(0).min(root) {
            charge(4)?;
            let f = u32::try_from(divisor).ok().filter(|_| root.is_multiple_of(divisor));
            let found = f.and_then(|f| ratio.root(f));
            match found {
                Some(found) => (ratio, root) = (found, over(root, divisor)),
                None => divisor = divisor.saturating_add(1),
            }
        }
        if root > 1 || !is_number(&ratio, power) {
            let found = found.value(Name::AlphaMax, Value::Power(ratio.clone(), [power, root]));
            return Ok(found.value(Name::EpsilonMin, Value::MinusLnPower(ratio, [power, root])));
        }
    }
    dp::with_privacy(case, found, ratio.power(place(power)).lowest())
}

/// The bits of a number, and its degree.
fn size(x: &Fraction) -> [u64; 2] {
    let [n, d] = [&x.numerator, &x.denominator];
    [n.bits().max(d.bits()), n.degree().max(d.degree()) as u64]
}

/// Whether r^p is short enough to be written as a number, as r itself is.
fn is_number(ratio: &Fraction, power: u64) -> bool {
    let made = |(long, most): (u64, u64)| long.saturating_mul(power) <= most;
    power == 1 || size(ratio) == [1, 0] || size(ratio).into_iter().zip(MOST_WRITTEN).all(made)
}
