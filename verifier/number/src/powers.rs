//! Powers of far exponents compared: x^m against y^l for x, y ≥ 0 and m, l > 0.
//!
//! Short ones are made. Else m·log₂ x and l·log₂ y are enclosed until they lie apart. What does not lie apart then is
//! compared by the powers themselves, or meets a limit. No tie of rationals meets one: for m and l without a common
//! divisor x^m = y^l ≠ 1 only if x = w^l and y = w^m for a rational w ≠ 1 (by the exponents of each prime), so that l
//! and m are no more than the bits of x and y. Where t is the j-th root of a rational s, its powers are rational
//! powers: (t^e)^m = s^(e·m/j).

use crate::at::At;
use crate::bracket::{Bracket, up};
use crate::exponential::Exponential;
use crate::meter::{charge, of_product, pass, steps};
use crate::number::{Fraction, Number};
use crate::obstacle::Obstacle;
use crate::point::Point;
use crate::rational::Rational;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed};
use std::borrow::Cow;
use std::cmp::Ordering;

/// The bits of powers that are made at once.
const SHORT: u128 = 1 << 10;

/// The precisions of logarithms, and what their steps keep beside.
const PRECISIONS: [u64; 3] = [96, 384, 1536];
const SPARE: u64 = 8;

/// x^m against y^l.
pub fn order(at: At, (x, m): (&Fraction, u128), (y, l): (&Fraction, u128)) -> Result<Ordering, Obstacle> {
    if m == l {
        return at.compare(x, y);
    }
    let signs = [at.sign(&x.numerator)?, at.sign(&y.numerator)?];
    if signs.contains(&Ordering::Equal) {
        return Ok(signs[0].cmp(&signs[1]));
    }
    let all = [(Cow::Borrowed(x), m), (Cow::Borrowed(y), l)];
    let [(x, m), (y, l)] = rationals(at, &all).unwrap_or(all);
    let common = m.gcd(&l).max(1);
    let [m, l] = [m, l].map(|k| k.checked_div(common).unwrap_or(k));
    let made = || at.compare(&x.power(place(m)), &y.power(place(l)));
    if is_short(&x, m) && is_short(&y, l) {
        return made();
    }
    if let (Some(e), Some(f)) = (power_of_t(&x), power_of_t(&y))
        && e.checked_mul(m).is_some_and(|e| Some(e) == f.checked_mul(l))
    {
        return Ok(Ordering::Equal);
    }
    for places in PRECISIONS {
        let (Some(log_x), Some(log_y)) = (log2(at, &x, places)?, log2(at, &y, places)?) else { continue };
        let [a, b] = [log_x.scaled(&m.into()), log_y.scaled(&l.into())];
        // Over a limit they are 0.
        charge(0)?;
        if a.high < b.low || b.high < a.low {
            return Ok(a.low.cmp(&b.low));
        }
    }
    made()
}

fn place(k: u128) -> usize {
    usize::try_from(k).unwrap_or(usize::MAX)
}

/// Whether x^k has few bits, or a low degree.
fn is_short(x: &Fraction, k: u128) -> bool {
    let long = |x: &Number| u128::from(x.bits()).saturating_mul((x.degree() as u128).saturating_add(1));
    long(&x.numerator).max(long(&x.denominator)).saturating_mul(k) <= SHORT
}

/// e, where x = t^e.
fn power_of_t(x: &Fraction) -> Option<u128> {
    x.numerator.power_of_t().filter(|_| x.denominator == Number::ONE)
}

/// Rational numbers and exponents with the same order, of rational numbers and powers of a t that is the root of a
/// rational.
fn rationals<'a>(at: At, powers: &[(Cow<'a, Fraction>, u128); 2]) -> Option<[(Cow<'a, Fraction>, u128); 2]> {
    let (s, j) = at.point().and_then(Point::radical)?;
    let of = |(x, m): &(Cow<'a, Fraction>, u128)| match power_of_t(x) {
        Some(e) => Some((Cow::Owned(s.clone()), e.checked_mul(*m)?)),
        None if x.is_rational() => Some((x.clone(), m.checked_mul(j)?)),
        None => None,
    };
    let [x, y] = powers;
    Some([of(x)?, of(y)?])
}

/// Encloses log₂ x over 2^places; `None` where x > 0 does not show.
fn log2(at: At, x: &Fraction, places: u64) -> Result<Option<Bracket>, Obstacle> {
    let ends = |n: &Bracket, d: &Bracket| {
        let positive = n.low.is_positive() && d.low.is_positive();
        let log = |n: &BigInt, d: &BigInt, above| Ok::<_, Obstacle>(of(n, places, above)? - of(d, places, !above)?);
        let both =
            || Ok(Bracket { low: log(&n.low, &d.high, false)?, high: log(&n.high, &d.low, true)?, bits: places });
        positive.then(both).transpose()
    };
    // log₂ e^-s = s·log₂ e^-1.
    if let (Some(Point::Exponential(t)), Some(e)) = (at.point(), power_of_t(x)) {
        let fine = places.saturating_add(SPARE);
        let one = Bracket::exactly(1, fine);
        let Some(log) = ends(&Exponential::new(Rational::one())?.bracket(fine)?, &one)? else { return Ok(None) };
        let log = log.scaled(&(t.rate().numer() * e));
        return Ok(Some(Bracket { bits: places, ..Bracket::around(&log.low, &log.high, t.rate().denom(), 0) }));
    }
    if let (Some(n), Some(d)) = (x.numerator.integer(), x.denominator.integer()) {
        return ends(&Bracket::exactly(n.into_owned(), 0), &Bracket::exactly(d.into_owned(), 0));
    }
    match at.enclosed([&x.numerator, &x.denominator].into_iter(), places)?.as_deref() {
        Some([n, d]) => ends(n, d),
        _ => Ok(None),
    }
}

/// log₂ n of an integer n > 0 over 2^places, rounded down, or up where that is said.
///
/// With n = 2^e·y for 1 ≤ y ≤ 2 each square of y gives one more place, 1 where it is 2 or more and is halved. Roundings
/// of y are all in one direction: what they make of it is no more, or no less, than it is.
fn of(n: &BigInt, places: u64, above: bool) -> Result<BigInt, Obstacle> {
    let fine = places.saturating_add(SPARE);
    charge(steps(places, of_product(pass(fine), pass(fine)).saturating_add(64), 1).saturating_add(pass(n.bits())))?;
    let less = |x: BigInt, places: u64| if above { up(x, places) } else { x >> places };
    let e = n.bits().saturating_sub(1);
    let mut y = less(n << fine.saturating_sub(e), e.saturating_sub(fine));
    let mut log = BigInt::from(e);
    for _ in 0..places {
        y = less(&y * &y, fine);
        log <<= 1;
        if y.bits() > fine.saturating_add(1) {
            y = less(y, 1);
            log += 1;
        }
    }
    Ok(log + i32::from(above))
}
