//! Roots of polynomials: a number as the only root of one between two rationals.

use super::bernstein::{Root, apart, isolate};
use super::bounds::{Bounds, FIRST_BITS, Obstacle, precisions, steps, undecided, words};
use super::polynomial::{Polynomial, Polynomials as _};
use super::signs::signed;
use crate::limits::total;
use crate::number::{BigInt, Rational, Sign, fraction, gcd, steps_of_gcd};
use dp_number::Bracket;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// How narrow the enclosure is that is kept: most signs show on it.
const KEPT_BITS: u64 = 64;

/// An algebraic number: the only root of a squarefree polynomial in an open interval, at whose ends the polynomial
/// has opposite signs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Algebraic {
    polynomial: Polynomial,
    ends: Ends,
}

/// The open interval (low, high)/denominator; the one number where low = high.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Ends {
    low: BigInt,
    high: BigInt,
    denominator: BigInt,
}

/// A root of a polynomial.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Real {
    /// A rational.
    Rational(Rational),
    /// Any other, as a rational shows itself.
    Algebraic(Box<Algebraic>),
}

/// How many roots a polynomial that is not 0 has in (low, high), each counted once: as many as
/// intervals isolate them in, after so many bisections.
///
/// # Errors
/// More steps than are left, or no interval.
pub fn distinct_roots(p: &Polynomial, low: &Rational, high: &Rational, bounds: &Bounds) -> Result<usize, Obstacle> {
    Ok(isolate(&p.squarefree(bounds)?, low, high, bounds)?.len())
}

impl Algebraic {
    /// The only root of p in (low, high), or how many roots there are where that is not one.
    ///
    /// # Errors
    /// No interval, the zero polynomial, or more steps than are left.
    pub fn only_root(
        p: &Polynomial,
        low: &Rational,
        high: &Rational,
        bounds: &Bounds,
    ) -> Result<Result<Real, usize>, Obstacle> {
        let p = p.squarefree(bounds)?;
        let mut roots = isolate(&p, low, high, bounds)?;
        match (roots.pop(), roots.len()) {
            (Some(root), 0) => Ok(Ok(match apart(&p, root, low, high, bounds)? {
                Root::At(x) => Real::Rational(x),
                Root::Between(low, high) => Self::isolated(p, &low, &high, bounds)?,
            })),
            (None, _) => Ok(Err(0)),
            (Some(_), others) => Ok(Err(others.saturating_add(1))),
        }
    }

    /// The root of a squarefree polynomial as [`Root`] gives it.
    ///
    /// # Errors
    /// More steps than are left.
    pub(super) fn of_root(squarefree: &Polynomial, root: &Root, bounds: &Bounds) -> Result<Real, Obstacle> {
        match root {
            Root::At(x) => Ok(Real::Rational(x.clone())),
            Root::Between(low, high) => Self::unique(squarefree, low, high, bounds),
        }
    }

    /// The only root of p in (low, high).
    ///
    /// # Errors
    /// p has no root there, or several, or it takes more steps than are left.
    pub(super) fn unique(p: &Polynomial, low: &Rational, high: &Rational, bounds: &Bounds) -> Result<Real, Obstacle> {
        Self::only_root(p, low, high, bounds)?.map_err(|roots| match roots {
            0 => Obstacle::Unfit("the polynomial has no root in the interval"),
            _ => Obstacle::Unfit("the polynomial has several roots in the interval"),
        })
    }

    /// The root of a squarefree polynomial that has opposite signs at the ends of an interval and one root in it.
    pub(super) fn isolated(
        polynomial: Polynomial,
        low: &Rational,
        high: &Rational,
        bounds: &Bounds,
    ) -> Result<Real, Obstacle> {
        if let [constant, slope] = &*polynomial.coefficients() {
            return Ok(Real::Rational(fraction(-constant, slope.clone())));
        }
        let wide = words(low.denom().bits().saturating_add(high.denom().bits()));
        bounds.charge(steps(8, wide, wide))?;
        let denominator = low.denom() / gcd(low.denom(), high.denom()) * high.denom();
        let over = |x: &Rational| x.numer() * (&denominator / x.denom());
        let ends = Ends { low: over(low), high: over(high), denominator: denominator.clone() };
        let polynomial = polynomial.primitive(bounds)?;
        let rises = polynomial.leading().is_positive();
        let polynomial = if rises { polynomial } else { -&polynomial };
        let wide = Self { polynomial, ends };
        let ends = wide.refined(KEPT_BITS + 8, bounds)?;
        if ends.low == ends.high {
            return Ok(Real::Rational(fraction(ends.low, ends.denominator)));
        }
        let narrow = Self { ends, ..wide };
        Ok(match narrow.rational(bounds)? {
            Some(x) => Real::Rational(x),
            None => Real::Algebraic(Box::new(narrow.on_the_grid(bounds)?)),
        })
    }

