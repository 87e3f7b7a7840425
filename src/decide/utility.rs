//! U(X, π) = Σ_o max_w Σ_i π_i x_io g(w, i), for the search.

use super::case::{Case, Reason, Row};
use crate::effort::{products, spend, steps, words};
use crate::exact;
use crate::linear::Vector;
use dp_verify::alpha::Fractions;
use dp_verify::model::Gain;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{DivExact, Lcm, UnsignedAbs};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;

/// U(X, π).
pub(super) fn of(case: &Case, gain: &Gain, prior: &Vector) -> Result<Rational, Reason> {
    match gain {
        Gain::Binary => Ok(binary(case.rows()?, prior).0),
        gain => general(case, gain, prior),
    }
}

/// Σ_o max_i π_i x_io, and for each output a node that attains its maximum: a best remap.
pub(super) fn binary(rows: &[Row], prior: &Vector) -> (Rational, Vec<usize>) {
    let (denominator, factors) = joint(rows, prior);
    let outputs = rows.first().map_or(0, |row| row.numerators.len());
    spend(steps_of_products(rows, &factors, outputs));
    let mut best = vec![Integer::ZERO; outputs];
    let mut remap = vec![0; outputs];
    for (i, (row, factor)) in rows.iter().zip(&factors).enumerate().filter(|(_, (_, factor))| **factor != 0) {
        for ((best, node), x) in best.iter_mut().zip(&mut remap).zip(&row.numerators) {
            let product = x * factor;
            if product > *best {
                *best = product;
                *node = i;
            }
        }
    }
    (Rational::from_integers(best.iter().sum(), denominator), remap)
}

/// π_i x_io over one denominator: that, and the factor of each row's numerators.
fn joint(rows: &[Row], prior: &Vector) -> (Integer, Vec<Integer>) {
    let common = rows.iter().fold(Integer::ONE, |common, row| lcm(common, &row.denominator));
    let factor = |(row, p): (&Row, &Integer)| p * (&common).div_exact(&row.denominator);
    let factors = rows.iter().zip(prior.numerators()).map(factor).collect();
    (common * prior.denominator(), factors)
}

/// About how many word operations the products of all entries with a factor each take.
fn steps_of_products(rows: &[Row], factors: &[Integer], outputs: usize) -> u64 {
    let words = |bits: Option<u64>| bits.unwrap_or(0) / 64 + 1;
    let entry = words(rows.iter().map(|row| row.denominator.significant_bits()).max());
    let factor = words(factors.iter().map(SignificantBits::significant_bits).max());
    steps(rows.len(), outputs, 2).saturating_mul(entry.saturating_mul(factor).saturating_add(12))
}

pub(super) fn lcm(x: Integer, y: &Integer) -> Integer {
    Integer::from(x.unsigned_abs().lcm(y.unsigned_abs_ref()))
}

/// The same for any gain. Cost: guesses · n · outputs multiplications.
fn general(case: &Case, gain: &Gain, prior: &Vector) -> Result<Rational, Reason> {
    let rows = case.rows()?;
    let (denominator, factors) = joint(rows, prior);
    let outputs = rows.first().map_or(0, |row| row.numerators.len());
    let mut best: Vec<Option<Rational>> = vec![None; outputs];
    for w in 0..gain.guesses(case.graph()) {
        let gains = gain.row(w, case.graph()).filter(Fractions::is_rational).as_ref().and_then(exact::vector);
        let gains = gains.ok_or_else(|| Reason::new("the gain is irrational: this version decides rational ones"))?;
        spend(steps_of_products(rows, &factors, outputs));
        let mut sums = vec![Integer::ZERO; outputs];
        for ((row, factor), g) in rows.iter().zip(&factors).zip(gains.numerators()) {
            let factor = factor * g;
            if factor != 0 {
                sums.iter_mut().zip(&row.numerators).for_each(|(sum, x)| *sum += x * &factor);
            }
        }
        let denominator = &denominator * gains.denominator();
        // A common divisor for each output.
        spend(products(outputs, 4 * words(&denominator)));
        for (best, sum) in best.iter_mut().zip(sums) {
            let utility = Rational::from_integers(sum, denominator.clone());
            if best.as_ref().is_none_or(|best| utility > *best) {
                *best = Some(utility);
            }
        }
    }
    Ok(best.into_iter().flatten().sum())
}
