//! t as the only root of a polynomial between two rationals.

use crate::arithmetic::fraction;
use crate::bracket::{BITS, Bracket, shown_at};
use crate::meter::{Limit, charge, longest, pass, steps, total};
use crate::number::Number;
use crate::obstacle::{Obstacle, ensure};
use crate::polynomial::{self, order};
use crate::rational::Rational;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;

/// From low/d to high/d: low, high and d > 0.
pub type Ends = [BigInt; 3];

/// The only root of a polynomial in an open interval, at whose ends it has opposite signs: which its Bernstein
/// coefficients there show by changing their sign once (Descartes' rule).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Algebraic {
    /// Primitive.
    polynomial: Number,
    given: Ends,
    /// Narrower ones, the same where they are the root.
    narrow: Ends,
}

/// The width, in bits, to which an enclosure is narrowed at once.
const NARROW: u64 = 64;

impl Algebraic {
    /// The only root of p between two rationals.
    ///
    /// # Errors
    /// It does not show that there is just one.
    pub fn new(p: &Number, [low, high]: [&Rational; 2]) -> Result<Self, Obstacle> {
        let ([n, d], [m, e]) = ([low.numer(), low.denom()], [high.numer(), high.denom()]);
        let long = pass(total([n.bits(), d.bits(), m.bits(), e.bits()]));
        charge(steps(4, long, long))?;
        let given = [n * e, m * d, d * e];
        let polynomial = polynomial::primitive(&p.coefficients())?;
        ensure(given[0] < given[1] && polynomial.len() >= 2, || Obstacle::NoRoot)?;
        let b = polynomial::bernstein(&polynomial, given.each_ref())?;
        let open = [b.first(), b.last()].iter().all(|end| end.is_some_and(|x| !x.is_zero()));
        ensure(open && polynomial::changes(&b) == 1, || Obstacle::NoRoot)?;
        let narrow = narrowed(&polynomial, given.clone(), NARROW)?;
        Ok(Self { polynomial: Number::polynomial(polynomial), given, narrow })
    }

    /// The same root as one of a factor of its polynomial, with integer coefficients: which has it iff its sign changes
    /// between the ends, as all of the factor's roots are roots of the polynomial.
    ///
    /// # Errors
    /// No factor, or none with this root.
    pub fn of_factor(&self, factor: &[BigInt]) -> Result<Self, Obstacle> {
        let polynomial = polynomial::primitive(factor)?;
        let divides =
            polynomial.len() >= 2 && polynomial::quotient(&self.polynomial.coefficients(), &polynomial)?.is_some();
        let [low, high, d] = &self.given;
        let sign = |n| Ok::<_, Obstacle>(order(&polynomial::at(&polynomial, n, d)?));
        ensure(divides && sign(low)? != sign(high)?, || Obstacle::NoRoot)?;
        let narrow = narrowed(&polynomial, self.given.clone(), NARROW)?;
        Ok(Self { polynomial: Number::polynomial(polynomial), given: self.given.clone(), narrow })
    }

    /// A polynomial with this root.
    pub fn polynomial(&self) -> &Number {
        &self.polynomial
    }

    /// The two rationals between which it is the only root.
    pub fn between(&self) -> [Rational; 2] {
        let [low, high, d] = &self.given;
        [low, high].map(|n| fraction(n.clone(), d.clone()))
    }

    /// The same as numerators over one denominator.
    pub fn ends(&self) -> [&BigInt; 3] {
        self.given.each_ref()
    }

    /// Whether the polynomial divides p, but for powers of t > 0: then p vanishes at the number. For a primitive
    /// divisor that is so over the integers iff it is over the rationals (Gauss).
    pub fn divides(&self, p: &[BigInt]) -> Result<bool, Obstacle> {
        let own = self.polynomial.coefficients();
        let own = self.without_powers(&own);
        Ok(p.len() >= own.len() && polynomial::quotient(p, own)?.is_some())
    }

