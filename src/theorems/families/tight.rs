//! 000, where there is a tight-constraints mechanism: on all small graphs, on lines, transitive graphs and trees.

use super::DATABASES;
use super::elsalamouny::{file, magnitude, place, regular, small_graphs};
use crate::graph::{Edge, degrees, trees};
use crate::theorems::case::Case;
use crate::theorems::definition::{ratio, similarity, tight_constraints, utility, weighting};
use crate::theorems::file::{File, edges, equals, graph, list, people, symbolic, verdict};
use crate::theorems::random::Random;
use malachite::rational::Rational;
use serde_json::{Value, json};

fn over_graphs(low: usize, high: usize, make: fn(&str, usize, &[Edge], usize, &Rational) -> Option<Case>) -> Vec<Case> {
    let thirds = [("third", ratio(1, 3)), ("two-thirds", ratio(2, 3))];
    let of = |(k, (edges, n)): (usize, (Vec<Edge>, usize))| {
        thirds
            .iter()
            .filter_map(|(name, alpha)| make(&format!("{n}-nodes-{name}"), k, &edges, n, alpha))
            .collect::<Vec<_>>()
    };
    small_graphs(low, high).into_iter().enumerate().flat_map(of).collect()
}

fn tight(name: &str, k: usize, edges: &[Edge], n: usize, alpha: &Rational) -> Option<Case> {
    let rows = tight_constraints(edges, n, alpha)?;
    Some(file(name, k, edges, n, alpha).matrix(&rows).claim(json!("dp")).claim(json!("tight-constraints")).case())
}

pub(crate) fn tight_small() -> Vec<Case> {
    over_graphs(1, 5, tight)
}

pub(crate) fn tight_six() -> Vec<Case> {
    over_graphs(6, 6, tight)
}

fn exists(name: &str, k: usize, edges: &[Edge], n: usize, alpha: &Rational) -> Option<Case> {
    let z = weighting(edges, n, alpha)?;
    let (sum, least) = (z.iter().sum::<Rational>(), z.iter().min()?.clone());
    let file = file(name, k, edges, n, alpha).prior("flat", "uniform");
    let (verdict, per_node) = (verdict(least >= 0u32), &sum / Rational::from(n));
    let expected: [Value; 2] = if least >= 0u32 {
        [
            json!({ "sum": equals(&sum), "unique": { "equals": true }, "least": equals(&least) }),
            json!({ "sum": equals(per_node) }),
        ]
    } else {
        [json!({ "verdict": verdict, "least": equals(&least) }), json!({ "verdict": verdict })]
    };
    let [exists, regular] = expected;
    let file = file.claim(json!({ "claim": "tight-constraints-exist", "expect": exists }));
    Some(file.claim(json!({ "claim": "regular", "prior": "flat", "expect": regular })).case())
}

pub(crate) fn exists_small() -> Vec<Case> {
    over_graphs(1, 5, exists)
}

pub(crate) fn exists_six() -> Vec<Case> {
    over_graphs(6, 6, exists)
}

/// Private channels that answer with nodes: their diagonal solves Φx = 1 iff the constraints are tight.
pub(crate) fn diagonal() -> Vec<Case> {
    let mut random = Random::new(10);
    let one = |k: usize| {
        let (edges, n, alpha) = place(&mut random, 2, 4);
        let tight = tight_constraints(&edges, n, &alpha).filter(|_| k.is_multiple_of(2));
        let rows = tight.unwrap_or_else(|| random.private(&edges, n, n, &alpha));
        let phi = similarity(&edges, n, &alpha);
        let solves =
            phi.iter().all(|row| row.iter().enumerate().map(|(j, f)| f * &rows[j][j]).sum::<Rational>() == 1u32);
        // No remap of these makes them tight where they are not: they have less utility than such a mechanism.
        let corner = phi.iter().map(|row| row.iter().sum::<Rational>()).collect::<Vec<_>>();
        let total = corner.iter().sum::<Rational>();
        let prior: Vec<Rational> = corner.iter().map(|w| w / &total).collect();
        let attained = utility(&rows, &prior) == Rational::from(n) / total;
        let file = file("random", k, &edges, n, &alpha).matrix(&rows);
        (solves || !attained).then(|| {
            file.claim(json!({ "claim": "tight-constraints", "expect": { "verdict": verdict(solves) } })).case()
        })
    };
    (0..20).filter_map(one).collect()
}

pub(crate) fn optimal_on_region() -> Vec<Case> {
    let mut random = Random::new(11);
    let one = |k: usize| {
        let (edges, n, alpha) = place(&mut random, 2, 4);
        let tight = tight_constraints(&edges, n, &alpha)?;
        let full = k % 2 == 1;
        let (prior, sum) = regular(&random.distribution(n, full), &similarity(&edges, n, &alpha));
        let rows = if full { random.private(&edges, n, n, &alpha) } else { tight };
        let best = utility(&rows, &prior) == sum;
        let expected = json!({ "verdict": verdict(best), "optimum": equals(sum) });
        let file = file("random", k, &edges, n, &alpha).matrix(&rows).prior("p", list(&prior));
        let file = file.claim(json!({ "claim": "tight-constraints", "expect": { "verdict": verdict(best) } }));
        Some(file.claim(json!({ "claim": "optimal", "prior": "p", "expect": expected })).case())
    };
    (0..40).filter_map(one).collect()
}

