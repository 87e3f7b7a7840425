//! Whom a promise does not cover: a pair that is far apart, and the ε that the table takes between any two.

use super::Page;
use super::standing::{Standing, State};
use super::text::{digits, enough, fraction, name, number};
use dp_verify::alpha::Bounds;
use dp_verify::graph::{Family, INFINITE};
use dp_verify::limits::{Budget, Limits};
use dp_verify::number::{Rational, compare, product, ratio, steps_of_fractions};

/// The most answers whose distances are looked at.
const NODES: usize = 1 << 16;

/// The most rows that are compared, each with each.
const ROWS: usize = 400;

/// The word operations that this may take.
const STEPS: usize = 1 << 28;

/// The most bits of a ratio that is told as it is.
const BITS: u64 = 40;

/// A sentence on two answers that are no neighbours; `None` where all are, or where neighbours are data sets.
pub(super) fn uncovered(page: &Page) -> Option<String> {
    let graph = &page.mechanism.query.graph;
    let lists_answers = matches!(
        graph.family(),
        Family::Line | Family::Cycle | Family::Star | Family::Sum { .. } | Family::Counts { .. } | Family::Listed(_)
    );
    if !lists_answers || !(3..=NODES).contains(&graph.nodes()) {
        return None;
    }
    let farthest = |i: usize| {
        let all = graph.distances_from(i);
        let (h, d) = all.into_iter().enumerate().rev().max_by_key(|(_, d)| *d)?;
        Some((h, d))
    };
    let (end, apart) = farthest(0)?;
    let (other, d) = farthest(end)?;
    let pair = if apart >= d { [0, end] } else { [other, end] };
    let [x, y] = pair.map(|i| name(&page.mechanism.node(i)));
    match d.max(apart) {
        INFINITE => {
            Some(format!("Not any two answers: between {x} and {y}, which no steps join, the promise limits nothing."))
        }
        0 | 1 => None,
        d if page.report.privacy.rho.is_some() || super::privacy::has_delta(page) => {
            Some(format!("Not two that are far apart, such as {x} and {y}, {d} steps from each other."))
        }
        d => Some(format!(
            "Not two that are far apart, such as {x} and {y}: for these, {d} steps apart, an output may tell {d} times as much ({d}·ε)."
        )),
    }
}

/// Which ε it takes where any two answers are to be protected, if that is more than is declared.
pub(super) fn any_two(page: &Page, standing: &Standing) -> Option<String> {
    let graph = &page.mechanism.query.graph;
    let is_complete = matches!(graph.family(), Family::Complete | Family::Lengths { .. } | Family::Directed(_));
    let is_table = page.mechanism.channel().is_some() && !page.is_product() && page.mechanism.query.databases.is_none();
    let with_delta = page.report.privacy.rho.is_some() || super::privacy::has_delta(page);
    let of_tables = !matches!(standing.state, State::NoTable | State::Unasked | State::Never | State::Within);
    if is_complete || !is_table || with_delta || !of_tables || graph.nodes() < 3 {
        return None;
    }
    uncovered(page)?;
    let alpha = page.entries.as_ref()?.alpha.as_ref()?;
    let printed = if page.report.rounding.is_some() { " by the printed numbers" } else { "" };
    let start = "If each person reports their own value, any two of them must be protected";
    match largest(page)? {
        None => Some(format!("{start}: for that no ε is enough{printed}.")),
        Some(most) if compare(&product(&most, alpha), &Rational::from(dp_verify::number::BigInt::from(1))).is_le() => {
            None
        }
        Some(most) => {
            let epsilon = enough(number(&digits(&most, 17))?.ln());
            let exactly = if dp_verify::number::bits(&most) <= BITS {
                format!("ε = ln({}) = {epsilon}", fraction(&most))
            } else {
                format!("ε = {epsilon}")
            };
            Some(format!("{start}: that takes {exactly}{printed}."))
        }
    }
}

/// The largest ratio of two entries of a column; `Some(None)` where there is none, `None` where it was not found.
fn largest(page: &Page) -> Option<Option<Rational>> {
    let entries = page.entries.as_ref().filter(|entries| entries.rows <= ROWS && entries.chosen.is_none())?;
    let (limits, steps) = (Limits { steps: STEPS, ..Limits::default() }, Budget::new(STEPS));
    let bounds = Bounds::new(&limits, &steps);
    let mut most: Option<Rational> = None;
    for output in 0..entries.width {
        let (mut low, mut high) = (entries.exact(0, output)?, entries.exact(0, output)?);
        for row in 0..entries.rows {
            let x = entries.exact(row, output)?;
            bounds.charge(steps_of_fractions(&x, &low).saturating_add(steps_of_fractions(&x, &high))).ok()?;
            if x.is_negative() {
                return None;
            }
            if compare(&x, &low).is_lt() {
                low = x;
            } else if compare(&x, &high).is_gt() {
                high = x;
            }
        }
        if !high.is_positive() {
            continue;
        }
        if !low.is_positive() {
            return Some(None);
        }
        let of = ratio(&high, &low);
        if most.as_ref().is_none_or(|most| compare(&of, most).is_gt()) {
            most = Some(of);
        }
    }
    most.map(Some)
}
