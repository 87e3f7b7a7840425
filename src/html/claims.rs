//! Each claim with what it means, its verdict, its values and the reason.

use super::Page;
use super::outcome::{About, says, unmet};
use super::parameters::{label, on_terms};
use super::text::{cut, value};
use super::verdict::word;
use crate::explain;
use dp_kernel::Way;
use dp_verify::model::Kind;
use dp_verify::report::{Outcome, Statement, printable};
use maud::{Markup, html};

/// The most characters of a reason, and sentences of one.
const LONG: usize = 1_200;
const SENTENCES: usize = 12;

/// What the page says at another place.
const ELSEWHERE: &str = " (see `certify explain graphs`)";

/// The most statements of each list.
const MOST: usize = 200;

/// The claims of the file, then what else was found. What a claim means is said where it first stands.
pub(super) fn section(page: &Page) -> Markup {
    let all = &page.report.statements;
    let is_first = |i: usize| all[..i].iter().all(|other| other.claim.kind != all[i].claim.kind);
    let told = all.iter().enumerate().map(|(i, statement)| (statement, is_first(i)));
    let (claims, findings): (Vec<Told>, Vec<Told>) = told.partition(|(statement, _)| statement.declared);
    html! {
        (list("The claims of the file", "What the file claims, and the privacy that it declares.", &claims, page))
        (list("What else was found", "Nobody claimed these; they were decided as well. One that fails refutes nobody.", &findings, page))
    }
}

/// A statement, and whether what it means is told with it.
type Told<'a> = (&'a Statement, bool);

fn list(title: &str, about: &str, statements: &[Told], page: &Page) -> Markup {
    let is_declared = statements.iter().any(|(statement, _)| statement.declared);
    let all = html! {
        @for (statement, is_first) in statements.iter().take(MOST) { (article(statement, *is_first, page)) }
        @if statements.len() > MOST { p { "And " (statements.len() - MOST) " more, which the report in text or JSON has." } }
    };
    html! {
        @if !statements.is_empty() {
            section {
                h2 { (title) }
                p { (about) }
                @if is_declared { (all) } @else {
                    details { summary { (statements.len()) (if statements.len() == 1 { " statement" } else { " statements" }) } (all) }
                }
            }
        }
    }
}

fn article(statement: &Statement, is_first: bool, page: &Page) -> Markup {
    let (about, entry) = (About::of(page.report), explain::claim(statement.claim.kind));
    let says = says(&statement.claim, about);
    // What is said of tables is not so of noise, which has none.
    let is_first = is_first && !(about == About::Noise && statement.claim.kind == Kind::Stochastic);
    let on = on_terms(statement, page.report);
    let (word, tone) = word(statement, page.report);
    let is_incomplete = page.report.lacking.is_some() && statement.claim.kind.rule().missing == Way::Own;
    // Its terms stand above; what c is does not.
    let is_term = |sentence: &str| {
        ["neighbours", "ε", "δ"].iter().any(|of| sentence.starts_with(&format!("{of} of this claim: ")))
    };
    let is_told = |sentence: &&String| on.is_empty() || !is_term(sentence) || sentence.ends_with("c is e^-ε");
    let told = statement.explanation.iter().filter(is_told).chain(&statement.reason);
    html! {
        article.(tone.class()) {
            h3 { (says.title) " " span.badge { (word) } }
            @if !on.is_empty() { p { (on.trim_end().trim_end_matches(':')) "." } }
            p.code { code { (cut(&label(statement, page.report), 200)) } }
            @if is_incomplete {
                p { "This is asked of every table that completes the one of the file: it holds if it is so of all of them, and fails if it is so of none." }
            }
            @if is_first {
                p { (entry.meaning.replace(ELSEWHERE, "")) }
                details { summary { "The formula" } p.code { (entry.formula) } }
            }
            @if !statement.values.is_empty() {
                dl {
                    @for (name, of) in &statement.values {
                        dt { (called(entry, name)) }
                        dd { (page.report.beside(statement, name).map_or_else(String::new, |beside| format!("{beside} = "))) (value(of)) }
                    }
                }
            }
            @if statement.outcome() == Outcome::Refuted && statement.expected.is_some() { p.reason { (unmet(statement)) } }
            @if let Some(beside) = super::rounding::beside(statement, page.report) { p.reason { (beside) } }
            @for sentence in told.take(SENTENCES) { p.reason { (cut(&printable(sentence), LONG)) } }
        }
    }
}

/// What a value is.
pub(super) fn called<'a>(entry: &explain::Entry, name: &'a str) -> &'a str {
    match (entry.values.iter().find(|(known, _)| *known == name), name) {
        (Some((_, what)), _) => what,
        (None, "epsilon_at_least") => "for no smaller ε is any completion private",
        (None, "epsilon_at_most") => "for every ε from this on all completions are private",
        (None, "delta_at_least") => "every completion needs a δ of at least this",
        (None, "delta_at_most") => "this δ is enough for every completion",
        (None, name) => name,
    }
}
