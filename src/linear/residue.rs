//! Residues modulo primes below 2^28, and the primes.

/// row += factor·other.
pub(super) fn add_multiple(row: &mut [u32], factor: u32, other: &[u32], prime: u32) {
    for (cell, &entry) in row.iter_mut().zip(other) {
        let sum = product(factor, entry).wrapping_add(u64::from(*cell));
        *cell = low(sum % u64::from(prime));
    }
}

/// a·b, which does not wrap: both are below 2^32.
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
    fn the_primes_descend() {
        assert_eq!(prime_below(1 << 28), LARGEST_PRIME);
        let next = prime_below(LARGEST_PRIME);
        assert!(next < LARGEST_PRIME && is_odd_prime(next));
        assert!(!is_odd_prime(LARGEST_PRIME - 2) && !is_odd_prime(9));
    }
}
