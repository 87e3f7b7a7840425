//! Deciding claims: for each a verdict and a witness, one file a claim.
//!
//! Nothing here is trusted: the verifier checks every witness before it is written.

mod attempt;
mod case;
mod derivable;
mod dp_within_rounding;
mod enclosed;
mod function;
mod jointly_optimal;
mod leakage_bound;
mod optimal;
mod product;
mod regular;
mod stochastic;
mod tight_constraints;
mod tight_constraints_exist;
mod universally_optimal;
mod utility;
mod utility_bound;

use crate::certificate::{Decided, Finding, Statement};
use crate::linear::Vector;
use crate::timing::Part;
use crate::{Options, exact};
use case::small;
use case::{Case, Reason};
pub use case::{SMALL_NODES, SMALLEST_NODES};
pub(crate) use case::{similarity, structure};
use dp_verify::alpha::{Polynomial, Quotient};
use dp_verify::limits::Limits;
use dp_verify::model::{Claim, Kind, Mechanism, Prior, Takes};
use dp_verify::number::Fractions;
use dp_verify::report::Verdict;
pub(crate) use optimal::weighted_gains;
use rayon::prelude::*;
use std::collections::HashSet;
pub(crate) use stochastic::first_fault;
pub use tight_constraints_exist::ELIMINATED_NODES;

/// The findings that are made without being asked for, in the report's order.
const FINDINGS: [Kind; 16] = [
    Kind::Stochastic,
    Kind::Dp,
    Kind::DpWithinRounding,
    Kind::TightConstraintsExist,
    Kind::TightConstraints,
    Kind::Capacity,
    Kind::Regular,
    Kind::Utility,
    Kind::UtilityBound,
    Kind::Optimal,
    Kind::UniversallyOptimal,
    Kind::Leakage,
    Kind::LeakageBound,
    Kind::IndividualLeakage,
    Kind::ExpectedError,
    Kind::Oblivious,
];

/// Decides the file's claims, then its findings. Statements are decided in parallel.
pub fn decide(mechanism: &Mechanism, options: &Options) -> Vec<Statement> {
    let mut claims: Vec<Claim> = mechanism.claims.iter().map(|declared| declared.claim.clone()).collect();
    let declared: HashSet<Claim> = claims.iter().cloned().collect();
    claims.extend(findings(mechanism, &options.only).into_iter().filter(|claim| !declared.contains(claim)));
    let case = Case::new(mechanism, options);
    let decide = |claim: Claim| {
        let part = Part::begin(claim.kind.name());
        let finding = finding(&case, &claim);
        match &finding {
            Finding::Decided(decided) => part.end(format_args!("{}", decided.verdict().name())),
            Finding::Undecided(reason) => part.end(format_args!("undecided, {reason}")),
        }
        Statement { claim, finding }
    };
    let mut statements: Vec<Statement> = if options.in_order {
        claims.into_iter().map(&decide).collect()
    } else {
        claims.into_par_iter().map(&decide).collect()
    };
    if options.only.is_empty() && needs_delta(&case, &statements) {
        // The first of the findings: it says how far off `dp` is.
        let finding = decide(Claim::plain(Kind::ApproximateDp));
        statements.insert(mechanism.claims.len(), finding);
    }
    statements
}

/// The factor of t's polynomial that a certificate names, if it takes one: its coefficients from the constant up.
pub(crate) fn factor(mechanism: &Mechanism, limits: &Limits) -> Option<Polynomial> {
    function::factor(mechanism.field.as_ref()?, limits)
}

/// Whether `approximate-dp` has more to say than `dp`: at one α, where X is a mechanism that is not ε-private.
fn needs_delta(case: &Case, statements: &[Statement]) -> bool {
    let not_private = |s: &Statement| {
        s.claim.kind == Kind::Dp && matches!(&s.finding, Finding::Decided(found) if found.verdict() == Verdict::Fails)
    };
    let symbolic = case.mechanism.field.as_ref().is_some_and(dp_verify::alpha::Field::is_symbolic);
    let stated = statements.iter().any(|s| s.claim.kind == Kind::ApproximateDp);
    !stated && !symbolic && statements.iter().any(not_private) && first_fault(case.mechanism).is_none()
}

