//! Of counts of runs the pair that asks for most: how often each event came, and between which bounds its probability
//! is.
#![allow(clippy::float_arithmetic, reason = "places on a picture")]

use super::Page;
use super::neighbours::drawing::{WIDTH, one};
use super::text::{cut, digits, float, name, number};
use crate::decide::interval;
use dp_verify::model::{Kind, Mechanism};
use dp_verify::number::Rational;
use maud::{Markup, html};

/// The most events that are drawn.
const SHOWN: usize = 24;
/// So many by rough bounds are put in order by their own.
const KEPT: usize = 64;
/// The most terms of binomial tails that a picture may take.
const WORK: u64 = 20_000_000;
/// The most characters of an event, and of an answer with its counts.
const EVENT: usize = 40;
const LINE: usize = 28;

/// An event at a node.
struct Seen {
    node: usize,
    came: u64,
    runs: u64,
    /// Between these its probability is.
    bounds: [f64; 2],
}

impl Seen {
    /// `A: 740775 of 1000000`, on one line beside the bounds.
    fn told(&self, page: &Page) -> String {
        let counts = format!(": {} of {}", self.came, self.runs);
        let room = LINE.saturating_sub(counts.len()).max(4);
        cut(&page.mechanism.node(self.node), room) + &counts
    }

    fn frequency(&self) -> Option<f64> {
        (self.runs > 0).then(|| self.came as f64 / self.runs as f64)
    }
}

/// An event at two neighbours, of which the first asks for δ: it has at least so much more than e^ε times what the
/// second has at most.
struct Event {
    name: String,
    of: [Seen; 2],
    asked: f64,
    /// The most that the first may have, by what the second has at most.
    allowed: f64,
}

/// What is declared, and what is drawn of it.
struct Declared {
    lambda: f64,
    delta: f64,
    level: f64,
}

/// The section; nothing where no pair asks for anything.
pub(super) fn section(page: &Page) -> Markup {
    let Some((pair, declared)) = found(page) else { return html! {} };
    let (events, left) = events(page.mechanism, pair, &declared);
    let [i, h] = pair.map(|node| name(&page.mechanism.node(node)));
    html! {
        @if !events.is_empty() {
            section {
                h2 { "What the runs show" }
                p {
                    "Of all neighbours, " (i) " and " (h) " ask for most. A dot is how often an event came, the bar around it what its probability may be:
                    with confidence " (confidence(page)) " all bars are right at once. The upright mark is the most that the first answer may have where the
                    declared privacy is kept: e^ε times what the second has at most" @if declared.delta > 0.0 { ", and δ" } ". It is refuted where a whole
                    bar is beyond its mark. Each picture begins at 0."
                }
                @for event in &events { (figure(event, page, declared.delta)) }
                @if left > 0 { p.small { (left) " more events, which ask for less, are left out." } }
            }
        }
    }
}

fn confidence(page: &Page) -> String {
    page.mechanism.counts().map_or_else(String::new, |counts| digits(&counts.of.confidence, 12))
}

/// The pair that the report names, and what is declared.
fn found(page: &Page) -> Option<([usize; 2], Declared)> {
    let counts = &page.mechanism.counts()?.of;
    let statement = page.report.statements.iter().find(|s| s.claim.kind == Kind::NotRefuted)?;
    let pair = statement.evidence.pair.as_ref()?.each_ref().map(|place| place.index);
    let float = |x: &Rational| number(&digits(x, 15));
    let lambda = number(page.report.privacy.epsilon_decimal()?)?.exp();
    let delta = page.report.privacy.delta.as_ref().map_or(Some(0.0), float)?;
    let level = float(&counts.level(counts.events.half(counts.outputs())))?;
    Some((pair, Declared { lambda, delta, level }))
}

/// The events that ask for most, each with its complement as one, and how many more there are.
fn events(mechanism: &Mechanism, pair: [usize; 2], declared: &Declared) -> (Vec<Event>, usize) {
    let Some(counts) = mechanism.counts().map(|counts| &counts.of) else { return (Vec::new(), 0) };
    let half = counts.events.half(counts.outputs());
    let rows: Option<Vec<(Vec<u64>, u64)>> =
        pair.iter().map(|node| Some(counts.events.tallies(counts.rows.get(*node)?))).collect();
    let Some([first, second]) = rows.as_deref() else { return (Vec::new(), 0) };
    // Of an event and its complement, at either node first, what asks for most by these bounds; of equals the report's.
    let most = |k: usize, bounds: &dyn Fn([u64; 2]) -> [f64; 2]| {
        let ways = [(k + half, [1, 0]), (k + half, [0, 1]), (k, [1, 0]), (k, [0, 1])];
        let asked = |event: usize, [a, b]: [usize; 2]| {
            let of = [first, second].map(|(tallies, runs)| bounds([tallies[event], *runs]));
            of[a][0] - declared.lambda * of[b][1]
        };
        ways.into_iter().map(|(event, order)| (asked(event, order), event, order)).max_by(|x, y| x.0.total_cmp(&y.0))
    };
    let roughly = |count| rough(count, declared.level);
    let mut ranked: Vec<(f64, usize)> = (0..half).filter_map(|k| Some((most(k, &roughly)?.0, k))).collect();
    ranked.sort_by(|x, y| y.0.total_cmp(&x.0));
    let (mut work, mut drawn) = (0, Vec::new());
    for (_, k) in ranked.into_iter().take(KEPT) {
        work +=
            [first, second].map(|(tallies, runs)| tallies[k].min(runs - tallies[k]).isqrt() + 1).iter().sum::<u64>();
        if work > WORK && !drawn.is_empty() {
            break;
        }
        let Some((asked, event, [a, b])) = most(k, &|count| interval(count, declared.level)) else { continue };
        let seen = |at: usize| {
            let (tallies, runs) = if at == 0 { first } else { second };
            let came = tallies[event];
            Seen { node: pair[at], came, runs: *runs, bounds: interval([came, *runs], declared.level) }
        };
        let of = [seen(a), seen(b)];
        let allowed = declared.lambda * of[1].bounds[1] + declared.delta;
        drawn.push(Event { name: called(mechanism, counts.events.set(counts.outputs(), event)), of, asked, allowed });
    }
    drawn.sort_by(|x, y| y.asked.total_cmp(&x.asked));
    drawn.truncate(SHOWN);
    let left = half - drawn.len();
    (drawn, left)
}

