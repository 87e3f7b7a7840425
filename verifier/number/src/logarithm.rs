//! Logarithms compared with numbers: −ln x ≤ r iff x ≥ e^-r, log₂ x ≤ p/q iff x ≤ 2^(p/q).

use crate::arithmetic::{ratio, steps_of_fractions};
use crate::at::At;
use crate::beside::Beside;
use crate::bracket::{Bracket, up};
use crate::meter::{Limit, charge, steps, total, words};
use crate::number::{Fraction, Number};
use crate::obstacle::Obstacle;
use crate::point::Point;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// The bits of precision at which two numbers are told apart, if they are not the same.
const PRECISIONS: [u64; 4] = [80, 320, 1280, 1 << 13];

/// The largest p and q of a bound p/q that is compared by exact powers, and the most bits of such a power.
const MOST_POWER: usize = 1 << 12;
const MOST_LONG: u64 = 1 << 20;

/// Beyond 2^±2^20 numbers are only compared with that.
const FAR: usize = 20;

/// The degree up to which powers are compared before anything else.
const MOST_DEGREE: usize = 64;

/// The places of a series beside those that are asked for.
const SPARE: u64 = 16;

/// −ln x against r, 0 < x ≤ 1; `None` where that does not show.
pub fn minus_ln(at: At, x: &Fraction, r: &Fraction) -> Result<Option<Ordering>, Obstacle> {
    if !r.is_rational() {
        return Ok(None);
    }
    match at.sign(&r.numerator)? {
        Ordering::Less => return Ok(Some(Ordering::Greater)),
        Ordering::Equal => return at.compare(&Fraction::ONE, x).map(Some),
        Ordering::Greater => {}
    }
    // −ln t^k = k·s at t = e^-s.
    if let (Some(Point::Exponential(t) | Point::Beside(Beside { t, .. })), Some(k), true) =
        (at.point(), x.numerator.power_of_t(), x.denominator == Number::ONE)
    {
        let rate = t.rate();
        return at.compare(&Fraction::new((rate.numer() * k).into(), rate.denom().clone().into()), r).map(Some);
    }
    // e^-r = t^k for r = k·s, where they may be the same.
    if let (Some(Point::Exponential(t)), Some(own), false) = (at.point(), r.rational()?, x.is_rational()) {
        charge(steps_of_fractions(&own, t.rate()))?;
        let k = ratio(&own, t.rate());
        if let Some(k) = k.is_integer().then(|| k.to_integer().to_u64()).flatten() {
            return at.compare(&Number::sparse(vec![(u128::from(k), 1.into())]).into(), x).map(Some);
        }
    }
    let end = Point::exponential(r)?;
    let order = against(at, x, precisions(at, x), |bits| Ok((end.bracket(bits)?, 0)))?;
    Ok(order.map(Ordering::reverse))
}

/// log₂ x against p/q, x > 0; `None` where that does not show.
///
/// By x^q against 2^p where both are short; else by enclosing 2^(p/q), which shows for some precision if x is not that.
pub fn log2(at: At, x: &Fraction, bound: &Fraction) -> Result<Option<Ordering>, Obstacle> {
    let bound = bound.clone().lowest();
    let (Some(p), Some(q)) = (bound.numerator.integer(), bound.denominator.integer()) else { return Ok(None) };
    let degree = x.numerator.degree().max(x.denominator.degree());
    let long = total([x.numerator.bits(), x.denominator.bits(), 1]).saturating_mul((degree as u64).saturating_add(1));
    let short = |n: &BigInt| n.magnitude().to_usize().filter(|n| *n <= MOST_POWER);
    let powers = short(&p).zip(short(&q).filter(|q| long.saturating_mul(*q as u64) <= MOST_LONG));
    let power = |k: usize| {
        let two = Fraction::from(Number::from(BigInt::one() << k));
        if p.is_negative() { two.inverse() } else { two }
    };
    let by_powers = |(k, q): (usize, usize)| at.compare(&x.power(q), &power(k)).map(Some);
    if let Some(powers) = powers.filter(|(_, q)| *q == 1 || degree.saturating_mul(*q) <= MOST_DEGREE) {
        return by_powers(powers);
    }
    if p.magnitude() > &(q.magnitude() << FAR) {
        let (side, two) = (if p.is_negative() { Ordering::Greater } else { Ordering::Less }, power(1 << FAR));
        return Ok((at.compare(x, &two)? == side).then_some(side));
    }
    let precisions = precisions(at, x);
    match against(at, x, precisions, |bits| power_of_two(&p, &q, bits))? {
        None => powers.filter(|_| precisions.len() > 1).map_or(Ok(None), by_powers),
        order => Ok(order),
    }
}

