//! Vectors of numbers that a file gives.

use super::bounds::Obstacle;
use super::ground::Ground;
use super::polynomial::Polynomial;
use crate::limits::{Budget, words_of};
use crate::number::{BigInt, Rational, Sign, fraction, gcd, steps_of_gcd};
use num_traits::{One, Zero};
use std::borrow::Cow;

/// So many numbers are added up one after the other.
const FEW: usize = 16;

/// A vector over one positive denominator, of integers, or of polynomials in t where the file's numbers are irrational.
pub type Fractions = dp_number::Vector;

/// What is asked of vectors while files are read and proofs are searched for.
pub trait Vectors: Sized {
    /// Fractions over their least common denominator.
    fn of(entries: &[Rational]) -> Self;

    /// Those fractions over one denominator, counted in `steps`, or `None` where that denominator has over `most` bits.
    ///
    /// # Errors
    /// More steps than are left.
    fn within(entries: &[Rational], most: u64, steps: &Budget) -> Result<Option<Self>, Obstacle>;

    /// Entry i in lowest terms, if there are so many and t does not occur.
    fn lowest(&self, i: usize) -> Option<Rational>;

    /// All entries in lowest terms, where t does not occur.
    fn entries(&self) -> impl Iterator<Item = Rational> + '_;

    /// Σ_i x_i in lowest terms, where t does not occur.
    fn total(&self) -> Rational;

    /// The numerator of Σ_i x_i: sums of a few, and of these in pairs, as unlike powers make a sum longer and longer.
    fn sum_of_numerators(&self) -> Polynomial;

    /// The first entry that is negative at t. An entry that is written like the one before has its sign.
    ///
    /// # Errors
    /// As [`Ground::sign`].
    fn negative(&self, ground: &Ground) -> Result<Option<usize>, Obstacle>;

    /// −x for each of the numbers x.
    #[must_use]
    fn negated(self) -> Self;
}

/// Σ x_k·t^k of integers x_k, a vector's numerators.
pub fn of_coefficients(x: &Fractions) -> Polynomial {
    Polynomial::polynomial(x.numerators.iter().map(integer).collect())
}

fn integer(x: &Polynomial) -> BigInt {
    x.integer().map_or_else(|| x.leading(), Cow::into_owned)
}

impl Vectors for Fractions {
    fn of(entries: &[Rational]) -> Self {
        let steps = Budget::new(usize::MAX);
        let all = Self::within(entries, u64::MAX, &steps).ok().flatten();
        all.unwrap_or(Self { denominator: Polynomial::ONE, numerators: Vec::new() })
    }

    fn within(entries: &[Rational], most: u64, steps: &Budget) -> Result<Option<Self>, Obstacle> {
        let mut denominator = BigInt::one();
        let words = |x: &BigInt| words_of(x.bits());
        let charge = |amount| steps.take(amount).ok_or(Obstacle::Steps);
        for x in entries {
            charge(words(&denominator).saturating_mul(words(x.denom())))?;
            let rest = &denominator % x.denom();
            if !rest.is_zero() {
                charge(steps_of_gcd(rest.bits(), x.denom().bits()))?;
                denominator *= x.denom() / gcd(&rest, x.denom());
            }
            if denominator.bits() > most {
                return Ok(None);
            }
        }
        let long = words(&denominator);
        let product = |x: &Rational| words(x.denom()).saturating_add(words(x.numer())).saturating_mul(long);
        let mut numerators = Vec::with_capacity(entries.len());
        for x in entries {
            charge(product(x))?;
            numerators.push((x.numer() * (&denominator / x.denom())).into());
        }
        Ok(Some(Self { denominator: denominator.into(), numerators }))
    }

    fn lowest(&self, i: usize) -> Option<Rational> {
        let x = self.numerators.get(i)?.integer()?;
        Some(fraction(x.into_owned(), self.denominator.integer()?.into_owned()))
    }

    fn entries(&self) -> impl Iterator<Item = Rational> + '_ {
        (0..self.len()).filter_map(|i| self.lowest(i))
    }

    fn total(&self) -> Rational {
        fraction(integer(&self.sum_of_numerators()), integer(&self.denominator))
    }

    fn sum_of_numerators(&self) -> Polynomial {
        let few = |x: &[Polynomial]| {
            let mut sum = Polynomial::ZERO;
            x.iter().for_each(|x| sum += x);
            sum
        };
        let mut sums: Vec<Polynomial> = self.numerators.chunks(FEW).map(few).collect();
        while sums.len() > 1 {
            sums = sums.chunks(2).map(few).collect();
        }
        sums.pop().unwrap_or_default()
    }

    fn negative(&self, ground: &Ground) -> Result<Option<usize>, Obstacle> {
        let mut last: Option<&Polynomial> = None;
        for (i, x) in self.numerators.iter().enumerate() {
            if last != Some(x) && ground.sign(x)? == Sign::Minus {
                return Ok(Some(i));
            }
            last = Some(x);
        }
        Ok(None)
    }

    fn negated(self) -> Self {
        Self { numerators: self.numerators.iter().map(|x| -x).collect(), ..self }
    }
}

/// Whether a row does not sum to 1, at some t of an interval, by whether a number is 0 at each t.
pub fn any_sum_is_off<E>(rows: &[Fractions], vanishes: impl Fn(&Polynomial) -> Result<bool, E>) -> Result<bool, E> {
    for row in rows {
        let rest = &row.sum_of_numerators() - &row.denominator;
        let is_one = if rest.is_integer() { rest.is_zero() } else { vanishes(&rest)? };
        if !is_one {
            return Ok(true);
        }
    }
    Ok(false)
}
