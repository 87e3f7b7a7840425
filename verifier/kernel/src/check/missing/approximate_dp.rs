//! `approximate-dp` of all completions Y of X (see the module): y_i(S) ≤ λ·y_h(S) + δ for all i ~ h and sets S of
//! outputs, λ = 1/α.
//!
//! Both verdicts are computed. As x_i(S) ≤ y_i(S) ≤ x_i(S) + m_i, and the same of h,
//!
//! x_i(S) − λ·x_h(S) − λ·m_h ≤ y_i(S) − λ·y_h(S) ≤ x_i(S) − λ·x_h(S) + m_i,
//!
//! further outputs in S counting 0 in x. Of all S that of the outputs with x_io > λ·x_ho makes both sides largest. The
//! largest of the right ones over all i ~ h is `delta_at_most`: from that δ on the claim holds. It is at most 1, as
//! x_i(S) + m_i is, and where further outputs are possible it is needed by a completion: i may have m_i at one of them
//! and h m_h at another. The largest of the left ones, or 0, is `delta_at_least`: every completion needs it.

use super::table::Table;
use crate::check::core::events::{Event, declared, event};
use crate::failure::{Completion, Failure, Why, ensure};
use crate::problem::{Name, Verdict};
use crate::proved::{Found, Reason};
use crate::witness::Witness;
use dp_number::Fraction;
use dp_number::list::List;

/// A pair (i, h), and the set that tells its rows apart, with what it needs.
type Most = Option<([usize; 2], Event)>;

pub(super) fn check(table: &Table, witness: &Witness) -> Result<Found, Failure> {
    ensure(*witness == Witness::None, || Why::WrongWitness)?;
    let (case, lambda, declared) = (&table.case, table.case.alpha.inverse(), declared(&table.case));
    let (mut all, mut any): (Most, Most) = (None, None);
    for &[i, h] in &table.pairs {
        let Event { outputs, masses: [x, y], delta } = event(case, case.pair([i, h])?, &lambda)?;
        let [mine, other] = [table.missing.at(i)?, table.missing.at(h)?];
        let most = Event { outputs: outputs.clone(), delta: &delta + mine, masses: [&x + mine, y.clone()] };
        let least = Event { outputs, delta: &delta - &(&lambda * other), masses: [x, &y + other] };
        for (known, found) in [(&mut all, most), (&mut any, least)] {
            let least = known.as_ref().map_or(&Fraction::ZERO, |(_, known)| &known.delta);
            if case.compare(&found.delta, least)?.is_gt() {
                *known = Some(([i, h], found));
            }
        }
    }
    let of = |most: &Most| most.as_ref().map_or(Fraction::ZERO, |(_, event)| event.delta.clone()).lowest();
    let [at_least, at_most] = [of(&any), of(&all)];
    let holds = case.compare(&at_most, &declared)?.is_le();
    let fails = case.compare(&at_least, &declared)?.is_gt();
    ensure(holds || fails, || Completion::Between([at_least.clone(), at_most.clone()]))?;
    let told = if holds { all } else { any };
    let reason = told.map(|(pair, Event { outputs, masses, delta })| Reason::OfCompletions {
        pair,
        outputs,
        masses: masses.map(Fraction::lowest),
        delta: delta.lowest(),
    });
    let found = Found::new(Verdict::of(holds)).number(Name::DeltaAtLeast, at_least);
    Ok(found.number(Name::DeltaAtMost, at_most).because(reason))
}
