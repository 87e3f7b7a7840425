//! The parameters of a claim, on a page.

use super::text::{cut, name};
use dp_verify::model::{Guesses, Neighbours, Terms};
use dp_verify::report::{Report, Statement};

/// The most pairs of a claim's own that are named.
const PAIRS: usize = 4;

/// What a claim is about, if it has parameters.
pub(super) fn about(statement: &Statement, report: &Report) -> String {
    let claim = &statement.claim;
    let mut parts: Vec<String> = claim.prior.iter().map(|prior| format!("prior {}", name(prior))).collect();
    parts.extend(claim.within.iter().map(|within| format!("within {}", super::text::fraction(within))));
    parts.extend(claim.delta.iter().map(|delta| format!("δ = {}", super::text::fraction(delta))));
    if !claim.priors.is_empty() {
        let names: Vec<String> = claim.priors.iter().take(4).map(|prior| name(prior)).collect();
        parts.push(format!("priors {}", names.join(", ")));
    }
    parts.extend(claim.from.iter().map(|from| format!("from {}", name(from))));
    parts.extend(claim.pair.map(|[i, h]| format!("its answers {i} and {h}")));
    let distance = |(k, nearer)| format!("distance {}{k}", if nearer { "at most " } else { "" });
    parts.extend(claim.distance.map(distance));
    let divergence = |(k, bound): &(usize, _)| format!("order {k}, at most {}", super::text::fraction(bound));
    let most = claim.kind.takes().key_of_most().map(|key| if key == "at_most" { "δ" } else { key });
    let most = most.map(|key| if key == "rho" { "ρ" } else { key });
    parts.extend(most.zip(claim.at_most.as_ref()).map(|(of, x)| format!("{of} at most {}", super::text::fraction(x))));
    parts.extend(claim.divergence.as_ref().map(divergence));
    // What is of min-entropy says so by its title.
    let measured = if claim.kind.guesses() == Guesses::MinEntropy { String::new() } else { report.measured(claim) };
    parts.extend(measured.strip_prefix(", ").map(str::to_owned));
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join("; ")) }
}

/// A claim as the report labels it, its own pairs by their names.
pub(super) fn label(statement: &Statement, report: &Report) -> String {
    let label = report.label(statement);
    match &statement.claim.on {
        Some(terms) => label.replace(&terms.to_string(), &in_short(terms, report)),
        None => label,
    }
}

/// Whose neighbours and which ε and δ a claim has of its own, to stand before what it says: `For contact and its
/// neighbour "no contact", in this order alone, at ε = ln(20): `.
pub(super) fn on_terms(statement: &Statement, report: &Report) -> String {
    let Some(terms) = &statement.claim.on else { return String::new() };
    let who = match &terms.graph {
        None => "For the file’s neighbours".to_owned(),
        Some(Neighbours::Edges { directed: true, .. }) => {
            format!("For neighbours in this order alone, {}", pairs(terms, report, " against "))
        }
        Some(Neighbours::Edges { .. }) => format!("For the neighbours {}", pairs(terms, report, " and ")),
        Some(Neighbours::Named(kind)) if kind == "complete" => "With any two answers as neighbours".to_owned(),
        Some(Neighbours::Named(kind)) => format!("With the answers as neighbours on a {}", cut(kind, 24)),
    };
    let privacy = &report.privacy;
    let epsilon = match (&terms.epsilon, privacy.epsilon_decimal()) {
        (Some(epsilon), _) => format!(" at ε = {}", cut(epsilon, 24)),
        (None, Some(epsilon)) => format!(" at the file’s ε = {}", super::text::trimmed(epsilon)),
        (None, None) => String::new(),
    };
    let delta =
        terms.delta.as_ref().map_or_else(String::new, |delta| format!(" and δ = {}", super::text::fraction(delta)));
    format!("{who}{epsilon}{delta}: ")
}

/// The same in a label.
fn in_short(terms: &Terms, report: &Report) -> String {
    let graph = terms.graph.as_ref().map(|graph| match graph {
        Neighbours::Edges { directed, .. } => pairs(terms, report, if *directed { " → " } else { " – " }),
        named => named.to_string(),
    });
    let epsilon = terms.epsilon.as_ref().map(|epsilon| format!("ε = {}", cut(epsilon, 24)));
    let delta = terms.delta.as_ref().map(|delta| format!("δ = {}", super::text::fraction(delta)));
    graph.into_iter().chain(epsilon).chain(delta).collect::<Vec<_>>().join(", ")
}

/// The first pairs by their names.
fn pairs(terms: &Terms, report: &Report, between: &str) -> String {
    let Some(Neighbours::Edges { edges, .. }) = &terms.graph else { return String::new() };
    let of = |i: usize| report.graph.name(i);
    let told: Vec<String> = edges.iter().take(PAIRS).map(|[i, h]| format!("{}{between}{}", of(*i), of(*h))).collect();
    let more = edges.len().saturating_sub(PAIRS);
    if more > 0 { format!("{} ({more} more)", told.join(", ")) } else { told.join(", ") }
}
