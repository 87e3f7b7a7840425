//! Quotients of polynomials: the numbers of a file as functions of t.

use super::bounds::{Bounds, Obstacle, steps, words};
use super::point::Point;
use super::polynomial::{Polynomial, Polynomials as _, terms_of};
use crate::limits::total;
use crate::number::{BigInt, Rational, Sign, gcd};
use dp_number::Monomial;
use num_integer::Integer;
use num_traits::{One, Zero};
use std::fmt::Write as _;

/// n(t)/d(t), with d(t) > 0 wherever t may be.
pub type Quotient = dp_number::Fraction;

/// What is asked of quotients while files are read and proofs are searched for.
pub trait Quotients: Sized {
    /// The constant x.
    fn constant(x: &Rational) -> Self;

    /// t itself.
    fn t() -> Self;

    /// self + other.
    ///
    /// # Errors
    /// A sum over the limits.
    fn plus(&self, other: &Self, bounds: &Bounds) -> Result<Self, Obstacle>;

    /// self · other.
    ///
    /// # Errors
    /// A product over the limits.
    fn times(&self, other: &Self, bounds: &Bounds) -> Result<Self, Obstacle>;

    /// 1/self, with a denominator > 0.
    ///
    /// # Errors
    /// A value that is 0 at t, or somewhere on an interval.
    fn over_one(&self, point: &Point, bounds: &Bounds) -> Result<Self, Obstacle>;

    /// In lowest terms: without a common divisor, polynomial or integer.
    ///
    /// # Errors
    /// More steps than are left.
    fn reduced(self, bounds: &Bounds) -> Result<Self, Obstacle>;

    /// With d > 0 at t.
    ///
    /// # Errors
    /// A denominator that vanishes at t, or more steps than are left.
    fn oriented(self, point: &Point, bounds: &Bounds) -> Result<Self, Obstacle>;

    /// As an expression in the symbol: `(1-a)/(1+a)`.
    fn written(&self, symbol: char) -> String;

    /// As an expression in `a` = t^x and `b` = t^y, where x and y have no common divisor: each power of t is one of
    /// a^i·b^j with a small j.
    fn written_in_powers(&self, powers: [u128; 2]) -> String;
}

impl Quotients for Quotient {
    fn constant(x: &Rational) -> Self {
        Self { numerator: Polynomial::from(x.numer().clone()), denominator: Polynomial::from(x.denom().clone()) }
    }

    fn t() -> Self {
        let t = Polynomial::polynomial(vec![BigInt::zero(), BigInt::one()]);
        Self { numerator: t, denominator: Polynomial::from(BigInt::one()) }
    }

    fn plus(&self, other: &Self, bounds: &Bounds) -> Result<Self, Obstacle> {
        if self.denominator == other.denominator {
            let long = words(self.numerator.bits().max(other.numerator.bits()));
            bounds.charge(steps(1, total([self.numerator.length(), other.numerator.length(), 2]), long))?;
            let numerator = &self.numerator + &other.numerator;
            return Ok(Self { numerator, denominator: self.denominator.clone() });
        }
        let left = self.numerator.times(&other.denominator, bounds)?;
        let right = other.numerator.times(&self.denominator, bounds)?;
        Ok(Self { numerator: &left + &right, denominator: self.denominator.times(&other.denominator, bounds)? })
    }

    fn times(&self, other: &Self, bounds: &Bounds) -> Result<Self, Obstacle> {
        Ok(Self {
            numerator: self.numerator.times(&other.numerator, bounds)?,
            denominator: self.denominator.times(&other.denominator, bounds)?,
        })
    }

    fn over_one(&self, point: &Point, bounds: &Bounds) -> Result<Self, Obstacle> {
        let signs = point.signs(&self.numerator, bounds)?;
        match signs.only() {
            Some(Sign::Plus) => Ok(Self { numerator: self.denominator.clone(), denominator: self.numerator.clone() }),
            Some(Sign::Minus) => Ok(Self { numerator: -&self.denominator, denominator: -&self.numerator }),
            _ => Err(Obstacle::Unfit("the denominator is zero")),
        }
    }