/// c_w(i) = π_i·g(w, i), a row for each guess; `None` where a gain or a weight is irrational.
pub(crate) fn gains(mechanism: &Mechanism, prior: &Prior) -> Option<Vec<Vector>> {
    let options = Options::default();
    let weights = prior.weights.rational().and_then(exact::vector)?;
    optimal::gains(&Case::new(mechanism, &options), &mechanism.gain, &weights).ok()
}

/// The rows of what may be an optimal mechanism, as functions of t: by the basis of the linear program that is optimal at
/// a rational close to t; `None` where that is out of reach or all numbers of the file are rational.
pub(crate) fn optimal_rows(mechanism: &Mechanism, prior: &Prior, limits: &Limits) -> Option<Vec<Vec<Quotient>>> {
    let options = Options { limits: *limits, ..Options::default() };
    function::optimal_rows(&Case::new(mechanism, &options), prior)
}

/// Φ^-1 1 as functions of t, where that is within reach; `None` too where all numbers of the file are rational.
pub(crate) fn weighting(mechanism: &Mechanism, limits: &Limits) -> Option<Fractions<Polynomial>> {
    let options = Options { limits: *limits, ..Options::default() };
    function::weighting(&Case::new(mechanism, &options))
}

/// The claims that need no parameter but a prior: the cheap ones, or those of `only`.
fn findings(mechanism: &Mechanism, only: &[Kind]) -> Vec<Claim> {
    let all = if mechanism.large_product().is_some() { &product::FINDINGS[..] } else { &FINDINGS[..] };
    let wanted = if only.is_empty() { all } else { only };
    let broken = first_fault(mechanism).is_some();
    let mut claims = Vec::new();
    for &kind in wanted {
        let large = only.is_empty()
            && match kind {
                Kind::Optimal | Kind::DpWithinRounding => !small(mechanism, SMALL_NODES),
                Kind::UniversallyOptimal => !small(mechanism, SMALLEST_NODES),
                // Over all edges of the table, which findings by the parent do without.
                Kind::TightConstraints => {
                    let functions = mechanism.product.is_some() && mechanism.field.is_some();
                    functions && mechanism.query.graph.nodes() > SMALL_NODES
                }
                _ => false,
            };
        let unasked = only.is_empty();
        let left_out = unasked && broken && kind.needs_distributions() && kind != Kind::TightConstraints;
        if left_out || large {
            continue;
        }
        match kind.takes() {
            Takes::Nothing => claims.push(Claim::plain(kind)),
            Takes::Prior | Takes::PriorAndOutputs => {
                claims.extend(mechanism.priors.iter().map(|(name, _)| Claim::about(kind, name)));
            }
            Takes::Priors | Takes::From => {}
        }
    }
    claims.retain(|claim| claim.fits(mechanism).is_ok());
    claims
}

/// What a file lacks for a finding of this kind to be decided; `None` where one is, or where the file itself claims one.
///
/// `jointly-optimal` and `derivable` have parameters that only a claim names.
pub fn lacks(mechanism: &Mechanism, kind: Kind) -> Option<String> {
    let name = kind.name();
    if mechanism.claims.iter().any(|declared| declared.claim.kind == kind) {
        return None;
    }
    if mechanism.large_product().is_some() && !product::decides(kind) {
        return Some(format!("`{name}` is not decided of a product too large to be written out"));
    }
    let claim = match kind.takes() {
        Takes::Nothing => Claim::plain(kind),
        Takes::Prior | Takes::PriorAndOutputs => match mechanism.priors.first() {
            Some((name, _)) => Claim::about(kind, name),
            None => return Some(format!("`{name}` needs a prior: \"priors\": {{\"flat\": \"uniform\"}}")),
        },
        Takes::Priors => {
            let claim = "{\"claim\": \"jointly-optimal\", \"priors\": [two or more names]}";
            return Some(format!("`{name}` is decided where the file claims it: {claim}"));
        }
        Takes::From => {
            let claim = "{\"claim\": \"derivable\", \"from\": a closed form's name or a relative path}";
            return Some(format!("`{name}` is decided where the file claims it: {claim}"));
        }
    };
    claim.fits(mechanism).err()
}

