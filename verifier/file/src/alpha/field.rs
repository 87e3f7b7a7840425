//! The field Q(t) in which all numbers of a file lie, and what they are there.

use super::bounds::{Bounds, Obstacle};
use super::declared::{Alpha, Constant};
use super::generator::{generator, root_of_alpha};
use super::polynomial::{Polynomial, Polynomials as _};
use super::quotient::{Quotient, Quotients as _};
use crate::number::{BigInt, Expression, Operator, Rational, fraction};
use dp_number::{Exponential, Monomial, Point};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

/// What t is, and what α is in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// t.
    pub point: Point,
    /// α as a function of t: t itself, u beside it, t^k where b = α^(1/k), or a constant beside another b.
    pub alpha: Quotient,
    /// α of one unit of length as a function of t: α where edges have no lengths, or whole ones; else b, which is t;
    /// `None` where lengths are so fine or so long that none is made.
    pub base: Option<Quotient>,
    /// b as a function of t: t itself where the file has an irrational one, or a power of it.
    pub constant: Quotient,
    /// How powers of t are written.
    pub symbol: Symbol,
}

/// What t is in expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symbol {
    /// `a`: t is α.
    A,
    /// `b`: t is the file's `constant`, beside which u is α, `a`.
    B,
    /// `c`: t is the α of a claim's own ε.
    C,
    /// α = t^x and b = t^y, x and y above 1 and without a common divisor.
    Powers([u128; 2]),
}

impl Symbol {
    /// The letter, where it is one.
    pub fn letter(self) -> char {
        match self {
            Symbol::A => 'a',
            Symbol::B => 'b',
            Symbol::C => 'c',
            Symbol::Powers(_) => 't',
        }
    }
}

/// The most rows of a table whose polynomials have all their coefficients, where `constant` is e^-r.
pub const MOST_DENSE_ROWS: usize = 16;

/// The highest powers of t that α and b may be there.
const MOST_DENSE_POWER: u128 = 64;

impl Field {
    /// The field of a file's α and `constant`; `None` where both are rational. Where lengths are not whole but
    /// multiples of 1/`unit`, `constant` is α^(1/unit). `rows` are those of the file's table.
    ///
    /// # Errors
    /// Those of numbers that are none, and limits.
    pub fn new(
        alpha: &Alpha,
        constant: Option<&Constant>,
        (unit, rows): (u64, usize),
        bounds: &Bounds,
    ) -> Result<Option<Self>, Obstacle> {
        if let Some(Constant::Exponential(rate)) = constant {
            return match alpha {
                Alpha::Power { .. } | Alpha::Root { .. } => Self::of_both(alpha, rate, bounds),
                _ => Self::of_exponentials(alpha, rate, rows, bounds),
            }
            .map(Some);
        }
        let irrational = constant.filter(|b| b.rational().is_none());
        if alpha.rational().is_some() && irrational.is_none() {
            return Ok(None);
        }
        let point = generator(alpha, constant, bounds)?;
        let (of_t, symbol) = match (alpha.rational(), irrational) {
            (Some(alpha), _) => (Quotient::constant(alpha), Symbol::B),
            (None, Some(Constant::RootOfAlpha(k))) => {
                let t = Quotient::t();
                (Quotient { numerator: t.numerator.raised(*k as usize, bounds)?, ..t }, Symbol::B)
            }
            (None, _) => (Quotient::t(), Symbol::A),
        };
        let base = Some(if unit == 1 { of_t.clone() } else { Quotient::t() });
        Ok(Some(Self { point, alpha: of_t, base, constant: Quotient::t(), symbol }))
    }

    /// The field of b = e^-s beside an algebraic α: t = b, and u = α beside it.
    fn of_both(alpha: &Alpha, s: &Rational, bounds: &Bounds) -> Result<Self, Obstacle> {
        let u = root_of_alpha(alpha, 1, bounds)?;
        if let Point::Rational(_) = u {
            return Err(Obstacle::Unfit("a rational α that is not written as one"));
        }
        let of = |numerator| Quotient { numerator, denominator: Polynomial::from(BigInt::one()) };
        let of_u = Polynomial::sparse(vec![(Monomial { u: 1, t: 0 }, BigInt::one())]);
        let [alpha, constant] = [of(of_u), of(Polynomial::sparse_power(1))];
        let point = bounds.run(|| Point::Exponential(Exponential::new(s.clone())?).beside(u))?;
        Ok(Self { point, base: Some(alpha.clone()), alpha, constant, symbol: Symbol::B })
    }

