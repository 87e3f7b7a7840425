//! The prior of most information, by a primal-dual interior-point method.
//!
//! To be found are weights π > 0, a bound c and slacks s > 0 with D_i + s_i = c and π_i·s_i = μ for D_i = D(x_i ‖ πX),
//! as μ falls to 0: Σ_i π_i·s_i is then how far the bounds are apart. A step solves (G + diag(s/π))·dπ + dc·1 = D − c +
//! μ/π and Σ dπ = 0, where G_ij = Σ_o (x_io − q_o)·(x_jo − q_o)/q_o. D is found with many digits and steps with those
//! of floats, so that their errors are made good by the next one. Priors need not be unique, nor rows independent: in a
//! direction in which nothing changes the step is what the slacks alone make it.
#![allow(clippy::float_arithmetic, reason = "steps are proposed in floats: the kernel checks what comes of them")]

use super::fixed::{Logarithms, fixed, float, power_of_two};
use crate::effort::spend;
use malachite::Integer;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use std::collections::BTreeMap;

/// The bounds are to be as close as a 2^-CLOSE part of them.
const CLOSE: u64 = 64;

/// The most steps.
const ROUNDS: usize = 300;

/// A weight that is found is some from 2^-OF_SOME on.
const OF_SOME: u64 = 40;

/// How far a step goes to where a weight or a slack would be 0.
const TO_EDGE: f64 = 0.995;

/// What a pivot must have left of its column's own entry.
const LEAST_PIVOT: f64 = 1e-14;

/// X over 2^places, without outputs that no row has.
pub(super) struct Table {
    rows: Vec<Vec<Integer>>,
    /// Σ_o x_io ln x_io.
    own: Vec<Integer>,
    logarithms: Logarithms,
    places: u64,
}

/// Whether high ≤ (1 + 2^-CLOSE)·low.
pub(super) fn is_close(low: &Integer, high: &Integer) -> bool {
    (high - low) << CLOSE <= *low
}

/// Weights over 2^places rounded to fewer; the largest has what is left.
pub(super) fn rounded(weights: &[Integer], places: u64, fewer: u64) -> Vec<Integer> {
    let spare = places - fewer;
    let half = if spare == 0 { Integer::ZERO } else { Integer::ONE << (spare - 1) };
    let mut all: Vec<Integer> = weights.iter().map(|x| ((x + &half) >> spare) << spare).collect();
    let left = (Integer::ONE << places) - all.iter().sum::<Integer>();
    if let Some(most) = all.iter_mut().max() {
        *most += left;
    }
    all
}

/// The prior that has as much weight on each row that has some, equal rows taken together: where the capacity is a
/// rational it is often that of such a prior.
pub(super) fn even(weights: &[Integer], table: &Table) -> Vec<Integer> {
    let least = Integer::ONE << table.places.saturating_sub(OF_SOME);
    let mut of_rows: BTreeMap<&[Integer], (usize, Integer)> = BTreeMap::new();
    for (i, (row, weight)) in table.rows.iter().zip(weights).enumerate() {
        of_rows.entry(row).or_insert((i, Integer::ZERO)).1 += weight;
    }
    let mut even = vec![Integer::ZERO; weights.len()];
    of_rows.into_values().filter(|(_, weight)| *weight >= least).for_each(|(i, _)| even[i] = Integer::ONE);
    even
}

/// The same over a smaller denominator.
pub(super) fn shorter(weights: Vec<Integer>, spare: u64) -> Vec<Integer> {
    weights.into_iter().map(|x| x >> spare).collect()
}

/// What is known at weights.
struct Seen {
    q: Vec<Integer>,
    divergences: Vec<Integer>,
    /// I(π; X), and the largest divergence.
    least: Integer,
    most: Integer,
}

/// A system (G + diag(s/π))·x + y·1 = r, Σx = 0, factored.
struct System {
    /// Of each row 1/√ of its own entry, by which rows and columns are multiplied.
    scales: Vec<f64>,
    lower: Vec<Vec<f64>>,
}

