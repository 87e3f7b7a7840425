//! The number that a rational function takes at t, enclosed and in decimals.

use super::bounds::{Bounds, Obstacle, precisions, undecided};
use super::point::Point;
use super::polynomial::{Polynomial, Polynomials as _, terms_of};
use crate::number::{Enclosure, Rational, Sign, decimal, fraction, ratio};
use num_traits::Zero;

/// The precision from which on a value that is not told from a rational is compared with it exactly.
const EXACT_BITS: u64 = 256;

impl Point {
    /// n(t)/d(t) rounded half-even to twelve significant digits, as [`decimal`] writes it.
    ///
    /// A tie is a rational. A quotient of polynomials is rational at e^-r only if it is constant; at an algebraic t
    /// the only rational that a narrow enclosure may hide is tried by an exact comparison, as beside one. So every
    /// rounding shows.
    ///
    /// # Errors
    /// d(t) = 0; a quotient that is not constant, on an interval; else as [`Point::refine`].
    pub fn decimal(&self, n: &Polynomial, d: &Polynomial, bounds: &Bounds) -> Result<String, Obstacle> {
        match self.exactly(n, d, bounds)? {
            Some(x) => Ok(decimal(&x)),
            None => self.refine(n, d, bounds, |e| {
                let text = decimal(&e.low);
                (text == decimal(&e.high)).then_some(text)
            }),
        }
    }

    /// The value of n/d where it is known to be rational: at a rational t, or where n = c·d.
    ///
    /// # Errors
    /// d(t) = 0, on an interval at any t of it; or more steps than are left.
    pub fn exactly(&self, n: &Polynomial, d: &Polynomial, bounds: &Bounds) -> Result<Option<Rational>, Obstacle> {
        if !self.signs(d, bounds)?.is_nonzero() {
            return Err(Obstacle::Unfit("the denominator vanishes"));
        }
        if n.is_zero() {
            return Ok(Some(Rational::zero()));
        }
        if let Point::Rational(x) = self {
            let value = ratio(&n.evaluate(x, bounds)?, &d.evaluate(x, bounds)?);
            return Ok(Some(value));
        }
        let (over, under) = (n.leading(), d.leading());
        let constant = n.degree() == d.degree() && n.scaled(&under, bounds)? == d.scaled(&over, bounds)?;
        if let (Point::Beside(both), false) = (self, constant) {
            // Quotients are not reduced modulo u's polynomial.
            let bits = EXACT_BITS.saturating_add(n.bits().max(d.bits()));
            let of = |p: &Polynomial| both.evaluate(&terms_of(p), bits, bounds);
            let Some(x) = Enclosure::quotient(&of(n)?, &of(d)?).map(|enclosure| enclosure.simplest()) else {
                return Ok(None);
            };
            let difference = &n.scaled(x.denom(), bounds)? - &d.scaled(x.numer(), bounds)?;
            return Ok(self.vanishes(&difference, bounds)?.then_some(x));
        }
        Ok(constant.then(|| fraction(over, under)))
    }

    /// Whether p vanishes at a number that is not rational.
    fn vanishes(&self, p: &Polynomial, bounds: &Bounds) -> Result<bool, Obstacle> {
        match self {
            Point::Algebraic(t) => t.is_root_of(p, bounds),
            _ => Ok(self.sign(p, bounds)? == Sign::NoSign),
        }
    }

    /// Asks the question of ever narrower enclosures of n(t)/d(t) until it has an answer; d(t) ≠ 0 and t is one number.
    ///
    /// A question that asks on which side of a rational the value lies, or how it is rounded, has its answer at some
    /// enclosure, or at the rational itself, which then is the simplest one in every narrow enclosure: at an algebraic
    /// t it is tried by whether n − x·d vanishes, and if so the question is asked of it alone. At e^-r a quotient that
    /// is not constant is never rational.
    ///
    /// # Errors
    /// No answer at 2^16 bits past those of the coefficients, an interval, or more steps than are left.
    pub fn refine<T>(
        &self,
        n: &Polynomial,
        d: &Polynomial,
        bounds: &Bounds,
        question: impl Fn(&Enclosure) -> Option<T>,
    ) -> Result<T, Obstacle> {
        if let Point::Interval(_) = self {
            return Err(Obstacle::Unfit("a value that is not constant has no one decimal on an interval"));
        }
        let long = n.bits().max(d.bits());
        for bits in precisions(long) {
            let t = self.bracket(bits, bounds)?;
            let of = |p: &Polynomial| match (self, p.terms()) {
                (Point::Exponential(t), Some(p)) => bounds.run(|| Ok(t.evaluate(p, bits)?)),
                (Point::Beside(both), _) => both.evaluate(&terms_of(p), bits, bounds),
                _ => bounds.run(|| Ok(t.evaluate(&p.coefficients())?)),
            };
            let Some(enclosure) = Enclosure::quotient(&of(n)?, &of(d)?) else { continue };
            if let Some(answer) = question(&enclosure) {
                return Ok(answer);
            }
            if let Point::Algebraic(_) | Point::Beside(_) = self
                && bits >= EXACT_BITS
            {
                let x = enclosure.simplest();
                let difference = &n.scaled(x.denom(), bounds)? - &d.scaled(x.numer(), bounds)?;
                if self.vanishes(&difference, bounds)? {
                    let alone = Enclosure { low: x.clone(), high: x };
                    return question(&alone).ok_or(Obstacle::Unfit("a question without an answer"));
                }
            }
        }
        Err(undecided(long))
    }
}
