//! `approximate-dp-within-rounding`: some stochastic (ε, δ)-private matrix M lies within `rounding` r of every entry of
//! X.
//!
//! Holds: M itself, of which everything is computed.
//!
//! Fails: the place of an entry x_io < −r, as every M is ≥ 0. Or λ and multipliers μ as of `dp-within-rounding`. There
//! is Σλ = Σ_io w_io·m_io + Σ_io ν_io·m_io, where the first sum is at least Σ w_io·(l_io or u_io), and the second, of
//! an (ε, δ)-private M, at least −δ·s, s = α·Σ κ_ih (see `slack`). That Σ w_io·(l_io or u_io) − Σλ, the *excess*, is
//! larger than δ·s is what is checked.
//!
//! Both: every M within the rounding needs a δ of at least excess/s, where s > 0. An M that needs no more has the least
//! δ of all, `delta_min`, and the claim holds iff that is at most δ. An M that needs 0 has it without multipliers.

use super::slack;
use crate::case::Case;
use crate::check::core::dp_within_rounding::{below, excess, is_near};
use crate::check::core::events::declared;
use crate::failure::{Failure, Origin, Why, ensure, refused};
use crate::problem::{Name, Verdict};
use crate::proved::Found;
use crate::witness::Witness;
use dp_number::Fraction;

pub(super) fn check(case: &Case, witness: &Witness) -> Result<Found, Failure> {
    let Some(r) = &case.problem.rounding else { return refused(Why::DoesNotFit) };
    let delta = declared(case);
    match witness {
        Witness::Near(rows) => {
            let needed = slack::is_mechanism(case, rows, &delta)?;
            is_near(case, r, rows)?;
            let (found, is_none) = (Found::new(Verdict::Holds), case.sign(&needed.numerator)?.is_eq());
            Ok(if is_none { found.number(Name::DeltaMin, Fraction::ZERO) } else { found })
        }
        Witness::Entry { row, output } => below(case, r, *row, *output),
        Witness::Far { lambda, multipliers } => {
            let excess = excess(case, r, lambda, multipliers)?;
            let most = &delta * &slack::of(case, multipliers)?;
            ensure(case.compare(&excess, &most)?.is_gt(), || Origin::NoContradiction)?;
            Ok(Found::new(Verdict::Fails))
        }
        Witness::LeastDelta { rows, lambda, multipliers } => {
            let needed = slack::is_mechanism(case, rows, &Fraction::ONE)?;
            is_near(case, r, rows)?;
            let (excess, s) = (excess(case, r, lambda, multipliers)?, slack::of(case, multipliers)?);
            let bound = if case.sign(&s.numerator)?.is_gt() { Some(&excess / &s) } else { None };
            let is_least = bound.as_ref().map_or(Ok(false), |bound| case.compare(bound, &needed).map(|o| o.is_ge()))?;
            ensure(is_least, || Origin::NotLeastDelta { needed: needed.clone(), bound })?;
            let verdict = Verdict::of(case.compare(&needed, &delta)?.is_le());
            Ok(Found::new(verdict).number(Name::DeltaMin, needed.lowest()))
        }
        _ => refused(Why::WrongWitness),
    }
}
