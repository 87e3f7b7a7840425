//! What divides numbers.

use super::{Form, Number, ON_LONG, ON_WORDS};
use crate::gcd::{gcd, steps_of_gcd};
use crate::meter::{charge, count, of_product, words};
use crate::{polynomial, terms};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

impl Number {
    /// A common multiple of two numbers that are positive at t: the least one of integers; of polynomials the longer
    /// one if the other divides it, else the product. Cost: that of a division, and a gcd of integers.
    pub fn common_multiple(&self, other: &Self) -> Self {
        if self == other || other == &Self::ONE || self.over(other).is_some() {
            return self.clone();
        }
        match (self.integer(), other.integer()) {
            (Some(_), Some(y)) => match Self::common_divisor([self, other]) {
                Some(common) => self * &Number::from(&*y / common),
                None => Self::ZERO,
            },
            _ if other.over(self).is_some() => other.clone(),
            _ => self * other,
        }
    }

    /// self/d where that is in ℤ\[t\], d ≠ 0.
    pub fn over(&self, d: &Self) -> Option<Self> {
        if let (Form::Word(x), Form::Word(y)) = (&self.0, &d.0) {
            count(ON_WORDS);
            let (x, y) = (i128::from(*x), i128::from(*y));
            return x.checked_rem(y).filter(|rest| *rest == 0).and(x.checked_div(y)).map(Self::from);
        }
        if let (Some(x), Some(y)) = (self.integer(), d.integer()) {
            let quotient = self.words().saturating_sub(d.words()).saturating_add(1);
            let cost = of_product(quotient, d.words()).saturating_mul(2).saturating_add(self.words());
            if y.is_zero() || charge(cost.saturating_add(ON_LONG)).is_err() {
                return None;
            }
            let (q, rest) = x.div_rem(&*y);
            return rest.is_zero().then(|| q.into());
        }
        if self.terms().or(d.terms()).is_some() {
            let quotient = terms::quotient(&self.clone().into_terms(), &d.clone().into_terms());
            return quotient.ok().flatten().map(Self::sparse);
        }
        polynomial::quotient(&self.coefficients(), &d.coefficients()).ok().flatten().map(Self::polynomial)
    }

    /// e and self/t^e, for the largest e.
    pub fn without_t(&self) -> (u128, Self) {
        count(self.words());
        match &self.0 {
            Form::Polynomial(p) => {
                let e = p.iter().take_while(|c| c.is_zero()).count();
                (e as u128, Self::polynomial(p.iter().skip(e).cloned().collect()))
            }
            Form::Terms(p) => {
                let least = terms::least(p);
                (least, Self::sparse(terms::lower(p, least)))
            }
            Form::Word(_) | Form::Long(_) => (0, self.clone()),
        }
    }

    /// n modulo m, from 0 to m − 1, of an integer.
    pub fn residue(&self, m: u64) -> u64 {
        self.integer().and_then(|n| n.mod_floor(&m.into()).to_u64()).unwrap_or(0)
    }

    /// The greatest common divisor of integers, not all of them 0; `None` of polynomials.
    pub fn common_divisor<'a>(numbers: impl IntoIterator<Item = &'a Self>) -> Option<BigInt> {
        let mut common = BigInt::zero();
        for x in numbers {
            let x = x.integer()?;
            let quotient = words(x.bits()).saturating_sub(words(common.bits())).saturating_add(1);
            charge(of_product(quotient, words(common.bits())).saturating_mul(2).saturating_add(2 * ON_LONG)).ok()?;
            // Most are multiples of what is found so far.
            let rest = if common.is_zero() { x.into_owned() } else { &*x % &common };
            charge(steps_of_gcd(rest.bits(), common.bits())).ok()?;
            common = gcd(&common, &rest);
        }
        (!common.is_zero()).then_some(common)
    }
}