/// Trees at an α where all z are positive: optimal and tight come together.
pub(crate) fn optimal_for_uniform() -> Vec<Case> {
    let mut random = Random::new(12);
    let one = |(k, (edges, n)): (usize, (Vec<Edge>, usize))| {
        let alpha = ratio(1, 5);
        let (sum, tight) =
            (weighting(&edges, n, &alpha)?.iter().sum::<Rational>(), tight_constraints(&edges, n, &alpha)?);
        let rows = if k % 2 == 0 { tight } else { random.private(&edges, n, n, &alpha) };
        let optimum = sum / Rational::from(n);
        let best = utility(&rows, &vec![ratio(1, n); n]) == optimum;
        let file = file("tree", k, &edges, n, &alpha).matrix(&rows).prior("flat", "uniform");
        let file = file.claim(json!({ "claim": "tight-constraints", "expect": { "verdict": verdict(best) } }));
        let expect = json!({ "verdict": verdict(best), "optimum": equals(optimum) });
        Some(file.claim(json!({ "claim": "optimal", "prior": "flat", "expect": expect })).case())
    };
    let all = (2..=5).flat_map(|n| trees(n).into_iter().flat_map(move |edges| [(edges.clone(), n), (edges, n)]));
    all.enumerate().filter_map(one).collect()
}

fn counting(sizes: std::ops::RangeInclusive<usize>) -> Vec<Case> {
    let one = |n: usize| {
        let file = File::new(format!("line-{n}"), symbolic(), graph("line", n)).family("truncated-geometric");
        let file = file.claim(json!("tight-constraints"));
        file.claim(json!({ "claim": "tight-constraints-exist", "expect": { "sum": equals(magnitude("line", n)) } }))
            .case()
    };
    sizes.map(one).collect()
}

pub(crate) fn lines() -> Vec<Case> {
    counting(1..=12)
}

pub(crate) fn long_lines() -> Vec<Case> {
    counting(13..=40)
}

fn transitive_graph(name: &str, n: usize) -> Case {
    let file = File::new(format!("{name}-{n}"), symbolic(), graph(name, n));
    file.claim(json!({ "claim": "tight-constraints-exist", "expect": { "sum": equals(magnitude(name, n)) } })).case()
}

pub(crate) fn transitive() -> Vec<Case> {
    let rings = (3..=12).map(|n| transitive_graph("cycle", n));
    let complete = (1..=12).map(|n| transitive_graph("complete", n));
    let databases = DATABASES.iter().map(|&(v, u)| {
        let sum = equals(format!("({v}/(1+({v}-1)*a))^{u}"));
        File::new(format!("hamming-{v}-{u}"), symbolic(), people(v, u))
            .claim(json!({ "claim": "tight-constraints-exist", "expect": { "sum": sum } }))
            .case()
    });
    rings.chain(complete).chain(databases).collect()
}

pub(crate) fn large_transitive() -> Vec<Case> {
    (13..=24).flat_map(|n| ["cycle", "complete"].map(|name| transitive_graph(name, n))).collect()
}

/// The largest α of the form 1/k at which a tree has z ≥ 0; 1/2 for a line.
fn largest_alpha(edges: &[Edge], n: usize) -> Rational {
    ratio(1, degrees(edges, n).into_iter().max().unwrap_or(1).max(3) - 1)
}

fn universal(sizes: std::ops::RangeInclusive<usize>) -> Vec<Case> {
    let one = |(k, (edges, n)): (usize, (Vec<Edge>, usize))| {
        let alpha = largest_alpha(&edges, n);
        let rows = tight_constraints(&edges, n, &alpha)?;
        let file = file(&format!("tree-{n}"), k, &edges, n, &alpha).matrix(&rows);
        Some(file.claim(json!("tight-constraints")).claim(json!("universally-optimal")).case())
    };
    let all = sizes.flat_map(|n| trees(n).into_iter().map(move |edges| (edges, n)));
    all.enumerate().filter_map(one).collect()
}

pub(crate) fn universal_trees() -> Vec<Case> {
    universal(2..=5)
}

pub(crate) fn universal_large_trees() -> Vec<Case> {
    universal(6..=6)
}

/// z_i = (1-(deg_i-1)α)/(1+α) on a tree.
pub(crate) fn magnitudes() -> Vec<Case> {
    let one = |(k, (tree, n)): (usize, (Vec<Edge>, usize))| {
        let degrees = degrees(&tree, n);
        let top = ratio(1, degrees.iter().max().unwrap_or(&1).max(&2) - 1);
        let z: Vec<String> = degrees.iter().map(|&d| format!("(1-({d}-1)*a)/(1+a)")).collect();
        let interval = json!({ "alpha": "symbolic", "between": ["0", top.to_string()] });
        let file = File::new(format!("tree-{n}-{k:02}"), interval, edges(n, &tree));
        file.claim(json!({ "claim": "tight-constraints-exist", "expect": { "sum": equals(z.join("+")) } })).case()
    };
    let all = (2..=7).flat_map(|n| trees(n).into_iter().map(move |edges| (edges, n)));
    let complete = (2..=6).map(|n| transitive_graph("complete", n));
    all.enumerate().map(one).chain(complete).collect()
}
