//! The integers and the polynomials in t: what the numerators and denominators of a file's numbers are.

use super::bounds::{Bounds, Obstacle};
use super::field::Field;
use super::polynomial::Polynomial;
use super::quotient::Quotient;
use crate::error::Error;
use crate::json::{Value, View};
use crate::limits::Limits;
use crate::number::{BigInt, Sign, integer};
use num_traits::{One, Pow, Zero};
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

    /// self += count · other.
    fn add_times(&mut self, other: &Self, count: u32);

    /// −self.
    #[must_use]
    fn negated(&self) -> Self;

    /// self · other.
    ///
    /// # Errors
    /// A product over the limits.
    fn times(&self, other: &Self, ground: &Ground) -> Result<Self, Obstacle>;

    /// self / other where that divides.
    ///
    /// # Errors
    /// More steps than are left.
    fn divided(&self, other: &Self, ground: &Ground) -> Result<Option<Self>, Obstacle>;

    /// The greatest common divisor.
    ///
    /// # Errors
    /// More steps than are left.
    fn common(&self, other: &Self, ground: &Ground) -> Result<Self, Obstacle>;

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

    /// Σ_d s_d p^d q^(k-d) for s_0, ..., s_k, given the powers of p and q.
    ///
    /// # Errors
    /// A sum over the limits.
    fn layered(sums: &[Self], p: &[Self], q: &[Self], ground: &Ground) -> Result<Self, Obstacle>;

    /// n/d with smaller ones where that pays; d > 0 at t stays so.
    ///
    /// # Errors
    /// More steps than are left.
    fn lowest(n: Self, d: Self, ground: &Ground) -> Result<(Self, Self), Obstacle>;

    /// x^0, ..., x^k.
    ///
    /// # Errors
    /// A power over the limits.
    fn powers(x: &Self, k: u32, ground: &Ground) -> Result<Vec<Self>, Obstacle> {
        let mut powers = vec![Self::of(&BigInt::one())];
        for d in 0..k as usize {
            powers.push(powers[d].times(x, ground)?);
        }
        Ok(powers)
    }

    /// x^k.
    ///
    /// # Errors
    /// A power over the limits.
    fn power(x: &Self, k: usize, ground: &Ground) -> Result<Self, Obstacle> {
        let mut power = Self::of(&BigInt::one());
        for bit in (0..usize::BITS - k.leading_zeros()).rev() {
            power = power.times(&power, ground)?;
            if k >> bit & 1 == 1 {
                power = power.times(x, ground)?;
            }
        }
        Ok(power)
    }

    /// Reads one from a certificate.
    ///
    /// # Errors
    /// If anything else stands there or a limit is exceeded.
    fn read(view: &View, limits: &Limits) -> Result<Self, Error>;

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

    fn add_times(&mut self, other: &Self, count: u32) {
        match count {
            1 => *self += other,
            _ => *self += other * count,
        }
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

    fn divided(&self, other: &Self, _: &Ground) -> Result<Option<Self>, Obstacle> {
        Ok((self % other).is_zero().then(|| self / other))
    }

    fn common(&self, other: &Self, _: &Ground) -> Result<Self, Obstacle> {
        Ok(crate::number::gcd(self, other))
    }

    fn sign(&self, _: &Ground) -> Result<Sign, Obstacle> {
        Ok(BigInt::sign(self))
    }

    fn compare(&self, other: &Self, _: &Ground) -> Result<Ordering, Obstacle> {
        Ok(self.cmp(other))
    }

    /// From the sums of both halves, so that few multiplications are of long numbers by long ones.
    fn layered(sums: &[Self], p: &[Self], q: &[Self], ground: &Ground) -> Result<Self, Obstacle> {
        halves(sums, p, q, ground)
    }

    fn lowest(n: Self, d: Self, _: &Ground) -> Result<(Self, Self), Obstacle> {
        Ok((n, d))
    }

    fn read(view: &View, limits: &Limits) -> Result<Self, Error> {
        integer(view, limits)
    }

    fn words(&self) -> u64 {
        self.bits() / 64 + 1
    }
}

