//! How far each pair of neighbours is from the bound: what ε, or what δ, the two rows need.
#![allow(clippy::float_arithmetic, reason = "an order of pairs and the lengths of bars")]

use super::entries::Entries;
use super::text::{digits, float, fraction};
use dp_verify::graph::{Family, Graph, edge_count};
use dp_verify::number::{Rational, Sign, compare, product, ratio, sum};
use rayon::prelude::*;

/// So many pairs are shown.
pub(super) const SHOWN: usize = 16;

/// The most comparisons of entries.
const WORK: u128 = 600_000_000;

/// The most nodes of a graph whose neighbours are found by asking for each pair.
const NODES: usize = 6_000;

/// How much nearer than this to the bound, as a share, floating point can't tell.
const NEAR: f64 = 1e-9;

/// What is measured of a pair.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Measure {
    /// The least ε for which the two rows are private.
    Epsilon,
    /// The least δ at the file's ε, beside the declared one.
    Delta(Rational),
}

/// Two neighbours and what they need.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pair {
    /// The one that has more, then the one that has less.
    pub(super) nodes: [usize; 2],
    /// The output whose ratio is the largest.
    pub(super) output: usize,
    /// The least ε, or the least δ.
    pub(super) needs: f64,
}

/// All pairs, of which the worst ones are kept.
pub(super) struct Pairs {
    pub(super) measure: Measure,
    /// The worst ones first.
    pub(super) worst: Vec<Pair>,
    /// How many there are.
    pub(super) count: u128,
    /// How many need more than is declared.
    pub(super) over: usize,
    /// What is declared.
    pub(super) bound: f64,
}

impl Pairs {
    /// All pairs of neighbours; `None` where there are too many to be compared for a picture.
    ///
    /// Cost: two numbers for each edge and output.
    pub(super) fn of(entries: &Entries, graph: &Graph, measure: Measure) -> Option<Self> {
        let count = edge_count(graph);
        let listed = matches!(graph.family(), Family::Line | Family::Listed(_));
        if count.saturating_mul(entries.width as u128) > WORK || !listed && graph.nodes() > NODES || count == 0 {
            return None;
        }
        let bound = match &measure {
            Measure::Epsilon => entries.epsilon,
            Measure::Delta(delta) => super::text::number(&digits(delta, 15)).unwrap_or(0.0),
        };
        let of_node = |i: usize| {
            let later = graph.neighbours(i).into_iter().filter(|&h| h > i);
            let mut found: Vec<Pair> = later
                .map(|h| match measure {
                    Measure::Epsilon => by_ratio(entries, i, h),
                    Measure::Delta(_) => by_excess(entries, i, h),
                })
                .collect();
            let over = found.iter().filter(|pair| is_over(pair, entries, &measure, bound)).count();
            keep(&mut found);
            (found, over)
        };
        let none = || (Vec::new(), 0);
        let join = |(mut one, over): (Vec<Pair>, usize), (other, more): (Vec<Pair>, usize)| {
            one.extend(other);
            keep(&mut one);
            (one, over + more)
        };
        let (worst, over) = (0..graph.nodes()).into_par_iter().map(of_node).reduce(none, join);
        Some(Self { measure, worst, count, over, bound })
    }

    /// Whether a pair needs more than is declared.
    pub(super) fn is_over(&self, pair: &Pair, entries: &Entries) -> bool {
        is_over(pair, entries, &self.measure, self.bound)
    }

    /// What a pair needs, in digits: as many as tell it from the bound.
    pub(super) fn needs(&self, pair: &Pair, entries: &Entries) -> String {
        let exactly = match self.measure {
            Measure::Epsilon => None,
            Measure::Delta(_) => excess(entries, pair).map(|x| fraction(&x)),
        };
        let told = exactly.unwrap_or_else(|| float(pair.needs));
        if told == float(self.bound) && self.is_over(pair, entries) {
            let by = pair.needs - self.bound;
            return if by > 0.0 { format!("{told}, over by {by:.1e}") } else { format!("{told}, just over") };
        }
        told
    }
}

/// Keeps the worst pairs, those of equal needs in their own order.
fn keep(pairs: &mut Vec<Pair>) {
    // What floating point can't tell apart is the same.
    let rank = |pair: &Pair| if pair.needs.is_finite() { (pair.needs * 1e9).round() } else { pair.needs };
    let place = |pair: &Pair| [pair.nodes[0].min(pair.nodes[1]), pair.nodes[0].max(pair.nodes[1])];
    pairs.sort_by(|a, b| rank(b).total_cmp(&rank(a)).then_with(|| place(a).cmp(&place(b))));
    pairs.truncate(SHOWN);
}

fn by_ratio(entries: &Entries, i: usize, h: usize) -> Pair {
    let mut worst = Pair { nodes: [i, h], output: 0, needs: 0.0 };
    let both = entries.row(i).iter().zip(entries.row(h)).zip(entries.logs(i).iter().zip(entries.logs(h)));
    for (output, ((x, y), (log_x, log_y))) in both.enumerate() {
        if *x == 0.0 && *y == 0.0 && *log_x == *log_y {
            continue;
        }
        let needs = if *x < 0.0 || *y < 0.0 { f64::INFINITY } else { (log_x - log_y).abs() };
        if needs > worst.needs * (1.0 + NEAR) {
            let nodes = if log_x >= log_y { [i, h] } else { [h, i] };
            worst = Pair { nodes, output, needs };
        }
    }
    worst
}

fn by_excess(entries: &Entries, i: usize, h: usize) -> Pair {
    let lambda = entries.epsilon.exp();
    let excess = |i: usize, h: usize| -> f64 {
        entries.row(i).iter().zip(entries.row(h)).map(|(x, y)| (x - lambda * y).max(0.0)).sum()
    };
    let (one, other) = (excess(i, h), excess(h, i));
    let (nodes, needs) = if other > one * (1.0 + NEAR) { ([h, i], other) } else { ([i, h], one) };
    let of = |o: usize| entries.value(nodes[0], o) - lambda * entries.value(nodes[1], o);
    let output = (0..entries.width).max_by(|&a, &b| of(a).total_cmp(&of(b))).unwrap_or(0);
    Pair { nodes, output, needs }
}

fn is_over(pair: &Pair, entries: &Entries, measure: &Measure, bound: f64) -> bool {
    if (pair.needs - bound).abs() > NEAR * bound.max(NEAR) {
        return pair.needs > bound;
    }
    // Next to the bound: exactly, where the numbers are rational.
    let exactly = || match (measure, &entries.alpha) {
        (Measure::Epsilon, Some(alpha)) => Some(compare(&least_ratio(entries, pair)?, alpha).is_lt()),
        (Measure::Delta(delta), Some(_)) => Some(compare(&excess(entries, pair)?, delta).is_gt()),
        _ => None,
    };
    exactly().unwrap_or(false)
}

/// The ratio at the pair's output, at most 1.
fn least_ratio(entries: &Entries, pair: &Pair) -> Option<Rational> {
    let [more, less] = pair.nodes;
    let (x, y) = (entries.exact(more, pair.output)?, entries.exact(less, pair.output)?);
    (x.numer().sign() == Sign::Plus).then(|| ratio(&y, &x))
}

/// Σ (x_i − x_h/α)⁺ exactly, where that is quick.
fn excess(entries: &Entries, pair: &Pair) -> Option<Rational> {
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
