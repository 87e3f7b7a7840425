//! The most utility of an (ε, δ)-private mechanism: Σ_iw c_w(i)·y_iw is made large over y ≥ 0 with Σ_w y_iw = 1, a
//! column for each guess.
//!
//! Without privacy each node has its best guess, which is where this begins. In the end κ_S ≥ 0 of the sets that bind
//! and λ_i = max_w (c_w(i) + ν_iw), ν_iw = Σ_{h→i} μ_hi,w − α·Σ_{i→h} μ_ih,w, are the dual: the value is Σλ + α·δ·Σ_S
//! κ_S.

use super::cutting::{Constraint, Cut, Cutting, Multipliers, coefficients, multipliers, value, worst};
use crate::linear::Vector;
use crate::program::rounding::arcs;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;

/// A program: n nodes, m guesses.
#[derive(Clone, Debug)]
pub struct Program<'a> {
    /// The neighbours of each node, on both sides of each edge.
    pub neighbours: &'a [Vec<usize>],
    /// α, 0 < α ≤ 1.
    pub alpha: Rational,
    /// δ, 0 < δ < 1.
    pub delta: Rational,
    /// c_w, n entries for each of m guesses; m ≥ 1.
    pub gains: &'a [Vector],
}

/// An optimal mechanism and the proof that it is optimal.
#[derive(Clone, Debug)]
pub struct Best {
    /// The utility.
    pub value: Rational,
    /// y, row by row.
    pub rows: Vec<Vec<Rational>>,
    /// λ.
    pub lambda: Vec<Rational>,
    /// μ of each guess.
    pub multipliers: Multipliers,
    /// The entries (i, w) that are basic: as many as there are nodes and cuts.
    pub entries: Vec<(usize, usize)>,
    /// The sets that bind.
    pub cuts: Vec<Cut>,
}

/// The optimum, by exchanges of an exact tableau; `None` where that would be too large.
#[must_use]
pub fn best(program: &Program) -> Option<Best> {
    let Program { neighbours, alpha, delta, gains } = program;
    let (n, m) = (neighbours.len(), gains.len());
    let gain = |i: usize, w: usize| gains[w].entry(i);
    let first = |i: usize| (0..m).reduce(|best, w| if gain(i, w) > gain(i, best) { w } else { best });
    let own: Vec<usize> = (0..n).map(first).collect::<Option<_>>()?;
    let basic: Vec<usize> = own.iter().enumerate().map(|(i, w)| i * m + w).collect();
    let nonbasic: Vec<usize> = (0..n * m).filter(|v| own[v / m] != v % m).collect();
    let row = |i: usize| {
        let of_node = nonbasic.iter().map(|v| Rational::from(u8::from(v / m == i)));
        Vector::from_rationals(&[Rational::ONE].into_iter().chain(of_node).collect::<Vec<_>>())
    };
    let total = own.iter().enumerate().map(|(i, &w)| gain(i, w)).sum::<Rational>();
    let less = nonbasic.iter().map(|v| gain(v / m, own[v / m]) - gain(v / m, v % m));
    let objective = Vector::from_rationals(&[total].into_iter().chain(less).collect::<Vec<_>>());
    let rows = (0..n).map(row).collect();
    let mut cutting = Cutting::new(basic, nonbasic, rows, objective)?;
    let (arcs, most) = (arcs(neighbours), alpha * delta);
    let point = cutting.solve(|point| {
        let of = |i: usize| &point[i * m..(i + 1) * m];
        let broken = |&(i, h): &(usize, usize)| {
            let (cut, _) = worst((i, h), alpha, [of(i), of(h)]).filter(|(_, sum)| *sum > most)?;
            Some(Constraint { coefficients: coefficients(&cut, alpha, m), constant: most.clone(), cut: Some(cut) })
        };
        arcs.iter().filter_map(broken).collect()
    })?;
    let binding = cutting.binding();
    let multipliers = multipliers(&binding, m);
    let mut nu = vec![vec![Rational::ZERO; m]; n];
    for (w, column) in multipliers.iter().enumerate() {
        for ((i, h), mu) in column {
            nu[*h][w] += mu;
            nu[*i][w] -= alpha * mu;
        }
    }
    let price = |i: usize| (0..m).map(|w| gain(i, w) + &nu[i][w]).max();
    Some(Best {
        value: value(&cutting),
        rows: point.chunks(m).map(<[Rational]>::to_vec).collect(),
        lambda: (0..n).map(price).collect::<Option<_>>()?,
        entries: cutting.basis().into_iter().map(|v| (v / m, v % m)).collect(),
        cuts: binding.iter().map(|(cut, _)| (*cut).clone()).collect(),
        multipliers,
    })
}