/// A claim that takes no witness: the kernel's computation is the only one. What refutes it is named all the same.
fn computed(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    if let Some(field) = case.mechanism.field.as_ref().filter(|field| field.is_symbolic()) {
        return function::computed(case, claim, field);
    }
    let found = attempt::computed(case, claim).map_err(|why| Reason::new(why.reason()))?;
    if found.verdict == dp_kernel::Verdict::Holds {
        return Ok(Decided::new(Verdict::Holds));
    }
    Ok(found.reasons.iter().fold(Decided::new(Verdict::Fails), named))
}

/// Adds the place at which a claim fails to its refutation.
fn named(decided: Decided, reason: &dp_kernel::Reason) -> Decided {
    use dp_kernel::Reason as R;
    match reason {
        R::Ratio { pair, output, .. } | R::Differ { pair, output, .. } => {
            decided.witness("pair", pair.to_vec()).witness("output", *output)
        }
        R::Event { pair, outputs, .. } => decided.witness("pair", pair.to_vec()).witness("outputs", outputs.clone()),
        R::RowSum { row, .. } => decided.witness("row", *row),
        _ => decided,
    }
}

fn finding(case: &Case, claim: &Claim) -> Finding {
    let found = decided(case, claim);
    match found {
        Ok(decided) => Finding::Decided(decided),
        Err(Reason(reason)) => Finding::Undecided(reason),
    }
}

/// Whether the kernel decides claims of this kind by itself.
fn takes_no_witness(kind: Kind) -> bool {
    use Kind as K;
    let of_rows = matches!(kind, K::Stochastic | K::Dp | K::ApproximateDp | K::Oblivious | K::ExpectedError);
    of_rows || matches!(kind, K::Utility | K::Leakage | K::Capacity | K::IndividualLeakage)
}

fn decided(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let kind = claim.kind;
    if case.mechanism.large_product().is_some() && !product::decides(kind) {
        return Err(Reason::new(
            "the product is too large to be written out, and its parent alone does not decide this claim",
        ));
    }
    if takes_no_witness(kind) {
        return computed(case, claim);
    }
    if kind.needs_distributions()
        && let Some(refuted) = case.refuted()?
    {
        return Ok(refuted);
    }
    if matches!(kind, Kind::TightConstraints | Kind::Optimal | Kind::UniversallyOptimal) {
        case.expect_passes()?;
    }
    if matches!(
        kind,
        Kind::UtilityBound | Kind::LeakageBound | Kind::Optimal | Kind::UniversallyOptimal | Kind::JointlyOptimal
    ) {
        case.expect_short_numbers()?;
    }
    match kind {
        Kind::TightConstraintsExist | Kind::Regular if case.has_irrational(claim) => function::nonnegative(case, claim),
        Kind::TightConstraintsExist => tight_constraints_exist::decide(case),
        Kind::Regular => regular::decide(case, claim),
        Kind::TightConstraints if case.is_irrational() => function::tight_constraints(case, claim),
        Kind::TightConstraints => tight_constraints::decide(case),
        Kind::UtilityBound | Kind::LeakageBound if case.has_irrational(claim) => function::utility_bound(case, claim),
        Kind::UtilityBound => utility_bound::decide(case, claim),
        Kind::LeakageBound => leakage_bound::decide(case, claim),
        Kind::Threshold => function::threshold(case),
        Kind::Optimal if case.is_irrational() => function::optimal(case, claim),
        Kind::Optimal => optimal::decide(case, claim),
        Kind::UniversallyOptimal if case.has_irrational_mechanism() => function::universally_optimal(case, claim),
        Kind::UniversallyOptimal => universally_optimal::decide(case, claim),
        Kind::JointlyOptimal if case.has_irrational_worth(claim) => function::jointly_optimal(case, claim),
        Kind::JointlyOptimal => jointly_optimal::decide(case, claim),
        Kind::Derivable if case.has_irrational_mechanism() && case.names_closed_form(claim) => {
            function::derivable(case, claim)
        }
        Kind::Derivable => derivable::decide(case, claim),
        Kind::DpWithinRounding => dp_within_rounding::decide(case, claim),
        _ => computed(case, claim),
    }
}
