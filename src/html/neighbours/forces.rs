//! Graphs given by their edges: laid out by springs and repulsion, or where they are large put together by distance.
#![allow(clippy::float_arithmetic, reason = "places on a picture")]

use super::drawing::{Dot, Drawing, Side, WIDTH};
use crate::html::text::{cut, digits};
use dp_verify::graph::Graph;
use dp_verify::number::fraction;
use fjadra::{Link, ManyBody, Node, PositionX, PositionY, SimulationBuilder};
use std::f64::consts::{FRAC_PI_2, TAU};

/// So many nodes and edges are drawn with names, and so many as dots alone.
const NAMED: (usize, usize) = (36, 300);
const DRAWN: (usize, usize) = (240, 1_500);

/// The most steps away from the first node that have a place of their own.
const LAYERS: usize = 12;

/// The picture of a graph by its edges.
pub(super) fn drawing(graph: &Graph, edges: usize, name: &dyn Fn(usize) -> String) -> Drawing {
    let n = graph.nodes();
    let fits = |(nodes, most): (usize, usize)| n <= nodes && edges <= most;
    if !fits(DRAWN) {
        return layers(graph, name);
    }
    let pairs: Vec<(usize, usize)> =
        (0..n).flat_map(|i| graph.neighbours(i).into_iter().filter(move |&h| h > i).map(move |h| (i, h))).collect();
    let places = turned(settle(n, &pairs));
    let named = fits(NAMED);
    let (width, height) = (WIDTH - 120.0, 300.0);
    let extent = |of: &dyn Fn(&[f64; 2]) -> f64| {
        let low = places.iter().map(of).fold(f64::INFINITY, f64::min);
        let high = places.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        (low, high - low)
    };
    let ((left, wide), (top, tall)) = (extent(&|p| p[0]), extent(&|p| p[1]));
    let scale = (width / wide.max(1e-9)).min(height / tall.max(1e-9)).min(3.0);
    let mut drawing = Drawing {
        height: tall * scale + 64.0,
        radius: if named { 5.5 } else { 3.0 },
        note: (!named).then(|| "The names of the nodes are left out.".to_owned()),
        ..Drawing::default()
    };
    for (node, [x, y]) in places.iter().enumerate() {
        let at = ((x - left - wide / 2.0) * scale + WIDTH / 2.0, (y - top) * scale + 32.0);
        // Away from the middle.
        let (dx, dy) = (at.0 - WIDTH / 2.0, at.1 - drawing.height / 2.0);
        let side = match () {
            () if dx.abs() * 1.2 < dy.abs() && dy < 0.0 => Side::Above,
            () if dx.abs() * 1.2 < dy.abs() => Side::Below,
            () if dx >= 0.0 => Side::Right,
            () => Side::Left,
        };
        drawing.dots.push(Dot { node: Some(node), at, label: named.then(|| (name(node), side)) });
    }
    let mut left = 0;
    for (i, h) in pairs {
        if let (true, true, Some(length)) = (named, graph.has_lengths(), graph.length(i, h)) {
            let length = digits(&fraction(length.into(), graph.unit().into()), 4);
            match free(&drawing, [i, h], &length) {
                Some(at) => drawing.words.push((at, length)),
                None => left += 1,
            }
        }
        drawing.line(i, h, 0.0);
    }
    if graph.has_lengths() {
        let lengths = if named { "The numbers are the lengths of the edges to four digits, which" } else { "Lengths" };
        let gone = if left > 0 { format!(" {left} that would cover others are left out.") } else { String::new() };
        let note = drawing.note.map_or_else(String::new, |note| note + " ");
        drawing.note = Some(format!("{note}{lengths} are not drawn to scale.{gone}"));
    }
    drawing
}

/// A place for words at an edge where they cover no others, and no name.
fn free(drawing: &Drawing, [i, h]: [usize; 2], words: &str) -> Option<(f64, f64)> {
    let wide = |text: &str| 7.5 * text.chars().count() as f64 + 4.0;
    let ((x, y), (u, v)) = (drawing.dots[i].at, drawing.dots[h].at);
    let far = |at: (f64, f64), (a, b): (f64, f64), width: f64| {
        (at.1 - b).abs() > 14.0 || at.0 > a + width || at.0 + wide(words) < a
    };
    let is_free = |at: &(f64, f64)| {
        drawing.words.iter().all(|(other, text)| far(*at, *other, wide(text)))
            && drawing.dots.iter().all(|dot| far(*at, (dot.at.0 - 8.0, dot.at.1 + 4.0), 16.0))
    };
    let at = |share: f64| (x + (u - x) * share - wide(words) / 2.0, y + (v - y) * share + 4.0);
    [0.5, 0.35, 0.65, 0.25, 0.75].into_iter().map(at).find(is_free)
}

