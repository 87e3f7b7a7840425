//! Of a composition the table of one use, and what the first uses need together.

use super::Page;
use super::chart::Chart;
use super::odds::{of_equal_uses, percent};
use super::text::{label, number, trimmed};
use crate::budget::{between, steps};
use crate::{Options, certificate, decide, exact};
use dp_verify::alpha::{Quotient, Quotients as _, Vectors as _};
use dp_verify::limits::Limits;
use dp_verify::model::{Alpha, Channel, Claim, Claimed, Declared, Kind, Mechanism, Part, Privacy, Structure};
use dp_verify::report::{Statement, Value, Verdict};
use malachite::base::num::basic::traits::One;
use malachite::base::num::conversion::traits::FromSciString;
use malachite::rational::Rational;
use maud::{Markup, PreEscaped, html};

/// The most parts, and entries of a table, that are shown.
const PARTS: usize = 4;
const ENTRIES: usize = 120;

/// The most uses whose ε is sought, and the share of the usual search and steps that each answer may take.
const USES: usize = 1_000;
const SHARE: usize = 16;

/// The most bits of a δ that is taken as it is.
const BITS: u64 = 64;

/// The section; nothing of one mechanism.
pub(super) fn section(page: &Page) -> Markup {
    let parts = page.mechanism.parts();
    if parts.is_empty() {
        return html! {};
    }
    html! {
        section {
            h2 { "One use, and all of them" }
            @for (i, (part, told)) in parts.iter().zip(&page.report.parts).take(PARTS).enumerate() {
                @let times = if told.times == 1 { "Used once".to_owned() } else { format!("Used {} times", told.times) };
                @let what = told.promise.as_ref().or(told.closed_form.as_ref());
                p { (times) @if let Some(what) = what { ": " (super::text::cut(what, 120)) } "." }
                @if let Some(channel) = page.mechanism.part_channel(part) {
                    @let name = if parts.len() == 1 { "The table of one use".to_owned() } else { format!("The table of one use of part {}", i + 1) };
                    (table(page, channel, &name))
                }
            }
            @if parts.len() > PARTS { p.small { "And " (parts.len() - PARTS) " more parts." } }
            (curve(page))
        }
    }
}

/// The table of one use, by a name that no other region of the page has.
fn table(page: &Page, channel: &Channel, name: &str) -> Markup {
    let rows = channel.table.len();
    let entry = |i: usize, o: usize| channel.table[i].lowest(o).map(|x| super::text::fraction(&x));
    let is_told =
        rows * channel.width <= ENTRIES && (0..rows).all(|i| (0..channel.width).all(|o| entry(i, o).is_some()));
    html! {
        @if is_told {
            div.scroll tabindex="0" role="region" aria-label=(name) {
                table.numbers {
                    thead { tr {
                        th scope="col" { (super::privacy::neighbours(page).1) }
                        @for o in 0..channel.width { th scope="col" { (output(channel, o)) } }
                    } }
                    tbody {
                        @for i in 0..rows {
                            tr { th scope="row" { (label(&page.mechanism.node(i))) } @for o in 0..channel.width { td { (entry(i, o).unwrap_or_default()) } } }
                        }
                    }
                }
            }
        }
    }
}

fn output(channel: &Channel, o: usize) -> String {
    channel.outputs.as_ref().and_then(|outputs| outputs.get(o)).map_or_else(|| o.to_string(), |name| label(name))
}

/// What the first n uses need together, at the declared δ.
fn curve(page: &Page) -> Markup {
    let Some(points) = points(page) else { return html! {} };
    let delta = page.report.privacy.delta.as_ref();
    let at = delta
        .filter(|delta| delta.is_positive())
        .map_or_else(String::new, |delta| format!(", at δ = {}", super::text::fraction(delta)));
    let seen: Vec<(f64, f64)> =
        points.iter().filter_map(|(n, epsilon)| Some((f64::from(*n), number(epsilon)?))).collect();
    let last = seen.last().map_or(1.0, |(n, _)| *n);
    let line = Chart { axes: ["uses", "ε"], points: seen.clone(), kinks: seen, declared: None, last };
    html! {
        @if let Some(svg) = line.svg("The least ε of the first uses") {
            figure {
                (PreEscaped(svg))
                figcaption { "The least ε of the first uses together" (at) ", each dot computed exactly and not multiplied." }
            }
        }
        div.scroll tabindex="0" role="region" aria-label="What the first uses need" {
            table.numbers {
                thead { tr { th scope="col" { "uses" } th scope="col" { "least ε" (at) } th scope="col" { "a guess is right at most" } } }
                tbody {
                    @for (n, epsilon) in &points {
                        @let right = guess(page.mechanism, usize::try_from(*n).unwrap_or(usize::MAX)).or_else(|| of_equal_uses(page.mechanism, *n, epsilon));
                        @let right = right.map_or_else(|| "not computed".into(), |right| percent(&right, 1));
                        tr { th scope="row" { (n) } td { (trimmed(epsilon)) } td { (right) } }
                    }
                }
            }
        }
    }
}

