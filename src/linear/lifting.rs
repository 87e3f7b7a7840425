//! p-adic lifting: from an inverse modulo a prime to an exact solution.
//!
//! Dixon, Exact solution of linear equations using p-adic expansions, Numerische Mathematik 40
//! (1982). The digits of the solution come out one by one; the residual stays as short as a row of the matrix. The
//! denominator is as long as the numerators, so that it takes twice their length to tell both from the digits of one
//! unknown; with the denominator known, the numerators are told by half as many.
//!
//! Where A is symmetric, half of the digits tell the denominator as well. With k digits y of the solution x of Ax = b
//! and the residual r, b = Ay + p^k·r, so that b·x = b·y + p^k·r·x by x·Ay = b·y, and x ≡ y modulo p^k: b·y + p^k·r·y
//! is b·x modulo p^2k. The denominator of b·x is mostly that of x, or lacks a small factor.

use crate::effort::{products, spend, steps, words};
use malachite::base::num::arithmetic::traits::{BalancedMod, DivExact, DivMod, Lcm, Mod, ModPowerOf2, Pow};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Natural};
use rayon::prelude::*;

use super::fixed::{from_digits, powers_for};
use crate::timing::Part;

/// A square system of integer equations Ax = b whose matrix is invertible modulo a prime below 2^28.
pub(super) trait System: Sync {
    /// (b − A·value) / modulus, where value and modulus stand for the digits so far.
    type Residual;

    fn prime(&self) -> u32;
    fn unknowns(&self) -> usize;
    /// A number of bits that Σ_j |A_ij| has at most, for all rows i.
    fn row_bits(&self) -> u64;
    /// About how many word operations the next digits take.
    fn steps_of_digits(&self) -> u64;
    fn residual(&self, target: &[Integer]) -> Self::Residual;
    /// The next digits of the solution, which are taken away from the residual.
    fn next_digits(&self, residual: &mut Self::Residual) -> Vec<u32>;
    /// The sum of the residual's entries times the digits, each of the row that belongs to the digit's unknown, and
    /// times its weight: where WA is symmetric for weights W and that order of the rows, and known to be so.
    fn paired(&self, _residual: &Self::Residual, _digits: &[u32]) -> Option<Integer> {
        None
    }
}

/// Below so many unknowns a third more digits are found before the next candidate, from there on an eighth.
const SMALL: usize = 64;

/// The solution as a common denominator and numerators: Ax = b holds exactly.
///
/// Cost: digits and residual for each of k digits, where k is the length in words of numerator and
/// denominator together, or of one of them where A is symmetric; and for each unknown a product of numbers half as
/// long.
///
/// A long b is cut into parts Σ b_j·2^(js) that are not much longer than what they are divided by: the residual is as
/// long as b at first, and what is done is linear in the length of b so, where at once it would be quadratic.
pub(super) fn lift<S: System>(system: &S, target: &[Integer]) -> (Integer, Vec<Integer>) {
    let short = system.row_bits().max(SHORT).saturating_add(16 * system.unknowns() as u64);
    if longest(target) <= 4 * short {
        return lift_short(system, target);
    }
    // The first part tells the denominator.
    let (mut denominator, mut numerators) = lift_short(system, &part(target, 0, short));
    let each = short.max(denominator.significant_bits());
    let (mut from, long) = (short, usize::try_from(longest(target) / 64).unwrap_or(usize::MAX));
    while from < longest(target) {
        let (below, more) = lift_short(system, &part(target, from, each));
        spend(steps(system.unknowns(), long, 4));
        if below != denominator {
            let common = Integer::from(denominator.unsigned_abs_ref().lcm(below.unsigned_abs_ref()));
            spend(steps(system.unknowns(), long, 4 * words(&common)));
            let (old, new) = ((&common).div_exact(&denominator), (&common).div_exact(&below));
            numerators.iter_mut().for_each(|numerator| *numerator *= &old);
            numerators.iter_mut().zip(more).for_each(|(numerator, more)| *numerator += (more * &new) << from);
            denominator = common;
        } else {
            numerators.iter_mut().zip(more).for_each(|(numerator, more)| *numerator += more << from);
        }
        from += each;
    }
    (denominator, numerators)
}

/// The bits of right-hand sides that are solved for at once in any case.
const SHORT: u64 = 1 << 10;

/// The length in bits of the longest.
fn longest(target: &[Integer]) -> u64 {
    target.iter().map(SignificantBits::significant_bits).max().unwrap_or(0)
}

