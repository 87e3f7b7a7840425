//! Leakage, utility and error beside what bounds them, as bars.
#![allow(clippy::float_arithmetic, reason = "the lengths of bars")]

use super::Page;
use super::neighbours::drawing::{WIDTH, one};
use super::text::{name, number, value};
use dp_verify::model::Kind;
use dp_verify::report::{Statement, Value, Verdict};
use maud::{Markup, html};

/// The most groups of bars.
const GROUPS: usize = 12;

/// Whose number a bar is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// That of the table.
    Own,
    /// The best there is.
    Best,
    /// A bound on all.
    Bound,
}

struct Bar {
    name: &'static str,
    told: String,
    long: f64,
    whose: Whose,
}

struct Group {
    title: String,
    unit: &'static str,
    bars: Vec<Bar>,
}

/// The section.
pub(super) fn section(page: &Page) -> Markup {
    let (groups, left) = groups(page);
    html! {
        @if !groups.is_empty() {
            section {
                h2 { "Utility and leakage beside their bounds" }
                p { "Solid bars are numbers of this table, striped ones those of the best private table for this neighbour relation, outlined ones
                    bounds that no private table passes."
                    @if super::privacy::has_delta(page) { " Private is meant with δ = 0 here, whatever δ is declared." }
                    @if is_broken(page) { (if super::privacy::has_delta(page) { " In that sense this table is not private, and so may pass them." } else { " This table is not private, and so may pass them." }) } }
                svg.defs width="0" height="0" aria-hidden="true" {
                    defs {
                        pattern id="stripes" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" {
                            path class="stripe" d="M0 0V6" {}
                        }
                    }
                }
                @for group in &groups { (figure(group)) }
                @if left > 0 { p.small { (left) " more are listed with the claims." } }
            }
        }
    }
}

fn is_broken(page: &Page) -> bool {
    let refuted = |s: &Statement| s.claim.kind == Kind::Dp && s.claim.on.is_none() && s.verdict == Verdict::Fails;
    page.report.statements.iter().any(refuted)
}

/// The groups that have something to compare, and how many more there are.
fn groups(page: &Page) -> (Vec<Group>, usize) {
    let mut groups: Vec<Group> = Vec::new();
    for statement in page.report.statements.iter().filter(|s| s.verdict != Verdict::Undecided) {
        let Some((title, unit)) = group_of(statement, page) else { continue };
        let place = groups.iter().position(|group| group.title == title).unwrap_or_else(|| {
            groups.push(Group { title, unit, bars: Vec::new() });
            groups.len() - 1
        });
        for (value, of) in &statement.values {
            // One of the two is the other's opposite.
            if is_loss(statement) && *value == "utility" {
                continue;
            }
            let Some((whose, called)) = bar_of(statement.claim.kind, value) else { continue };
            let bar = bar(called, of, whose);
            let bars = &mut groups[place].bars;
            bars.extend(bar.filter(|bar| !bars.iter().any(|known| known.name == bar.name)));
        }
    }
    groups.retain(|group| group.bars.len() > 1);
    for group in &mut groups {
        group.bars.sort_by_key(|bar| bar.whose as u8);
    }
    let left = groups.len().saturating_sub(GROUPS);
    groups.truncate(GROUPS);
    (groups, left)
}

fn bar(name: &'static str, of: &Value, whose: Whose) -> Option<Bar> {
    let long = of.decimal().as_deref().and_then(number).filter(|x| x.is_finite() && *x >= 0.0)?;
    Some(Bar { name, told: value(of), long, whose })
}

fn is_loss(statement: &Statement) -> bool {
    statement.values.iter().any(|(name, _)| *name == "loss" || *name == "least_loss")
}

/// What a statement's numbers are compared under: those by different gains never under one head.
fn group_of(statement: &Statement, page: &Page) -> Option<(String, &'static str)> {
    let claim = &statement.claim;
    let prior = claim.prior.as_deref().map(name).unwrap_or_default();
    let gain = page.report.measured(claim);
    Some(match claim.kind {
        Kind::Utility | Kind::Optimal if is_loss(statement) => {
            (format!("Expected loss for the prior {prior}{gain}"), "less is better")
        }
        Kind::Utility | Kind::Optimal | Kind::UtilityBound => {
            (format!("Utility for the prior {prior}{gain}"), "more is better")
        }
        Kind::Leakage | Kind::LeakageBound => (
            format!("Min-entropy leakage for the prior {prior}: the factor by which guesses get better"),
            "1 is no leakage",
        ),
        Kind::ExpectedError => ("Expected error".into(), "individuals whose value differs; less is better"),
        Kind::JointlyOptimal => {
            let names: Vec<String> = claim.priors.iter().take(4).map(|prior| name(prior)).collect();
            (format!("Several users: {}{gain}", names.join(", ")), "in sum")
        }
        _ => return None,
    })
}

fn bar_of(kind: Kind, name: &str) -> Option<(Whose, &'static str)> {
    Some(match (kind, name) {
        (Kind::Utility | Kind::Optimal, "utility" | "loss") => (Whose::Own, "this table"),
        (Kind::Optimal | Kind::UtilityBound, "optimum") | (Kind::Optimal, "least_loss") => {
            (Whose::Best, "best private table")
        }
        (Kind::UtilityBound, "bound") => (Whose::Bound, "bound on every private table"),
        (Kind::Leakage, "multiplicative") => (Whose::Own, "this table"),
        (Kind::LeakageBound, "maximum") => (Whose::Best, "most that a private table leaks"),
        (Kind::LeakageBound, "multiplicative") => (Whose::Bound, "bound on every private table"),
        (Kind::ExpectedError, "error") => (Whose::Own, "this table"),
        (Kind::ExpectedError, "bound") => (Whose::Best, "least of any private table"),
        (Kind::JointlyOptimal, "joint") => (Whose::Own, "one table for all"),
        (Kind::JointlyOptimal, "separate") => (Whose::Best, "a table for each"),
        _ => return None,
    })
}

fn figure(group: &Group) -> Markup {
    let most = group.bars.iter().map(|bar| bar.long).fold(0.0, f64::max);
    let scale = if most > 0.0 { (WIDTH - 12.0) / most } else { 0.0 };
    let step = 38.0;
    let height = 8.0 + step * group.bars.len() as f64;
    let class = |whose: Whose| match whose {
        Whose::Own => "bar",
        Whose::Best => "bar best",
        Whose::Bound => "bar bound",
    };
    html! {
        figure {
            h3 { (group.title) " " span.unit { "(" (group.unit) ")" } }
            svg viewBox=(format!("0 0 {WIDTH} {height:.0}")) role="img" aria-label=(group.title) {
                @for (k, bar) in group.bars.iter().enumerate() {
                    @let y = step * k as f64;
                    text class="name" x="6" y=(one(y + 14.0)) { (bar.name) }
                    text class="amount" x=(one(WIDTH - 6.0)) y=(one(y + 14.0)) text-anchor="end" { (super::text::cut(&bar.told, 34)) }
                    rect class=(class(bar.whose)) x="6" y=(one(y + 20.0)) width=(one((bar.long * scale).max(1.0))) height="10" {}
                }
            }
        }
    }
}
