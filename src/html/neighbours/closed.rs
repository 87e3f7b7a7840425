//! Graphs whose picture is known: lines, rings, stars, grids and small cubes.
#![allow(clippy::float_arithmetic, reason = "places on a picture")]

use super::drawing::{Dot, Drawing, Side, WIDTH};
use std::f64::consts::{FRAC_PI_2, TAU};

/// The most dots on a ring, or on a line.
const RING: usize = 18;
const ROW: usize = 12;

/// The most rows and columns of a grid.
const GRID: usize = 6;

/// What a node is called.
type Name<'a> = &'a dyn Fn(usize) -> String;

/// 0..n, or of more than `most` the first ones, a gap and the last two.
fn shown(n: usize, most: usize) -> Vec<Option<usize>> {
    if n <= most {
        return (0..n).map(Some).collect();
    }
    (0..most - 3).map(Some).chain([None, Some(n - 2), Some(n - 1)]).collect()
}

/// Says that nodes are left out.
fn left_out(n: usize, shown: &[Option<usize>]) -> Option<String> {
    let drawn = shown.iter().flatten().count();
    (drawn < n).then(|| format!("Drawn are {drawn} of {n}; the dots (…) stand for the others."))
}

/// Nodes in a row, each joined to those that are at most `reach` places away.
pub(super) fn row(n: usize, reach: usize, name: Name) -> Drawing {
    let places = shown(n, ROW);
    let mut drawing = Drawing { radius: 5.5, note: left_out(n, &places), ..Drawing::default() };
    let names: Vec<Option<String>> = places.iter().map(|place| place.map(name)).collect();
    let flat = names.iter().flatten().all(|name| name.chars().count() <= 3);
    let span = reach.min(places.len().saturating_sub(1));
    let rise = |apart: usize| if apart == 1 { 0.0 } else { 26.0 * apart as f64 };
    let step = if flat { (360.0 / places.len().max(2) as f64).min(56.0) } else { 27.0 };
    // An arc reaches half as far as its bend.
    let room = if span > 1 { rise(span) / 2.0 + 6.0 } else { 0.0 };
    for (k, (&node, name)) in places.iter().zip(&names).enumerate() {
        let along = k as f64 * step;
        let middle = (WIDTH - step * (places.len() as f64 - 1.0)) / 2.0;
        let (at, side) =
            if flat { ((middle + along, room + 16.0), Side::Below) } else { ((150.0, 16.0 + along), Side::Right) };
        drawing.dots.push(Dot { node, at, label: name.clone().map(|name| (name, side)) });
    }
    let last = places.len() as f64 - 1.0;
    drawing.height = if flat { room + 48.0 } else { 32.0 + step * last };
    for a in 0..places.len() {
        for b in a + 1..places.len() {
            let apart = match (places[a], places[b]) {
                (Some(i), Some(h)) => h - i,
                _ => b - a,
            };
            if apart <= reach && !(apart > 1 && (places[a].is_none() || places[b].is_none())) {
                drawing.line(a, b, if flat { rise(apart) } else { -rise(apart) });
            }
        }
    }
    drawing
}

/// Nodes on a circle.
fn circle(n: usize, most: usize, name: Name) -> (Drawing, Vec<Option<usize>>) {
    let places = shown(n, most);
    let radius = if places.len() <= 6 { 84.0 } else { 110.0 };
    let mut drawing = Drawing { radius: 5.5, note: left_out(n, &places), ..Drawing::default() };
    drawing.height = 2.0 * radius + 64.0;
    for (k, &node) in places.iter().enumerate() {
        let angle = TAU * k as f64 / places.len() as f64 - FRAC_PI_2;
        let (x, y) = (angle.cos(), angle.sin());
        let side = match () {
            () if x.abs() < 0.2 && y < 0.0 => Side::Above,
            () if x.abs() < 0.2 => Side::Below,
            () if x > 0.0 => Side::Right,
            () => Side::Left,
        };
        let at = (WIDTH / 2.0 + radius * x, drawing.height / 2.0 + radius * y);
        drawing.dots.push(Dot { node, at, label: node.map(|node| (name(node), side)) });
    }
    (drawing, places)
}

/// A ring.
pub(super) fn cycle(n: usize, name: Name) -> Drawing {
    let (mut drawing, places) = circle(n, RING, name);
    for k in 0..places.len() {
        drawing.line(k, (k + 1) % places.len(), 0.0);
    }
    drawing
}

/// All pairs.
pub(super) fn complete(n: usize, name: Name) -> Drawing {
    let (mut drawing, places) = circle(n, 14, name);
    for a in 0..places.len() {
        for b in a + 1..places.len() {
            if places[a].is_some() && places[b].is_some() {
                drawing.line(a, b, 0.0);
            }
        }
    }
    drawing
}