    /// The field of b = e^-s beside a rational α, t = b; or beside α = e^-r, t = e^-g for the greatest g of which r and
    /// s are multiples, so that r = x·g and s = y·g without a common divisor of x and y.
    ///
    /// Polynomials in t have all their coefficients where x, y and the table are small, else their terms alone.
    fn of_exponentials(alpha: &Alpha, s: &Rational, rows: usize, bounds: &Bounds) -> Result<Self, Obstacle> {
        let r = match alpha {
            Alpha::Rational(_) => None,
            Alpha::Exponential(r) => Some(r),
            _ => return Err(Obstacle::Unfit("b = e^-r needs an α that is one number")),
        };
        bounds.charge(crate::number::steps_of_gcd(crate::number::bits(s), r.map_or(1, crate::number::bits)))?;
        // r = n/m and s = p/q are n·q and p·m over m·q.
        let (n, m) = r.map_or((s.numer(), s.denom()), |r| (r.numer(), r.denom()));
        let (left, right) = (n * s.denom(), s.numer() * m);
        let common = left.gcd(&right);
        let power = |of: &BigInt| (of / &common).to_u128().ok_or(Obstacle::Degree(bounds.highest()));
        let (x, y) = (power(&left)?, power(&right)?);
        let g = fraction(common.clone(), m * s.denom());
        let is_dense = rows <= MOST_DENSE_ROWS && x.max(y) <= MOST_DENSE_POWER;
        let of_t = |e: u128| match usize::try_from(e).ok().filter(|_| is_dense) {
            Some(e) => bounds.run(|| Ok(Polynomial::monomial(BigInt::one(), e))),
            None => Ok(Polynomial::sparse_power(e)),
        };
        let one = || Polynomial::from(BigInt::one());
        let of_t = |e: u128| Ok::<_, Obstacle>(Quotient { numerator: of_t(e)?, denominator: one() });
        let (of_alpha, symbol) = match alpha {
            Alpha::Rational(alpha) => (Quotient::constant(alpha), Symbol::B),
            _ if x == 1 => (of_t(x)?, Symbol::A),
            _ if y == 1 => (of_t(x)?, Symbol::B),
            _ => (of_t(x)?, Symbol::Powers([x, y])),
        };
        let (point, base) = (Point::Exponential(bounds.run(|| Exponential::new(g))?), Some(of_alpha.clone()));
        Ok(Self { point, alpha: of_alpha, base, constant: of_t(y)?, symbol })
    }

    /// A number of the field as an expression in `a` and `b`.
    pub fn written(&self, x: &Quotient) -> String {
        match self.symbol {
            Symbol::Powers(powers) => dp_algebra::written_in_powers(x, powers),
            symbol => dp_algebra::written_quotient(x, symbol.letter()),
        }
    }

    /// α of one unit of length, or of the length 1 where none of one unit is made: see [`dp_kernel::Problem`].
    pub fn declared(&self) -> &Quotient {
        self.base.as_ref().unwrap_or(&self.alpha)
    }

    /// Whether polynomials have their terms alone.
    pub fn is_sparse(&self) -> bool {
        self.constant.numerator.terms().is_some()
    }

    /// α of (0, 1), every number of it at once.
    ///
    /// # Errors
    /// None in fact: 0 < 1.
    pub fn unit_interval(bounds: &Bounds) -> Result<Self, Obstacle> {
        let [low, high] = [Rational::zero(), Rational::one()].map(Point::Rational);
        let point = bounds.run(|| Point::between(low, high))?;
        let [alpha, base, constant] = [Quotient::t(), Quotient::t(), Quotient::t()];
        Ok(Self { point, alpha, base: Some(base), constant, symbol: Symbol::A })
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

    /// n/d as the same number with the lowest degrees: at an algebraic t, or with an algebraic u beside it, modulo its
    /// polynomial.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn simplest(&self, x: Quotient, bounds: &Bounds) -> Result<Quotient, Obstacle> {
        let shorter = bounds.run(|| {
            let shorter = dp_algebra::simplest(&self.point, x.clone())?;
            let is_same = shorter == x || self.is_same(&shorter, &x)?;
            if is_same { Ok(shorter) } else { Err(dp_number::Obstacle::Unknown(Box::new(x.denominator.clone()))) }
        })?;
        shorter.oriented(&self.point, bounds)
    }

    /// Whether two functions of t are one number at it, or on an interval one function.
    fn is_same(&self, x: &Quotient, y: &Quotient) -> Result<bool, dp_number::Obstacle> {
        let difference = &(&x.numerator * &y.denominator) - &(&y.numerator * &x.denominator);
        Ok(difference.is_zero() || self.point.is_single() && self.point.sign(&difference)?.is_eq())
    }
}

impl Field {
    /// The value of an expression in `a` and `b` as a function of t.
    ///
    /// # Errors
    /// A denominator that vanishes at t, or somewhere on an interval; a function over the limits.
    pub fn value(&self, expression: &Expression, bounds: &Bounds) -> Result<Quotient, Obstacle> {
        self.expand(expression, bounds)?.reduced(bounds)
    }

    fn expand(&self, expression: &Expression, bounds: &Bounds) -> Result<Quotient, Obstacle> {
        match expression {
            Expression::Rational(x) => Ok(Quotient::constant(x)),
            Expression::A => Ok(self.alpha.clone()),
            Expression::B => Ok(self.constant.clone()),
            Expression::Power(base, k) => {
                let base = self.expand(base, bounds)?;
                let base = if *k < 0 { base.over_one(&self.point, bounds)? } else { base };
                let k = usize::try_from(k.unsigned_abs()).map_err(|_| Obstacle::Steps)?;
                Ok(Quotient {
                    numerator: base.numerator.raised(k, bounds)?,
                    denominator: base.denominator.raised(k, bounds)?,
                })
            }
            Expression::Sum(terms) => {
                let mut sum = Quotient::constant(&Rational::zero());
                for (minus, factors) in terms {
                    let mut product = Quotient::constant(&Rational::one());
                    for (operator, factor) in factors {
                        let factor = self.expand(factor, bounds)?;
                        let factor = match operator {
                            Operator::Times => factor,
                            Operator::Over => factor.over_one(&self.point, bounds)?,
                        };
                        product = product.times(&factor, bounds)?;
                    }
                    if *minus {
                        product.numerator = -&product.numerator;
                    }
                    sum = sum.plus(&product, bounds)?;
                }
                Ok(sum)
            }
        }
    }
}
