//! Powers of numbers, and of t.

use super::Number;
use crate::meter::{charge, pass, size, steps, words};
use num_bigint::{BigInt, Sign};
use num_traits::{One, Zero};

/// All coefficients of a power may have so many times the bits that one number may have.
const LONG_TERMS: u64 = 16;

impl Number {
    /// self^k, by squaring.
    #[must_use]
    pub fn power(&self, k: usize) -> Self {
        if k == 1 {
            return self.clone();
        }
        let degree = match self.terms() {
            // An exponent that does not fit stands there as the most that does, which is less where that has 32 bits.
            Some(_) if k == usize::MAX => u64::MAX,
            Some(_) => 0,
            None => (self.degree() as u64).saturating_mul(k as u64),
        };
        let long = match self.integer() {
            Some(n) if !n.magnitude().is_one() => n.bits().saturating_mul(k as u64),
            _ => 1,
        };
        // All coefficients of a power of a polynomial are long.
        let all = self.bits().saturating_mul(k as u64).saturating_mul(degree) / LONG_TERMS;
        if size(degree, long).is_err() || self.exponent().is_none() && size(0, all).is_err() {
            return Self::ZERO;
        }
        if let Some(e) = self.exponent() {
            return Self::monomial(BigInt::one(), e.saturating_mul(k));
        }
        let (mut power, mut square, mut left) = (Self::ONE, self.clone(), k);
        while left > 0 {
            if left % 2 == 1 {
                power = &power * &square;
            }
            left /= 2;
            if left > 0 {
                square = &square * &square;
            }
        }
        power
    }

    /// x with x^k = self, k ≥ 1, of a positive integer or a power of t.
    pub(crate) fn root(&self, k: u32) -> Option<Self> {
        if let Some(e) = self.exponent() {
            let whole = e.checked_div(k as usize).filter(|_| e.is_multiple_of(k as usize))?;
            return Some(Self::monomial(BigInt::one(), whole));
        }
        let n = self.integer().filter(|n| n.sign() == Sign::Plus)?;
        let long = words(n.bits());
        charge(steps(64, long, long)).ok()?;
        let root = n.nth_root(k);
        (root.pow(k) == *n).then(|| root.into())
    }

    /// c·t^k, with all its coefficients; 0 over a limit.
    pub fn monomial(c: BigInt, k: usize) -> Self {
        if size(k as u64, c.bits()).and(charge(k as u64)).is_err() {
            return Self::ZERO;
        }
        let mut coefficients = vec![BigInt::zero(); k];
        coefficients.push(c);
        Self::polynomial(coefficients)
    }

    /// Σ_d s_d·t^(d·e).
    pub fn spread(sums: &[Self], e: usize) -> Self {
        let place = |d: usize| d.saturating_mul(e);
        let longest = sums.iter().enumerate().map(|(d, s)| place(d).saturating_add(s.degree()).saturating_add(1)).max();
        let longest = longest.unwrap_or(0);
        let wide = sums.iter().map(Number::bits).max().unwrap_or(0);
        let cost = (sums.len() as u64).saturating_add(longest as u64).saturating_mul(pass(wide).saturating_add(2));
        if size(longest as u64, wide.saturating_add(64)).and(charge(cost)).is_err() {
            return Self::ZERO;
        }
        let mut coefficients = vec![BigInt::zero(); longest];
        for (d, s) in sums.iter().enumerate() {
            coefficients.iter_mut().skip(place(d)).zip(&*s.coefficients()).for_each(|(sum, c)| *sum += c);
        }
        Self::polynomial(coefficients)
    }

    /// p(t^k), k ≥ 1.
    pub fn of_power(&self, k: usize) -> Self {
        if k == 1 {
            return self.clone();
        }
        let coefficients: Vec<Self> = self.coefficients().iter().map(|c| c.clone().into()).collect();
        Self::spread(&coefficients, k)
    }
}
