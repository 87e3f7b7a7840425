//! `optimal`: X is ε-private, and no ε-private mechanism on this graph has more utility for π, with any outputs.
//!
//! Holds: a bound Σλ = U(X, π) on the utility of all (see [`optimum`]). Fails: X is no mechanism or not private, or
//! another one that is private and has more utility; with a bound that equals its utility that one is optimal, and the
//! value `optimum` is proved too.

use super::*;

pub(super) fn check(case: &Case, prior: usize, witness: &Witness) -> Result<Found, Failure> {
    let worth = optimum::Worth { gain: &case.problem.gain, priors: &[case.prior(prior)?] };
    let (ours, private) = (worth.of_mechanism(case, case.rows)?, dp::is_private(case, case.rows)?);
    let found = |verdict| utility::stated(case, Found::new(verdict), [Name::Utility, Name::Loss], ours.clone());
    let with_optimum = |found, optimum| utility::stated(case, found, [Name::Optimum, Name::LeastLoss], optimum);
    match witness {
        Witness::Bound(dual) => {
            ensure(private, || Why::BoundOfNothing)?;
            let bound = optimum::reached(case, &worth, case.rows, dual, (None, true))?;
            Ok(with_optimum(found(Verdict::Holds), bound))
        }
        Witness::None if !private => Ok(found(Verdict::Fails).because(Reason::NotPrivate)),
        Witness::Better { rows: better, dual } => {
            dp::is_mechanism(case, better)?;
            let other = match dual {
                Some(dual) => optimum::reached(case, &worth, better, dual, (None, false))?,
                None => worth.of_mechanism(case, better)?,
            };
            let more = !private || case.compare(&ours, &other)?.is_lt();
            let (ours, theirs) = (ours.clone(), other.clone());
            ensure(more, || Why::NoMore { at_prior: false, ours: ours.clone(), other: theirs.clone() })?;
            let has_more = Reason::HasMore { prior: None, ours, other: theirs };
            let found = found(Verdict::Fails).because(if private { has_more } else { Reason::NotPrivate });
            Ok(if dual.is_some() { with_optimum(found, other) } else { found })
        }
        _ => refused(Why::WrongWitness),
    }
}
