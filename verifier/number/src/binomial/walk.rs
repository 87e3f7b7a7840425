//! A binomial distribution from a mode downwards, without its factorials: each term over that of the mode.
//!
//! For Bin(n, p) with 0 < p < 1 let t_k be the probability of k over that of m, m ≤ (n+1)·p. Then t_m = 1 and
//! t_(k−1) = t_k·r_k with r_k = k·q/(n−k+1), q = (1−p)/p. For k ≤ (n+1)·p this is at most 1, and the less the
//! smaller k is: from m down all terms are at most 1, and fall. In units of 2^-P, rounded down, they are
//!
//!   x_m = 2^P,   x_(k−1) = ⌊x_k·w_k/2^P⌋,   w_k = ⌊k·Q/(n−k+1)⌋,   Q = ⌊2^P·q⌋.
//!
//! with 0 ≤ 2^P·r_k − w_k < 1 + k/(n−k+1) < c − 1 for c = 3 + ⌊m/(n−m+1)⌋. If 0 ≤ 2^P·t_k − x_k ≤ e, then, as
//! r_k ≤ 1 and x_k ≤ 2^P, x_(k−1) lies below 2^P·t_(k−1) by at most e·r_k + (c − 1) + 1 ≤ e + c. So after j
//! steps a term is short of its value by at most c·j units, and any of the terms of J steps are by at most c·J²
//! units together. All terms below k add up to at most t_k·r/(1−r) where r_k ≤ r < 1, as the r_k fall; and to
//! at most k·t_k, as the terms fall.

use crate::Limit;
use crate::meter::{charge, of_product, steps, words};
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};

/// The steps that a term takes beside those of its words, of a word or two and of long numbers.
const ON_WORDS: u64 = 16;
const ON_LONG: u64 = 128;

/// Whole numbers from 0 up.
pub(super) trait Whole: PartialOrd + Clone + Into<BigUint> {
    /// This number, if it fits.
    fn of(n: &BigUint) -> Option<Self>;

    /// ⌊self·⌊k·ratio/d⌋/2^places⌋, d > 0.
    fn next(&self, ratio: &Self, k: u64, d: u64, places: u64) -> Self;

    /// self += other.
    fn take(&mut self, other: &Self);

    /// The steps of `next`.
    fn cost(places: u64) -> u64;
}

/// For 63 places at most: k·ratio ≤ 2^63·(n−k+1) and self·w ≤ 2^126 by the above, and so many terms as fit a
/// word have a sum of less than 2^128.
impl Whole for u128 {
    fn of(n: &BigUint) -> Option<Self> {
        n.to_u128()
    }

    fn next(&self, ratio: &Self, k: u64, d: u64, places: u64) -> Self {
        let w = ratio.saturating_mul(k.into()).checked_div(d.into()).unwrap_or(0);
        self.saturating_mul(w).unbounded_shr(u32::try_from(places).unwrap_or(u32::MAX))
    }

    fn take(&mut self, other: &Self) {
        *self = self.saturating_add(*other);
    }

    fn cost(_: u64) -> u64 {
        ON_WORDS
    }
}

impl Whole for BigUint {
    fn of(n: &BigUint) -> Option<Self> {
        Some(n.clone())
    }

    fn next(&self, ratio: &Self, k: u64, d: u64, places: u64) -> Self {
        (ratio * k / d * self) >> places
    }

    fn take(&mut self, other: &Self) {
        *self += other;
    }

    fn cost(places: u64) -> u64 {
        let long = words(places).saturating_add(1);
        of_product(long, long).saturating_add(steps(16, long, 1)).saturating_add(ON_LONG)
    }
}

/// The terms from a mode down to some k, and the sums of those above `split` and of the others.
pub(super) struct Walk<T> {
    n: u64,
    split: u64,
    places: u64,
    /// Q and c.
    ratio: T,
    loss: u64,
    /// k, x_k, and how far k is from the mode.
    k: u64,
    term: T,
    steps: u64,
    inner: T,
    outer: T,
}

impl<T: Whole> Walk<T> {
    /// At m ≤ (n+1)·p, with no term in a sum; q is given by its numerator and denominator.
    pub(super) fn new([n, m, split]: [u64; 3], q: [&BigUint; 2], places: u64) -> Result<Self, Limit> {
        let [long, by] = [q[0].bits().saturating_add(places), q[1].bits()].map(words);
        charge(steps(2, long, 4))?;
        // From 0 there is no way down, and q may be long; else q ≤ n.
        let ratio = if m == 0 {
            BigUint::ZERO
        } else {
            charge(steps(4, by, long.saturating_sub(by).saturating_add(2)))?;
            (q[0] << places) / q[1]
        };
        let fits = |n: BigUint| T::of(&n).ok_or(Limit::Bits);
        let loss = m.checked_div(n.saturating_sub(m).saturating_add(1)).unwrap_or(0).saturating_add(3);
        let [ratio, term, none] = [fits(ratio)?, fits(BigUint::one() << places)?, fits(BigUint::ZERO)?];
        Ok(Self { n, split, places, ratio, loss, k: m, term, steps: 0, inner: none.clone(), outer: none })
    }

    /// Takes the term at k into its sum.
    pub(super) fn count(&mut self) {
        let sum = if self.k > self.split { &mut self.inner } else { &mut self.outer };
        sum.take(&self.term);
    }

    /// Walks on until the terms are at most 2^-depth, or there are none.
    pub(super) fn reach(&mut self, depth: u64) -> Result<(), Limit> {
        let least = T::of(&(BigUint::one() << self.places.saturating_sub(depth))).ok_or(Limit::Bits)?;
        while self.k > 0 && self.term > least {
            charge(T::cost(self.places))?;
            self.term = self.term.next(&self.ratio, self.k, self.below(), self.places);
            self.k = self.k.saturating_sub(1);
            self.steps = self.steps.saturating_add(1);
            self.count();
        }
        Ok(())
    }

    /// n−k+1.
    fn below(&self) -> u64 {
        self.n.saturating_sub(self.k).saturating_add(1)
    }

    /// What the terms below k add up to at most.
    fn rest(&self) -> BigUint {
        let term: BigUint = self.term.clone().into();
        let [ratio, one]: [BigUint; 2] = [self.ratio.clone().into(), BigUint::one() << self.places];
        let r = ratio * self.k / self.below() + self.loss;
        let times = if r < one { &r / (&one - &r) + 1u8 } else { self.k.into() };
        (term + BigUint::from(self.loss) * self.steps) * times.min(self.k.into())
    }

    /// What all terms above `split` add up to, at least and at most, and all others.
    pub(super) fn ends(&self) -> [[BigUint; 2]; 2] {
        let (rest, short) = (self.rest(), BigUint::from(self.loss) * self.steps * self.steps);
        let ends = |sum: &T, rest: &BigUint| {
            let low: BigUint = sum.clone().into();
            let high = &low + &short + rest;
            [low, high]
        };
        let is_inside = self.k > self.split;
        [ends(&self.inner, if is_inside { &rest } else { &BigUint::ZERO }), ends(&self.outer, &rest)]
    }
}

#[cfg(test)]
mod tests;
