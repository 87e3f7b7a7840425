//! What printed numbers say of a table that was rounded: the tables that round to them are many, and the true one is
//! one of these.

use super::Page;
use super::standing::{Standing, State, Tone};
use super::text::fraction;
use super::within::{decided, rounds_nothing, within};
use dp_verify::model::{Claim, Kind};
use dp_verify::report::{Because, Outcome, Report, Statement, Verdict};

/// What is wrong with the printed numbers.
fn fault(page: &Page) -> &'static str {
    let declared = Claim::declared(page.mechanism);
    let breaks = |s: &Statement| {
        s.claim == declared && s.claim.on.is_none() && s.verdict == Verdict::Fails && s.because != Because::NoMechanism
    };
    if page.report.statements.iter().any(breaks) {
        "The printed numbers break the promise."
    } else {
        "The printed rows do not add up to 1."
    }
}

/// What is said where nothing is known of the tables that round to the printed one.
const UNASKED: &str = "Whether a table that keeps this rounds to these numbers is not decided here.";

/// The claim that asks it.
pub(super) fn claim(page: &Page) -> &'static str {
    let kind = if super::privacy::has_delta(page) { Kind::ApproximateDpWithinRounding } else { Kind::DpWithinRounding };
    kind.name()
}

/// The head of the box, where the file says anything of privacy.
pub(super) fn head(page: &Page, standing: &Standing) -> Option<(&'static str, Tone)> {
    let report = page.report;
    let declared = Claim::declared(page.mechanism);
    let of_printed = |s: &Statement| s.claim.on.is_none() && (s.claim == declared || s.claim.kind.is_of_printed());
    let is_within = |s: &Statement| matches!(s.claim.kind, Kind::DpWithinRounding | Kind::ApproximateDpWithinRounding);
    if !report.claims().any(|s| s.claim == declared || is_within(s)) {
        return None;
    }
    // Rows that do not add up to 1 as printed refute nothing of the true ones.
    let of_printed = |s: &Statement| of_printed(s) || s.because == Because::NoMechanism;
    let others =
        report.claims().any(|s| s.outcome() == Outcome::Refuted && !(s.verdict == Verdict::Fails && of_printed(s)));
    // Whether the file itself says that it fails.
    let refuted = report.count(Outcome::Refuted) > 0;
    let expected = within(report).is_some_and(|s| s.declared && s.outcome() == Outcome::Met);
    Some(match standing.state {
        State::Within if others => {
            ("✗ Something that the file says is refuted; privacy can’t be told from the rounded numbers", Tone::Bad)
        }
        State::Within => {
            ("The rounded numbers can’t settle it: some table that keeps the promise is printed like this", Tone::Plain)
        }
        State::Never if expected && !refuted => (
            "✗ The declared privacy is NOT kept, and the file says so itself: no private table rounds to these numbers",
            Tone::Bad,
        ),
        State::Never => ("✗ Privacy is NOT as the file says: no private table rounds to these numbers", Tone::Bad),
        State::Unasked if others => {
            ("✗ Something that the file says is refuted; whether rounding explains the rest was not asked", Tone::Bad)
        }
        State::Unasked => (
            "? The printed numbers are not private as they stand; whether the rounding explains it was not asked",
            Tone::Open,
        ),
        _ => return None,
    })
}

/// What stands beside a claim that the printed numbers do not keep; nothing where it is proved that no table which
/// rounds to them does, or where it is not about printed numbers.
pub(super) fn beside(statement: &Statement, report: &Report) -> Option<&'static str> {
    let claim = &statement.claim;
    let of_printed = claim.kind.is_of_printed() || statement.because == Because::NoMechanism;
    let is_it = of_printed && claim.on.is_none() && !rounds_nothing(report);
    report.rounding.as_ref().filter(|_| is_it && statement.declared && statement.outcome() == Outcome::Refuted)?;
    let asked = match claim.kind {
        kind if *claim != Claim::plain(kind) => None,
        Kind::ApproximateDp => within(report).map(|s| s.verdict),
        Kind::Dp => decided(report, Kind::DpWithinRounding).map(|s| s.verdict),
        _ => None,
    };
    match (statement.verdict, asked) {
        (Verdict::Fails, Some(Verdict::Holds)) => Some("A private table rounds to these numbers."),
        (Verdict::Fails, None) => Some(UNASKED),
        _ => None,
    }
}

/// The tone of such a claim.
pub(super) fn tone(statement: &Statement, report: &Report) -> Tone {
    if beside(statement, report) == Some(UNASKED) { Tone::Open } else { Tone::Plain }
}

/// The first sentence.
pub(super) fn lead(page: &Page, state: State) -> Option<String> {
    let off = fraction(page.report.rounding.as_ref()?);
    let declared = super::privacy::declared(page);
    Some(match state {
        State::Within => format!(
            "Some table that rounds to these numbers is private at {declared}; others that do may not be. Which of them \
             is in use can’t be seen from here."
        ),
        State::Never => format!(
            "Whatever the numbers are before rounding, if each is within {off} of the printed one, they are not private \
             at {declared}."
        ),
        State::Unasked => format!(
            "{} Whether a private table rounds to them was not asked: that is the claim {}.",
            fault(page),
            claim(page)
        ),
        _ => return None,
    })
}

/// Whether the promise is kept.
pub(super) fn kept(page: &Page, state: State) -> Option<String> {
    page.report.rounding.as_ref()?;
    let declared = super::privacy::declared(page);
    Some(match state {
        State::Kept => {
            "By the printed numbers, yes. Other tables that round to them may not be private, and the true one may be among these.".into()
        }
        State::Within => format!(
            "The printed numbers can’t tell. Some table that rounds to them is private at {declared}; others may not be."
        ),
        State::Never => "No: no private table rounds to these numbers.".into(),
        State::Unasked => format!(
            "Not by the printed numbers. Whether rounding explains that was not asked: claim {} to have it decided.",
            claim(page)
        ),
        _ => return None,
    })
}

/// That rows were divided by their sums before anything was asked, where a last digit may decide.
pub(super) fn divided(page: &Page) -> &'static str {
    if page.report.name.as_deref().is_some_and(|name| name.ends_with(crate::declare::DIVIDED)) {
        " The rows were divided by their sums first. If the numbers had been rounded, their last digits may decide this: ask for the \
         numbers before rounding, or use --rounding."
    } else {
        ""
    }
}
