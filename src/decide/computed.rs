//! Claims whose verdict the kernel computes. A place that refutes one is named all the same.

use super::attempt;
use super::case::{Case, Reason};
use super::effort;
use super::function::parts;
use super::stochastic::first_fault;
use crate::effort::spend;
use crate::statement::Decided;
use dp_kernel::{Verdict, Witness};
use dp_verify::alpha::Field;
use dp_verify::model::{Claim, Kind};

/// What the kernel computes. What several claims depend on is computed once.
pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    match claim.kind {
        Kind::Stochastic => case.stochastic.get_or_init(case.limits, || compute(case, claim)).cloned(),
        Kind::Dp if !claim.adaptive => case.dp.get_or_init(case.limits, || compute(case, claim)).cloned(),
        _ => compute(case, claim),
    }
}

fn compute(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    if let Some(field) = case.mechanism.field.as_ref().filter(|field| field.is_symbolic()) {
        return parts::computed(case, claim, field);
    }
    if holds_of_mechanisms(claim.kind) && case.is_faultless() {
        // Its values are computed where the certificate is checked, which may not take longer than the search.
        spend(effort::of_values(case, claim));
        return Ok(Decided::plain(Verdict::Holds));
    }
    let found = attempt::computed(case, claim).map_err(|why| Reason::new(why.reason()))?;
    let place = found.reasons.iter().find_map(place).filter(|_| found.verdict == Verdict::Fails);
    Ok(Decided::new(found.verdict, place.unwrap_or(Witness::None)))
}

/// Whether claims of this kind hold wherever X is a mechanism.
fn holds_of_mechanisms(kind: Kind) -> bool {
    use Kind as K;
    let of_values =
        matches!(kind, K::Utility | K::Leakage | K::GLeakage | K::Capacity | K::IndividualLeakage | K::ExpectedError);
    of_values || kind == K::Stochastic
}

/// The place at which a claim fails.
fn place(reason: &dp_kernel::Reason) -> Option<Witness> {
    use dp_kernel::Reason as R;
    match reason {
        R::Ratio { pair, output, .. } | R::Differ { pair, output, .. } => {
            Some(Witness::Pair { pair: *pair, output: *output })
        }
        R::Event { pair, outputs, .. } => Some(Witness::Event { pair: *pair, outputs: outputs.clone() }),
        // A row by its sum; a negative entry needs no place.
        R::NoDistributions(rows) => match rows.first() {
            Some((row, (None, _))) => Some(Witness::Row(*row)),
            _ => None,
        },
        _ => None,
    }
}

impl Case<'_> {
    /// Whether X is a mechanism: at every α of an interval.
    pub(super) fn is_faultless(&self) -> bool {
        *self.faultless.get_or_init(|| first_fault(self.mechanism).is_none())
    }

    /// What refutes every claim about X as a mechanism at one α, where X is none.
    pub(super) fn refuted(&self) -> Result<Option<Decided>, Reason> {
        if self.mechanism.field.as_ref().is_some_and(Field::is_symbolic) {
            return Ok(None);
        }
        let decided = decide(self, &Claim::plain(Kind::Stochastic))?;
        Ok((decided.verdict == Verdict::Fails).then_some(decided))
    }

    /// Whether X is private at α, as the kernel sees it.
    pub(super) fn is_private(&self) -> Result<bool, Reason> {
        Ok(decide(self, &Claim::plain(Kind::Dp))?.verdict == Verdict::Holds)
    }

    /// Whether X is seen not to be private at one α, which refutes what asks for that.
    pub(super) fn is_refuted_by_privacy(&self) -> bool {
        let on_interval = self.mechanism.field.as_ref().is_some_and(Field::is_symbolic);
        !on_interval && matches!(self.is_private(), Ok(false))
    }
}
