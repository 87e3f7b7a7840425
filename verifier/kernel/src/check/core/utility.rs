//! `utility`: U(X, π) = Σ_o max_w Σ_i π_i x_io g(w, i), the utility under the best remap.
//!
//! Computed: the remap may choose a guess for each output by itself, so that the maximum over all remaps
//! is the sum of the maxima. A loss l is the gain -l.

use crate::case::{Case, length};
use crate::failure::Failure;
use crate::problem::{Gain, Name, Verdict};
use crate::proved::Found;
use dp_number::meter::{charge, room, steps};
use dp_number::{Fraction, Number, Vector, common_denominator, width};

pub(crate) fn check(case: &Case, prior: usize) -> Result<Found, Failure> {
    let utility = of(case, &case.problem.gain, case.rows, case.prior(prior)?)?;
    Ok(stated(case, Found::new(Verdict::Holds), [Name::Utility, Name::Loss], utility))
}

/// Adds a utility, and where the gain is a loss its negative too.
pub(crate) fn stated(case: &Case, found: Found, names: [Name; 2], value: Fraction) -> Found {
    let loss = case.problem.gain.is_loss().then(|| -&value);
    let found = found.number(names[0], value);
    loss.into_iter().fold(found, |found, loss| found.number(names[1], loss))
}

/// The joint distribution π_i x_io over one denominator: it, and the factor of row i, 0 where π_i = 0.
fn joint(rows: &[Vector], prior: &Vector) -> Result<(Number, Vec<Number>), Failure> {
    length("prior", prior.len(), rows.len())?;
    let (common, factors) = common_denominator(rows)?;
    let factors: Vec<Number> = factors.iter().zip(&prior.numerators).map(|(factor, weight)| factor * weight).collect();
    let long = factors.iter().map(Number::length).max().unwrap_or(0);
    charge(steps(rows.len() as u64, width(rows) as u64, long.saturating_add(8)))?;
    let product = |o: usize| rows.iter().zip(&factors).map(move |(row, factor)| row[o].words_of_product(factor));
    let words = (0..width(rows)).filter_map(|o| product(o).max()).fold(0, u64::saturating_add);
    room(1, words.saturating_add(steps(4, width(rows) as u64, 1)))?;
    Ok((&common * &prior.denominator, factors))
}

/// Σ_o max_i π_i x_io: the utility for the binary gain, the posterior Bayes vulnerability.
pub(crate) fn binary(case: &Case, rows: &[Vector], prior: &Vector) -> Result<Fraction, Failure> {
    let (denominator, factors) = joint(rows, prior)?;
    let mut best = vec![Number::ZERO; width(rows)];
    for (row, factor) in rows.iter().zip(&factors).filter(|(_, factor)| !factor.is_zero()) {
        for (best, x) in best.iter_mut().zip(&row.numerators) {
            let product = x * factor;
            if case.order(&product, best)?.is_gt() {
                *best = product;
            }
        }
    }
    Ok(Vector { denominator, numerators: best }.sum())
}

/// U(X, π). Cost: guesses · n · outputs multiplications.
pub(crate) fn of(case: &Case, gain: &Gain, rows: &[Vector], prior: &Vector) -> Result<Fraction, Failure> {
    if *gain == Gain::Binary {
        return binary(case, rows, prior);
    }
    let (denominator, factors) = joint(rows, prior)?;
    let (over, scales) = match gain {
        Gain::Table { rows, .. } => common_denominator(rows)?,
        // All rows are over one denominator.
        _ => (gain.row(0, case.graph)?.denominator.clone(), vec![Number::ONE; gain.guesses(case.graph)]),
    };
    let mut best = vec![Number::ZERO; width(rows)];
    for (w, scale) in scales.iter().enumerate() {
        let gains = gain.row(w, case.graph)?;
        let mut sums = vec![Number::ZERO; best.len()];
        for ((row, factor), g) in rows.iter().zip(&factors).zip(&gains.numerators) {
            let factor = &(factor * g) * scale;
            charge(0)?;
            for (sum, x) in sums.iter_mut().zip(&row.numerators).filter(|_| !factor.is_zero()) {
                *sum += &(x * &factor);
            }
        }
        for (best, sum) in best.iter_mut().zip(sums) {
            if w == 0 || case.order(&sum, best)?.is_gt() {
                *best = sum;
            }
        }
    }
    Ok(Vector { denominator: &denominator * &over, numerators: best }.sum())
}