    fn reduced(self, bounds: &Bounds) -> Result<Self, Obstacle> {
        if self.numerator.is_zero() {
            return Ok(Self::constant(&Rational::zero()));
        }
        let content = |p: &Polynomial| p.some_coefficients().iter().fold(BigInt::zero(), |c, x| gcd(&c, x));
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
        let (terms, wide) = (n.length().saturating_add(d.length()), words(n.bits().max(d.bits())));
        bounds.charge(steps(terms.saturating_add(4), wide, wide))?;
        let shared = gcd(&content(&n), &content(&d));
        if !shared.is_one() {
            (n, d) = (n.map(|c| c / &shared), d.map(|c| c / &shared));
        }
        Ok(Self { numerator: n, denominator: d })
    }

    fn oriented(self, point: &Point, bounds: &Bounds) -> Result<Self, Obstacle> {
        match point.signs(&self.denominator, bounds)?.only() {
            Some(Sign::Plus) => Ok(self),
            Some(Sign::Minus) => Ok(Self { numerator: -&self.numerator, denominator: -&self.denominator }),
            _ => Err(Obstacle::Unfit("the denominator is zero")),
        }
    }

    fn written(&self, symbol: char) -> String {
        quotient_in(self, &|e| both(symbol, e))
    }

    fn written_in_powers(&self, [x, y]: [u128; 2]) -> String {
        let (x, y) = (BigInt::from(x), BigInt::from(y));
        let inverse = y.extended_gcd(&x).x;
        quotient_in(self, &|Monomial { t: e, .. }| {
            if e == 0 {
                return String::new();
            }
            let e = BigInt::from(e);
            let mut j = (&e * &inverse).mod_floor(&x);
            if &j * 2 > x {
                j -= &x;
            }
            let i = (e - &j * &y) / &x;
            let of = |symbol: char, k: &BigInt| if k.is_one() { symbol.to_string() } else { format!("{symbol}^{k}") };
            match (i.is_zero(), j.is_zero()) {
                (_, true) => of('a', &i),
                (true, false) => of('b', &j),
                (false, false) => format!("{}*{}", of('a', &i), of('b', &j)),
            }
        })
    }
}

/// A polynomial as an expression in the symbol: `1-2*a+3*a^2`; u beside t is `a`.
pub fn written(p: &Polynomial, symbol: char) -> String {
    written_in(p, &|e| both(symbol, e))
}

/// a^u·x^t; nothing for 1.
fn both(symbol: char, e: Monomial) -> String {
    let parts = [power('a', e.u.into()), power(symbol, e.t)];
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    parts.join("*")
}

/// x^k; nothing for k = 0.
fn power(symbol: char, k: u128) -> String {
    match k {
        0 => String::new(),
        1 => symbol.to_string(),
        k => format!("{symbol}^{k}"),
    }
}

/// A polynomial as an expression, each power of t but 1 as it is to be written.
fn written_in(p: &Polynomial, powers: &dyn Fn(Monomial) -> String) -> String {
    let mut text = String::new();
    for (k, c) in terms_of(p) {
        let sign = if c.sign() == Sign::Minus {
            "-"
        } else if text.is_empty() {
            ""
        } else {
            "+"
        };
        let (size, power) = (c.magnitude(), powers(k));
        let _ = match (size.is_one(), power.is_empty()) {
            (true, false) => write!(text, "{sign}{power}"),
            (_, true) => write!(text, "{sign}{size}"),
            (false, false) => write!(text, "{sign}{size}*{power}"),
        };
    }
    if text.is_empty() { "0".into() } else { text }
}

/// n/d as an expression.
fn quotient_in(x: &Quotient, powers: &dyn Fn(Monomial) -> String) -> String {
    let terms = |p: &Polynomial| p.some_coefficients().iter().filter(|c| !c.is_zero()).count();
    let (n, d) = (written_in(&x.numerator, powers), written_in(&x.denominator, powers));
    let bracket = |text: String, p: &Polynomial| if terms(p) > 1 { format!("({text})") } else { text };
    if x.denominator.degree() == 0 && x.denominator.leading().is_one() {
        return n;
    }
    // c*a^k after a division sign needs brackets too.
    let is_one_power = terms(&x.denominator) == 1 && x.denominator.leading().is_one() && !d.contains('*');
    let d = if x.denominator.degree() == 0 || is_one_power { d } else { format!("({d})") };
    format!("{}/{d}", bracket(n, &x.numerator))
}