fn halves<R: Ring>(sums: &[R], p: &[R], q: &[R], ground: &Ground) -> Result<R, Obstacle> {
    match sums {
        [] => Ok(R::default()),
        [one] => Ok(one.clone()),
        _ => {
            let (near, far) = sums.split_at(sums.len() / 2);
            let mut sum = q[far.len()].times(&halves(near, p, q, ground)?, ground)?;
            sum.add(&p[near.len()].times(&halves(far, p, q, ground)?, ground)?);
            Ok(sum)
        }
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
        *self = self.plus(other);
    }

    fn add_times(&mut self, other: &Self, count: u32) {
        match count {
            1 => *self = self.plus(other),
            _ => {
                let multiple = other.coefficients().iter().map(|c| c * count).collect();
                *self = self.plus(&Self::new(multiple));
            }
        }
    }

    fn negated(&self) -> Self {
        self.negative()
    }

    fn times(&self, other: &Self, ground: &Ground) -> Result<Self, Obstacle> {
        Polynomial::times(self, other, &ground.bounds)
    }

    fn divided(&self, other: &Self, ground: &Ground) -> Result<Option<Self>, Obstacle> {
        self.divided_by(other, &ground.bounds)
    }

    fn common(&self, other: &Self, ground: &Ground) -> Result<Self, Obstacle> {
        self.gcd(other, &ground.bounds)
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

    /// Where p = t^e and q = 1 no product is made: the coefficients of s_d go to the places from d·e on.
    fn layered(sums: &[Self], p: &[Self], q: &[Self], ground: &Ground) -> Result<Self, Obstacle> {
        let step = match (p.get(1), q.get(1)) {
            (Some(p), Some(q)) if is_one(q) => exponent(p),
            _ => None,
        };
        let Some(step) = step else { return halves(sums, p, q, ground) };
        let longest = sums.iter().enumerate().map(|(d, s)| d * step + s.coefficients().len()).max().unwrap_or(0);
        let wide = sums.iter().map(Polynomial::bits).max().unwrap_or(0);
        ground.bounds.size(longest, wide + 64)?;
        ground.bounds.charge((sums.len() as u64).saturating_add(longest as u64).saturating_mul(wide / 64 + 4))?;
        let mut coefficients = vec![BigInt::zero(); longest];
        for (d, s) in sums.iter().enumerate() {
            for (place, c) in coefficients[d * step..].iter_mut().zip(s.coefficients()) {
                *place += c;
            }
        }
        Ok(Self::new(coefficients))
    }

    fn lowest(n: Self, d: Self, ground: &Ground) -> Result<(Self, Self), Obstacle> {
        let field = ground.field.ok_or(Obstacle::Unfit("a polynomial in a file without irrational numbers"))?;
        let x = Quotient { numerator: n, denominator: d }.reduced(&ground.bounds)?;
        let x = x.oriented(&field.point, &ground.bounds)?;
        Ok((x.numerator, x.denominator))
    }

    /// t^k is made at once.
    fn powers(x: &Self, k: u32, ground: &Ground) -> Result<Vec<Self>, Obstacle> {
        (0..=k as usize).map(|d| Ring::power(x, d, ground)).collect()
    }

    fn power(x: &Self, k: usize, ground: &Ground) -> Result<Self, Obstacle> {
        match (exponent(x), x.coefficients()) {
            (Some(e), _) => Self::monomial(BigInt::one(), e.saturating_mul(k), &ground.bounds),
            (None, [c]) => Ok(Self::constant(Pow::pow(c, k))),
            _ => Polynomial::power(x, k, &ground.bounds),
        }
    }

    /// An array of integers, the coefficients from the constant up; or one integer.
    fn read(view: &View, limits: &Limits) -> Result<Self, Error> {
        if let Value::String(_) = view.value() {
            return Ok(Self::constant(integer(view, limits)?));
        }
        let list = view.array("a polynomial: an array of integers in strings, from the constant up, or one integer")?;
        if list.len() > limits.exponent.saturating_add(1) {
            return Err(view.over_limit(format!("a degree over {} (--limit exponent=N)", limits.exponent)));
        }
        Ok(Self::new(list.map(|c| integer(&c, limits)).collect::<Result<_, _>>()?))
    }

    fn words(&self) -> u64 {
        (self.coefficients().len() as u64).saturating_mul(self.bits() / 64 + 1).max(1)
    }
}

fn is_one(p: &Polynomial) -> bool {
    p.degree() == 0 && p.leading().is_one()
}

/// e where p = t^e.
fn exponent(p: &Polynomial) -> Option<usize> {
    let (last, rest) = p.coefficients().split_last()?;
    (last.is_one() && rest.iter().all(Zero::is_zero)).then_some(rest.len())
}
