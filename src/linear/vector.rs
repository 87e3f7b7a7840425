//! Rational vectors over one common denominator.
//!
//! The solutions of Φz = 1 share a denominator by Cramer's rule, so one denominator and a list of
//! integers is both the shortest way to write them and the cheapest way to multiply them by Φ.

use malachite::base::num::arithmetic::traits::{DivExactAssign, DivRound, DivisibleBy, Gcd, Lcm, NegAssign};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::rational::Rational;
use malachite::{Integer, Natural};

/// The rational vector (n_0 / D, n_1 / D, ...).
///
/// D > 0, and no integer above 1 divides D and every n_i, so equal vectors are equal structures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    denominator: Integer,
    numerators: Vec<Integer>,
}

impl Vector {
    /// The vector numerators / denominator in lowest terms, or `None` if the denominator is 0.
    ///
    /// Cost: one long greatest common divisor, and a division for each entry.
    #[must_use]
    pub fn new(denominator: Integer, numerators: Vec<Integer>) -> Option<Self> {
        (denominator != 0).then(|| Self::reduced(denominator, numerators))
    }

    /// As [`Vector::new`], for a denominator which the caller knows not to be 0.
    pub(crate) fn reduced(mut denominator: Integer, mut numerators: Vec<Integer>) -> Self {
        debug_assert!(denominator != 0);
        let mut content = denominator.unsigned_abs_ref().clone();
        for numerator in &numerators {
            if content == 1 {
                break;
            }
            if !numerator.unsigned_abs_ref().divisible_by(&content) {
                content = (&content).gcd(numerator.unsigned_abs_ref());
            }
        }
        if content != 1 {
            let content = Integer::from(content);
            denominator.div_exact_assign(&content);
            for numerator in &mut numerators {
                numerator.div_exact_assign(&content);
            }
        }
        if denominator < 0 {
            denominator.neg_assign();
            numerators.iter_mut().for_each(NegAssign::neg_assign);
        }
        Self { denominator, numerators }
    }

    /// The vector with the given integer entries.
    #[must_use]
    pub fn integral(numerators: Vec<Integer>) -> Self {
        Self { denominator: Integer::ONE, numerators }
    }

    /// (1, ..., 1), of the given length.
    #[must_use]
    pub fn ones(length: usize) -> Self {
        Self::integral(vec![Integer::ONE; length])
    }

    /// The unit vector e_k of the given length; the zero vector if k is no position.
    #[must_use]
    pub fn unit(length: usize, k: usize) -> Self {
        let entry = |i| if i == k { Integer::ONE } else { Integer::ZERO };
        Self::integral((0..length).map(entry).collect())
    }

    /// The vector with the given entries, brought to their least common denominator.
    #[must_use]
    pub fn from_rationals(entries: &[Rational]) -> Self {
        let denominator = entries.iter().fold(Natural::ONE, |common, entry| common.lcm(entry.denominator_ref()));
        let numerators = entries
            .iter()
            .map(|entry| {
                let magnitude = entry.numerator_ref() * (&denominator / entry.denominator_ref());
                Integer::from_sign_and_abs(*entry >= 0, magnitude)
            })
            .collect();
        Self { denominator: Integer::from(denominator), numerators }
    }

    /// The entries, each in lowest terms.
    #[must_use]
    pub fn to_rationals(&self) -> Vec<Rational> {
        (0..self.len()).map(|i| self.entry(i)).collect()
    }

    /// The common denominator D > 0.
    #[must_use]
    pub fn denominator(&self) -> &Integer {
        &self.denominator
    }

    /// The numerators n_i over the common denominator.
    #[must_use]
    pub fn numerators(&self) -> &[Integer] {
        &self.numerators
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.numerators.len()
    }