    /// A polynomial without powers of t > 0, which change no sign; they hide small numbers.
    pub fn without_powers<'p>(&self, p: &'p [BigInt]) -> &'p [BigInt] {
        if self.given[0].is_negative() { p } else { polynomial::without_powers(p) }
    }

    /// The sign of p: that of an enclosure, of 64 bits at first; 0 of multiples of the polynomial.
    ///
    /// # Errors
    /// No sign at 2^16 bits past those of the coefficients.
    pub fn sign(&self, p: &Number) -> Result<Ordering, Obstacle> {
        let coefficients = p.coefficients();
        // Over a limit there are none.
        charge(0)?;
        let shorter = self.without_powers(&coefficients);
        let sign = |bits| match self.bracket(bits)?.evaluate(shorter)?.sign() {
            None if bits == BITS[0] && self.divides(shorter)? => Ok(Some(Ordering::Equal)),
            sign => Ok(sign),
        };
        shown_at(polynomial::bits(shorter), sign)?.ok_or_else(|| Obstacle::Unknown(Box::new(p.clone())))
    }

    /// Encloses the number between integers over 2^bits that are a few units apart.
    ///
    /// # Errors
    /// A limit.
    pub fn bracket(&self, bits: u64) -> Result<Bracket, Obstacle> {
        let [low, high, d] = self.narrowed(bits)?;
        Ok(Bracket::around(&low, &high, &d, bits))
    }

    /// Two rationals no more than 2^-bits apart between which it is the only root, or which are the root.
    pub fn narrowed(&self, bits: u64) -> Result<Ends, Obstacle> {
        narrowed(&self.polynomial.coefficients(), self.narrow.clone(), bits)
    }
}

/// Narrows the ends, which have one root of p between them, to 2^-places.
///
/// What is between them is cut into 2^s parts and the root looked for where the chord through both ends crosses 0. If
/// it is in that part, s is doubled, else halved: the digits double with each step once the curve is straight enough
/// (Abbott, Quadratic interval refinement for real roots, 2006). Only signs decide, so that any guess is sound. Cost:
/// four evaluations a step, each of deg products of numbers of deg·places bits with places bits.
fn narrowed(p: &[BigInt], ends: Ends, places: u64) -> Result<Ends, Obstacle> {
    if places > longest().saturating_add(1 << 17) {
        return Err(Limit::Bits.into());
    }
    let [mut low, mut high, mut over] = ends;
    let at = |n: &BigInt, d: &BigInt| polynomial::at(p, n, d);
    let mut s = 1;
    while (&high - &low) << places > over {
        let (width, at_low, at_high) = (&high - &low, at(&low, &over)?, at(&high, &over)?);
        charge(steps(8, pass(at_low.bits().saturating_add(at_high.bits())), pass(s)))?;
        let (below, sum) = (at_low.abs(), at_low.abs() + at_high.abs());
        let part = ((below << s) / sum).min((BigInt::one() << s) - 1);
        (low, high, over) = (low << s, high << s, over << s);
        let x = &low + &width * part;
        let y = &x + &width;
        let [at_x, at_y] = [order(&at(&x, &over)?), order(&at(&y, &over)?)];
        if let Some((_, root)) = [(at_x, &x), (at_y, &y)].into_iter().find(|(sign, _)| sign.is_eq()) {
            return Ok([root.clone(), root.clone(), over]);
        }
        // No narrower than asked: the numbers grow with every part.
        let left = total([places, width.bits(), 1]).saturating_sub(over.bits());
        let below = order(&at_low);
        if at_x != below {
            (high, s) = (x, s / 2);
        } else if at_y == below {
            (low, s) = (y, s / 2);
        } else {
            (low, high, s) = (x, y, s.saturating_mul(2).min(left));
        }
        s = s.max(1);
    }
    Ok([low, high, over])
}
