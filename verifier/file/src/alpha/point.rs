//! What t is, and the signs of polynomials at it.

use super::algebraic::Algebraic;
use super::bounds::{Bounds, MOST_BITS, Obstacle};
use super::bracket::Bracket;
use super::exponential::Exponential;
use super::interval::Interval;
use super::polynomial::Polynomial;
use super::signs::Signs;
use crate::number::{Enclosure, Rational, Sign};

/// The number t, or all numbers that t stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Point {
    /// A rational.
    Rational(Rational),
    /// e^-r: transcendental.
    Exponential(Exponential),
    /// The only root of a polynomial in an interval.
    Algebraic(Algebraic),
    /// Every number of an open interval.
    Interval(Interval),
}

impl Point {
    /// The signs that p takes at t: one, or on an interval all that it takes there.
    ///
    /// A rational: by evaluation. An interval: see [`Interval::signs`]. Else a sign shows on an enclosure of t, of 64
    /// bits at first and twice as many each time, unless p vanishes: which at e^-r only the zero polynomial does
    /// (Lindemann–Weierstrass), and at an algebraic number is seen from a common divisor ([`Algebraic::is_root_of`]).
    /// Cost: deg products of the coefficients' and the enclosure's bits, for each enclosure.
    ///
    /// # Errors
    /// More steps than are left, or no sign at 2^16 bits past those of the coefficients.
    pub fn signs(&self, p: &Polynomial, bounds: &Bounds) -> Result<Signs, Obstacle> {
        match self {
            Point::Interval(interval) => interval.signs(p, bounds),
            _ => Ok(Signs::of(self.sign(p, bounds)?)),
        }
    }

    /// The sign of p(t), t being one number.
    ///
    /// # Errors
    /// On an interval; else as [`Point::signs`].
    pub fn sign(&self, p: &Polynomial, bounds: &Bounds) -> Result<Sign, Obstacle> {
        match self {
            _ if p.degree() == 0 => Ok(p.leading().sign()),
            Point::Rational(x) => p.sign_at(x, bounds),
            Point::Interval(_) => Err(Obstacle::Unfit("a polynomial has no one sign on an interval")),
            Point::Exponential(_) | Point::Algebraic(_) => self.search(p, bounds),
        }
    }

    fn search(&self, p: &Polynomial, bounds: &Bounds) -> Result<Sign, Obstacle> {
        let p = if self.is_positive() { &p.without_powers().0 } else { p };
        for bits in precisions(p.bits()) {
            if let Some(sign) = self.bracket(bits, bounds)?.evaluate(p, bounds)?.sign() {
                return Ok(sign);
            }
            if let Point::Algebraic(t) = self
                && bits == FIRST_BITS
                && t.is_root_of(p, bounds)?
            {
                return Ok(Sign::NoSign);
            }
        }
        Err(Obstacle::Undecided(MOST_BITS + p.bits()))
    }

    /// Whether t > 0 is known without a computation.
    pub(super) fn is_positive(&self) -> bool {
        match self {
            Point::Rational(x) => x.numer().sign() == Sign::Plus,
            Point::Exponential(_) => true,
            Point::Algebraic(t) => t.is_positive(),
            Point::Interval(t) => t.low().numer().sign() != Sign::Minus,
        }
    }

    /// Encloses t between integers over 2^bits that are a few units apart, or the ends of an interval.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn bracket(&self, bits: u64, bounds: &Bounds) -> Result<Bracket, Obstacle> {
        bounds.precision(bits)?;
        let around = |low: &Rational, high: &Rational| {
            let (low, high) = (
                Bracket::around(low.numer(), low.numer(), low.denom(), bits),
                Bracket::around(high.numer(), high.numer(), high.denom(), bits),
            );
            Bracket { high: high.high, ..low }
        };
        match self {
            Point::Rational(x) => Ok(around(x, x)),
            Point::Exponential(t) => t.bracket(bits, bounds),
            Point::Algebraic(t) => t.bracket(bits, bounds),
            Point::Interval(t) => Ok(around(&t.low(), &t.high())),
        }
    }

    /// Encloses t between fractions a few times 2^-bits apart.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn enclosure(&self, bits: u64, bounds: &Bounds) -> Result<Enclosure, Obstacle> {
        Ok(self.bracket(bits, bounds)?.enclosure())
    }
}

/// The bits of the first enclosure.
const FIRST_BITS: u64 = 64;

/// The precisions to be tried, from 64 bits to 2^16 past those of the coefficients.
pub(super) fn precisions(coefficients: u64) -> impl Iterator<Item = u64> {
    let most = MOST_BITS + coefficients;
    std::iter::successors(Some(FIRST_BITS), move |&bits| (bits < most).then(|| (2 * bits).min(most)))
}
