//! `jointly-optimal`: one ε-private mechanism is optimal for all of these priors, each under its own remap.
//!
//! A mechanism together with a remap for each prior is one whose outputs are tuples of guesses, worth the sum of what
//! each guess is worth to its prior: `joint` is the optimum of that program, `separate` the sum of the priors' own
//! optima, which no mechanism exceeds. The claim holds iff they are equal. Each optimum is proved by a mechanism and a
//! bound that are equal (see [`optimum`]).

use super::*;

pub(super) fn check(case: &Case, priors: &[usize], witness: &Witness) -> Result<Found, Failure> {
    let Witness::Joint { joint, separate: own } = witness else { return refused(Why::WrongWitness) };
    let gain = &case.problem.gain;
    let priors = priors.iter().map(|&prior| case.prior(prior)).collect::<Result<Vec<_>, _>>()?;
    length("separate", own.len(), priors.len())?;
    let joint = optimum::proved(case, &optimum::Worth { gain, priors: &priors }, joint)?;
    let mut separate = Fraction::ZERO;
    for (proof, prior) in own.iter().zip(priors) {
        let of_one = optimum::proved(case, &optimum::Worth { gain, priors: &[prior] }, proof)?;
        separate = &separate + &of_one;
    }
    let holds = case.compare(&joint, &separate)?.is_eq();
    let found = Found::new(Verdict::of(holds)).number(Name::Joint, joint.clone());
    let found = found.number(Name::Separate, separate.clone());
    Ok(if holds { found } else { found.because(Reason::Apart { joint, separate }) })
}
