//! Residues modulo primes below 2^60, in Montgomery's form: x stands as 2^64·x.
//!
//! Montgomery, Modular multiplication without trial division, Mathematics of Computation 44 (1985).
//! Below 2^60 sixteen products of residues may be added up before they are reduced together.

use malachite::Integer;
use malachite::base::num::arithmetic::traits::Mod;
use malachite::base::num::factorization::traits::IsPrime;

/// The primes below 2^60, in descending order.
pub(super) fn primes() -> impl Iterator<Item = u64> {
    (0..1 << 59).map(|k| (1 << 60) - 1 - 2 * k).filter(IsPrime::is_prime)
}

/// How many products of residues are added up before they are reduced.
const DELAY: usize = 16;

/// Arithmetic modulo one odd prime below 2^60.
#[derive(Clone, Copy, Debug)]
pub(super) struct PrimeField {
    prime: u64,
    /// −1/p modulo 2^64.
    negative_inverse: u64,
    /// 2^128 modulo p.
    square: u64,
}

impl PrimeField {
    pub(super) fn new(prime: u64) -> Self {
        debug_assert!(prime % 2 == 1 && prime < 1 << 60);
        // Newton's iteration doubles the digits: p·p ≡ 1 modulo 8.
        let newton = |x: u64| x.wrapping_mul(2u64.wrapping_sub(prime.wrapping_mul(x)));
        let inverse = (0..5).fold(prime, |x, _| newton(x));
        let square = (u128::MAX % u128::from(prime) + 1) % u128::from(prime);
        Self { prime, negative_inverse: inverse.wrapping_neg(), square: low(square) }
    }

    pub(super) fn prime(&self) -> u64 {
        self.prime
    }

    /// The residue of a word.
    pub(super) fn of(&self, x: u64) -> u64 {
        self.multiply(x % self.prime, self.square)
    }

    /// The residue of an integer.
    pub(super) fn of_integer(&self, x: &Integer) -> u64 {
        self.of(u64::try_from(&x.mod_op(Integer::from(self.prime))).unwrap_or(0))
    }

    /// The number below p that a residue stands for.
    pub(super) fn word(&self, x: u64) -> u64 {
        self.reduce(x.into())
    }

    pub(super) fn one(&self) -> u64 {
        self.reduce(self.square.into())
    }

    pub(super) fn add(&self, a: u64, b: u64) -> u64 {
        let sum = a.wrapping_add(b);
        if sum >= self.prime { sum.wrapping_sub(self.prime) } else { sum }
    }

    pub(super) fn subtract(&self, a: u64, b: u64) -> u64 {
        let difference = a.wrapping_sub(b);
        if a < b { difference.wrapping_add(self.prime) } else { difference }
    }

    pub(super) fn multiply(&self, a: u64, b: u64) -> u64 {
        self.reduce(u128::from(a).wrapping_mul(b.into()))
    }

    /// Σ_k left_k·right_k over the shorter of the two.
    pub(super) fn dot(&self, left: &[u64], right: &[u64]) -> u64 {
        let product = |(&a, &b): (&u64, &u64)| u128::from(a).wrapping_mul(b.into());
        let chunks = left.chunks(DELAY).zip(right.chunks(DELAY));
        let sum = |(a, b): (&[u64], &[u64])| a.iter().zip(b).map(product).fold(0, u128::wrapping_add);
        chunks.fold(0, |total, chunk| self.add(total, self.reduce(sum(chunk))))
    }

    pub(super) fn power(&self, mut base: u64, mut exponent: u64) -> u64 {
        let mut result = self.one();
        while exponent > 0 {
            if exponent % 2 == 1 {
                result = self.multiply(result, base);
            }
            base = self.multiply(base, base);
            exponent /= 2;
        }
        result
    }

    /// a^(p−2) = 1/a (Fermat); 0 for 0.
    pub(super) fn reciprocal(&self, a: u64) -> u64 {
        self.power(a, self.prime - 2)
    }

    /// x/2^64 modulo p, for x < 2^64·p: sixteen products are less, as 16p < 2^64.
    fn reduce(&self, x: u128) -> u64 {
        let factor = low(x).wrapping_mul(self.negative_inverse);
        let sum = x.wrapping_add(u128::from(factor).wrapping_mul(self.prime.into()));
        let reduced = low(sum >> 64);
        if reduced >= self.prime { reduced.wrapping_sub(self.prime) } else { reduced }
    }
}

/// The low word.
fn low(x: u128) -> u64 {
    u64::try_from(x & u128::from(u64::MAX)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::oracle::Random;

    #[test]
    fn residues_agree_with_long_division() {
        let mut random = Random(5);
        for prime in [3, 5, 10_007, (1 << 31) - 1].into_iter().chain(primes().take(3)) {
            let (field, modulus) = (PrimeField::new(prime), u128::from(prime));
            let largest = prime - 1;
            for _ in 0..50 {
                let (a, b) = (random.below(1 << 62) as u64, random.below(1 << 62) as u64);
                let (x, y) = (field.of(a), field.of(b));
                assert_eq!(field.word(x), a % prime);
                assert_eq!(u128::from(field.word(field.multiply(x, y))), u128::from(a) * u128::from(b) % modulus);
                assert_eq!(u128::from(field.word(field.add(x, y))), (u128::from(a) + u128::from(b)) % modulus);
                assert_eq!(field.add(field.subtract(x, y), y), x);
                assert!(x == 0 || field.multiply(x, field.reciprocal(x)) == field.one());
            }
            let many = vec![field.of(largest); 37];
            assert_eq!(field.dot(&many, &many), field.of(37));
            // The largest that sixteen products can come to.
            assert_eq!(
                field.dot(&[largest; 16], &[largest; 16]),
                (0..16).fold(0, |sum, _| field.add(sum, field.multiply(largest, largest)))
            );
            assert_eq!(field.of_integer(&Integer::from(-1)), field.of(largest));
        }
    }

    #[test]
    fn the_primes_descend() {
        let found: Vec<u64> = primes().take(3).collect();
        assert_eq!(found[0], (1 << 60) - 93);
        assert!(found.is_sorted_by(|a, b| a > b));
    }
}
