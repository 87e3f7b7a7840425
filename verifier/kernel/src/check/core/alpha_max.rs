//! `alpha_max` and `epsilon_min` as values: a number, or a root where edges have lengths.

use crate::case::Case;
use crate::failure::Failure;
use crate::graph::place;
use crate::problem::Name;
use crate::proved::{Found, Value};
use dp_number::meter::charge;
use dp_number::{Fraction, Number};
use num_integer::Integer;

/// The bits and the degree of a power that is made to be written as a number.
const MOST_WRITTEN: [u64; 2] = [1 << 20, 10_000];

/// n/d of whole numbers, d > 0.
pub(crate) fn over(n: u64, d: u64) -> u64 {
    n.checked_div(d).unwrap_or(n)
}

/// Adds `alpha_max` and `epsilon_min`. A polynomial that vanishes at t is 0 too.
pub(crate) fn of_number(case: &Case, found: Found, alpha_max: Fraction) -> Result<Found, Failure> {
    if case.sign(&alpha_max.numerator)?.is_eq() {
        return Ok(found.number(Name::AlphaMax, Fraction::ZERO).value(Name::EpsilonMin, Value::Infinite));
    }
    Ok(found.number(Name::AlphaMax, alpha_max.clone()).value(Name::EpsilonMin, Value::MinusLn(alpha_max)))
}

/// Adds `alpha_max` = r^(u/ℓ) and `epsilon_min`, the exponent as small as it can be seen to be.
pub(crate) fn of_root(case: &Case, found: Found, mut ratio: Fraction, length: u64) -> Result<Found, Failure> {
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
        // r = s^f for a divisor f of the root's order: r^(p/q) = s^(p/(q/f)). No f is more than the bits of r, or its
        // degree.
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
    of_number(case, found, ratio.power(place(power)).lowest())
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