/// The precisions for x: the one comparison on an interval is with numbers close by, at which it can be cut.
fn precisions(at: At, x: &Fraction) -> &'static [u64] {
    let is_single = x.is_rational() || at.point().is_some_and(Point::is_single);
    if is_single { &PRECISIONS } else { PRECISIONS.first_chunk::<1>().map_or(&[], |first| first) }
}

/// x against a number that is enclosed with so many bits, times a power of two; `None` where x is too close.
fn against(
    at: At,
    x: &Fraction,
    precisions: &[u64],
    enclosed: impl Fn(u64) -> Result<(Bracket, i64), Obstacle>,
) -> Result<Option<Ordering>, Obstacle> {
    for &bits in precisions {
        let (Bracket { low, high, bits }, shift) = enclosed(bits)?;
        let (times, over) = (shift.max(0), (bits as i64).saturating_add(shift.saturating_neg().max(0)));
        let end = |n: BigInt| Fraction::new((n << times).into(), (BigInt::one() << over).into());
        if at.compare(x, &end(low))?.is_lt() {
            return Ok(Some(Ordering::Less));
        }
        if at.compare(x, &end(high))?.is_gt() {
            return Ok(Some(Ordering::Greater));
        }
    }
    Ok(None)
}

/// 2^(p/q): a power of 2 times the product of 2^(1/2^k) for the binary digits of what is left of p/q.
fn power_of_two(p: &BigInt, q: &BigInt, places: u64) -> Result<(Bracket, i64), Obstacle> {
    let (whole, mut left) = p.div_mod_floor(q);
    let long = words(places.saturating_mul(2));
    charge(steps(4, places, steps(1, long, long.saturating_add(words(q.bits())))))?;
    let one = BigInt::one() << places;
    let mut power = Bracket { low: one.clone(), high: one.clone(), bits: places };
    let mut root = Bracket { low: &one << 1, high: &one << 1, bits: places };
    for _ in 0..places {
        root = Bracket { low: (root.low << places).sqrt(), high: (root.high << places).sqrt() + 1, bits: places };
        left <<= 1;
        if left >= *q {
            left -= q;
            power = power.times(&root);
        }
    }
    // The digits that are left add up to less than the last one.
    if !left.is_zero() {
        power.high = up(power.high * root.high, places);
    }
    // A number that far from 1 is compared otherwise.
    Ok((power, whole.to_i64().ok_or(Limit::Bits)?))
}

/// ln of an integer n > 0 over 2^places, beside ln 2 over the same or more.
///
/// With n = 2^e·y, 1 ≤ y < 2: ln n = e·ln 2 + ln y.
///
/// # Errors
/// A limit.
pub fn ln(n: &BigInt, places: u64, two: &Bracket) -> Result<Bracket, Limit> {
    charge(steps(4, words(n.bits()), 1))?;
    let e = n.bits().saturating_sub(1);
    let power = BigInt::one() << e;
    let mut sum = of_quotient(&(n - &power), &(n + &power), places)?;
    sum.add(&two.clone().coarser(places).scaled(&e.into()));
    Ok(sum)
}

/// ln 2 over 2^places.
///
/// # Errors
/// A limit.
pub fn ln_two(places: u64) -> Result<Bracket, Limit> {
    of_quotient(&1.into(), &3.into(), places)
}

/// ln((1 + z)/(1 − z)) = 2·(z + z³/3 + z⁵/5 + …) for z = n/d, 0 ≤ z ≤ 1/3. What is left out after the power z^k is
/// less than it, as z^2 ≤ 1/9.
fn of_quotient(n: &BigInt, d: &BigInt, places: u64) -> Result<Bracket, Limit> {
    let fine = places.saturating_add(SPARE);
    let mut power = Bracket::around(n, n, d, fine);
    let (square, mut sum, mut k) = (power.times(&power), Bracket::exactly(0, fine), 1u32);
    while power.high > BigInt::one() {
        charge(0)?;
        sum.add(&Bracket { bits: fine, ..Bracket::around(&power.low, &power.high, &k.into(), 0) });
        power = power.times(&square);
        k = k.saturating_add(2);
    }
    sum.high += 2 * power.high;
    Ok(sum.scaled(&2.into()).coarser(places))
}
