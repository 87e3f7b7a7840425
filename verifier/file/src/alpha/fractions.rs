//! Vectors over a common denominator.

use crate::alpha::{Ground, Obstacle, Polynomial, Ring};
use crate::limits::{Budget, words_of};
use crate::number::{BigInt, Rational, Sign, fraction, gcd, steps_of_gcd};
use num_traits::{One, Signed, Zero};

/// So many numbers are added up one after the other.
const FEW: usize = 16;

/// A vector over one positive denominator: x_i = `numerators[i]` / `denominator`, of integers, or of polynomials in t
/// (see [`crate::alpha`]) where the file's numbers are irrational.
///
/// Sums and comparisons within it need no gcd. It need not be in lowest terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fractions<R = BigInt> {
    /// The common denominator, > 0.
    pub denominator: R,
    /// The numerators.
    pub numerators: Vec<R>,
}

impl<R: Ring> Fractions<R> {
    /// The vector with n entries 1.
    pub fn ones(n: usize) -> Self {
        let one = R::of(&BigInt::one());
        Self { denominator: one.clone(), numerators: vec![one; n] }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.numerators.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.numerators.is_empty()
    }

    /// The numerator of Σ_i x_i: sums of a few, and of these in pairs, as unlike powers make a sum longer and longer.
    pub fn sum(&self) -> R {
        let few = |x: &[R]| {
            let mut sum = R::default();
            x.iter().for_each(|x| sum.add(x));
            sum
        };
        let mut sums: Vec<R> = self.numerators.chunks(FEW).map(few).collect();
        while sums.len() > 1 {
            sums = sums.chunks(2).map(few).collect();
        }
        sums.pop().unwrap_or_default()
    }

    /// The first entry that is negative at t. An entry that is written like the one before has its sign.
    ///
    /// # Errors
    /// As [`Ring::sign`].
    pub fn negative(&self, ground: &Ground) -> Result<Option<usize>, Obstacle> {
        let mut last: Option<&R> = None;
        for (i, x) in self.numerators.iter().enumerate() {
            if last == Some(x) {
                continue;
            }
            if Ring::sign(x, ground)? == Sign::Minus {
                return Ok(Some(i));
            }
            last = Some(x);
        }
        Ok(None)
    }

    /// The words of the longest numerator, or of the denominator.
    pub(crate) fn words(&self) -> u64 {
        self.numerators.iter().chain([&self.denominator]).map(Ring::words).max().unwrap_or(1)
    }
}

impl Fractions {
    /// The same vector as functions of t.
    pub fn functions(&self) -> Fractions<Polynomial> {
        let numerators = self.numerators.iter().map(Ring::polynomial).collect();
        Fractions { denominator: self.denominator.polynomial(), numerators }
    }
}

impl Fractions {
    /// Brings fractions to their least common denominator.
    pub fn new(entries: &[Rational]) -> Self {
        let steps = Budget::new(usize::MAX);
        let all = Self::within(entries, u64::MAX, &steps).ok().flatten();
        all.unwrap_or(Self { denominator: BigInt::one(), numerators: Vec::new() })
    }

    /// The same, counted in `steps`, or `None` where that denominator has over `most` bits.
    ///
    /// # Errors
    /// More steps than are left.
    pub(crate) fn within(entries: &[Rational], most: u64, steps: &Budget) -> Result<Option<Self>, Obstacle> {
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
            numerators.push(x.numer() * (&denominator / x.denom()));
        }
        Ok(Some(Self { denominator, numerators }))
    }

    /// Entry i in lowest terms, if there are so many.
    pub fn entry(&self, i: usize) -> Option<Rational> {
        self.numerators.get(i).map(|x| self.in_lowest_terms(x))
    }

    /// All entries in lowest terms.
    pub fn entries(&self) -> impl Iterator<Item = Rational> + '_ {
        self.numerators.iter().map(|x| self.in_lowest_terms(x))
    }

    fn in_lowest_terms(&self, numerator: &BigInt) -> Rational {
        fraction(numerator.clone(), self.denominator.clone())
    }

    /// Σ_i x_i.
    pub fn total(&self) -> Rational {
        fraction(self.numerators.iter().sum(), self.denominator.clone())
    }

    /// The first negative entry.
    pub fn first_negative(&self) -> Option<usize> {
        self.numerators.iter().position(Signed::is_negative)
    }
}