    /// The number where it is rational.
    ///
    /// Let c be the leading coefficient of the polynomial, which is one of integers: c·t is an algebraic integer, and a
    /// rational one is an integer. An interval of t that is shorter than 1/2c has at most one k with k/c in it.
    /// Cost: that of narrowing the interval to the bits of c, and an evaluation.
    fn rational(&self, bounds: &Bounds) -> Result<Option<Rational>, Obstacle> {
        let lead = self.polynomial.leading();
        let ends = self.refined(lead.bits().saturating_add(1), bounds)?;
        let long = words(ends.high.bits().max(ends.denominator.bits()).saturating_add(lead.bits()));
        bounds.charge(steps(4, long, words(ends.denominator.bits())))?;
        let k = (&lead * &ends.low).div_ceil(&ends.denominator);
        if &k * &ends.denominator > &lead * &ends.high {
            return Ok(None);
        }
        let is_root = self.polynomial.homogeneous(&k, &lead, bounds)?.is_zero();
        bounds.charge(steps_of_gcd(k.bits(), lead.bits()))?;
        Ok(is_root.then(|| fraction(k, lead)))
    }

    /// The same number between two neighbours among the multiples of 2^-64, if that holds no other root: whatever
    /// interval it was first given by, it then is the same structure.
    fn on_the_grid(self, bounds: &Bounds) -> Result<Self, Obstacle> {
        let one = BigInt::one() << KEPT_BITS;
        let Ends { low, high, denominator } = &self.ends;
        let long = words(denominator.bits().saturating_add(KEPT_BITS));
        bounds.charge(steps(4, long, long))?;
        let sign = |n: &BigInt| Ok::<_, Obstacle>(self.polynomial.homogeneous(n, &one, bounds)?.sign());
        let mut k = (low << KEPT_BITS).div_floor(denominator);
        let next: BigInt = &k + 1;
        if high << KEPT_BITS > &next * denominator {
            // The root lies on that side of the multiple where the sign changes.
            let at_low = self.polynomial.homogeneous(low, denominator, bounds)?.sign();
            if sign(&next)? == at_low {
                k = next;
            }
        }
        let (low, high): (BigInt, BigInt) = (k.clone(), k + 1);
        let ends = [fraction(low.clone(), one.clone()), fraction(high.clone(), one.clone())];
        let opposite = sign(&low)? != Sign::NoSign && sign(&high)? != Sign::NoSign && sign(&low)? != sign(&high)?;
        if opposite && isolate(&self.polynomial, &ends[0], &ends[1], bounds)?.len() == 1 {
            Ok(Self { ends: Ends { low, high, denominator: one }, ..self })
        } else {
            Ok(self)
        }
    }

    /// A squarefree polynomial with this root.
    pub fn polynomial(&self) -> &Polynomial {
        &self.polynomial
    }

    /// A rational below the number, with no other root between.
    pub fn low(&self) -> Rational {
        fraction(self.ends.low.clone(), self.ends.denominator.clone())
    }

    /// A rational above the number, with no other root between.
    pub fn high(&self) -> Rational {
        fraction(self.ends.high.clone(), self.ends.denominator.clone())
    }

