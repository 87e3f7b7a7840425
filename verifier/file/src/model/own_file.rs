//! The file that has a claim's terms for its own.
//!
//! A claim on its own terms is the same claim of the file that has these in the place of its own. The nodes and X stay
//! as they are, and so do the file's `a` and `b` in which X is written.

use super::each_use;
use super::function::refusal;
use super::privacy::read_epsilon;
use super::reading::Reading;
use super::{Channel, Claimed, Declared, Gain, Mechanism, OnTerms, Privacy, Query, Source, Structure, Terms};
use crate::alpha::{Alpha, Bounds, Field, Symbol};
use crate::error::{Error, Fault};
use crate::json::View;
use dp_kernel::Graph;
use std::collections::HashMap;

/// Claims may be made on so many different terms of their own: for each of them X is there once more.
const MOST_TERMS: usize = 16;

impl OnTerms {
    /// Where these terms are among those of the file's claims so far, the last where they are new.
    pub(super) fn place(
        known: &mut Vec<Self>,
        terms: &Terms,
        view: &View,
        mechanism: &Mechanism,
        reading: &Reading,
    ) -> Result<usize, Error> {
        if let Some(place) = known.iter().position(|known| known.terms == *terms) {
            return Ok(place);
        }
        match known.len() {
            0 => once_more(view, reading)?,
            MOST_TERMS => {
                return Err(view.over_limit(format!("claims on over {MOST_TERMS} different terms of their own")));
            }
            _ => {}
        }
        known.push(Self::new(terms, view, mechanism, reading)?);
        Ok(known.len().saturating_sub(1))
    }

    /// The file on these terms, those of a claim at this place.
    pub(super) fn new(terms: &Terms, view: &View, mechanism: &Mechanism, reading: &Reading) -> Result<Self, Error> {
        let wrong =
            |key: &str, message: &str, expected: &str| Err(view.field(key).unwrap_or(*view).found(message, expected));
        let (graph_of_file, field) = (&mechanism.query.graph, mechanism.field.as_ref());
        let key = if terms.graph.is_some() { "graph" } else { "epsilon" };
        if graph_of_file.has_lengths() && (terms.graph.is_some() || terms.epsilon.is_some()) {
            let message = "a claim's own graph or ε beside edges that have lengths";
            return wrong(key, message, "a file whose edges have no lengths, or another file for that claim");
        }
        let graph = match &terms.graph {
            None => None,
            Some(_) if mechanism.promises() > 0 => {
                let message = "other neighbours than those of whom the parts' promises speak";
                return wrong("graph", message, "the file's own neighbours, or tables in the place of promises");
            }
            Some(_)
                if mechanism.large_product().is_some()
                    || mechanism.response().is_some()
                    || mechanism.gaussian().is_some() =>
            {
                let message = "other neighbours of a mechanism that is not written out";
                return wrong("graph", message, "the file's own neighbours, or a smaller mechanism");
            }
            Some(own) => Some(own.graph(&view.required("graph")?, graph_of_file.nodes())?),
        };
        if graph.as_ref().is_some_and(Graph::is_directed) && !matches!(mechanism.structure, Structure::Table(_)) {
            let message = "arcs beside a mechanism that is no table by itself";
            return wrong("graph", message, "edges that are not \"directed\", or a table");
        }
        if let Some(graph) = &graph {
            reading.charge_steps(view, graph.steps())?;
        }
        let delta = terms.delta.clone().or_else(|| mechanism.privacy.delta.clone());
        let (privacy, field) = match view.field("epsilon").filter(|_| terms.epsilon.is_some()) {
            None => (Privacy { delta, ..mechanism.privacy.clone() }, field.cloned()),
            Some(epsilon) => {
                let alpha = read_epsilon(&epsilon, reading.limits, reading.steps)?;
                let declared = Declared::Epsilon(terms.epsilon.clone().unwrap_or_default());
                let field = in_field(&epsilon, &alpha, mechanism, reading)?;
                (Privacy { alpha, delta, declared, rho: None }, field)
            }
        };
        Ok(Self { terms: terms.clone(), claims: Vec::new(), graph, privacy, field })
    }

