//! 000: ElSalamouny, Chatzikokolakis, Palamidessi, *A differentially private mechanism of optimal utility for a region
//! of priors*.

use super::DATABASES;
pub(crate) use super::tight::{
    diagonal, exists_six, exists_small, large_transitive, lines, long_lines, magnitudes, optimal_for_uniform,
    optimal_on_region, tight_six, tight_small, transitive, universal_large_trees, universal_trees,
};
use crate::graph::{Edge, connected, hamming};
use crate::theorems::case::Case;
use crate::theorems::definition::{
    Matrix, is_private, is_private_by_distance, ratio, similarity, solve, tight_constraints, times, utility, weighting,
};
use crate::theorems::file::{File, at_most, edges, equals, graph, list, people, symbolic, verdict};
use crate::theorems::random::Random;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;
use serde_json::json;

/// A random connected graph of `low` to `high` nodes and α.
pub(super) fn place(random: &mut Random, low: usize, high: usize) -> (Vec<Edge>, usize, Rational) {
    let n = random.between(low, high);
    let alpha = random.alpha();
    (random.connected(n), n, alpha)
}

pub(super) fn file(name: &str, k: usize, edges: &[Edge], n: usize, alpha: &Rational) -> File {
    File::new(format!("{name}-{k:02}"), alpha.to_string(), self::edges(n, edges))
}

/// A prior that y represents: yΦ over its sum, with y scaled alike.
pub(super) fn regular(y: &[Rational], phi: &Matrix) -> (Vec<Rational>, Rational) {
    let prior = times(y, phi);
    let total: Rational = prior.iter().sum();
    let sum: Rational = y.iter().sum();
    (prior.iter().map(|x| x / &total).collect(), sum / total)
}

fn largest(prior: &[Rational]) -> Rational {
    prior.iter().max().cloned().unwrap_or(Rational::ONE)
}

pub(crate) fn adjacent_answers() -> Vec<Case> {
    let mut random = Random::new(1);
    let one = |k: usize| {
        let mut seen: Vec<usize> = Vec::new();
        let answers: Vec<usize> = (0..8).map(|_| random.between(0, 3)).collect();
        answers.iter().for_each(|a| {
            if !seen.contains(a) {
                seen.push(*a)
            }
        });
        let nodes: Vec<usize> = answers.iter().map(|a| seen.iter().position(|b| a == b).unwrap_or(0)).collect();
        let alpha = random.alpha();
        let adjacent: Vec<Edge> =
            hamming(2, 3).iter().map(|&[i, h]| [nodes[i], nodes[h]]).filter(|[i, h]| i != h).collect();
        let rows = match k % 4 {
            0 => random.rows(seen.len(), 3),
            _ => random.private(&adjacent, seen.len(), 3, &alpha),
        };
        let on_databases: Matrix = nodes.iter().map(|&node| rows[node].clone()).collect();
        let private = is_private(&on_databases, &hamming(2, 3), &alpha);
        let texts: Vec<String> = answers.iter().map(ToString::to_string).collect();
        let query = json!({ "databases": { "values": 2, "individuals": 3 }, "answers": texts });
        let claim = json!({ "claim": "dp", "expect": { "verdict": verdict(private) } });
        File::new(format!("random-{k:02}"), alpha.to_string(), query).matrix(&rows).claim(claim).case()
    };
    (0..20).map(one).collect()
}

pub(crate) fn by_distance() -> Vec<Case> {
    let mut random = Random::new(2);
    let one = |k: usize| {
        let (edges, n, alpha) = place(&mut random, 2, 5);
        let rows = if !k.is_multiple_of(3) { random.private(&edges, n, 3, &alpha) } else { random.rows(n, 2) };
        let private = is_private_by_distance(&rows, &edges, &alpha);
        file("random", k, &edges, n, &alpha)
            .matrix(&rows)
            .claim(json!({ "claim": "dp", "expect": { "verdict": verdict(private) } }))
            .case()
    };
    (0..30).map(one).collect()
}

/// The one column is the prior, so that `dp` states its ratios.
pub(crate) fn regular_ratios() -> Vec<Case> {
    let mut random = Random::new(3);
    let one = |k: usize| {
        let (edges, n, alpha) = place(&mut random, 2, 5);
        let (prior, sum) = regular(&random.distribution(n, false), &similarity(&edges, n, &alpha));
        let column: Matrix = prior.iter().map(|p| vec![p.clone()]).collect();
        let file = file("random", k, &edges, n, &alpha).matrix(&column).prior("p", list(&prior));
        let file = file.claim(json!({ "claim": "stochastic", "expect": { "verdict": "fails" } })).claim(json!("dp"));
        file.claim(json!({ "claim": "regular", "prior": "p", "expect": { "sum": equals(sum) } })).case()
    };
    (0..20).map(one).collect()
}

