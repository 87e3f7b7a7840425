//! Discrete Gaussian noise N_Z(0, σ²), added to whole numbers that differ by at most Δ where they are neighbours
//! (Canonne, Kamath, Steinke, The discrete Gaussian for differential privacy, 2020): P_i(z) = p(z − i), p(x) = w(x)/Z,
//! w(x) = e^(−x²/(2σ²)), on all whole numbers. There is no table: each verdict is by a theorem. Let Δ ≥ 1.
//!
//! - `dp`, `group-privacy` and `bounded-range` fail, with no ε that serves: p(x)/p(x − d) = e^((d² − 2dx)/(2σ²)) has no
//!   bound for d ≥ 1.
//! - `renyi-dp`: Σ_x p(x)^k·p(x − d)^(1−k) = e^(k(k−1)d²/(2σ²)) · Σ_x e^(−(x−μ)²/(2σ²))/Z, μ = (1−k)·d, by completing
//!   the square: D_k = k·d²/(2σ²) exactly for a whole order k, as μ is whole and shifts the sum. It grows with d.
//! - `zcdp`: for real k the last quotient is at most 1 (Poisson's summation: Σ_x e^(−(x−μ)²/(2σ²)) is a sum of
//!   cos(2πμy) with positive weights, largest at μ = 0), so that D_k ≤ k·d²/(2σ²), with equality at whole k: `rho_min`
//!   is
//!   Δ²/(2σ²).
//! - `approximate-dp`: with λ = e^ε, δ_d(λ) = Σ_x max(0, p(x) − λ·p(x − d)) = P(x < τ) − λ·P(x < τ − d), where p(x) >
//!   λ·p(x − d) iff x < d/2 − ε·σ²/d, and τ is the least whole number that is no less; a tie adds 0. It does not fall
//!   as d grows: for the set A below τ P_d(A) does. Nor does it hang on the order of a pair, as p is symmetric. So
//!   `delta_min` is δ_Δ(λ). It is enclosed (see `tails`) until the declared δ lies outside, and to its 2^-56th part if
//!   that takes few steps.
//! - `epsilon_min` is ln of the least λ with P(x < t) − λ·P(x < t − Δ) ≤ δ for all whole t, the largest (P(x < t) −
//!   δ)/P(x < t − Δ). One of these bounds it from below, and a λ with δ_Δ(λ) ≤ δ from above.

mod tails;

use self::tails::{Tails, inverse, verdict};
use super::zcdp;
use crate::case::Case;
use crate::check::core::alpha_max;
use crate::check::core::events::declared;
use crate::failure::{Failure, Flaw, Why, ensure, refused};
use crate::problem::{Claim, Gaussian, Name, Verdict};
use crate::proved::{Found, Reason, Value};
use crate::witness::Witness;
use dp_number::{Fraction, Number};
use num_traits::Zero;

/// The bits of enclosures, until the verdict shows; and the steps that those of values may take beyond that.
const PRECISIONS: [u64; 6] = [192, 512, 1_536, 4_096, 8_192, 16_384];
const OF_VALUES: u64 = 1 << 25;