    /// Whether there is no entry at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.numerators.is_empty()
    }

    /// n_i / D in lowest terms; 0 if i is no position.
    #[must_use]
    pub fn entry(&self, i: usize) -> Rational {
        self.numerators
            .get(i)
            .map_or(Rational::ZERO, |numerator| Rational::from_integers(numerator.clone(), self.denominator.clone()))
    }

    /// The sum of the entries.
    #[must_use]
    pub fn total(&self) -> Rational {
        let sum = self.numerators.iter().fold(Integer::ZERO, |sum, numerator| sum + numerator);
        Rational::from_integers(sum, self.denominator.clone())
    }

    /// The least entry; 0 if there is none.
    #[must_use]
    pub fn least(&self) -> Rational {
        let least = self.numerators.iter().min().cloned().unwrap_or_default();
        Rational::from_integers(least, self.denominator.clone())
    }

    /// 1 where the entry is this one, 0 elsewhere.
    #[must_use]
    pub fn places_of(&self, entry: &Rational) -> Self {
        let wanted = entry * Rational::from(&self.denominator);
        let is_place = |n: &Integer| Integer::from(wanted == *n);
        Self::integral(self.numerators.iter().map(is_place).collect())
    }

    /// The integers ⌈2^s n_i / D⌉: this vector, made finer and rounded up.
    #[must_use]
    pub fn rounded_up(&self, s: u64) -> Self {
        let rounded = |n: &Integer| (n << s).div_round(&self.denominator, RoundingMode::Ceiling).0;
        Self::integral(self.numerators.iter().map(rounded).collect())
    }

    /// Whether every entry is ≥ 0.
    #[must_use]
    pub fn is_nonnegative(&self) -> bool {
        self.numerators.iter().all(|numerator| *numerator >= 0)
    }

    /// Whether every entry is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.numerators.iter().all(|numerator| *numerator == 0)
    }

    /// Σ_i u_i v_i, or `None` if the lengths differ.
    #[must_use]
    pub fn dot(&self, other: &Self) -> Option<Rational> {
        (self.len() == other.len()).then(|| {
            let pairs = self.numerators.iter().zip(&other.numerators);
            let sum = pairs.fold(Integer::ZERO, |sum, (u, v)| sum + u * v);
            Rational::from_integers(sum, &self.denominator * &other.denominator)
        })
    }

    /// u + t·v, or `None` if the lengths differ.
    #[must_use]
    pub fn add_multiple(&self, t: &Rational, other: &Self) -> Option<Self> {
        (self.len() == other.len()).then(|| {
            let magnitude = t.numerator_ref().clone();
            let numerator = Integer::from_sign_and_abs(*t >= 0, magnitude);
            let left = &other.denominator * Integer::from(t.denominator_ref());
            let right = &self.denominator * numerator;
            let pairs = self.numerators.iter().zip(&other.numerators);
            let sums = pairs.map(|(u, v)| u * &left + v * &right).collect();
            Self::reduced(&self.denominator * left, sums)
        })
    }

    /// −u.
    #[must_use]
    pub fn negated(mut self) -> Self {
        self.numerators.iter_mut().for_each(NegAssign::neg_assign);
        self
    }

    /// The positions with entries other than 0, in order.
    #[must_use]
    pub fn support(&self) -> Vec<usize> {
        (0..self.len()).filter(|&i| self.numerators[i] != 0).collect()
    }

    /// The length in bits of the longest number in the vector: a measure of its size.
    #[must_use]
    pub fn bits(&self) -> u64 {
        let numerators = self.numerators.iter();
        let longest = numerators.map(|n| n.unsigned_abs_ref().significant_bits());
        let denominator = self.denominator.unsigned_abs_ref().significant_bits();
        longest.max().unwrap_or(0).max(denominator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::oracle::rational;

    #[test]
    fn a_vector_is_in_lowest_terms_with_a_positive_denominator() {
        let numerators = vec![Integer::from(4), Integer::from(-6), Integer::ZERO];
        let vector = Vector::new(Integer::from(-8), numerators).unwrap();
        assert_eq!(*vector.denominator(), 4);
        assert_eq!(vector.entry(0), rational(-1, 2));
        assert_eq!(vector.entry(1), rational(3, 4));
        assert_eq!(vector.total(), rational(1, 4));
        assert_eq!(vector.support(), [0, 1]);
        assert_eq!(vector.least(), rational(-1, 2));
        assert_eq!(vector.places_of(&vector.least()).support(), [0]);
        assert_eq!(Vector::from_rationals(&vector.to_rationals()), vector);
    }

    #[test]
    fn a_zero_denominator_is_no_vector() {
        assert_eq!(Vector::new(Integer::ZERO, vec![Integer::ONE]), None);
    }

    #[test]
    fn sums_and_products_of_unequal_lengths_do_not_exist() {
        assert_eq!(Vector::ones(2).dot(&Vector::ones(3)), None);
        assert_eq!(Vector::ones(2).add_multiple(&rational(1, 2), &Vector::ones(3)), None);
    }

    #[test]
    fn a_multiple_is_added() {
        let u = Vector::from_rationals(&[rational(1, 2), rational(1, 3)]);
        let v = Vector::from_rationals(&[rational(1, 5), rational(-2, 3)]);
        let sum = u.add_multiple(&rational(-5, 2), &v).unwrap();
        assert_eq!(sum, Vector::from_rationals(&[rational(0, 1), rational(2, 1)]));
        assert_eq!(u.dot(&v), Some(rational(1, 10) - rational(2, 9)));
    }
}
