//! Functions of t at a rational close to t, at which choices are made.

use crate::effort::{self, spend, steps};
use crate::exact;
use crate::program::mechanism::Amount;
use dp_verify::algebra;
use dp_verify::alpha::{Bounds, Field, Obstacle, Point, Polynomial, Polynomials as _, Quotient};
use dp_verify::number::{BigInt, Enclosure, Fractions, Rational};
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational as Exact;
use malachite::{Integer, Natural};
use std::cmp::Ordering;
use std::ops::{AddAssign, Neg, SubAssign};

/// The binary places to which an irrational t is computed.
const BITS: u64 = 256;

/// The fewest to which linear programs have it, and the most that are taken for t to be seen apart from 0 and 1:
/// numbers grow with them.
const FEWEST: u64 = 64;
const MOST: u64 = 1_024;

/// So many of them are to be left of t and of 1 − t.
const LEFT: u64 = 16;

/// How many rationals close to t are tried, two at each precision, which is three times the one before.
const TRIALS: usize = 8;

/// What an entry takes to be a fraction, however short it is.
const STEPS_OF_VALUE: usize = 192;

/// Exponents of Mersenne primes, the denominators of rationals of an interval.
const EXPONENTS: [u64; 14] = [7, 13, 17, 19, 31, 61, 89, 107, 127, 521, 607, 1_279, 2_203, 4_253];

/// α^d for d up to `most`, 0 < α ≤ 1, all over one number: exactly where α has few digits; else [`BITS`] places of the
/// least of them.
pub(in crate::decide) fn powers(alpha: &Exact, most: usize) -> Vec<Integer> {
    let (p, q) = (alpha.numerator_ref(), alpha.denominator_ref());
    let is_short = q.significant_bits() <= FEWEST;
    let falls = (q.significant_bits() + 1 - p.significant_bits()).saturating_mul(most as u64);
    let first = if is_short { q.pow(most as u64) } else { Natural::ONE << (falls + BITS) };
    spend(steps(most, effort::words(&first), 4 * (effort::words(p) + effort::words(q))));
    let next = |power: &Natural| Some(power * p / q);
    std::iter::successors(Some(first), next).take(most + 1).map(Integer::from).collect()
}

/// A rational close to t, or in the interval.
pub(super) fn close(point: &Point, bounds: &Bounds) -> Result<Rational, Obstacle> {
    match point {
        Point::Rational(t) => Ok(t.clone()),
        Point::Interval(interval) => bounds.run(|| algebra::sample(interval)),
        other => Ok(enclosure(other, BITS, bounds)?.low),
    }
}

/// Rationals at which a linear program is solved, for a basis that is optimal at t too: on both sides of one number,
/// closer and closer, and one of an interval.
///
/// At a number at which two bases are optimal each of them is so on one side.
pub(super) fn trials(point: &Point, bounds: &Bounds) -> Result<Vec<Rational>, Obstacle> {
    match point {
        Point::Rational(t) => Ok(vec![t.clone()]),
        Point::Interval(interval) => {
            let t = bounds.run(|| algebra::sample(interval))?;
            for bits in EXPONENTS {
                // Over a prime, which a rational zero of a polynomial with short coefficients is not.
                let scale = Rational::from((BigInt::from(1) << bits) - 1);
                let short = (&t * &scale).round() / scale;
                if bounds.run(|| algebra::cut(interval, &[Point::Rational(short.clone())])).is_ok() {
                    return Ok(vec![short]);
                }
            }
            Ok(vec![t])
        }
        other => {
            let (mut all, one) = (Vec::new(), Rational::from(BigInt::from(1)));
            let mut bits = FEWEST;
            while all.len() < TRIALS {
                let Enclosure { low, high } = enclosure(other, bits, bounds)?;
                let apart = (&high - &low) * Rational::from(BigInt::from(1) << LEFT);
                if apart < low && apart < if high < one { &one - &high } else { &high - &one } {
                    all.extend([low, high]);
                    bits *= 3;
                } else if bits < MOST {
                    bits += LEFT;
                } else {
                    break;
                }
            }
            Ok(all)
        }
    }
}

/// p at that t.
pub(super) fn value(p: &Polynomial, t: &Rational, bounds: &Bounds) -> Result<Exact, Obstacle> {
    Ok(exact::rational(&bounds.run(|| algebra::at(p, t))?))
}

/// α of one unit of length.
pub(super) fn base(field: &Field) -> Result<&Quotient, Obstacle> {
    field.base.as_ref().ok_or(Obstacle::Unfit("lengths of which no power of α is made"))
}

