//! The best of several guesses by scores, told with noise: permute-and-flip, and report noisy max.

use super::closed_entry::{Base, ClosedEntry};
use super::exponential::Weights;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;

/// The most guesses: the formulas have a sum for each number of others.
const MOST_GUESSES: usize = 16;

/// The highest power of s that entries may have.
const MOST_DEGREE: usize = 2_000;

/// The noise of report noisy max.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Noise {
    /// Exponential noise of the rate ε/2Δ.
    #[default]
    Exponential,
    /// One-sided geometric noise, P(k) = (1-s)s^k, in steps of the unit that all differences of scores are multiples
    /// of.
    Geometric,
}

impl Noise {
    /// Every noise.
    pub const ALL: [Self; 2] = [Self::Exponential, Self::Geometric];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exponential => "exponential",
            Self::Geometric => "geometric",
        }
    }

    /// The noise of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|noise| noise.name() == name)
    }
}

/// A polynomial in s, its coefficients from the constant up.
type Polynomial = Vec<Rational>;

/// Whether the guesses are few enough.
///
/// # Errors
/// In a sentence, over [`MOST_GUESSES`] or [`MOST_DEGREE`].
pub(super) fn fits(weights: &Weights) -> Result<(), String> {
    let guesses = weights.exponents.first().map_or(0, Vec::len);
    if guesses > MOST_GUESSES {
        return Err(format!("{guesses} guesses, expected at most {MOST_GUESSES}: exponential takes more"));
    }
    let degree = |row: &Vec<u32>| row.iter().map(|&e| e as usize + 1).sum::<usize>() * 2;
    let most = weights.exponents.iter().map(degree).max().unwrap_or(0);
    if most > MOST_DEGREE {
        return Err(format!("entries of degree {most} in a root of α, expected at most {MOST_DEGREE}"));
    }
    Ok(())
}

/// The rows of permute-and-flip: the guesses in a random order, w taken with probability t_w = e^(-ε(u* - u_w)/2Δ) =
/// s^e_w, else the next. Guess w has the probability t_w ∫ Π_{v≠w} (1 - t_v·x) dx over 0 ≤ x ≤ 1: x is the share of the
/// order that comes before it.
///
/// It is ε-private (McKenna, Sheldon, *Permute-and-flip: a new mechanism for differentially private selection*, 2020),
/// and report noisy max with exponential noise of the rate ε/2Δ has the same rows: with E_v exponential the chance that
/// u_v + E_v stays below a level x above u* is 1 - t_v·e^-x, and x ↦ e^-x makes the integral (Ding, Kifer, Sayed,
/// Steinke, Wang, Xiao, Zhang, *The permute-and-flip mechanism is identical to report-noisy-max with exponential
/// noise*, 2021). At most ε: the bound need not be attained.
///
/// Shape: a row for each node, an entry for each guess. Cost: for each entry a product of as many linear factors as
/// guesses.
pub(super) fn permute_and_flip(weights: &Weights, base: &Base) -> Vec<Vec<String>> {
    let entry = |row: &[u32], w: usize| {
        let mut sum: Polynomial = Vec::new();
        for (k, coefficient) in below(row.len(), w, &|v| row[v] as usize).into_iter().enumerate() {
            add(&mut sum, &coefficient, row[w] as usize, &Rational::from_unsigneds(1, k as u64 + 1));
        }
        base.text(&ClosedEntry::power(0).times(&sum, 1))
    };
    weights.exponents.iter().map(|row| (0..row.len()).map(|w| entry(row, w)).collect()).collect()
}

/// The rows of report noisy max with one-sided geometric noise in the unit of the exponents: the guess with the most
/// score and noise, of several the first.
///
/// Where w has the noise k, another guess v stays below it with probability 1 - s^(k + c_v), c_v = e_v - e_w and one
/// more where v comes after w, if that power is ≥ 0, and else with none: k is at least k₀ = max(0, max -c_v). With x =
/// s^(k - k₀) the sum of (1-s)s^k·Π_v (1 - s^(c_v + k₀)·x) over k ≥ k₀ has, for the coefficient of x^j, the factor
/// s^k₀·(1-s)/(1-s^(j+1)).
///
/// ε-private: given the noise of the others w is told iff its own is at least some number, which changes by at most 2Δ
/// between neighbours, and P(noise ≥ k + 1) ≥ s·P(noise ≥ k) (Dwork, Roth, *The algorithmic foundations of differential
/// privacy*, 2014, Claim 3.9, for noise on one side). At most ε: the bound need not be attained.
///
/// Shape and cost as of [`permute_and_flip`].
pub(super) fn geometric(weights: &Weights, base: &Base) -> Vec<Vec<String>> {
    let entry = |row: &[u32], w: usize| {
        // Of v: by how much its factor's power is over k.
        let over = |v: usize| i64::from(row[v]) - i64::from(row[w]) + i64::from(v > w);
        let first = (0..row.len()).filter(|&v| v != w).map(|v| -over(v)).max().unwrap_or(0).max(0);
        // In k' = k - k₀, with all powers ≥ 0.
        let start = usize::try_from(first).unwrap_or(0);
        let factors = below(row.len(), w, &|v| usize::try_from(over(v) + first).unwrap_or(0));
        let mut sum: Polynomial = Vec::new();
        for (j, coefficient) in factors.iter().enumerate() {
            let others = (0..factors.len()).filter(|&l| l != j);
            let rest = others.fold(vec![Rational::ONE], |product, l| times(&product, &stairs(l)));
            add(&mut sum, &times(coefficient, &rest), start, &Rational::ONE);
        }
        let under =
            (1..factors.len()).fold(ClosedEntry::power(0).times(&sum, 1), |entry, l| entry.times(&stairs(l), -1));
        base.text(&under)
    };
    weights.exponents.iter().map(|row| (0..row.len()).map(|w| entry(row, w)).collect()).collect()
}

/// 1 + s + … + s^j = (1-s^(j+1))/(1-s).
fn stairs(j: usize) -> Polynomial {
    vec![Rational::ONE; j + 1]
}

/// The coefficients in x of Π_{v≠w} (1 - s^p(v)·x).
fn below(guesses: usize, w: usize, power: &dyn Fn(usize) -> usize) -> Vec<Polynomial> {
    let mut product: Vec<Polynomial> = vec![vec![Rational::ONE]];
    for v in (0..guesses).filter(|&v| v != w) {
        product.push(Vec::new());
        for k in (1..product.len()).rev() {
            let lower = product[k - 1].clone();
            add(&mut product[k], &lower, power(v), &-Rational::ONE);
        }
    }
    product
}

/// sum += c·s^shift·p.
fn add(sum: &mut Polynomial, p: &[Rational], shift: usize, c: &Rational) {
    if sum.len() < p.len() + shift {
        sum.resize(p.len() + shift, Rational::ZERO);
    }
    for (k, x) in p.iter().enumerate() {
        sum[k + shift] += x * c;
    }
}

fn times(p: &[Rational], q: &[Rational]) -> Polynomial {
    let mut product = Vec::new();
    for (k, c) in q.iter().enumerate().filter(|(_, c)| **c != 0u32) {
        add(&mut product, p, k, c);
    }
    product
}
