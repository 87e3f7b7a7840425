//! Fractions of integers in lowest terms.

use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::{One, Pow, Signed, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Neg;

/// n/d with d > 0, without a common divisor: a fraction of num-rational, compared in another way.
///
/// Equality and hashes, written or derived, are those of n and d, and order goes by cross-multiplication.
/// (num-rational's own go along the continued fractions and overflow the stack where two long numbers agree in many of
/// their terms; this type is there so that no comparison anywhere can do so.) Cost: one product of n by d for each side
/// of a comparison; sums, products and quotients take gcds by Lehmer's algorithm, in `arithmetic.rs`. Nothing is
/// counted here: callers with a stranger's numbers count before.
#[derive(Debug, Clone)]
pub struct Rational(Ratio<BigInt>);

impl Rational {
    /// n/d as it stands: d > 0, without a common divisor.
    pub fn new_raw(n: BigInt, d: BigInt) -> Self {
        Self(Ratio::new_raw(n, d))
    }

    /// n
    pub fn numer(&self) -> &BigInt {
        self.0.numer()
    }

    /// d > 0
    pub fn denom(&self) -> &BigInt {
        self.0.denom()
    }

    /// > 0
    pub fn is_positive(&self) -> bool {
        self.numer().is_positive()
    }

    /// < 0
    pub fn is_negative(&self) -> bool {
        self.numer().is_negative()
    }

    /// Whether d = 1.
    pub fn is_integer(&self) -> bool {
        self.0.is_integer()
    }

    /// |x|
    #[must_use]
    pub fn abs(&self) -> Self {
        Self::new_raw(self.numer().abs(), self.denom().clone())
    }

    /// 1/x, x ≠ 0.
    #[must_use]
    pub fn recip(&self) -> Self {
        Self(self.0.recip())
    }

    /// The greatest integer that is not more.
    #[must_use]
    pub fn floor(&self) -> Self {
        Self(self.0.floor())
    }

    /// The least integer that is not less.
    #[must_use]
    pub fn ceil(&self) -> Self {
        Self(self.0.ceil())
    }

    /// The nearest integer; of two the one further from 0.
    #[must_use]
    pub fn round(&self) -> Self {
        Self(self.0.round())
    }

    /// What is left of x without the integer between 0 and x that is nearest to it.
    #[must_use]
    pub fn fract(&self) -> Self {
        Self(self.0.fract())
    }

    /// The integer between 0 and x that is nearest to x.
    pub fn to_integer(&self) -> BigInt {
        self.0.to_integer()
    }

    /// x^k; x ≠ 0 where k < 0.
    #[must_use]
    pub fn pow(&self, k: i32) -> Self {
        let power = Pow::pow(self, k.unsigned_abs());
        if k < 0 { power.recip() } else { power }
    }
}

impl PartialEq for Rational {
    fn eq(&self, other: &Self) -> bool {
        self.numer() == other.numer() && self.denom() == other.denom()
    }
}

impl Eq for Rational {}

impl Hash for Rational {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.numer(), self.denom()).hash(state);
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.numer() * other.denom()).cmp(&(other.numer() * self.denom()))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rational {
    /// `-3/7`, or `2` for an integer.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl From<BigInt> for Rational {
    fn from(n: BigInt) -> Self {
        Self(n.into())
    }
}

impl From<Rational> for (BigInt, BigInt) {
    fn from(x: Rational) -> Self {
        x.0.into()
    }
}

impl Zero for Rational {
    fn zero() -> Self {
        Self(Ratio::zero())
    }

    fn is_zero(&self) -> bool {
        self.0.is_zero()
    }
}

impl One for Rational {
    fn one() -> Self {
        Self(Ratio::one())
    }

    fn is_one(&self) -> bool {
        self.numer().is_one() && self.denom().is_one()
    }
}

impl Neg for Rational {
    type Output = Self;

    fn neg(self) -> Self {
        let (numer, denom) = self.0.into_raw();
        Self::new_raw(-numer, denom)
    }
}

impl Neg for &Rational {
    type Output = Rational;

    fn neg(self) -> Rational {
        -self.clone()
    }
}

impl<K: Clone> Pow<K> for &Rational
where
    for<'n> &'n BigInt: Pow<K, Output = BigInt>,
{
    type Output = Rational;

    /// x^k, k ≥ 0: a power of coprime numbers is in lowest terms.
    fn pow(self, k: K) -> Rational {
        Rational::new_raw(Pow::pow(self.numer(), k.clone()), Pow::pow(self.denom(), k))
    }
}

/// x against y, by cross-multiplication.
pub fn compare(x: &Rational, y: &Rational) -> Ordering {
    x.cmp(y)
}

/// The bits of a fraction: those of its numerator and denominator.
pub fn bits(x: &Rational) -> u64 {
    x.numer().bits().saturating_add(x.denom().bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// F_n/F_(n+1).
    fn fibonacci(n: usize) -> Rational {
        let (mut a, mut b) = (BigInt::one(), BigInt::one());
        for _ in 1..n {
            (a, b) = (b.clone(), a + b);
        }
        Rational::new_raw(a, b)
    }

    #[test]
    fn neighbours_among_fibonacci_ratios_are_compared_on_a_small_stack() {
        let compared = || {
            let (x, y) = (fibonacci(40_000), fibonacci(40_001));
            let wrapped = [Some(x.clone()), Some(y.clone())];
            (x == y, x < y, wrapped[0] == wrapped[1], x.clone().max(y.clone()) == y, x.clone() == x)
        };
        let thread = std::thread::Builder::new().stack_size(1 << 17).spawn(compared);
        assert_eq!(thread.unwrap().join().unwrap(), (false, true, false, true, true));
    }

    #[test]
    fn order_is_that_of_the_numbers() {
        let r = |n: i64, d: i64| Rational::new(n.into(), d.into());
        let rising = [r(-3, 2), r(-1, 1), r(-1, 3), r(0, 1), r(1, 3), r(2, 5), r(1, 1), r(7, 2)];
        for (i, x) in rising.iter().enumerate() {
            for (j, y) in rising.iter().enumerate() {
                assert_eq!((x.cmp(y), x == y), (i.cmp(&j), i == j), "{x} and {y}");
            }
        }
        assert_eq!(r(2, -4), r(-1, 2));
        assert_eq!((r(-7, 2).floor(), r(-7, 2).ceil(), r(-7, 2).to_integer()), (r(-4, 1), r(-3, 1), (-3).into()));
        assert_eq!((r(-2, 3).pow(-3), r(2, 3).pow(0), r(-2, 3).recip()), (r(-27, 8), r(1, 1), r(-3, 2)));
        assert_eq!((r(-6, 4).to_string(), r(6, 3).to_string()), ("-3/2".into(), "2".into()));
    }
}
