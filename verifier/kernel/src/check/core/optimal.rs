//! `optimal`: X is ε-private, and no ε-private mechanism on this graph has more utility for π, with any outputs; or,
//! with `within`, none has more than U(X, π) + within.
//!
//! Holds: a bound Σλ ≤ U(X, π) + within on the utility of all (see [`optimum`]), within being 0 where there is none. As
//! Σλ bounds U(X, π) too, it is the optimum where it is no more than U(X, π). Fails: X is no mechanism or not private,
//! or another one that is private and has more utility than that; with a bound that equals its utility that one is
//! optimal, and the value `optimum` is proved too. Such a mechanism and its bound also show that X is near enough,
//! where it is.

use super::{dp, optimum, utility};
use crate::case::Case;
use crate::failure::{Failure, Flaw, Optimality, Why, ensure, refused};
use crate::problem::{Name, Verdict};
use crate::proved::{Found, Reason};
use crate::witness::{Dual, Witness};
use dp_number::{Fraction, Vector};

pub(crate) fn check(case: &Case, prior: usize, within: Option<&Fraction>, witness: &Witness) -> Result<Found, Failure> {
    let worth = optimum::Worth { gain: &case.problem.gain, priors: &[case.prior(prior)?] };
    let found = (worth.of_mechanism(case, case.rows)?, dp::is_private(case, case.rows)?);
    judged(case, (prior, within), found, &PRIVATE, witness)
}

/// Whether a table is a mechanism of the kind that X is held against.
pub(crate) type IsOne<'a> = dyn Fn(&Case, &[Vector]) -> Result<(), Failure> + 'a;

/// What is asked of the mechanisms that X is held against.
pub(crate) struct Others<'a> {
    /// That these rows are one of them.
    pub(crate) is_one: &'a IsOne<'a>,
    /// A bound on the utility of all of them.
    pub(crate) bound: &'a dyn Fn(&Case, &optimum::Worth, &Dual) -> Result<Fraction, Failure>,
}

/// The ε-private ones.
pub(crate) const PRIVATE: Others<'static> = Others { is_one: &dp::is_mechanism, bound: &optimum::bound };

/// With the utility of X, and whether it is private.
pub(crate) fn judged(
    case: &Case,
    (prior, within): (usize, Option<&Fraction>),
    (ours, private): (Fraction, bool),
    others: &Others,
    witness: &Witness,
) -> Result<Found, Failure> {
    let worth = optimum::Worth { gain: &case.problem.gain, priors: &[case.prior(prior)?] };
    // What the optimum may be for X to be near enough.
    let is_within = within.is_some();
    let within = within.unwrap_or(&Fraction::ZERO);
    let is_number = case.sign(&within.denominator)?.is_gt() && case.sign(&within.numerator)?.is_ge();
    ensure(is_number, || Flaw::Within)?;
    let most = &ours + within;
    let found = |verdict| utility::stated(case, Found::new(verdict), [Name::Utility, Name::Loss], ours.clone());
    let with_optimum = |found, optimum| utility::stated(case, found, [Name::Optimum, Name::LeastLoss], optimum);
    match witness {
        Witness::Bound(dual) => {
            ensure(private, || Optimality::BoundOfNothing)?;
            let (bound, reached) = ((others.bound)(case, &worth, dual)?, ours.clone());
            if case.compare(&bound, &most)?.is_gt() {
                return refused(Optimality::NotReached { prior: None, reached, bound, of_x: true });
            }
            let (found, is_more) = (found(Verdict::Holds), case.compare(&bound, &ours)?.is_gt());
            let near = || Reason::NoneHasMore { ours: reached, bound: bound.clone() };
            Ok(if is_more { found.because(near()).number(Name::Bound, bound) } else { with_optimum(found, bound) })
        }
        Witness::None if !private => Ok(found(Verdict::Fails).because(Reason::NotPrivate)),
        Witness::Better { rows: better, dual } => {
            (others.is_one)(case, better)?;
            let reached = |dual: &Dual| {
                optimum::reached(case, &worth, better, (others.bound)(case, &worth, dual)?, (None, false))
            };
            let other = dual.as_ref().map_or_else(|| worth.of_mechanism(case, better), reached)?;
            let fails = !private || case.compare(&most, &other)?.is_lt();
            let (mine, theirs) = (ours.clone(), other.clone());
            // Another mechanism with no more is a proof only where it is shown to be optimal, and X near it.
            let proves = fails || is_within && dual.is_some();
            ensure(proves, || Optimality::NoMore { at_prior: false, ours: mine.clone(), other: theirs.clone() })?;
            let why =
                if private { Reason::HasMore { prior: None, ours: mine, other: theirs } } else { Reason::NotPrivate };
            let is_worse = fails || case.compare(&ours, &other)?.is_lt();
            let found = found(Verdict::of(!fails)).because(is_worse.then_some(why));
            Ok(if dual.is_some() { with_optimum(found, other) } else { found })
        }
        _ => refused(Why::WrongWitness),
    }
}
