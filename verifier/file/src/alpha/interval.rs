//! Every t of an open interval at once.

use super::algebraic::{Algebraic, Real};
use super::bernstein::{Bernstein, apart, isolate, middle};
use super::bounds::{Bounds, Obstacle};
use super::order::between;
use super::pieces::Pieces;
use super::polynomial::{Polynomial, Polynomials as _};
use super::signs::Signs;
use crate::number::{Rational, Sign, compare};

/// All numbers between two others, rational or algebraic, neither of which belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interval {
    low: Real,
    high: Real,
}

impl Interval {
    /// (low, high).
    ///
    /// # Errors
    /// Unless low < high.
    pub fn new(low: Rational, high: Rational) -> Result<Self, Obstacle> {
        if compare(&low, &high).is_lt() {
            Ok(Self { low: Real::Rational(low), high: Real::Rational(high) })
        } else {
            Err(Obstacle::Unfit("an open interval needs low < high"))
        }
    }

    /// (low, high), each end rational or algebraic.
    ///
    /// # Errors
    /// Unless low < high, or more steps than are left.
    pub(super) fn of(low: Real, high: Real, bounds: &Bounds) -> Result<Self, Obstacle> {
        if low.order(&high, bounds)?.is_lt() {
            Ok(Self { low, high })
        } else {
            Err(Obstacle::Unfit("an open interval needs low < high"))
        }
    }

    /// The lower end, which does not belong to it; where it is algebraic, a rational below it.
    pub fn low(&self) -> Rational {
        match &self.low {
            Real::Rational(x) => x.clone(),
            Real::Algebraic(x) => x.low(),
        }
    }

    /// The upper end, which does not belong to it; where it is algebraic, a rational above it.
    pub fn high(&self) -> Rational {
        match &self.high {
            Real::Rational(x) => x.clone(),
            Real::Algebraic(x) => x.high(),
        }
    }

    /// Both ends, exactly.
    pub(super) fn exact_ends(&self) -> [&Real; 2] {
        [&self.low, &self.high]
    }

    /// A rational inside.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn sample(&self, bounds: &Bounds) -> Result<Rational, Obstacle> {
        match (&self.low, &self.high) {
            (Real::Rational(low), Real::Rational(high)) => middle(low, high, bounds),
            (low, high) => between(low, high, bounds),
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
        if let (Real::Rational(low), Real::Rational(high)) = (&self.low, &self.high) {
            return Ok(Pieces::new(p, low, high, bounds)?.signs());
        }
        // Between one zero and the next p keeps the sign that it has at one point (intermediate values).
        let zeros = self.roots(p, bounds)?;
        let mut signs = (!zeros.is_empty()).then_some(Signs::of(Sign::NoSign));
        for piece in self.cut_at(&zeros, bounds)? {
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
    pub(super) fn roots(&self, p: &Polynomial, bounds: &Bounds) -> Result<Vec<Real>, Obstacle> {
        // 0 is no zero inside where the interval is one of positive numbers.
        let positive = self.low().numer().sign() != Sign::Minus;
        let squarefree = if positive { p.without_t().1 } else { p.clone() }.squarefree(bounds)?;
        let (outer_low, outer_high) = (self.low(), self.high());
        let mut zeros = Vec::new();
        for root in isolate(&squarefree, &outer_low, &outer_high, bounds)? {
            let root = apart(&squarefree, root, &outer_low, &outer_high, bounds)?;
            let root = Algebraic::of_root(&squarefree, &root, bounds)?;
            if self.low.order(&root, bounds)?.is_lt() && root.order(&self.high, bounds)?.is_lt() {
                zeros.push(root);
            }
        }
        Ok(zeros)
    }

    /// The open intervals between one of these numbers of the interval, rising, and the next, and the ends.
    ///
    /// # Errors
    /// Numbers that do not rise, or more steps than are left.
    pub(super) fn cut_at(&self, numbers: &[Real], bounds: &Bounds) -> Result<Vec<Self>, Obstacle> {
        let (lows, highs) = ([&self.low].into_iter().chain(numbers), numbers.iter().chain([&self.high]));
        lows.zip(highs).map(|(low, high)| Self::of(low.clone(), high.clone(), bounds)).collect()
    }

    /// Where on the interval, whose ends must be rational, p has which sign; p ≠ 0.
    ///
    /// # Errors
    /// p = 0, an algebraic end, or more steps than are left.
    pub fn pieces(&self, p: &Polynomial, bounds: &Bounds) -> Result<Pieces, Obstacle> {
        match (&self.low, &self.high) {
            (Real::Rational(low), Real::Rational(high)) => Pieces::new(p, low, high, bounds),
            _ => Err(Obstacle::Unfit("pieces of an interval with rational ends")),
        }
    }
}
