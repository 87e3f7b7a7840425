//! `jointly-optimal`: one ε-private mechanism is optimal for all of these priors, each under its own remap.
//!
//! It holds if a private mechanism's utilities sum to what bounds for the single priors sum to: none of them is over
//! its bound, so that each reaches it and is an optimum.
//!
//! A mechanism together with a remap for each prior is one whose outputs are tuples of guesses, worth the sum of what
//! each guess is worth to its prior: `joint` is the optimum of that program, `separate` the sum of the priors' own
//! optima. If it is less, the claim fails. Each optimum is proved by a mechanism and a bound that are equal (see
//! [`optimum`]).

use super::{dp, optimum};
use crate::case::{Case, length};
use crate::failure::{Failure, Optimality, Why, ensure, refused};
use crate::problem::{Name, Verdict};
use crate::proved::{Found, Reason};
use crate::witness::Witness;
use dp_number::Fraction;

pub(crate) fn check(case: &Case, priors: &[usize], witness: &Witness) -> Result<Found, Failure> {
    let gain = &case.problem.gain;
    let priors = priors.iter().map(|&prior| case.prior(prior)).collect::<Result<Vec<_>, _>>()?;
    let (together, mut separate) = (optimum::Worth { gain, priors: &priors }, Fraction::ZERO);
    match witness {
        Witness::Common { rows, bounds } => {
            length("bounds", bounds.len(), priors.len())?;
            for (dual, &prior) in bounds.iter().zip(&priors) {
                separate = &separate + &optimum::bound(case, &optimum::Worth { gain, priors: &[prior] }, dual)?;
            }
            dp::is_mechanism(case, rows)?;
            let reached = together.of_mechanism(case, rows)?;
            if case.compare(&reached, &separate)?.is_ne() {
                return refused(Optimality::NotReached { prior: None, reached, bound: separate, of_x: false });
            }
            Ok(Found::new(Verdict::Holds).number(Name::Joint, separate.clone()).number(Name::Separate, separate))
        }
        Witness::Joint { joint, separate: own } => {
            length("separate", own.len(), priors.len())?;
            let joint = optimum::proved(case, &together, joint)?;
            for (proof, &prior) in own.iter().zip(&priors) {
                separate = &separate + &optimum::proved(case, &optimum::Worth { gain, priors: &[prior] }, proof)?;
            }
            ensure(case.compare(&joint, &separate)?.is_lt(), || Why::OtherVerdict)?;
            let found = Found::new(Verdict::Fails).number(Name::Joint, joint.clone());
            Ok(found.number(Name::Separate, separate.clone()).because(Reason::Apart { joint, separate }))
        }
        _ => refused(Why::WrongWitness),
    }
}
