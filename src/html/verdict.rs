//! The verdict in plain sentences.

use super::Page;
use super::first;
use super::outcome::{About, fails, holds, reason, small, undeclared, unmet};
use super::parameters::{about, on_terms};
use super::privacy::{has_delta, rho, rounded, sentences as privacy};
use super::standing::{Standing, State, Tone};
use super::text::cut;
use super::{promises, rounding, within};
use crate::explain;
use dp_verify::model::{Claim, Kind};
use dp_verify::report::{Because, Outcome, Report, Statement, Verdict};
use maud::{Markup, html};

/// The most claims that have a sentence of their own.
const SENTENCES: usize = 5;

impl Tone {
    pub(super) fn class(self) -> &'static str {
        match self {
            Tone::Good => "good",
            Tone::Bad => "bad",
            Tone::Open => "open",
            Tone::Plain => "plain",
        }
    }
}

/// What became of a statement, in a word: nothing holds that claims nothing.
pub(super) fn word(statement: &Statement, report: &Report) -> (&'static str, Tone) {
    let is_value = statement.is_value();
    match (statement.verdict, statement.outcome(), statement.expected) {
        (Verdict::Undecided, ..) => ("undecided", Tone::Open),
        (_, Outcome::Open, _) => ("not proved", Tone::Open),
        (Verdict::Holds, _, None) if is_value => ("computed", Tone::Plain),
        (Verdict::Fails, _, None) if is_value => ("not defined", Tone::Bad),
        (Verdict::Holds, Outcome::Met, Some(_)) => ("as expected", Tone::Good),
        (Verdict::Holds, Outcome::Refuted, _) => ("not as expected", Tone::Bad),
        (Verdict::Holds, ..) => ("holds", Tone::Good),
        (Verdict::Fails, Outcome::Met, _) => ("fails, as expected", Tone::Plain),
        (Verdict::Fails, ..) if statement.declared && statement.claim.kind == Kind::PrivateBySample => {
            ("not proved by the runs", Tone::Bad)
        }
        (Verdict::Fails, ..) if statement.declared && report.is_of_promises(statement.claim.kind) => {
            ("not implied by the promises", Tone::Bad)
        }
        (Verdict::Fails, ..) if rounding::beside(statement, report).is_some() => {
            ("not kept by the printed numbers", rounding::tone(statement, report))
        }
        (Verdict::Fails, ..) if statement.declared => ("refuted", Tone::Bad),
        (Verdict::Fails, ..) => ("fails", Tone::Plain),
    }
}

