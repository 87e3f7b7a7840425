//! Signed integers of one fixed length, for the residuals of lifting: no memory is asked for while digits come out.
//!
//! They are kept in words, the lowest first, modulo 2^(64w) (two's complement): what is in range at the end is right,
//! whatever happened on the way.

use std::mem;

use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Natural};

use super::residue::{Modulus, halves};

/// A list of integers below 2^(64w − 1) in magnitude, w words each.
pub(super) struct Fixed {
    width: usize,
    words: Vec<u64>,
}

impl Fixed {
    /// These integers, with room for their differences with numbers of so many bits.
    pub(super) fn new(values: &[Integer], bits: u64) -> Self {
        let longest = values.iter().map(SignificantBits::significant_bits).max().unwrap_or(0).max(bits);
        // A bit for the sum and one for the sign.
        let width = usize::try_from((longest + 1) / 64).unwrap_or(usize::MAX).saturating_add(1);
        let mut words = Vec::with_capacity(width.saturating_mul(values.len()));
        values.iter().for_each(|value| words.extend(complement(value, width)));
        Self { width, words }
    }

    /// The words of all numbers, and how many are one number's.
    pub(super) fn words(&mut self) -> (&mut [u64], usize) {
        (&mut self.words, self.width)
    }

    /// The residues modulo a prime below 2^28. Cost: a few multiplications for each word.
    pub(super) fn residues(&self, prime: u32) -> Vec<u32> {
        let modulus = Modulus::new(prime);
        let base = u64::from(modulus.reduce(u64::from(modulus.reduce(u64::MAX)) + 1));
        // 2^(64k) modulo the prime; the last is what a sign stands for.
        let mut powers = vec![1];
        (0..self.width).for_each(|k| powers.push(u64::from(modulus.reduce(powers[k] * base))));
        let residue = |value: &[u64]| {
            let term = |(&word, power): (&u64, &u64)| modulus.reduce(u64::from(modulus.reduce(word)) * power);
            let sign = if is_negative(value) { u64::from(prime) - powers[self.width] } else { 0 };
            modulus.reduce(value.iter().zip(&powers).map(term).fold(sign, |sum, term| sum + u64::from(term)))
        };
        self.words.chunks(self.width).map(residue).collect()
    }

    /// The sum of the numbers times these factors, which add up to less than 2^64.
    pub(super) fn times(&self, factors: impl Iterator<Item = u64>) -> Integer {
        // The sum is below 2^(64w − 1)·2^64, so that a word more is enough, into which signs go on.
        let mut sum = vec![0; self.width + 1];
        let mut longer = vec![0; self.width + 1];
        for (value, factor) in self.words.chunks(self.width).zip(factors) {
            longer[..self.width].copy_from_slice(value);
            longer[self.width] = if is_negative(value) { u64::MAX } else { 0 };
            subtract_product(&mut sum, &longer, factor);
        }
        -integer(&sum)
    }
}

/// The integer in these words.
fn integer(words: &[u64]) -> Integer {
    let value = Integer::from(Natural::from_limbs_asc(words));
    if is_negative(words) { value - (Integer::ONE << (64 * words.len() as u64)) } else { value }
}

/// The words of an integer that fits in them.
fn complement(value: &Integer, width: usize) -> Vec<u64> {
    let mut words = value.unsigned_abs_ref().to_limbs_asc();
    words.resize(width, 0);
    if *value < 0 {
        let mut carry = true;
        for word in &mut words {
            (*word, carry) = (!*word).overflowing_add(carry.into());
        }
    }
    words
}

fn is_negative(value: &[u64]) -> bool {
    value.last().is_some_and(|top| top >> 63 == 1)
}

/// value −= factor·other, modulo 2^64 to the number of its words.
#[inline]
pub(super) fn subtract_product(value: &mut [u64], other: &[u64], factor: u64) {
    let mut carry = 0;
    let (near, far) = value.split_at_mut(other.len().min(value.len()));
    for (word, &entry) in near.iter_mut().zip(other) {
        let (low, high) = halves(u128::from(entry) * u128::from(factor) + u128::from(carry));
        let (difference, borrow) = word.overflowing_sub(low);
        *word = difference;
        // A high word of 2^64 − 1 comes with a low one of 0, and so without a borrow.
        carry = high + u64::from(borrow);
    }
    for word in far {
        let (difference, borrow) = word.overflowing_sub(carry);
        *word = difference;
        carry = borrow.into();
        if !borrow {
            break;
        }
    }
}

/// value = value / prime, where that leaves nothing.
///
/// The quotient's words come out from the lowest up: each is what is left, times 1/prime modulo 2^64 (Jebelean 1993).
/// So it is the quotient modulo 2^(64w), which is the quotient, as that is no longer than the value.
#[inline]
pub(super) fn divide_exactly(value: &mut [u64], prime: u32, inverse: u64) {
    let sign = if is_negative(value) { u64::MAX } else { 0 };
    let mut carry = 0;
    for word in value.iter_mut() {
        let (left, borrow) = word.overflowing_sub(carry);
        *word = left.wrapping_mul(inverse);
        let (_, high) = halves(u128::from(*word) * u128::from(prime));
        carry = high + u64::from(borrow);
    }
    // Beyond the words there are only those of the sign: carried away by a quotient of the same sign.
    debug_assert!(sign.wrapping_sub(carry).wrapping_mul(inverse) == sign, "a division leaves something");
}

