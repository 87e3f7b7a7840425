//! The page for whoever decides: one HTML file with what a report says and what it says it of, in words and pictures.
//!
//! Nothing is decided here. Verdicts, values and reasons are the report's; the pictures are drawn from the mechanism
//! file, by floating point where places and lengths are concerned. The page needs nothing beside itself: no script, no
//! network. What strangers wrote is escaped by the template, shortened, and printed without what a reader might obey.
//!
//! Cost: a pass over the table for the heat map and one for each pair of neighbours; pictures that take more are left
//! out, and said to be.

mod about;
mod alpha_line;
mod anyone;
mod bounds;
mod caution;
#[cfg(feature = "html")]
mod chart;
mod claims;
mod distances;
mod entries;
mod exactly;
mod first;
mod heat;
mod intervals;
mod missing;
mod neighbours;
mod odds;
mod outcome;
mod pair;
mod pairs;
mod parameters;
mod privacy;
#[cfg(feature = "html")]
mod profile;
mod promises;
mod questions;
mod rounding;
mod scale;
mod standing;
mod subject;
mod text;
mod told;
#[cfg(feature = "html")]
mod uses;
mod verdict;
mod within;

use dp_verify::limits::Limits;
use dp_verify::model::{Claim, Kind, Mechanism};
use dp_verify::report::{Because, Report, Statement, Verdict, printable};
use entries::Entries;
use exactly::Exactly;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use pairs::{Measure, Pairs};
use standing::Standing;
pub use subject::Files;
use subject::{Broken, Page, pictured};
pub use told::{Told, told};

/// The look of the page.
const STYLE: &str = include_str!("style.css");

/// Irrational probabilities below this are told as the report has them.
const LEAST: f64 = 1e-9;

/// The most outputs of a broken constraint that are outlined one by one.
const OUTLINED: usize = 24;

/// The page on a mechanism file and the report on it.
///
/// The limits are those that the verdicts were found within; the page names them where they are not the usual ones.
pub fn page(mechanism: &Mechanism, report: &Report, files: Files, limits: &Limits) -> String {
    let of = pictured(mechanism);
    let entries = Entries::of(of);
    let measure = match &mechanism.privacy.delta {
        Some(delta) if delta.is_positive() => Measure::Delta(delta.clone()),
        _ => Measure::Epsilon,
    };
    let told = of_pairs(mechanism, report, &entries, &measure);
    let exactly = Exactly::of(of);
    // What a pair needs is an ε or a δ.
    let by_epsilon = entries.as_ref().filter(|_| mechanism.privacy.rho.is_none());
    let pairs = by_epsilon.and_then(|entries| Pairs::of(entries, &of.query.graph, measure, &exactly, &told));
    let mut page = Page { mechanism, report, limits, files, entries, pairs, broken: None };
    page.broken = broken(&page);
    document(&page).into_string()
}

/// What the report says of the privacy that the pairs are measured by; nothing where they are drawn at another α than
/// it is about.
fn of_pairs(mechanism: &Mechanism, report: &Report, entries: &Option<Entries>, measure: &Measure) -> pairs::Told {
    let kind = if *measure == Measure::Epsilon { Kind::Dp } else { Kind::ApproximateDp };
    let is_it = |s: &&Statement| s.claim == Claim::plain(kind) && s.checked;
    let own = entries.as_ref().is_some_and(|entries| entries.chosen.is_none());
    let Some(found) = report.statements.iter().find(is_it).filter(|_| own) else {
        return pairs::Told { verdict: None, pair: None, output: None };
    };
    let verdict = Some(found.verdict).filter(|verdict| *verdict != Verdict::Undecided);
    // A refutation by rows that are no distributions says nothing of pairs.
    let verdict = verdict.filter(|_| found.because != Because::NoMechanism);
    let (pair, output) = decisive(mechanism, found);
    pairs::Told { verdict, pair, output }
}

/// The pair and the output that a statement names, as places in the table that is drawn.
fn decisive(mechanism: &Mechanism, statement: &Statement) -> (Option<[usize; 2]>, Option<usize>) {
    let evidence = &statement.evidence;
    if mechanism.product().is_some() && evidence.of != Some("parent") {
        return (None, None);
    }
    let pair = evidence.pair.as_ref().map(|pair| pair.each_ref().map(|place| place.index));
    // A ratio is told by who has less first.
    let pair = if statement.claim.kind == Kind::Dp { pair.map(|[less, more]| [more, less]) } else { pair };
    (pair, evidence.output.as_ref().map(|place| place.index))
}

