//! Residues modulo primes below 2^28, and the primes.

use pulp::{Arch, NullaryFnOnce};
use rayon::prelude::*;

/// A prime below 2^28, and what it takes to divide by it without a division.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modulus {
    prime: u32,
    /// ⌊2^64/p⌋.
    inverse: u64,
}

impl Modulus {
    pub(super) fn new(prime: u32) -> Self {
        // The prime does not divide 2^64.
        Self { prime, inverse: u64::MAX / u64::from(prime) }
    }

    pub(super) fn prime(self) -> u32 {
        self.prime
    }

    /// x modulo the prime (Barrett 1986).
    ///
    /// With m = ⌊2^64/p⌋ > 2^64/p − 1, the quotient ⌊xm/2^64⌋ lies above x/p − 2 and not above x/p: what is left is
    /// below 2p.
    #[inline(always)]
    pub(super) fn reduce(self, x: u64) -> u32 {
        let prime = u64::from(self.prime);
        let (_, quotient) = halves(u128::from(x) * u128::from(self.inverse));
        let rest = x.wrapping_sub(quotient.wrapping_mul(prime));
        low(rest.min(rest.wrapping_sub(prime)))
    }
}

/// The low and the high word.
#[inline(always)]
pub(super) fn halves(x: u128) -> (u64, u64) {
    let low = u64::try_from(x & u128::from(u64::MAX)).unwrap_or(0);
    (low, u64::try_from(x >> 64).unwrap_or(0))
}

/// row += factor·other.
pub(super) fn add_multiple(row: &mut [u32], factor: u32, other: &[u32], modulus: Modulus) {
    for (cell, &entry) in row.iter_mut().zip(other) {
        *cell = modulus.reduce(product(factor, entry).wrapping_add(u64::from(*cell)));
    }
}

/// sums += Σ_k factors\[k\]·rows\[k\], for at most 32 residues and rows of residues.
///
/// Sums start below 2^28 and 32 products stay below 2^61, so nothing wraps.
pub(super) fn add_combination(sums: &mut [u64], factors: &[u32], rows: &[&[u32]]) {
    Arch::new().dispatch(Combination { sums, factors, rows });
}

struct Combination<'a> {
    sums: &'a mut [u64],
    factors: &'a [u32],
    rows: &'a [&'a [u32]],
}

impl NullaryFnOnce for Combination<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let mut pairs = self.factors.chunks_exact(4).zip(self.rows.chunks_exact(4));
        for (f, r) in &mut pairs {
            let columns = self.sums.iter_mut().zip(r[0]).zip(r[1]).zip(r[2]).zip(r[3]);
            for ((((sum, &a), &b), &c), &d) in columns {
                let first = product(f[0], a).wrapping_add(product(f[1], b));
                let second = product(f[2], c).wrapping_add(product(f[3], d));
                *sum = sum.wrapping_add(first.wrapping_add(second));
            }
        }
        let done = self.factors.len() / 4 * 4;
        for (&factor, row) in self.factors[done..].iter().zip(&self.rows[done..]) {
            for (sum, &cell) in self.sums.iter_mut().zip(*row) {
                *sum = sum.wrapping_add(product(factor, cell));
            }
        }
    }
}

/// How many products of residues below 2^28 may be added up in 64 bits, with room for one more sum.
pub(super) const DELAY: usize = 128;

/// Rows shorter than this are multiplied on one thread.
const LONG: usize = 400;

/// The product of a matrix, row by row, with a vector, modulo the prime.
pub(super) fn matrix_times(matrix: &[u32], vector: &[u32], prime: u32) -> Vec<u32> {
    let modulus = u64::from(prime);
    let entry = |row: &[u32]| {
        let chunks = row.chunks(DELAY).zip(vector.chunks(DELAY));
        low(chunks.fold(0, |sum, (left, right)| sum.wrapping_add(dot(left, right)) % modulus))
    };
    each_row(matrix, vector.len(), entry)
}

/// What `entry` makes of each row of the matrix, on all threads where that pays.
pub(super) fn each_row<T: Send>(matrix: &[u32], width: usize, entry: impl Fn(&[u32]) -> T + Sync) -> Vec<T> {
    let width = width.max(1);
    if width < LONG {
        return matrix.chunks(width).map(&entry).collect();
    }
    matrix.par_chunks(width).with_min_len(32).map(&entry).collect()
}

/// Σ_j left_j·right_j in 64 bits, which the caller knows to be enough.
pub(super) fn dot(left: &[u32], right: &[u32]) -> u64 {
    Arch::new().dispatch(Dot(left, right))
}

struct Dot<'a>(&'a [u32], &'a [u32]);

impl NullaryFnOnce for Dot<'_> {
    type Output = u64;

    #[inline(always)]
    fn call(self) -> u64 {
        self.0.iter().zip(self.1).fold(0, |sum: u64, (&a, &b)| sum.wrapping_add(product(a, b)))
    }
}

/// a·b, which does not wrap: both are below 2^32.
#[inline(always)]
pub(super) fn product(a: u32, b: u32) -> u64 {
    u64::from(a).wrapping_mul(u64::from(b))
}

/// a·b modulo the prime.
pub(super) fn multiply(a: u32, b: u32, prime: u32) -> u32 {
    low(product(a, b) % u64::from(prime))
}

/// −a modulo the prime.
pub(super) fn negated(a: u32, prime: u32) -> u32 {
    if a == 0 { 0 } else { prime - a }
}

/// a^(p−2) = 1/a modulo the prime p (Fermat); 0 for 0.
pub(super) fn reciprocal(a: u32, prime: u32) -> u32 {
    let (mut result, mut base, mut exponent) = (1, a % prime, prime.saturating_sub(2));
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = multiply(result, base, prime);
        }
        base = multiply(base, base, prime);
        exponent /= 2;
    }
    result
}

/// A residue as a word; residues are below 2^28.
pub(super) fn low(residue: u64) -> u32 {
    u32::try_from(residue).unwrap_or(0)
}

/// The largest prime below the given number and at least 2^27; past the last of them, the first
/// again. There are more than 7 million.
pub(super) fn prime_below(bound: u32) -> u32 {
    let mut candidate = bound.saturating_sub(1) | 1;
    if candidate >= bound {
        candidate -= 2;
    }
    while candidate > 1 << 27 {
        if is_odd_prime(candidate) {
            return candidate;
        }
        candidate -= 2;
    }
    LARGEST_PRIME
}

/// The largest prime below 2^28.
pub(super) const LARGEST_PRIME: u32 = (1 << 28) - 57;

fn is_odd_prime(candidate: u32) -> bool {
    let mut divisors = (3..).step_by(2).take_while(|d| d * d <= candidate);
    divisors.all(|d| !candidate.is_multiple_of(d))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residues_without_division_are_those_with_it() {
        for prime in [3, 101, (1 << 27) + 29, LARGEST_PRIME] {
            let modulus = Modulus::new(prime);
            let wide = u64::from(prime);
            for x in [0, 1, wide - 1, wide, 2 * wide - 1, 2 * wide, wide * wide, 1 << 63, u64::MAX - 1, u64::MAX] {
                assert_eq!(u64::from(modulus.reduce(x)), x % wide, "{x} modulo {prime}");
            }
        }
    }

    #[test]
    fn the_primes_descend() {
        assert_eq!(prime_below(1 << 28), LARGEST_PRIME);
        let next = prime_below(LARGEST_PRIME);
        assert!(next < LARGEST_PRIME && is_odd_prime(next));
        assert!(!is_odd_prime(LARGEST_PRIME - 2) && !is_odd_prime(9));
    }
}