impl Table {
    pub(super) fn new(rows: Vec<Vec<Integer>>, places: u64) -> Self {
        let outputs = rows.first().map_or(0, Vec::len);
        let is_there = |o: &usize| rows.iter().any(|row| row[*o] > 0u32);
        let kept: Vec<usize> = (0..outputs).filter(is_there).collect();
        let rows: Vec<Vec<Integer>> = rows.iter().map(|row| kept.iter().map(|o| row[*o].clone()).collect()).collect();
        spend((rows.len() * kept.len()) as u64 * places * (places / 64 + 1) / 2);
        let logarithms = Logarithms::new(places);
        let own =
            rows.iter().map(|row| row.iter().filter(|x| **x > 0u32).map(|x| (x * logarithms.ln(x)) >> places).sum());
        let own = own.collect();
        Self { rows, own, logarithms, places }
    }

    pub(super) fn nodes(&self) -> usize {
        self.rows.len()
    }

    fn outputs(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    pub(super) fn uniform(&self) -> Vec<Integer> {
        let each = (Integer::ONE << self.places) / Integer::from(self.nodes());
        rounded(&vec![each; self.nodes()], self.places, self.places)
    }

    /// I(π; X) and the largest divergence; `None` where an output that some row has does not show to be possible.
    pub(super) fn bounds(&self, weights: &[Integer]) -> Option<[Integer; 2]> {
        self.seen(weights).map(|seen| [seen.least, seen.most])
    }

    fn seen(&self, weights: &[Integer]) -> Option<Seen> {
        let (n, m) = (self.nodes() as u64, self.outputs() as u64);
        let words = self.places / 64 + 1;
        spend(2 * n * m * words * words + m * self.places * words / 2);
        let mut q = vec![Integer::ZERO; self.outputs()];
        for (weight, row) in weights.iter().zip(&self.rows).filter(|(weight, _)| **weight > 0u32) {
            q.iter_mut().zip(row).for_each(|(q, x)| *q += weight * x);
        }
        q.iter_mut().for_each(|q| *q >>= self.places);
        if q.iter().any(|q| *q <= 0u32) {
            return None;
        }
        let logarithms: Vec<Integer> = q.iter().map(|q| self.logarithms.ln(q)).collect();
        let divergences: Vec<Integer> = self
            .rows
            .iter()
            .zip(&self.own)
            .map(|(row, own)| {
                let cross: Integer = row.iter().zip(&logarithms).map(|(x, ln)| x * ln).sum();
                own - (cross >> self.places)
            })
            .collect();
        let least: Integer = weights.iter().zip(&divergences).map(|(weight, d)| weight * d).sum();
        let most = divergences.iter().max()?.clone();
        Some(Seen { q, divergences, least: least >> self.places, most })
    }

    /// Weights over 2^places at which the bounds are close; `None` where none are found.
    pub(super) fn best(&self) -> Option<Vec<Integer>> {
        let mut weights = self.uniform();
        let mut seen = self.seen(&weights)?;
        let (unit, n) = (seen.most.significant_bits() as i64, self.nodes());
        let mut c = &seen.most + ((&seen.most - &seen.least) >> 2u64);
        let mut s: Vec<f64> = seen.divergences.iter().map(|d| float(&(&c - d), unit)).collect();
        for _ in 0..ROUNDS {
            // Twice as many digits past those that are asked for would be no use.
            if (&seen.most - &seen.least) << (CLOSE + 6) <= seen.least {
                return Some(weights);
            }
            let p: Vec<f64> = weights.iter().map(|x| float(x, self.places as i64)).collect();
            let system = self.system(&seen.q, (&p, &s), unit);
            let above: Vec<f64> = seen.divergences.iter().map(|d| float(&(d - &c), unit)).collect();
            let step = |mu: f64| {
                let r: Vec<f64> = above.iter().zip(&p).map(|(above, p)| above + mu / p).collect();
                let (dp, dc) = system.solved(&r);
                let ds: Vec<f64> = (0..n).map(|i| mu / p[i] - s[i] - s[i] / p[i] * dp[i]).collect();
                (dp, ds, dc)
            };
            let mu = dot(&p, &s) / n as f64;
            // Mehrotra, On the implementation of a primal-dual interior point method, 1992.
            let (dp, ds, _) = step(0.0);
            let far = edge(&p, &dp).min(edge(&s, &ds));
            let after: f64 = (0..n).map(|i| (p[i] + far * dp[i]) * (s[i] + far * ds[i])).sum::<f64>() / n as f64;
            let (dp, ds, dc) = step(mu * (after / mu).clamp(0.0, 1.0).powi(3).max(1e-6));
            let far = (TO_EDGE * edge(&p, &dp).min(edge(&s, &ds))).min(1.0);
            if !(far > 0.0 && dc.is_finite() && dp.iter().chain(&ds).all(|x| x.is_finite())) {
                return None;
            }
            for (x, dp) in weights.iter_mut().zip(&dp) {
                *x = (&*x + fixed(far * dp, self.places)).max(Integer::ONE);
            }
            let sum: Integer = weights.iter().sum();
            weights.iter_mut().for_each(|x| *x = ((&*x << self.places) / &sum).max(Integer::ONE));
            weights = rounded(&weights, self.places, self.places);
            s.iter_mut().zip(&ds).for_each(|(s, ds)| *s += far * ds);
            c += fixed(far * dc, u64::try_from(unit).unwrap_or(0));
            seen = self.seen(&weights)?;
        }
        None
    }

    fn system(&self, q: &[Integer], (p, s): (&[f64], &[f64]), unit: i64) -> System {
        let (n, m, places) = (self.nodes(), self.outputs(), self.places as i64);
        spend(((n * n) as u64).saturating_mul((n + m) as u64));
        let scale = power_of_two(places - unit).sqrt();
        let over: Vec<f64> = q.iter().map(|q| scale / float(q, places).sqrt()).collect();
        let apart = |row: &Vec<Integer>| {
            row.iter().zip(q).zip(&over).map(|((x, q), over)| float(&(x - q), places) * over).collect::<Vec<f64>>()
        };
        let apart: Vec<Vec<f64>> = self.rows.iter().map(apart).collect();
        let mut all: Vec<Vec<f64>> = (0..n).map(|i| (0..=i).map(|j| dot(&apart[i], &apart[j])).collect()).collect();
        // Σ dπ = 0: what is added to all entries alike changes y alone.
        let alike: f64 = (0..n).map(|i| p[i] * all[i][i]).sum();
        for (i, row) in all.iter_mut().enumerate() {
            row.iter_mut().for_each(|x| *x += alike);
            row[i] += s[i] / p[i];
        }
        System::new(all)
    }
}

impl System {
    /// Of the lower half of a matrix. A column of which nothing is left is one in which no step is made.
    fn new(mut lower: Vec<Vec<f64>>) -> Self {
        let n = lower.len();
        let scales: Vec<f64> = (0..n).map(|i| lower[i][i].sqrt().recip()).collect();
        for i in 0..n {
            for j in 0..=i {
                let left = lower[i][j] * scales[i] * scales[j] - dot(&lower[i][..j], &lower[j][..j]);
                lower[i][j] = match (i == j, left > LEAST_PIVOT) {
                    (false, _) => left / lower[j][j],
                    (true, true) => left.sqrt(),
                    (true, false) => f64::MAX.sqrt(),
                };
            }
        }
        Self { scales, lower }
    }

