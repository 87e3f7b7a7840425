//! The table as a heat map: a row for each node, a column for each output, each shade half of the next.
#![allow(clippy::float_arithmetic, reason = "shades and places on a picture")]

use super::entries::Entries;
use super::neighbours::drawing::{WIDTH, one};
use super::text::{cut, float, label};
use super::{Broken, Page};
use dp_verify::model::Mechanism;
use maud::{Markup, html};
use std::fmt::Write as _;

/// Shades, each for numbers down to half of those of the one before.
const SHADES: usize = 8;

/// The most rows and columns with a cell of their own; of more, blocks are put together.
const CELLS: usize = 100;

/// The most rows and columns with names, and with numbers in the cells.
const NAMED: usize = 30;
const NUMBERED: usize = 8;

/// The most entries that are written out beside the picture.
const WRITTEN: usize = 240;

/// The section.
pub(super) fn section(page: &Page) -> Markup {
    let Some(entries) = &page.entries else {
        return html! {
            @if page.mechanism.channel.is_some() {
                section { h2 { "The table" } p { "The table is too large, or its numbers take too long, for a picture." } }
            }
        };
    };
    let of = page.pictured();
    html! {
        section {
            h2 { "The table" }
            p {
                "A row for each node, a column for each output: what is the probability of the output, given the node? A darker cell is a larger
                probability; each shade reaches down to half of the one before, so that a constraint on ratios is one on steps of shade."
                @if page.is_product() { " The table is that of one individual; the mechanism is its product, the same for each individual independently." }
                @if let Some(chosen) = &entries.chosen { " The entries are functions of α; they are drawn at " (chosen) "." }
            }
            (figure(entries, of, page.broken.as_ref()))
            @if let Some(broken) = &page.broken { p.fact.bad { (broken.words) } }
            @if entries.rows * entries.width <= WRITTEN { (written(entries, of)) }
        }
    }
}

/// Rows or columns of the picture, each so many of the table's.
struct Axis {
    count: usize,
    of: usize,
}

impl Axis {
    fn new(of: usize) -> Self {
        Self { count: of.min(CELLS), of }
    }

    /// The first of block k, and the one past its last.
    fn block(&self, k: usize) -> std::ops::Range<usize> {
        k * self.of / self.count..(k + 1) * self.of / self.count
    }

    fn place(&self, i: usize) -> usize {
        (0..self.count).find(|&k| self.block(k).contains(&i)).unwrap_or(0)
    }

    fn is_whole(&self) -> bool {
        self.count == self.of
    }
}

fn figure(entries: &Entries, of: &Mechanism, broken: Option<&Broken>) -> Markup {
    let (down, across) = (Axis::new(entries.rows), Axis::new(entries.width));
    let whole = down.is_whole() && across.is_whole();
    let mean = |r: usize, c: usize| {
        let (rows, columns) = (down.block(r), across.block(c));
        let cells = (rows.len() * columns.len()) as f64;
        rows.map(|i| entries.row(i)[columns.clone()].iter().sum::<f64>()).sum::<f64>() / cells
    };
    let values: Vec<Vec<f64>> = (0..down.count).map(|r| (0..across.count).map(|c| mean(r, c)).collect()).collect();
    let most = values.iter().flatten().copied().fold(0.0, f64::max);
    let names = (down.count <= NAMED && whole, across.count <= NAMED && whole);
    let left = if names.0 { 108.0 } else { 46.0 };
    let cell = ((WIDTH - left - 8.0) / across.count as f64).min(48.0);
    let tall = if down.count <= NUMBERED { cell.clamp(24.0, 34.0) } else { cell.max(if names.0 { 13.0 } else { 0.0 }) };
    let tall = if names.0 { tall } else { tall.min(380.0 / down.count as f64) };
    let longest =
        (0..if names.1 { across.count } else { 0 }).map(|o| cut(&of.output(o), 12).chars().count()).max().unwrap_or(0);
    let slanted = longest as f64 * 7.2 > cell - 4.0;
    let top = match (names.1, slanted) {
        (false, _) => 24.0,
        (true, false) => 30.0,
        (true, true) => 16.0 + longest as f64 * 5.6,
    };
    let numbers = whole && across.count <= NUMBERED && down.count <= NUMBERED * 2 && cell >= 34.0;
    let (x, y) = (|c: usize| left + cell * c as f64, |r: usize| top + tall * r as f64);
    let paths = shades(&values, most, &x, &y, cell, tall);
    let height = top + tall * down.count as f64 + 10.0;
    let title = format!("The table as a heat map of {} rows and {} columns", entries.rows, entries.width);
    let marks = broken.map(|broken| marked(broken, &down, &across)).unwrap_or_default();
    html! {
        figure {
            svg viewBox=(format!("0 0 {WIDTH} {height:.0}")) role="img" aria-label=(title) {
                rect class="frame" x=(one(left)) y=(one(top)) width=(one(cell * across.count as f64)) height=(one(tall * down.count as f64)) {}
                g.shades { @for (class, d) in &paths { path class=(class) d=(d) {} } }
                @if numbers {
                    @for (r, row) in values.iter().enumerate() {
                        @for (c, value) in row.iter().enumerate() {
                            text class=(format!("cell t{}", shade(*value, most).map_or("n".to_owned(), |k| k.to_string())))
                                x=(one(x(c) + cell / 2.0)) y=(one(y(r) + tall / 2.0 + 4.0)) text-anchor="middle" { (entries.brief(r, c)) }
                        }
                    }
                }
                @if names.0 {
                    @for r in 0..down.count {
                        text class="name" x=(one(left - 6.0)) y=(one(y(r) + tall / 2.0 + 4.0)) text-anchor="end" { (cut(&of.node(r), 12)) }
                    }
                } @else {
                    text class="name" x=(one(left - 6.0)) y=(one(top + 10.0)) text-anchor="end" { "0" }
                    text class="name" x=(one(left - 6.0)) y=(one(y(down.count) - 2.0)) text-anchor="end" { (entries.rows - 1) }
                }
                @if names.1 {
                    @for c in 0..across.count { (column_name(&cut(&of.output(c), 12), x(c) + cell / 2.0, top - 8.0, slanted)) }
                } @else {
                    text class="name" x=(one(left)) y=(one(top - 8.0)) { "0" }
                    text class="name" x=(one(x(across.count))) y=(one(top - 8.0)) text-anchor="end" { (entries.width - 1) }
                }
                @for (r, c, span) in &marks {
                    rect class="halo" x=(one(x(*c) - 1.0)) y=(one(y(*r) - 1.0)) width=(one(cell * *span as f64 + 2.0)) height=(one(tall + 2.0)) {}
                    rect class="mark" x=(one(x(*c) - 1.0)) y=(one(y(*r) - 1.0)) width=(one(cell * *span as f64 + 2.0)) height=(one(tall + 2.0)) {}
                }
            }
            (legend(most))
            figcaption {
                @if whole { "Every entry is a cell." } @else {
                    (entries.rows) " × " (entries.width) " entries are put together into " (down.count) " × " (across.count)
                    " blocks; a block's shade is the mean of its entries, and rows and columns are counted from 0."
                }
                @if !marks.is_empty() { " The broken constraint is outlined." }
            }
        }
    }
}

