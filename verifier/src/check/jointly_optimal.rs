//! `jointly-optimal`: one ε-private mechanism is optimal for all of these priors, each under its own remap.
//!
//! A mechanism together with a remap for each prior is one whose outputs are tuples of guesses, worth the sum of what
//! each guess is worth to its prior: `joint` is the optimum of that program, `separate` the sum of the priors' own
//! optima, which no mechanism exceeds. The claim holds iff they are equal. Each optimum is proved by a mechanism and a
//! bound that are equal (see [`optimum`]).

use super::source::{Source, compare, more_by, one, plus};
use super::{Case, Failure, Proved, optimum, unproved};
use crate::alpha::Polynomial;
use crate::number::BigInt;
use crate::report::{Verdict, count};

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    let rational = |name: &String| case.mechanism.prior(name).is_some_and(|prior| prior.weights.rational().is_some());
    match case.claim.priors.iter().all(rational) && case.mechanism.gain.is_rational() && case.has_rational_alpha() {
        true => check_in::<BigInt>(case),
        false => check_in::<Polynomial>(case),
    }
}

fn check_in<R: Source>(case: &Case) -> Result<Proved, Failure> {
    let priors: Option<Vec<_>> = case.claim.priors.iter().map(|name| case.mechanism.prior(name)).collect();
    let Some(priors) = priors else { return unproved("the claim names no priors of the file") };
    let gain = &case.mechanism.gain;
    case.witness.only(&["joint", "separate"])?;
    let all = optimum::Worth::<R>::new(&priors, gain)?;
    let joint = optimum::proved(case, &all, &case.witness.required("joint")?)?;
    let list = case.witness.required("separate")?;
    let list = list.array("the optimum of each prior")?;
    if list.len() != priors.len() {
        let (found, priors) = (count(list.len(), "optimum"), count(priors.len(), "prior"));
        return unproved(format!("`separate` has {found}, expected one for each of {priors}"));
    }
    let ground = &case.ground;
    let mut separate = (R::default(), one::<R>());
    for (proof, prior) in list.zip(&priors) {
        let own = optimum::proved(case, &optimum::Worth::<R>::new(&[prior], gain)?, &proof)?;
        separate = plus(&separate, &own, ground)?;
    }
    let holds = compare(&joint, &separate, ground)?.is_eq();
    let proved = Proved::new(Verdict::of(holds))
        .value("joint", R::value(&joint.0, &joint.1, case)?)
        .value("separate", R::value(&separate.0, &separate.1, case)?);
    match more_by(&separate, &joint, case) {
        by if holds || by.is_empty() => Ok(proved),
        by => Ok(proved.because(format!("the priors' own optima sum to more than any one mechanism has{by}"))),
    }
}