    /// Encloses the number between integers over 2^places that are a few units apart.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn bracket(&self, places: u64, bounds: &Bounds) -> Result<Bracket, Obstacle> {
        let ends = self.refined(places, bounds)?;
        let long = words(ends.high.bits().max(ends.low.bits()).saturating_add(places));
        bounds.charge(steps(4, long, words(ends.denominator.bits())))?;
        Ok(Bracket::around(&ends.low, &ends.high, &ends.denominator, places))
    }

    /// Whether p vanishes at the number.
    ///
    /// The roots that p shares with the squarefree polynomial q are those of g = gcd(p, q), all simple. q has no
    /// other root between the ends and none at them, so that g either has the number as its only root there and
    /// changes its sign, or has no root there and keeps it. Cost: that of [`Polynomial::gcd`].
    ///
    /// # Errors
    /// More steps than are left.
    pub fn is_root_of(&self, p: &Polynomial, bounds: &Bounds) -> Result<bool, Obstacle> {
        let common = p.gcd(&self.polynomial, bounds)?;
        if common.degree() == 0 {
            return Ok(false);
        }
        let sign = |n| Ok(common.homogeneous(n, &self.ends.denominator, bounds)?.sign());
        Ok(sign(&self.ends.low)? != sign(&self.ends.high)?)
    }

    /// The sign of p at the number.
    ///
    /// # Errors
    /// More steps than are left, or no sign at 2^16 bits past those of the coefficients.
    pub(super) fn sign(&self, p: &Polynomial, bounds: &Bounds) -> Result<Sign, Obstacle> {
        // One that is not 0 shows its sign once the ends do.
        let is_positive = !self.ends.low.is_negative();
        let p = if is_positive { &p.without_t().1 } else { p };
        for bits in precisions(p.bits()) {
            let bracket = self.bracket(bits, bounds)?;
            if let Some(order) = bounds.run(|| Ok(bracket.evaluate(&p.coefficients())?))?.sign() {
                return Ok(signed(order));
            }
            if bits == FIRST_BITS && self.is_root_of(p, bounds)? {
                return Ok(Sign::NoSign);
            }
        }
        Err(undecided(p.bits()))
    }

    /// Narrows the interval to 2^-places.
    ///
    /// The interval is cut into 2^s parts and the root looked for where the chord through both ends crosses 0. If it
    /// is in that part, s is doubled, else halved: the digits double with each step once the curve is straight enough
    /// (Abbott, Quadratic interval refinement for real roots, 2006). Only signs decide, so that any guess is sound.
    /// Cost: two or three evaluations a step, each of deg products of numbers of deg·places bits with places bits.
    fn refined(&self, places: u64, bounds: &Bounds) -> Result<Ends, Obstacle> {
        bounds.precision(places)?;
        let p = &self.polynomial;
        let Ends { mut low, mut high, mut denominator } = self.ends.clone();
        if (&high - &low) << places <= denominator {
            return Ok(self.ends.clone());
        }
        let mut at_low = p.homogeneous(&low, &denominator, bounds)?;
        let mut at_high = p.homogeneous(&high, &denominator, bounds)?;
        let mut s = 1;
        while (&high - &low) << places > denominator {
            let width = &high - &low;
            let guess = crossing(&at_low, &at_high, s, bounds)?;
            let lift = (p.degree() as u64).saturating_mul(s);
            (low, high, denominator) = (low << s, high << s, denominator << s);
            (at_low, at_high) = (at_low << lift, at_high << lift);
            let x = &low + &width * &guess;
            let at_x = p.homogeneous(&x, &denominator, bounds)?;
            let rises = at_x.sign() == at_low.sign();
            let y = if rises { &x + &width } else { &x - &width };
            // The other end of the part may be the interval's own.
            let at_y = match () {
                () if y == low => at_low.clone(),
                () if y == high => at_high.clone(),
                () => p.homogeneous(&y, &denominator, bounds)?,
            };
            if let Some(root) = [(&at_x, &x), (&at_y, &y)].into_iter().find_map(|(v, n)| v.is_zero().then_some(n)) {
                return Ok(Ends { low: root.clone(), high: root.clone(), denominator });
            }
            let found = at_x.sign() != at_y.sign();
            // No narrower than asked: the numbers grow with every part.
            let left = total([places, width.bits(), 1]).saturating_sub(denominator.bits());
            s = if found { s.saturating_mul(2).min(left).max(1) } else { (s / 2).max(1) };
            match (rises, found) {
                (true, true) => (low, at_low, high, at_high) = (x, at_x, y, at_y),
                (false, true) => (low, at_low, high, at_high) = (y, at_y, x, at_x),
                (true, false) => (low, at_low) = (y, at_y),
                (false, false) => (high, at_high) = (y, at_y),
            }
        }
        Ok(Ends { low, high, denominator })
    }
}

/// Where the chord from `at_low` at 0 to `at_high` at 2^s, of opposite signs, crosses 0: from 1 to 2^s − 1.
fn crossing(at_low: &BigInt, at_high: &BigInt, s: u64, bounds: &Bounds) -> Result<BigInt, Obstacle> {
    // Leading bits are enough for a guess.
    let long = at_low.bits().max(at_high.bits());
    let spare = long.saturating_sub(s.saturating_mul(2).saturating_add(32));
    bounds.charge(words(long).saturating_add(steps(4, words(s), words(s))))?;
    let (below, above): (BigInt, BigInt) = (at_low.abs() >> spare, at_high.abs() >> spare);
    let all = &below + above;
    let guess = (below << s) / if all.is_zero() { 1.into() } else { all };
    let last = (BigInt::from(1) << s) - 1;
    Ok(guess.clamp(1.into(), last))
}
