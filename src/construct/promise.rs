//! What the theorem behind a construction promises, as claims of the file.

use super::Kind;
use super::document::string;
use dp_verify::model::{self, Claim, Mechanism};
use malachite::rational::Rational;

/// The claims to add, as JSON: those that the file does not make itself.
///
/// Tight constraints bind along every edge, so their mechanisms have alpha_max = α wherever an edge is; a
/// graph of one node binds nothing, and alpha_max is then 1, whatever α.
pub(super) fn of(kind: Kind, nodes: usize, alpha: &Rational, file: &Mechanism) -> Vec<String> {
    let tight = (model::Kind::TightConstraints, None);
    let exist = (model::Kind::TightConstraintsExist, None);
    let private = |most: &str| (model::Kind::Dp, Some(most.to_owned()));
    let promised = match kind {
        Kind::TruncatedGeometric | Kind::RandomisedResponse if nodes >= 2 => vec![private(&alpha.to_string()), tight],
        Kind::TruncatedGeometric | Kind::RandomisedResponse => vec![tight],
        Kind::TightConstraints => vec![exist, tight],
        Kind::Uniform => vec![private("1")],
        Kind::Optimal => Vec::new(),
    };
    let fresh = |claim: Claim| file.claims.iter().all(|known| known.claim != claim);
    let text = |(kind, most): (model::Kind, Option<String>)| match most {
        None => format!("\"{}\"", kind.name()),
        Some(most) => {
            format!(
                "{{ \"claim\": \"{}\", \"expect\": {{ \"alpha_max\": {{ \"equals\": \"{most}\" }} }} }}",
                kind.name()
            )
        }
    };
    promised.into_iter().filter(|(kind, _)| fresh(Claim::plain(*kind))).map(text).collect()
}

/// That the mechanism is optimal for this prior: a query file, being without a mechanism, can't claim so itself.
pub(super) fn optimal(prior: &str) -> String {
    format!("{{ \"claim\": \"{}\", \"prior\": {} }}", model::Kind::Optimal.name(), string(prior))
}