/// α of one unit of length at that t.
pub(super) fn alpha(field: &Field, t: &Rational, bounds: &Bounds) -> Result<Exact, Obstacle> {
    let base = base(field)?;
    Ok(value(&base.numerator, t, bounds)? / value(&base.denominator, t, bounds)?)
}

/// A vector at that t.
pub(super) fn values(x: &Fractions, t: &Rational, bounds: &Bounds) -> Result<Vec<Exact>, Obstacle> {
    let over = value(&x.denominator, t, bounds)?;
    spend(steps(x.len(), STEPS_OF_VALUE, 1));
    let quotient = |p| {
        let entry = value(p, t, bounds)?;
        // A common divisor.
        let words = (entry.significant_bits() + over.significant_bits()) / 64 + 1;
        spend(words.saturating_mul(words).saturating_mul(4));
        Ok(entry / &over)
    };
    x.numerators.iter().map(quotient).collect()
}

/// All entries over one denominator, positive at this t.
pub(super) fn over_one(x: &[Quotient], t: &Rational, bounds: &Bounds) -> Result<Fractions, Obstacle> {
    let denominators: Vec<&Polynomial> = x.iter().map(|entry| &entry.denominator).collect();
    let (denominator, factors) = common(&denominators, t, bounds)?;
    let numerators = x.iter().zip(&factors).map(|(entry, factor)| entry.numerator.times(factor, bounds));
    Ok(Fractions { denominator, numerators: numerators.collect::<Result<_, _>>()? })
}

/// A common multiple of them, positive at this t, and what each is to be multiplied with.
pub(super) fn common(
    denominators: &[&Polynomial],
    t: &Rational,
    bounds: &Bounds,
) -> Result<(Polynomial, Vec<Polynomial>), Obstacle> {
    common_within(denominators, usize::MAX, t, bounds)?.ok_or(Obstacle::Unfit("no common denominator"))
}

/// The same where its degree is no more than `most`.
pub(super) fn common_within(
    denominators: &[&Polynomial],
    most: usize,
    t: &Rational,
    bounds: &Bounds,
) -> Result<Option<(Polynomial, Vec<Polynomial>)>, Obstacle> {
    let over = |p: &Polynomial, d: &Polynomial| bounds.run(|| Ok(p.over(d)));
    let mut common = Polynomial::from(BigInt::from(1));
    for &denominator in denominators {
        if over(&common, denominator)?.is_none() {
            let shared = bounds.run(|| algebra::gcd(&common, denominator))?;
            let inexact = Obstacle::Unfit("a common divisor that does not divide");
            let rest = over(denominator, &shared)?.ok_or(inexact)?;
            if common.degree() + rest.degree() > most {
                return Ok(None);
            }
            common = common.times(&rest, bounds)?;
        }
    }
    if value(&common, t, bounds)? < Exact::ZERO {
        common = -&common;
    }
    let factor =
        |denominator: &&Polynomial| over(&common, denominator)?.ok_or(Obstacle::Unfit("no common denominator"));
    let factors = denominators.iter().map(factor).collect::<Result<_, _>>()?;
    Ok(Some((common, factors)))
}

/// A polynomial, compared by its value at a rational t.
#[derive(Clone, Debug, Default)]
pub(super) struct Near {
    pub(super) polynomial: Polynomial,
    value: Exact,
}

impl Near {
    /// By its value at that t.
    pub(super) fn new(polynomial: Polynomial, t: &Rational, bounds: &Bounds) -> Result<Self, Obstacle> {
        let value = value(&polynomial, t, bounds)?;
        Ok(Self { polynomial, value })
    }
}

impl PartialEq for Near {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Eq for Near {}

impl PartialOrd for Near {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Near {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.cmp(&other.value)
    }
}

impl Neg for Near {
    type Output = Self;

    fn neg(self) -> Self {
        Self { polynomial: -&self.polynomial, value: -self.value }
    }
}

impl AddAssign<&Self> for Near {
    fn add_assign(&mut self, other: &Self) {
        self.polynomial = &self.polynomial + &other.polynomial;
        self.value += &other.value;
    }
}

impl SubAssign<&Self> for Near {
    fn sub_assign(&mut self, other: &Self) {
        self.polynomial = &self.polynomial - &other.polynomial;
        self.value -= &other.value;
    }
}

impl Amount for Near {
    fn words(&self) -> usize {
        let (terms, bits) = (self.polynomial.coefficients().len() as u64, self.polynomial.bits());
        usize::try_from(terms.saturating_mul(bits / 64 + 1)).unwrap_or(usize::MAX)
    }
}

/// A single t between fractions a few times 2^-bits apart.
fn enclosure(t: &Point, bits: u64, bounds: &Bounds) -> Result<Enclosure, Obstacle> {
    Ok(Enclosure::from(&bounds.run(|| t.bracket(bits))?))
}
