//! Two rows of a table as far as they can be told apart: their outputs by likelihood ratio.
//!
//! Σ_o max(0, p·x_o − q·y_o), which is all that (ε, δ)-privacy asks of rows x and y, does not change where outputs of
//! one ratio x_o : y_o are put together, and outputs with y_o = 0 add p·x_o. Many uses are multiplied out by types, see
//! `types`, whose keys are the exponents of the ratios over numbers that do not divide each other: one key is one
//! ratio.

use super::trade_off;
use crate::case::Case;
use crate::failure::Failure;
use dp_number::meter::charge;
use dp_number::{Fraction, Limit, Number, Vector};
use std::cmp::Ordering;

/// The steps that an output takes to be listed, beside those of its numbers.
pub(crate) const OF_A_CLASS: u64 = 48;

/// Probabilities x and y of classes of outputs, both positive, over two denominators, by falling ratio x : y, each
/// once.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Classes {
    pub(crate) masses: Vec<[Number; 2]>,
    pub(crate) over: [Number; 2],
}

impl Classes {
    /// Of two rows ≥ 0. Cost: a sort.
    pub(crate) fn of(case: &Case, [x, y]: [&Vector; 2]) -> Result<Self, Failure> {
        let mut all = Vec::new();
        for (x, y) in x.numerators.iter().zip(&y.numerators) {
            charge(OF_A_CLASS)?;
            if case.sign(x)?.is_gt() && case.sign(y)?.is_gt() {
                all.push([x.clone(), y.clone()]);
            }
        }
        let mut masses: Vec<[Number; 2]> = Vec::with_capacity(all.len());
        for class in falling(case, all)? {
            match masses.last_mut() {
                Some(last) if ratios(case, last, &class)?.is_eq() => {
                    last.iter_mut().zip(&class).for_each(|(sum, x)| *sum += x);
                }
                _ => masses.push(class),
            }
        }
        Ok(Self { masses, over: [&x.denominator, &y.denominator].map(Clone::clone) })
    }

    /// About the words that they take: each number has a place of its own.
    pub(crate) fn words(&self) -> u64 {
        let of = |x: &Number| x.words().saturating_add(4);
        self.masses.iter().flatten().chain(&self.over).map(of).fold(4, u64::saturating_add)
    }

    /// The pair whose Σ max(0, x − μ·y) is the largest of several pairs' at every μ ≥ 0: its classes are the edges of
    /// the hull of all points (y(S), x(S)), see `trade_off`.
    pub(crate) fn envelope(case: &Case, rows: &[Vector], pairs: &[[usize; 2]]) -> Result<Self, Failure> {
        let edges = trade_off::edges(case, rows, pairs)?;
        let mut over = [Number::ONE, Number::ONE];
        for edge in &edges {
            let [x, y] = &edge.masses;
            over = [over[0].common_multiple(&x.denominator), over[1].common_multiple(&y.denominator)];
        }
        let mass = |mass: &Fraction, over: &Number| over.over(&mass.denominator).map(|times| &mass.numerator * &times);
        let class = |edge: &trade_off::Edge| Some([mass(&edge.masses[0], &over[0])?, mass(&edge.masses[1], &over[1])?]);
        // The common multiple is one of each.
        let masses = edges.iter().rev().map(class).collect::<Option<_>>().ok_or(Limit::Steps)?;
        Ok(Self { masses, over })
    }
}

/// The ratio of one class against another's.
fn ratios(case: &Case, [x, y]: &[Number; 2], [u, v]: &[Number; 2]) -> Result<Ordering, Failure> {
    Ok(case.at.order_products([x, v], [u, y])?)
}

/// The other way round, if the last ratio is larger than the first.
pub(crate) fn turned(case: &Case, mut all: Vec<[Number; 2]>) -> Result<Vec<[Number; 2]>, Failure> {
    if let [first, .., last] = &all[..]
        && ratios(case, first, last)?.is_lt()
    {
        all.reverse();
    }
    Ok(all)
}

/// By falling ratio. A list that falls or rises is only looked through; others are merged from what falls in them.
pub(crate) fn falling(case: &Case, all: Vec<[Number; 2]>) -> Result<Vec<[Number; 2]>, Failure> {
    let mut runs: Vec<Vec<[Number; 2]>> = Vec::new();
    for class in turned(case, all)? {
        let last = runs.last().and_then(|run| run.last());
        let in_run = last.map_or(Ok(false), |last| ratios(case, last, &class).map(Ordering::is_ge))?;
        match runs.last_mut() {
            Some(run) if in_run => run.push(class),
            _ => runs.push(vec![class]),
        }
    }
    while runs.len() > 1 {
        let mut merged = Vec::with_capacity(runs.len().div_ceil(2));
        let mut left = runs.into_iter();
        while let Some(run) = left.next() {
            let mut next = left.next().unwrap_or_default().into_iter().peekable();
            let mut both = Vec::with_capacity(run.len().saturating_add(next.len()));
            for class in run {
                while let Some(other) = next.peek()
                    && ratios(case, other, &class)?.is_gt()
                {
                    both.extend(next.next());
                }
                both.push(class);
            }
            both.extend(next);
            merged.push(both);
        }
        runs = merged;
    }
    Ok(runs.pop().unwrap_or_default())
}
