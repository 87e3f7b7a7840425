//! `tight-constraints-exist` and `regular` at an irrational α: a Farkas vector whose product has strict signs, or an
//! approximate solution with an approximate inverse. Where floating point sees neither, as where some entry of the
//! solution vanishes, they are undecided. `tight-constraints` of numbers that are not near any at a rational t.

use super::attempt::serves;
use super::case::{Case, Reason, similarity};
use super::factors::{self, OfOne};
use super::function::tight_constraints::weights;
use crate::effort::{self, Counted};
use crate::exact;
use crate::linear::{Similarity, Vector};
use crate::program::{EnclosedSolution, enclosed_solution};
use crate::statement::Decided;
use dp_kernel::{Enclosed, Number, Verdict, Witness};
use dp_verify::algebra;
use dp_verify::alpha::{Bounds, Field, Obstacle, Point, Quotient, Symbol, generator};
use dp_verify::limits::Limits;
use dp_verify::model::Claim;
use malachite::Integer;
use malachite::rational::Rational;

/// The binary places to which α is computed past those of its powers.
const SPARE: u64 = 64;

/// The binary places to which α is computed to see a sign.
const FAR: u64 = 1536;

/// The binary places of the rational close to α, which floating point is started from.
const NEAR: u64 = 64;

pub(super) fn tight_constraints_exist(case: &Case) -> Result<Decided, Reason> {
    let alpha = Alpha::new(case)?;
    let phi = similarity(case.graph(), alpha.near.clone(), case.limits)?;
    decide(&alpha, &phi, &Vector::ones(case.nodes()))
}

pub(super) fn regular(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let alpha = Alpha::new(case)?;
    let is_t = case.mechanism.field.as_ref().is_some_and(|field| field.symbol == Symbol::A);
    if let Some((values, factors)) = case.factors(claim)?.filter(|_| is_t) {
        return by_factors(&alpha, values, &factors);
    }
    let prior = case.weights(claim)?;
    decide(&alpha, &similarity(case.graph(), alpha.near.clone(), case.limits)?, &prior)
}

/// A remap that is best at enclosures of the entries, for the prior proportional to the row sums of Φ, if it leads to a
/// tight-constraints mechanism; else nothing, which is what refutes the claim.
pub(super) fn tight_constraints(case: &Case, claim: &Claim, field: &Field) -> Result<Decided, Reason> {
    let fails = Decided::plain(Verdict::Fails);
    let Some(channel) = case.mechanism.channel().filter(|_| !case.is_refuted_by_privacy()) else {
        return Ok(fails);
    };
    let (limits, alpha) = (Limits::default(), Alpha::new(case)?);
    let steps = Counted::new(limits.steps);
    let bounds = Bounds::new(&limits, &steps);
    let mut best = vec![(Rational::from(0), 0); channel.width];
    for (i, (row, weight)) in channel.table.iter().zip(weights(case, &alpha.near)).enumerate() {
        effort::spend(effort::steps(channel.width, 8 * effort::words(&weight) + 64, 1));
        let weight = Rational::from(weight);
        for ((most, node), x) in best.iter_mut().zip(&row.numerators) {
            let near = bounds.run(|| {
                let of_t = Quotient::new(x.clone(), row.denominator.clone());
                algebra::refine(&field.point, &of_t, |near| Some(exact::rational(&near.low)))
            });
            let joint = near.map_err(|why| Reason::new(why.to_string()))? * &weight;
            if joint > *most {
                (*most, *node) = (joint, i);
            }
        }
    }
    let holds = Decided::new(Verdict::Holds, Witness::Remap(best.into_iter().map(|(_, node)| node).collect()));
    Ok(if matches!(serves(case, claim, &holds, field), Ok(true)) { holds } else { fails })
}

fn decide(alpha: &Alpha, phi: &Similarity, b: &Vector) -> Result<Decided, Reason> {
    Ok(match enclosed_solution(phi, b, &|bits| alpha.powers(bits)).ok_or_else(open)? {
        EnclosedSolution::None { w } => Decided::separating(&w),
        EnclosedSolution::Positive { bits, cells, x, inverse, .. } => {
            let x = x.iter().map(exact::number).collect();
            Decided::new(Verdict::Holds, Witness::Enclosed(Enclosed { bits, cells, x, inverse }))
        }
    })
}

fn open() -> Reason {
    Reason::new(
        "at 1536 bits of precision no positive solution and no refutation shows: an entry of the solution may be 0 at \
         this α, or the system is too large",
    )
}

