//! The graph of a problem: a family, or edges with or without lengths.

use super::numbers::Numbers;
use crate::error::Error;
use crate::json::{Value, View};
use crate::model::MOST_UNITS;
use dp_kernel::{Family, Graph, charge};
use std::collections::BTreeSet;

pub(super) fn graph(view: &View, numbers: &Numbers) -> Result<Graph, Error> {
    let limits = numbers.limits;
    let count = |key: &str, least| view.required(key)?.count(least, key);
    let nodes = |least| {
        view.only(&["family", "nodes"])?;
        count("nodes", least)
    };
    let Some(family) = view.field("family") else { return listed(view, numbers) };
    let (family, n) = match family.string("a family of graphs")? {
        "line" => (Family::Line, nodes(1)?),
        "cycle" => (Family::Cycle, nodes(3)?),
        "complete" => (Family::Complete, nodes(1)?),
        "star" => (Family::Star, nodes(1)?),
        "hamming" => {
            view.only(&["family", "values", "individuals"])?;
            let (values, individuals) = (count("values", 1)?, count("individuals", 1)?);
            (Family::Hamming { values, individuals }, power(values, individuals))
        }
        "sum" => {
            view.only(&["family", "nodes", "max"])?;
            let (n, most) = (count("nodes", 2)?, count("max", 1)?);
            if !n.saturating_sub(1).is_multiple_of(most) {
                return Err(view.unexpected("one node more than a multiple of \"max\""));
            }
            (Family::Sum { most }, n)
        }
        "counts" => {
            view.only(&["family", "individuals", "queries"])?;
            let (individuals, queries) = (count("individuals", 1)?, count("queries", 1)?);
            (Family::Counts { individuals, queries }, power(individuals.saturating_add(1), queries))
        }
        "lengths" => return listed(view, numbers),
        _ => return Err(family.unexpected("a family of graphs")),
    };
    if n > limits.nodes {
        return Err(view.over_limit(format!("more than {} nodes (--limit nodes=N)", limits.nodes)));
    }
    within(view, Graph::new(family, n), numbers)
}

/// base^exponent, or more than any limit.
fn power(base: usize, exponent: usize) -> usize {
    // Every node is read digit by digit, of which there are `exponent`.
    let fits = base > 1 || exponent <= 1_000;
    let power = u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent));
    power.filter(|_| fits).unwrap_or(usize::MAX)
}

/// A graph whose distances don't take too long.
fn within(view: &View, graph: Graph, numbers: &Numbers) -> Result<Graph, Error> {
    match numbers.meter.run(|| charge(graph.steps())) {
        Ok(()) => Ok(graph),
        Err(limit) => Err(numbers.failed(view, &limit.into())),
    }
}

/// A whole number from 1 on.
fn whole(view: &View, most: u64, what: &str) -> Result<u64, Error> {
    let Value::Number(text) = view.value() else { return Err(view.unexpected(what)) };
    text.parse().ok().filter(|n| (1..=most).contains(n)).ok_or_else(|| view.unexpected(what))
}

/// Edges [i, j] with i < j, rising; with lengths [i, j, length], in units.
fn listed(view: &View, numbers: &Numbers) -> Result<Graph, Error> {
    let is_fine = view.field("family").is_some();
    view.only(if is_fine { &["family", "nodes", "edges", "unit"] } else { &["nodes", "edges", "unit"] })?;
    let n = view.required("nodes")?.count(1, "the number of nodes")?;
    if n > numbers.limits.nodes {
        return Err(view.over_limit(format!("more than {} nodes (--limit nodes=N)", numbers.limits.nodes)));
    }
    let unit = if is_fine { Some(view.required("unit")?) } else { view.field("unit") };
    let units = "the number of units that a length of 1 is, a whole number from 1 to 10^9";
    let unit = unit.map(|unit| whole(&unit, MOST_UNITS.into(), units)).transpose()?;
    // Of each node its neighbours, and with lengths its arcs.
    let mut lists = vec![(BTreeSet::new(), Vec::new()); n];
    let mut last = None;
    let edges = view.required("edges")?;
    for edge in edges.array("an array of edges [i, j]")? {
        let expected = match unit {
            Some(_) => "an edge [i, j, length] of two nodes with i < j, after the edge before it",
            None => "an edge [i, j] of two nodes with i < j, after the edge before it",
        };
        let mut items = edge.array(expected)?;
        let ends = items.by_ref().take(2).map(|end| end.count(0, "a node")).collect::<Result<Vec<_>, _>>()?;
        let lengths = items
            .map(|length| whole(&length, u64::MAX, "a length, a whole number from 1 to below 2^64"))
            .collect::<Result<Vec<_>, _>>()?;
        let [i, j] = ends[..] else { return Err(edge.unexpected(expected)) };
        if lengths.len() != usize::from(unit.is_some()) {
            return Err(edge.unexpected(expected));
        }
        if i >= j || last >= Some([i, j]) {
            return Err(edge.unexpected(expected));
        }
        last = Some([i, j]);
        let Ok([of_i, of_j]) = lists.get_disjoint_mut([i, j]) else { return Err(edge.unexpected(expected)) };
        match lengths[..] {
            [length] => {
                of_i.1.push((j, length));
                of_j.1.push((i, length));
            }
            _ => {
                of_i.0.insert(j);
                of_j.0.insert(i);
            }
        }
    }
    let (neighbours, mut arcs): (Vec<_>, Vec<_>) = lists.into_iter().unzip();
    if let Some(unit) = unit {
        if arcs.iter().flatten().all(|(_, length)| *length == unit) {
            return Err(edges.found("lengths that all are 1", "edges without lengths, and no \"unit\""));
        }
        arcs.iter_mut().for_each(|arcs| arcs.sort_unstable());
        let graph = Graph::with_lengths(arcs, unit, is_fine).ok_or_else(|| edges.unexpected("shorter lengths"))?;
        return within(view, graph, numbers);
    }
    let lists = neighbours.into_iter().map(|set: BTreeSet<usize>| set.into_iter().collect()).collect();
    within(view, Graph::new(Family::Listed(lists), n), numbers)
}
