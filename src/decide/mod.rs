//! Deciding claims: for each a verdict and a witness, one file a claim.
//!
//! Nothing here is trusted: the verifier checks every witness before it is written.

mod all;
mod at_delta;
mod attempt;
mod candidate;
mod case;
mod composition;
mod computed;
mod degrees;
mod derivable;
mod dp_within_rounding;
mod effort;
mod enclosed;
mod factors;
mod function;
mod jointly_optimal;
mod leakage_bound;
mod minimal;
mod optimal;
mod phi;
mod product;
mod reason;
mod regular;
mod response;
mod sampled;
mod shannon;
mod shared;
mod steps_of_privacy;
mod stochastic;
mod threshold;
mod tight_constraints;
mod tight_constraints_exist;
mod universally_optimal;
mod utility;
mod utility_bound;

use crate::effort::spend;
use crate::exact;
use crate::linear::Vector;
use crate::options::Options;
use crate::statement::{Decided, Finding};
pub(crate) use all::{Decisions, asked_for, decide, out_of_search};
use case::{Case, Numbers, Reason, small};
pub use case::{ELIMINATED_NODES, SMALL_NODES, SMALLEST_NODES};
use dp_kernel::Lengths;
use dp_verify::alpha::{Field, Quotient};
use dp_verify::limits::Limits;
use dp_verify::model::{Claim, Kind, Mechanism, Prior, Takes, no_powers};
use dp_verify::number::Fractions;
pub(crate) use minimal::factor;
pub(crate) use optimal::weighted_gains;
pub(crate) use phi::{similarity, structure};
#[cfg(feature = "page")]
pub(crate) use sampled::interval;
pub(crate) use stochastic::first_fault;

