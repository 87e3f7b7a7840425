//! Logarithms compared with numbers: −ln x ≤ r iff x ≥ e^-r, log₂ x ≤ p/q iff x^q ≤ 2^p.

use crate::bracket::Bracket;
use crate::check::Case;
use crate::failure::Failure;
use crate::meter::{Meter, steps, words};
use crate::number::{Fraction, Number};
use crate::point::Point;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// The bits of precision at which two numbers are told apart, if they are not the same.
const PRECISIONS: [u64; 4] = [64, 256, 1024, 1 << 13];

/// The largest p and q of a bound p/q that is compared by exact powers.
const MOST_POWER: usize = 1 << 12;

/// The degree up to which powers are compared before anything else.
const MOST_DEGREE: usize = 64;

/// The most bits of such a power.
const MOST_LONG: u64 = 1 << 20;

/// −ln x against r, 0 < x ≤ 1; `None` where that does not show, or x is a function on an interval.
pub(crate) fn minus_ln(case: &Case, x: &Fraction, r: &Fraction) -> Result<Option<Ordering>, Failure> {
    if !r.is_rational() {
        return Ok(None);
    }
    match case.sign(&r.numerator)? {
        Ordering::Less => return Ok(Some(Ordering::Greater)),
        Ordering::Equal => return Ok(Some(case.compare(&Fraction::ONE, x)?)),
        Ordering::Greater => {}
    }
    // −ln t^k = k·s at t = e^-s.
    if let (Some(Point::Exponential(t)), Some(k), true) =
        (case.point, x.numerator.exponent(), x.denominator == Number::ONE)
    {
        let (n, d) = t.rate();
        return Ok(Some(case.compare(&Fraction::new((n * k).into(), d.clone().into()), r)?));
    }
    let end = Point::exponential(r)?;
    if let Some(less) = Number::linear(&x.numerator, &x.denominator.negated(case.meter)) {
        return Ok(Some(end.sign(&less, case.meter)?.reverse()));
    }
    let Some(point) = case.point.filter(|point| point.is_single()) else { return Ok(None) };
    for bits in PRECISIONS {
        let Some(own) = enclosed(point, x, bits, case.meter)? else { continue };
        let other = end.bracket(bits, case.meter)?;
        if own.low > other.high || own.high < other.low {
            return Ok(Some(other.low.cmp(&own.low)));
        }
    }
    Ok(None)
}

/// log₂ x against p/q, x > 0; `None` where that does not show.
///
/// By x^q against 2^p where both are short. Else, at one number, x^q is enclosed, which shows for some precision if it is
/// not 2^p; on an interval x is compared with two numbers close to 2^(p/q).
pub(crate) fn log2(case: &Case, x: &Fraction, bound: &Fraction) -> Result<Option<Ordering>, Failure> {
    let bound = bound.clone().lowest(case.meter)?;
    let (Some(p), Some(q)) = (bound.numerator.integer(), bound.denominator.integer()) else { return Ok(None) };
    let degree = x.numerator.degree().max(x.denominator.degree());
    let long = (x.numerator.bits() + x.denominator.bits() + 1).saturating_mul(degree as u64 + 1);
    let short = |n: &BigInt| n.magnitude().to_usize().filter(|n| *n <= MOST_POWER);
    let powers = short(&p).zip(short(&q).filter(|q| long.saturating_mul(*q as u64) <= MOST_LONG));
    let by_powers = |(k, q): (usize, usize)| {
        let (power, two) = (x.power(q, case.meter)?, Fraction::new((BigInt::one() << k).into(), Number::ONE));
        let two = if p.is_negative() { Fraction::ONE.over(&two, case.meter)? } else { two };
        case.compare(&power, &two).map(Some)
    };
    if let Some(powers) = powers.filter(|(_, q)| *q == 1 || degree.saturating_mul(*q) <= MOST_DEGREE) {
        return by_powers(powers);
    }
    let zero = Point::Rational(BigInt::zero(), BigInt::one());
    let single = case.point.filter(|point| point.is_single()).or(x.is_rational().then_some(&zero));
    let Some(point) = single else {
        return if q.is_one() { Ok(None) } else { between(case, x, &p, &q) };
    };
    for bits in PRECISIONS {
        // A power q costs as many bits of precision as q has.
        let own = enclosed(point, x, bits + q.bits(), case.meter)?.filter(|own| own.low.is_positive());
        if let Some(own) = own
            && let Some(order) = power_against(own, &q, &p, case.meter)?
        {
            return Ok(Some(order));
        }
    }
    powers.map_or(Ok(None), by_powers)
}

