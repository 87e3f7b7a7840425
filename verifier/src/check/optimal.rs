//! `optimal`: X is ε-private, and no ε-private mechanism on this graph has more utility for π, with any outputs.
//!
//! Holds: a bound Σλ = U(X, π) on the utility of all (see [`optimum`]). Fails: X is no mechanism or not private, or
//! another one that is private and has more utility; with a bound that equals its utility that one is optimal, and the
//! value `optimum` is proved too.

use super::source::{Source, compare};
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
    let shown = |x: &(R, R)| R::shown(&x.0, &x.1, case);
    let Some(view) = case.witness.view() else {
        return match private {
            false => {
                let fails = Proved::new(Verdict::Fails).because("X is not ε-private");
                state(fails, ["utility", "loss"], &reached)
            }
            true => unproved("the witness lacks `lambda`"),
        };
    };
    let better = match view.field("better") {
        Some(better) => Some(worth.of_mechanism(case, &mechanism::read::<R>(case, &better)?)?),
        None => None,
    };
    let bound = match ["lambda", "multipliers", "y"].into_iter().any(|part| view.field(part).is_some()) {
        true => Some(optimum::bound(case, &worth, view)?),
        false => None,
    };
    let holds = better.is_none() && private;
    let verdict = Verdict::of(holds);
    let proved = match (&better, &bound) {
        (None, Some(bound)) if private => match compare(&reached, bound, &case.ground)?.is_eq() {
            true => Proved::new(verdict),
            false => return unproved(format!("X has the utility {}, the bound is {}", shown(&reached), shown(bound))),
        },
        (Some(better), _) if private => match compare(&reached, better, &case.ground)?.is_lt() {
            true => {
                let sentence =
                    format!("X has the utility {}, another private mechanism {}", shown(&reached), shown(better));
                Proved::new(verdict).because(sentence)
            }
            false => {
                return unproved(format!(
                    "the other mechanism has the utility {}, X has {}",
                    shown(better),
                    shown(&reached)
                ));
            }
        },
        _ if !private => Proved::new(verdict).because("X is not ε-private"),
        _ => return unproved("the witness lacks `lambda`"),
    };
    let proved = state(proved, ["utility", "loss"], &reached)?;
    match (better.as_ref().or(holds.then_some(&reached)), &bound) {
        (Some(best), Some(bound)) if compare(best, bound, &case.ground)?.is_eq() => {
            state(proved, ["optimum", "least_loss"], bound)
        }
        (Some(_), Some(_)) => unproved("the other mechanism does not reach the bound"),
        _ => Ok(proved),
    }
}
