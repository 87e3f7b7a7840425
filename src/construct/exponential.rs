//! The discrete exponential mechanism, for the Hamming distance and for a table of utilities.

use super::closed_entry::{Base, ClosedEntry};
use crate::exact;
use dp_verify::alpha::Fractions;
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::{Gain, Mechanism};
use malachite::base::num::arithmetic::traits::Lcm;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use malachite::{Integer, Natural};
use std::collections::HashMap;

/// The entries of the exponential mechanism on u individuals of v values by Hamming distance: rows proportional to
/// α^d, which sum to (1+(v-1)α)^u.
///
/// Shape: u+1 entries, for 0 < α ≤ 1. It is the tight-constraints mechanism of the graph, and α is the largest number
/// for which it is private (where v ≥ 2).
///
/// Source: McSherry, Talwar, *Mechanism design via differential privacy* (2007), with the weights that the distance
/// itself allows, without their factor of 2.
pub(super) fn hamming(values: usize, individuals: u32) -> Vec<ClosedEntry> {
    let sum = [Rational::ONE, Rational::from(values.saturating_sub(1))];
    (0..=individuals).map(|d| ClosedEntry::power(d).times(&sum, -i64::from(individuals))).collect()
}

/// The exponential mechanism of a table of utilities: row i is proportional to s^e(i, w).
#[derive(Debug)]
pub(super) struct Weights {
    /// q: s = α^(1/q).
    pub(super) root: u32,
    /// e(i, w) = q·(max_w' u(i, w') - u(i, w)) / 2Δ, a row for each node.
    pub(super) exponents: Vec<Vec<u32>>,
}

/// The weights e^(ε·u(i, w)/2Δ) of the utilities u(i, w) = g(w, i), the file's gain (a loss is its negative), where
/// Δ is the most that the gain of a guess differs between neighbours: for each row, as powers of one root of α.
///
/// A row's weights may all be multiplied by the same number: by α^(max_w u(i, w) / 2Δ), so that all exponents are ≥ 0
/// and the least is 0. Normalised rows are private: neither a weight nor the sum changes by more than α^(-1/2) between
/// neighbours.
///
/// Cost: a subtraction for each edge and guess.
///
/// # Errors
/// In a sentence: gains that are irrational or don't differ between any neighbours, exponents over the limit, or more
/// work than the limit of steps.
///
/// Source: McSherry, Talwar, *Mechanism design via differential privacy* (2007).
pub(super) fn weights(file: &Mechanism, limits: &Limits) -> Result<Weights, String> {
    let graph = &file.query.graph;
    let (n, guesses) = (graph.nodes(), file.gain.guesses(graph));
    let steps = Budget::new(limits.steps);
    let over_limit = || format!("the gains of all neighbours take over {} steps (--limit steps=N)", limits.steps);
    let row = |w: usize| -> Result<Vec<Rational>, String> {
        steps.take(64 * n as u64).ok_or_else(over_limit)?;
        if let Gain::Binary = file.gain {
            return Ok((0..n).map(|i| Rational::from(u8::from(i == w))).collect());
        }
        let gains = file.gain.row(w, graph).filter(Fractions::is_rational).ok_or(
            "a gain is irrational, and the weights of the exponential mechanism would be no powers of one root of α",
        )?;
        let below = exact::whole(&gains.denominator);
        Ok(gains.numerators.iter().map(|x| Rational::from_integers(exact::whole(x), below.clone())).collect())
    };
    let gains = (0..guesses).map(row).collect::<Result<Vec<_>, _>>()?;
    let mut sensitivity = Rational::ZERO;
    for i in 0..n {
        for h in graph.neighbours(i).into_iter().filter(|&h| h > i) {
            steps.take(64 * guesses as u64).ok_or_else(over_limit)?;
            for gain in &gains {
                let apart = &gain[i] - &gain[h];
                let apart = if apart < 0u32 { -apart } else { apart };
                sensitivity = sensitivity.max(apart);
            }
        }
    }
    if sensitivity == 0u32 {
        return Err("no gain differs between neighbours, so its sensitivity Δ is 0 and the exponential mechanism \
                    is not defined"
            .to_owned());
    }
    let unit = Rational::ONE / (sensitivity * Rational::from(2));
    let row = |i: usize| -> Vec<Rational> {
        let most = gains.iter().map(|gain| &gain[i]).max().cloned().unwrap_or_default();
        gains.iter().map(|gain| (&most - &gain[i]) * &unit).collect()
    };
    let rows: Vec<Vec<Rational>> = (0..n).map(row).collect();
    let high = || {
        format!(
            "the weights are powers of a root of α of an order, or with exponents, over {} (--limit exponent=N)",
            limits.exponent
        )
    };
    let within = |x: &Natural| u32::try_from(x).ok().filter(|&x| x as usize <= limits.exponent).ok_or_else(high);
    let mut root = Natural::ONE;
    for x in rows.iter().flatten() {
        root = root.lcm(x.denominator_ref());
        within(&root)?;
    }
    let scale = Rational::from(Integer::from(root.clone()));
    let exponent = |x: &Rational| within((x * &scale).numerator_ref());
    let exponents =
        rows.iter().map(|row| row.iter().map(exponent).collect()).collect::<Result<Vec<Vec<u32>>, String>>()?;
    Ok(Weights { root: within(&root)?, exponents })
}

impl Weights {
    /// The rows: s^e(i, w) / Σ_w' s^e(i, w').
    pub(super) fn rows<'w>(&'w self, base: &'w Base) -> impl Iterator<Item = Vec<String>> + 'w {
        self.exponents.iter().map(|row| {
            let top = row.iter().max().map_or(0, |&e| e as usize);
            let mut sum = vec![Rational::ZERO; top + 1];
            for &e in row {
                sum[e as usize] += Rational::ONE;
            }
            let mut known: HashMap<u32, String> = HashMap::new();
            let mut entry = |e: u32| -> String {
                known.entry(e).or_insert_with(|| base.text(&ClosedEntry::power(e).times(&sum, -1))).clone()
            };
            row.iter().map(|&e| entry(e)).collect()
        })
    }
}
