//! Whether a private table rounds to the printed numbers, as the report has it.

use dp_verify::model::Kind;
use dp_verify::report::{Report, Statement, Verdict};

/// The statement on whether some table with the declared privacy rounds to the printed numbers, where that is decided.
pub(super) fn within(report: &Report) -> Option<&Statement> {
    report.rounding.as_ref()?;
    let with_delta = report.privacy.delta.as_ref().is_some_and(dp_verify::number::Rational::is_positive);
    // A table that is private with δ = 0 is so with any δ; that there is none says nothing of those with one.
    let pure = decided(report, Kind::DpWithinRounding).filter(|s| !with_delta || s.verdict == Verdict::Holds);
    decided(report, Kind::ApproximateDpWithinRounding).or(pure)
}

/// The statement on a claim of that kind, in the file's own terms, where it is decided.
pub(super) fn decided(report: &Report, kind: Kind) -> Option<&Statement> {
    let is_it =
        |s: &&Statement| s.claim.kind == kind && s.claim.on.is_none() && s.checked && s.verdict != Verdict::Undecided;
    report.statements.iter().find(is_it)
}

/// Whether no table whose rows are probabilities rounds to the printed numbers.
pub(super) fn rounds_nothing(report: &Report) -> bool {
    report.rounding.is_some()
        && report
            .statements
            .iter()
            .any(|s| s.claim.kind == Kind::StochasticWithinRounding && s.checked && s.verdict == Verdict::Fails)
}
