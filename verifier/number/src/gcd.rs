//! Lowest terms in a time that a stranger's digits can't blow up.
//!
//! num-bigint's own gcd takes bits² / 64 steps of one bit, also where one number is short: minutes for a million
//! digits. Fractions are reduced by the one here, in all crates.

use crate::meter::words;
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

/// The steps of the quotients that a word of a long number gives.
const OF_QUOTIENTS: u64 = 800;

/// The greatest common divisor, by Lehmer's algorithm (Knuth, The Art of Computer Programming 4.5.2, Algorithm L).
///
/// A run of quotients that the leading 62 bits fix is applied to the long numbers at once; where they fix none it is
/// one step of Euclid's. Every step keeps the divisors that both numbers have.
pub fn gcd(x: &BigInt, y: &BigInt) -> BigInt {
    let (mut a, mut b) = (x.abs(), y.abs());
    if a < b {
        std::mem::swap(&mut a, &mut b);
    }
    while b.bits() > 64 {
        let shift = a.bits().saturating_sub(62);
        let top = |z: &BigInt| (z >> shift).to_i64().unwrap_or(0);
        let (mut p, mut q) = (top(&a), top(&b));
        let (mut s, mut t, mut u, mut v) = (1_i64, 0_i64, 0_i64, 1_i64);
        // a' = s·a + t·b and b' = u·a + v·b, as long as both bounds of a'/b' have the same whole part.
        while let Some(k) = quotient([p, s], [q, u])
            && quotient([p, t], [q, v]) == Some(k)
            && let (Some(next_u), Some(next_v), Some(next_q)) = (less(s, k, u), less(t, k, v), less(p, k, q))
        {
            (s, u) = (u, next_u);
            (t, v) = (v, next_v);
            (p, q) = (q, next_q);
        }
        (a, b) = if t == 0 {
            let rest = &a % &b;
            (b, rest)
        } else {
            (&a * s + &b * t, &a * u + &b * v)
        };
    }
    let Some(b) = b.to_u64().filter(|b| *b > 0) else { return a };
    num_integer::gcd((a % b).to_u64().unwrap_or(0), b).into()
}

/// x − k·y, if that is a number of one word.
fn less(x: i64, k: i64, y: i64) -> Option<i64> {
    x.checked_sub(k.checked_mul(y)?)
}

/// (p + s)/(q + u) rounded down, if that is a number of one word.
fn quotient([p, s]: [i64; 2], [q, u]: [i64; 2]) -> Option<i64> {
    p.checked_add(s)?.checked_div(q.checked_add(u)?)
}

/// About the word operations of [`gcd`] for numbers of so many bits: a division of the longer one, then four passes
/// over what is left for every 31 bits of the shorter, and the quotients of these.
pub fn steps_of_gcd(x: u64, y: u64) -> u64 {
    let (x, y) = (words(x), words(y));
    let short = x.min(y);
    let quotients = short.saturating_sub(1).saturating_mul(OF_QUOTIENTS);
    x.saturating_mul(y).saturating_add(short.saturating_pow(2).saturating_mul(8)).saturating_add(quotients)
}
