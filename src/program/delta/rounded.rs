//! The least δ for which some (ε, δ)-private mechanism lies near a table that was printed rounded.
//!
//! Wanted is M with l_io ≤ m_io ≤ u_io, l = max(0, x − r) and u = x + r, and Σ_o m_io = 1, that needs the least δ: the
//! variables are m − l ≥ 0 and δ, and an entry above u is a constraint that is added like those of sets of outputs. The
//! multipliers are those of a contradiction for every smaller δ (see [`crate::program::rounding`]).

use super::cutting::{Constraint, Cutting, Multipliers, coefficients, multipliers, worst};
use crate::linear::Vector;
use crate::program::rounding::arcs;
use crate::program::rounding::{Printed, Within};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;

/// What is found of a printed table.
#[derive(Clone, Debug)]
pub enum Least {
    /// No row of distributions lies near it.
    Never(Within),
    /// M needs no more than the least δ, which the multipliers show where it is above 0.
    Found {
        /// δ.
        delta: Rational,
        /// M, row by row.
        rows: Vec<Vec<Rational>>,
        /// λ_i.
        lambda: Vec<Rational>,
        /// μ of each output.
        multipliers: Multipliers,
    },
}

/// The least δ, by exchanges of an exact tableau; `None` where that would be too large.
#[must_use]
pub fn least(printed: &Printed) -> Option<Least> {
    if let Some(never) = printed.negative().or_else(|| printed.no_row()) {
        return Some(Least::Never(never));
    }
    let (n, m) = (printed.rows.len(), printed.width());
    let low: Vec<Rational> = (0..n * m).map(|v| printed.low(v / m, v % m)).collect();
    let room: Vec<Rational> = (0..n * m).map(|v| printed.high(v / m, v % m) - &low[v]).collect();
    // Row i: the first of its entries has what all others leave.
    let (basic, delta) = ((0..n).map(|i| i * m).collect(), n * m);
    let nonbasic: Vec<usize> = (0..=delta).filter(|v| *v == delta || v % m != 0).collect();
    let row = |i: usize| {
        let left = Rational::ONE - low[i * m..(i + 1) * m].iter().sum::<Rational>();
        let of_node = nonbasic.iter().map(|v| Rational::from(u8::from(v / m == i && *v != delta)));
        Vector::from_rationals(&[left].into_iter().chain(of_node).collect::<Vec<_>>())
    };
    let cost = nonbasic.iter().map(|v| Rational::from(u8::from(*v == delta)));
    let objective = Vector::from_rationals(&[Rational::ZERO].into_iter().chain(cost).collect::<Vec<_>>());
    let rows = (0..n).map(row).collect();
    let mut cutting = Cutting::new(basic, nonbasic, rows, objective)?;
    let (arcs, alpha) = (arcs(printed.neighbours), &printed.alpha);
    let entries = |point: &[Rational]| low.iter().zip(point).map(|(low, x)| low + x).collect::<Vec<_>>();
    let point = cutting.solve(|point| {
        let above = (0..delta).filter(|v| point[*v] > room[*v]);
        let bound = |v: usize| {
            let coefficients = vec![(v, Rational::ONE)];
            Constraint { coefficients, constant: room[v].clone(), cut: None }
        };
        let mut broken: Vec<Constraint> = above.map(bound).collect();
        let (all, most) = (entries(point), alpha * &point[delta]);
        let of = |i: usize| &all[i * m..(i + 1) * m];
        for &(i, h) in &arcs {
            let worst = worst((i, h), alpha, [of(i), of(h)]).filter(|(_, sum)| *sum > most);
            broken.extend(worst.map(|(cut, _)| {
                let mut coefficients = coefficients(&cut, alpha, m);
                let constant = coefficients.iter().map(|(v, c)| c * &low[*v]).sum::<Rational>();
                coefficients.push((delta, -alpha));
                Constraint { coefficients, constant: -constant, cut: Some(cut) }
            }));
        }
        broken
    })?;
    let multipliers = multipliers(&cutting.binding(), m);
    let (lambda, _) = printed.best_lambda(&multipliers);
    let rows = entries(&point).chunks(m).map(<[Rational]>::to_vec).collect();
    Some(Least::Found { delta: point[delta].clone(), rows, lambda, multipliers })
}
