//! Exact random instances that are the same in every run.

use super::definition::{fraction, is_private};
use super::file::ratio;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// SplitMix64 (Steele, Lea, Flood 2014).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A whole number from `low` to `high`.
    pub(super) fn between(&mut self, low: usize, high: usize) -> usize {
        let span = (high - low + 1) as u64;
        low + usize::try_from(self.next() % span).unwrap_or(0)
    }

    /// One of several.
    pub(super) fn one_of<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.between(0, items.len() - 1)].clone()
    }

    /// An α < 1.
    pub(super) fn alpha(&mut self) -> Rational {
        let (p, q) = self.one_of(&[(1, 2), (1, 3), (2, 5), (3, 5), (3, 4)]);
        ratio(p, q)
    }

    /// n weights that sum to 1; none is 0 where `full`.
    pub(super) fn distribution(&mut self, n: usize, full: bool) -> Vec<Rational> {
        loop {
            let weights: Vec<usize> = (0..n).map(|_| self.between(usize::from(full), 6)).collect();
            let total: usize = weights.iter().sum();
            if total > 0 {
                return weights.into_iter().map(|w| fraction(w, total)).collect();
            }
        }
    }

    /// A connected graph: a random tree and each other edge with probability 1/3.
    pub(super) fn connected(&mut self, n: usize) -> Vec<[usize; 2]> {
        let mut edges: Vec<[usize; 2]> = (1..n).map(|i| [self.between(0, i - 1), i]).collect();
        for j in 1..n {
            for i in 0..j {
                if self.between(0, 2) == 0 && !edges.contains(&[i, j]) {
                    edges.push([i, j]);
                }
            }
        }
        edges.sort_unstable();
        edges
    }

    /// A channel of m outputs that is private on the graph: (1-t)·(its columns' common part) + t·(random rows), with the
    /// largest t of a few for which it is.
    pub(super) fn private(&mut self, edges: &[[usize; 2]], n: usize, m: usize, alpha: &Rational) -> Vec<Vec<Rational>> {
        let (rows, base) = (self.rows(n, m), self.distribution(m, true));
        let mixed = |t: &Rational| -> Vec<Vec<Rational>> {
            let mix = |x: &Rational, y: &Rational| (Rational::ONE - t) * y + t * x;
            rows.iter().map(|row| row.iter().zip(&base).map(|(x, y)| mix(x, y)).collect()).collect()
        };
        let candidates =
            [(1, 1), (3, 4), (1, 2), (1, 3), (1, 4), (1, 8), (1, 16), (1, 64)].map(|(p, q)| mixed(&ratio(p, q)));
        let private = candidates.into_iter().find(|rows| is_private(rows, edges, alpha));
        private.unwrap_or_else(|| vec![base; n])
    }

    /// A channel, private or not.
    pub(super) fn rows(&mut self, n: usize, m: usize) -> Vec<Vec<Rational>> {
        (0..n).map(|_| self.distribution(m, false)).collect()
    }
}