/// So many bits of each, from one on, with its sign.
fn part(target: &[Integer], from: u64, bits: u64) -> Vec<Integer> {
    let part =
        |b: &Integer| Integer::from_sign_and_abs(*b >= 0u32, (b.unsigned_abs_ref() >> from).mod_power_of_2(bits));
    target.iter().map(part).collect()
}

fn lift_short<S: System>(system: &S, target: &[Integer]) -> (Integer, Vec<Integer>) {
    let part = Part::begin("p-adic lifting");
    let start = system.residual(target);
    let mut residual = system.residual(target);
    let mut lifting = Lifting::new(system, target);
    // b·y to the base of the prime.
    let mut with_target = Some(Integer::ZERO);
    let beyond_rows = usize::try_from(lifting.target_bits.saturating_sub(lifting.row_bits) / 64).unwrap_or(usize::MAX);
    // A candidate costs as much as many digits of a small system, and as few of a large one.
    let share = if system.unknowns() < SMALL { 3 } else { 8 };
    let mut digits = 2;
    loop {
        let of_residual = steps(system.unknowns(), beyond_rows, 24);
        spend((digits as u64).saturating_mul(system.steps_of_digits().saturating_add(of_residual)));
        let before = lifting.steps.len();
        lifting.steps.extend((0..digits).map(|_| system.next_digits(&mut residual)));
        let length = lifting.steps.len();
        // Euclid's algorithm, by all digits that are known.
        let known = if with_target.is_some() { 2 * length } else { length };
        spend(steps(known, known + 64, 2));
        with_target = with_target.and_then(|sum| {
            let more = paired(system, &start, &lifting.steps[before..])?;
            Some(sum + more * lifting.modulus(before))
        });
        let pairing = with_target.as_ref().and_then(|sum| {
            let more = paired(system, &residual, &lifting.steps)?;
            Some(sum + more * lifting.modulus(length))
        });
        if let Some((denominator, numerators)) = lifting.solution(pairing) {
            let (unknowns, bits) = (system.unknowns(), denominator.significant_bits());
            part.end(format_args!("{unknowns} unknowns, {length} digits, a denominator of {bits} bits"));
            return (denominator, numerators);
        }
        digits = 2.max(length / share);
    }
}

/// Σ_k of what the residual gives with the k-th digits, times the k-th power of the prime.
fn paired<S: System>(system: &S, residual: &S::Residual, digits: &[Vec<u32>]) -> Option<Integer> {
    let prime = Integer::from(system.prime());
    digits.iter().rev().try_fold(Integer::ZERO, |sum, step| Some(sum * &prime + system.paired(residual, step)?))
}

/// Residues modulo a prime below 2^28.
pub(super) fn residues(values: &[Integer], prime: &Integer) -> Vec<u32> {
    values.iter().map(|r| u32::try_from(&r.mod_op(prime)).unwrap_or(0)).collect()
}

/// The first digits of the solution of one system, to the base of the prime.
struct Lifting {
    prime: u32,
    unknowns: usize,
    row_bits: u64,
    /// The length in bits of the longest entry of b.
    target_bits: u64,
    /// A digit of each unknown for each step.
    steps: Vec<Vec<u32>>,
}

/// How many unknowns become numbers together, at most.
const TOGETHER: usize = 256;

/// How many bits the numerators may be longer than what was looked at, with the small factors of the denominator that
/// it lacks, before all digits are looked at; a quarter of them is for such a factor.
const SLACK: u64 = 128;

impl Lifting {
    fn new<S: System>(system: &S, target: &[Integer]) -> Self {
        let target_bits = longest(target);
        let (prime, unknowns, row_bits) = (system.prime(), system.unknowns(), system.row_bits());
        Self { prime, unknowns, row_bits, target_bits, steps: Vec::new() }
    }

    /// The solution, if the digits are enough to prove it; the pairing is b·x modulo p^2k, and none where A is not
    /// symmetric.
    fn solution(&self, pairing: Option<Integer>) -> Option<(Integer, Vec<Integer>)> {
        let whole = self.steps.len();
        let (denominator, longest) = pairing.map_or_else(|| self.of_three(), |pairing| self.of_pairing(pairing))?;
        let bits = longest + self.row_bits.max(self.target_bits) + SLACK;
        // A prime has 27 bits at least.
        let few = usize::try_from(bits / 27 + 1).unwrap_or(whole);
        let by_few = (few < whole).then(|| self.numerators(denominator.clone(), few, SLACK / 4));
        by_few.flatten().or_else(|| self.numerators(denominator, whole, room(&self.modulus(whole)) / 2))
    }

