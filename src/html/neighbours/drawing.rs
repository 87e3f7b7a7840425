//! A graph as it is drawn: dots, lines and arcs between them, and words beside.
#![allow(clippy::float_arithmetic, reason = "places on a picture")]

use crate::html::text::cut;
use maud::{Markup, html};

/// The width of every picture, in its own units.
pub(in crate::html) const WIDTH: f64 = 440.0;

/// The most characters of a label beside a dot.
const LABEL: usize = 12;

/// Where a label stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Side {
    Right,
    Left,
    Below,
    Above,
}

/// A dot.
#[derive(Debug, Clone)]
pub(super) struct Dot {
    /// The node, if it is one; else a gap that stands for many.
    pub(super) node: Option<usize>,
    pub(super) at: (f64, f64),
    pub(super) label: Option<(String, Side)>,
}

/// A line between two dots, by their places in the list; straight, or bent by so much to its left.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub(super) ends: [usize; 2],
    pub(super) bend: f64,
    /// Whether it leads to what is left out.
    pub(super) open: bool,
}

/// A picture of a graph.
#[derive(Debug, Clone, Default)]
pub(super) struct Drawing {
    pub(super) dots: Vec<Dot>,
    pub(super) lines: Vec<Line>,
    /// Words on the picture, each from its place on.
    pub(super) words: Vec<((f64, f64), String)>,
    pub(super) height: f64,
    /// How large the dots are.
    pub(super) radius: f64,
    /// What is left out, or put together.
    pub(super) note: Option<String>,
}

impl Drawing {
    /// An edge.
    pub(super) fn line(&mut self, one: usize, other: usize, bend: f64) {
        let open = self.dots[one].node.is_none() || self.dots[other].node.is_none();
        self.lines.push(Line { ends: [one, other], bend, open });
    }

    /// The picture; the edge between two nodes is marked.
    pub(super) fn svg(&self, title: &str, marked: Option<[usize; 2]>) -> Markup {
        let is_marked = |line: &Line| {
            let [a, b] = line.ends.map(|k| self.dots[k].node);
            marked.is_some_and(|[i, h]| [a, b] == [Some(i), Some(h)] || [a, b] == [Some(h), Some(i)])
        };
        let (plain, of_pair): (Vec<&Line>, Vec<&Line>) = self.lines.iter().partition(|line| !is_marked(line));
        let (open, whole): (Vec<&Line>, Vec<&Line>) = plain.into_iter().partition(|line| line.open);
        let path = |lines: &[&Line]| lines.iter().map(|line| self.path(line)).collect::<String>();
        let is_end = |node: Option<usize>| node.is_some_and(|node| marked.is_some_and(|pair| pair.contains(&node)));
        html! {
            svg viewBox=(format!("0 0 {WIDTH} {:.0}", self.height)) role="img" aria-label=(title) {
                @if !whole.is_empty() { path class="edge" d=(path(&whole)) {} }
                @if !open.is_empty() { path class="edge open" d=(path(&open)) {} }
                @if !of_pair.is_empty() { path class="edge broken" d=(path(&of_pair)) {} }
                @for dot in &self.dots {
                    @let (x, y) = dot.at;
                    @if dot.node.is_some() {
                        circle class=(if is_end(dot.node) { "dot broken" } else { "dot" }) cx=(one(x)) cy=(one(y)) r=(one(self.radius)) {}
                    } @else {
                        text class="gap" x=(one(x)) y=(one(y + 4.0)) text-anchor="middle" { "…" }
                    }
                }
                @for dot in &self.dots {
                    @if let Some((label, side)) = &dot.label { (self.label(dot.at, label, *side)) }
                }
                @for ((x, y), words) in &self.words {
                    text class="word" x=(one(*x)) y=(one(*y)) { (words) }
                }
            }
        }
    }

    fn label(&self, (x, y): (f64, f64), label: &str, side: Side) -> Markup {
        let off = self.radius + 5.0;
        let (x, y, anchor) = match side {
            Side::Right => (x + off, y + 4.5, "start"),
            Side::Left => (x - off, y + 4.5, "end"),
            Side::Below => (x, y + off + 10.0, "middle"),
            Side::Above => (x, y - off, "middle"),
        };
        html! { text class="name" x=(one(x)) y=(one(y)) text-anchor=(anchor) { (cut(label, LABEL)) } }
    }

    fn path(&self, line: &Line) -> String {
        let [(x, y), (u, v)] = line.ends.map(|k| self.dots[k].at);
        if line.bend == 0.0 {
            return format!("M{} {}L{} {}", one(x), one(y), one(u), one(v));
        }
        let (dx, dy) = (u - x, v - y);
        let length = dx.hypot(dy).max(1e-9);
        // To the left of the way from the first to the second, seen with y downwards.
        let middle = ((x + u) / 2.0 + dy / length * line.bend, (y + v) / 2.0 - dx / length * line.bend);
        format!("M{} {}Q{} {} {} {}", one(x), one(y), one(middle.0), one(middle.1), one(u), one(v))
    }
}

/// A coordinate with one decimal.
pub(in crate::html) fn one(x: f64) -> String {
    let text = format!("{x:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
