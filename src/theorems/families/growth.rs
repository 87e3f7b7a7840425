//! 000: what grows with ε and what does not: the set where tight constraints exist, and the region of regular priors.

use crate::graph::{Edge, complete, connected, degrees, distances, hamming, line, ring, trees};
use crate::theorems::case::Case;
use crate::theorems::definition::{power, ratio};
use crate::theorems::file::{File, edges, list, symbolic, verdict};
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;
use serde_json::{Value, json};

/// For the connected graphs of one to five nodes, in their order here: the polynomial, from the constant up, with one
/// root x in (0, 1), where tight constraints exist for α in (0, x]; none where they exist throughout. Found apart from
/// this program, as the least zero of a numerator or denominator of z.
const ENDS: [&[i64]; 31] = [
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[-1, 2],
    &[-1, 0, 2],
    &[],
    &[],
    &[],
    &[],
    &[-1, 1, 1],
    &[-1, 2],
    &[-1, 0, 2],
    &[-1, 2],
    &[],
    &[-1, 0, 2],
    &[],
    &[-1, 0, 2],
    &[-1, 3],
    &[-1, 2],
    &[],
    &[-1, 1, 4],
    &[-1, 1, 1],
    &[1, -1, -3, 1],
    &[-1, 0, 3],
    &[-1, 2],
    &[-1, 0, 2],
    &[],
    &[],
];

/// One interval from 0 on for each connected graph of at most five nodes.
pub(crate) fn one_interval() -> Vec<Case> {
    let all = (1..=5).flat_map(|n| connected(n).into_iter().map(move |edges| (edges, n)));
    all.zip(ENDS).enumerate().map(|(k, ((graph, n), end))| up_to(format!("{n}-nodes-{k:02}"), &graph, n, end)).collect()
}

fn up_to(name: String, graph: &[Edge], n: usize, end: &[i64]) -> Case {
    let high = match end {
        [] => json!("1"),
        [c, d] => json!(format!("{}/{d}", -c)),
        root => json!({ "root_of": list(root), "between": ["0", "1"] }),
    };
    let expect = json!({ "set": { "equals": [["0", high]] } });
    File::new(name, "1/5", edges(n, graph)).claim(json!({ "claim": "threshold", "expect": expect })).case()
}

/// For each node i the prior proportional to row i of nΦ + (1-α)Φ', Φ' = dΦ/dα, at a symbolic α.
///
/// It is regular iff row i of Φ'Φ^-1 is ≥ 0 off the diagonal (and n makes up for what is on it). If that holds for all
/// i and α, M(α) = Φ(α)Φ(β)^-1 has M' = (Φ'Φ^-1)M and M(β) = 1, so that M ≥ 0 for α ≥ β: the corners at α are regular
/// at every β ≤ α. If it fails at an α for some i, a corner a little above α is not regular at α.
fn inward(name: String, alpha: Value, graph: &[Edge], n: usize) -> File {
    let mut file = File::new(name, alpha, edges(n, graph));
    for (i, row) in distances(graph, n).iter().enumerate() {
        let entry = |&d: &usize| match d {
            0 => n.to_string(),
            d => format!("{n}*a^{d}+{d}*(1-a)*a^{}", d - 1),
        };
        let entries: Vec<String> = row.iter().map(entry).collect();
        let total = entries.join("+");
        let prior: Vec<String> = entries.iter().map(|x| format!("({x})/({total})")).collect();
        let name = format!("inward {i}");
        file = file.prior(&name, list(&prior)).claim(json!({ "claim": "regular", "prior": name }));
    }
    file
}

/// Graphs whose region grows with ε at every α; of three nodes or fewer there are no others.
pub(crate) fn growing() -> Vec<Case> {
    let lines = (1..=6).map(|n| ("line", line(n), n));
    let complete = (3..=6).map(|n| ("complete", complete(n), n));
    let rings = [4, 5].map(|n| ("cycle", ring(n), n));
    let databases = [("bits", hamming(2, 3), 8), ("three-values", hamming(3, 2), 9)];
    let one = |(name, graph, n): (&str, Vec<Edge>, usize)| {
        inward(format!("{name}-{n}"), symbolic(), &graph, n)
            .claim(json!({ "claim": "tight-constraints-exist", "expect": { "unique": { "equals": true } } }))
            .case()
    };
    lines.chain(complete).chain(rings).chain(databases).map(one).collect()
}

/// Trees: the region grows with ε where α² ≤ 1/(D-1), D the largest degree, and nowhere else.
///
/// Φ^-1 is 1/(1-α²) times (1+(deg_j-1)α²) on the diagonal and -α on edges, and det Φ = (1-α²)^(n-1). So for i ≠ j at
/// distance d, (Φ'Φ^-1)_ij = α^(d-1)·(1-(deg_j-1)α²)/(1-α²).
pub(crate) fn growing_trees() -> Vec<Case> {
    // A rational below 1/√(D-1) or equal to it, and one above.
    let around = |degree: usize| match degree {
        3 => Some((ratio(7, 10), ratio(71, 100))),
        4 => Some((ratio(4, 7), ratio(29, 50))),
        5 => Some((ratio(1, 2), ratio(51, 100))),
        _ => None,
    };
    let one = |(k, (tree, n)): (usize, (Vec<Edge>, usize))| {
        let degrees = degrees(&tree, n);
        let largest = degrees.iter().max().copied().unwrap_or(0);
        let Some((below, above)) = around(largest) else { return Vec::new() };
        let interval = json!({ "alpha": "symbolic", "between": ["0", below.to_string()] });
        vec![
            inward(format!("tree-{k:02}-below"), interval, &tree, n).case(),
            outward(format!("tree-{k:02}-above"), &above, &tree, &degrees, largest).case(),
        ]
    };
    let all = (4..=6).flat_map(|n| trees(n).into_iter().map(move |tree| (tree, n)));
    all.enumerate().flat_map(one).collect()
}

/// At one α: the same priors, of which those of a node i other than all nodes j of this degree are not regular.
fn outward(name: String, alpha: &Rational, graph: &[Edge], degrees: &[usize], degree: usize) -> File {
    let n = degrees.len();
    let mut file = File::new(name, alpha.to_string(), edges(n, graph));
    for (i, row) in distances(graph, n).iter().enumerate() {
        let slope = |d: usize| ratio(d, 1) * (Rational::ONE - alpha) * power(alpha, d.saturating_sub(1));
        let entries: Vec<Rational> = row.iter().map(|&d| ratio(n, 1) * power(alpha, d) + slope(d)).collect();
        let total: Rational = entries.iter().sum();
        let prior: Vec<Rational> = entries.iter().map(|x| x / &total).collect();
        let fails = (0..n).any(|j| j != i && degrees[j] == degree);
        let (name, verdict) = (format!("inward {i}"), verdict(!fails));
        file = file.prior(&name, list(&prior));
        file = file.claim(json!({ "claim": "regular", "prior": name, "expect": { "verdict": verdict } }));
    }
    file
}