pub(crate) fn corners() -> Vec<Case> {
    let one = |(name, n): (&str, usize)| {
        let mut file = File::new(format!("{name}-{n}"), symbolic(), graph(name, n));
        for i in 0..n {
            let distance = |j: usize| if name == "line" { i.abs_diff(j) } else { usize::from(i != j) };
            let row: Vec<String> = (0..n).map(|j| format!("a^{}", distance(j))).collect();
            let total = row.join("+");
            let prior: Vec<String> = row.iter().map(|x| format!("{x}/({total})")).collect();
            let corner = format!("corner {i}");
            file = file.prior(&corner, list(&prior));
            file = file.claim(
                json!({ "claim": "regular", "prior": corner, "expect": { "sum": equals(format!("1/({total})")) } }),
            );
        }
        file.case()
    };
    (2..=6).flat_map(|n| [("line", n), ("complete", n)]).map(one).collect()
}

/// Mixtures of the corners, and any priors: regular iff the shares that make them of the corners are ≥ 0, wherever only
/// one set of shares does.
pub(crate) fn mixtures() -> Vec<Case> {
    let mut random = Random::new(4);
    let one = |k: usize| {
        let (edges, n, alpha) = place(&mut random, 2, 5);
        let phi = similarity(&edges, n, &alpha);
        let weights = random.distribution(n, false);
        let (prior, y) = if k < 20 {
            // The corner i is row i over its sum W_i, represented by 1/W_i at i.
            let y: Vec<_> = weights.iter().zip(&phi).map(|(c, row)| c / row.iter().sum::<Rational>()).collect();
            (times(&y, &phi), y)
        } else {
            let y = solve(&phi, &weights)?;
            (weights, y)
        };
        let file = file("random", k, &edges, n, &alpha).prior("mixture", list(&prior));
        let expect = if y.iter().all(|y| *y >= 0u32) {
            json!({ "sum": equals(y.iter().sum::<Rational>()) })
        } else {
            json!({ "verdict": "fails" })
        };
        Some(file.claim(json!({ "claim": "regular", "prior": "mixture", "expect": expect })).case())
    };
    (0..50).filter_map(one).collect()
}

/// y1 - ys, with the best remap for the prior.
pub(crate) fn slack() -> Vec<Case> {
    let mut random = Random::new(5);
    let one = |k: usize| {
        let (edges, n, alpha) = place(&mut random, 2, 5);
        let phi = similarity(&edges, n, &alpha);
        let (rows, prior) = (random.private(&edges, n, n, &alpha), random.distribution(n, false));
        let y = solve(&phi, &prior)?;
        let mut remapped = vec![Rational::from(0); n];
        let best = |o: usize| (0..n).max_by_key(|&i| &rows[i][o] * &prior[i]);
        let remap: Vec<usize> = (0..n).map(best).collect::<Option<_>>()?;
        remap.iter().enumerate().for_each(|(o, &i)| remapped[i] += &rows[i][o]);
        let slack =
            phi.iter().map(|row| Rational::ONE - row.iter().zip(&remapped).map(|(f, x)| f * x).sum::<Rational>());
        let found: Rational = y.iter().sum::<Rational>() - y.iter().zip(slack).map(|(y, s)| y * s).sum::<Rational>();
        let file = file("random", k, &edges, n, &alpha).matrix(&rows).prior("p", list(&prior));
        Some(file.claim(json!({ "claim": "utility", "prior": "p", "expect": { "utility": equals(found) } })).case())
    };
    (0..20).filter_map(one).collect()
}

pub(crate) fn bounded() -> Vec<Case> {
    let mut random = Random::new(6);
    let one = |k: usize| {
        let (edges, n, alpha) = place(&mut random, 2, 5);
        let (prior, sum) = regular(&random.distribution(n, false), &similarity(&edges, n, &alpha));
        let rows = random.private(&edges, n, n, &alpha);
        let file = file("random", k, &edges, n, &alpha).matrix(&rows).prior("p", list(&prior));
        let most = json!({ "at_most": sum.to_string(), "at_least": largest(&prior).to_string() });
        let file = file.claim(json!({ "claim": "utility", "prior": "p", "expect": { "utility": most } }));
        let file = file.claim(json!({ "claim": "regular", "prior": "p", "expect": { "sum": equals(&sum) } }));
        // Where some z ≥ 0 has Φz = 1 no weights cover the prior with less.
        let bound = if tight_constraints(&edges, n, &alpha).is_some() { equals(sum) } else { at_most(sum) };
        file.claim(json!({ "claim": "utility-bound", "prior": "p", "expect": { "bound": bound } })).case()
    };
    (0..30).map(one).collect()
}

