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

/// The class of what is smaller than all shades, and of what is negative.
const TINY: usize = SHADES;
const NEGATIVE: usize = SHADES + 1;

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
            @if page.mechanism.channel().is_some() {
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
                @if page.is_noise() { " The noise itself has no end: this is the table that it is decided on, and the first and last column stand for all beyond them." }
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

/// Where the cells are.
struct Layout {
    down: Axis,
    across: Axis,
    /// The upper left corner of the first cell.
    left: f64,
    top: f64,
    /// How wide a cell is, and how tall.
    cell: f64,
    tall: f64,
    /// Whether each row has its name, and each column.
    rows_named: bool,
    columns_named: bool,
    /// Whether the columns' names are too long to stand side by side.
    slanted: bool,
}

impl Layout {
    fn of(entries: &Entries, of: &Mechanism) -> Self {
        let (down, across) = (Axis::new(entries.rows), Axis::new(entries.width));
        let whole = down.is_whole() && across.is_whole();
        let (rows_named, columns_named) = (down.count <= NAMED && whole, across.count <= NAMED && whole);
        let left = if rows_named { 108.0 } else { 46.0 };
        let cell = ((WIDTH - left - 8.0) / across.count as f64).min(48.0);
        let tall = match (down.count <= NUMBERED, rows_named) {
            (true, _) => cell.clamp(24.0, 34.0),
            (false, true) => cell.max(13.0),
            (false, false) => cell,
        };
        let tall = if rows_named { tall } else { tall.min(380.0 / down.count as f64) };
        let named = if columns_named { across.count } else { 0 };
        let longest = (0..named).map(|o| cut(&of.output(o), 12).chars().count()).max().unwrap_or(0);
        let slanted = longest as f64 * 7.2 > cell - 4.0;
        let top = match (columns_named, slanted) {
            (false, _) => 24.0,
            (true, false) => 30.0,
            (true, true) => 16.0 + longest as f64 * 5.6,
        };
        Self { down, across, left, top, cell, tall, rows_named, columns_named, slanted }
    }

    fn is_whole(&self) -> bool {
        self.down.is_whole() && self.across.is_whole()
    }

    /// Whether each cell has its number.
    fn is_numbered(&self) -> bool {
        let few = self.across.count <= NUMBERED && self.down.count <= NUMBERED * 2;
        self.is_whole() && few && self.cell >= 34.0
    }

    fn x(&self, column: usize) -> f64 {
        self.left + self.cell * column as f64
    }

    fn y(&self, row: usize) -> f64 {
        self.top + self.tall * row as f64
    }

    /// The means of the blocks, each of which is one entry where every entry is a cell.
    fn values(&self, entries: &Entries) -> Vec<Vec<f64>> {
        let mean = |r: usize, c: usize| {
            let (rows, columns) = (self.down.block(r), self.across.block(c));
            let cells = (rows.len() * columns.len()) as f64;
            rows.map(|i| entries.row(i)[columns.clone()].iter().sum::<f64>()).sum::<f64>() / cells
        };
        (0..self.down.count).map(|r| (0..self.across.count).map(|c| mean(r, c)).collect()).collect()
    }
}

fn figure(entries: &Entries, of: &Mechanism, broken: Option<&Broken>) -> Markup {
    let layout = Layout::of(entries, of);
    let Layout { down, across, left, top, cell, tall, .. } = &layout;
    let values = layout.values(entries);
    let most = values.iter().flatten().copied().fold(0.0, f64::max);
    let height = layout.y(down.count) + 10.0;
    let title = format!("The table as a heat map of {} rows and {} columns", entries.rows, entries.width);
    let marks = broken.map(|broken| marked(broken, down, across)).unwrap_or_default();
    html! {
        figure {
            svg viewBox=(format!("0 0 {WIDTH} {height:.0}")) role="img" aria-label=(title) {
                rect class="frame" x=(one(*left)) y=(one(*top)) width=(one(cell * across.count as f64)) height=(one(tall * down.count as f64)) {}
                g.shades { @for (class, d) in shades(&values, most, &layout) { path class=(class) d=(d) {} } }
                @if layout.is_numbered() { (numbers(&layout, entries, &values, most)) }
                (row_names(&layout, entries, of))
                (column_names(&layout, entries, of))
                @for &(r, c, span) in &marks {
                    @let (x, y, width) = (one(layout.x(c) - 1.0), one(layout.y(r) - 1.0), one(cell * span as f64 + 2.0));
                    rect class="halo" x=(x) y=(y) width=(width) height=(one(tall + 2.0)) {}
                    rect class="mark" x=(x) y=(y) width=(width) height=(one(tall + 2.0)) {}
                }
            }
            (legend(most, &values))
            figcaption {
                @if layout.is_whole() { "Every entry is a cell." } @else {
                    (entries.rows) " × " (entries.width) " entries are put together into " (down.count) " × " (across.count)
                    " blocks; a block's shade is the mean of its entries, and rows and columns are counted from 0."
                }
                @if !marks.is_empty() { " The broken constraint is outlined." }
            }
        }
    }
}

/// The numbers in the cells.
fn numbers(layout: &Layout, entries: &Entries, values: &[Vec<f64>], most: f64) -> Markup {
    html! {
        @for (r, row) in values.iter().enumerate() {
            @for (c, value) in row.iter().enumerate() {
                text class=(format!("cell t{}", shade(*value, most).map_or("n".to_owned(), |k| k.to_string())))
                    x=(one(layout.x(c) + layout.cell / 2.0)) y=(one(layout.y(r) + layout.tall / 2.0 + 4.0)) text-anchor="middle" { (entries.brief(r, c)) }
            }
        }
    }
}

/// The names of the rows, or the first one's number and the last one's.
fn row_names(layout: &Layout, entries: &Entries, of: &Mechanism) -> Markup {
    let x = one(layout.left - 6.0);
    html! {
        @if layout.rows_named {
            @for r in 0..layout.down.count {
                text class="name" x=(x) y=(one(layout.y(r) + layout.tall / 2.0 + 4.0)) text-anchor="end" { (cut(&of.node(r), 12)) }
            }
        } @else {
            text class="name" x=(x) y=(one(layout.top + 10.0)) text-anchor="end" { "0" }
            text class="name" x=(x) y=(one(layout.y(layout.down.count) - 2.0)) text-anchor="end" { (entries.rows - 1) }
        }
    }
}

/// The same of the columns.
fn column_names(layout: &Layout, entries: &Entries, of: &Mechanism) -> Markup {
    let y = layout.top - 8.0;
    html! {
        @if layout.columns_named {
            @for c in 0..layout.across.count {
                (column_name(&cut(&of.output(c), 12), layout.x(c) + layout.cell / 2.0, y, layout.slanted))
            }
        } @else {
            text class="name" x=(one(layout.left)) y=(one(y)) { "0" }
            text class="name" x=(one(layout.x(layout.across.count))) y=(one(y)) text-anchor="end" { (entries.width - 1) }
        }
    }
}

/// The shade of a number: 0 for the largest; `None` for 0 and for what is negative.
fn shade(x: f64, most: f64) -> Option<usize> {
    if x <= 0.0 || most <= 0.0 {
        return None;
    }
    let halvings = (most / x).log2() + 1e-9;
    if halvings >= SHADES as f64 {
        return Some(TINY);
    }
    (0..SHADES).rev().find(|&k| halvings >= k as f64).or(Some(0))
}

/// A path for each shade, and for negative numbers.
fn shades(values: &[Vec<f64>], most: f64, layout: &Layout) -> Vec<(String, String)> {
    let mut paths = vec![String::new(); NEGATIVE + 1];
    for (r, row) in values.iter().enumerate() {
        let class = |value: f64| if value < 0.0 { Some(NEGATIVE) } else { shade(value, most) };
        let mut c = 0;
        while c < row.len() {
            let this = class(row[c]);
            let end = (c..row.len()).find(|&k| class(row[k]) != this).unwrap_or(row.len());
            if let Some(k) = this {
                // As wide as the cells of one shade side by side.
                let [x, y] = [layout.x(c), layout.y(r)].map(two);
                let [wide, tall] = [layout.cell * (end - c) as f64, layout.tall].map(two);
                let _ = write!(paths[k], "M{x} {y}h{wide}v{tall}h-{wide}z");
            }
            c = end;
        }
    }
    let class = |k: usize| if k == NEGATIVE { "negative".to_owned() } else { format!("h{k}") };
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
fn legend(most: f64, values: &[Vec<f64>]) -> Markup {
    let all = || values.iter().flatten().copied();
    let least = all().filter(|x| shade(*x, most) == Some(TINY)).fold(f64::INFINITY, f64::min);
    let ends: Vec<String> = (0..SHADES).map(|k| float(most / 2f64.powi(i32::try_from(k).unwrap_or(0)))).collect();
    html! {
        ul.legend aria-label="What the shades stand for" {
            @for (k, end) in ends.iter().enumerate() {
                li { span class=(format!("swatch b{k}")) {} (end) }
            }
            @if least.is_finite() { li { span.swatch.b8 {} "smaller, down to " (float(least)) } }
            @if all().any(|x| x == 0.0) { li { span.swatch.none {} "0" } }
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
