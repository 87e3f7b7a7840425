//! What is unlike the rest in a graph that is given by its edges: what whoever reads the first three of many would
//! miss.

use super::neighbours::{FIRST, NAMED, Neighbours};
use dp_file::text::count;

/// A sentence each on nodes without neighbours, on parts that no path joins, and on the longest edges.
pub(super) fn told(of: &Neighbours) -> Vec<String> {
    [alone(of), components(of), longest(of)].into_iter().flatten().collect()
}

/// `2 nodes have no neighbours: 7 and 9`.
fn alone(of: &Neighbours) -> Option<String> {
    let graph = &of.graph;
    let alone: Vec<usize> = (0..graph.nodes()).filter(|&i| graph.arcs(i).is_empty()).collect();
    let mut names: Vec<String> = alone.iter().take(FIRST).map(|&i| of.name(i)).collect();
    if alone.len() > FIRST {
        names.push(format!("… ({} more)", alone.len().saturating_sub(FIRST)));
    }
    match alone.len() {
        0 => None,
        1 => Some(format!("{} has no neighbour", names.join(""))),
        all => Some(format!("{all} nodes have no neighbours: {}", names.join(", "))),
    }
}

/// `it falls into 3 parts with no path between them`, where that is not by nodes alone.
fn components(of: &Neighbours) -> Option<String> {
    let graph = &of.graph;
    let n = graph.nodes();
    let mut seen = vec![false; n];
    let (mut parts, mut alone) = (0usize, 0usize);
    for start in 0..n {
        if seen.get(start).copied().unwrap_or(true) {
            continue;
        }
        parts = parts.saturating_add(1);
        let mut open = vec![start];
        let mut size = 0usize;
        while let Some(i) = open.pop() {
            match seen.get_mut(i) {
                Some(known) if !*known => *known = true,
                _ => continue,
            }
            size = size.saturating_add(1);
            open.extend(graph.arcs(i).into_iter().map(|(h, _)| h));
        }
        alone = alone.saturating_add(usize::from(size == 1));
    }
    let joined = parts.saturating_sub(alone);
    (joined > 1).then(|| format!("it has {} with no path between them", count(parts, "part")))
}

/// `the longest edge is 3 – 9: 17`, where not all edges are told and they have several lengths.
fn longest(of: &Neighbours) -> Option<String> {
    if !of.graph.has_lengths() {
        return None;
    }
    let (mut longest, mut shortest, mut as_long, mut all) = (None, u64::MAX, 0usize, 0usize);
    for (i, h, length) in of.edges() {
        all = all.saturating_add(1);
        shortest = shortest.min(length);
        match longest {
            Some((_, _, most)) if length < most => {}
            Some((_, _, most)) if length == most => as_long = as_long.saturating_add(1),
            _ => (longest, as_long) = (Some((i, h, length)), 1),
        }
    }
    let (i, h, length) = longest.filter(|(_, _, most)| all > NAMED && *most > shortest)?;
    let edge = of.edge_in_words(i, h, length);
    Some(match as_long {
        1 => format!("the longest edge is {edge}"),
        several => format!("{several} edges are the longest, such as {edge}"),
    })
}
