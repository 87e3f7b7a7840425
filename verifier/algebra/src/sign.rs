//! Signs, where t's polynomial may have factors.

use crate::root::is_root_of;
use dp_number::{Algebraic, Beside, Monomial, Number, Obstacle, Point, terms};
use num_bigint::BigInt;
use std::borrow::Cow;
use std::cmp::Ordering;

/// The bits of the enclosure on which most signs show.
const FIRST_BITS: u64 = 64;

/// The sign of p at a single t: where it is algebraic, 0 wherever p vanishes, also if t's polynomial has factors.
///
/// # Errors
/// An interval, a limit, or no sign at 2^16 bits past those of the coefficients.
pub fn sign(t: &Point, p: &Number) -> Result<Ordering, Obstacle> {
    match seen(t, p)? {
        Some(sign) => Ok(sign),
        None => t.sign(p),
    }
}

/// The sign that a first enclosure shows at an algebraic number, or with one beside e^-r, or 0 where p vanishes there;
/// `None` of others, and where neither is so.
fn seen(t: &Point, p: &Number) -> Result<Option<Ordering>, Obstacle> {
    if let Some(sign) = p.integer_sign() {
        return Ok(Some(sign));
    }
    let (shown, vanishes) = match t {
        Point::Algebraic(t) => {
            let shown = enclosed(t, p)?;
            (shown, shown.is_none() && is_root_of(t, p)?)
        }
        Point::Beside(both) => {
            let terms = p.terms().map_or_else(|| terms::of_dense(&p.coefficients()).into(), Cow::Borrowed);
            let shown = both.evaluate(&terms, FIRST_BITS)?.sign();
            (shown, shown.is_none() && vanishes_beside(&terms, both)?)
        }
        Point::Rational(_) | Point::Exponential(_) | Point::Interval(_) => (None, false),
    };
    Ok(if vanishes { Some(Ordering::Equal) } else { shown })
}

/// Whether u is a root of what stands beside each power of t, which has to be so for a sum of them to vanish
/// (Lindemann–Weierstrass).
fn vanishes_beside(p: &[(Monomial, BigInt)], both: &Beside) -> Result<bool, Obstacle> {
    for (_, of_u) in by_t(p)? {
        if !is_root_of(&both.u, &of_u)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The sign of p on a first enclosure.
fn enclosed(t: &Algebraic, p: &Number) -> Result<Option<Ordering>, Obstacle> {
    let coefficients = p.coefficients();
    Ok(t.bracket(FIRST_BITS)?.evaluate(t.without_powers(&coefficients))?.sign())
}

/// What stands beside each power of t, as a polynomial in u.
pub(crate) fn by_t(p: &[(Monomial, BigInt)]) -> Result<Vec<(u128, Number)>, Obstacle> {
    dp_number::charge(dp_number::meter::steps(64, p.len() as u64, 1))?;
    let mut by_t: Vec<_> = p.iter().collect();
    by_t.sort_by_key(|(e, _)| (e.t, e.u));
    let part = |part: &[&(Monomial, BigInt)]| {
        let t = part.last().map_or(0, |(e, _)| e.t);
        let of_u = terms::in_steps(part.iter().map(|(e, c)| (e.u.into(), c)), terms::bits(p))?;
        Ok((t, Number::polynomial(of_u)))
    };
    by_t.chunk_by(|(e, _), (f, _)| e.t == f.t).map(part).collect()
}
