//! Quotients of polynomials: the numbers of a file as functions of t.

use super::bounds::{Bounds, Obstacle, steps, words};
use super::point::Point;
use super::polynomial::Polynomial;
use crate::number::{BigInt, Rational, Sign, gcd};
use num_traits::{One, Zero};
use std::fmt::Write as _;

/// n(t)/d(t), with d(t) > 0 wherever t may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quotient {
    /// n.
    pub numerator: Polynomial,
    /// d.
    pub denominator: Polynomial,
}

impl Quotient {
    /// The constant x.
    pub fn constant(x: &Rational) -> Self {
        Self {
            numerator: Polynomial::constant(x.numer().clone()),
            denominator: Polynomial::constant(x.denom().clone()),
        }
    }

    /// t itself.
    pub fn t() -> Self {
        let t = Polynomial::new(vec![BigInt::zero(), BigInt::one()]);
        Self { numerator: t, denominator: Polynomial::constant(BigInt::one()) }
    }

    /// self + other.
    ///
    /// # Errors
    /// A sum over the limits.
    pub fn plus(&self, other: &Self, bounds: &Bounds) -> Result<Self, Obstacle> {
        if self.denominator == other.denominator {
            let terms = |p: &Polynomial| p.coefficients().len() as u64 + 1;
            let long = words(self.numerator.bits().max(other.numerator.bits()));
            bounds.charge(steps(1, terms(&self.numerator) + terms(&other.numerator), long))?;
            let numerator = self.numerator.plus(&other.numerator);
            return Ok(Self { numerator, denominator: self.denominator.clone() });
        }
        let left = self.numerator.times(&other.denominator, bounds)?;
        let right = other.numerator.times(&self.denominator, bounds)?;
        Ok(Self { numerator: left.plus(&right), denominator: self.denominator.times(&other.denominator, bounds)? })
    }

    /// self · other.
    ///
    /// # Errors
    /// A product over the limits.
    pub fn times(&self, other: &Self, bounds: &Bounds) -> Result<Self, Obstacle> {
        Ok(Self {
            numerator: self.numerator.times(&other.numerator, bounds)?,
            denominator: self.denominator.times(&other.denominator, bounds)?,
        })
    }

    /// 1/self.
    ///
    /// # Errors
    /// A value that is 0 at t, or somewhere on an interval.
    pub fn inverse(&self, point: &Point, bounds: &Bounds) -> Result<Self, Obstacle> {
        let signs = point.signs(&self.numerator, bounds)?;
        match signs.only() {
            Some(Sign::Plus) => Ok(Self { numerator: self.denominator.clone(), denominator: self.numerator.clone() }),
            Some(Sign::Minus) => {
                Ok(Self { numerator: self.denominator.negative(), denominator: self.numerator.negative() })
            }
            _ => Err(Obstacle::Unfit("the denominator is zero")),
        }
    }

    /// In lowest terms: without a common divisor, polynomial or integer.
    ///
    /// d/g keeps its sign wherever d is positive, as g divides d: it is made positive like d by g's sign at t.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn reduced(self, bounds: &Bounds) -> Result<Self, Obstacle> {
        if self.numerator.is_zero() {
            return Ok(Self::constant(&Rational::zero()));
        }
        let content = |p: &Polynomial| p.coefficients().iter().fold(BigInt::zero(), |c, x| gcd(&c, x));
        let (mut n, mut d) = (self.numerator, self.denominator);
        if d.degree() > 0 && n.degree() > 0 {
            let g = n.gcd(&d, bounds)?;
            if g.degree() > 0 {
                let inexact = Obstacle::Unfit("a common divisor that does not divide");
                let n_over = n.divided_by(&g, bounds)?.ok_or(inexact.clone())?;
                let d_over = d.divided_by(&g, bounds)?.ok_or(inexact)?;
                // The sign of g at t is not known: that of d/g is the one to keep positive, and n/d = (n/g)/(d/g)
                // whatever it is. It is found where it is needed, by `oriented`.
                (n, d) = (n_over, d_over);
            }
        }
        let (terms, wide) = ((n.coefficients().len() + d.coefficients().len()) as u64, words(n.bits().max(d.bits())));
        bounds.charge(steps(terms + 4, wide, wide))?;
        let shared = gcd(&content(&n), &content(&d));
        if !shared.is_one() {
            let over = |p: &Polynomial| Polynomial::new(p.coefficients().iter().map(|c| c / &shared).collect());
            (n, d) = (over(&n), over(&d));
        }
        Ok(Self { numerator: n, denominator: d })
    }

    /// With d > 0 at t.
    ///
    /// # Errors
    /// A denominator that vanishes at t, or more steps than are left.
    pub fn oriented(self, point: &Point, bounds: &Bounds) -> Result<Self, Obstacle> {
        match point.signs(&self.denominator, bounds)?.only() {
            Some(Sign::Plus) => Ok(self),
            Some(Sign::Minus) => {
                Ok(Self { numerator: self.numerator.negative(), denominator: self.denominator.negative() })
            }
            _ => Err(Obstacle::Unfit("the denominator is zero")),
        }
    }
}

/// A polynomial as an expression in the symbol: `1-2*a+3*a^2`.
pub fn written(p: &Polynomial, symbol: char) -> String {
    let mut text = String::new();
    for (k, c) in p.coefficients().iter().enumerate().filter(|(_, c)| !c.is_zero()) {
        let sign = if c.sign() == Sign::Minus {
            "-"
        } else if text.is_empty() {
            ""
        } else {
            "+"
        };
        text += sign;
        let size = c.magnitude();
        let factor = if size.is_one() && k > 0 { String::new() } else { size.to_string() };
        let star = if factor.is_empty() || k == 0 { "" } else { "*" };
        let _ = match k {
            0 => write!(text, "{factor}"),
            1 => write!(text, "{factor}{star}{symbol}"),
            _ => write!(text, "{factor}{star}{symbol}^{k}"),
        };
    }
    if text.is_empty() { "0".into() } else { text }
}

impl Quotient {
    /// As an expression in the symbol: `(1-a)/(1+a)`.
    pub fn written(&self, symbol: char) -> String {
        let terms = |p: &Polynomial| p.coefficients().iter().filter(|c| !c.is_zero()).count();
        let (n, d) = (written(&self.numerator, symbol), written(&self.denominator, symbol));
        let bracket = |text: String, p: &Polynomial| if terms(p) > 1 { format!("({text})") } else { text };
        if self.denominator.degree() == 0 && self.denominator.leading().is_one() {
            return n;
        }
        // c*a^k after a division sign needs brackets too.
        let plain =
            self.denominator.degree() == 0 || terms(&self.denominator) == 1 && self.denominator.leading().is_one();
        let d = if plain { d } else { format!("({d})") };
        format!("{}/{d}", bracket(n, &self.numerator))
    }
}