/// By factors. For one individual, with W = 1 + (v−1)α, y_j = (W·π_j − α)/((1−α)·W) is the one solution of yΦ₁ = π, and
/// w with w_j = 1 + (v−2)α and −α elsewhere has Φ₁w = (1−α)·W·e_j and π·w = W·π_j − α. All of these are polynomials in
/// t = α.
fn by_factors(alpha: &Alpha, values: usize, factors: &[Vector]) -> Result<Decided, Reason> {
    let (one, v) = (Integer::from(1), Integer::from(values));
    let bracket = alpha.bracket(FAR)?;
    let polynomial = |coefficients: &[Integer]| Number::polynomial(coefficients.iter().map(exact::bigint).collect());
    // W·π_j − α over π's denominator.
    let entry = |prior: &Vector, n: &Integer| [n.clone(), (&v - &one) * n - prior.denominator()];
    let is_negative = |[c, d]: [Integer; 2]| bracket.iter().all(|end| (&c << FAR) + &d * end < 0);
    factors::regular(factors, values, |prior| {
        let negative = prior.numerators().iter().position(|n| is_negative(entry(prior, n)));
        Ok(match negative {
            Some(j) => {
                let [own, other] = [[one.clone(), &v - Integer::from(2)], [Integer::from(0), -one.clone()]];
                let numerators = (0..values).map(|i| polynomial(if i == j { &own } else { &other })).collect();
                OfOne::Separated(dp_kernel::Vector { denominator: Number::ONE, numerators })
            }
            None => {
                // (1−α)·W = 1 + (v−2)α − (v−1)α².
                let d = prior.denominator();
                let below = [d.clone(), (&v - Integer::from(2)) * d, (&one - &v) * d];
                let numerators = prior.numerators().iter().map(|n| polynomial(&entry(prior, n))).collect();
                OfOne::Regular(dp_kernel::Vector { denominator: polynomial(&below), numerators })
            }
        })
    })
}

/// An irrational α, closely.
struct Alpha {
    point: Point,
    diameter: u32,
    /// A rational within 2^-64, which is not 0 where α is smaller than that.
    near: Rational,
}

impl Alpha {
    fn new(case: &Case) -> Result<Self, Reason> {
        let limits = Limits::default();
        let steps = Counted::new(limits.steps);
        let bounds = Bounds::new(&limits, &steps);
        let obstacle = |why: Obstacle| Reason::new(why.to_string());
        let field = case.mechanism.field.as_ref().filter(|_| case.graph().unit() > 1);
        let point = match field {
            // b = α^(1/k) is α of one unit of length.
            Some(field) => field.point.clone(),
            None => generator(&case.mechanism.privacy.alpha, None, &bounds).map_err(obstacle)?,
        };
        if matches!(point, Point::Interval(_)) {
            return Err(Reason::new("α is symbolic: this version decides this claim at one α at a time"));
        }
        let alpha = exact::integer(&bounds.run(|| point.bracket(NEAR + SPARE)).map_err(obstacle)?.low);
        let near = Rational::from_integers((alpha >> SPARE).max(Integer::from(1)), Integer::from(1) << NEAR);
        Ok(Self { point, diameter: u32::try_from(case.graph().diameter()).unwrap_or(u32::MAX).max(1), near })
    }

    /// α·2^bits between two integers.
    fn bracket(&self, bits: u64) -> Result<[Integer; 2], Reason> {
        let limits = Limits::default();
        let steps = Counted::new(limits.steps);
        let found = Bounds::new(&limits, &steps).run(|| self.point.bracket(bits));
        let found = found.map_err(|why| Reason::new(why.to_string()))?;
        Ok([exact::integer(&found.low), exact::integer(&found.high)])
    }

    /// α^d·2^bits for d = 0, ..., D, rounded down, by at most two units; `None` where that takes too many steps.
    fn powers(&self, bits: u64) -> Option<Vec<Integer>> {
        let limits = Limits::default();
        let steps = Counted::new(limits.steps);
        let fine = bits + SPARE;
        let alpha = exact::integer(&Bounds::new(&limits, &steps).run(|| self.point.bracket(fine)).ok()?.low);
        let mut powers = vec![Integer::from(1) << fine];
        for d in 0..self.diameter as usize {
            powers.push((&powers[d] * &alpha) >> fine);
        }
        powers.iter_mut().for_each(|power| *power >>= SPARE);
        Some(powers)
    }
}
