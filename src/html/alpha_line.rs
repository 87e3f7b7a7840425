//! The line of α with its parts: where something holds, where a value changes its form.
#![allow(clippy::float_arithmetic, reason = "places on a line")]

use super::Page;
use super::neighbours::drawing::{WIDTH, one};
use super::text::{cut, label, number};
use dp_verify::algebra;
use dp_verify::alpha::Point;
use dp_verify::model::{Alpha, Kind};
use dp_verify::number::decimal;
use dp_verify::report::{Range, Statement, Value, Verdict, printable};
use maud::{Markup, html};

/// The most lines, and parts of one.
const LINES: usize = 10;
const PARTS: usize = 40;

/// A line of the picture.
struct Line {
    name: String,
    /// Where it holds, or where a value has one form each.
    parts: Vec<Range>,
    /// How it came out.
    note: String,
    /// Whether the parts are pieces of a value, which are marked in turn.
    pieces: bool,
    /// Whether it is so at every α of the file's interval.
    is_whole: bool,
}

/// The section.
pub(super) fn section(page: &Page) -> Markup {
    let lines = lines(page);
    if lines.is_empty() {
        return html! {};
    }
    let symbolic = matches!(page.report.privacy.alpha, Alpha::Symbolic { .. });
    html! {
        section {
            h2 { "The line of α" }
            p {
                "α = e^-ε runs from 0 (no privacy: ε is infinite) to 1 (outputs say nothing: ε = 0). "
                @if symbolic { "The file speaks of every α of an interval at once. " }
                "A thick line is where a claim holds, or a value is one function; a filled end belongs to it, an open one does not."
                @if symbolic && lines.iter().all(|line| line.is_whole) { " Here all of it is so at every α of the interval." }
            }
            (figure(page, &lines))
            @let told: Vec<(&str, String)> = lines.iter().map(|line| (line.name.as_str(), line.note.clone())).filter(|(_, note)| !note.is_empty()).collect();
            @if !told.is_empty() {
                dl.wide { @for (name, note) in told { dt { (name) } dd { (note) } } }
            }
        }
    }
}

fn lines(page: &Page) -> Vec<Line> {
    let symbolic = match &page.report.privacy.alpha {
        Alpha::Symbolic { between } => {
            Some(Range::between(Point::Rational(between.0.clone()), Point::Rational(between.1.clone())))
        }
        _ => None,
    };
    let of = |statement: &Statement| line(statement, symbolic.as_ref());
    page.report.statements.iter().filter_map(of).take(LINES).collect()
}

fn line(statement: &Statement, whole: Option<&Range>) -> Option<Line> {
    let name = cut(&statement.claim.to_string(), 40);
    if statement.claim.kind == Kind::Threshold {
        let set = statement.values.iter().find_map(|(_, value)| match value {
            Value::Set(set) => Some(set.clone()),
            _ => None,
        })?;
        let written: Vec<String> = set.iter().take(PARTS).map(Range::written).collect();
        let note = format!("A tight-constraints mechanism exists exactly for α in {}.", written.join(" ∪ "));
        return Some(Line { name, parts: set, note: cut(&note, 400), pieces: false, is_whole: false });
    }
    let whole = whole?;
    let pieces = statement.values.iter().find_map(|(name, value)| match value {
        Value::Pieces(pieces) => Some((*name, pieces)),
        _ => None,
    });
    match (statement.verdict, pieces) {
        (_, Some((value, pieces))) => {
            let told = super::text::value(&Value::Pieces(pieces.clone()));
            let ranges = pieces.0.iter().map(|(range, ..)| range.clone()).collect();
            Some(Line {
                name,
                parts: ranges,
                note: cut(&format!("{value} = {told}"), 400),
                pieces: true,
                is_whole: false,
            })
        }
        (Verdict::Holds, None) => {
            Some(Line { name, parts: vec![whole.clone()], note: String::new(), pieces: false, is_whole: true })
        }
        (Verdict::Fails, None) => {
            let told: Vec<String> = statement.explanation.iter().map(|sentence| printable(sentence)).collect();
            let parts = statement.holds_on.clone().unwrap_or_default();
            Some(Line { name, parts, note: label_long(&told.join("; ")), pieces: false, is_whole: false })
        }
        (Verdict::Undecided, None) => None,
    }
}

fn label_long(text: &str) -> String {
    cut(text, 400)
}

/// Where a point lies, from 0 to 1.
fn place(point: &Point) -> Option<f64> {
    match point {
        Point::Rational(x) => number(&decimal(x)),
        point => algebra::digits(point).as_deref().and_then(number),
    }
}

fn figure(page: &Page, lines: &[Line]) -> Markup {
    let (left, right, top, step) = (18.0, WIDTH - 18.0, 20.0, 40.0);
    let x = |at: f64| left + (right - left) * at.clamp(0.0, 1.0);
    let bottom = top + step * lines.len() as f64;
    let own = page.report.privacy.alpha_decimal().and_then(number);
    let own_at = own.map(x);
    html! {
        figure {
            svg viewBox=(format!("0 0 {WIDTH} {:.0}", bottom + 34.0)) role="img" aria-label="The line of α with its parts" {
                @for k in 0..=4u32 {
                    @let at = f64::from(k) / 4.0;
                    path class="tick" d=(format!("M{} {}V{}", one(x(at)), one(top - 6.0), one(bottom + 6.0))) {}
                    text class="word" x=(one(x(at))) y=(one(bottom + 22.0)) text-anchor="middle" { (super::text::float(at)) }
                }
                @if let Some(own) = own_at {
                    path class="limit" d=(format!("M{} {}V{}", one(own), one(top - 6.0), one(bottom + 6.0))) {}
                    text class="word" x=(one(own)) y=(one(top - 9.0)) text-anchor=(if own > WIDTH * 0.7 { "end" } else { "middle" }) { "α of this file" }
                }
                @for (k, line) in lines.iter().enumerate() {
                    @let y = top + step * k as f64;
                    text class="name" x=(one(left)) y=(one(y + 12.0)) { (label(&line.name)) }
                    path class="axis" d=(format!("M{} {}H{}", one(left), one(y + 23.0), one(right))) {}
                    @for (part, range) in line.parts.iter().take(PARTS).enumerate() { (drawn(range, y + 23.0, &x, line.pieces && part % 2 == 1)) }
                }
            }
        }
    }
}

fn drawn(range: &Range, y: f64, x: &dyn Fn(f64) -> f64, second: bool) -> Markup {
    let (Some(low), Some(high)) = (place(&range.low), place(&range.high)) else { return html! {} };
    let (low, high) = (x(low), x(high));
    let end = |at: f64, with: bool| {
        html! {
            circle class=(if with { "end" } else { "end hollow" }) cx=(one(at)) cy=(one(y)) r="4.5" {}
        }
    };
    html! {
        @if high > low { path class=(if second { "part second" } else { "part" }) d=(format!("M{} {}H{}", one(low), one(y), one(high))) {} }
        (end(low, range.with_low))
        @if high > low { (end(high, range.with_high)) }
    }
}
