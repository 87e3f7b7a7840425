//! ε on a scale, among values that others use.
#![allow(clippy::float_arithmetic, reason = "places on a picture")]

use super::Page;
use super::neighbours::drawing::one;
use super::odds::{Odds, percent};
use super::standing::{Standing, State};
use super::text::{enough, float, number};
use maud::{Markup, html};

/// What is in use elsewhere, by the public registry of deployments as the book's *Reports from the field* cites it: ε
/// as text, and whether a δ belongs to it.
const ELSEWHERE: [(&str, &str, bool); 5] = [
    ("Wikimedia, editors of a project", "0.1", false),
    ("Google, search trends of symptoms", "1.68", false),
    ("Apple, types of health data", "2", false),
    ("Apple, popular emoji", "4", false),
    ("Recurve, use of energy", "4.72", true),
];

/// How wide a line is.
const LONG: f64 = 200.0;

struct Point {
    name: String,
    /// ∞ where no ε is enough.
    epsilon: f64,
    told: String,
    right: String,
    /// Whether it is this file's.
    own: bool,
}

/// The section; nothing where no ε is declared.
pub(super) fn section(page: &Page, standing: &Standing) -> Markup {
    let points = points(page, standing);
    let last = points.iter().map(|point| point.epsilon).filter(|x| x.is_finite()).fold(0.0, f64::max) * 1.04;
    let with_delta = super::privacy::has_delta(page);
    html! {
        @if points.iter().any(|point| point.own) {
            section {
                h2 { "How much is that?" }
                p { "The farther to the right, the more an output gives away. Nothing is right or wrong about an ε by itself; these are values that others have declared, each for neighbours of its own." }
                div.scroll tabindex="0" role="region" aria-label="ε on a scale" {
                    table.scale {
                        thead { tr { th scope="col" { "" } th.line { "" } th scope="col" { "ε" } th scope="col" { "a guess is right at most" } } }
                        tbody { @for point in &points { (row(point, last)) } }
                    }
                }
                p.small {
                    "Of two neighbours, equally likely beforehand, a guess after one output is right at most (e^ε + δ)/(1 + e^ε) of the time, rounded up here."
                    @if with_delta { " This file’s lines have its δ." }
                    @if page.uses() > 1 { " What is proved of this file is for all its uses together." }
                    " The others are from the registry of deployments (opendp/deployments-registry-data)"
                    " as cited in this program’s book, Reports from the field; Recurve’s has a δ of 5.06·10^-9 beside it."
                }
            }
        }
    }
}

fn row(point: &Point, last: f64) -> Markup {
    let at = if point.epsilon.is_finite() {
        LONG * (0.02 + 0.94 * point.epsilon / last.max(f64::MIN_POSITIVE))
    } else {
        LONG
    };
    html! {
        tr.own[point.own] {
            th scope="row" { (point.name) }
            td.line {
                svg viewBox=(format!("0 0 {LONG} 14")) preserveAspectRatio="none" role="img" aria-label=(format!("ε: {}", point.told)) {
                    path class="axis" d=(format!("M0 7H{LONG}")) {}
                    @if point.epsilon.is_finite() {
                        path class="place" d=(format!("M{} 7h0", one(at))) {}
                    } @else {
                        path class="place far" d=(format!("M{} 3L{LONG} 7L{} 11", LONG - 6.0, LONG - 6.0)) {}
                    }
                }
            }
            td { (point.told) }
            td { (point.right) }
        }
    }
}

fn points(page: &Page, standing: &Standing) -> Vec<Point> {
    let mut points = vec![Point {
        name: "a fair coin in the place of an output".into(),
        epsilon: 0.0,
        told: "0".into(),
        right: "50\u{a0}%".into(),
        own: false,
    }];
    for (name, epsilon, delta) in ELSEWHERE {
        let delta = delta.then(|| dp_verify::number::fraction(506.into(), 100_000_000_000_u64.into()));
        let value = number(epsilon).unwrap_or(0.0);
        let odds = Odds::of_epsilon(value, delta.as_ref());
        let right = odds.map_or_else(String::new, |odds| percent(&odds.right(1), 1));
        points.push(Point { name: name.into(), epsilon: value, told: epsilon.into(), right, own: false });
    }
    let is_epsilon = page.report.privacy.rho.is_none();
    let told = |odds: &Option<Odds>| odds.as_ref().map_or_else(String::new, |odds| percent(&odds.right(1), 1));
    let declared =
        page.report.privacy.epsilon_decimal().and_then(number).filter(|_| is_epsilon && standing.by.is_some());
    if let Some(epsilon) = declared {
        let same = standing.state == State::Kept && !standing.differs();
        let name = if same { "this file: promised and kept" } else { "this file: promised" };
        let right = told(&standing.promised);
        // What the file of a budget declares of all parts together nobody promised.
        if !super::promises::is_budget(page) || same {
            points.push(Point { name: name.into(), epsilon, told: float(epsilon), right, own: true });
        }
        let needs = standing
            .epsilon()
            .as_deref()
            .and_then(number)
            .filter(|_| standing.differs() || standing.state == State::Hopeless);
        if let Some(epsilon) = needs {
            let told_as = if epsilon.is_finite() { enough(epsilon) } else { "none".into() };
            let right = standing.right().filter(|_| epsilon.is_finite());
            let right = right.map_or_else(|| "every time".into(), |right| percent(&right, 1));
            points.push(Point { name: "this file: proved".into(), epsilon, told: told_as, right, own: true });
        }
    }
    points.sort_by(|a, b| a.epsilon.total_cmp(&b.epsilon));
    points
}