pub(crate) fn found(case: &Case, noise: &Gaussian, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    ensure(*witness == Witness::None, || Why::WrongWitness)?;
    let Some(shift) = Gaussian::sensitivity(case.graph) else { return refused(Flaw::Gaussian) };
    let because = |found: Found, h| found.because((shift > 0).then_some(Reason::Shifted { pair: [0, h], below: None }));
    // Of no nodes, or of 0 and this one.
    let unbounded = |h: Option<usize>| match h {
        None => alpha_max::of_number(case, Found::new(Verdict::Holds), Fraction::ONE),
        Some(h) => Ok(because(alpha_max::of_number(case, Found::new(Verdict::Fails), Fraction::ZERO)?, h)),
    };
    // k·Δ²/(2σ²) against a bound.
    let divergence = |k: usize, name: Name, bound: &Fraction| {
        let [k, square] = [k, shift].map(Number::from);
        let (n, d) = (noise.sigma2.numer().clone().into(), noise.sigma2.denom().clone().into());
        let least = Fraction::new(&(&(&square * &square) * &k) * &d, &n * &Number::from(2usize)).lowest();
        let holds = case.compare(&least, bound)?.is_le();
        Ok(because(Found::new(Verdict::of(holds)).number(name, least), shift))
    };
    match claim {
        Claim::Stochastic => Ok(Found::new(Verdict::Holds)),
        Claim::Dp | Claim::BoundedRange(_) => unbounded(Some(shift).filter(|shift| *shift > 0)),
        Claim::GroupPrivacy { distance, nearer } => {
            // The first node at that distance.
            let steps = if *nearer { 0 } else { distance.saturating_sub(1) };
            let h = steps.saturating_mul(shift).saturating_add(1);
            unbounded(Some(h).filter(|h| *distance > 0 && *h < case.nodes()))
        }
        Claim::Zcdp(rho, epsilon) => zcdp::by_rho_alone(divergence(1, Name::RhoMin, rho)?, rho, epsilon.as_ref()),
        Claim::RenyiDp { order, bound } => {
            ensure(*order >= 2 && case.sign(&bound.denominator)?.is_gt(), || Why::DoesNotFit)?;
            divergence(*order, Name::Divergence, bound)
        }
        Claim::ApproximateDp if shift == 0 => {
            let found = Found::new(Verdict::Holds).number(Name::DeltaMin, Fraction::ZERO);
            alpha_max::of_number(case, found, Fraction::ONE)
        }
        Claim::ApproximateDp => approximate_dp(case, noise, shift),
        _ => refused(Why::Untabled),
    }
}

/// δ_Δ(λ) against δ, and the least ε.
fn approximate_dp(case: &Case, noise: &Gaussian, shift: usize) -> Result<Found, Failure> {
    let Some(level) = declared(case).rational()? else { return refused(Why::NotEnclosed) };
    // p > 0 everywhere, so that none is private for δ = 0.
    let mut known = level.is_zero().then_some(Verdict::Fails);
    let (mut delta_min, mut lambda_min, mut below) = (None, None, None);
    for bits in PRECISIONS {
        if known.is_some() && Tails::steps(noise, bits) > OF_VALUES {
            break;
        }
        let Some(lambda) = inverse(case, bits)? else { continue };
        let Some(tails) = Tails::of(noise, shift, bits)? else { continue };
        if let Some((delta, t)) = tails.delta(&lambda)? {
            known = known.or(verdict(&delta, &level));
            (delta_min, below) = (Some(delta), Some(t));
        }
        if lambda_min.is_none() && !level.is_zero() {
            lambda_min = tails.least(&level)?;
        }
        let is_narrow = delta_min.as_ref().is_some_and(|delta| (&delta.high - &delta.low) << 56 <= delta.low);
        if known.is_some() && is_narrow && (lambda_min.is_some() || level.is_zero()) {
            break;
        }
    }
    let Some(verdict) = known else { return refused(Why::NotEnclosed) };
    let mut found = Found::new(verdict);
    if let Some(delta) = delta_min {
        found = found.value(Name::DeltaMin, Value::Enclosed(tails::ends(&delta)));
    }
    found = match lambda_min {
        _ if level.is_zero() => alpha_max::of_number(case, found, Fraction::ZERO)?,
        Some(None) => alpha_max::of_number(case, found, Fraction::ONE)?,
        Some(Some([alpha, epsilon])) => {
            let found = found.value(Name::AlphaMax, Value::Enclosed(tails::ends(&alpha)));
            found.value(Name::EpsilonMin, Value::Enclosed(tails::ends(&epsilon)))
        }
        None => found,
    };
    Ok(found.because(Reason::Shifted { pair: [0, shift], below }))
}
