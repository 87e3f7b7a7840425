//! The integers and the polynomials in t: what the numerators and denominators of a file's numbers are.

use super::bounds::{Bounds, Obstacle};
use super::field::Field;
use super::polynomial::Polynomial;
use super::quotient::Quotient;
use crate::limits::words_of;
use crate::number::{BigInt, Sign};
use num_traits::{One, Zero};
use std::cmp::Ordering;
use std::fmt::Debug;
use std::hash::Hash;

/// Where signs are asked: the field, and what it may cost. Integers need neither.
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
}

/// A ring whose elements have signs: the integers, or the polynomials in t with their signs at t.
///
/// Where t is every number of an interval an element need not have one sign; then the answer is
/// [`Obstacle::Changes`], and whoever asked cuts the interval at the element's zeros.
pub trait Ring: Clone + Debug + Default + Eq + Hash {
    /// An integer.
    fn of(n: &BigInt) -> Self;

    /// The element as a polynomial.
    fn polynomial(&self) -> Polynomial;

    /// self += other.
    fn add(&mut self, other: &Self);

    /// −self.
    #[must_use]
    fn negated(&self) -> Self;

    /// self · other.
    ///
    /// # Errors
    /// A product over the limits.
    fn times(&self, other: &Self, ground: &Ground) -> Result<Self, Obstacle>;

    /// Its sign at t.
    ///
    /// # Errors
    /// More than one sign on an interval, or no sign within the limits.
    fn sign(&self, ground: &Ground) -> Result<Sign, Obstacle>;

    /// self against other at t.
    ///
    /// # Errors
    /// As [`Ring::sign`].
    fn compare(&self, other: &Self, ground: &Ground) -> Result<Ordering, Obstacle>;

    /// n/d with smaller ones where that pays; d > 0 at t stays so.
    ///
    /// # Errors
    /// More steps than are left.
    fn lowest(n: Self, d: Self, ground: &Ground) -> Result<(Self, Self), Obstacle>;

    /// x^k.
    ///
    /// # Errors
    /// A power over the limits.
    fn power(x: &Self, k: usize, ground: &Ground) -> Result<Self, Obstacle>;

    /// About how many words it takes.
    fn words(&self) -> u64;
}

/// Products of integers of fewer word operations are not counted one by one.
const SHORT: u64 = 64;

impl Ring for BigInt {
    fn of(n: &BigInt) -> Self {
        n.clone()
    }

    fn polynomial(&self) -> Polynomial {
        Polynomial::constant(self.clone())
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn negated(&self) -> Self {
        -self
    }

    fn times(&self, other: &Self, ground: &Ground) -> Result<Self, Obstacle> {
        // Short products are counted with what they are part of.
        let steps = Ring::words(self).saturating_mul(Ring::words(other));
        if steps > SHORT {
            ground.bounds.charge(steps)?;
        }
        Ok(self * other)
    }

    fn sign(&self, _: &Ground) -> Result<Sign, Obstacle> {
        Ok(BigInt::sign(self))
    }

    fn compare(&self, other: &Self, _: &Ground) -> Result<Ordering, Obstacle> {
        Ok(self.cmp(other))
    }

    fn lowest(n: Self, d: Self, _: &Ground) -> Result<(Self, Self), Obstacle> {
        Ok((n, d))
    }

    fn power(x: &Self, k: usize, ground: &Ground) -> Result<Self, Obstacle> {
        let mut power = Self::one();
        for bit in (0..usize::BITS.saturating_sub(k.leading_zeros())).rev() {
            power = Ring::times(&power, &power, ground)?;
            if k >> bit & 1 == 1 {
                power = Ring::times(&power, x, ground)?;
            }
        }
        Ok(power)
    }

    fn words(&self) -> u64 {
        words_of(self.bits())
    }
}

impl Ring for Polynomial {
    fn of(n: &BigInt) -> Self {
        Self::constant(n.clone())
    }

    fn polynomial(&self) -> Polynomial {
        self.clone()
    }

    fn add(&mut self, other: &Self) {
        self.add_multiple(other, 1);
    }

    fn negated(&self) -> Self {
        self.negative()
    }

    fn times(&self, other: &Self, ground: &Ground) -> Result<Self, Obstacle> {
        Polynomial::times(self, other, &ground.bounds)
    }

    fn sign(&self, ground: &Ground) -> Result<Sign, Obstacle> {
        if self.is_zero() {
            return Ok(Sign::NoSign);
        }
        let field = ground.field.ok_or(Obstacle::Unfit("a polynomial in a file without irrational numbers"))?;
        let signs = field.point.signs(self, &ground.bounds)?;
        signs.only().ok_or_else(|| Obstacle::Changes(Box::new(self.clone())))
    }

    fn compare(&self, other: &Self, ground: &Ground) -> Result<Ordering, Obstacle> {
        Ok(match Ring::sign(&self.minus(other), ground)? {
            Sign::Minus => Ordering::Less,
            Sign::NoSign => Ordering::Equal,
            Sign::Plus => Ordering::Greater,
        })
    }

    fn lowest(n: Self, d: Self, ground: &Ground) -> Result<(Self, Self), Obstacle> {
        let field = ground.field.ok_or(Obstacle::Unfit("a polynomial in a file without irrational numbers"))?;
        let x = Quotient { numerator: n, denominator: d }.reduced(&ground.bounds)?;
        let x = x.oriented(&field.point, &ground.bounds)?;
        Ok((x.numerator, x.denominator))
    }

    /// t^e to a power is made at once.
    fn power(x: &Self, k: usize, ground: &Ground) -> Result<Self, Obstacle> {
        match exponent(x) {
            Some(e) => Self::monomial(BigInt::one(), e.saturating_mul(k), &ground.bounds),
            None => Polynomial::power(x, k, &ground.bounds),
        }
    }

    fn words(&self) -> u64 {
        self.terms().saturating_mul(words_of(self.bits())).max(1)
    }
}

/// e where p = t^e.
fn exponent(p: &Polynomial) -> Option<usize> {
    let dense = if p.sparse().is_some() { return None } else { p.coefficients() };
    let (last, rest) = dense.split_last()?;
    (last.is_one() && rest.iter().all(Zero::is_zero)).then_some(rest.len())
}