    /// The common denominator of three unknowns, and how many bits it and their numerators have at most.
    fn of_three(&self) -> Option<(Integer, u64)> {
        let whole = self.steps.len();
        let (modulus, powers) = (self.modulus(whole), powers_for(self.base(), whole.div_ceil(2)));
        let (mut denominator, mut longest) = (Integer::ONE, 0);
        for unknown in [0, self.unknowns / 2, self.unknowns.saturating_sub(1)] {
            let value = self.unknown(unknown, whole, &powers, &denominator, &modulus);
            let (numerator, factor) = fraction(value, &denominator, &modulus)?;
            denominator *= factor;
            longest = longest.max(numerator.significant_bits());
        }
        longest = longest.max(denominator.significant_bits());
        Some((denominator, longest))
    }

    /// The denominator of b·x, and how many bits it has, or the numerator over |b|.
    fn of_pairing(&self, pairing: Integer) -> Option<(Integer, u64)> {
        let modulus = self.modulus(2 * self.steps.len());
        let (numerator, denominator) = fraction(pairing.balanced_mod(&modulus), &Integer::ONE, &modulus)?;
        let longest = numerator.significant_bits().saturating_sub(self.target_bits).max(denominator.significant_bits());
        Some((denominator, longest))
    }

    /// The numerators by so many digits, over that denominator times what it takes, of at most so many bits each time.
    ///
    /// The values x of the unknowns modulo p^k satisfy Ax ≡ b, so that numerators n ≡ d·x satisfy An − db ≡ 0 modulo
    /// p^k. It is 0, and n/d the solution, where Σ_j |A_ij|·|n_j| + d·|b_i| < p^k for all i: without that there is no
    /// solution here, wherever the denominator came from.
    fn numerators(&self, mut denominator: Integer, count: usize, bits: u64) -> Option<(Integer, Vec<Integer>)> {
        let modulus = &self.modulus(count);
        let most = modulus.significant_bits().checked_sub(self.row_bits + 2)?;
        let powers = powers_for(self.base(), count.div_ceil(2));
        let mut numerators: Vec<Integer> = Vec::with_capacity(self.unknowns);
        while numerators.len() < self.unknowns {
            let start = numerators.len();
            let value = |unknown| self.unknown(unknown, count, &powers, &denominator, modulus);
            // The first few tell whether the others are worth while.
            let end = self.unknowns.min(start + (start + 4).min(TOGETHER));
            spend(steps(end - start, count, 12 * count.isqrt()));
            let block: Vec<Integer> = (start..end).into_par_iter().with_min_len(16).map(value).collect();
            let mut grown = Integer::ONE;
            for value in block {
                let value = (value * &grown).balanced_mod(modulus);
                if value.significant_bits() <= most {
                    numerators.push(value);
                    continue;
                }
                let left = room(modulus).checked_sub(bits)?;
                let (numerator, factor) = reconstruct(&value.mod_op(modulus), modulus, left, bits)?;
                numerators.iter_mut().for_each(|numerator| *numerator *= &factor);
                numerators.push(numerator);
                grown *= factor;
            }
            denominator *= grown;
        }
        // Both parts of the sum are at most a quarter of 2 to the length of p^k.
        let longest = numerators.iter().map(SignificantBits::significant_bits).max().unwrap_or(0);
        let target = (denominator.significant_bits() + self.target_bits).saturating_sub(self.row_bits);
        (longest.max(target) <= most).then_some((denominator, numerators))
    }

    /// An unknown times an integer, by its first digits, near 0.
    fn unknown(&self, k: usize, count: usize, powers: &[Natural], factor: &Integer, modulus: &Integer) -> Integer {
        let digit = |step: &Vec<u32>| step.get(k).copied().map_or(0, u64::from);
        let pair = |pair: &[Vec<u32>]| {
            let [low, high] = [0, 1].map(|i| pair.get(i).map_or(0, digit));
            low + u64::from(self.prime) * high
        };
        let digits: Vec<u64> = self.steps[..count].chunks(2).map(pair).collect();
        (Integer::from(from_digits(&digits, self.base(), powers)) * factor).balanced_mod(modulus)
    }

    /// The square of the prime: two digits at a time.
    fn base(&self) -> u64 {
        u64::from(self.prime) * u64::from(self.prime)
    }

    fn modulus(&self, count: usize) -> Integer {
        Integer::from(self.prime).pow(count as u64)
    }
}

/// How many bits numerator and denominator of a fraction may have together to be told by its residue: with a slack of
/// up to 40, so that a wrong one is a rare accident.
fn room(modulus: &Integer) -> u64 {
    let bits = modulus.significant_bits();
    bits - (bits / 4).min(40)
}

/// Whether that is the fraction.
fn is_short(value: &Integer, denominator: &Integer, modulus: &Integer) -> bool {
    value.significant_bits() + denominator.significant_bits() <= room(modulus)
}