/// What the refutation of the declared privacy, or of the table as a mechanism, rests on.
fn broken(page: &Page) -> Option<Broken> {
    let entries = page.entries.as_ref()?;
    let refuted = |is_meant: &dyn Fn(&Claim) -> bool| {
        let is_it = |s: &&Statement| is_meant(&s.claim) && s.verdict == Verdict::Fails && s.declared;
        let found = page.report.statements.iter().find(is_it)?;
        let told: Vec<String> = found.explanation.iter().map(|sentence| printable(sentence)).collect();
        Some((found, text::cut(&told.join("; "), 400)))
    };
    if let Some((found, words)) =
        refuted(&|claim| matches!(claim.kind, Kind::Stochastic | Kind::StochasticWithinRounding))
    {
        let negative = (0..entries.rows).find_map(|i| Some((i, entries.row(i).iter().position(|x| *x < 0.0)?)));
        if let Some((row, output)) = negative {
            return Some(Broken { nodes: vec![row], outputs: vec![output], words, plainly: None });
        }
        let nodes = found.evidence.node.iter().map(|place| place.index).collect();
        return Some(Broken { nodes, outputs: Vec::new(), words, plainly: None });
    }
    // Beside a declared δ a constraint of δ = 0 is broken by nobody, and of ρ no one output decides.
    let declared = Claim::declared(page.mechanism);
    let (found, words) = refuted(&|claim| *claim == declared && declared.kind != Kind::Zcdp)?;
    let (named, at) = decisive(page.mechanism, found);
    let of_report = || found.evidence.set.iter().map(|place| place.index).chain(at).collect::<Vec<_>>();
    let first = page.pairs.as_ref().and_then(|pairs| pairs.worst.first().map(|pair| (pairs, pair)));
    let first = first.filter(|(_, pair)| pair.over == Some(true));
    let (nodes, mut outputs) = match (named, first) {
        (Some(named), _) => (named, of_report()),
        (None, Some((pairs, pair))) if pairs.measure == Measure::Epsilon => (pair.nodes, vec![pair.output]),
        (None, Some((_, pair))) => (pair.nodes, pair::more(entries, pair)),
        (None, None) => return None,
    };
    if outputs.len() > OUTLINED {
        outputs.clear();
    }
    let ratio = first.filter(|(pairs, pair)| {
        pairs.measure == Measure::Epsilon
            && pairs.is_plain(pair)
            && named.is_none_or(|_| pair.nodes == nodes || pair.nodes == [nodes[1], nodes[0]])
    });
    let plainly = ratio.and_then(|(_, pair)| ratio_in_words(page, entries, pair));
    Some(Broken { nodes: nodes.to_vec(), outputs, words, plainly })
}

/// `output A has the probability 2/3 under answer B, and 1/48 under its neighbour C: 32 times as much, where 2 times is
/// allowed`; `None` where the numbers are irrational or too near to each other.
fn ratio_in_words(page: &Page, entries: &Entries, pair: &pair::Pair) -> Option<String> {
    let of = page.pictured();
    let ([more, less], one) = (pair.nodes, privacy::neighbours(page).1);
    let exact = [entries.exact(more, pair.output), entries.exact(less, pair.output)];
    let near = [entries.value(more, pair.output), entries.value(less, pair.output)];
    let start = if page.is_product() { "for any one individual, the others alike, " } else { "" };
    let one = if page.is_product() { "value" } else { one };
    let [i, h] = pair.nodes.map(|node| text::name(&of.node(node)));
    let graph = &of.query.graph;
    let apart = graph.distances_from(more).get(less).copied().filter(|_| graph.has_lengths());
    let other = match apart {
        // Whom ε is for, by each unit of length.
        Some(units) => {
            let d = dp_verify::number::fraction(units.into(), graph.unit().into());
            format!("{one} {h}, at the distance {}", text::fraction(&d))
        }
        None => format!("its neighbour {h}"),
    };
    let seen = |[x, y]: [String; 2]| {
        let output = text::name(&of.output(pair.output));
        format!("{start}output {output} has the probability {x} under {one} {i}, and {y} under {other}")
    };
    let (seen, times) = match exact {
        [Some(x), Some(y)] if !x.is_positive() || y.is_negative() => return None,
        [Some(x), Some(y)] => {
            let seen = seen([text::probability(&x), text::probability(&y)]);
            if !y.is_positive() {
                return Some(format!("{seen}, so that no ε is enough"));
            }
            (seen, text::digits(&dp_verify::number::ratio(&x, &y), 5))
        }
        // Irrational numbers, by their first digits.
        _ if near.iter().all(|x| *x > LEAST) => {
            (seen(near.map(text::float)), text::float(entries.times([more, less], pair.output)))
        }
        _ => return None,
    };
    let alpha = entries.alpha.as_ref().filter(|_| !graph.has_lengths());
    let allowed =
        alpha.map_or_else(|| text::float(pairs::allowed(entries, graph, pair.nodes)), |x| text::digits(&x.recip(), 5));
    (times != allowed).then(|| format!("{seen}: {times} times as much, where {allowed} times is allowed"))
}

/// What the first uses of a composition need, and δ over ε, where there is what draws them.
#[cfg(feature = "html")]
fn charts(page: &Page) -> Markup {
    html! { (uses::section(page)) (profile::section(page)) }
}

#[cfg(not(feature = "html"))]
fn charts(_: &Page) -> Markup {
    html! {}
}

fn document(page: &Page) -> Markup {
    let report = page.report;
    let name = report
        .name
        .as_deref()
        .map_or_else(|| text::label(page.files.name()), |name| format!("“{}”", text::cut(name, 100)));
    let standing = Standing::of(page);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(concat!("certify ", env!("CARGO_PKG_VERSION")));
                title { (text::cut(&name, 80)) " – verdict" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    header {
                        p.kicker { "Differential privacy, decided in exact arithmetic" }
                        h1 { (name) }
                    }
                    (verdict::section(page, &standing))
                    (scale::section(page, &standing))
                    (neighbours::section(page))
                    (missing::section(page))
                    (heat::section(page))
                    (intervals::section(page))
                    (distances::section(page))
                    (charts(page))
                    (alpha_line::section(page))
                    (bounds::section(page))
                    (claims::section(page))
                    (about::section(page))
                }
            }
        }
    }
}