/// 1/prime modulo 2^64, by Newton's iteration: each step doubles the bits that are right, of an odd number three.
pub(super) fn inverse_of_prime(prime: u32) -> u64 {
    let prime = u64::from(prime);
    (0..5).fold(prime, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(prime.wrapping_mul(inverse))))
}

/// Digits below 2^56 to a base below 2^56, the lowest first, as a number: word by word for a few of them, and by halves
/// of the digits for many.
///
/// The powers are base^(2^k·[`FEW`]) for k = 0, 1, …, as many as it takes. Cost: that of the last product.
pub(super) fn from_digits(digits: &[u64], base: u64, powers: &[Natural]) -> Natural {
    if digits.len() <= FEW {
        let mut words: Vec<u64> = Vec::with_capacity(digits.len());
        for &digit in digits.iter().rev() {
            let mut carry = digit;
            for word in &mut words {
                (*word, carry) = halves(u128::from(*word) * u128::from(base) + u128::from(carry));
            }
            if carry > 0 {
                words.push(carry);
            }
        }
        return Natural::from_owned_limbs_asc(words);
    }
    let halvings = ((digits.len() - 1) / FEW).ilog2() as usize;
    let (low, high) = digits.split_at(FEW << halvings);
    let low = from_digits(low, base, powers);
    match powers.get(halvings) {
        Some(power) => from_digits(high, base, powers) * power + low,
        None => Natural::ZERO,
    }
}

/// So many digits become a number word by word.
pub(super) const FEW: usize = 24;

/// The powers that [`from_digits`] takes for so many digits.
pub(super) fn powers_for(base: u64, digits: usize) -> Vec<Natural> {
    let mut powers = Vec::new();
    let mut reach = FEW;
    let mut power = Natural::from(base).pow(FEW as u64);
    while reach < digits {
        let square = &power * &power;
        powers.push(mem::replace(&mut power, square));
        reach *= 2;
    }
    powers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::residue::LARGEST_PRIME;
    use malachite::base::num::arithmetic::traits::Mod;

    #[test]
    fn sums_of_products_have_room() {
        let largest: Integer = (Integer::ONE << 126) - Integer::ONE;
        for values in
            [vec![largest.clone(), largest.clone()], vec![-&largest, -&largest], vec![largest.clone(), -&largest]]
        {
            let factors = [u64::MAX - 1, 1];
            let sum: Integer = values.iter().zip(factors).map(|(value, factor)| value * Integer::from(factor)).sum();
            assert_eq!(Fixed::new(&values, 0).times(factors.into_iter()), sum);
        }
        // No wider than one word, at the edge of it.
        let edge: Integer = (Integer::ONE << 62) - Integer::ONE;
        assert_eq!(Fixed::new(&[-&edge], 62).times([u64::MAX].into_iter()), -edge * Integer::from(u64::MAX));
    }

    #[test]
    fn numbers_of_either_sign_are_subtracted_from_and_divided() {
        let prime = Integer::from(LARGEST_PRIME);
        let inverse = inverse_of_prime(LARGEST_PRIME);
        assert_eq!(inverse.wrapping_mul(LARGEST_PRIME.into()), 1);
        let shapes = [0u64, 1, 5, 27, 63, 64, 65, 127, 150];
        let values: Vec<Integer> = shapes
            .iter()
            .flat_map(|&k| [(Integer::ONE << k) - Integer::from(3), Integer::from(7) - (Integer::ONE << k)])
            .collect();
        for other in [Natural::from(0u32), Natural::from(9u32), Natural::from(5u32).pow(40)] {
            let mut fixed = Fixed::new(&values, 200);
            let residues = fixed.residues(LARGEST_PRIME);
            let (words, width) = fixed.words();
            for ((value, words), residue) in values.iter().zip(words.chunks_mut(width)).zip(residues) {
                assert_eq!(Integer::from(residue), value.mod_op(&prime));
                assert_eq!(integer(words), *value);
                let factor = 0xffff_ffff_ffff_0001;
                subtract_product(words, &other.to_limbs_asc(), factor);
                let left = value - Integer::from(&other) * Integer::from(factor);
                assert_eq!(integer(words), left);
                let rest = u64::try_from(&(&left).mod_op(&prime)).unwrap();
                subtract_product(words, &[1], rest);
                divide_exactly(words, LARGEST_PRIME, inverse);
                assert_eq!(integer(words) * &prime, left - Integer::from(rest));
            }
        }
    }

    #[test]
    fn digits_become_a_number() {
        let base = u64::from(LARGEST_PRIME) * u64::from(LARGEST_PRIME);
        for count in [0, 1, 2, 23, 24, 25, 47, 48, 49, 96, 97, 250] {
            let digits: Vec<u64> = (1..=count).map(|k| k * 7_777_777_777_777 % base).collect();
            let horner =
                digits.iter().rev().fold(Natural::ZERO, |sum, &x| sum * Natural::from(base) + Natural::from(x));
            assert_eq!(from_digits(&digits, base, &powers_for(base, digits.len())), horner, "{count}");
        }
    }
}
