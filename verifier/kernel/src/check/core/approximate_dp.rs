//! `approximate-dp`: P[X_i ∈ S] ≤ λ·P[X_h ∈ S] + δ for all i ~ h and all sets S of outputs, λ = 1/α = e^ε.
//!
//! Both verdicts are computed. For a pair (i, h) the set S = {o: x_io > λ x_ho} has the largest
//! x_i(S) − λ x_h(S) of all 2^m sets, as every output outside of it adds nothing and every one inside something:
//! δ_ih(λ) = Σ_o max(0, x_io − λ x_ho). `delta_min` is the largest of these over both orders of every pair of
//! neighbours. In one order the set may be empty while the other order needs it, so no order is left out.
//!
//! `alpha_max` is the largest α ≤ 1 at which the declared δ is enough: 1/λ for the least λ ≥ 1 with δ_ih(λ) ≤ δ for all
//! pairs. A set with x_i(S) − λ x_h(S) > δ asks for λ ≥ (x_i(S) − δ) / x_h(S), which is then tried in turn: each λ that
//! is tried is necessary, and the last one is sufficient. A set with x_h(S) = 0 and x_i(S) > δ has no such λ. Over an
//! interval it is left out where the table is in t and δ > 0.

use super::dp;
use super::events::{Most, by_most_delta, declared, delta_min, event, inverse, least_lambda, take, tells_alpha_max};
use crate::case::{Case, index, neighbours};
use crate::failure::{Counterexample, Failure, Why, ensure, refused};
use crate::proved::Found;
use crate::witness::Witness;
use dp_number::{Fraction, Vector};

pub(crate) fn check(case: &Case, witness: &Witness) -> Result<Found, Failure> {
    let (pairs, declared) = (neighbours(case.graph)?, declared(case));
    let (lambda, most) = (case.alpha.inverse(), most(case, &pairs)?);
    match witness {
        Witness::None => {}
        Witness::Event { pair, outputs } => attains(case, *pair, outputs, &lambda, &delta_min(&most))?,
        _ => return refused(Why::WrongWitness),
    }
    let alpha_max = if tells_alpha_max(case) { Some(alpha_max(case, &pairs, &declared)?) } else { None };
    by_most_delta(case, most, alpha_max)
}

/// The pair and the set that need the most δ.
fn most(case: &Case, pairs: &[[usize; 2]]) -> Result<Most, Failure> {
    let (mut most, lambda) = (None, case.alpha.inverse());
    for &pair in pairs {
        take(case, &mut most, vec![pair], event(case, case.pair(pair)?, &lambda)?)?;
    }
    Ok(most)
}

/// The least δ at which rows that are distributions are (ε, δ)-private.
pub(crate) fn least_delta(case: &Case, rows: &[Vector]) -> Result<Fraction, Failure> {
    Ok(delta_min(&most(&Case { rows, ..*case }, &neighbours(case.graph)?)?))
}

/// The largest α ≤ 1 at which δ is enough, 0 where none is. For δ = 0 these are the ratios of `dp`.
fn alpha_max(case: &Case, pairs: &[[usize; 2]], delta: &Fraction) -> Result<Fraction, Failure> {
    if delta.numerator.is_zero() {
        return dp::least_ratio(case, case.rows);
    }
    let enough = |from: Option<Fraction>, pair: &[usize; 2]| match from {
        Some(from) => least_lambda(case, delta, from, &|lambda| Ok(event(case, case.pair(*pair)?, lambda)?.masses)),
        None => Ok(None),
    };
    Ok(inverse(pairs.iter().try_fold(Some(Fraction::ONE), enough)?))
}

/// That the pair is one of adjacent nodes, and that the set of outputs needs `delta_min` of them.
fn attains(
    case: &Case,
    pair: [usize; 2],
    outputs: &[usize],
    lambda: &Fraction,
    delta_min: &Fraction,
) -> Result<(), Failure> {
    case.length("pair", pair)?;
    outputs.iter().try_for_each(|o| index("outputs", *o, case.outputs()))?;
    ensure(!outputs.is_empty() && outputs.is_sorted_by(|o, next| o < next), || Counterexample::NotRising)?;
    let [x, y] = case.pair(pair)?.map(|row| row.sum_of(outputs.iter().copied()));
    let needed = &x - &(lambda * &y);
    let wrong = || Counterexample::NotMostDelta { pair, outputs: outputs.to_vec(), delta_min: delta_min.clone() };
    ensure(case.compare(&needed, delta_min)?.is_eq(), wrong)
}
