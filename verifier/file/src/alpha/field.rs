//! The field Q(t) in which all numbers of a file lie, and what they are there.

use super::algebraic::Algebraic;
use super::bounds::{Bounds, Obstacle};
use super::declared::{Alpha, Constant};
use super::point::Point;
use super::quotient::Quotient;
use crate::number::{Expression, Operator, Rational};
use num_traits::{One, Zero};

/// What t is, and what α is in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// t.
    pub point: Point,
    /// α as a function of t: t itself, t^k where b = α^(1/k), or a constant beside another b.
    pub alpha: Quotient,
    /// α of one unit of length as a function of t: α where edges have no lengths, or whole ones; else b, which is t.
    pub base: Quotient,
    /// The name of t in expressions: `a`, or `b` where t is b.
    pub symbol: char,
}

impl Field {
    /// The field of a file's α and `constant`; `None` where both are rational. Where lengths are not whole but multiples of
    /// 1/`unit`, `constant` is α^(1/unit).
    ///
    /// # Errors
    /// As [`Point::generator`].
    pub fn new(
        alpha: &Alpha,
        constant: Option<&Constant>,
        unit: u32,
        bounds: &Bounds,
    ) -> Result<Option<Self>, Obstacle> {
        let irrational = constant.filter(|b| b.rational().is_none());
        if alpha.rational().is_some() && irrational.is_none() {
            return Ok(None);
        }
        let point = Point::generator(alpha, constant, bounds)?;
        let (of_t, symbol) = match (alpha.rational(), irrational) {
            (Some(alpha), _) => (Quotient::constant(alpha), 'b'),
            (None, Some(Constant::RootOfAlpha(k))) => {
                let t = Quotient::t();
                (Quotient { numerator: t.numerator.power(*k as usize, bounds)?, ..t }, 'b')
            }
            (None, _) => (Quotient::t(), 'a'),
        };
        let base = if unit == 1 { of_t.clone() } else { Quotient::t() };
        Ok(Some(Self { point, alpha: of_t, base, symbol }))
    }

    /// α of (0, 1), every number of it at once.
    ///
    /// # Errors
    /// None in fact: 0 < 1.
    pub fn unit_interval(bounds: &Bounds) -> Result<Self, Obstacle> {
        let interval = super::interval::Interval::between(
            Point::Rational(Rational::zero()),
            Point::Rational(Rational::one()),
            bounds,
        )?;
        Ok(Self { point: Point::Interval(interval), alpha: Quotient::t(), base: Quotient::t(), symbol: 'a' })
    }

    /// Whether t is every number of an interval.
    pub fn is_symbolic(&self) -> bool {
        matches!(self.point, Point::Interval(_))
    }

    /// The same with t a part of what it was.
    #[must_use]
    pub fn at(&self, point: Point) -> Self {
        Self { point, ..self.clone() }
    }

    /// n/d as the same number with the lowest degrees: at an algebraic t, modulo its polynomial.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn simplest(&self, x: Quotient, bounds: &Bounds) -> Result<Quotient, Obstacle> {
        let x = x.reduced(bounds)?;
        let x = match &self.point {
            Point::Algebraic(t) => modulo(x, t, bounds)?,
            _ => x,
        };
        x.oriented(&self.point, bounds)
    }
}

impl Quotient {
    /// The value of an expression in `a` and `b` as a function of t.
    ///
    /// # Errors
    /// A denominator that vanishes at t, or somewhere on an interval; a function over the limits.
    pub fn of(expression: &Expression, field: &Field, bounds: &Bounds) -> Result<Self, Obstacle> {
        Self::expand(expression, field, bounds)?.reduced(bounds)
    }

    fn expand(expression: &Expression, field: &Field, bounds: &Bounds) -> Result<Self, Obstacle> {
        match expression {
            Expression::Rational(x) => Ok(Self::constant(x)),
            Expression::A => Ok(field.alpha.clone()),
            Expression::B => Ok(Self::t()),
            Expression::Power(base, k) => {
                let base = Self::expand(base, field, bounds)?;
                let base = if *k < 0 { base.inverse(&field.point, bounds)? } else { base };
                let k = usize::try_from(k.unsigned_abs()).map_err(|_| Obstacle::Steps)?;
                Ok(Self {
                    numerator: base.numerator.power(k, bounds)?,
                    denominator: base.denominator.power(k, bounds)?,
                })
            }
            Expression::Sum(terms) => {
                let mut sum = Self::constant(&Rational::zero());
                for (minus, factors) in terms {
                    let mut product = Self::constant(&Rational::one());
                    for (operator, factor) in factors {
                        let factor = Self::expand(factor, field, bounds)?;
                        let factor = match operator {
                            Operator::Times => factor,
                            Operator::Over => factor.inverse(&field.point, bounds)?,
                        };
                        product = product.times(&factor, bounds)?;
                    }
                    if *minus {
                        product.numerator = product.numerator.negative();
                    }
                    sum = sum.plus(&product, bounds)?;
                }
                Ok(sum)
            }
        }
    }
}

/// The value of n/d at a root of p as a polynomial of a degree below p's, where p is prime to d.
///
/// With 1 = u·d + v·p by Euclid, n/d = n·u modulo p. Where d and p have a common divisor (p may be reducible) only n
/// and d are reduced.
fn modulo(x: Quotient, t: &Algebraic, bounds: &Bounds) -> Result<Quotient, Obstacle> {
    let p = t.polynomial();
    let Quotient { numerator: n, denominator: d } = x;
    // m·n = q·p + r with integers: r/m is n modulo p.
    let (n, by_n) = n.remainder(p, bounds)?;
    let (d, by_d) = d.remainder(p, bounds)?;
    // n/by_n over d/by_d.
    let (n, d) = (n.scaled(&by_d, bounds)?, d.scaled(&by_n, bounds)?);
    let x = Quotient { numerator: n, denominator: d };
    if x.denominator.degree() == 0 || x.denominator.is_zero() {
        return x.reduced(bounds);
    }
    match x.denominator.inverse_modulo(p, bounds)? {
        Some((u, c)) => {
            let product = x.numerator.times(&u, bounds)?;
            let (n, by) = product.remainder(p, bounds)?;
            let d = super::polynomial::Polynomial::constant(c).scaled(&by, bounds)?;
            Quotient { numerator: n, denominator: d }.reduced(bounds)
        }
        None => x.reduced(bounds),
    }
}