/// About the bounds, by the normal distribution, to see which events are worth their own.
fn rough([came, runs]: [u64; 2], level: f64) -> [f64; 2] {
    let (p, n, z) = (came as f64 / runs.max(1) as f64, runs.max(1) as f64, (-2.0 * level.ln()).sqrt());
    let (middle, whole) = (p + z * z / (2.0 * n), 1.0 + z * z / n);
    let by = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    [(middle - by) / whole, (middle + by) / whole]
}

/// What an event is called.
fn called(mechanism: &Mechanism, set: Vec<usize>) -> String {
    let width = mechanism.counts().map_or(0, |counts| counts.of.outputs());
    let output = |o: usize| name(&mechanism.output(o));
    let words = match set[..] {
        [] => return "nothing".into(),
        [o] => output(o),
        [first, .., last] if last + 1 == width && last - first + 1 == set.len() && width > 2 => {
            format!("{} and all after it", output(first))
        }
        [0, .., last] if last + 1 == set.len() => format!("all before {}", output(last + 1)),
        _ if set.len() + 1 == width => {
            let left = (0..width).find(|o| set.binary_search(o).is_err()).unwrap_or_default();
            format!("all but {}", output(left))
        }
        _ => set.iter().take(EVENT / 2).map(|&o| output(o)).collect::<Vec<_>>().join(" or "),
    };
    cut(&words, EVENT)
}

fn figure(event: &Event, page: &Page, delta: f64) -> Markup {
    let most = event.of.iter().map(|seen| seen.bounds[1]).fold(0.0, f64::max);
    // A mark far out would leave nothing of the lines.
    let marked = event.allowed <= (1.6 * most).min(1.0);
    let last = if marked { most.max(event.allowed) } else { most };
    let at = |p: f64| 6.0 + (WIDTH - 12.0) * p / last.max(f64::MIN_POSITIVE);
    let over = event.asked > delta;
    let asks =
        if event.asked > 0.0 { format!("δ at least {}", float(event.asked)) } else { "asks for nothing".into() };
    let title = format!("event {}", event.name);
    html! {
        figure {
            h3 { (title) " " span.unit { "(" (asks) ")" } }
            svg viewBox=(format!("0 0 {WIDTH} 76")) role="img" aria-label=(spoken(event, page)) {
                @for (k, seen) in event.of.iter().enumerate() {
                    @let y = 38.0 * k as f64;
                    text class="name" x="6" y=(one(y + 13.0)) { (seen.told(page)) }
                    text class=(if over && k == 0 { "amount over" } else { "amount" }) x=(one(WIDTH - 6.0)) y=(one(y + 13.0)) text-anchor="end" { (ends(seen.bounds)) }
                    path class="axis" d=(format!("M6 {0}H{1}", one(y + 26.0), one(WIDTH - 6.0))) {}
                    @let [low, high] = seen.bounds.map(at);
                    @let class = if over && k == 0 { "interval over" } else { "interval" };
                    path class=(class) d=(format!("M{0} {1}V{2}M{0} {3}H{4}M{4} {1}V{2}", one(low), one(y + 21.0), one(y + 31.0), one(y + 26.0), one(high))) {}
                    @if let Some(frequency) = seen.frequency() {
                        circle class=(if over && k == 0 { "dot broken" } else { "dot" }) cx=(one(at(frequency))) cy=(one(y + 26.0)) r="3.2" {}
                    }
                    @if k == 0 && marked { path class="limit" d=(format!("M{0} {1}V{2}", one(at(event.allowed)), one(y + 17.0), one(y + 35.0))) {} }
                }
            }
        }
    }
}

/// Two bounds, rounded.
fn ends([low, high]: [f64; 2]) -> String {
    format!("{} to {}", float(low), float(high))
}

/// The picture in words.
fn spoken(event: &Event, page: &Page) -> String {
    let [one, other] = event.of.each_ref().map(|seen| format!("{}, so {}", seen.told(page), ends(seen.bounds)));
    format!("{one}; {other}; the most allowed is {}", float(event.allowed))
}
