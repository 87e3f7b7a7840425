//! `utility`: U(X, π) = Σ_o max_w Σ_i π_i x_io g(w, i), the utility under the best remap.
//!
//! Recomputed: the remap may choose a guess for each output by itself, so that the maximum over all remaps
//! is the sum of the maxima. A loss l is the gain -l.

use super::{Case, Failure, Proved, stochastic};
use crate::model::Gain;
use crate::number::{BigInt, Fractions, Rational, fraction, gcd, sum};
use crate::report::Verdict;
use num_traits::{One, Zero};

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    if let Some(refuted) = stochastic::refute(case)? {
        return Ok(refuted);
    }
    case.witness.only(&[])?;
    let gain = &case.mechanism.gain;
    let utility = match gain {
        Gain::Binary => binary(case.rows()?, case.weights()?),
        Gain::Irrational { .. } => return super::unproved("this version of the verifier checks rational gains only"),
        gain => general(case, gain)?,
    };
    let loss = gain.is_loss().then(|| -utility.clone());
    let proved = Proved::new(Verdict::Holds).rational("utility", utility);
    Ok(match loss {
        Some(loss) => proved.rational("loss", loss),
        None => proved,
    })
}

/// The joint distribution π_i x_io, over one denominator: the factor of row i, 0 where π_i = 0.
struct Joint {
    denominator: BigInt,
    factors: Vec<BigInt>,
}

impl Joint {
    fn new(rows: &[Fractions], prior: &Fractions) -> Self {
        assert_eq!(rows.len(), prior.len(), "a prior that does not fit the table");
        let mut common = BigInt::one();
        for row in rows {
            if !(&common % &row.denominator).is_zero() {
                common = &common / gcd(&common, &row.denominator) * &row.denominator;
            }
        }
        let factors = rows.iter().zip(&prior.numerators).map(|(row, p)| p * (&common / &row.denominator)).collect();
        Self { denominator: common * &prior.denominator, factors }
    }
}

/// Σ_o max_i π_i x_io: the utility for the binary gain, the posterior Bayes vulnerability.
pub(super) fn binary(rows: &[Fractions], prior: &Fractions) -> Rational {
    let joint = Joint::new(rows, prior);
    let outputs = rows.first().map_or(0, Fractions::len);
    let mut best = vec![BigInt::zero(); outputs];
    for (row, factor) in rows.iter().zip(&joint.factors).filter(|(_, factor)| !factor.is_zero()) {
        for (best, x) in best.iter_mut().zip(&row.numerators) {
            let product = x * factor;
            if product > *best {
                *best = product;
            }
        }
    }
    fraction(best.into_iter().sum(), joint.denominator)
}

/// The same for any gain. Cost: guesses · n · outputs multiplications.
fn general(case: &Case, gain: &Gain) -> Result<Rational, Failure> {
    let rows = case.rows()?;
    let joint = Joint::new(rows, case.weights()?);
    let graph = &case.mechanism.query.graph;
    let outputs = rows.first().map_or(0, Fractions::len);
    let mut best: Vec<Option<Rational>> = vec![None; outputs];
    for w in 0..gain.guesses(graph) {
        case.charge((rows.len() * outputs) as u64 * 32)?;
        let Some(gains) = gain.row(w, graph) else { return super::unproved("a guess without gains") };
        let mut sums = vec![BigInt::zero(); outputs];
        for (i, row) in rows.iter().enumerate() {
            let factor = &joint.factors[i] * &gains.numerators[i];
            if factor.is_zero() {
                continue;
            }
            for (sum, x) in sums.iter_mut().zip(&row.numerators) {
                *sum += x * &factor;
            }
        }
        let denominator = &joint.denominator * &gains.denominator;
        for (best, sum) in best.iter_mut().zip(sums) {
            let utility = Rational::new_raw(sum, denominator.clone());
            if best.as_ref().is_none_or(|best| utility.numer() * best.denom() > best.numer() * utility.denom()) {
                *best = Some(utility);
            }
        }
    }
    Ok(best
        .into_iter()
        .flatten()
        .fold(Rational::zero(), |total, x| sum(&total, &fraction(x.numer().clone(), x.denom().clone()))))
}
