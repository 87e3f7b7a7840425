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

use super::*;

/// n/d of whole numbers, d > 0.
fn over(n: u32, d: u32) -> u32 {
    n.checked_div(d).unwrap_or(n)
}

/// r^(1/ℓ) against s^(1/m), by r^(m/g) against s^(ℓ/g) for g the common divisor of ℓ and m.
pub(super) fn order_roots(
    case: &Case,
    (r, l): (&Fraction, u32),
    (s, m): (&Fraction, u32),
) -> Result<Ordering, Failure> {
    let common = l.gcd(&m);
    case.compare(&r.power(over(m, common) as usize), &s.power(over(l, common) as usize))
}

/// The one with the least r^(1/ℓ).
pub(super) fn least(case: &Case, extremes: Vec<dp::Extreme>) -> Result<Option<dp::Extreme>, Failure> {
    first(extremes.into_iter().map(Ok), |x, known| {
        Ok(order_roots(case, (&x.ratio, x.length), (&known.ratio, known.length))?.is_lt())
    })
}

/// Adds `alpha_max` = r^(u/ℓ) and `epsilon_min`, the exponent as small as it can be seen to be.
pub(super) fn with_privacy(case: &Case, found: Found, mut ratio: Fraction, length: u32) -> Result<Found, Failure> {
    let common = case.graph.unit().gcd(&length);
    let (power, mut root) = (over(case.graph.unit(), common), over(length, common));
    if root > 1 && case.sign(&ratio.numerator)?.is_gt() {
        let Fraction { numerator: n, denominator: d } = &ratio;
        // What of the one divides the other is left out of both.
        ratio = match (n.over(d), d.over(n)) {
            _ if ratio.is_rational() => ratio,
            (Some(whole), _) => whole.into(),
            (_, Some(whole)) => Fraction::new(Number::ONE, whole),
            _ => ratio,
        };
        // r = s^f for a divisor f of the root's order: r^(p/q) = s^(p/(q/f)).
        let mut divisor = 2;
        while divisor <= root {
            charge(4)?;
            let found = if root.is_multiple_of(divisor) { ratio.root(divisor) } else { None };
            match found {
                Some(found) => (ratio, root) = (found, over(root, divisor)),
                None => divisor = divisor.saturating_add(1),
            }
        }
        if root > 1 {
            let found = found.value(Name::AlphaMax, Value::Power(ratio.clone(), [power, root]));
            return Ok(found.value(Name::EpsilonMin, Value::MinusLnPower(ratio, [power, root])));
        }
    }
    dp::with_privacy(case, found, ratio.power(power as usize).lowest())
}
