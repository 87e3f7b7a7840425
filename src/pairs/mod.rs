//! Ordered pairs of nodes whose rows are to be told apart: by the outputs of a table, or by those of all uses of a
//! composition.

mod hull;
mod least;
mod row;
mod uses;

use crate::decide::first_fault;
use crate::effort::spend;
use dp_kernel::Vector;
use dp_verify::model::{Mechanism, Source};
use dp_verify::report::named;
pub(crate) use hull::{Edges, Point, hull};
pub(crate) use least::least;
use malachite::Integer;
use malachite::base::num::basic::traits::One;
pub(crate) use row::Row;
use std::collections::HashMap;
use uses::{Many, Part};

/// Two nodes in order, and the places of their rows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) nodes: [usize; 2],
    pub(crate) rows: [usize; 2],
}

/// The rows of a part of a composition.
enum Table {
    /// One for each node.
    Rows(Vec<Row>),
    /// The two of any two neighbours.
    Promise(Vec<Row>),
}

impl Table {
    fn pair(&self, [i, h]: [usize; 2]) -> [&Row; 2] {
        match self {
            Table::Rows(rows) => [&rows[i], &rows[h]],
            Table::Promise(rows) => [&rows[0], &rows[1]],
        }
    }
}

/// Pairs in the order of their nodes, and their rows: of a composition the outputs of one likelihood ratio put
/// together, and only the first of those pairs that are told apart alike.
#[derive(Debug)]
pub(crate) struct Pairs {
    pub(crate) rows: Vec<Row>,
    pub(crate) all: Vec<Pair>,
}

impl Pairs {
    /// The rows of two nodes, or of all pairs of neighbours, for `what` is to be printed of them.
    ///
    /// # Errors
    /// A sentence: irrational entries, a row that is not a distribution, or uses of too many outputs.
    pub(crate) fn of(mechanism: &Mechanism, pair: Option<[usize; 2]>, what: &str) -> Result<Self, String> {
        let thing = if mechanism.parts().is_empty() { "" } else { " of the composition" };
        if let Some(i) = first_fault(mechanism) {
            let node = named(&mechanism.node(i));
            let which = if thing.is_empty() { "" } else { " of a part of the composition" };
            return Err(format!("row {node}{which} is not a distribution: certify tells by how much"));
        }
        let rows = |table: Option<&[Vector]>| {
            let irrational = || {
                format!(
                    "some entries{thing} are irrational: {what} is computed of rational ones; \
                     the claim \"approximate-dp\" decides any at the file's own α"
                )
            };
            Ok::<_, String>(table.ok_or_else(irrational)?.iter().map(Row::of).collect::<Vec<_>>())
        };
        let graph = &mechanism.query.graph;
        if mechanism.promises() > 0 && pair.is_some_and(|[i, h]| graph.length(i, h).is_none()) {
            return Err(
                "of a part only a promise is known, which is about neighbours alone: name two of these".to_owned()
            );
        }
        let nodes: Vec<[usize; 2]> = match pair {
            Some(pair) => vec![pair],
            None => (0..graph.nodes()).flat_map(|i| graph.neighbours(i).into_iter().map(move |h| [i, h])).collect(),
        };
        if let Some(channel) = mechanism.channel() {
            let all = nodes.into_iter().map(|nodes| Pair { nodes, rows: nodes }).collect();
            return Ok(Self { rows: rows(channel.rows())?, all });
        }
        let mut parts = Vec::with_capacity(mechanism.parts().len());
        for part in mechanism.parts() {
            let table = match &part.source {
                // Whichever neighbours, these two.
                Source::Promise(of) => {
                    Table::Promise(rows(Some(of.promise.rows()).filter(|rows| rows.iter().all(Vector::is_rational)))?)
                }
                _ => {
                    let unread = "the file of a part of the composition has not been read";
                    Table::Rows(rows(mechanism.part_channel(part).ok_or(unread)?.rows())?)
                }
            };
            parts.push((table, part.times));
        }
        Self::of_uses(&parts, &nodes).map_err(|Many { pair: [i, h] }| {
            let [i, h] = [i, h].map(|node| named(&mechanism.node(node)));
            format!(
                "the composition has too many outputs for {what}: answers {i} and {h} alone have more than {} different \
                 likelihood ratios, or numbers of more than {} bits in all; the claim \"approximate-dp\" has the least δ at an ε \
                 of your own: certify it with --epsilon E --no-certificate, or --alpha 1/λ",
                uses::MOST,
                uses::MOST_BITS
            )
        })
    }

    /// Pairs of rows of all uses of these tables.
    fn of_uses(parts: &[(Table, usize)], nodes: &[[usize; 2]]) -> Result<Self, Many> {
        let (mut rows, mut all) = (Vec::new(), Vec::new());
        let mut bits = 0;
        let mut known: HashMap<Vec<Part>, [usize; 2]> = HashMap::new();
        for &[i, h] in nodes {
            spend(64);
            let alike: Vec<Part> = parts.iter().map(|(of, k)| Part::of(of.pair([i, h]), *k)).collect();
            if known.contains_key(&alike) {
                continue;
            }
            let turned: Vec<Part> = alike.iter().map(Part::turned).collect();
            let places = match known.get(&turned) {
                Some(&[x, y]) => [y, x],
                None => {
                    let both = uses::together(&alike).ok_or(Many { pair: [i, h] })?;
                    bits += both.iter().map(uses::bits).sum::<u64>();
                    if bits > uses::MOST_BITS_OF_ALL {
                        return Err(Many { pair: [i, h] });
                    }
                    rows.extend(both);
                    [rows.len() - 2, rows.len() - 1]
                }
            };
            known.insert(alike, places);
            all.push(Pair { nodes: [i, h], rows: places });
        }
        // Something for the empty set of outputs to stand over, where no node has a neighbour.
        if rows.is_empty() {
            rows.push(Row { denominator: Integer::ONE, numerators: vec![Integer::ONE] });
        }
        Ok(Self { rows, all })
    }
}