pub(crate) fn constant() -> Vec<Case> {
    let half = ratio(1, 2);
    let one = |(k, (edges, n)): (usize, (Vec<Edge>, usize))| {
        let mut file = file("constant", k, &edges, n, &half).matrix(&vec![vec!["1"]; n]);
        for (i, row) in similarity(&edges, n, &half).iter().enumerate() {
            let (prior, least) = (format!("corner {i}"), row.iter().sum::<Rational>());
            let attained = equals(Rational::ONE / least);
            file = file.prior(&prior, json!({ "corner": i }));
            file = file.claim(json!({ "claim": "utility", "prior": prior, "expect": { "utility": attained } }));
            file = file.claim(json!({ "claim": "utility-bound", "prior": prior, "expect": { "bound": attained } }));
        }
        file.claim(json!({ "claim": "tight-constraints", "expect": { "verdict": "fails" } })).case()
    };
    small_graphs(2, 4).into_iter().enumerate().map(one).collect()
}

pub(crate) fn leakage() -> Vec<Case> {
    let mut random = Random::new(7);
    let one = |k: usize| {
        let (edges, n, alpha) = place(&mut random, 2, 5);
        let (rows, prior) = (random.private(&edges, n, 4, &alpha), random.distribution(n, false));
        let gain = utility(&rows, &prior) / largest(&prior);
        let file = file("random", k, &edges, n, &alpha).matrix(&rows).prior("p", list(&prior));
        file.claim(json!({ "claim": "leakage", "prior": "p", "expect": { "multiplicative": equals(gain) } })).case()
    };
    (0..20).map(one).collect()
}

pub(crate) fn leakage_bounds() -> Vec<Case> {
    let mut random = Random::new(8);
    let one = |k: usize| {
        let (edges, n, alpha) = place(&mut random, 2, 5);
        let (prior, sum) = regular(&random.distribution(n, false), &similarity(&edges, n, &alpha));
        let bound = sum / largest(&prior);
        let bound = if tight_constraints(&edges, n, &alpha).is_some() { equals(bound) } else { at_most(bound) };
        let file = file("random", k, &edges, n, &alpha).prior("p", list(&prior));
        file.claim(json!({ "claim": "leakage-bound", "prior": "p", "expect": { "multiplicative": bound } })).case()
    };
    (0..20).map(one).collect()
}

/// Σz where it is known for every α.
pub(super) fn magnitude(name: &str, n: usize) -> String {
    match name {
        "line" => format!("({n}-({n}-2)*a)/(1+a)"),
        "complete" => format!("{n}/(1+({n}-1)*a)"),
        _ => {
            let row: Vec<String> = (0..n).map(|j| format!("a^{}", j.min(n - j))).collect();
            format!("{n}/({})", row.join("+"))
        }
    }
}

pub(crate) fn magnitude_bounds() -> Vec<Case> {
    let of = |(name, n): (&str, usize)| {
        let file = File::new(format!("{name}-{n}"), symbolic(), graph(name, n)).prior("flat", "uniform");
        let expect = json!({ "multiplicative": equals(magnitude(name, n)) });
        file.claim(json!({ "claim": "leakage-bound", "prior": "flat", "expect": expect })).case()
    };
    let named = (2..=8)
        .flat_map(|n| [("line", n), ("complete", n), ("cycle", n)])
        .filter(|(name, n)| *name != "cycle" || *n > 2);
    let mut random = Random::new(9);
    let one = |k: usize| {
        let (edges, n, alpha) = place(&mut random, 2, 5);
        let z = weighting(&edges, n, &alpha).filter(|z| z.iter().all(|z| *z >= 0u32))?;
        let most = at_most(z.iter().sum::<Rational>());
        let file = file("random", k, &edges, n, &alpha).matrix(&random.private(&edges, n, 4, &alpha));
        Some(file.claim(json!({ "claim": "capacity", "expect": { "multiplicative": most } })).case())
    };
    named.map(of).chain((0..30).filter_map(one)).collect()
}

pub(crate) fn databases() -> Vec<Case> {
    let one = |&(v, u): &(usize, usize)| {
        let file = File::new(format!("values-{v}-individuals-{u}"), symbolic(), people(v, u)).prior("flat", "uniform");
        let sum = equals(format!("1/(1+({v}-1)*a)^{u}"));
        let most = equals(format!("({v}/(1+({v}-1)*a))^{u}"));
        let file = file.family("exponential");
        let file = file.claim(json!({ "claim": "regular", "prior": "flat", "expect": { "sum": sum } }));
        let file =
            file.claim(json!({ "claim": "leakage-bound", "prior": "flat", "expect": { "multiplicative": most } }));
        file.claim(json!({ "claim": "capacity", "expect": { "multiplicative": most } })).case()
    };
    DATABASES.iter().map(one).collect()
}

/// All connected graphs of `low` to `high` nodes.
pub(super) fn small_graphs(low: usize, high: usize) -> Vec<(Vec<Edge>, usize)> {
    (low..=high).flat_map(|n| connected(n).into_iter().map(move |edges| (edges, n))).collect()
}