/// x against 2^(p/q), p/q in lowest terms and no integer, by two numbers close to it, neither of which it is.
///
/// 2^(p/q) is a power of 2 times the product of 2^(1/2^k) for the binary digits of what is left of p/q.
fn between(case: &Case, x: &Fraction, p: &BigInt, q: &BigInt) -> Result<Option<Ordering>, Failure> {
    const PLACES: u64 = 80;
    const DIGITS: u64 = 64;
    let (whole, mut left) = p.div_mod_floor(q);
    let Some(shift) = whole.magnitude().to_usize().filter(|shift| *shift <= MOST_POWER) else { return Ok(None) };
    case.meter.charge(steps(DIGITS, words(2 * PLACES), words(2 * PLACES) + words(q.bits())))?;
    let up = |x: BigInt| -(-x >> PLACES);
    let one = BigInt::one() << PLACES;
    let (mut low, mut high) = (one.clone(), one.clone());
    let (mut below, mut above): (BigInt, BigInt) = (&one << 1, &one << 1);
    for _ in 0..DIGITS {
        (below, above) = ((below << PLACES).sqrt(), (above << PLACES).sqrt() + 1);
        left <<= 1;
        if left >= *q {
            left -= q;
            (low, high) = ((low * &below) >> PLACES, up(high * &above));
        }
    }
    // The digits that are left add up to less than the last one.
    high = up(high * &above);
    let (times, over) = if whole.is_negative() { (0, shift) } else { (shift, 0) };
    let end = |n: BigInt| Fraction::new((n << times).into(), (&one << over).into());
    if case.compare(x, &end(low))?.is_le() {
        return Ok(Some(Ordering::Less));
    }
    let is_above = case.compare(x, &end(high))?.is_ge();
    Ok(is_above.then_some(Ordering::Greater))
}

/// x between integers over 2^bits, or a little coarser.
fn enclosed(point: &Point, x: &Fraction, bits: u64, meter: &Meter) -> Result<Option<Bracket>, Failure> {
    let value = |x: &Number| match x.integer() {
        Some(n) => Ok(Bracket::exactly(&n, bits)),
        None => point.bracket(bits, meter)?.evaluate(&x.coefficients(), meter),
    };
    let (n, d) = (value(&x.numerator)?, value(&x.denominator)?);
    if !d.low.is_positive() || n.low.is_negative() {
        return Ok(None);
    }
    meter.charge(steps(4, words(n.high.bits() + bits), words(d.high.bits())))?;
    let [low, high] = [(&n.low, &d.high), (&n.high, &d.low)].map(|(n, d)| Bracket::around(n, n, d, bits));
    Ok(Some(Bracket { low: low.low, high: high.high, bits }))
}

/// x^q against 2^p for x > 0 and q > 0, as far as it shows.
///
/// All numbers are m·2^e for a bracket m whose upper end is from 1 to 2. Cost: two products for each binary digit of q.
fn power_against(x: Bracket, q: &BigInt, p: &BigInt, meter: &Meter) -> Result<Option<Ordering>, Failure> {
    let long = words(x.high.bits().max(x.bits)) + 2;
    meter.charge(steps(8 * q.bits() + 8, long, long))?;
    let bits = x.bits;
    let scaled = |m: Bracket, e: BigInt| {
        let by = m.high.bits().saturating_sub(bits + 1);
        let up = (bits + 1).saturating_sub(m.high.bits());
        let m = Bracket { low: m.low << up, high: m.high << up, bits: bits + by };
        (m.coarser(bits), e + BigInt::from(by) - BigInt::from(up))
    };
    let (m, e) = scaled(x, BigInt::zero());
    let (mut power, mut shift) = (Bracket::exactly(&BigInt::one(), bits), BigInt::zero());
    for digit in (0..q.bits()).rev() {
        (power, shift) = scaled(power.times(&power), shift * 2);
        if q.bit(digit) {
            (power, shift) = scaled(power.times(&m), shift + &e);
        }
    }
    // power·2^(shift − p) against 1, all over 2^-4: what is farther apart is so by 4 places too.
    let apart: BigInt = (shift - p).clamp(BigInt::from(-4), BigInt::from(4)) + 4;
    let (apart, one) = (apart.to_u64().unwrap_or(0), BigInt::one() << (bits + 4));
    if power.low << apart > one {
        return Ok(Some(Ordering::Greater));
    }
    Ok((power.high << apart < one).then_some(Ordering::Less))
}
