//! Quotients of polynomials in lower terms.

use crate::gcd::gcd;
use crate::modulo::{inverse, remainder};
use crate::sign::by_t;
use dp_number::meter::{pass, steps};
use dp_number::{Beside, Fraction, Monomial, Number, Obstacle, Point, charge, terms};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

/// A common divisor of a quotient's numerator and denominator: the greatest one where neither is sparse.
///
/// # Errors
/// A limit.
pub fn common(x: &Fraction) -> Result<Number, Obstacle> {
    let (n, d) = (&x.numerator, &x.denominator);
    if n.is_zero() {
        return Ok(d.clone());
    }
    let polynomial = if d.degree() > 0 && n.degree() > 0 { gcd(n, d)? } else { Number::ONE };
    let (terms, wide) = (n.length().saturating_add(d.length()), pass(n.bits().max(d.bits())));
    charge(steps(terms.saturating_add(4), wide, wide))?;
    let content = content(d, content(n, BigInt::zero()));
    Ok(if content.is_one() { polynomial } else { &polynomial * &content.into() })
}

/// The greatest common divisor of an integer and all coefficients.
fn content(p: &Number, with: BigInt) -> BigInt {
    match p.terms() {
        Some(terms) => terms.iter().fold(with, |c, (_, x)| dp_number::gcd(&c, x)),
        None => p.coefficients().iter().fold(with, |c, x| dp_number::gcd(&c, x)),
    }
}

/// In lowest terms: without a common divisor, polynomial or integer.
///
/// # Errors
/// A limit.
fn reduced(x: Fraction) -> Result<Fraction, Obstacle> {
    let common = common(&x)?;
    x.without(&common).ok_or(Obstacle::Unfit("a common divisor that does not divide"))
}

/// The same number with the lowest degrees: at an algebraic t, or with an algebraic u beside it, modulo its polynomial.
///
/// # Errors
/// A limit.
pub fn simplest(t: &Point, x: Fraction) -> Result<Fraction, Obstacle> {
    let x = reduced(x)?;
    match t {
        Point::Algebraic(t) => modulo(x, t.polynomial()),
        Point::Beside(both) => modulo_beside(&x, both),
        Point::Rational(_) | Point::Exponential(_) | Point::Interval(_) => Ok(x),
    }
}

/// r/m over r'/m' as one quotient.
fn over((n, by_n): (Number, BigInt), (d, by_d): (Number, BigInt)) -> Fraction {
    Fraction::new(&n * &by_d.into(), &d * &by_n.into())
}

/// The value of n/d at a root of p as a polynomial of a degree below p's, where p is prime to d.
///
/// With 1 = u·d + v·p by Euclid, n/d = n·u modulo p. Where d and p have a common divisor (p may be reducible) only n
/// and d are reduced.
fn modulo(x: Fraction, p: &Number) -> Result<Fraction, Obstacle> {
    // m·n = q·p + r with integers: r/m is n modulo p.
    let x = over(remainder(&x.numerator, p)?, remainder(&x.denominator, p)?);
    if x.denominator.degree() == 0 || x.denominator.is_zero() {
        return reduced(x);
    }
    match inverse(&x.denominator, p)? {
        Some((u, c)) => reduced(over(remainder(&(&x.numerator * &u), p)?, (c.into(), BigInt::one()))),
        None => reduced(x),
    }
}

/// n/d with lower powers of u, by its polynomial; without them in d where d has one power of t.
fn modulo_beside(x: &Fraction, both: &Beside) -> Result<Fraction, Obstacle> {
    let p = both.u.polynomial();
    let x = over(remainder_beside(&x.numerator, p)?, remainder_beside(&x.denominator, p)?);
    let [(t, of_u)] = &by_t(&terms_of(&x.denominator))?[..] else { return reduced(x) };
    let inverse = if of_u.degree() > 0 { inverse(of_u, p)? } else { None };
    let Some((inverse, c)) = inverse else { return reduced(x) };
    let (n, by) = remainder_beside(&(&x.numerator * &in_u(0, &inverse)), p)?;
    reduced(Fraction::new(n, in_u(*t, &(c * by).into())))
}

/// r and m > 0 with r = m·of at both, the powers of u in r below those of its polynomial p.
fn remainder_beside(of: &Number, p: &Number) -> Result<(Number, BigInt), Obstacle> {
    let mut parts = Vec::new();
    for (t, of_u) in by_t(&terms_of(of))? {
        parts.push((t, remainder(&of_u, p)?));
    }
    let by = parts.iter().fold(BigInt::one(), |all, (_, (_, by))| all.lcm(by));
    let mut sum = Number::ZERO;
    for (t, (rest, own)) in parts {
        sum += &in_u(t, &(&rest * &(&by / own).into()));
    }
    Ok((sum, by))
}

/// The terms of a polynomial, whichever way it is written.
pub(crate) fn terms_of(p: &Number) -> Vec<(Monomial, BigInt)> {
    p.terms().map_or_else(|| terms::of_dense(&p.coefficients()), <[_]>::to_vec)
}

/// t^e·p(u).
fn in_u(t: u128, p: &Number) -> Number {
    Number::sparse((0u32..).zip(&*p.coefficients()).map(|(u, c)| (Monomial { u, t }, c.clone())).collect())
}
