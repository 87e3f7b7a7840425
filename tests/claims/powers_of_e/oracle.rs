//! Sums over exponents, and quotients of them, enclosed in fixed point.

use malachite::base::num::arithmetic::traits::{Floor, FloorRoot};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::conversion::traits::FromSciString;
use malachite::rational::Rational;
use malachite::{Integer, Natural};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Binary places, and those that are sure.
pub(super) const PLACES: u64 = 640;

pub(super) const SURE: u64 = 480;

/// e^-x in units of 2^-PLACES, off by far fewer than 2^(PLACES - SURE) of them: the series at x/2^64, squared 64 times.
pub(super) fn exponential(x: &Rational) -> Integer {
    let fine = PLACES + 256;
    let (n, d) = (Integer::from(x.numerator_ref()), Integer::from(x.denominator_ref()) << 64);
    let (mut term, mut sum, mut j) = (Integer::ONE << fine, Integer::ZERO, 0u32);
    while term != 0 {
        sum += &term;
        j += 1;
        term = -(term * &n) / (&d * Integer::from(j));
    }
    for _ in 0..64 {
        sum = (&sum * &sum) >> fine;
    }
    sum >> 256u64
}

/// u with u^m = q, for which x^m − q is irreducible.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Radical {
    m: u32,
    q: Rational,
}

impl Radical {
    /// In units of 2^-PLACES.
    pub(super) fn value(&self) -> Integer {
        let m = u64::from(self.m);
        let over = Rational::from(Natural::ONE << (m * PLACES));
        let power = Natural::try_from((&self.q * over).floor()).expect("q > 0");
        Integer::from(power.floor_root(m))
    }
}

/// Σ c·e^-r·u^j by r and j < m.
#[derive(Debug, Clone, Default)]
pub(super) struct Sum {
    terms: BTreeMap<(Rational, u32), Rational>,
    u: Option<Radical>,
}

impl Sum {
    pub(super) fn of(c: Rational, r: Rational) -> Self {
        Self { terms: [((r, 0), c)].into_iter().filter(|(_, c)| *c != 0).collect(), u: None }
    }

    /// u by itself.
    pub(super) fn u(m: u32, q: Rational) -> Self {
        Self { terms: [((Rational::ZERO, 1), Rational::ONE)].into(), u: Some(Radical { m, q }) }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let mut sum = Self { terms: self.terms.clone(), u: self.u.clone().or(other.u.clone()) };
        for (place, c) in &other.terms {
            *sum.terms.entry(place.clone()).or_insert(Rational::ZERO) += c;
        }
        sum.terms.retain(|_, c| *c != 0);
        sum
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        let u = self.u.clone().or(other.u.clone());
        let mut sum = Self { terms: BTreeMap::new(), u: u.clone() };
        for ((r, i), c) in &self.terms {
            for ((s, j), d) in &other.terms {
                let over = u.as_ref().filter(|u| i + j >= u.m);
                let (k, q) = over.map_or((i + j, Rational::ONE), |u| (i + j - u.m, u.q.clone()));
                let term = Self { terms: [((r + s, k), c * d * q)].into(), u: None };
                sum = sum.plus(&term);
            }
        }
        sum
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        self.plus(&other.times(&Self::of(Rational::from(-1), Rational::ZERO)))
    }

    /// In units of 2^-PLACES.
    pub(super) fn value(&self) -> Integer {
        let term = |((r, j), c): (&(Rational, u32), &Rational)| {
            let u = (0..*j).fold(Integer::ONE << PLACES, |power, _| {
                (power * self.u.as_ref().expect("a power of u").value()) >> PLACES
            });
            let size = (exponential(r) * u) >> PLACES;
            Integer::from(c.numerator_ref()) * Integer::from(if *c < 0u32 { -1 } else { 1 }) * size
                / Integer::from(c.denominator_ref())
        };
        self.terms.iter().map(term).sum()
    }

    /// 0 iff all coefficients are.
    pub(super) fn sign(&self) -> Ordering {
        if self.is_zero() {
            return Ordering::Equal;
        }
        let value = self.value();
        assert!(value.unsigned_abs_ref() > &(Natural::ONE << (PLACES - SURE)), "no sign shows of {self:?}");
        value.cmp(&Integer::ZERO)
    }
}

/// n/d, d > 0.
#[derive(Debug, Clone)]
pub(super) struct Quotient(pub(super) Sum, pub(super) Sum);

impl Quotient {
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        self.0.times(&other.1).minus(&other.0.times(&self.1)).sign()
    }

    pub(super) fn over(&self, other: &Self) -> Self {
        Self(self.0.times(&other.1), self.1.times(&other.0))
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        Self(self.0.times(&other.1).plus(&other.0.times(&self.1)), self.1.times(&other.1))
    }

    pub(super) fn value(&self) -> Rational {
        Rational::from_integers(self.0.value(), self.1.value())
    }
}

/// Whether twelve digits are those of a value.
pub(super) fn are_digits_of(text: &str, value: &Rational) -> bool {
    let found = Rational::from_sci_string(text).expect("a decimal");
    let off = if found > *value { &found - value } else { value - &found };
    off * Rational::from(199_000_000_000u64) <= *value || *value == found
}
