//! What polynomials with integer coefficients are computed with, each step counted before it is done.

use super::bounds::{Bounds, Obstacle, SHARE, steps, words};
use super::polynomial::Polynomial;
use crate::limits::total;
use crate::number::{BigInt, Rational, Sign, bits, fraction, gcd};
use num_integer::Integer;
use num_traits::{One, Pow, Zero};

/// With the classical count of word operations.
impl Polynomial {
    /// The word operations of a product of the longest coefficients.
    fn words_by(&self, other: &Self) -> u64 {
        words(self.bits()).saturating_mul(words(other.bits()))
    }

    /// c·t^k.
    ///
    /// # Errors
    /// A degree over the limit.
    pub fn monomial(c: BigInt, k: usize, bounds: &Bounds) -> Result<Self, Obstacle> {
        bounds.size(k, c.bits())?;
        bounds.charge(k as u64)?;
        let mut coefficients = vec![BigInt::zero(); k];
        coefficients.push(c);
        Ok(Self::new(coefficients))
    }

    /// self · other. Cost: a product of coefficients for each pair.
    ///
    /// # Errors
    /// A product over the limits.
    pub fn times(&self, other: &Self, bounds: &Bounds) -> Result<Self, Obstacle> {
        if self.is_zero() || other.is_zero() {
            return Ok(Self::default());
        }
        let length = u64::from(self.terms().min(other.terms()).ilog2());
        let long = self.bits().saturating_add(other.bits());
        if self.sparse().or(other.sparse()).is_some() {
            let highest = |p: &Self| match p.sparse() {
                Some(terms) => terms.iter().map(|(e, _)| e.t).max().unwrap_or(0),
                None => p.degree() as u128,
            };
            let of_u = |p: &Self| p.sparse().and_then(<[_]>::last).map_or(0, |(e, _)| e.u as usize);
            bounds.size(of_u(self).saturating_add(of_u(other)), 0)?;
            let pairs = self.terms().saturating_mul(other.terms());
            bounds.size(0, total([long, length, 1]))?;
            bounds.room(steps(SHARE, pairs, 1), words(long).saturating_add(10))?;
            // A product of coefficients, its place among the others, and sums of what comes of it.
            let place = 12u64.saturating_mul(pairs.ilog2().into()).saturating_add(160);
            bounds.charge(steps(pairs, 1, total([self.words_by(other), words(long), place])))?;
            highest(self).checked_add(highest(other)).ok_or(Obstacle::Degree(bounds.highest()))?;
            return Ok((&self.number() * &other.number()).into());
        }
        bounds.size(self.degree().saturating_add(other.degree()), total([long, length, 1]))?;
        // A product of coefficients, its room, and the sum.
        let each = self.words_by(other).saturating_add(words(long).saturating_mul(3));
        let some = self.coefficients().iter().filter(|c| !c.is_zero()).count() as u64;
        bounds.charge(steps(some, other.terms(), each))?;
        let mut product = vec![BigInt::zero(); self.degree().saturating_add(other.coefficients().len())];
        for (i, c) in self.coefficients().iter().enumerate().filter(|(_, c)| !c.is_zero()) {
            for (sum, d) in product.iter_mut().skip(i).zip(other.coefficients()) {
                *sum += c * d;
            }
        }
        Ok(Self::new(product))
    }

    /// c · self.
    ///
    /// # Errors
    /// A product over the limits.
    pub fn scaled(&self, c: &BigInt, bounds: &Bounds) -> Result<Self, Obstacle> {
        self.times(&Self::constant(c.clone()), bounds)
    }