/// The box at the top.
pub(super) fn section(page: &Page, standing: &Standing) -> Markup {
    let report = page.report;
    let tone = match () {
        () if report.count(Outcome::Refuted) > 0 => Tone::Bad,
        () if report.count(Outcome::Open) > 0 => Tone::Open,
        () if report.claims().next().is_none() => Tone::Plain,
        () => Tone::Good,
    };
    let declared = Claim::declared(page.mechanism);
    let before_rounding =
        |s: &Statement| matches!(s.claim.kind, Kind::DpWithinRounding | Kind::ApproximateDpWithinRounding);
    let of_rounding = rounding::head(page, standing);
    let tone = of_rounding.map_or(tone, |(_, tone)| tone);
    // What runs leave open is no success.
    let is_open = report.counted.is_some() && standing.by.is_some() && standing.state == State::Open;
    let is_open = is_open && standing.runs_delta(page).is_none();
    let tone = if is_open && tone == Tone::Good { Tone::Plain } else { tone };
    let privacy = |s: &&Statement| {
        let is_it = matches!(s.claim.kind, Kind::Dp | Kind::ApproximateDp) && !s.claim.adaptive && s.claim.on.is_none();
        is_it || s.claim.kind == Kind::ApproximateDpWithinRounding || s.claim.kind == Kind::Zcdp && s.claim == declared
    };
    let no_mechanism = |s: &Statement| {
        s.claim.kind == Kind::Stochastic && s.verdict == Verdict::Fails && s.outcome() == Outcome::Refuted
    };
    let of_privacy = report.claims().find(privacy);
    let of_promises = promises::mark(page, standing).filter(|_| tone == Tone::Good);
    let mark = match (tone, of_privacy.map(Statement::outcome)) {
        _ if of_rounding.is_some() => of_rounding.map_or("", |(mark, _)| mark),
        _ if within::rounds_nothing(report) && tone == Tone::Bad => {
            "✗ No table of probabilities rounds to these numbers"
        }
        _ if report.claims().any(no_mechanism) => "✗ This table is no mechanism",
        (Tone::Bad, Some(Outcome::Refuted)) if of_privacy.is_some_and(|s| s.holds_against() && !before_rounding(s)) => {
            if report.lacking.is_some() {
                "✗ Every completion of the table is private, and NOT as the file expects"
            } else {
                "✗ The table is private, and NOT as the file expects"
            }
        }
        (Tone::Bad, Some(Outcome::Refuted)) if report.promised.is_some() => {
            "✗ The promises do NOT imply the privacy that the file says"
        }
        (Tone::Bad, Some(Outcome::Refuted)) => "✗ Privacy is NOT as the file says",
        (Tone::Bad, Some(Outcome::Met)) => "✗ Privacy is as the file says; something else that it says is refuted",
        (Tone::Good, Some(_))
            if of_privacy.is_some_and(|s| s.verdict == Verdict::Fails && s.because != Because::NoMechanism) =>
        {
            "✗ The declared privacy is NOT kept, and the file says so itself"
        }
        (Tone::Plain, _) if is_open => "The runs do not refute the promise, and do not prove it",
        (Tone::Good, _) => "✓ All came out as the file says",
        (Tone::Bad, _)
            if report.claims().any(|s| s.claim.kind == Kind::NotRefuted && s.outcome() == Outcome::Refuted) =>
        {
            "✗ The runs refute what the file says"
        }
        (Tone::Bad, _)
            if report.claims().all(|s| s.outcome() != Outcome::Refuted || s.claim.kind == Kind::PrivateBySample) =>
        {
            "✗ The runs do not prove what the file says"
        }
        (Tone::Bad, _) => "✗ Something that the file says is refuted",
        (Tone::Open, _) => "? Something that the file says is undecided",
        (Tone::Plain, _) => "The file claims nothing",
    };
    let Sentences { first, others, met } = sentences(page);
    let lead = first::lead(page, standing);
    html! {
        section.verdict.(tone.class()) {
            p.mark { (of_promises.as_deref().unwrap_or(mark)) }
            @if let Some(lead) = &lead { p.lead { (lead) } }
            @for (k, sentence) in first.iter().chain(&others).enumerate() {
                @if k == 0 && lead.is_none() { p.lead { (sentence) } } @else { p { (sentence) } }
            }
            @if let Some(words) = report.sample_in_words() { p { b { "A sample: " } (cut(&words, 400)) "." } }
            @if let Some(lacking) = &report.lacking { p { b { "Missing: " } (cut(&lacking.in_words(), 400)) "." } }
            @if standing.by.is_some() { (first::answers(page, standing)) }
            @if !met.is_empty() {
                details {
                    summary { "What else came out as the file says" }
                    @for sentence in &met { p { (sentence) } }
                }
            }
            @for hint in &report.hints {
                p { (hint.words) @if let Some(call) = &hint.call { ": " code { (call) } } }
            }
        }
    }
}

/// What the box says: of privacy, of what went wrong, and of what did not.
struct Sentences {
    first: Vec<String>,
    others: Vec<String>,
    met: Vec<String>,
}