    fn of(&self, r: &[f64]) -> Vec<f64> {
        let n = r.len();
        let mut x: Vec<f64> = r.iter().zip(&self.scales).map(|(r, scale)| r * scale).collect();
        for i in 0..n {
            x[i] = (x[i] - dot(&self.lower[i][..i], &x[..i])) / self.lower[i][i];
        }
        for i in (0..n).rev() {
            x[i] /= self.lower[i][i];
            for j in 0..i {
                x[j] -= self.lower[i][j] * x[i];
            }
        }
        x.iter().zip(&self.scales).map(|(x, scale)| x * scale).collect()
    }

    /// x and y.
    fn solved(&self, r: &[f64]) -> (Vec<f64>, f64) {
        let (of_r, of_ones) = (self.of(r), self.of(&vec![1.0; r.len()]));
        let y = of_r.iter().sum::<f64>() / of_ones.iter().sum::<f64>();
        (of_r.iter().zip(&of_ones).map(|(x, one)| x - y * one).collect(), y)
    }
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

/// How much of a step leaves all x > 0.
fn edge(x: &[f64], dx: &[f64]) -> f64 {
    x.iter().zip(dx).filter(|(_, dx)| **dx < 0.0).map(|(x, dx)| -x / dx).fold(1.0, f64::min)
}