    /// self^k.
    ///
    /// # Errors
    /// A power over the limits.
    pub fn power(&self, k: usize, bounds: &Bounds) -> Result<Self, Obstacle> {
        if self.sparse().is_some() {
            let mut power = Self::constant(BigInt::one());
            for bit in (0..usize::BITS.saturating_sub(k.leading_zeros())).rev() {
                power = power.times(&power, bounds)?;
                if k >> bit & 1 == 1 {
                    power = power.times(self, bounds)?;
                }
            }
            return Ok(power);
        }
        if let [rest @ .., c] = self.coefficients()
            && rest.iter().all(Zero::is_zero)
        {
            let (degree, e) = (rest.len().saturating_mul(k), u32::try_from(k).map_err(|_| Obstacle::Steps)?);
            let long = c.bits().saturating_mul(k as u64);
            bounds.size(degree, if c.magnitude().is_one() { 1 } else { long })?;
            bounds.charge(steps(2, words(long), words(long)))?;
            return Self::monomial(Pow::pow(c, e), degree, bounds);
        }
        let mut power = Self::constant(BigInt::one());
        if self.is_zero() && k > 0 {
            return Ok(Self::default());
        }
        for _ in 0..k {
            power = power.times(self, bounds)?;
        }
        Ok(power)
    }

