//! What the theorem behind a construction promises, as claims of the file.

use super::document::string;
use dp_verify::graph::Graph;
use dp_verify::model::{Claim, Gain, Kind, Mechanism, Prior};
use malachite::rational::Rational;

/// What a mechanism keeps whose constraints are tight along every edge: alpha_max = α wherever an edge is. A graph of
/// one node binds nothing, and alpha_max is then 1, whatever α. The tight-constraints mechanisms are of this kind, and
/// others need not be.
pub(super) fn tight(is_tight_constraints: bool, file: &Mechanism) -> Vec<String> {
    let private = has_edge(&file.query.graph).then(|| (Kind::Dp, Some(("alpha_max", alpha(file)))));
    let tight = is_tight_constraints.then_some((Kind::TightConstraints, None));
    fresh(private.into_iter().chain(tight), file)
}

/// What a tight-constraints mechanism promises: that it is one.
pub(super) fn tight_constraints(file: &Mechanism) -> Vec<String> {
    fresh([(Kind::TightConstraintsExist, None), (Kind::TightConstraints, None)], file)
}

/// What a mechanism promises of which ε is an upper bound: exactly what it attains, where that is known.
pub(super) fn at_most(alpha_max: Option<&Rational>, file: &Mechanism) -> Vec<String> {
    fresh(alpha_max.map(|most| (Kind::Dp, Some(("alpha_max", most.to_string())))), file)
}

/// What a count of a sample promises: exactly its ε, or where the file has a δ > 0 exactly that.
pub(super) fn subsampled(file: &Mechanism) -> Vec<String> {
    match file.privacy.delta.as_ref().filter(|delta| delta.is_positive()) {
        None => tight(false, file),
        Some(delta) => {
            let least =
                has_edge(&file.query.graph).then(|| (Kind::ApproximateDp, Some(("delta_min", delta.to_string()))));
            fresh(least, file)
        }
    }
}

/// What the uniform mechanism promises: privacy at every α.
pub(super) fn uniform(file: &Mechanism) -> Vec<String> {
    fresh([(Kind::Dp, Some(("alpha_max", "1".to_owned())))], file)
}

/// What product sanitisation promises: its expected error, and where δ = 0 that it is private exactly at α.
pub(super) fn product(error: &str, is_pure: bool, file: &Mechanism) -> Vec<String> {
    let private = (is_pure && has_edge(&file.query.graph)).then(|| (Kind::Dp, Some(("alpha_max", alpha(file)))));
    let least = (Kind::ExpectedError, Some(("error", error.to_owned())));
    fresh(private.into_iter().chain([least]), file)
}

/// What the construction of Alvim et al. promises: where it is private, exactly at α; where Theorem 4 is for the query
/// itself, tight constraints, and the most utility for the uniform prior.
pub(super) fn alvim(is_own: bool, is_private: bool, file: &Mechanism) -> Vec<String> {
    let mut claims = if is_private { tight(is_own, file) } else { Vec::new() };
    if is_own && matches!(file.gain, Gain::Binary) {
        let flat = file.priors.iter().filter(|(_, prior)| is_uniform(prior));
        claims.extend(flat.map(|(name, _)| optimal(name)));
    }
    claims
}

/// That the mechanism is optimal for this prior: a query file, being without a mechanism, can't claim so itself.
pub(super) fn optimal(prior: &str) -> String {
    format!("{{ \"claim\": \"{}\", \"prior\": {} }}", Kind::Optimal.name(), string(prior))
}

/// α, as a number of the file.
fn alpha(file: &Mechanism) -> String {
    file.privacy.alpha.rational().map_or_else(|| "a".to_owned(), ToString::to_string)
}

fn has_edge(graph: &Graph) -> bool {
    (0..graph.nodes()).any(|i| !graph.neighbours(i).is_empty())
}

fn is_uniform(prior: &Prior) -> bool {
    prior.weights.rational().is_some_and(|weights| weights.numerators.iter().all(|x| *x == weights.numerators[0]))
}

/// The claims as JSON, each with the value that it is expected to have: those that the file does not make itself.
fn fresh(claims: impl IntoIterator<Item = (Kind, Option<(&'static str, String)>)>, file: &Mechanism) -> Vec<String> {
    let is_fresh = |kind: Kind| file.claims.iter().all(|known| known.claim != Claim::plain(kind));
    let text = |(kind, expected): (Kind, Option<(&str, String)>)| match expected {
        None => format!("\"{}\"", kind.name()),
        Some((value, equals)) => format!(
            "{{ \"claim\": \"{}\", \"expect\": {{ \"{value}\": {{ \"equals\": \"{equals}\" }} }} }}",
            kind.name()
        ),
    };
    claims.into_iter().filter(|(kind, _)| is_fresh(*kind)).map(text).collect()
}
