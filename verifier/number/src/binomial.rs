//! P(X ≤ a) against a level, for X of the binomial distribution Bin(n, p).
//!
//! Where (denominator of p)^n is short, both are integers over it, and compared as such. Else, with 0 < p < 1,
//! a < n and m = ⌊(n+1)·p⌋, let L and U be the sums of P(X = k)/P(X = m) over k ≤ a and over k > a. Then
//! P(X ≤ a) = L/(L+U), and against u/v it is as L·(v−u) against U·u: no factorial is needed, no root and no
//! power.
//!
//! Both sums are enclosed term by term from m, by the theorem in `walk`: downwards as they stand, as
//! m ≤ (n+1)·p; and upwards as those of n−X, which is of Bin(n, 1−p), downwards from n−m, as m + 1 > (n+1)·p,
//! and so n−m ≤ (n+1)·(1−p). X > a where n−X ≤ n−a−1. The ends are integers over 2^P and are compared exactly.
//! What is not walked to counts as 0 at the low ends, and at the high ones of every sum that it may belong to.
//!
//! Terms fall below 2^-d within about σ·√(1.4·d) of m, σ² = n·p·(1−p). With J terms and c as in `walk`, the
//! ends of L and U are some 4·c·J² units apart at most, and the sums are at least 1 together: a level λ ≤ 1/2
//! is told from a probability that differs by ε·λ if 2^P is a few times c·J²/(ε·λ). So P has the bits of 1/λ
//! beside 128, 256 and so on; first of all it is 63, which words can do.

mod walk;

use self::walk::{Walk, Whole};
use crate::meter::{charge, of_product, steps, words};
use crate::{Limit, Obstacle, Rational, bits};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};
use std::cmp::Ordering;

/// The most bits of (denominator of p)^n for which the sum is written out.
const EXACT: u64 = 1 << 12;

/// The places of words; of long numbers, first and at most, beside those of the level.
const WORDS: u64 = 63;
const LONG: [u64; 2] = [1 << 7, 1 << 12];

/// The powers of an exact sum, in its terms.
const ON_TERMS: u64 = 64;

/// What a look at the sums takes beside the words of numbers.
const ON_LOOK: u64 = 1 << 10;

/// P(X ≤ a) against `level`, X of Bin(n, p): a number of runs, a count among them, and two probabilities as
/// fractions. `None` where that does not show: never for a short p^n, else if they are closer to each other
/// than some 2^-4000·min(level, 1−level), or the same.
///
/// Cost: about σ·√(3·P) terms of P places, σ² = n·p·(1−p), up to the P at which it shows.
pub fn lower_tail(n: u64, a: u64, p: &Rational, level: &Rational) -> Result<Option<Ordering>, Obstacle> {
    charge(steps(8, words(bits(p)).saturating_add(words(bits(level))), 1).saturating_add(ON_LOOK))?;
    if p.is_negative() || p.numer() > p.denom() {
        return Err(Obstacle::Unfit("a probability is not between 0 and 1"));
    }
    if a >= n || p.is_zero() {
        return Ok(Some(level.denom().cmp(level.numer())));
    }
    if p.is_one() {
        return Ok(Some(BigInt::ZERO.cmp(level.numer())));
    }
    // Now it is above 0 and below 1.
    if !level.is_positive() || level.numer() >= level.denom() {
        return Ok(Some(if level.is_positive() { Ordering::Less } else { Ordering::Greater }));
    }
    let (p, level) = (Split::of(p), Split::of(level));
    if n.saturating_mul(p.whole.bits()) <= EXACT {
        return Ok(Some(exact([n, a], &p, &level)?));
    }
    let (mut shown, mut places) = (enclosed::<u128>([n, a], &p, &level, WORDS)?, LONG[0]);
    let small = level.whole.bits().saturating_sub(level.part.bits().min(level.other.bits()));
    while shown.is_none() && places <= LONG[1] {
        shown = enclosed::<BigUint>([n, a], &p, &level, places.saturating_add(small))?;
        places = places.saturating_mul(2);
    }
    Ok(shown)
}

/// A fraction between 0 and 1, and what is left of 1, over the same denominator.
struct Split {
    part: BigUint,
    other: BigUint,
    whole: BigUint,
}

impl Split {
    /// Of u/v with 0 < u < v.
    fn of(x: &Rational) -> Self {
        let (part, whole) = (x.numer().magnitude(), x.denom().magnitude());
        Self { part: part.clone(), other: whole - part, whole: whole.clone() }
    }
}

/// By the sum of all C(n, k)·u^k·(v−u)^(n−k), k ≤ a, against level·v^n for p = u/v. Each term is the one before
/// it times (n−k)·u/((k+1)·(v−u)), and an integer; all are at most v^n.
fn exact([n, a]: [u64; 2], p: &Split, level: &Split) -> Result<Ordering, Limit> {
    let [power, factor, bound] = [n.saturating_mul(p.whole.bits()), p.whole.bits(), level.whole.bits()].map(words);
    charge(steps(a.saturating_add(ON_TERMS), power, steps(8, factor, 1)))?;
    charge(of_product(power, bound).saturating_mul(2))?;
    let n = u32::try_from(n).map_err(|_| Limit::Bits)?;
    let mut term = p.other.pow(n);
    let mut sum = term.clone();
    for (k, left) in (1..=a).zip((1..=n).rev()) {
        term = term * left * &p.part / &p.other / k;
        sum += &term;
    }
    Ok((sum * &level.whole).cmp(&(&level.part * p.whole.pow(n))))
}

/// By sums of terms of so many places, of more and more of them until it shows, or no more terms of one unit
/// are left.
fn enclosed<T: Whole>([n, a]: [u64; 2], p: &Split, level: &Split, places: u64) -> Result<Option<Ordering>, Limit> {
    charge(steps(8, words(p.whole.bits()), 1))?;
    // n + 1 is a word, as a < n.
    let mode = (&p.part * n.saturating_add(1) / &p.whole).to_u64().ok_or(Limit::Bits)?;
    let [others, above] = [mode, a.saturating_add(1)].map(|k| n.saturating_sub(k));
    let mut down = Walk::<T>::new([n, mode, a], [&p.other, &p.part], places)?;
    let mut up = Walk::<T>::new([n, others, above], [&p.part, &p.other], places)?;
    down.count();
    let mut depth = 1;
    loop {
        down.reach(depth)?;
        up.reach(depth)?;
        let cost = of_product(words(places).saturating_add(4), words(level.whole.bits()));
        charge(steps(4, cost, 1).saturating_add(ON_LOOK))?;
        let order = shown(&down, &up, level);
        if order.is_some() || depth >= places {
            return Ok(order);
        }
        depth = depth.saturating_add(depth / 4).saturating_add(1).min(places);
    }
}

/// L·(v−u) against U·u for the level u/v, unless the ends overlap.
fn shown<T: Whole>(down: &Walk<T>, up: &Walk<T>, level: &Split) -> Option<Ordering> {
    let ([inner, outer], [nearer, farther]) = (down.ends(), up.ends());
    let sum = |[low, high]: [BigUint; 2], [least, most]: [BigUint; 2]| [low + least, high + most];
    let ([low, high], [least, most]) = (sum(outer, nearer), sum(inner, farther));
    if low * &level.other > most * &level.part {
        Some(Ordering::Greater)
    } else if high * &level.other < least * &level.part {
        Some(Ordering::Less)
    } else {
        None
    }
}

#[cfg(test)]
mod tests;