    /// Divided by the greatest common divisor of the coefficients, a positive number.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn primitive(&self, bounds: &Bounds) -> Result<Self, Obstacle> {
        let wide = words(self.bits());
        bounds.charge(steps(self.terms().saturating_add(2), wide, wide))?;
        let mut content = BigInt::zero();
        for c in self.some_coefficients() {
            if content.is_zero() || !c.is_multiple_of(&content) {
                content = gcd(&content, c);
            }
        }
        Ok(if content.is_one() { self.clone() } else { self.map(|c| c / &content) })
    }

    /// self/d where that has integer coefficients, else `None`; d ≠ 0.
    ///
    /// For a primitive d that is so iff d divides self over the rationals (Gauss). A true quotient q has
    /// |q_i| ≤ 2^(deg q)·‖self‖₂ (Mignotte), so that the division ends as soon as a longer one appears.
    /// Cost: a product of coefficients for each pair of those of q and d.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn divided_by(&self, d: &Self, bounds: &Bounds) -> Result<Option<Self>, Obstacle> {
        if self.sparse().or(d.sparse()).is_some() {
            // The quotient has up to 16 terms for each of self's, and 1,024.
            let all = self.terms().saturating_mul(16).saturating_add(1024).saturating_mul(d.terms());
            bounds.charge(steps(1, all, self.words_by(d)))?;
            return Ok(self.number().over(&d.number()).map(Self::from));
        }
        let (all, divided) = (self.coefficients().len().saturating_add(1), d.coefficients().len());
        let Some(shifts) = all.checked_sub(divided).filter(|_| !d.is_zero()) else {
            return Ok(self.is_zero().then(Self::default));
        };
        let most = total([self.bits(), shifts as u64, u64::from(self.terms().max(1).ilog2()), 1]);
        let (product, sum) = (words(most).saturating_mul(words(d.bits())), words(most.saturating_add(d.bits())));
        bounds.charge(steps(shifts as u64, d.terms(), product.saturating_add(sum)))?;
        let lead = d.leading();
        let (mut rest, mut quotient) = (self.coefficients().to_vec(), vec![BigInt::zero(); shifts]);
        for (shift, place) in quotient.iter_mut().enumerate().rev() {
            let Some(top) = rest.get(shift.saturating_add(d.degree())).filter(|top| !top.is_zero()) else { continue };
            let (q, remainder) = top.div_rem(&lead);
            if !remainder.is_zero() || q.bits() > most {
                return Ok(None);
            }
            for (c, d) in rest.iter_mut().skip(shift).zip(d.coefficients()) {
                *c -= &q * d;
            }
            *place = q;
        }
        Ok(rest.iter().all(Zero::is_zero).then(|| Self::new(quotient)))
    }

    /// p(t^k), k ≥ 1.
    ///
    /// # Errors
    /// k = 0, or a degree over the limit.
    pub fn of_power(&self, k: usize, bounds: &Bounds) -> Result<Self, Obstacle> {
        if k == 0 {
            return Err(Obstacle::Unfit("p(t^k) needs k ≥ 1"));
        }
        let degree = self.degree().saturating_mul(k);
        bounds.size(degree, self.bits())?;
        bounds.charge((degree as u64).saturating_add(steps(1, self.terms(), words(self.bits()))))?;
        let mut coefficients = vec![BigInt::zero(); degree.saturating_add(1)];
        for (place, c) in coefficients.iter_mut().step_by(k).zip(self.coefficients()) {
            place.clone_from(c);
        }
        Ok(Self::new(coefficients))
    }

    /// p(n/d)·d^deg, by Horner's rule on integers; of p(n/d)'s sign for d > 0.
    ///
    /// Cost: deg products of a growing number with n and with d.
    pub(super) fn homogeneous(&self, n: &BigInt, d: &BigInt, bounds: &Bounds) -> Result<BigInt, Obstacle> {
        let wide = n.bits().max(d.bits());
        let long = self.bits().saturating_add(self.terms().saturating_mul(wide));
        bounds.charge(steps(self.terms(), words(long), words(wide).saturating_add(words(self.bits()))))?;
        let (mut power, mut sum) = (BigInt::one(), BigInt::zero());
        for c in self.coefficients().iter().rev() {
            sum = sum * n + c * &power;
            power *= d;
        }
        Ok(sum)
    }

    /// p(x).
    ///
    /// # Errors
    /// More steps than are left, or a value over the limits.
    pub fn evaluate(&self, x: &Rational, bounds: &Bounds) -> Result<Rational, Obstacle> {
        let long = self.bits().saturating_add((self.degree() as u64).saturating_add(1).saturating_mul(bits(x)));
        bounds.size(self.degree(), long)?;
        bounds.charge(steps(4, words(long), words(long)))?;
        let value = self.homogeneous(x.numer(), x.denom(), bounds)?;
        let degree = u32::try_from(self.degree()).map_err(|_| Obstacle::Steps)?;
        Ok(fraction(value, Pow::pow(x.denom(), degree)))
    }

    /// The sign of p(x).
    ///
    /// # Errors
    /// More steps than are left.
    pub fn sign_at(&self, x: &Rational, bounds: &Bounds) -> Result<Sign, Obstacle> {
        Ok(self.homogeneous(x.numer(), x.denom(), bounds)?.sign())
    }

    /// m^deg·p((a + b·x)/m) as a polynomial in x, m > 0: the argument moved and stretched.
    ///
    /// Cost: deg²/2 sums, and products with powers of a, b and m for each coefficient.
    ///
    /// # Errors
    /// A polynomial over the limits.
    pub fn affine(&self, a: &BigInt, b: &BigInt, m: &BigInt, bounds: &Bounds) -> Result<Self, Obstacle> {
        let wide = a.bits().max(b.bits()).max(m.bits());
        let long = self.bits().saturating_add(self.terms().saturating_mul(wide.saturating_add(1)));
        let sums = if a.is_zero() { 0 } else { steps(self.terms(), self.terms(), words(long)) };
        bounds.size(self.degree(), long)?;
        bounds
            .charge(steps(self.terms(), words(long), words(self.terms().saturating_mul(wide))).saturating_add(sums))?;
        let mut coefficients = self.coefficients().to_vec();
        powers(coefficients.iter_mut().rev(), m, |c, power| *c *= power);
        if !a.is_zero() {
            // From that of a·(1 + x): sums are shorter than products.
            powers(coefficients.iter_mut(), a, |c, power| *c *= power);
            shift(&mut coefficients);
            powers(coefficients.iter_mut(), a, |c, power| *c /= power);
        }
        powers(coefficients.iter_mut(), b, |c, power| *c *= power);
        Ok(Self::new(coefficients))
    }
}

/// Does something to each coefficient with the next power of x, from 1 on.
fn powers<'a>(coefficients: impl Iterator<Item = &'a mut BigInt>, x: &BigInt, each: impl Fn(&mut BigInt, &BigInt)) {
    coefficients.fold(BigInt::one(), |power, c| {
        each(c, &power);
        power * x
    });
}

/// The coefficients of p(x + 1) from those of p, in place (Horner's scheme): deg²/2 sums.
pub(super) fn shift(coefficients: &mut [BigInt]) {
    for i in 0..coefficients.len() {
        coefficients.iter_mut().skip(i).rev().reduce(|above, c| {
            *c += &*above;
            c
        });
    }
}
