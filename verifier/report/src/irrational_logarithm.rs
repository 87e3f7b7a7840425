//! Logarithms of irrational numbers: exactly where they are rational, else enclosed.

use super::{Logarithm, Number, Value};
use dp_file::alpha::{Bounds, Point, Polynomials as _, Quotient};
use dp_file::limits::words_of;
use dp_file::number::{BigInt, Enclosure, Rational, Sign, bits, compare, decimal, fraction, product, sum};
use num_traits::ToPrimitive;

/// Logarithms have so many more bits than what they are of is narrow: past that they are no narrower.
const SPARE: u64 = 64;

impl Number {
    /// −ln x or log₂ x of this number x > 0, exactly where x = t^k at t = e^-r or log₂ x is rational, else enclosed so
    /// that twelve digits are fixed; `None` on an interval.
    ///
    /// A rational x, as every function of a rational t has, is recognised before anything is enclosed: enclosures of x
    /// = 1, however narrow, give no digits of 0. Both functions are monotone: the enclosure of x's ends encloses the
    /// logarithm.
    pub(crate) fn logarithm(&self, make: fn(Rational) -> Logarithm, bounds: &Bounds) -> Option<Value> {
        let Quotient { numerator, denominator } = &self.quotient;
        if let Some(x) = bounds.run(|| dp_algebra::exactly(&self.field.point, &self.quotient)).ok()? {
            let log = (x.numer().sign() == Sign::Plus).then(|| make(x))?;
            return bounds.charge(log.cost()).ok().map(|()| Value::Logarithm(log));
        }
        let falls = matches!(make(Rational::from(BigInt::from(2))), Logarithm::MinusLn(_));
        if let (true, Point::Exponential(t)) = (falls, &self.field.point)
            && denominator.degree() == 0
            && denominator.leading() == 1.into()
            && let Some(k) = numerator.power_of_t()
        {
            let k = Rational::from(BigInt::from(k));
            return Some(Value::Rational(product(t.rate(), &k)));
        }
        let fixed = |x: &Enclosure| {
            // As many bits as the enclosure of x has, or as it is narrow: mostly far fewer do.
            let width = sum(&x.high, &-&x.low);
            let narrow = match width.numer().sign() {
                Sign::NoSign => u64::MAX,
                _ => width.denom().bits().saturating_sub(width.numer().bits()).saturating_add(SPARE),
            };
            let most = bits(&x.low).max(bits(&x.high)).min(narrow).max(256);
            let precisions =
                std::iter::successors(Some(256u64), |bits| bits.checked_mul(2)).take_while(|&bits| bits / 2 < most);
            precisions
                .filter(|_| x.low.numer().sign() == Sign::Plus)
                .find_map(|places| logarithms(x, make, falls, places, bounds))
        };
        let enclosure = bounds.run(|| dp_algebra::refine(&self.field.point, &self.quotient, fixed)).ok()?;
        let exact = if falls { None } else { self.power_of_two(&enclosure, bounds) };
        Some(exact.map_or(Value::Enclosed(enclosure), Value::Rational))
    }

    /// The rational p/q in an enclosure of log₂ x with x^q = 2^p, if there is one.
    ///
    /// For p and q without a common divisor X^q − 2^p is irreducible over the rationals, so that q is at most the
    /// degree of the field that x is of.
    fn power_of_two(&self, enclosure: &Enclosure, bounds: &Bounds) -> Option<Rational> {
        let Point::Algebraic(t) = &self.field.point else { return None };
        let Quotient { numerator, denominator } = &self.quotient;
        (1..=t.polynomial().degree()).find_map(|q| {
            let times = |end: &Rational| product(end, &BigInt::from(q).into());
            let p = times(&enclosure.low).ceil().to_integer();
            if compare(&p.clone().into(), &times(&enclosure.high)).is_gt() {
                return None;
            }
            let exponent = p.magnitude().to_u64()?;
            bounds.charge(exponent / 64).ok()?;
            let two = BigInt::from(1) << exponent;
            let (x, d) = (numerator.raised(q, bounds).ok()?, denominator.raised(q, bounds).ok()?);
            let less = match p.sign() {
                Sign::Minus => &x.scaled(&two, bounds).ok()? - &d,
                _ => &x - &d.scaled(&two, bounds).ok()?,
            };
            let equal = bounds.run(|| dp_algebra::sign(&self.field.point, &less)).ok()?.is_eq();
            equal.then(|| fraction(p, q.into()))
        })
    }
}

/// The logarithms of an enclosure of x, with about so many bits of each, if they have the same twelve digits and are
/// less than 2^-192 apart, so that a comparison with a rational shows unless that is as near.
fn logarithms(
    x: &Enclosure,
    make: fn(Rational) -> Logarithm,
    falls: bool,
    places: u64,
    bounds: &Bounds,
) -> Option<Enclosure> {
    // Two quotients that long.
    let long = bits(&x.low).max(bits(&x.high));
    bounds.charge(words_of(long).saturating_mul(words_of(places)).saturating_mul(4)).ok()?;
    let x = x.outwards(places);
    let (below, above) = (make(x.low), make(x.high));
    bounds.charge(below.cost_of(places).saturating_add(above.cost_of(places))).ok()?;
    let (below, above) = (below.enclosure(places), above.enclosure(places));
    let (low, high) = if falls { (above.low, below.high) } else { (below.low, above.high) };
    let near = fraction(BigInt::from(1), BigInt::from(1) << 192);
    let fixed = decimal(&low) == decimal(&high) && compare(&sum(&high, &-&low), &near).is_lt();
    fixed.then_some(Enclosure { low, high })
}