/// Where springs along the edges and repulsion between all nodes come to rest. The start is a circle, so that it is the
/// same every time.
fn settle(n: usize, pairs: &[(usize, usize)]) -> Vec<[f64; 2]> {
    let on_circle = |k: usize| {
        let angle = TAU * k as f64 / n as f64 - FRAC_PI_2;
        let radius = 12.0 * n as f64;
        Node::default().position(radius * angle.cos(), radius * angle.sin())
    };
    let mut simulation = SimulationBuilder::default()
        .build((0..n).map(on_circle))
        .add_force("link", Link::new(pairs.iter().copied()).distance(60.0).iterations(4))
        .add_force("charge", ManyBody::new().strength(-300.0))
        .add_force("x", PositionX::new().strength(0.08))
        .add_force("y", PositionY::new().strength(0.08));
    simulation.step();
    simulation.positions().collect()
}

/// The same, turned so that it is as wide as it can be.
fn turned(places: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    let n = places.len().max(1) as f64;
    let mean = [0, 1].map(|k| places.iter().map(|p| p[k]).sum::<f64>() / n);
    let of = |a: usize, b: usize| places.iter().map(|p| (p[a] - mean[a]) * (p[b] - mean[b])).sum::<f64>();
    let (xx, xy, yy) = (of(0, 0), of(0, 1), of(1, 1));
    // One that is as wide every way stays as it is.
    if (xx - yy).hypot(2.0 * xy) < 0.05 * (xx + yy) {
        return places;
    }
    let angle = -(2.0 * xy).atan2(xx - yy) / 2.0;
    let (sin, cos) = angle.sin_cos();
    places.iter().map(|[x, y]| [x * cos - y * sin, x * sin + y * cos]).collect()
}

/// The nodes put together by their distance from the first one.
fn layers(graph: &Graph, name: &dyn Fn(usize) -> String) -> Drawing {
    let n = graph.nodes();
    let mut distance = vec![usize::MAX; n];
    let (mut counts, mut inside, mut next) = (vec![1usize], vec![0usize], vec![0usize]);
    distance[0] = 0;
    while !next.is_empty() {
        let (here, mut found) = (counts.len() - 1, Vec::new());
        for &i in &next {
            for h in graph.neighbours(i) {
                if distance[h] == usize::MAX {
                    distance[h] = here + 1;
                    found.push(h);
                }
                inside[here] += usize::from(distance[h] == here && h > i);
            }
        }
        if !found.is_empty() {
            counts.push(found.len());
            inside.push(0);
        }
        next = found;
    }
    let reached: usize = counts.iter().sum();
    let mut drawing = Drawing { radius: 7.0, ..Drawing::default() };
    let most = counts.len().min(LAYERS);
    let (away, distance) = if graph.has_lengths() {
        (" edges away", "the edges between them and the first, whatever their lengths")
    } else {
        (" away", "their distance from the first")
    };
    for k in 0..most {
        let at = (40.0, 24.0 + 38.0 * k as f64);
        let (count, edges) = (counts[k], inside[k]);
        let nodes = if count == 1 { "1 node".to_owned() } else { format!("{count} nodes") };
        let among = match edges {
            0 => "no edge among them".to_owned(),
            1 => "1 edge among them".to_owned(),
            _ => format!("{edges} edges among them"),
        };
        let words = match k {
            0 => format!("the node {}", cut(&name(0), 14)),
            _ if count == 1 => format!("{k}{away}: {nodes}"),
            _ => format!("{k}{away}: {nodes}, {among}"),
        };
        drawing.dots.push(Dot { node: Some(n + k), at, label: None });
        drawing.words.push(((58.0, at.1 + 4.5), words));
        if k > 0 {
            drawing.line(k - 1, k, 0.0);
        }
    }
    drawing.height = 48.0 + 38.0 * (most as f64 - 1.0);
    let farther: usize = counts.iter().skip(most).sum();
    let mut note = format!("{n} nodes are too many to be drawn: they are put together by {distance}.");
    if farther > 0 {
        note += &format!(" {farther} nodes are farther away.");
    }
    if reached < n {
        note += &format!(" {} nodes can't be reached from it.", n - reached);
    }
    drawing.note = Some(note);
    drawing
}
