//! Where signs of a file's numbers are asked.

use super::bounds::{Bounds, Obstacle};
use super::field::Field;
use super::polynomial::{Polynomial, Polynomials as _};
use super::quotient::{Quotient, Quotients as _};
use crate::number::Sign;
use dp_algebra::Signs;
use std::cmp::Ordering;

/// The field, and what signs there may cost. Integers need neither. A file is refused by them early and in words;
/// `Problem::checked` decides.
///
/// Where t is every number of an interval a number need not have one sign; then the answer is [`Obstacle::Changes`],
/// and whoever asked cuts the interval at its zeros.
#[derive(Debug, Clone, Copy)]
pub struct Ground<'a> {
    /// t, and α in it; `None` where all numbers of the file are rational.
    pub field: Option<&'a Field>,
    /// The limits, and what is left of them.
    pub bounds: Bounds<'a>,
}

impl<'a> Ground<'a> {
    /// The same with other t.
    #[must_use]
    pub fn at<'b>(&self, field: &'b Field) -> Ground<'b>
    where
        'a: 'b,
    {
        Ground { field: Some(field), bounds: self.bounds }
    }

    fn field(&self) -> Result<&'a Field, Obstacle> {
        self.field.ok_or(Obstacle::Unfit("a polynomial in a file without irrational numbers"))
    }

    /// All signs that x takes.
    fn signs(&self, x: &Polynomial) -> Result<Signs, Obstacle> {
        let point = &self.field()?.point;
        self.bounds.run(|| dp_algebra::signs(point, x))
    }

    /// x·y.
    ///
    /// # Errors
    /// A product over the limits.
    pub fn product(&self, x: &Polynomial, y: &Polynomial) -> Result<Polynomial, Obstacle> {
        x.times(y, &self.bounds)
    }

    /// x^k.
    ///
    /// # Errors
    /// A power over the limits.
    pub fn power(&self, x: &Polynomial, k: usize) -> Result<Polynomial, Obstacle> {
        x.raised(k, &self.bounds)
    }

    /// The sign of x at t.
    ///
    /// # Errors
    /// More than one sign on an interval, or no sign within the limits.
    pub fn sign(&self, x: &Polynomial) -> Result<Sign, Obstacle> {
        if let Some(order) = x.integer_sign() {
            return Ok(signed(order));
        }
        let signs = self.signs(x)?;
        signs.only().map(signed).ok_or_else(|| Obstacle::Changes(Box::new(x.clone())))
    }

    /// Whether x ≥ 0, at every t of an interval.
    ///
    /// # Errors
    /// No sign within the limits.
    pub fn is_nonnegative(&self, x: &Polynomial) -> Result<bool, Obstacle> {
        match x.integer_sign() {
            Some(sign) => Ok(sign.is_ge()),
            None => Ok(self.signs(x)?.is_nonnegative()),
        }
    }

    /// Whether x = 0, at every t of an interval.
    ///
    /// # Errors
    /// No sign within the limits.
    pub fn vanishes(&self, x: &Polynomial) -> Result<bool, Obstacle> {
        match x.integer_sign() {
            Some(sign) => Ok(sign.is_eq()),
            None => Ok(self.signs(x)?.is_zero()),
        }
    }

    /// x against y at t.
    ///
    /// # Errors
    /// As of [`Ground::sign`].
    pub fn compare(&self, x: &Polynomial, y: &Polynomial) -> Result<Ordering, Obstacle> {
        match x.integer_order(y) {
            Some(order) => Ok(order),
            None => Ok(self.sign(&(x - y))?.cmp(&Sign::NoSign)),
        }
    }

    /// n/d with smaller ones where that pays; d > 0 at t stays so.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn lowest(&self, n: Polynomial, d: Polynomial) -> Result<Quotient, Obstacle> {
        if n.is_integer() && d.is_integer() {
            return Ok(Quotient::new(n, d));
        }
        Quotient::new(n, d).reduced(&self.bounds)?.oriented(&self.field()?.point, &self.bounds)
    }
}

/// An order against 0 as a sign.
fn signed(order: Ordering) -> Sign {
    match order {
        Ordering::Less => Sign::Minus,
        Ordering::Equal => Sign::NoSign,
        Ordering::Greater => Sign::Plus,
    }
}
