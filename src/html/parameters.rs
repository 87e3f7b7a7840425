//! The parameters of a claim, on a page.

use super::text::name;
use dp_verify::report::{Report, Statement};

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
    let most = claim.kind.takes().key_of_most().map(|key| if key == "at_most" { "delta" } else { key });
    parts.extend(most.zip(claim.at_most.as_ref()).map(|(of, x)| format!("{of} at most {}", super::text::fraction(x))));
    parts.extend(claim.divergence.as_ref().map(divergence));
    parts.extend(claim.on.as_ref().map(ToString::to_string));
    parts.extend(report.measured(claim).strip_prefix(", ").map(str::to_owned));
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join("; ")) }
}
