//! Every t of an open interval at once.

use super::algebraic::Algebraic;
use super::bernstein::{Bernstein, apart, isolate, middle};
use super::bounds::{Bounds, Obstacle};
use super::order::{between, order};
use super::pieces::Pieces;
use super::point::Point;
use super::polynomial::Polynomial;
use super::signs::Signs;
use crate::number::{Rational, Sign, compare};

/// All numbers between two others, rational or algebraic, neither of which belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interval {
    low: End,
    high: End,
}

/// An end of an interval.
#[derive(Debug, Clone, PartialEq, Eq)]
enum End {
    Rational(Rational),
    Algebraic(Box<Algebraic>),
}

impl End {
    fn new(point: Point) -> Result<Self, Obstacle> {
        match point {
            Point::Rational(x) => Ok(End::Rational(x)),
            Point::Algebraic(x) => Ok(End::Algebraic(Box::new(x))),
            Point::Exponential(_) | Point::Interval(_) => {
                Err(Obstacle::Unfit("an end of an interval is rational or algebraic"))
            }
        }
    }

    fn point(&self) -> Point {
        match self {
            End::Rational(x) => Point::Rational(x.clone()),
            End::Algebraic(x) => Point::Algebraic((**x).clone()),
        }
    }
}

impl Interval {
    /// (low, high).
    ///
    /// # Errors
    /// Unless low < high.
    pub fn new(low: Rational, high: Rational) -> Result<Self, Obstacle> {
        match compare(&low, &high).is_lt() {
            true => Ok(Self { low: End::Rational(low), high: End::Rational(high) }),
            false => Err(Obstacle::Unfit("an open interval needs low < high")),
        }
    }

    /// (low, high), each end rational or algebraic.
    ///
    /// # Errors
    /// Unless low < high, or more steps than are left.
    pub fn between(low: Point, high: Point, bounds: &Bounds) -> Result<Self, Obstacle> {
        match order(&low, &high, bounds)?.is_lt() {
            true => Ok(Self { low: End::new(low)?, high: End::new(high)? }),
            false => Err(Obstacle::Unfit("an open interval needs low < high")),
        }
    }

    /// The lower end, which does not belong to it; where it is algebraic, a rational below it.
    pub fn low(&self) -> Rational {
        match &self.low {
            End::Rational(x) => x.clone(),
            End::Algebraic(x) => x.low(),
        }
    }

    /// The upper end, which does not belong to it; where it is algebraic, a rational above it.
    pub fn high(&self) -> Rational {
        match &self.high {
            End::Rational(x) => x.clone(),
            End::Algebraic(x) => x.high(),
        }
    }

    /// Both ends, exactly.
    pub fn ends(&self) -> (Point, Point) {
        (self.low.point(), self.high.point())
    }

    /// A rational inside.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn sample(&self, bounds: &Bounds) -> Result<Rational, Obstacle> {
        match (&self.low, &self.high) {
            (End::Rational(low), End::Rational(high)) => middle(low, high, bounds),
            _ => between(&self.low.point(), &self.high.point(), bounds),
        }
    }

    /// All signs that p takes on the interval.
    ///
    /// Bernstein coefficients of one sign settle it at once; else the zeros are isolated, those of even multiplicity
    /// too, and p's sign is computed between them. Zeros at the ends do not count.
    /// Cost: deg² sums where the first is enough; else that of [`Interval::zeros`].
    ///
    /// # Errors
    /// More steps than are left.
    pub fn signs(&self, p: &Polynomial, bounds: &Bounds) -> Result<Signs, Obstacle> {
        // Around algebraic ends the interval is a little wider: one sign there is one sign on it too.
        if let Some(sign) = Bernstein::new(p, &self.low(), &self.high(), bounds)?.sign() {
            return Ok(Signs::of(sign));
        }
        if let (End::Rational(low), End::Rational(high)) = (&self.low, &self.high) {
            return Ok(Pieces::new(p, low, high, bounds)?.signs());
        }
        // Between one zero and the next p keeps the sign that it has at one point (intermediate values).
        let zeros = self.zeros(p, bounds)?;
        let mut signs = (!zeros.is_empty()).then_some(Signs::of(Sign::NoSign));
        for piece in self.cut(&zeros, bounds)? {
            let sign = Signs::of(p.sign_at(&piece.sample(bounds)?, bounds)?);
            signs = Some(signs.map_or(sign, |signs| signs.or(sign)));
        }
        // There is a piece at least.
        Ok(signs.unwrap_or(Signs::ALL))
    }

    /// The zeros of p ≠ 0 in the interval, rising.
    ///
    /// # Errors
    /// p = 0, or more steps than are left.
    pub fn zeros(&self, p: &Polynomial, bounds: &Bounds) -> Result<Vec<Point>, Obstacle> {
        // 0 is no zero inside where the interval is one of positive numbers.
        let positive = self.low().numer().sign() != Sign::Minus;
        let squarefree = if positive { p.without_powers().0 } else { p.clone() }.squarefree(bounds)?;
        let (outer_low, outer_high) = (self.low(), self.high());
        let (low, high) = self.ends();
        let mut zeros = Vec::new();
        for root in isolate(&squarefree, &outer_low, &outer_high, bounds)? {
            let root =
                Point::of_root(&squarefree, &apart(&squarefree, root, &outer_low, &outer_high, bounds)?, bounds)?;
            if order(&low, &root, bounds)?.is_lt() && order(&root, &high, bounds)?.is_lt() {
                zeros.push(root);
            }
        }
        Ok(zeros)
    }

    /// The open intervals between one of these points of the interval, rising, and the next, and the ends.
    ///
    /// # Errors
    /// Points that do not rise, or more steps than are left.
    pub fn cut(&self, points: &[Point], bounds: &Bounds) -> Result<Vec<Self>, Obstacle> {
        let (low, high) = self.ends();
        let ends: Vec<Point> = [low].into_iter().chain(points.iter().cloned()).chain([high]).collect();
        ends.windows(2).map(|pair| Self::between(pair[0].clone(), pair[1].clone(), bounds)).collect()
    }

    /// Where on the interval, whose ends must be rational, p has which sign; p ≠ 0.
    ///
    /// # Errors
    /// p = 0, an algebraic end, or more steps than are left.
    pub fn pieces(&self, p: &Polynomial, bounds: &Bounds) -> Result<Pieces, Obstacle> {
        match (&self.low, &self.high) {
            (End::Rational(low), End::Rational(high)) => Pieces::new(p, low, high, bounds),
            _ => Err(Obstacle::Unfit("pieces of an interval with rational ends")),
        }
    }
}
