//! How far two neighbours are from each other: what ε, or what δ, their rows need, by floating point and exactly.
#![allow(clippy::float_arithmetic, reason = "an order of pairs and the lengths of bars")]

use super::entries::Entries;
use super::exactly::Exactly;
use dp_verify::number::{Rational, Sign, compare, product, sum};

/// How much nearer than this to the bound, as a share, floating point can't tell.
const NEAR: f64 = 1e-9;

/// Two neighbours and what they need.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pair {
    /// The one that has more, then the one that has less.
    pub(super) nodes: [usize; 2],
    /// The output whose ratio is the largest.
    pub(super) output: usize,
    /// The least ε, or the least δ.
    pub(super) needs: f64,
    /// The ratio at that output, at most 1, or the least δ, exactly, where that was found.
    pub(super) exactly: Option<Rational>,
    /// Whether it needs more than is declared, where that was found.
    pub(super) over: Option<bool>,
}

/// Whether floating point can't tell two needs apart.
pub(super) fn near(x: f64, y: f64) -> bool {
    (x - y).abs() <= NEAR * y.abs().max(1e-3)
}

/// The least ratio of a pair, exactly, with the output that has it.
pub(super) fn deciding(entries: &Entries, pair: &mut Pair, exactly: &Exactly) -> Option<Rational> {
    if !pair.needs.is_finite() {
        return None;
    }
    let [a, b] = pair.nodes;
    let mut least: Option<(Rational, [usize; 2], usize)> = None;
    for (i, h) in [(a, b), (b, a)] {
        for o in 0..entries.width {
            if near(entries.logs(i)[o] - entries.logs(h)[o], pair.needs) {
                let ratio = exactly.ratio(entries, i, h, o)?;
                if least.as_ref().is_none_or(|(known, ..)| compare(&ratio, known).is_lt()) {
                    least = Some((ratio, [i, h], o));
                }
            }
        }
    }
    let (ratio, nodes, output) = least?;
    (pair.nodes, pair.output) = (nodes, output);
    Some(ratio)
}

/// What floating point can't tell apart has one rank.
pub(super) fn rank(pair: &Pair) -> f64 {
    if pair.needs.is_finite() { (pair.needs * 1e9).round() } else { pair.needs }
}

pub(super) fn place(pair: &Pair) -> [usize; 2] {
    [pair.nodes[0].min(pair.nodes[1]), pair.nodes[0].max(pair.nodes[1])]
}

/// By the largest ratio of two neighbours that are so far apart.
pub(super) fn by_ratio(entries: &Entries, i: usize, h: usize, apart: f64) -> Pair {
    let mut worst = Pair { nodes: [i, h], output: 0, needs: 0.0, exactly: None, over: None };
    let both = entries.row(i).iter().zip(entries.row(h)).zip(entries.logs(i).iter().zip(entries.logs(h)));
    for (output, ((x, y), (log_x, log_y))) in both.enumerate() {
        if *x == 0.0 && *y == 0.0 && *log_x == *log_y {
            continue;
        }
        let needs = if *x < 0.0 || *y < 0.0 { f64::INFINITY } else { (log_x - log_y).abs() / apart };
        if needs > worst.needs * (1.0 + NEAR) {
            let nodes = if log_x >= log_y { [i, h] } else { [h, i] };
            worst = Pair { nodes, output, needs, ..worst };
        }
    }
    worst
}

pub(super) fn by_excess(entries: &Entries, i: usize, h: usize) -> Pair {
    let lambda = entries.epsilon.exp();
    let excess = |i: usize, h: usize| -> f64 {
        entries.row(i).iter().zip(entries.row(h)).map(|(x, y)| (x - lambda * y).max(0.0)).sum()
    };
    let (one, other) = (excess(i, h), excess(h, i));
    let (nodes, needs) = if other > one * (1.0 + NEAR) { ([h, i], other) } else { ([i, h], one) };
    let of = |o: usize| entries.value(nodes[0], o) - lambda * entries.value(nodes[1], o);
    let output = (0..entries.width).max_by(|&a, &b| of(a).total_cmp(&of(b))).unwrap_or(0);
    Pair { nodes, output, needs, exactly: None, over: None }
}

/// Σ (x_i − x_h/α)⁺ exactly, where that is quick.
pub(super) fn excess(entries: &Entries, pair: &Pair) -> Option<Rational> {
    let ([i, h], alpha) = (pair.nodes, entries.alpha.as_ref()?);
    let bits = entries.row_bits(i)?.max(entries.row_bits(h)?);
    if bits.saturating_mul(entries.width as u64) > 1 << 20 || alpha.numer().sign() != Sign::Plus {
        return None;
    }
    let lambda = alpha.recip();
    let mut total = Rational::new_raw(0.into(), 1.into());
    for o in 0..entries.width {
        let by = sum(&entries.exact(i, o)?, &-&product(&lambda, &entries.exact(h, o)?));
        if by.is_positive() {
            total = sum(&total, &by);
        }
    }
    Some(total)
}

/// The outputs of which the first row has more than e^ε times what the second has.
pub(super) fn more(entries: &Entries, pair: &Pair) -> Vec<usize> {
    let lambda = entries.epsilon.exp();
    let [i, h] = pair.nodes;
    let is_more = |&o: &usize| entries.value(i, o) > lambda * entries.value(h, o) * (1.0 + NEAR);
    (0..entries.width).filter(is_more).collect()
}
