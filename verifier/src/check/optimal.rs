//! `optimal`: X is ε-private, and no ε-private mechanism on this graph has more utility for π, with any outputs.
//!
//! Holds: a bound Σλ = U(X, π) on the utility of all (see [`optimum`]). Fails: X is no mechanism or not private, or
//! another one that is private and has more utility; with a bound that equals its utility that one is optimal, and the
//! value `optimum` is proved too.

use super::source::{Source, compare, more_by};
use super::{Case, Failure, Proved, dp, mechanism, optimum, unproved};
use crate::alpha::Polynomial;
use crate::number::BigInt;
use crate::report::Verdict;

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    let rational = case.has_rational_table() && case.has_rational_prior() && case.mechanism.gain.is_rational();
    match rational && case.has_rational_alpha() {
        true => check_in::<BigInt>(case),
        false => check_in::<Polynomial>(case),
    }
}

fn check_in<R: Source>(case: &Case) -> Result<Proved, Failure> {
    let gain = &case.mechanism.gain;
    let rows = R::rows(case)?;
    let worth = optimum::Worth::<R>::new(&[case.prior()?], gain)?;
    let reached = worth.of_mechanism(case, &rows)?;
    let private = dp::is_private(case, &rows)?;
    let state = |proved: Proved, name: [&'static str; 2], value: &(R, R)| -> Result<Proved, Failure> {
        let proved = proved.value(name[0], R::value(&value.0, &value.1, case)?);
        Ok(if gain.is_loss() { proved.value(name[1], R::value(&value.0.negated(), &value.1, case)?) } else { proved })
    };
    case.witness.only(&["better", "lambda", "multipliers", "y"])?;
    let part = |name| case.witness.part(name);
    let better = match part("better") {
        Some(better) => Some(worth.of_mechanism(case, &mechanism::read::<R>(case, &better)?)?),
        None => None,
    };
    let bound = match (["lambda", "multipliers", "y"].into_iter().any(|name| part(name).is_some()), case.witness.view())
    {
        (true, Some(view)) => Some(optimum::bound(case, &worth, view)?),
        _ => None,
    };
    let proved = match (private, &better, &bound) {
        (false, None, Some(_)) => {
            return unproved("X is not ε-private, and a bound without `better` says nothing of it");
        }
        (false, ..) => Proved::new(Verdict::Fails).because("X is not ε-private"),
        (true, Some(better), _) => Proved::new(Verdict::Fails).because(has_more(case, better, &reached)?),
        (true, None, Some(bound)) => holds(case, &reached, bound)?,
        (true, None, None) => return unproved("the witness lacks `lambda`"),
    };
    let best = better.as_ref().or((proved.verdict == Verdict::Holds).then_some(&reached));
    let proved = state(proved, ["utility", "loss"], &reached)?;
    match (best, &bound) {
        (Some(best), Some(bound)) if compare(best, bound, &case.ground)?.is_eq() => {
            state(proved, ["optimum", "least_loss"], bound)
        }
        (Some(_), Some(_)) => unproved("the other mechanism does not reach the bound"),
        _ => Ok(proved),
    }
}

/// X reaches the bound.
fn holds<R: Source>(case: &Case, reached: &(R, R), bound: &(R, R)) -> Result<Proved, Failure> {
    let shown = |x: &(R, R)| R::shown(&x.0, &x.1, case);
    if compare(reached, bound, &case.ground)?.is_ne() {
        return unproved(format!("X has the utility {}, the bound is {}", shown(reached), shown(bound)));
    }
    Ok(Proved::new(Verdict::Holds))
}

/// Another private mechanism has more utility than X, and how much more.
fn has_more<R: Source>(case: &Case, better: &(R, R), reached: &(R, R)) -> Result<String, Failure> {
    let shown = |x: &(R, R)| R::shown(&x.0, &x.1, case);
    let (ours, other) = (shown(reached), shown(better));
    if compare(reached, better, &case.ground)?.is_ge() {
        return unproved(format!("the other mechanism has the utility {other}, X has {ours}"));
    }
    let by = more_by(better, reached, case);
    Ok(format!("X has the utility {ours}, another private mechanism {other}{by}"))
}