/// The numerator, and the factor that the denominator lacks, of the short fraction whose residue times the denominator
/// is that value near 0, if there is one.
fn fraction(value: Integer, denominator: &Integer, modulus: &Integer) -> Option<(Integer, Integer)> {
    if is_short(&value, denominator, modulus) {
        return Some((value, Integer::ONE));
    }
    let room = room(modulus);
    reconstruct(&value.mod_op(modulus), modulus, room / 2, room / 2)
}

/// The short fractions n_i/d with n_i ≡ d·value_i modulo the modulus, as d and the n_i, if there are any; word
/// operations are paid for before they are done.
pub(super) fn short_fractions<E>(
    values: &[Integer],
    modulus: &Integer,
    mut pay: impl FnMut(u64) -> Result<(), E>,
) -> Result<Option<(Integer, Vec<Integer>)>, E> {
    let mut denominator = Integer::ONE;
    let mut numerators: Vec<Integer> = Vec::with_capacity(values.len());
    let long = words(modulus);
    for value in values {
        pay(products(1, long))?;
        let value = (value * &denominator).balanced_mod(modulus);
        if !is_short(&value, &denominator, modulus) {
            pay(steps(long, long, 1))?;
        }
        let Some((numerator, factor)) = fraction(value, &denominator, modulus) else { return Ok(None) };
        if factor != 1 {
            pay(steps(numerators.len(), long, words(&factor)))?;
            denominator *= &factor;
            numerators.iter_mut().for_each(|entry| *entry *= &factor);
        }
        numerators.push(numerator);
    }
    Ok(Some((denominator, numerators)))
}

/// The fraction n/d ≡ value modulo the modulus with n and d > 0 of at most so many bits, if there
/// is one: the first short remainder of Euclid's algorithm (Wang, Guy, Davenport 1982).
///
/// Cost: quadratic in the length of the modulus; some twenty quotients at a time come from leading words (Lehmer 1938).
fn reconstruct(value: &Integer, modulus: &Integer, numerator: u64, denominator: u64) -> Option<(Integer, Integer)> {
    let mut before = modulus.unsigned_abs_ref().clone();
    let mut now = value.unsigned_abs_ref().clone();
    let (mut cofactor_before, mut cofactor) = (Natural::ZERO, Natural::ONE);
    let mut negative = false;
    while now.significant_bits() > numerator {
        // Several steps take off fewer bits than a word has, so that none of them goes past the first short remainder.
        let several = if now.significant_bits() > numerator + 64 { leading(&before, &now) } else { None };
        if let Some([[a, b], [c, d]]) = several {
            let [a, b, c, e] = [a, b, c, d].map(|x| Natural::from(x.unsigned_abs()));
            (before, now) = (difference(&a * &before, &b * &now), difference(&c * &before, &e * &now));
            (cofactor_before, cofactor) =
                (&a * &cofactor_before + &b * &cofactor, &c * &cofactor_before + &e * &cofactor);
            negative ^= d < 0;
        } else {
            let (quotient, rest) = before.div_mod(&now);
            (before, now) = (now, rest);
            let next = cofactor_before + &quotient * &cofactor;
            (cofactor_before, cofactor) = (cofactor, next);
            negative = !negative;
        }
        if cofactor.significant_bits() > denominator {
            return None;
        }
    }
    Some((Integer::from_sign_and_abs(!negative, now), Integer::from(cofactor)))
}

fn difference(x: Natural, y: Natural) -> Natural {
    if x >= y { x - y } else { y - x }
}

/// The matrix of the steps of Euclid's algorithm on x > y that their leading 62 bits decide: the next pair is ax + by,
/// cx + dy. The quotient is that of the numbers where both ends of what they may be give it (Knuth, The Art of Computer
/// Programming 2, Algorithm 4.5.2 L). `None` where they decide no step.
fn leading(x: &Natural, y: &Natural) -> Option<[[i64; 2]; 2]> {
    let shift = x.significant_bits().saturating_sub(62);
    let (mut x, mut y) = (i64::try_from(&(x >> shift)).ok()?, i64::try_from(&(y >> shift)).ok()?);
    let [mut a, mut b, mut c, mut d] = [1, 0, 0, 1];
    while y + c != 0 && y + d != 0 {
        let quotient = (x + a) / (y + c);
        if quotient != (x + b) / (y + d) {
            break;
        }
        (a, c) = (c, a - quotient * c);
        (b, d) = (d, b - quotient * d);
        (x, y) = (y, x - quotient * y);
    }
    (b != 0).then_some([[a, b], [c, d]])
}

#[cfg(test)]
mod tests;