/// The sentences: on privacy where there is a table, then on the other claims.
fn sentences(page: &Page) -> Sentences {
    let report = page.report;
    let mut told = Vec::new();
    let is_broken = |s: &&Statement| s.claim.kind == Kind::Stochastic && s.verdict == Verdict::Fails;
    if let Some(broken) = report.claims().find(is_broken) {
        // What to do about it stands below.
        let fault = |why: String| why.split("; no claim about").next().unwrap_or_default().to_owned();
        let why = reason(broken).map_or_else(String::new, |why| format!(": {}", fault(why)));
        let expected = if broken.outcome() == Outcome::Met { ", as the file expects" } else { "" };
        let rows = if report.rounding.is_some() { "printed rows" } else { "rows of this table" };
        told.push(format!("The {rows} are NOT all probability distributions{expected}, so it is no mechanism{why}."));
    }
    let declared = Claim::declared(page.mechanism);
    let beside = if declared.kind == Kind::Dp { Kind::ApproximateDp } else { Kind::Dp };
    let is_told = |s: &&Statement| s.claim == declared && !promises::tell(s, page);
    told.extend(report.claims().find(is_told).map(|s| privacy(s, page)).unwrap_or_default());
    told.extend(rounded(page));
    let rest = report.claims().filter(|s| s.claim.kind != Kind::Stochastic && s.claim != declared);
    let (mut met, others): (Vec<&Statement>, Vec<&Statement>) = rest.partition(|s| s.outcome() == Outcome::Met);
    // Numbers last.
    met.sort_by_key(|s| (s.is_value(), s.claim.kind != beside));
    let some = |all: &[&Statement]| -> Vec<String> {
        let left = all.len().saturating_sub(SENTENCES);
        let more = (left > 0).then(|| format!("And {left} more, which stand below."));
        all.iter().take(SENTENCES).map(|statement| other(statement, page)).chain(more).collect()
    };
    // Where nothing else is said, what holds is the news.
    let is_all = told.is_empty() && others.is_empty() && page.has_none();
    let (shown, folded) = if is_all { (&met, &others) } else { (&others, &met) };
    let sentences = Sentences { first: told, others: some(shown), met: some(folded) };
    if report.claims().next().is_none() {
        let none = "The file has no table and claims nothing; what was found of its neighbour relation stands below.";
        return Sentences { first: vec![none.into()], ..sentences };
    }
    sentences
}

/// A sentence on another claim.
fn other(statement: &Statement, page: &Page) -> String {
    let (beside, of) = (has_delta(page), About::of(page.report));
    let (holds, fails, about) =
        (holds(statement, beside, of), fails(statement, beside, of), about(statement, page.report));
    let (on, rho) = (on_terms(statement, page.report), rho(statement, page).unwrap_or_default());
    let with = |sentence: &str| {
        let sentence = sentence.trim_end_matches('.');
        if on.is_empty() {
            return format!("{sentence}{about}.");
        }
        format!("{on}{}{about}.", small(&undeclared(sentence)))
    };
    match (statement.verdict, statement.outcome()) {
        (Verdict::Undecided, _) => {
            format!("Undecided{about}: {on}{}.", explain::claim(statement.claim.kind).in_short)
        }
        (Verdict::Holds, Outcome::Refuted) => {
            format!("Not as the file expects: {}{}", with(&holds), unmet(statement))
        }
        (Verdict::Holds, _) => with(&holds) + &rho,
        (Verdict::Fails, Outcome::Met) => format!("{}{rho} The file expects so.", with(&fails)),
        // That it fails refutes nobody.
        (Verdict::Fails, _)
            if statement.claim.kind == Kind::PrivateBySample || page.report.is_of_promises(statement.claim.kind) =>
        {
            format!("{}{}", with(&fails), unmet(statement))
        }
        (Verdict::Fails, _) => {
            let printed = rounding::beside(statement, page.report).is_some();
            let how = if printed { "not kept by the printed numbers" } else { "refuted" };
            format!("A claim of the file is {how}. {}{rho}{}", with(&fails), unmet(statement))
        }
    }
}
