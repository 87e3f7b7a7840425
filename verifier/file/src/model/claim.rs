//! Claims: what whoever wrote the file asserts.

use super::closed_form::is_closed_form;
use super::{Expect, Kind, Terms};
use crate::number::{Rational, short};
use crate::text::{count, named};
use dp_kernel::Graph;
use std::fmt;

/// A claim: its kind and its parameters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Claim {
    /// Its kind.
    pub kind: Kind,
    /// The prior's name.
    pub prior: Option<String>,
    /// The priors' names.
    pub priors: Vec<String>,
    /// The most outputs of the mechanisms that a leakage bound speaks of.
    pub outputs: Option<usize>,
    /// How far from optimal it may be, more than 0.
    pub within: Option<Rational>,
    /// The δ of the mechanisms that `optimal` speaks of, more than 0.
    pub delta: Option<Rational>,
    /// The other mechanism: a closed form's name or a relative path.
    pub from: Option<String>,
    /// How far apart nodes are that `group-privacy` is about, and whether nearer ones are meant too.
    pub distance: Option<(usize, bool)>,
    /// Whether the neighbours may change after each answer.
    pub adaptive: bool,
    /// The order of a divergence, and what it is to be at most.
    pub divergence: Option<(usize, Rational)>,
    /// The δ′ of `private-by-sample`, the ε of `bounded-range` or the ρ of `zcdp`.
    pub at_most: Option<Rational>,
    /// The ε at which `zcdp` says what its ρ implies of δ.
    pub epsilon: Option<Rational>,
    /// The nodes of the other mechanism whose trade-off function is meant.
    pub pair: Option<[usize; 2]>,
    /// The neighbours, the ε and the δ that it states for itself.
    pub on: Option<Box<Terms>>,
}

impl Claim {
    /// A claim without parameters.
    pub fn plain(kind: Kind) -> Self {
        Self {
            kind,
            prior: None,
            priors: Vec::new(),
            outputs: None,
            within: None,
            delta: None,
            from: None,
            distance: None,
            adaptive: false,
            divergence: None,
            at_most: None,
            epsilon: None,
            pair: None,
            on: None,
        }
    }

    /// The same claim of the file that has its terms for its own.
    #[must_use]
    pub fn plainly(&self) -> Self {
        Self { on: None, ..self.clone() }
    }

    /// Whether it states for itself which ε is meant.
    pub(super) fn has_own_epsilon(&self) -> bool {
        self.on.as_ref().is_some_and(|terms| terms.epsilon.is_some())
    }

    /// Whether `from` names a closed form; else it is a path, or not there.
    pub fn names_closed_form(&self) -> bool {
        self.from.as_deref().is_some_and(is_closed_form)
    }

    /// Whether it speaks of ε-privacy with δ = 0, whatever δ is declared.
    pub fn is_pure(&self) -> bool {
        self.delta.is_none() && self.kind.is_pure()
    }

    /// Whether it may be made on a graph whose edges have lengths.
    pub fn knows_lengths(&self, graph: &Graph) -> bool {
        (!self.adaptive && self.delta.is_none() || !graph.has_lengths()) && self.kind.rule().knows_lengths(graph)
    }

    /// A claim about one prior.
    pub fn about(kind: Kind, prior: &str) -> Self {
        Self { prior: Some(prior.to_owned()), ..Self::plain(kind) }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        let mut parameters: Vec<String> = self.prior.iter().map(|p| format!("prior {}", named(p))).collect();
        parameters.extend((!self.priors.is_empty()).then(|| {
            let names: Vec<String> = self.priors.iter().map(|p| named(p)).collect();
            format!("priors {}", names.join(" and "))
        }));
        parameters.extend(self.outputs.map(|r| format!("at most {}", count(r, "output"))));
        parameters.extend(self.within.iter().map(|within| format!("within {}", short(within))));
        parameters.extend(self.delta.iter().map(|delta| format!("delta {}", short(delta))));
        let apart = |(distance, nearer)| format!("distance {}{distance}", if nearer { "at most " } else { "" });
        parameters.extend(self.distance.map(apart));
        parameters
            .extend(self.divergence.iter().map(|(order, bound)| format!("order {order}, at most {}", short(bound))));
        let letter = match self.kind.takes().key_of_most() {
            Some("at_most") | None => "delta",
            Some(key) => key,
        };
        parameters.extend(self.at_most.iter().map(|most| format!("{letter} at most {}", short(most))));
        parameters.extend(self.epsilon.iter().map(|epsilon| format!("delta at epsilon = {}", short(epsilon))));
        parameters.extend(self.adaptive.then(|| "adaptive".to_owned()));
        parameters.extend(self.from.iter().map(|from| format!("from {}", named(from))));
        parameters.extend(self.pair.map(|[i, h]| format!("pair {i}, {h}")));
        parameters.extend(self.on.as_ref().map(ToString::to_string));
        if parameters.is_empty() { Ok(()) } else { write!(f, " ({})", parameters.join(", ")) }
    }
}

/// A declared claim and what the file expects of it.
#[derive(Debug, Clone)]
pub struct Claimed {
    /// The claim.
    pub claim: Claim,
    /// What it is expected to come to; empty: that it holds.
    pub expects: Vec<Expect>,
}
