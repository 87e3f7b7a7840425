//! `universally-optimal`: X is ε-private and optimal for every prior, with the binary gain whatever the file's gain.
//!
//! Holds:
//! - at α = 1, for every private X: all rows of a private mechanism are the same, and the best guess is the likeliest
//!   answer, whatever the output;
//! - on a forest where X remaps to a tight-constraints mechanism X·R = Φ·diag(z): `remap`, as for `tight-constraints`.
//!   For a prior π let u_k = max_i π_i Φ_ik and λ = Φ^-1 u, so that Σλ = Σ_k z_k u_k, the utility of X·R. For a guess w
//!   and c in C, in the tree of w with root w, λ·c = u_w c_w + Σ (u_h − αu_i)(c_h − αc_i)/(1−α²) over its edges i → h
//!   away from w, as Φ^-1 is the sum over the edges of such squares; u_h ≥ αu_i and c_h ≥ αc_i by the triangle
//!   inequality and in C, and u_w ≥ π_w. So λ − c_w is ≥ 0 on C for each guess w: Σλ bounds every utility.
//!
//! Fails: `prior`, weights ≥ 0 that sum to 1, and `better`, a private mechanism with more utility for it.

use super::source::Source;
use super::{Case, Failure, Proved, dp, mechanism, optimum, stochastic, tight_constraints, unproved};
use crate::alpha::{Polynomial, Ring};
use crate::model::Gain;
use crate::number::{BigInt, Fractions};
use crate::report::Verdict;

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    if let Some(refuted) = stochastic::refute(case)? {
        return Ok(refuted);
    }
    match case.has_rational_table() && case.has_rational_alpha() {
        true => check_in::<BigInt>(case),
        false => check_in::<Polynomial>(case),
    }
}

fn check_in<R: Source>(case: &Case) -> Result<Proved, Failure> {
    let rows = R::rows(case)?;
    if !dp::is_private(case, &rows)? {
        return match case.witness.view() {
            None if case.said == Verdict::Fails || case.computes => {
                Ok(Proved::new(Verdict::Fails).because("X is not ε-private"))
            }
            _ => unproved("X is not ε-private"),
        };
    }
    let (p, q) = case.alpha_in::<R>()?;
    if p.compare(&q, &case.ground)?.is_eq() {
        case.witness.only(&[])?;
        return Ok(Proved::new(Verdict::Holds).because("at α = 1 every private mechanism has the same utility"));
    }
    if case.said == Verdict::Holds {
        if !optimum::is_forest(case) {
            return unproved("`universally-optimal` is proved to hold on forests only");
        }
        let tight = tight_constraints::holds::<R>(case)?;
        return Ok(tight.because("a tight-constraints mechanism on a forest is optimal for every prior"));
    }
    case.witness.only(&["prior", "better"])?;
    let prior: Fractions<R> = case.witness.vector("prior", case.nodes(), &case.ground)?;
    if prior.negative(&case.ground)?.is_some() || prior.sum().compare(&prior.denominator, &case.ground)?.is_ne() {
        return unproved("`prior` is no distribution");
    }
    let worth = optimum::Worth::<R>::of_weights(prior, &Gain::Binary);
    let (ours, other) = (
        worth.of_mechanism(case, &rows)?,
        worth.of_mechanism(case, &mechanism::read::<R>(case, &case.witness.required("better")?)?)?,
    );
    let less = Ring::times(&ours.0, &other.1, &case.ground)?
        .compare(&Ring::times(&other.0, &ours.1, &case.ground)?, &case.ground)?
        .is_lt();
    let (ours, other) = (R::shown(&ours.0, &ours.1, case), R::shown(&other.0, &other.1, case));
    match less {
        true => Ok(Proved::new(Verdict::Fails)
            .because(format!("for some prior X has the utility {ours}, another private mechanism {other}"))),
        false => unproved(format!("for the prior X has the utility {ours}, the other mechanism {other}")),
    }
}
