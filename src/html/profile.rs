//! δ over ε: the least δ at every ε, with its kinks.
#![allow(clippy::float_arithmetic, reason = "places on a picture")]

use super::Page;
use super::chart::Chart;
use super::text::{digits, name, number, trimmed};
use crate::exact::fraction;
use crate::profile::{Piece, Profile, of};
use dp_verify::graph::edge_count;
use dp_verify::number::Logarithm;
use maud::{Markup, PreEscaped, html};

/// The most products that a profile may take for a picture.
const WORK: u128 = 4_000_000;

/// The most pairs of neighbours of a composition.
const PAIRS_OF_USES: u128 = 16;

/// The most pieces of a picture, and of the list beside it.
const PIECES: usize = 2_000;
const LISTED: usize = 10;

/// The points of a piece, which is curved over ε.
const POINTS: u32 = 12;

/// The section.
pub(super) fn section(page: &Page) -> Markup {
    let Some(profile) = found(page) else { return html! {} };
    let Some(chart) = chart(&profile, page) else { return html! {} };
    let declared = page.report.privacy.delta.as_ref().map_or_else(|| "0".to_owned(), super::text::fraction);
    let bends = match profile.pieces.len() - 1 {
        0 => "The line is straight: no ε changes anything.".to_owned(),
        1 => "The line has 1 kink, computed exactly.".to_owned(),
        kinks => format!("The line has {kinks} kinks, computed exactly."),
    };
    let what = match page.mechanism.parts() {
        [] if page.is_noise() => "the noise",
        [] => "the table",
        _ => "the composition",
    };
    html! {
        section {
            h2 { "δ over ε" }
            p {
                "An (ε, δ) below the line " (what) " does not keep; on the line and above it does. A larger ε or a larger δ is a weaker promise.
                The cross is the declared pair, δ = " (declared) ". " (bends)
            }
            figure {
                (PreEscaped(chart))
                figcaption { "The least δ for which " (what) " is (ε, δ)-differentially private, for every ε." }
            }
            @if profile.pieces.len() > 1 { (list(&profile)) }
        }
    }
}

/// The profile, where it is quickly found.
fn found(page: &Page) -> Option<Profile> {
    let mechanism = page.pictured();
    // The line is drawn beside the declared (ε, δ).
    if mechanism.privacy.rho.is_some() {
        return None;
    }
    if !mechanism.parts().is_empty() {
        let few = edge_count(&mechanism.query.graph) <= PAIRS_OF_USES;
        let profile = if few { of(mechanism.clone()).ok()? } else { return None };
        return (profile.pieces.len() <= PIECES).then_some(profile);
    }
    let channel = mechanism.channel()?;
    let rows = channel.rows()?;
    let words = rows.iter().map(|row| row.denominator.bits() / 64 + 1).max().unwrap_or(1);
    let work = edge_count(&mechanism.query.graph) * channel.width as u128 * u128::from(words);
    let profile = if work <= WORK { of(mechanism.clone()).ok()? } else { return None };
    (profile.pieces.len() <= PIECES).then_some(profile)
}

/// ln λ of the first λ of a piece.
fn epsilon(piece: &Piece) -> Option<String> {
    use malachite::base::num::arithmetic::traits::Reciprocal;
    Logarithm::MinusLn(fraction(&(&piece.from).reciprocal())).decimal()
}

fn chart(profile: &Profile, page: &Page) -> Option<String> {
    let at = |piece: &Piece| number(&epsilon(piece)?);
    let float = |x: &malachite::rational::Rational| number(&digits(&fraction(x), 12));
    let own = page.entries.as_ref().filter(|entries| entries.chosen.is_none()).map(|entries| entries.epsilon);
    let end = profile.pieces.last().and_then(at)?.max(own.unwrap_or(0.0));
    let last = if end > 0.0 { end * 1.15 } else { 1.0 };
    let (mut points, mut kinks) = (Vec::new(), Vec::new());
    for (k, piece) in profile.pieces.iter().enumerate() {
        let from = at(piece)?;
        let to = profile.pieces.get(k + 1).map_or(Some(last), at)?;
        let (mass, other) = (float(&piece.mass)?, float(&piece.neighbour_mass)?);
        if k > 0 {
            kinks.push((from, (mass - from.exp() * other).max(0.0)));
        }
        let steps = if profile.pieces.len() > 200 { 1 } else { POINTS };
        for step in 0..=steps {
            let x = from + (to - from) * f64::from(step) / f64::from(steps);
            points.push((x, (mass - x.exp() * other).max(0.0)));
        }
    }
    let delta = page.report.privacy.delta.as_ref().and_then(|delta| number(&digits(delta, 12))).unwrap_or(0.0);
    let over = page.pairs.as_ref().is_some_and(|pairs| pairs.over > 0);
    let declared = own.map(|own| ((own, delta), over));
    Chart { axes: ["ε", "δ"], points, kinks, declared, last }.svg("The least δ at every ε, with the declared pair")
}

/// The pieces, each from its first ε on.
fn list(profile: &Profile) -> Markup {
    let short = |x: &malachite::rational::Rational| super::text::fraction(&fraction(x));
    html! {
        details {
            summary { "The kinks in numbers" }
            div.scroll tabindex="0" role="region" aria-label="The kinks in numbers" {
                table.numbers {
                    thead { tr { th scope="col" { "ε from" } th scope="col" { "e^ε" } th scope="col" { "δ there" } th scope="col" { "needed by" } } }
                    tbody {
                        @for piece in profile.pieces.iter().take(LISTED) {
                            tr {
                                td { (trimmed(&epsilon(piece).unwrap_or_default())) }
                                td { (short(&piece.from)) }
                                td { (short(&piece.delta(&piece.from))) }
                                td {
                                    @match &piece.need {
                                        Some(need) => { @let [i, h] = need.pair.map(|node| name(&profile.mechanism.node(node))); (i) " against " (h) }
                                        None => "nobody",
                                    }
                                }
                            }
                        }
                    }
                }
            }
            @if profile.pieces.len() > LISTED {
                p.small { "The first " (LISTED) " of " (profile.pieces.len()) "; " code { "certify profile" } " prints them all." }
            }
        }
    }
}
