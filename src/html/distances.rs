//! How far each pair of neighbours is from the bound, as bars.
#![allow(clippy::float_arithmetic, reason = "the lengths of bars")]

use super::Page;
use super::neighbours::drawing::{WIDTH, one};
use super::pair::{self, Pair};
use super::pairs::{Measure, Pairs};
use super::text::{cut, float, name};
use maud::{Markup, html};

/// So many bars are one picture, and so many outputs are named.
const PART: usize = 4;
const OUTPUTS: usize = 12;

/// The section.
pub(super) fn section(page: &Page) -> Markup {
    let (Some(pairs), Some(entries)) = (&page.pairs, &page.entries) else {
        return html! {
            @if page.entries.is_some() && page.mechanism.channel().is_some() && page.report.privacy.rho.is_none() {
                section {
                    h2 { "How far the pairs are from the bound" }
                    p { (why_not(page)) }
                }
            }
        };
    };
    let (a, symbol, what) = match pairs.measure {
        Measure::Epsilon if page.mechanism.has_lengths() => {
            ("an ε", "ε", "the least ε, for each unit of the length between them, for which its two rows are private")
        }
        Measure::Epsilon => ("an ε", "ε", "the least ε for which its two rows are private"),
        Measure::Delta(_) => ("a δ", "δ", "the least δ for which its two rows are private at the declared ε"),
    };
    let most = pairs.worst.iter().map(|pair| pair.needs).filter(|needs| needs.is_finite()).fold(pairs.bound, f64::max);
    let at = entries.chosen.as_ref().map(|chosen| format!(" at {chosen}")).unwrap_or_default();
    html! {
        section {
            h2 { "How far the pairs are from the bound" }
            p {
                "Each pair of neighbours needs " (a) " of its own: " (what) ". The upright line is the declared "
                (symbol) " = " (float(pairs.bound)) (at) ". " (counted(pairs, symbol))
            }
            (bars(page, pairs, most * 1.08))
            @if pairs.count > pairs.worst.len() as u128 {
                p.small { "Shown are the " (pairs.worst.len()) " worst of " (pairs.count) " pairs" (if pairs.sure { "; the others need no more than the last of these." } else { ", as far as floating point can tell." }) }
            }
        }
    }
}

/// Why there are no bars.
fn why_not(page: &Page) -> &'static str {
    if page.pictured().query.graph.nodes() < 2 {
        "There is one node only, and so no pair of neighbours."
    } else {
        "The pairs of neighbours are too many to be compared for a picture, or there are none. The verdict does not rest on one."
    }
}

/// How many need more than is declared.
fn counted(pairs: &Pairs, symbol: &str) -> String {
    let (all, over) = (pairs.count, pairs.over);
    match (all, over) {
        _ if pairs.open > 0 => {
            let open = pairs.open;
            format!(
                "{over} of the {all} pairs need more than that, and {open} are too near to it to be told apart here."
            )
        }
        (1, 0) => format!("The one pair needs no more than the declared {symbol}."),
        (1, _) => format!("The one pair needs more than the declared {symbol}."),
        (2, 0) => "Neither of the 2 pairs needs more than that.".into(),
        (_, 0) => format!("None of the {all} pairs needs more than that."),
        (_, 1) => format!("One of the {all} pairs needs more than that."),
        (2, 2) => "Both pairs need more than that.".into(),
        _ if over as u128 == all => format!("All {all} pairs need more than that."),
        _ => format!("{over} of the {all} pairs need more than that."),
    }
}

/// The line of the bound, beside the bars alone: it goes through no words.
fn limit(bound: f64, top: f64, step: f64, count: usize) -> String {
    let piece = |k: usize| format!("M{} {}v15", one(bound), one(top + step * k as f64 + 18.0));
    (0..count).map(piece).collect()
}

fn bars(page: &Page, pairs: &Pairs, most: f64) -> Markup {
    let (left, right, top, step) = (6.0, WIDTH - 6.0, 24.0, 38.0);
    let width = right - left;
    let scale = if most > 0.0 { width / most } else { 0.0 };
    let bound = left + pairs.bound * scale;
    let symbol = if pairs.measure == Measure::Epsilon { "ε" } else { "δ" };
    let of = page.pictured();
    let row = |y: f64, pair: &Pair| {
        let over = pair.over == Some(true);
        let long = if pair.needs.is_finite() { pair.needs * scale } else { width };
        let [a, b] = pair.nodes.map(|node| cut(&of.node(node), 16));
        let needs = pairs.needs(pair, &page.report.privacy);
        html! {
            text class="name" x=(one(left)) y=(one(y + 14.0)) { (a) " and " (b) }
            text class=(if over { "amount over" } else { "amount" }) x=(one(right)) y=(one(y + 14.0)) text-anchor="end" {
                @if over { "✗ " } @if pair.needs.is_finite() { (symbol) " " (needs) } @else { "no " (symbol) " is enough" }
            }
            rect class=(if over { "bar over" } else { "bar" }) x=(one(left)) y=(one(y + 20.0)) width=(one(long.max(1.0))) height="9" {}
            @if !pair.needs.is_finite() { path class="bar over" d=(format!("M{} {}l-10 -9v18z", one(right + 5.0), one(y + 24.5))) {} }
        }
    };
    let anchor = if bound > WIDTH * 0.6 { "end" } else { "start" };
    let picture = |part: &[Pair], first: bool| {
        // Only the first has the words above.
        let top = if first { top } else { 0.0 };
        let height = top + step * part.len() as f64;
        let what = format!("What each pair of neighbours needs, beside the declared {symbol}");
        html! {
            svg viewBox=(format!("0 0 {WIDTH} {height:.0}")) role="img" aria-label=(what) {
                @if first {
                    text class="word" x=(one(if anchor == "end" { bound + 4.0 } else { bound - 4.0 }.clamp(2.0, WIDTH - 2.0))) y="13" text-anchor=(anchor) {
                        "declared " (symbol) " = " (float(pairs.bound))
                    }
                }
                @for (k, pair) in part.iter().enumerate() { (row(top + step * k as f64, pair)) }
                path class="limit" d=(limit(bound, top, step, part.len())) {}
            }
        }
    };
    html! {
        figure.long {
            // In parts, so that a printed page can end between them.
            @for (k, part) in pairs.worst.chunks(PART).enumerate() { (picture(part, k == 0)) }
            figcaption {
                "Beside each pair stands what it needs; ✗ marks those over the bound. " (decided_by(page, pairs))
            }
        }
    }
}

/// The outputs at which the first pair needs the most.
fn decided_by(page: &Page, pairs: &Pairs) -> String {
    let (Some(first), Some(entries)) = (pairs.worst.first(), &page.entries) else { return String::new() };
    let of = page.pictured();
    if pairs.measure == Measure::Epsilon {
        return format!("The first pair needs that much at output {}.", name(&of.output(first.output)));
    }
    let outputs = pair::more(entries, first);
    let named: Vec<String> = outputs.iter().take(OUTPUTS).map(|&o| name(&of.output(o))).collect();
    match (outputs.len(), named.join(", ")) {
        (0, _) => String::new(),
        (1, one) => format!("The output that decides the first pair is {one}."),
        (all, some) if all > OUTPUTS => format!("The set that decides the first pair has {all} outputs: {some}, …"),
        (_, all) => format!("The set of outputs that decides the first pair is {all}."),
    }
}
