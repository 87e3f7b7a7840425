//! The neighbour relation in a word and its parameters.

use super::{Edges, Wrong};
use crate::construct::document::string;
use dp_verify::text::count;

/// Who is whose neighbour, as it is declared.
#[derive(Debug, Clone)]
pub enum Graph {
    /// `line`, `cycle`, `complete`, `star`, or a name that the reader will refuse.
    Named(String),
    /// The databases of so many individuals with so many values each.
    Hamming {
        /// The values of one individual.
        values: Option<usize>,
        /// The number of individuals.
        individuals: Option<usize>,
    },
    /// The sum of numbers from 0 to `max`.
    Sum {
        /// The largest number of one individual.
        max: Option<usize>,
        /// The number of individuals.
        individuals: Option<usize>,
    },
    /// Several counts of the same individuals.
    Counts {
        /// The number of counts.
        queries: Option<usize>,
        /// The number of individuals.
        individuals: Option<usize>,
    },
    /// A list of edges.
    Edges(Edges),
    /// A graph in graph6.
    Graph6(String),
}

impl Graph {
    /// Its name where who is whose neighbour follows from the order of the answers, from one end to another.
    pub fn in_order(&self) -> Option<&str> {
        match self {
            Graph::Named(name) if name == "line" => Some("line"),
            Graph::Hamming { .. } => Some("hamming"),
            Graph::Sum { .. } => Some("sum"),
            Graph::Counts { .. } => Some("counts"),
            _ => None,
        }
    }

    /// How many nodes there must be, where that is said.
    pub fn nodes(&self) -> Option<usize> {
        match *self {
            Self::Hamming { values: Some(v), individuals: Some(u) } => power(v, u),
            Self::Sum { max: Some(v), individuals: Some(u) } => u.checked_mul(v)?.checked_add(1),
            Self::Counts { queries: Some(k), individuals: Some(u) } => power(u.checked_add(1)?, k),
            _ => None,
        }
    }

    /// The `query` of a file on so many nodes.
    ///
    /// # Errors
    /// Parameters that are missing and do not follow from the number of nodes; edges of other nodes.
    pub(super) fn json(&self, nodes: usize, labels: Option<&[String]>) -> Result<String, Wrong> {
        let of = |name: &str, parameters: [(&str, usize); 2]| {
            let [(one, x), (other, y)] = parameters;
            format!("\"graph\": \"{name}\", \"{one}\": {x}, \"{other}\": {y}")
        };
        let missing = |flag: &'static str, what: &str| {
            let message = format!("missing: {what}, which {} leave open", count(nodes, "row"));
            Err(Wrong::new(flag, message))
        };
        let query = match self {
            Self::Named(name) => format!("\"graph\": {}, \"nodes\": {nodes}", string(name)),
            Self::Hamming { values, individuals } => {
                match pair(*values, *individuals, |v, u| power(v, u) == Some(nodes)) {
                    Some((v, u)) => of("hamming", [("values", v), ("individuals", u)]),
                    None => return missing("--values, --individuals", "v values of u individuals are v^u databases"),
                }
            }
            Self::Sum { max, individuals } => {
                let fits = |v: usize, u: usize| v.checked_mul(u).and_then(|top| top.checked_add(1)) == Some(nodes);
                match pair(*max, *individuals, fits) {
                    Some((v, u)) => of("sum", [("individuals", u), ("max", v)]),
                    None => return missing("--max, --individuals", "u numbers from 0 to v have sums from 0 to uv"),
                }
            }
            Self::Counts { queries, individuals } => {
                let fits = |k: usize, u: usize| u.checked_add(1).and_then(|base| power(base, k)) == Some(nodes);
                match pair(*queries, *individuals, fits) {
                    Some((k, u)) => of("counts", [("individuals", u), ("queries", k)]),
                    None => {
                        return missing("--queries, --individuals", "k counts of u individuals have (u+1)^k answers");
                    }
                }
            }
            Self::Edges(edges) => format!("\"nodes\": {nodes}, \"edges\": {}", edges.json(nodes, labels)?),
            Self::Graph6(text) => format!("\"graph6\": {}", string(text)),
        };
        let labels = labels.map(|labels| labels.iter().map(|label| string(label)).collect::<Vec<_>>().join(", "));
        let labels = labels.map(|labels| format!(", \"labels\": [{labels}]"));
        Ok(format!("{{ {query}{} }}", labels.unwrap_or_default()))
    }
}

fn power(base: usize, exponent: usize) -> Option<usize> {
    base.checked_pow(u32::try_from(exponent).ok()?)
}

/// Both parameters, where one that is missing is the only one that fits. Those that are given are taken, fit or not.
fn pair(one: Option<usize>, other: Option<usize>, fits: impl Fn(usize, usize) -> bool) -> Option<(usize, usize)> {
    /// More than there may be nodes.
    const MOST: usize = 100_000;
    let only = |mut found: Box<dyn Iterator<Item = (usize, usize)> + '_>| {
        let first = found.next()?;
        found.next().is_none().then_some(first)
    };
    match (one, other) {
        (Some(x), Some(y)) => Some((x, y)),
        (Some(x), None) => only(Box::new((1..=MOST).map(move |y| (x, y)).filter(|&(x, y)| fits(x, y)))),
        (None, Some(y)) => only(Box::new((1..=MOST).map(move |x| (x, y)).filter(|&(x, y)| fits(x, y)))),
        (None, None) => None,
    }
}