/// How many uses, and the least ε of the first so many; `None` where it takes long, or no ε is enough.
fn points(page: &Page) -> Option<Vec<(u32, String)>> {
    let mechanism = page.mechanism;
    let times: Vec<usize> = mechanism.parts().iter().map(|part| part.times).collect();
    let all = times.iter().fold(0usize, |sum, times| sum.saturating_add(*times));
    if !(2..=USES).contains(&all) || mechanism.privacy.rho.is_some() || page.report.privacy.epsilon_decimal().is_none()
    {
        return None;
    }
    let points = steps(&times).into_iter().map(|n| Some((u32::try_from(n).ok()?, least(mechanism, n)?)));
    points.collect::<Option<Vec<_>>>().filter(|points| points.len() > 1)
}

/// The composition of the first n uses.
fn first(mechanism: &Mechanism, n: usize) -> Mechanism {
    let mut left = n;
    let mut uses = Vec::new();
    for part in mechanism.parts() {
        let times = part.times.min(left);
        left -= times;
        if times > 0 {
            uses.push(Part { times, ..part.clone() });
        }
    }
    let mut of = mechanism.clone();
    of.on_terms.clear();
    of.structure = Structure::Uses(uses);
    of
}

/// The least ε of the first n uses.
fn least(mechanism: &Mechanism, n: usize) -> Option<String> {
    let kind = if mechanism.privacy.delta.is_some() { Kind::ApproximateDp } else { Kind::Dp };
    found(first(mechanism, n), kind, "epsilon_min").filter(|value| *value != Value::Infinite)?.decimal()
}

/// How often a guess between two neighbours is right after the first use, and after all of them, at most.
pub(super) fn guesses(page: &Page) -> [Option<Rational>; 2] {
    let uses = page.uses();
    [1, uses].map(|n| if (2..=USES).contains(&uses) { guess(page.mechanism, n) } else { None })
}

/// The same after the first n uses: (1 + δ)/2 with the least δ at ε = 0, which is the total variation distance.
fn guess(mechanism: &Mechanism, n: usize) -> Option<Rational> {
    let mut of = first(mechanism, n);
    let one = dp_verify::number::fraction(1.into(), 1.into());
    if mechanism.has_lengths() || matches!(mechanism.privacy.alpha, Alpha::Symbolic { .. }) {
        return None;
    }
    if let Some(field) = &mut of.field {
        field.alpha = Quotient::constant(&one);
        field.base = Some(field.alpha.clone());
    }
    of.privacy =
        Privacy { alpha: Alpha::Rational(one), delta: None, rho: None, declared: Declared::Alpha("1".to_owned()) };
    let delta = found(of, Kind::ApproximateDp, "delta_min")?;
    let short = delta.rational().filter(|x| dp_verify::number::bits(x) <= BITS).map(|x| exact::rational(&x));
    // Twelve digits are rounded.
    let delta = short.or_else(|| Rational::from_sci_string(&between(&delta.decimal()?).1))?;
    Some(((Rational::ONE + delta) / Rational::from(2u32)).min(Rational::ONE))
}

/// A value of a claim about privacy, where it is quickly decided; the kernel has checked it.
fn found(mut of: Mechanism, kind: Kind, name: &str) -> Option<Value> {
    of.claims = vec![Claimed { claim: Claim::plain(kind), expects: Vec::new() }];
    let usual = Limits::default();
    let limits = Limits { search: usual.search / SHARE, steps: usual.steps / SHARE, ..usual };
    let options = Options { only: vec![kind], limits, ..Options::default() };
    let found = certificate::checked(&of, decide::decide(&of, &options), &options).ok()?.report;
    let is_it = |s: &&Statement| s.claim.kind == kind && s.checked && s.verdict != Verdict::Undecided;
    super::outcome::value_of(found.statements.iter().find(is_it)?, name).cloned()
}
