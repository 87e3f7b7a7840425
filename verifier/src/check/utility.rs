//! `utility`: U(X, π) = Σ_o max_w Σ_i π_i x_io g(w, i), the utility under the best remap.
//!
//! Recomputed: the remap may choose a guess for each output by itself, so that the maximum over all remaps
//! is the sum of the maxima. A loss l is the gain -l.

use super::source::Source;
use super::{Case, Failure, Proved};
use crate::alpha::{Ground, Obstacle, Polynomial, Ring};
use crate::model::Gain;
use crate::number::{BigInt, Fractions, Sign, common_denominator};
use crate::report::{Value, Verdict};
use num_traits::One;

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    case.witness.only(&[])?;
    match case.has_rational_table() && case.has_rational_prior() && case.mechanism.gain.is_rational() {
        true => check_in::<BigInt>(case),
        false => check_in::<Polynomial>(case),
    }
}

fn check_in<R: Source>(case: &Case) -> Result<Proved, Failure> {
    let gain = &case.mechanism.gain;
    let (rows, prior) = (R::rows(case)?, R::weights(case.prior()?)?);
    let (n, d) = of(case, gain, &rows, &prior)?;
    let proved = Proved::new(Verdict::Holds).value("utility", R::value(&n, &d, case)?);
    Ok(if gain.is_loss() { proved.value("loss", R::value(&n.negated(), &d, case)?) } else { proved })
}

/// U(X, π) as numerator and denominator > 0.
pub(super) fn of<R: Source>(
    case: &Case,
    gain: &Gain,
    rows: &[Fractions<R>],
    prior: &Fractions<R>,
) -> Result<(R, R), Failure> {
    match gain {
        Gain::Binary => Ok(binary(rows, prior, &case.ground)?),
        gain => general(case, gain, rows, prior),
    }
}

/// The joint distribution π_i x_io, over one denominator: the factor of row i, 0 where π_i = 0.
struct Joint<R> {
    denominator: R,
    factors: Vec<R>,
}

impl<R: Ring> Joint<R> {
    fn new(rows: &[Fractions<R>], prior: &Fractions<R>, ground: &Ground) -> Result<Self, Obstacle> {
        assert_eq!(rows.len(), prior.len(), "a prior that does not fit the table");
        let (common, factors) = common_denominator(rows, ground)?;
        let factors = prior.numerators.iter().zip(&factors).map(|(p, factor)| p.times(factor, ground));
        let factors = factors.collect::<Result<_, _>>()?;
        Ok(Self { denominator: common.times(&prior.denominator, ground)?, factors })
    }

    /// Counts a pass over the table, and the memory of a product for each output.
    fn charge(&self, rows: &[Fractions<R>], outputs: usize, ground: &Ground) -> Result<(), Obstacle> {
        ground.bounds.charge((rows.len() as u64).saturating_mul(outputs as u64).saturating_mul(16))?;
        let longest = |words: &mut dyn Iterator<Item = u64>| words.max().unwrap_or(1);
        let words = longest(&mut rows.iter().map(Fractions::words))
            .saturating_add(longest(&mut self.factors.iter().map(Ring::words)));
        ground.bounds.room(outputs as u64, words)
    }
}

/// Σ_o max_i π_i x_io as numerator and denominator: the utility for the binary gain, the posterior Bayes
/// vulnerability.
pub(super) fn binary<R: Ring>(
    rows: &[Fractions<R>],
    prior: &Fractions<R>,
    ground: &Ground,
) -> Result<(R, R), Obstacle> {
    let joint = Joint::new(rows, prior, ground)?;
    let outputs = rows.first().map_or(0, Fractions::len);
    joint.charge(rows, outputs, ground)?;
    let (mut best, zero) = (vec![R::default(); outputs], R::default());
    for (row, factor) in rows.iter().zip(&joint.factors).filter(|(_, factor)| **factor != zero) {
        for (best, x) in best.iter_mut().zip(&row.numerators) {
            let product = x.times(factor, ground)?;
            if product.compare(best, ground)?.is_gt() {
                *best = product;
            }
        }
    }
    let mut sum = R::default();
    best.iter().for_each(|x| sum.add(x));
    Ok((sum, joint.denominator))
}

/// The same for any gain. Cost: guesses · n · outputs multiplications.
fn general<R: Source>(
    case: &Case,
    gain: &Gain,
    rows: &[Fractions<R>],
    prior: &Fractions<R>,
) -> Result<(R, R), Failure> {
    let ground = &case.ground;
    let joint = Joint::new(rows, prior, ground)?;
    let graph = &case.mechanism.query.graph;
    let outputs = rows.first().map_or(0, Fractions::len);
    joint.charge(rows, outputs, ground)?;
    let zero = R::default();
    let mut best: Vec<Option<(R, R)>> = vec![None; outputs];
    for w in 0..gain.guesses(graph) {
        case.charge(((rows.len() * outputs) as u64 * 32).saturating_add(gain.steps(graph)))?;
        let Some(gains) = R::gains(gain, w, graph) else { return super::unproved("a guess without gains") };
        let mut sums = vec![R::default(); outputs];
        for (i, row) in rows.iter().enumerate() {
            let factor = joint.factors[i].times(&gains.numerators[i], ground)?;
            if factor == zero {
                continue;
            }
            for (sum, x) in sums.iter_mut().zip(&row.numerators) {
                sum.add(&x.times(&factor, ground)?);
            }
        }
        for (best, sum) in best.iter_mut().zip(sums) {
            let better = match best {
                None => true,
                Some((n, d)) if *d == gains.denominator => sum.compare(n, ground)?.is_gt(),
                Some((n, d)) => sum.times(d, ground)?.compare(&n.times(&gains.denominator, ground)?, ground)?.is_gt(),
            };
            if better {
                *best = Some((sum, gains.denominator.clone()));
            }
        }
    }
    // The sum of all maxima, each over its guess's denominator.
    let (mut n, mut d) = (R::default(), R::of(&BigInt::one()));
    for (x, over) in best.into_iter().flatten() {
        if over != d {
            let shared = d.common(&over, ground)?;
            let undivided = || Obstacle::Unfit("a common divisor that does not divide");
            let up = over.divided(&shared, ground)?.ok_or_else(undivided)?;
            let across = d.divided(&shared, ground)?.ok_or_else(undivided)?;
            n = n.times(&up, ground)?;
            n.add(&x.times(&across, ground)?);
            d = d.times(&up, ground)?;
        } else {
            n.add(&x);
        }
    }
    let d = d.times(&joint.denominator, ground)?;
    // A common divisor of positive numbers may be negative at t, and what it was divided out of with it.
    Ok(if d.sign(ground)? == Sign::Minus { (n.negated(), d.negated()) } else { (n, d) })
}

/// A quotient of two values n/d as one of `n·d'` over `d·n'`.
pub(super) fn over<R: Source>(x: &(R, R), y: &(R, R), case: &Case) -> Result<Value, Failure> {
    let (n, d) = (x.0.times(&y.1, &case.ground)?, x.1.times(&y.0, &case.ground)?);
    R::value(&n, &d, case)
}
