//! What t is, and the signs of polynomials at it.

use super::algebraic::{Algebraic, Real};
use super::bernstein::Root;
use super::beside::Beside;
use super::bounds::{Bounds, Obstacle};
use super::interval::Interval;
use super::polynomial::{Polynomial, Polynomials as _};
use super::signs::{Signs, signed};
use crate::number::{Enclosure, Rational, Sign};
use dp_number::{Bracket, Exponential};
use std::cmp::Ordering;

/// The number t, or all numbers that t stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Point {
    /// A rational.
    Rational(Rational),
    /// e^-r: transcendental.
    Exponential(Exponential),
    /// The only root of a polynomial in an interval.
    Algebraic(Algebraic),
    /// e^-r, and an algebraic number beside it.
    Beside(Box<Beside>),
    /// Every number of an open interval.
    Interval(Interval),
}

impl Point {
    /// The signs that p takes at t: one, or on an interval all that it takes there.
    ///
    /// A rational: by evaluation. An interval: see [`Interval::signs`]. Else a sign shows on an enclosure of t, of 64
    /// bits at first and twice as many each time, unless p vanishes: which at e^-r only the zero polynomial does
    /// (Lindemann–Weierstrass), and at an algebraic number is seen from a common divisor ([`Algebraic::is_root_of`]);
    /// of both, see [`Beside`]. Cost: deg products of the coefficients' and the enclosure's bits, for each enclosure.
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
            Point::Exponential(t) => bounds.run(|| t.sign(p)).map(signed),
            Point::Algebraic(t) => t.sign(p, bounds),
            Point::Beside(both) => both.sign(p, bounds),
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
            Point::Exponential(t) => bounds.run(|| Ok(t.bracket(bits)?)),
            Point::Beside(both) => bounds.run(|| Ok(both.t.bracket(bits)?)),
            Point::Algebraic(t) => t.bracket(bits, bounds),
            Point::Interval(t) => Ok(around(&t.low(), &t.high())),
        }
    }

    /// Encloses t between fractions a few times 2^-bits apart.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn enclosure(&self, bits: u64, bounds: &Bounds) -> Result<Enclosure, Obstacle> {
        Ok(Enclosure::from(&self.bracket(bits, bounds)?))
    }

    /// The root of a squarefree polynomial as [`Root`] gives it.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn of_root(squarefree: &Polynomial, root: &Root, bounds: &Bounds) -> Result<Self, Obstacle> {
        Algebraic::of_root(squarefree, root, bounds).map(Self::from)
    }

    /// This number against another, both rational or algebraic.
    ///
    /// # Errors
    /// Other points, or more steps than are left.
    pub fn order(&self, other: &Self, bounds: &Bounds) -> Result<Ordering, Obstacle> {
        self.clone().real()?.order(&other.clone().real()?, bounds)
    }

    fn real(self) -> Result<Real, Obstacle> {
        match self {
            Point::Rational(x) => Ok(Real::Rational(x)),
            Point::Algebraic(t) => Ok(Real::Algebraic(Box::new(t))),
            Point::Exponential(_) | Point::Beside(_) | Point::Interval(_) => {
                Err(Obstacle::Unfit("only rational and algebraic numbers are put in order"))
            }
        }
    }
}

impl From<Real> for Point {
    fn from(x: Real) -> Self {
        match x {
            Real::Rational(x) => Point::Rational(x),
            Real::Algebraic(t) => Point::Algebraic(*t),
        }
    }
}

impl Algebraic {
    /// The only root of p in (low, high), as a point: [`Point::Rational`] wherever it is a rational.
    ///
    /// # Errors
    /// p has no root there, or several, or it takes more steps than are left.
    pub fn point(p: &Polynomial, low: &Rational, high: &Rational, bounds: &Bounds) -> Result<Point, Obstacle> {
        Self::unique(p, low, high, bounds).map(Point::from)
    }
}

impl Interval {
    /// (low, high), each end rational or algebraic.
    ///
    /// # Errors
    /// Unless low < high, or more steps than are left.
    pub fn between(low: Point, high: Point, bounds: &Bounds) -> Result<Self, Obstacle> {
        Self::of(low.real()?, high.real()?, bounds)
    }

    /// Both ends, exactly.
    pub fn ends(&self) -> (Point, Point) {
        let [low, high] = self.exact_ends().map(|end| Point::from(end.clone()));
        (low, high)
    }

    /// The zeros of p ≠ 0 in the interval, rising.
    ///
    /// # Errors
    /// p = 0, or more steps than are left.
    pub fn zeros(&self, p: &Polynomial, bounds: &Bounds) -> Result<Vec<Point>, Obstacle> {
        Ok(self.roots(p, bounds)?.into_iter().map(Point::from).collect())
    }

    /// The open intervals between one of these points of the interval, rising, and the next, and the ends.
    ///
    /// # Errors
    /// Points that do not rise, or more steps than are left.
    pub fn cut(&self, points: &[Point], bounds: &Bounds) -> Result<Vec<Self>, Obstacle> {
        let numbers: Vec<Real> = points.iter().cloned().map(Point::real).collect::<Result<_, _>>()?;
        self.cut_at(&numbers, bounds)
    }
}
