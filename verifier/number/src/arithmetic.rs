//! What rationals are computed with: sums, products, quotients and powers, all in lowest terms.

use crate::gcd::{gcd, steps_of_gcd};
use crate::meter::words;
use crate::rational::{Rational, bits};
use num_bigint::BigInt;
use num_traits::{One, Pow, Signed, Zero};
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Sub, SubAssign};

/// What the products and quotients of a long number and a short one take, in passes over both.
const PASSES: u64 = 6;

/// About the word operations of [`sum`], [`product`] or [`ratio`]: two gcds, and products and quotients beside them.
pub fn steps_of_fractions(x: &Rational, y: &Rational) -> u64 {
    let passes = words(bits(x)).saturating_add(words(bits(y))).saturating_mul(PASSES);
    steps_of_gcd(bits(x), bits(y)).saturating_mul(2).saturating_add(passes)
}

/// n/d in lowest terms, d ≠ 0.
pub fn fraction(n: BigInt, d: BigInt) -> Rational {
    let common = if d.is_negative() { -gcd(&n, &d) } else { gcd(&n, &d) };
    if common.is_one() { Rational::new_raw(n, d) } else { Rational::new_raw(n / &common, d / &common) }
}

/// x + y.
pub fn sum(x: &Rational, y: &Rational) -> Rational {
    let common = gcd(x.denom(), y.denom());
    let (over_x, over_y) = (y.denom() / &common, x.denom() / &common);
    let n = x.numer() * &over_x + y.numer() * over_y;
    // Whatever numerator and denominator still share divides `common`.
    let left = gcd(&n, &common);
    Rational::new_raw(n / &left, x.denom() / left * over_x)
}

/// x · y.
pub fn product(x: &Rational, y: &Rational) -> Rational {
    let (first, second) = (gcd(x.numer(), y.denom()), gcd(y.numer(), x.denom()));
    let n = (x.numer() / &first) * (y.numer() / &second);
    Rational::new_raw(n, (x.denom() / second) * (y.denom() / first))
}

/// x / y, y ≠ 0.
pub fn ratio(x: &Rational, y: &Rational) -> Rational {
    product(x, &fraction(y.denom().clone(), y.numer().clone()))
}

/// x^k for k of either sign, or `None` where that would exceed so many bits or divide by zero.
///
/// Cost: the product's size is bounded before anything is multiplied.
pub fn power(x: &Rational, k: i64, most: u64) -> Option<Rational> {
    let e = k.unsigned_abs();
    if x.is_zero() && k < 0 || bits(x).saturating_mul(e) > most {
        return (x.is_one() || x.is_zero() && k > 0).then(|| x.clone());
    }
    let e = u32::try_from(e).ok()?;
    // Powers of coprime integers are coprime: no gcd is needed.
    let (n, d) = (Pow::pow(x.numer(), e), Pow::pow(x.denom(), e));
    Some(match (k < 0, n.is_negative()) {
        (false, _) => Rational::new_raw(n, d),
        (true, false) => Rational::new_raw(d, n),
        (true, true) => Rational::new_raw(-d, -n),
    })
}

impl Rational {
    /// n/d in lowest terms.
    ///
    /// # Panics
    /// If d = 0.
    pub fn new(n: BigInt, d: BigInt) -> Self {
        assert!(!d.is_zero(), "a fraction over 0");
        fraction(n, d)
    }
}

/// An operation on numbers and references, from a function of two references.
macro_rules! operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, $of:expr) => {
        impl $trait<&Rational> for &Rational {
            type Output = Rational;

            fn $method(self, other: &Rational) -> Rational {
                let of: fn(&Rational, &Rational) -> Rational = $of;
                of(self, other)
            }
        }

        impl $trait<Rational> for &Rational {
            type Output = Rational;

            fn $method(self, other: Rational) -> Rational {
                self.$method(&other)
            }
        }

        impl $trait<&Rational> for Rational {
            type Output = Rational;

            fn $method(self, other: &Rational) -> Rational {
                (&self).$method(other)
            }
        }

        impl $trait for Rational {
            type Output = Rational;

            fn $method(self, other: Rational) -> Rational {
                (&self).$method(&other)
            }
        }

        impl $assign_trait<&Rational> for Rational {
            fn $assign(&mut self, other: &Rational) {
                *self = (&*self).$method(other);
            }
        }

        impl $assign_trait for Rational {
            fn $assign(&mut self, other: Rational) {
                *self = (&*self).$method(&other);
            }
        }
    };
}

operator!(Add, add, AddAssign, add_assign, sum);
operator!(Sub, sub, SubAssign, sub_assign, |x, y| sum(x, &-y));
operator!(Mul, mul, MulAssign, mul_assign, product);
// The divisor is not 0.
operator!(Div, div, DivAssign, div_assign, ratio);

/// A sum or product with an integer.
macro_rules! with_integers {
    ($trait:ident, $method:ident) => {
        impl $trait<&BigInt> for Rational {
            type Output = Rational;

            fn $method(self, other: &BigInt) -> Rational {
                self.$method(Rational::from(other.clone()))
            }
        }

        impl $trait<BigInt> for Rational {
            type Output = Rational;

            fn $method(self, other: BigInt) -> Rational {
                self.$method(Rational::from(other))
            }
        }
    };
}

with_integers!(Add, add);
with_integers!(Mul, mul);

impl Sum for Rational {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Self::zero(), |total, x| total + x)
    }
}

impl<'a> Sum<&'a Rational> for Rational {
    fn sum<I: Iterator<Item = &'a Rational>>(terms: I) -> Self {
        terms.fold(Self::zero(), |total, x| total + x)
    }
}
