//! A claim on its own terms: about other neighbours, another ε or another δ than the file's.
//!
//! It is the same claim of the file that has these in the place of its own. The nodes and X stay as they are, and so do
//! the file's `a` and `b` in which X is written.

use super::each_use;
use super::function::refusal;
use super::privacy::{read_delta, read_epsilon};
use super::query::{arcs, edges, of_nodes};
use super::reading::Reading;
use super::{
    Bound, Channel, Claim, Claimed, Declared, Expect, Expected, Gain, Kind, Mechanism, Privacy, Query, Source,
    Structure,
};
use crate::alpha::{Alpha, Bounds, Field, Symbol};
use crate::error::{Error, Fault};
use crate::json::{Value, View, shorten};
use crate::limits::{Budget, Limits};
use crate::number::{Rational, short};
use crate::object::{add, object};
use crate::text::named;
use dp_kernel::Graph;
use serde_json::json;
use std::collections::HashMap;
use std::fmt;

/// The neighbours, the ε and the δ that a claim states for itself, as it writes them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Terms {
    /// Who are neighbours.
    pub graph: Option<Neighbours>,
    /// ε, as the claim writes it.
    pub epsilon: Option<String>,
    /// δ.
    pub delta: Option<Rational>,
}

/// Who are neighbours.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Neighbours {
    /// A graph by its name, on the file's nodes.
    Named(String),
    /// Those of these pairs; directed: in that order alone.
    Edges {
        /// The pairs.
        edges: Vec<[usize; 2]>,
        /// Whether they are arcs.
        directed: bool,
    },
}

/// The claims that a file makes on the same terms, and the file that has these for its own.
#[derive(Debug, Clone)]
pub struct OnTerms {
    /// The terms.
    pub terms: Terms,
    /// The claims, with their terms.
    pub claims: Vec<Claimed>,
    graph: Option<Graph>,
    privacy: Privacy,
    field: Option<Field>,
}

/// What a claim of a kind may state for itself.
pub(super) fn keys(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Dp | Kind::GroupPrivacy | Kind::NotRefuted | Kind::PrivateBySample => &["graph", "epsilon"],
        Kind::ApproximateDp => &["graph", "epsilon", "delta"],
        Kind::RenyiDp | Kind::BoundedRange | Kind::Zcdp => &["graph"],
        _ => &[],
    }
}

impl Terms {
    /// The terms of a claim; `None` where it has none of its own.
    pub(super) fn read(
        view: &View,
        (kind, adaptive): (Kind, bool),
        (limits, steps): (&Limits, &Budget),
    ) -> Result<Option<Self>, Error> {
        let own = |key: &str| view.field(key).filter(|_| keys(kind).contains(&key));
        let graph = own("graph").map(|view| Neighbours::read(&view)).transpose()?;
        let epsilon = match own("epsilon") {
            Some(epsilon) => match epsilon.value() {
                Value::Number(text) => Some((*text).to_owned()),
                _ => Some(epsilon.string("an ε: \"1/2\", \"ln(3)\"")?.trim().to_owned()),
            },
            None => None,
        };
        if let (Some(Neighbours::Edges { directed: true, .. }), true) = (&graph, kind == Kind::BoundedRange || adaptive)
        {
            let message = "arcs in one order alone, of a claim that is about both orders";
            return Err(view.required("graph")?.error(message).expecting("edges that are not \"directed\""));
        }
        let delta = own("delta").map(|view| read_delta(&view, limits, steps)).transpose()?;
        let terms = Self { graph, epsilon, delta };
        Ok(Some(terms).filter(|terms| terms.graph.is_some() || terms.epsilon.is_some() || terms.delta.is_some()))
    }
}

impl Terms {
    /// As a claim writes them.
    pub fn json(&self) -> serde_json::Map<String, serde_json::Value> {
        let mut all = serde_json::Map::new();
        match &self.graph {
            Some(Neighbours::Named(name)) => add(&mut all, "graph", name.as_str().into()),
            Some(Neighbours::Edges { edges, directed }) => {
                let mut graph = object("edges", json!(edges));
                if *directed {
                    add(&mut graph, "directed", true.into());
                }
                add(&mut all, "graph", graph.into());
            }
            None => {}
        }
        if let Some(epsilon) = &self.epsilon {
            add(&mut all, "epsilon", epsilon.as_str().into());
        }
        if let Some(delta) = &self.delta {
            add(&mut all, "delta", delta.to_string().into());
        }
        all
    }
}

