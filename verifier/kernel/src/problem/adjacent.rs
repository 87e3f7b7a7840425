//! Whether a graph is one.

use crate::failure::{Failure, Flaw, ensure};
use crate::graph::{Family, Graph};
use dp_number::meter::{charge, steps};

/// The steps of looking at an edge.
const OF_AN_EDGE: u64 = 32;

/// That a family has so many nodes, and a list edges in both directions, or arcs, each once, of positive lengths, and
/// no path too long.
pub(super) fn is_graph(graph: &Graph) -> Result<(), Failure> {
    let n = graph.nodes();
    // Every node is read digit by digit.
    let power = |base: usize, exponent: usize| {
        let exponent = u32::try_from(exponent).ok().filter(|exponent| base > 1 || *exponent <= 1_000);
        exponent.and_then(|exponent| base.checked_pow(exponent))
    };
    let fits = match graph.family() {
        Family::Line | Family::Complete | Family::Star => true,
        Family::Cycle => n > 2,
        Family::Hamming { values, individuals } => *individuals > 0 && power(*values, *individuals) == Some(n),
        Family::Sum { most } => *most > 0 && n.saturating_sub(1).is_multiple_of(*most),
        Family::Counts { individuals, queries } => {
            *individuals > 0 && *queries > 0 && power(individuals.saturating_add(1), *queries) == Some(n)
        }
        Family::Listed(lists) => lists.len() == n && are_edges(lists, |j| (*j, 1))?,
        Family::Directed(lists) => lists.len() == n && are_arcs(lists)?,
        Family::Lengths { arcs, unit, fine } => {
            let longest = arcs.iter().flatten().map(|(_, length)| *length).max().unwrap_or(0);
            arcs.len() == n && Graph::has_room(longest, n, *fine) && *unit > 0 && are_edges(arcs, |arc| *arc)?
        }
    };
    ensure(n > 0 && fits, || Flaw::Graph)
}

/// Whether each list rises and has other nodes. Cost: a look at each arc.
fn are_arcs(lists: &[Vec<usize>]) -> Result<bool, Failure> {
    for (i, list) in lists.iter().enumerate() {
        charge(steps(OF_AN_EDGE, (list.len() as u64).saturating_add(1), 1))?;
        if !list.is_sorted_by(|h, next| h < next) || list.iter().any(|&h| h == i || h >= lists.len()) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether each list rises and has, of other nodes, those whose lists have its own, with one length > 0. Cost: a search
/// for each edge.
fn are_edges<T>(lists: &[Vec<T>], arc: impl Fn(&T) -> (usize, u64)) -> Result<bool, Failure> {
    for (i, list) in lists.iter().enumerate() {
        charge(steps(OF_AN_EDGE, (list.len() as u64).saturating_add(1), 1))?;
        let is_mutual = |own: &T| {
            let (h, length) = arc(own);
            let back = |other: &Vec<T>| {
                let place = other.binary_search_by_key(&i, |back| arc(back).0).ok()?;
                Some(arc(other.get(place)?).1)
            };
            h != i && length > 0 && lists.get(h).and_then(back) == Some(length)
        };
        if !list.is_sorted_by(|x, next| arc(x).0 < arc(next).0) || !list.iter().all(is_mutual) {
            return Ok(false);
        }
    }
    Ok(true)
}
