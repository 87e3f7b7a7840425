//! The number that a rational function takes at t, enclosed and in decimals.

use crate::decimal::decimal;
use crate::enclosure::Enclosure;
use crate::interval::signs;
use crate::quotient::terms_of;
use crate::sign::sign;
use crate::{precisions, undecided};
use dp_number::meter::{charge, pass, size, steps};
use dp_number::{Bracket, Fraction, Limit, Number, Obstacle, Point, Rational, bits, fraction, polynomial, ratio};
use num_traits::{Pow, Zero};

/// The precision from which on a value that is not told from a rational is compared with it exactly.
const EXACT_BITS: u64 = 256;

/// x(t) rounded half-even to twelve significant digits, as [`decimal`](crate::decimal()) writes it.
///
/// A tie is a rational. A quotient of polynomials is rational at e^-r only if it is constant; at an algebraic t the
/// only rational that a narrow enclosure may hide is tried by an exact comparison, as beside one. So every rounding
/// shows.
///
/// # Errors
/// A denominator that is 0 at t; a quotient that is not constant, on an interval; else as [`refine`].
pub fn digits_of(t: &Point, x: &Fraction) -> Result<String, Obstacle> {
    match exactly(t, x)? {
        Some(x) => Ok(decimal(&x)),
        None => refine(t, x, |e| {
            let text = decimal(&e.low);
            (text == decimal(&e.high)).then_some(text)
        }),
    }
}

/// The value of n/d where it is known to be rational: at a rational t, or where n = c·d.
///
/// # Errors
/// d(t) = 0, on an interval at any t of it; or a limit.
pub fn exactly(t: &Point, x: &Fraction) -> Result<Option<Rational>, Obstacle> {
    let (n, d) = (&x.numerator, &x.denominator);
    if !signs(t, d)?.is_nonzero() {
        return Err(Obstacle::Unfit("the denominator vanishes"));
    }
    if n.is_zero() {
        return Ok(Some(Rational::zero()));
    }
    if let Point::Rational(x) = t {
        return Ok(Some(ratio(&at(n, x)?, &at(d, x)?)));
    }
    let (over, under) = (n.leading(), d.leading());
    let constant = n.degree() == d.degree() && n * &under.clone().into() == d * &over.clone().into();
    charge(0)?;
    if let (Point::Beside(both), false) = (t, constant) {
        // Quotients are not reduced modulo u's polynomial.
        let bits = EXACT_BITS.saturating_add(n.bits().max(d.bits()));
        let of = |p: &Number| both.evaluate(&terms_of(p), bits);
        let Some(close) = Enclosure::quotient(&of(n)?, &of(d)?).map(|enclosure| enclosure.simplest()) else {
            return Ok(None);
        };
        return Ok(is(t, x, &close)?.then_some(close));
    }
    Ok(constant.then(|| fraction(over, under)))
}

/// p(x).
///
/// # Errors
/// A limit.
pub fn at(p: &Number, x: &Rational) -> Result<Rational, Obstacle> {
    let degree = u32::try_from(p.degree()).map_err(|_| Limit::Steps)?;
    let long = p.bits().saturating_add((p.degree() as u64).saturating_add(1).saturating_mul(bits(x)));
    size(p.degree() as u64, long)?;
    charge(steps(4, pass(long), pass(long)))?;
    let value = polynomial::at(&p.coefficients(), x.numer(), x.denom())?;
    Ok(fraction(value, Pow::pow(x.denom(), degree)))
}

/// Whether n/d is this rational at a number that is not one.
fn is(t: &Point, x: &Fraction, close: &Rational) -> Result<bool, Obstacle> {
    let close = Fraction::from(close);
    let difference = &(&x.numerator * &close.denominator) - &(&x.denominator * &close.numerator);
    Ok(sign(t, &difference)?.is_eq())
}

/// Asks the question of ever narrower enclosures of x(t) until it has an answer; its denominator is not 0 and t is one
/// number.
///
/// A question that asks on which side of a rational the value lies, or how it is rounded, has its answer at some
/// enclosure, or at the rational itself, which then is the simplest one in every narrow enclosure: at an algebraic t it
/// is tried by whether n − x·d vanishes, and if so the question is asked of it alone. At e^-r a quotient that is not
/// constant is never rational.
///
/// # Errors
/// No answer at 2^16 bits past those of the coefficients, an interval, or a limit.
pub fn refine<T>(t: &Point, x: &Fraction, question: impl Fn(&Enclosure) -> Option<T>) -> Result<T, Obstacle> {
    if let Point::Interval(_) = t {
        return Err(Obstacle::Unfit("a value that is not constant has no one decimal on an interval"));
    }
    let (n, d) = (&x.numerator, &x.denominator);
    let longer = if n.bits() > d.bits() { n } else { d };
    for bits in precisions(longer.bits()) {
        let Some(enclosure) = Enclosure::quotient(&enclosed(t, n, bits)?, &enclosed(t, d, bits)?) else { continue };
        if let Some(answer) = question(&enclosure) {
            return Ok(answer);
        }
        if let Point::Algebraic(_) | Point::Beside(_) = t
            && bits >= EXACT_BITS
        {
            let close = enclosure.simplest();
            if is(t, x, &close)? {
                let alone = Enclosure { low: close.clone(), high: close };
                return question(&alone).ok_or(Obstacle::Unfit("a question without an answer"));
            }
        }
    }
    Err(undecided(longer))
}

/// Encloses p(t) at a single t.
fn enclosed(t: &Point, p: &Number, bits: u64) -> Result<Bracket, Obstacle> {
    match (t, p.terms()) {
        (Point::Exponential(t), Some(p)) => Ok(t.evaluate(p, bits)?),
        (Point::Beside(both), _) => both.evaluate(&terms_of(p), bits),
        _ => Ok(t.bracket(bits)?.evaluate(&p.coefficients())?),
    }
}
