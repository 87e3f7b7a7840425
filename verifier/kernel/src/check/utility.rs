//! `utility`: U(X, π) = Σ_o max_w Σ_i π_i x_io g(w, i), the utility under the best remap.
//!
//! Computed: the remap may choose a guess for each output by itself, so that the maximum over all remaps
//! is the sum of the maxima. A loss l is the gain -l.

use super::*;

pub(super) fn check(case: &Case, prior: usize, witness: &Witness) -> Result<Found, Failure> {
    no_witness(witness)?;
    let gain = &case.problem.gain;
    let utility = of(case, gain, case.rows()?, case.prior(prior)?)?;
    Ok(stated(case, Found::new(Verdict::Holds), [Name::Utility, Name::Loss], utility))
}

/// Adds a utility, and where the gain is a loss its negative too.
pub(super) fn stated(case: &Case, found: Found, names: [Name; 2], value: Fraction) -> Found {
    let loss = case.problem.gain.is_loss().then(|| value.negated(case.meter));
    let found = found.number(names[0], value);
    loss.into_iter().fold(found, |found, loss| found.number(names[1], loss))
}

/// The joint distribution π_i x_io over one denominator: it, and the factor of row i, 0 where π_i = 0.
fn joint(case: &Case, rows: &[Vector], prior: &Vector) -> Result<(Number, Vec<Number>), Failure> {
    if rows.len() != prior.len() || rows.is_empty() {
        return refused(Why::DoesNotFit);
    }
    let meter = case.meter;
    let (common, mut factors) = common_denominator(rows, meter)?;
    for (factor, weight) in factors.iter_mut().zip(&prior.numerators) {
        *factor = factor.times(weight, meter)?;
    }
    let words = rows.iter().map(Vector::words).max().unwrap_or(1);
    meter.room(rows[0].len() as u64, words + factors.iter().map(Number::words).max().unwrap_or(1))?;
    Ok((common.times(&prior.denominator, meter)?, factors))
}

/// Σ_o max_i π_i x_io: the utility for the binary gain, the posterior Bayes vulnerability.
pub(super) fn binary(case: &Case, rows: &[Vector], prior: &Vector) -> Result<Fraction, Failure> {
    let (denominator, factors) = joint(case, rows, prior)?;
    let mut best = vec![Number::ZERO; rows.first().map_or(0, Vector::len)];
    for (row, factor) in rows.iter().zip(&factors).filter(|(_, factor)| !factor.is_zero()) {
        case.meter.settled()?;
        for (best, x) in best.iter_mut().zip(&row.numerators) {
            let product = x.times(factor, case.meter)?;
            if case.order(&product, best)?.is_gt() {
                *best = product;
            }
        }
    }
    Ok(Vector { denominator, numerators: best }.sum(case.meter))
}

/// U(X, π). Cost: guesses · n · outputs multiplications.
pub(super) fn of(case: &Case, gain: &Gain, rows: &[Vector], prior: &Vector) -> Result<Fraction, Failure> {
    if *gain == Gain::Binary {
        return binary(case, rows, prior);
    }
    let meter = case.meter;
    let (denominator, factors) = joint(case, rows, prior)?;
    let (over, scales) = match gain {
        Gain::Table { rows, .. } => common_denominator(rows, meter)?,
        _ => (Number::ONE, vec![Number::ONE; gain.guesses(case.graph)]),
    };
    let mut best: Vec<Option<Number>> = vec![None; rows[0].len()];
    for (w, scale) in scales.iter().enumerate() {
        meter.charge(gain.steps(case.graph))?;
        let gains = gain.row(w, case.graph)?;
        length("prior", prior.len(), gains.len())?;
        let mut sums = vec![Number::ZERO; best.len()];
        for ((row, factor), g) in rows.iter().zip(&factors).zip(&gains.numerators) {
            let factor = factor.times(g, meter)?.times(scale, meter)?;
            // Sums alone never fail: see the meter.
            meter.settled()?;
            for (sum, x) in sums.iter_mut().zip(&row.numerators).filter(|_| !factor.is_zero()) {
                sum.add(&x.times(&factor, meter)?, meter);
            }
        }
        for (best, sum) in best.iter_mut().zip(sums) {
            let better = match best {
                None => true,
                Some(best) => case.order(&sum, best)?.is_gt(),
            };
            if better {
                *best = Some(sum);
            }
        }
    }
    let numerators = best.into_iter().flatten().collect();
    Ok(Vector { denominator: denominator.times(&over, meter)?, numerators }.sum(meter))
}
