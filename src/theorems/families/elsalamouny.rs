//! 000: ElSalamouny, Chatzikokolakis, Palamidessi, *A differentially private mechanism of optimal utility for a region
//! of priors*.

use super::DATABASES;
use crate::graph::{Edge, connected, degrees, hamming, trees};
use crate::theorems::case::Case;
use crate::theorems::definition::{
    Matrix, is_private, is_private_by_distance, ratio, similarity, solve, tight_constraints, times, utility, weighting,
};
use crate::theorems::file::{File, at_most, edges, equals, graph, list, people, symbolic, verdict};
use crate::theorems::random::Random;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;
use serde_json::{Value, json};

/// A random connected graph of `low` to `high` nodes and α.
fn place(random: &mut Random, low: usize, high: usize) -> (Vec<Edge>, usize, Rational) {
    let n = random.between(low, high);
    let alpha = random.alpha();
    (random.connected(n), n, alpha)
}

fn file(name: &str, k: usize, edges: &[Edge], n: usize, alpha: &Rational) -> File {
    File::new(format!("{name}-{k:02}"), alpha.to_string(), self::edges(n, edges))
}

/// A prior that y represents: yΦ over its sum, with y scaled alike.
fn regular(y: &[Rational], phi: &Matrix) -> (Vec<Rational>, Rational) {
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
fn magnitude(name: &str, n: usize) -> String {
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
fn small_graphs(low: usize, high: usize) -> Vec<(Vec<Edge>, usize)> {
    (low..=high).flat_map(|n| connected(n).into_iter().map(move |edges| (edges, n))).collect()
}

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
