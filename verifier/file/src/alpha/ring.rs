//! The integers and the polynomials in t: what the numerators and denominators of a file's numbers are.

use super::bounds::{Bounds, Obstacle};
use super::field::Field;
use super::polynomial::Polynomial;
use super::quotient::Quotient;
use crate::error::Error;
use crate::json::{Value, View};
use crate::limits::Limits;
use crate::number::{BigInt, Sign, integer};
use num_traits::{One, Zero};
use std::borrow::Cow;
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
    fn layered(sums: &[Self], p: &Powers<Self>, q: &Powers<Self>, ground: &Ground) -> Result<Self, Obstacle>;

    /// Whether each power is made at once and takes more memory than it tells, so that none is kept.
    fn is_monomial(&self) -> bool;

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
        let (mut powers, mut power) = (Vec::new(), Self::of(&BigInt::one()));
        for _ in 0..k {
            let next = power.times(x, ground)?;
            powers.push(std::mem::replace(&mut power, next));
        }
        powers.push(power);
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

    /// Reads one from a certificate; the conversion of its digits is counted.
    ///
    /// # Errors
    /// If anything else stands there or a limit is exceeded.
    fn read(view: &View, limits: &Limits, bounds: &Bounds) -> Result<Self, Error>;

    /// About how many words it takes.
    fn words(&self) -> u64;

    /// About how many bytes it takes in memory.
    fn bytes(&self) -> u64;
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
    fn layered(sums: &[Self], p: &Powers<Self>, q: &Powers<Self>, ground: &Ground) -> Result<Self, Obstacle> {
        halves(sums, p, q, ground)
    }

    fn is_monomial(&self) -> bool {
        false
    }

    fn lowest(n: Self, d: Self, _: &Ground) -> Result<(Self, Self), Obstacle> {
        Ok((n, d))
    }

    fn read(view: &View, limits: &Limits, bounds: &Bounds) -> Result<Self, Error> {
        integer(view, limits, bounds.budget())
    }

    fn words(&self) -> u64 {
        self.bits() / 64 + 1
    }

    fn bytes(&self) -> u64 {
        self.bits() / 8 + 32
    }
}

fn halves<R: Ring>(sums: &[R], p: &Powers<R>, q: &Powers<R>, ground: &Ground) -> Result<R, Obstacle> {
    match sums {
        [] => Ok(R::default()),
        [one] => Ok(one.clone()),
        _ => {
            let (near, far) = sums.split_at(sums.len() / 2);
            let mut sum = q.get(far.len(), ground)?.times(&halves(near, p, q, ground)?, ground)?;
            sum.add(&p.get(near.len(), ground)?.times(&halves(far, p, q, ground)?, ground)?);
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
        self.add_multiple(other, 1);
    }

    fn add_times(&mut self, other: &Self, count: u32) {
        self.add_multiple(other, count);
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
    fn layered(sums: &[Self], p: &Powers<Self>, q: &Powers<Self>, ground: &Ground) -> Result<Self, Obstacle> {
        let step = if is_one(&q.base) { exponent(&p.base) } else { None };
        let Some(step) = step else { return halves(sums, p, q, ground) };
        let longest = sums.iter().enumerate().map(|(d, s)| d * step + s.coefficients().len()).max().unwrap_or(0);
        let wide = sums.iter().map(Polynomial::bits).max().unwrap_or(0);
        ground.bounds.size(longest, wide + 64)?;
        ground.bounds.charge((sums.len() as u64).saturating_add(longest as u64).saturating_mul(wide / 64 + 4))?;
        let mut coefficients = vec![BigInt::zero(); longest];
        for (d, s) in sums.iter().enumerate() {
            for (place, c) in coefficients.iter_mut().skip(d * step).zip(s.coefficients()) {
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

    fn is_monomial(&self) -> bool {
        exponent(self).is_some()
    }

    /// t^k is made at once; all of them take the square of k.
    fn powers(x: &Self, k: u32, ground: &Ground) -> Result<Vec<Self>, Obstacle> {
        let degree = if x.sparse().is_some() { x.terms() } else { x.degree() as u64 };
        let terms = u64::from(k).saturating_mul(degree).saturating_add(1);
        ground.bounds.room(terms.saturating_mul(u64::from(k) / 2 + 1), 0)?;
        (0..=k as usize).map(|d| Ring::power(x, d, ground)).collect()
    }

    fn power(x: &Self, k: usize, ground: &Ground) -> Result<Self, Obstacle> {
        match exponent(x) {
            Some(e) => Self::monomial(BigInt::one(), e.saturating_mul(k), &ground.bounds),
            None => Polynomial::power(x, k, &ground.bounds),
        }
    }

    /// An array of integers, the coefficients from the constant up; or one integer.
    fn read(view: &View, limits: &Limits, bounds: &Bounds) -> Result<Self, Error> {
        let steps = bounds.budget();
        if let Value::String(_) = view.value() {
            return Ok(Self::constant(integer(view, limits, steps)?));
        }
        let list = view.array("a polynomial: an array of integers in strings, from the constant up, or one integer")?;
        if list.len() > limits.exponent.saturating_add(1) {
            return Err(view.over_limit(format!("a degree over {} (--limit exponent=N)", limits.exponent)));
        }
        Ok(Self::new(list.map(|c| integer(&c, limits, steps)).collect::<Result<_, _>>()?))
    }

    fn words(&self) -> u64 {
        self.terms().saturating_mul(self.bits() / 64 + 1).max(1)
    }

    fn bytes(&self) -> u64 {
        Polynomial::bytes(self)
    }
}

/// x^0, ..., x^last: kept, or made when they are asked for where they are powers of t, which together would take
/// the square of the last one's length.
#[derive(Debug, Clone)]
pub struct Powers<R> {
    base: R,
    last: usize,
    kept: Vec<R>,
}

impl<R: Ring> Powers<R> {
    /// Up to x^last.
    ///
    /// # Errors
    /// A power over the limits.
    pub fn new(base: &R, last: u32, ground: &Ground) -> Result<Self, Obstacle> {
        let kept = if base.is_monomial() { Vec::new() } else { R::powers(base, last, ground)? };
        let powers = Self { base: base.clone(), last: last as usize, kept };
        // The longest is within the limits, and with it all others.
        powers.get(powers.last, ground)?;
        Ok(powers)
    }

    /// x^d, d ≤ last.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn get(&self, d: usize, ground: &Ground) -> Result<Cow<'_, R>, Obstacle> {
        match self.kept.get(d) {
            Some(power) => Ok(Cow::Borrowed(power)),
            None => R::power(&self.base, d, ground).map(Cow::Owned),
        }
    }

    /// Those that are kept: all unless x is a power of t.
    pub fn kept(&self) -> &[R] {
        &self.kept
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.last + 1
    }

    /// About how many words the longest takes.
    pub fn words(&self) -> u64 {
        match self.kept.last() {
            Some(power) => power.words(),
            None => self.base.words().saturating_sub(1).saturating_mul(self.last as u64).saturating_add(1),
        }
    }
}

fn is_one(p: &Polynomial) -> bool {
    p.degree() == 0 && p.leading().is_one()
}

/// e where p = t^e.
fn exponent(p: &Polynomial) -> Option<usize> {
    let dense = if p.sparse().is_some() { return None } else { p.coefficients() };
    let (last, rest) = dense.split_last()?;
    (last.is_one() && rest.iter().all(Zero::is_zero)).then_some(rest.len())
}
