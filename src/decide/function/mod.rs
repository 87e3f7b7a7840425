//! Claims with a witness where α or `b` is irrational, or α is every number of an interval: witnesses are functions of
//! t, found as such, or at a rational close by.

mod basis;
mod beside;
mod covering;
mod derivable;
mod dp_within_rounding;
mod jointly;
mod minimal;
mod optimal;
mod parts;
mod program;
mod remap;
mod sample;
mod search;
mod simplex;
mod singular;
mod universally;
mod witness;

use super::case::{Case, Reason};
use super::enclosed;
use crate::certificate::Decided;
use dp_verify::alpha::{Bounds, Field, Point, Polynomial, Quotient};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::{Claim, Gain, Kind, Prior};
use dp_verify::number::Fractions;
pub(super) use parts::computed;
use search::Search;
use witness::Proposal;

/// Why nothing is done here where α and `b` are rational: such a file goes another way.
fn all_rational() -> Reason {
    Reason::new("all numbers are rational, and this is the search for irrational ones")
}

/// A factor of t's polynomial with t as a root, of a lower degree: the kernel sees by it what vanishes at t. Found for degrees up
/// to 8.
pub(super) fn factor(field: &Field, limits: &Limits) -> Option<Polynomial> {
    let Point::Algebraic(t) = &field.point else { return None };
    let steps = Budget::new(limits.steps);
    let Point::Algebraic(short) = minimal::simplest(field.point.clone(), &Bounds::new(limits, &steps)) else {
        return None;
    };
    (short.polynomial().degree() < t.polynomial().degree()).then(|| short.polynomial().clone())
}

/// `tight-constraints-exist` and `regular`.
pub(super) fn nonnegative(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let Some(field) = &case.mechanism.field else { return Err(all_rational()) };
    if case.alpha().is_ok() {
        return parts::decide(case, claim, field, &|_| beside::propose(case, claim, field));
    }
    let (b, name) = match claim.kind {
        Kind::Regular => (case.prior(claim)?.weights.functions().into_owned(), "y"),
        _ => (Fractions::ones(case.nodes()), "z"),
    };
    if let Some(search) = Search::new(case, field, &b)? {
        let search = if claim.kind == Kind::Regular { search } else { search.with_inverse() }.about(claim);
        return parts::decide(case, claim, field, &|point| search.propose(point, name));
    }
    match (&field.point, claim.kind) {
        (Point::Interval(_), _) => Err(Reason::new("rational functions of this size are out of reach")),
        (_, Kind::Regular) => enclosed::regular(case, claim),
        _ => enclosed::tight_constraints_exist(case),
    }
}

/// `tight-constraints`.
pub(super) fn tight_constraints(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let Some(field) = &case.mechanism.field else { return Err(all_rational()) };
    parts::decide(case, claim, field, &|point| remap::propose(case, claim, field, point))
}

/// `utility-bound` and `leakage-bound`.
pub(super) fn utility_bound(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let Some(field) = &case.mechanism.field else { return Err(all_rational()) };
    let with_optimum = |found: Proposal, point: &Point| optimal::beside_bound(case, claim, field, point, found);
    if case.alpha().is_ok() {
        return parts::decide(case, claim, field, &|point| with_optimum(beside::propose(case, claim, field)?, point));
    }
    let prior = case.prior(claim)?.weights.functions().into_owned();
    match Search::new(case, field, &prior)? {
        Some(search) => parts::decide(case, claim, field, &|point| {
            with_optimum(covering::propose(case, claim, field, &search, point)?, point)
        }),
        None => Err(Reason::new("rational functions of this size are out of reach")),
    }
}

/// `optimal`.
pub(super) fn optimal(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let Some(field) = &case.mechanism.field else { return Err(all_rational()) };
    let gain = &case.mechanism.gain;
    let binary = matches!(gain, Gain::Binary);
    if let (Ok(_), Ok(prior), true) = (case.alpha(), case.weights(claim), gain.is_rational()) {
        // Only X is irrational: the optimum is that of the rational program.
        for found in super::optimal::optima(case, gain, &prior)? {
            if let Some(decided) = optimal::by_rational(case, claim, found) {
                return Ok(decided);
            }
        }
    }
    let prior = case.prior(claim)?.weights.functions().into_owned();
    let searches = optimal::Searches(if binary { Search::new(case, field, &prior)? } else { None });
    parts::decide(case, claim, field, &|point| optimal::propose(case, claim, field, &searches, point))
}

/// Φ^-1 1, an entry for each node; `None` where it is out of reach.
pub(super) fn weighting(case: &Case) -> Option<Fractions<Polynomial>> {
    let field = case.mechanism.field.as_ref()?;
    let Search { x, partition, .. } = Search::new(case, field, &Fractions::ones(case.nodes())).ok()??;
    let entry = |i: usize| x.numerators[partition.cell_of(i)].clone();
    let numerators = (0..case.nodes()).map(entry).collect();
    Some(Fractions { denominator: x.denominator, numerators })
}

/// `jointly-optimal`.
pub(super) fn jointly_optimal(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let Some(field) = &case.mechanism.field else { return Err(all_rational()) };
    parts::decide(case, claim, field, &|point| jointly::propose(case, claim, field, point))
}

/// `universally-optimal`.
pub(super) fn universally_optimal(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let Some(field) = &case.mechanism.field else { return Err(all_rational()) };
    parts::decide(case, claim, field, &|point| universally::propose(case, claim, field, point))
}

/// `dp-within-rounding`.
pub(super) fn within_rounding(case: &Case, claim: &Claim, field: &Field) -> Result<Decided, Reason> {
    dp_within_rounding::decide(case, claim, field)
}

/// `derivable` from a closed form.
pub(super) fn derivable(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let Some(field) = &case.mechanism.field else { return Err(all_rational()) };
    parts::decide(case, claim, field, &|point| derivable::propose(case, claim, field, point))
}

/// The rows of an optimal mechanism by the linear program, as functions of t.
pub(super) fn optimal_rows(case: &Case, prior: &Prior) -> Option<Vec<Vec<Quotient>>> {
    optimal::rows(case, case.mechanism.field.as_ref()?, prior)
}

/// `threshold`, over (0, 1) whatever the file's α.
pub(super) fn threshold(case: &Case) -> Result<Decided, Reason> {
    let limits = case.limits;
    let steps = Budget::new(limits.steps);
    let field = Field::unit_interval(&Bounds::new(limits, &steps)).map_err(|why| parts::obstacle(&why))?;
    let ones: Fractions<Polynomial> = Fractions::ones(case.nodes());
    let exists = Claim::plain(Kind::TightConstraintsExist);
    match Search::new(case, &field, &ones)? {
        Some(search) => {
            let search = search.about(&exists);
            let parts = parts::decide(case, &exists, &field, &|point| search.propose(point, "z"))?;
            Ok(parts.stating_a_set())
        }
        None => Err(Reason::new(
            "rational functions of this size are out of reach; --bracket gives two certified numbers around the least threshold",
        )),
    }
}
