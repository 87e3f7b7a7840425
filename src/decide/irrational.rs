//! `tight-constraints-exist` at an irrational α: a Farkas vector whose product has strict signs, or an approximate
//! solution with an approximate inverse. Where neither is found, as where some z_i vanishes, it is undecided.

use super::case::{Case, Reason};
use crate::certificate::{Decided, vector_json};
use crate::exact;
use crate::linear::Similarity;
use crate::program::{FINE, Weighting, weighting};
use dp_verify::alpha::{Bounds, Obstacle, Point};
use dp_verify::limits::{Budget, Limits};
use dp_verify::report::Verdict;
use malachite::Integer;
use malachite::rational::Rational;
use serde_json::json;

pub(super) fn decide(case: &Case) -> Result<Decided, Reason> {
    let (alpha, powers) = approximate(case)?;
    let phi = case.similarity_at(alpha)?;
    let open = || Reason::new("floating point sees no solution z > 0 and no refutation: some z_i may be 0 at this α");
    match weighting(&phi, &powers).ok_or_else(open)? {
        Weighting::None { w } => Ok(Decided::new(Verdict::Fails).witness("w", vector_json(&w))),
        Weighting::Positive { cells, sizes, z, inverse } => {
            let sum: Integer = z.iter().zip(&sizes).map(|(z, &size)| z * Integer::from(size)).sum();
            let slack = Integer::from(1) << (FINE - 96);
            let end = |x: Integer| exact::fraction(&Rational::from_integers(x, Integer::from(1) << FINE));
            let texts = |list: &[Integer]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
            let rows: Vec<Vec<String>> =
                inverse.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
            Ok(Decided::new(Verdict::Holds)
                .enclosed("sum", &end(&sum - &slack), &end(sum + slack))
                .witness("cells", json!(cells))
                .witness("z", texts(&z))
                .witness("inverse", rows))
        }
    }
}

/// A rational within 2^-64 of α, and α^d·2^192 for d = 0, ..., D, rounded.
fn approximate(case: &Case) -> Result<(Rational, Vec<Integer>), Reason> {
    const BITS: u64 = 256;
    let limits = Limits::default();
    let steps = Budget::new(limits.steps);
    let bounds = Bounds::new(&limits, &steps);
    let obstacle = |why: Obstacle| Reason::new(why.to_string());
    let point = Point::generator(&case.mechanism.privacy.alpha, None, &bounds).map_err(obstacle)?;
    if matches!(point, Point::Interval(_)) {
        return Err(Reason::new("this version decides this claim at one α at a time"));
    }
    let alpha = exact::integer(&point.bracket(BITS, &bounds).map_err(obstacle)?.low);
    let mut powers = vec![Integer::from(1) << BITS];
    for d in 0..case.graph().diameter() as usize {
        powers.push((&powers[d] * &alpha) >> BITS);
    }
    powers.iter_mut().for_each(|power| *power >>= BITS - FINE);
    Ok((Rational::from_integers(alpha >> (BITS - 64), Integer::from(1) << 64u64), powers))
}

impl Case<'_> {
    /// Φ at a rational α.
    fn similarity_at(&self, alpha: Rational) -> Result<Similarity, Reason> {
        super::case::similarity(self.graph(), alpha)
    }
}
