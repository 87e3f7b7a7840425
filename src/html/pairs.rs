//! How far each pair of neighbours is from the bound, and which pairs are the worst.
#![allow(clippy::float_arithmetic, reason = "an order of pairs and the lengths of bars")]

use super::entries::Entries;
use super::exactly::Exactly;
use super::pair::{Pair, by_excess, by_ratio, deciding, excess, near, place, rank};
use super::text::{digits, float, fraction, number};
use dp_verify::graph::{Family, Graph, edge_count};
use dp_verify::number::{Rational, bits, compare, significant, sum};
use dp_verify::report::{Privacy, Verdict};
use rayon::prelude::*;
use std::cmp::Ordering;

/// So many pairs are shown.
pub(super) const SHOWN: usize = 16;

/// So many of the worst by floating point are compared exactly.
const KEPT: usize = 256;

/// So many that are next to the bound are.
const CLOSE: usize = 4_096;

/// The most comparisons of entries.
const WORK: u128 = 600_000_000;

/// The most nodes of a graph whose neighbours are found by asking for each pair.
const NODES: usize = 6_000;

/// What is measured of a pair.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Measure {
    /// The least ε for which the two rows are private; where edges have lengths, for each unit of length.
    Epsilon,
    /// The least δ at the file's ε, beside the declared one.
    Delta(Rational),
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
    /// How many more are too near to the bound to be told apart from it here.
    pub(super) open: usize,
    /// What is declared.
    pub(super) bound: f64,
    /// Whether those that are not shown need no more than the last one shown.
    pub(super) sure: bool,
    /// The graph, where its edges have lengths.
    lengths: Option<Graph>,
}

/// What the report says of the declared privacy.
pub(super) struct Told {
    /// Its verdict on the numbers that are drawn.
    pub(super) verdict: Option<Verdict>,
    /// The pair and the output that decide it.
    pub(super) pair: Option<[usize; 2]>,
    pub(super) output: Option<usize>,
}

impl Told {
    /// Whether the verdict rests on this pair.
    fn names(&self, pair: &Pair) -> bool {
        let fails = self.verdict == Some(Verdict::Fails);
        fails && self.pair.is_some_and(|[i, h]| pair.nodes == [i, h] || pair.nodes == [h, i])
    }
}

