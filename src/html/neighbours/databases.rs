//! Databases too many to be drawn one by one: a column of values for each individual, one database through them, and a
//! neighbour that differs in one column.
#![allow(clippy::float_arithmetic, reason = "places on a picture")]

use super::drawing::{WIDTH, one};
use crate::html::text::cut;
use maud::{Markup, html};

/// The most individuals, and values of one, that have a place of their own.
const COLUMNS: usize = 6;
const ROWS: usize = 6;

/// The places of a list that is drawn, `None` for the gap.
fn places(count: usize, most: usize) -> Vec<Option<usize>> {
    if count <= most {
        return (0..count).map(Some).collect();
    }
    (0..most - 2).map(Some).chain([None, Some(count - 1)]).collect()
}

/// The picture, and what it says.
pub(super) fn svg(values: usize, individuals: usize, value: &dyn Fn(usize) -> String, title: &str) -> Markup {
    let (columns, rows) = (places(individuals, COLUMNS), places(values, ROWS));
    let (left, top) = (92.0, 34.0);
    let across = ((WIDTH - left - 30.0) / columns.len().max(1) as f64).min(76.0);
    let down = 26.0;
    let x = |k: usize| left + across * (k as f64 + 0.5);
    let y = |r: usize| top + down * (r as f64 + 0.5);
    let drawn: Vec<usize> = (0..columns.len()).filter(|&k| columns[k].is_some()).collect();
    // A database takes the first value and the second in turn; its neighbour has another one in the second column.
    let taken = |k: usize| if rows.len() > 1 { k % 2 } else { 0 };
    let differs = drawn.get(1).or(drawn.first()).copied().unwrap_or(0);
    let instead = if rows.len() > 2 { 2 } else { 1 - taken(differs).min(1) };
    let path = |of: &dyn Fn(usize) -> usize| {
        let step = |(k, column): (usize, &usize)| {
            format!("{}{} {}", if k == 0 { "M" } else { "L" }, one(x(*column)), one(y(of(*column))))
        };
        drawn.iter().enumerate().map(step).collect::<String>()
    };
    let height = top + down * rows.len() as f64 + 12.0;
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {height:.0}")) role="img" aria-label=(title) {
            text class="word" x="8" y="18" { "individual" }
            @for (k, column) in columns.iter().enumerate() {
                text class="word" x=(one(x(k))) y="18" text-anchor="middle" {
                    @match column { Some(c) => (c + 1), None => "…" }
                }
            }
            @for (r, row) in rows.iter().enumerate() {
                text class="name" x="8" y=(one(y(r) + 4.5)) {
                    @match row { Some(v) => (cut(&value(*v), 10)), None => "…" }
                }
            }
            @if rows.len() > 1 { path class="neighbour" d=(path(&|k| if k == differs { instead } else { taken(k) })) {} }
            path class="database" d=(path(&taken)) {}
            @for (k, column) in columns.iter().enumerate() {
                @for (r, row) in rows.iter().enumerate() {
                    @if column.is_some() && row.is_some() {
                        circle class=(if r == taken(k) { "dot" } else if k == differs && r == instead { "dot other" } else { "dot pale" })
                            cx=(one(x(k))) cy=(one(y(r))) r="5.5" {}
                    }
                }
            }
        }
    }
}
