//! `optimal` with `delta`: X is (ε, δ)-private, and no (ε, δ)-private mechanism on this graph has more utility for π,
//! with any outputs; or, with `within`, none has more than U(X, π) + within.
//!
//! As `optimal`, with these mechanisms and a bound on their utility. A mechanism y with its remap is one with a column
//! for each guess, which is (ε, δ)-private too: what is guessed depends on the output alone. By λ and multipliers μ
//! with λ_i − c_w(i) ≥ ν_iw for all i and w its utility is Σ_iw c_w(i)·y_iw ≤ Σ_i λ_i − Σ_iw ν_iw·y_iw, which is at
//! most Σλ + α·δ·Σ κ_ih (see `slack`). Other bounds are of ε-private mechanisms alone.

use super::slack;
use crate::case::Case;
use crate::check::core::approximate_dp;
use crate::check::core::optimal::{Others, judged};
use crate::check::core::optimum::{self, Worth};
use crate::failure::{Failure, Flaw, Optimality, ensure, refused};
use crate::proved::Found;
use crate::witness::{Dual, Witness};
use dp_number::Fraction;

pub(super) fn check(
    case: &Case,
    (prior, within, delta): (usize, Option<&Fraction>, &Fraction),
    witness: &Witness,
) -> Result<Found, Failure> {
    let is_number = case.sign(&delta.denominator)?.is_gt() && case.sign(&delta.numerator)?.is_ge();
    ensure(is_number && case.compare(delta, &Fraction::ONE)?.is_lt(), || Flaw::DeltaOfClaim)?;
    let worth = Worth { gain: &case.problem.gain, priors: &[case.prior(prior)?] };
    let needed = approximate_dp::least_delta(case, case.rows)?;
    let found = (worth.of_mechanism(case, case.rows)?, case.compare(&needed, delta)?.is_le());
    let bound = |case: &Case, worth: &Worth, dual: &Dual| {
        let Dual::Multipliers { multipliers, .. } = dual else { return refused(Optimality::OnlyMultipliers) };
        let least = optimum::bound(case, worth, dual)?;
        Ok(&least + &(delta * &slack::of(case, multipliers)?))
    };
    let others = Others { is_one: &|case, rows| slack::is_mechanism(case, rows, delta).map(drop), bound: &bound };
    judged(case, (prior, within), found, &others, witness)
}