impl Pairs {
    /// All pairs of neighbours; `None` where there are too many to be compared for a picture.
    ///
    /// Cost: two numbers for each edge and output.
    pub(super) fn of(
        entries: &Entries,
        graph: &Graph,
        measure: Measure,
        exactly: &Exactly,
        told: &Told,
    ) -> Option<Self> {
        let count = edge_count(graph);
        let listed = matches!(graph.family(), Family::Line | Family::Listed(_) | Family::Lengths { .. });
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
                    Measure::Epsilon => by_ratio(entries, i, h, length(graph, [i, h])),
                    Measure::Delta(_) => by_excess(entries, i, h),
                })
                .collect();
            let is_near = |pair: &&Pair| near(pair.needs, bound);
            let over = found.iter().filter(|pair| !near(pair.needs, bound) && pair.needs > bound).count();
            let mut close: Vec<Pair> = found.iter().filter(is_near).cloned().collect();
            let open = close.len();
            close.truncate(CLOSE);
            keep(&mut found);
            Found { worst: found, over, close, open }
        };
        let join = |mut one: Found, other: Found| {
            one.worst.extend(other.worst);
            keep(&mut one.worst);
            one.close.extend(other.close);
            one.close.truncate(CLOSE);
            Found { over: one.over + other.over, open: one.open + other.open, ..one }
        };
        let found = (0..graph.nodes()).into_par_iter().map(of_node).reduce(Found::default, join);
        let lengths = graph.has_lengths().then(|| graph.clone());
        let mut pairs =
            Self { measure, worst: found.worst, count, over: found.over, open: 0, bound, sure: true, lengths };
        pairs.settle(found.close, found.open, entries, exactly, told);
        Some(pairs)
    }

    /// What floating point leaves open, by exact comparison: who is over the bound, and who is the worst.
    fn settle(&mut self, close: Vec<Pair>, open: usize, entries: &Entries, exactly: &Exactly, told: &Told) {
        // A verdict is about all pairs at once.
        let is_over = |pair: &Pair| match told.verdict {
            Some(Verdict::Holds) => Some(false),
            _ if told.names(pair) => Some(true),
            _ => self.order(pair, entries, exactly).map(Ordering::is_gt),
        };
        if told.verdict != Some(Verdict::Holds) {
            let settled: Vec<Option<bool>> = close.iter().map(is_over).collect();
            self.over += settled.iter().filter(|over| **over == Some(true)).count();
            self.open = settled.iter().filter(|over| over.is_none()).count() + open - close.len();
        }
        for pair in &mut self.worst {
            pair.exactly = match &self.measure {
                // Ratios over different lengths are in no order.
                Measure::Epsilon if self.lengths.is_some() => None,
                Measure::Epsilon => deciding(entries, pair, exactly),
                Measure::Delta(_) => excess(entries, pair),
            };
        }
        // The largest ε has the least ratio.
        let exact = |a: &Pair, b: &Pair| match (&a.exactly, &b.exactly, &self.measure) {
            (Some(a), Some(b), Measure::Epsilon) => compare(a, b),
            (Some(a), Some(b), Measure::Delta(_)) => compare(b, a),
            _ => Ordering::Equal,
        };
        let is_exact = self.worst.iter().all(|pair| pair.exactly.is_some() || !pair.needs.is_finite());
        self.worst.sort_by(|a, b| {
            let finite = a.needs.is_finite() && b.needs.is_finite();
            let order = if is_exact && finite { exact(a, b) } else { rank(b).total_cmp(&rank(a)) };
            order.then_with(|| told.names(b).cmp(&told.names(a))).then_with(|| place(a).cmp(&place(b)))
        });
        let named = self.worst.iter().position(|pair| told.names(pair));
        if let Some(named) = named.filter(|&named| near(self.worst[named].needs, self.worst[0].needs)) {
            self.worst[..=named].rotate_right(1);
            self.worst[0].nodes = told.pair.unwrap_or(self.worst[0].nodes);
            self.worst[0].output = told.output.unwrap_or(self.worst[0].output);
        }
        let last = self.worst.get(SHOWN - 1).map(|pair| pair.needs);
        let same = |pair: &Pair| last.is_some_and(|last| near(pair.needs, last));
        let beyond = if self.count > self.worst.len() as u128 {
            self.worst.last()
        } else {
            self.worst.get(SHOWN).filter(|_| !is_exact)
        };
        self.sure = beyond.is_none_or(|pair| !same(pair));
        self.worst.truncate(SHOWN);
        let over: Vec<Option<bool>> =
            self.worst.iter().map(|pair| self.is_over(pair, entries, exactly, told)).collect();
        for (pair, over) in self.worst.iter_mut().zip(over) {
            pair.over = over;
        }
    }

    fn is_over(&self, pair: &Pair, entries: &Entries, exactly: &Exactly, told: &Told) -> Option<bool> {
        match (near(pair.needs, self.bound), told.verdict) {
            (false, _) => Some(pair.needs > self.bound),
            (true, Some(Verdict::Holds)) => Some(false),
            (true, _) if told.names(pair) => Some(true),
            (true, _) => self.order(pair, entries, exactly).map(Ordering::is_gt),
        }
    }

    /// What a pair next to the bound needs, against the bound; `None` where that takes too long.
    fn order(&self, pair: &Pair, entries: &Entries, exactly: &Exactly) -> Option<Ordering> {
        match &self.measure {
            Measure::Epsilon => {
                let [a, b] = pair.nodes;
                let apart = self.lengths.as_ref().map_or(1.0, |graph| length(graph, pair.nodes));
                let units = self.lengths.as_ref().and_then(|graph| graph.length(a, b)).unwrap_or(1);
                // Any output may decide, either way round.
                let sides =
                    || [(a, b), (b, a)].into_iter().flat_map(|(i, h)| (0..entries.width).map(move |o| (i, h, o)));
                let close = |&(i, h, o): &(usize, usize, usize)| {
                    near((entries.logs(i)[o] - entries.logs(h)[o]) / apart, self.bound)
                };
                let orders = sides().filter(close).map(|(i, h, o)| exactly.order(entries, [i, h], o, units));
                orders.reduce(|one, other| Some(one?.max(other?))).unwrap_or(Some(Ordering::Less))
            }
            Measure::Delta(delta) => Some(compare(&excess(entries, pair)?, delta)),
        }
    }

    /// Whether a pair is so far over the bound that a few digits show it.
    pub(super) fn is_plain(&self, pair: &Pair) -> bool {
        pair.needs - self.bound > 1e-6
    }

    /// What a pair needs, with as many digits as tell it from the bound: `= 0.5`, `≈ 1.0986`, `≈ 0.5 + 2.2e-16`.
    pub(super) fn needs(&self, pair: &Pair, privacy: &Privacy) -> String {
        let (told, bound) = (float(pair.needs), float(self.bound));
        let by = match (&self.measure, &pair.exactly) {
            (Measure::Delta(delta), Some(exact)) if compare(exact, delta).is_eq() => {
                return format!("= {}", fraction(delta));
            }
            (Measure::Delta(_), Some(exact)) if told != bound && bits(exact) <= 40 => return format!("= {exact}"),
            _ if told != bound || !pair.needs.is_finite() => return format!("≈ {told}"),
            (Measure::Delta(delta), Some(exact)) => Some(significant(&sum(exact, &-delta), 2)),
            (Measure::Epsilon, Some(ratio))
                if privacy.alpha.rational().is_some_and(|alpha| compare(ratio, alpha).is_eq()) =>
            {
                return format!("= {bound}");
            }
            (Measure::Epsilon, Some(ratio)) => {
                privacy.over_epsilon(ratio).as_deref().and_then(number).map(|by| format!("{by:.1e}"))
            }
            _ => None,
        };
        match (by.as_deref().map(|by| (by, by.strip_prefix('-'))), pair.over) {
            (Some((_, Some(less))), _) => format!("≈ {bound} - {less}"),
            (Some((more, None)), _) => format!("≈ {bound} + {more}"),
            (None, Some(true)) => format!("just over {bound}"),
            (None, Some(false)) => format!("≤ {bound}"),
            (None, None) => format!("≈ {bound}, too near to be told apart here"),
        }
    }
}

/// The length of the edge between two neighbours.
fn length(graph: &Graph, [i, h]: [usize; 2]) -> f64 {
    let length = if graph.has_lengths() { graph.length(i, h) } else { None };
    length.map_or(1.0, |length| length as f64 / graph.unit() as f64)
}

/// The largest ratio that is allowed between neighbours.
pub(super) fn allowed(entries: &Entries, graph: &Graph, pair: [usize; 2]) -> f64 {
    (entries.epsilon * length(graph, pair)).exp()
}

/// What was found by floating point.
#[derive(Default)]
struct Found {
    worst: Vec<Pair>,
    /// How many are over the bound, far enough to be seen.
    over: usize,
    /// Those that are too near to it, or the first of them, and how many there are.
    close: Vec<Pair>,
    open: usize,
}

/// Keeps the worst pairs, those of equal needs in their own order.
fn keep(pairs: &mut Vec<Pair>) {
    pairs.sort_by(|a, b| rank(b).total_cmp(&rank(a)).then_with(|| place(a).cmp(&place(b))));
    pairs.truncate(KEPT);
}