    /// The file that has these terms for its own, and claims nothing else. Its tables are copies.
    pub fn file(&self, mechanism: &Mechanism) -> Mechanism {
        let query = match &self.graph {
            None => mechanism.query.clone(),
            Some(graph) => Query { labels: mechanism.query.labels.clone(), ..Query::of(graph.clone()) },
        };
        let structure = match &mechanism.structure {
            // Its parent is about the neighbours of the product.
            Structure::Product(_, channel) if self.graph.is_some() => Structure::Table(channel.clone()),
            other => other.clone(),
        };
        let claims = self.claims.iter().map(|claimed| Claimed { claim: claimed.claim.plainly(), ..claimed.clone() });
        Mechanism {
            privacy: self.privacy.clone(),
            field: self.field.clone(),
            query,
            structure,
            priors: Vec::new(),
            place_of_prior: HashMap::new(),
            gain: Gain::Binary,
            claims: claims.collect(),
            on_terms: Vec::new(),
            is_on_terms: true,
            ..mechanism.clone()
        }
    }
}

/// Where the file's numbers and the α of a claim's own ε are both written: in the file's t, where that α is rational or
/// a power of what the file has; else in that α itself, where all numbers of X are rational.
fn in_field(epsilon: &View, alpha: &Alpha, mechanism: &Mechanism, reading: &Reading) -> Result<Option<Field>, Error> {
    let in_file = match each_use::of_epsilon(epsilon, reading) {
        Err(error) if error.fault == Fault::OverLimit => return Err(error),
        in_file => in_file.ok(),
    };
    match (&mechanism.field, in_file) {
        (None, Some(_)) => return Ok(None),
        (Some(field), Some(alpha)) => return Ok(Some(Field { base: Some(alpha.clone()), alpha, ..field.clone() })),
        (_, None) => {}
    }
    if !has_rational_numbers(mechanism) {
        return Err(epsilon.found(
            "an ε in which this mechanism's numbers can't be written",
            "a whole multiple of the file's ε; a fraction of it beside \"constant\": {\"root_of_alpha\": k}; ln of a \
             rational; or any ε beside a table of rational numbers",
        ));
    }
    let own = Field::new(alpha, None, (1, 0), &Bounds::new(reading.limits, reading.steps));
    Ok(own.map_err(|why| refusal(epsilon, &why))?.map(|own| Field { symbol: Symbol::C, ..own }))
}

/// Whether all numbers of X are rational, as far as the file itself says them.
fn has_rational_numbers(mechanism: &Mechanism) -> bool {
    let rational = |channel: &Channel| channel.rows().is_some();
    match &mechanism.structure {
        Structure::None | Structure::Counts(_) | Structure::Gaussian(_) => true,
        Structure::Table(channel) | Structure::Product(_, channel) => rational(channel),
        Structure::Incomplete(table) => rational(&table.channel),
        Structure::Response(response) => response.noise.is_rational() && rational(&response.pair),
        Structure::Uses(parts) => parts.iter().all(|part| match &part.source {
            Source::Table(channel) => rational(channel),
            Source::Promise(promised) => promised.promise.alpha().is_rational(),
            Source::File(_) => false,
        }),
    }
}

/// Counts all that has been read once more: of the files that have claims' terms for their own one is there at a time.
fn once_more(view: &View, reading: &Reading) -> Result<(), Error> {
    let most = reading.limits.memory;
    let taken = (most as u64).saturating_sub(reading.memory.left());
    let over_limit = || {
        view.over_limit(format!(
            "a claim on terms of its own, for which the table is there twice: over {most} bytes (--limit memory=N)"
        ))
    };
    reading.memory.take(taken).ok_or_else(over_limit)
}