/// The findings that are made without being asked for, in the report's order.
const FINDINGS: [Kind; 17] = [
    Kind::Stochastic,
    Kind::StochasticWithinRounding,
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

/// c_w(i) = π_i·g(w, i), a row for each guess; `None` where a gain or a weight is irrational.
pub(crate) fn gains(mechanism: &Mechanism, prior: &Prior) -> Option<Vec<Vector>> {
    let weights = prior.weights.rational().and_then(exact::vector)?;
    weighted_gains(&mechanism.query.graph, &mechanism.gain, &weights)
}

/// The rows of what may be an optimal mechanism, as functions of t: by the basis of the linear program that is optimal
/// at a rational close to t; `None` where that is out of reach or all numbers of the file are rational.
pub(crate) fn optimal_rows(mechanism: &Mechanism, prior: &Prior, limits: &Limits) -> Option<Vec<Vec<Quotient>>> {
    let options = Options { limits: *limits, ..Options::default() };
    function::program::rows(&Case::new(mechanism, &options), mechanism.field.as_ref()?, prior)
}

/// Φ^-1 1 as functions of t, where that is within reach; `None` too where all numbers of the file are rational.
pub(crate) fn weighting(mechanism: &Mechanism, limits: &Limits) -> Option<Fractions> {
    let options = Options { limits: *limits, ..Options::default() };
    function::tight_constraints_exist::weighting(&Case::new(mechanism, &options))
}

/// The claims that need no parameter but a prior: the cheap ones, or those of `only`.
fn findings(case: &Case, only: &[Kind]) -> Vec<Claim> {
    let mechanism = case.mechanism;
    // One on a claim's own terms is asked what it claims, and so is a file of counts.
    if mechanism.is_on_terms {
        return Vec::new();
    }
    let all = match mechanism.response() {
        Some(_) => &response::FINDINGS[..],
        None if mechanism.large_product().is_some() => &product::FINDINGS[..],
        None => &FINDINGS[..],
    };
    let all = if mechanism.counts().is_some() { &[][..] } else { all };
    let wanted = if only.is_empty() { all } else { only };
    let mut claims = Vec::new();
    for &kind in wanted {
        let large = only.is_empty()
            && match kind {
                Kind::Optimal | Kind::DpWithinRounding => !small(mechanism, SMALL_NODES),
                Kind::UniversallyOptimal => !small(mechanism, SMALLEST_NODES),
                // Over all edges of the table, which findings by the parent do without.
                Kind::TightConstraints => {
                    let functions = mechanism.product().is_some() && mechanism.field.is_some();
                    functions && mechanism.query.graph.nodes() > SMALL_NODES
                }
                _ => false,
            };
        let unasked = only.is_empty();
        let left_out = unasked && !case.is_faultless() && kind.needs_distributions() && kind != Kind::TightConstraints;
        let of_parts = mechanism.parts().is_empty() || !only.is_empty() || composition::is_found(mechanism, kind);
        if left_out || large || !of_parts {
            continue;
        }
        match kind.takes() {
            Takes::Nothing | Takes::Adaptive => claims.push(Claim::plain(kind)),
            Takes::Prior | Takes::PriorAndOutputs | Takes::PriorAndWithin => {
                claims.extend(mechanism.priors.iter().map(|(name, _)| Claim::about(kind, name)));
            }
            Takes::Priors | Takes::From | Takes::Distance | Takes::OrderAndBound | Takes::FromAndPair => {}
            Takes::AtMost | Takes::Epsilon | Takes::Rho => {}
        }
    }
    let decides = |kind| !only.is_empty() || mechanism.response().is_none() || response::decides(mechanism, kind);
    claims.retain(|claim| claim.fits(mechanism).is_ok() && decides(claim.kind));
    claims
}

/// Whether `dp-within-rounding` is decided only where it is asked for: at an irrational α, and of large tables.
pub fn leaves_out_rounding(mechanism: &Mechanism) -> bool {
    !small(mechanism, SMALL_NODES)
}

/// The most findings about a prior that are made where they are asked for.
const MOST_ASKED: usize = 1 << 14;

/// What a file lacks for findings of these kinds to be decided, or that there would be too many of them; `None` where
/// they are, or where the file itself claims what it lacks the parameters of.
pub fn lacking(mechanism: &Mechanism, only: &[Kind]) -> Option<String> {
    if let Some(lack) = only.iter().find_map(|&kind| lacks(mechanism, kind)) {
        return Some(lack);
    }
    let about_one =
        |kind: &&Kind| matches!(kind.takes(), Takes::Prior | Takes::PriorAndOutputs | Takes::PriorAndWithin);
    let count = only.iter().filter(about_one).count().saturating_mul(mechanism.priors.len());
    (count > MOST_ASKED).then(|| {
        format!("{count} findings about priors, and at most {MOST_ASKED} are made: ask for fewer, or have the file claim them")
    })
}

/// `jointly-optimal` and `derivable` have parameters that only a claim names.
fn lacks(mechanism: &Mechanism, kind: Kind) -> Option<String> {
    let name = kind.name();
    if mechanism.claims.iter().any(|declared| declared.claim.kind == kind) {
        return None;
    }
    if mechanism.large_product().is_some() && !product::decides(kind) {
        return Some(format!("`{name}` is not decided of a product too large to be written out"));
    }
    if mechanism.response().is_some() && !response::decides(mechanism, kind) {
        return Some(format!("`{name}` is not decided of a closed form that is not written out"));
    }
    let claim = match kind.takes() {
        Takes::Nothing | Takes::Adaptive => Claim::plain(kind),
        Takes::Prior | Takes::PriorAndOutputs | Takes::PriorAndWithin => match mechanism.priors.first() {
            Some((name, _)) => Claim::about(kind, name),
            None => return Some(format!("`{name}` needs a prior: \"priors\": {{\"flat\": \"uniform\"}}")),
        },
        Takes::Priors => {
            let claim = "{\"claim\": \"jointly-optimal\", \"priors\": [two or more names]}";
            return Some(format!("`{name}` is decided where the file claims it: {claim}"));
        }
        Takes::From => {
            let from =
                if kind == Kind::Derivable { "a closed form's name or a relative path" } else { "a relative path" };
            let claim = format!("{{\"claim\": \"{name}\", \"from\": {from}}}");
            return Some(format!("`{name}` is decided where the file claims it: {claim}"));
        }
        Takes::Distance => {
            let claim = "{\"claim\": \"group-privacy\", \"distance\": 2}";
            return Some(format!("`{name}` is decided where the file claims it: {claim}"));
        }
        Takes::FromAndPair => {
            let claim =
                "{\"claim\": \"trade-off\", \"from\": a relative path or a closed form's name, \"pair\": [0, 1]}";
            return Some(format!("`{name}` is decided where the file claims it: {claim}"));
        }
        takes @ (Takes::Epsilon | Takes::Rho) => {
            let key = if takes == Takes::Rho { "rho" } else { "epsilon" };
            let claim = format!("{{\"claim\": \"{name}\", \"{key}\": \"1/2\"}}");
            return Some(format!("`{name}` is decided where the file claims it: {claim}"));
        }
        Takes::AtMost => {
            let claim = "{\"claim\": \"private-by-sample\", \"at_most\": \"1e-3\"}";
            return Some(format!("`{name}` is decided where the file claims it: {claim}"));
        }
        Takes::OrderAndBound => {
            let claim = "{\"claim\": \"renyi-dp\", \"order\": 2, \"bound\": \"1/4\"}";
            return Some(format!("`{name}` is decided where the file claims it: {claim}"));
        }
    };
    claim.fits(mechanism).err()
}

/// How the witness for claims of a kind is searched for.
struct Search {
    kind: Kind,
    /// The numbers that the search in rational numbers needs to be rational.
    rational: &'static [Numbers],
    in_rationals: fn(&Case, &Claim) -> Result<Decided, Reason>,
    /// Where one of them is not.
    by_functions: fn(&Case, &Claim, &Field) -> Result<Decided, Reason>,
    /// Whether the kernel passes over all edges and outputs of the table.
    passes: bool,
    /// Whether linear programs are solved.
    programs: bool,
}

use {Kind as K, Numbers as N, function as f};

/// The claims whose witness is searched for; of all others the kernel computes the verdict.
#[rustfmt::skip]
const SEARCHES: [Search; 16] = [
    Search { kind: K::NotRefuted, rational: &[], in_rationals: sampled::not_refuted, by_functions: |case, claim, _| sampled::not_refuted(case, claim), passes: false, programs: false },
    Search { kind: K::PrivateBySample, rational: &[], in_rationals: sampled::private, by_functions: |case, claim, _| sampled::private(case, claim), passes: false, programs: false },
    Search { kind: K::SampledFrom, rational: &[], in_rationals: sampled::drawn, by_functions: |case, claim, _| sampled::drawn(case, claim), passes: false, programs: false },
    Search { kind: K::DpWithinRounding, rational: &[N::All], in_rationals: dp_within_rounding::decide, by_functions: f::dp_within_rounding::decide, passes: false, programs: false },
    Search { kind: K::ApproximateDpWithinRounding, rational: &[N::All], in_rationals: at_delta::within_rounding, by_functions: f::dp_within_rounding::decide, passes: false, programs: true },
    Search { kind: K::TightConstraintsExist, rational: &[N::Alpha], in_rationals: tight_constraints_exist::decide, by_functions: f::tight_constraints_exist::decide, passes: false, programs: false },
    Search { kind: K::TightConstraints, rational: &[N::All], in_rationals: tight_constraints::decide, by_functions: f::tight_constraints::decide, passes: true, programs: false },
    Search { kind: K::Regular, rational: &[N::Alpha, N::Priors], in_rationals: regular::decide, by_functions: f::regular::decide, passes: false, programs: false },
    Search { kind: K::UtilityBound, rational: &[N::Alpha, N::Priors], in_rationals: utility_bound::decide, by_functions: f::utility_bound::decide, passes: false, programs: true },
    Search { kind: K::Optimal, rational: &[N::All], in_rationals: |case, claim| claim.delta.as_ref().map_or_else(|| optimal::decide(case, claim), |delta| at_delta::optimal(case, claim, delta)), by_functions: f::optimal::decide, passes: true, programs: true },
    Search { kind: K::UniversallyOptimal, rational: &[N::Alpha, N::Table], in_rationals: universally_optimal::decide, by_functions: f::universally_optimal::decide, passes: true, programs: true },
    Search { kind: K::JointlyOptimal, rational: &[N::Alpha, N::Gain, N::Priors], in_rationals: jointly_optimal::decide, by_functions: f::jointly_optimal::decide, passes: false, programs: true },
    Search { kind: K::Derivable, rational: &[N::Alpha, N::Table], in_rationals: f::derivable::in_rationals, by_functions: f::derivable::decide, passes: false, programs: false },
    Search { kind: K::LeakageBound, rational: &[N::Alpha, N::Priors], in_rationals: leakage_bound::decide, by_functions: f::utility_bound::decide, passes: false, programs: true },
    Search { kind: K::ShannonCapacity, rational: &[], in_rationals: shannon::capacity, by_functions: |case, claim, _| shannon::capacity(case, claim), passes: false, programs: false },
    // Of functions whatever the file's numbers are.
    Search { kind: K::Threshold, rational: &[], in_rationals: threshold::decide, by_functions: |case, claim, _| threshold::decide(case, claim), passes: false, programs: false },
];

/// A claim whose witness is searched for, about numbers that are sums of far powers of one t, or of two
/// numbers: no search is of these, but α alone can be enclosed.
fn by_sparse_sums(case: &Case, claim: &Claim, field: &Field) -> Result<Decided, Reason> {
    let weights = |claim| case.prior(claim).map(|prior| prior.weights.rational().is_some());
    match claim.kind {
        K::TightConstraintsExist => enclosed::tight_constraints_exist(case),
        K::TightConstraints => enclosed::tight_constraints(case, claim, field),
        K::Regular if case.alpha().is_err() && weights(claim)? => enclosed::regular(case, claim),
        _ => Err(Reason::new(
            "its numbers are sums of powers of e beside an algebraic α, or of such whose exponents have no short common measure, or a \
             large table of them: this version decides claims about them that take no witness, and `tight-constraints`",
        )),
    }
}

/// A claim about numbers that are irrational takes at least one in so many of the limit, however small its numbers are:
/// on an interval, and at one number where a witness is looked for.
const ON_INTERVAL: u64 = 1 << 11;
const AT_ONE: u64 = 1 << 13;

fn finding(case: &Case, claim: &Claim) -> Finding {
    match decided(case, claim) {
        Ok(decided) => Finding::Decided(Box::new(decided)),
        Err(Reason(reason)) => Finding::Undecided(reason),
    }
}

fn decided(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let kind = claim.kind;
    let most = case.limits.search as u64;
    if case.mechanism.field.as_ref().is_some_and(Field::is_symbolic) {
        spend(most / ON_INTERVAL);
    }
    if case.mechanism.large_product().is_some() && !product::decides(kind) {
        return Err(Reason::new(
            "the product is too large to be written out, and its parent alone does not decide this claim",
        ));
    }
    if !case.mechanism.parts().is_empty() && !composition::decides(kind) {
        return Err(Reason::new(format!("`{}` is not decided of a composition", kind.name())));
    }
    if case.mechanism.response().is_some() {
        if !response::decides(case.mechanism, kind) {
            return Err(Reason::new(
                "the closed form is not written out, and its structure does not decide this claim",
            ));
        }
        match kind {
            Kind::Optimal => return response::optimal(case, claim),
            Kind::TightConstraints | Kind::ShannonCapacity => return computed::decide(case, claim),
            _ => {}
        }
    }
    if case.graph().is_fine() && !kind.rule().knows_fine_lengths() {
        return Err(Reason::new(format!("it takes {}", no_powers(case.graph().unit()))));
    }
    if let (Some(table), Kind::Dp) = (case.mechanism.incomplete(), kind) {
        return f::missing::decide(case, claim, table);
    }
    let Some(search) = SEARCHES.iter().find(|search| search.kind == kind) else {
        return computed::decide(case, claim);
    };
    if kind.needs_distributions()
        && let Some(refuted) = case.refuted()?
    {
        return Ok(refuted);
    }
    if kind.rule().lengths != Lengths::Compared {
        case.expect_near()?;
    }
    if search.passes {
        case.expect_passes()?;
    }
    if search.programs {
        case.expect_short_numbers()?;
    }
    // A copy finds its enclosures anew: what they are and take does not hang on what other claims have asked for.
    match &case.mechanism.field.clone() {
        Some(field) if !case.is_rational(claim, search.rational) && field.is_sparse() => {
            by_sparse_sums(case, claim, field)
        }
        Some(field) if !case.is_rational(claim, search.rational) => {
            if !field.is_symbolic() {
                spend(most / AT_ONE);
            }
            (search.by_functions)(case, claim, field)
        }
        _ => (search.in_rationals)(case, claim),
    }
}