impl Neighbours {
    fn read(view: &View) -> Result<Self, Error> {
        let expected = "\"line\", \"cycle\", \"complete\" or \"star\" on the file's nodes, or {\"edges\": [[0, 1], …]}";
        if let Value::String(_) = view.value() {
            return Ok(Neighbours::Named(view.string(expected)?.to_owned()));
        }
        view.is_object(expected)?;
        view.only(&["edges", "directed"])?;
        let directed = view.field("directed").map_or(Ok(false), |view| view.bool())?;
        let list = view.required("edges")?;
        let pair = |edge: View| {
            let ends =
                edge.array("an edge [i, j]")?.map(|end| end.count(0, "a node")).collect::<Result<Vec<_>, _>>()?;
            <[usize; 2]>::try_from(ends)
                .map_err(|_| edge.unexpected("an edge [i, j]: a claim's own edges have no lengths"))
        };
        let edges = list.array("an array of edges [i, j]")?.map(pair).collect::<Result<_, _>>()?;
        Ok(Neighbours::Edges { edges, directed })
    }

    fn graph(&self, view: &View, nodes: usize) -> Result<Graph, Error> {
        match self {
            Neighbours::Named(_) => of_nodes(view, nodes),
            Neighbours::Edges { directed: true, .. } => arcs(&view.required("edges")?, nodes),
            Neighbours::Edges { directed: false, .. } => edges(&view.required("edges")?, nodes, None),
        }
    }
}

impl OnTerms {
    /// The file on these terms, those of a claim at this place.
    pub(super) fn new(terms: &Terms, view: &View, mechanism: &Mechanism, reading: &Reading) -> Result<Self, Error> {
        let wrong = |key: &str, message: &str, expected: &str| {
            Err(view.field(key).unwrap_or(*view).error(message).expecting(expected))
        };
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
            Some(_) if mechanism.large_product().is_some() || mechanism.response().is_some() => {
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
                (Privacy { alpha, delta, declared }, field)
            }
        };
        Ok(Self { terms: terms.clone(), claims: Vec::new(), graph, privacy, field })
    }

    /// Whether the numbers of its statements are in a t of their own.
    pub fn has_own_t(&self) -> bool {
        self.field.as_ref().is_some_and(|field| field.symbol == Symbol::C)
    }

    /// Refuses an expectation in the file's `a` or `b` where the claim's numbers are in another t.
    pub(super) fn can_expect(&self, expect: &Expect, view: &View) -> Result<(), Error> {
        let bounds = expect.bounds.iter().map(|(_, bound)| match bound {
            Bound::Equals(x) | Bound::AtLeast(x) | Bound::AtMost(x) => x,
        });
        let in_t = |x: &Expected| matches!(x, Expected::Number(x) if !x.is_rational());
        if self.has_own_t() && bounds.into_iter().any(in_t) {
            let message = "an expectation in the file's `a` or `b` of a claim that has an ε of its own";
            return Err(view.field("expect").unwrap_or(*view).error(message).expecting("rational numbers"));
        }
        Ok(())
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

impl Mechanism {
    /// Whether some of its claims are on these terms.
    pub fn is_on(&self, terms: &Terms) -> bool {
        self.on_terms.iter().any(|known| known.terms == *terms)
    }
}

impl Claim {
    /// The same claim of the file that has its terms for its own.
    #[must_use]
    pub fn plainly(&self) -> Self {
        Self { on: None, ..self.clone() }
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
        return Err(epsilon.error("an ε in whose terms this mechanism is not written").expecting(
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
        Structure::None | Structure::Counts(_) => true,
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

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let graph = self.graph.as_ref().map(ToString::to_string);
        let epsilon = self.epsilon.as_ref().map(|epsilon| format!("ε = {}", shorten(epsilon)));
        let delta = self.delta.as_ref().map(|delta| format!("δ = {}", short(delta)));
        f.write_str(&graph.into_iter().chain(epsilon).chain(delta).collect::<Vec<_>>().join(", "))
    }
}

/// So many edges are told.
const TOLD: usize = 4;

impl fmt::Display for Neighbours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Neighbours::Named(name) => write!(f, "graph {}", named(name)),
            Neighbours::Edges { edges, directed } => {
                let (thing, between) = if *directed { ("arc", "→") } else { ("edge", "–") };
                let told =
                    edges.iter().take(TOLD).map(|[i, h]| format!("{i} {between} {h}")).collect::<Vec<_>>().join(", ");
                match edges.len() {
                    n if n <= TOLD => write!(f, "{thing}{} {told}", if n == 1 { "" } else { "s" }),
                    n => write!(f, "{n} {thing}s {told}, …"),
                }
            }
        }
    }
}
