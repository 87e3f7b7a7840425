//! Exact random instances that are the same in every run.

use super::definition::ratio;
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
                return weights.into_iter().map(|w| ratio(w, total)).collect();
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

    /// A channel of m outputs that is private on the graph and, at an edge, has a ratio of just α if its rows differ:
    /// (1-t)·b + t·x_i for a row b, random or certain x_i, and the largest t for which it is private.
    ///
    /// α·((1-t)b_o + t·x_io) ≤ (1-t)b_o + t·x_ho iff t·(c + (1-α)b_o) ≤ (1-α)b_o, where c = αx_io - x_ho.
    pub(super) fn private(&mut self, edges: &[[usize; 2]], n: usize, m: usize, alpha: &Rational) -> Vec<Vec<Rational>> {
        let (rows, base) =
            (if self.between(0, 1) == 0 { self.rows(n, m) } else { self.certain(n, m) }, self.distribution(m, true));
        let both = edges.iter().flat_map(|&[i, h]| [(i, h), (h, i)]);
        let limit = |(i, h): (usize, usize), o: usize| {
            let (slack, c): (Rational, Rational) =
                ((Rational::ONE - alpha) * &base[o], alpha * &rows[i][o] - &rows[h][o]);
            (c > 0u32).then(|| &slack / (c + &slack))
        };
        let t = both.flat_map(|edge| (0..m).filter_map(move |o| limit(edge, o))).min().unwrap_or(Rational::ONE);
        let mix = |x: &Rational, y: &Rational| (Rational::ONE - &t) * y + &t * x;
        rows.iter().map(|row| row.iter().zip(&base).map(|(x, y)| mix(x, y)).collect()).collect()
    }

    /// Rows that each have one output for certain.
    fn certain(&mut self, n: usize, m: usize) -> Vec<Vec<Rational>> {
        let mut row = || {
            let only = self.between(0, m - 1);
            (0..m).map(|o| Rational::from(u32::from(o == only))).collect()
        };
        (0..n).map(|_| row()).collect()
    }

    /// A channel, private or not.
    pub(super) fn rows(&mut self, n: usize, m: usize) -> Vec<Vec<Rational>> {
        (0..n).map(|_| self.distribution(m, false)).collect()
    }
}