/// The shade of a number: 0 for the largest; `None` for 0 and for what is negative.
fn shade(x: f64, most: f64) -> Option<usize> {
    if x <= 0.0 || most <= 0.0 {
        return None;
    }
    let halvings = (most / x).log2() + 1e-9;
    (0..SHADES).rev().find(|&k| halvings >= k as f64).or(Some(0))
}

/// A path for each shade, and for negative numbers.
fn shades(
    values: &[Vec<f64>],
    most: f64,
    x: &dyn Fn(usize) -> f64,
    y: &dyn Fn(usize) -> f64,
    cell: f64,
    tall: f64,
) -> Vec<(String, String)> {
    let mut paths = vec![String::new(); SHADES + 1];
    for (r, row) in values.iter().enumerate() {
        let class = |value: f64| if value < 0.0 { Some(SHADES) } else { shade(value, most) };
        let mut c = 0;
        while c < row.len() {
            let this = class(row[c]);
            let end = (c..row.len()).find(|&k| class(row[k]) != this).unwrap_or(row.len());
            if let Some(k) = this {
                // As wide as the cells of one shade side by side.
                let wide = cell * (end - c) as f64;
                let _ = write!(paths[k], "M{} {}h{}v{}h-{}z", two(x(c)), two(y(r)), two(wide), two(tall), two(wide));
            }
            c = end;
        }
    }
    let class = |k: usize| if k == SHADES { "negative".to_owned() } else { format!("h{k}") };
    paths.into_iter().enumerate().filter(|(_, path)| !path.is_empty()).map(|(k, path)| (class(k), path)).collect()
}

/// A coordinate with two decimals.
fn two(x: f64) -> String {
    super::text::trimmed(&format!("{x:.2}"))
}

fn column_name(name: &str, x: f64, y: f64, slanted: bool) -> Markup {
    html! {
        @if slanted {
            text class="name" x=(one(x)) y=(one(y)) transform=(format!("rotate(-50 {} {})", one(x), one(y))) { (name) }
        } @else {
            text class="name" x=(one(x)) y=(one(y)) text-anchor="middle" { (name) }
        }
    }
}

/// The cells of the broken constraint: row, column and how many columns.
fn marked(broken: &Broken, down: &Axis, across: &Axis) -> Vec<(usize, usize, usize)> {
    let rows = broken.nodes.iter().map(|&node| down.place(node));
    let mut marks: Vec<(usize, usize, usize)> = match &broken.outputs[..] {
        [] => rows.map(|r| (r, 0, across.count)).collect(),
        outputs => rows.flat_map(|r| outputs.iter().map(move |&o| (r, across.place(o), 1))).collect(),
    };
    marks.sort_unstable();
    marks.dedup();
    marks
}

/// What the shades stand for.
fn legend(most: f64) -> Markup {
    let ends: Vec<String> = (0..SHADES).map(|k| float(most / 2f64.powi(i32::try_from(k).unwrap_or(0)))).collect();
    html! {
        ul.legend aria-label="What the shades stand for" {
            @for (k, end) in ends.iter().enumerate() {
                li { span class=(format!("swatch b{k}")) {} @if k + 1 == SHADES { "≤ " } (end) }
            }
            li { span.swatch.none {} "0" }
        }
    }
}

/// The numbers as a table.
fn written(entries: &Entries, of: &Mechanism) -> Markup {
    html! {
        details {
            summary { "The same table in numbers" }
            div.scroll tabindex="0" role="region" aria-label="The table in numbers" {
                table.numbers {
                    thead { tr { th scope="col" { "node" } @for o in 0..entries.width { th scope="col" { (label(&of.output(o))) } } } }
                    tbody {
                        @for i in 0..entries.rows {
                            tr { th scope="row" { (label(&of.node(i))) } @for o in 0..entries.width { td { (entries.written(i, o)) } } }
                        }
                    }
                }
            }
        }
    }
}