/// The first node and its leaves around it.
pub(super) fn star(n: usize, name: Name) -> Drawing {
    if n < 2 {
        return row(n, 1, name);
    }
    let leaf = |k: usize| name(k + 1);
    let (mut drawing, places) = circle(n - 1, RING, &leaf);
    for dot in &mut drawing.dots {
        dot.node = dot.node.map(|k| k + 1);
    }
    drawing.note = left_out(n - 1, &places).map(|note| note.replace("Drawn are", "Of the outer ones are drawn"));
    // Below the centre where no line leads there.
    let side = if places.len() % 2 == 1 { Side::Below } else { Side::Right };
    drawing.dots.push(Dot { node: Some(0), at: (WIDTH / 2.0, drawing.height / 2.0), label: Some((name(0), side)) });
    for k in 0..places.len() {
        drawing.line(places.len(), k, 0.0);
    }
    drawing
}

/// Two counts of so many: neighbours differ by at most 1 in each.
pub(super) fn grid(individuals: usize, queries: usize, name: Name) -> Drawing {
    let side = individuals + 1;
    let drawn = side.min(GRID);
    let step = if drawn <= 4 { 84.0 } else { 60.0 };
    let left = (WIDTH - step * (drawn as f64 - 1.0)) / 2.0;
    let mut drawing = Drawing { radius: 5.5, height: step * (drawn as f64 - 1.0) + 70.0, ..Drawing::default() };
    for row in 0..drawn {
        for column in 0..drawn {
            let whole = queries == 2;
            let node = row * side + column;
            let at = (left + step * column as f64, 28.0 + step * row as f64);
            let label = if whole { name(node) } else { format!("{row},{column}") };
            let label = (drawn <= 4 || row + column == 0 || row + 1 == drawn && column + 1 == drawn)
                .then_some((label, Side::Below));
            drawing.dots.push(Dot { node: Some(node), at, label });
        }
    }
    for a in 0..drawn * drawn {
        for b in a + 1..drawn * drawn {
            let apart = (a / drawn).abs_diff(b / drawn).max((a % drawn).abs_diff(b % drawn));
            if apart == 1 {
                drawing.line(a, b, 0.0);
            }
        }
    }
    let part = (drawn < side).then(|| format!("Drawn are the counts from 0 to {} of 0 to {individuals}.", drawn - 1));
    let two = (queries > 2).then(|| format!("Drawn are two of the {queries} counts; the others change alike."));
    let notes: Vec<String> = part.into_iter().chain(two).collect();
    drawing.note = (!notes.is_empty()).then(|| notes.join(" "));
    drawing
}

/// Databases of one, two or three individuals, at their coordinates.
pub(super) fn cube(values: usize, individuals: usize, name: Name) -> Drawing {
    if individuals == 1 {
        return complete(values, name);
    }
    let far = if values > 2 { 92.0 } else { 150.0 };
    let directions: &[(f64, f64)] = match individuals {
        2 => &[(0.0, 0.8), (1.0, 0.0)],
        _ => &[(0.42, -0.3), (0.0, 0.8), (0.95, 0.0)],
    };
    let count = values.pow(u32::try_from(individuals).unwrap_or(1));
    let digit = |node: usize, k: usize| {
        let below = u32::try_from(individuals - 1 - k).unwrap_or(0);
        node / values.pow(below) % values
    };
    let place = |node: usize| {
        let parts = directions
            .iter()
            .enumerate()
            .map(|(k, d)| (d.0 * far * digit(node, k) as f64, d.1 * far * digit(node, k) as f64));
        parts.fold((0.0, 0.0), |(x, y), (u, v)| (x + u, y + v))
    };
    let places: Vec<(f64, f64)> = (0..count).map(place).collect();
    let low = |of: &dyn Fn(&(f64, f64)) -> f64| places.iter().map(of).fold(f64::INFINITY, f64::min);
    let high = |of: &dyn Fn(&(f64, f64)) -> f64| places.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    let (left, right, top, bottom) = (low(&|p| p.0), high(&|p| p.0), low(&|p| p.1), high(&|p| p.1));
    let mut drawing = Drawing { radius: 5.5, height: bottom - top + 72.0, ..Drawing::default() };
    for (node, (x, y)) in places.iter().enumerate() {
        let at = (x - left + (WIDTH - right + left) / 2.0, y - top + 28.0);
        // The nearer square of a cube has its names below, the farther one above.
        let side = if individuals == 3 && digit(node, 0) == 1 { Side::Above } else { Side::Below };
        drawing.dots.push(Dot { node: Some(node), at, label: Some((name(node), side)) });
    }
    for a in 0..count {
        for b in a + 1..count {
            let differing: Vec<usize> = (0..individuals).filter(|&k| digit(a, k) != digit(b, k)).collect();
            if let [k] = differing[..] {
                let apart = digit(a, k).abs_diff(digit(b, k));
                drawing.line(a, b, if apart > 1 { 14.0 * apart as f64 } else { 0.0 });
            }
        }
    }
    drawing
}
