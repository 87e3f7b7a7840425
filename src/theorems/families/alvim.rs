//! 001: Alvim, Andrés, Chatzikokolakis, Degano, Palamidessi, *Differential privacy: on the trade-off between utility
//! and information leakage*.

use super::DATABASES;
use crate::graph::{Edge, complete, connected, hamming, ring};
use crate::theorems::case::Case;
use crate::theorems::definition::{is_private, power, ratio, similarity, utility};
use crate::theorems::file::{File, at_most, edges, equals, graph, list, people, symbolic, verdict};
use crate::theorems::random::Random;
use crate::transform::{averaged, diagonal};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use serde_json::{Value, json};

pub(crate) fn capacities() -> Vec<Case> {
    let mut random = Random::new(101);
    let one = |k: usize| {
        let n = random.between(2, 5);
        let graph = random.connected(n);
        let (rows, prior) = (random.rows(n, 4), random.distribution(n, false));
        let maxima = utility(&rows, &vec![Rational::ONE; n]);
        let largest = prior.iter().max().cloned().unwrap_or(Rational::ONE);
        let leaked = utility(&rows, &prior) / largest;
        let file = File::new(format!("random-{k:02}"), "1/2", edges(n, &graph)).matrix(&rows).prior("p", list(&prior));
        let private = verdict(is_private(&rows, &graph, &ratio(1, 2)));
        let file = file.claim(json!({ "claim": "dp", "expect": { "verdict": private } }));
        let file = file.claim(json!({ "claim": "capacity", "expect": { "multiplicative": equals(&maxima) } }));
        let most = json!({ "equals": leaked.to_string(), "at_most": maxima.to_string() });
        file.claim(json!({ "claim": "leakage", "prior": "p", "expect": { "multiplicative": most } })).case()
    };
    (0..20).map(one).collect()
}

/// A random private channel of r outputs on a small Hamming graph, at α = 1/2 or 1/3.
fn on_databases(random: &mut Random, outputs: usize) -> (usize, usize, Rational, Vec<Vec<Rational>>) {
    let (v, u) = random.one_of(&[(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (4, 1)]);
    let alpha = ratio(1, random.between(2, 3));
    let graph = hamming(v, u);
    let rows = random.private(&graph, v.pow(u32::try_from(u).unwrap_or(0)), outputs, &alpha);
    (v, u, alpha, rows)
}

/// (v/(1+(v-1)α))^u
fn bound(v: usize, u: usize, alpha: &Rational) -> Rational {
    power(&(Rational::from(v) / (Rational::ONE + alpha * Rational::from(v - 1))), u)
}

pub(crate) fn leakages() -> Vec<Case> {
    let mut random = Random::new(102);
    let one = |k: usize| {
        let (v, u, alpha, rows) = on_databases(&mut random, 5);
        let file = File::new(format!("random-{k:02}"), alpha.to_string(), people(v, u)).matrix(&rows);
        file.claim(json!({ "claim": "capacity", "expect": { "multiplicative": at_most(bound(v, u, &alpha)) } })).case()
    };
    let every = DATABASES.iter().map(|&(v, u)| {
        let most = equals(format!("({v}/(1+({v}-1)*a))^{u}"));
        let file = File::new(format!("values-{v}-individuals-{u}"), symbolic(), people(v, u)).prior("flat", "uniform");
        file.claim(json!({ "claim": "leakage-bound", "prior": "flat", "expect": { "multiplicative": most } })).case()
    });
    (0..20).map(one).chain(every).collect()
}

fn exponential(name: &str, v: usize, u: usize) -> File {
    File::new(format!("{name}-{v}-individuals-{u}"), symbolic(), people(v, u)).family("exponential")
}

pub(crate) fn attained() -> Vec<Case> {
    let one = |&(v, u): &(usize, usize)| {
        let most = equals(format!("({v}/(1+({v}-1)*a))^{u}"));
        exponential("values", v, u).claim(json!({ "claim": "capacity", "expect": { "multiplicative": most } })).case()
    };
    DATABASES.iter().map(one).collect()
}

fn binomial(n: usize, k: usize) -> usize {
    (0..k).fold(1, |c, i| c * (n - i) / (i + 1))
}

/// E^u / Σ_t C(u,t)(E-1)^t / min(r, v^t)
fn by_outputs(v: usize, u: usize, r: usize, e: &Rational) -> Rational {
    let term = |t: usize| {
        let most = r.min(v.pow(u32::try_from(t).unwrap_or(0)));
        Rational::from(binomial(u, t)) * power(&(e - Rational::ONE), t) / Rational::from(most)
    };
    power(e, u) / (0..=u).map(term).sum::<Rational>()
}

/// Proposition 2 as printed: r·E^u / ((v-1+E)^l - E^l + E^u), l = ⌊log_v r⌋.
fn as_printed(v: usize, u: usize, r: usize, e: &Rational) -> Rational {
    let l = r.ilog(v) as usize;
    Rational::from(r) * power(e, u) / (power(&(Rational::from(v - 1) + e), l) - power(e, l) + power(e, u))
}

/// The bound that is proved is at most the printed one, wherever that is true.
pub(crate) fn outputs() -> Vec<Case> {
    let of = |(v, u): (usize, usize)| {
        let end = v.pow(u32::try_from(u + 1).unwrap_or(0)).min(13);
        (2..end).flat_map(move |r| [2, 3].map(|e| (v, u, r, Rational::from(e))))
    };
    let one = |(v, u, r, e): (usize, usize, usize, Rational)| {
        let file = File::new(
            format!("values-{v}-individuals-{u}-outputs-{r}-E-{e}"),
            (Rational::ONE / &e).to_string(),
            people(v, u),
        );
        let least = as_printed(v, u, r, &e).min(bound(v, u, &(Rational::ONE / &e)));
        let expect = json!({ "multiplicative": at_most(least) });
        file.prior("flat", "uniform")
            .claim(json!({ "claim": "leakage-bound", "prior": "flat", "outputs": r, "expect": expect }))
            .case()
    };
    [(2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (4, 1), (4, 2)].into_iter().flat_map(of).map(one).collect()
}

pub(crate) fn stronger() -> Vec<Case> {
    let mut random = Random::new(103);
    let one = |k: usize| {
        let r = random.between(2, 6);
        let (v, u, alpha, rows) = on_databases(&mut random, r);
        let most = by_outputs(v, u, r, &(Rational::ONE / &alpha));
        let least = most.clone().min(bound(v, u, &alpha)).min(Rational::from(r));
        let file =
            File::new(format!("random-{k:02}"), alpha.to_string(), people(v, u)).matrix(&rows).prior("flat", "uniform");
        let file = file.claim(json!({ "claim": "capacity", "expect": { "multiplicative": at_most(&most) } }));
        let expect = json!({ "multiplicative": equals(least) });
        file.claim(json!({ "claim": "leakage-bound", "prior": "flat", "outputs": r, "expect": expect })).case()
    };
    (0..30).map(one).collect()
}

/// r columns, and three made of them: the three of the largest maxima, with all others added to the first. On one
/// person of three values at E = 8, where 3/r of the leakage is more than any channel's 1.
pub(crate) fn collapsed() -> Vec<Case> {
    let (mut random, alpha) = (Random::new(104), ratio(1, 8));
    let one = |k: usize| {
        let r = random.between(4, 5);
        let rows = random.private(&complete(3), 3, r, &alpha);
        let maximum = |o: usize| rows.iter().map(|row| row[o].clone()).max().unwrap_or(Rational::ZERO);
        let mut order: Vec<usize> = (0..r).collect();
        order.sort_by_key(|&o| std::cmp::Reverse(maximum(o)));
        let whole: Rational = (0..r).map(maximum).sum();
        let least = &whole * ratio(3, r);
        let merged = |row: &Vec<Rational>| {
            let rest: Rational = order[3..].iter().map(|&o| row[o].clone()).sum();
            vec![&row[order[0]] + rest, row[order[1]].clone(), row[order[2]].clone()]
        };
        let rows: Vec<Vec<Rational>> = rows.iter().map(merged).collect();
        let within = json!({ "at_least": least.to_string(), "at_most": whole.to_string() });
        let file = File::new(format!("random-{k:02}"), alpha.to_string(), people(3, 1)).matrix(&rows);
        let claim = json!({ "claim": "capacity", "expect": { "multiplicative": within } });
        (least > 1u32).then(|| file.claim(claim).case())
    };
    (0..40).filter_map(one).collect()
}

pub(crate) fn individuals() -> Vec<Case> {
    let mut random = Random::new(105);
    let one = |k: usize| {
        let (v, u, alpha, rows) = on_databases(&mut random, 4);
        let file = File::new(format!("random-{k:02}"), alpha.to_string(), people(v, u)).matrix(&rows);
        file.claim(
            json!({ "claim": "individual-leakage", "expect": { "multiplicative": at_most(bound(v, 1, &alpha)) } }),
        )
        .case()
    };
    let every = DATABASES.iter().filter(|(v, u)| v.pow(u32::try_from(*u).unwrap_or(0)) <= 16).map(|&(v, u)| {
        let expect = json!({ "multiplicative": { "equals": format!("{v}/(1+({v}-1)*a)"), "at_most": "1/a" } });
        exponential("values", v, u).claim(json!({ "claim": "individual-leakage", "expect": expect })).case()
    });
    (0..20).map(one).chain(every).collect()
}

pub(crate) fn ratios() -> Vec<Case> {
    let mut random = Random::new(106);
    let one = |k: usize| {
        let (n, alpha) = (random.between(2, 5), ratio(1, random.between(2, 4)));
        let (rows, prior) = (random.private(&complete(n), n, 4, &alpha), random.distribution(n, false));
        let most = json!({ "multiplicative": at_most(Rational::ONE / &alpha) });
        let file = File::new(format!("random-{k:02}"), alpha.to_string(), graph("complete", n)).matrix(&rows);
        file.prior("p", list(&prior)).claim(json!({ "claim": "leakage", "prior": "p", "expect": most })).case()
    };
    (0..20).map(one).collect()
}

/// The distance of two nodes of a ring or a complete graph.
fn distance(name: &str, n: usize, i: usize, j: usize) -> usize {
    let d = i.abs_diff(j);
    if name == "cycle" { d.min(n - d) } else { d.min(1) }
}

/// The sum of a row of Φ on a ring or complete graph, as an expression.
fn row_sum(name: &str, n: usize) -> String {
    (0..n).map(|j| format!("a^{}", distance(name, n, 0, j))).collect::<Vec<_>>().join("+")
}

pub(crate) fn transitive_bounds() -> Vec<Case> {
    let every = (3..=11).map(|n| ("cycle", n)).chain((2..=10).map(|n| ("complete", n)));
    let of = |(name, n): (&str, usize)| {
        let expect = json!({ "bound": equals(format!("1/({})", row_sum(name, n))) });
        let file = File::new(format!("{name}-{n}"), symbolic(), graph(name, n)).prior("flat", "uniform");
        file.claim(json!({ "claim": "utility-bound", "prior": "flat", "expect": expect })).case()
    };
    let mut random = Random::new(107);
    let one = |k: usize| {
        let (n, alpha) = (random.between(3, 7), ratio(1, random.between(2, 4)));
        let prior = random.distribution(n, false);
        let largest = prior.iter().max().cloned().unwrap_or(Rational::ONE);
        let whole: Rational = similarity(&ring(n), n, &alpha)[0].iter().sum();
        let expect = json!({ "bound": at_most(Rational::from(n) * largest / whole) });
        let file = File::new(format!("random-{k:02}"), alpha.to_string(), graph("cycle", n)).prior("p", list(&prior));
        file.claim(json!({ "claim": "utility-bound", "prior": "p", "expect": expect })).case()
    };
    every.map(of).chain((0..20).map(one)).collect()
}

/// E^-d over the row's sum.
pub(crate) fn constructed() -> Vec<Case> {
    let one = |(name, n): (&str, usize)| {
        let whole = row_sum(name, n);
        let row = |i: usize| (0..n).map(|j| format!("a^{}/({whole})", distance(name, n, i, j))).collect::<Vec<_>>();
        let rows: Vec<Vec<String>> = (0..n).map(row).collect();
        let file =
            File::new(format!("every-{name}-{n}"), symbolic(), graph(name, n)).matrix(&rows).prior("flat", "uniform");
        let expect = json!({ "utility": equals(format!("1/({whole})")), "optimum": equals(format!("1/({whole})")) });
        file.claim(json!("tight-constraints"))
            .claim(json!({ "claim": "optimal", "prior": "flat", "expect": expect }))
            .case()
    };
    let rings = [3, 5, 7, 9].map(|n| ("cycle", n));
    rings.into_iter().chain((2..=9).map(|n| ("complete", n))).map(one).collect()
}

pub(crate) fn doubled() -> Vec<Case> {
    let one = |(n, e): (usize, usize)| {
        let alpha = ratio(1, e);
        let entry = |i: usize, j: usize| {
            let d = distance("cycle", n, i, j);
            power(&alpha, d) * Rational::from(if d == n / 2 { 2 } else { 1 })
        };
        let whole: Rational = (0..n).map(|j| entry(0, j)).sum();
        let rows: Vec<Vec<Rational>> = (0..n).map(|i| (0..n).map(|j| entry(i, j) / &whole).collect()).collect();
        let best: Rational = Rational::ONE / similarity(&ring(n), n, &alpha)[0].iter().sum::<Rational>();
        let file = File::new(format!("ring-{n}-E-{e}"), alpha.to_string(), graph("cycle", n))
            .matrix(&rows)
            .prior("flat", "uniform");
        let expect = json!({ "verdict": "fails", "utility": equals(Rational::ONE / &whole), "optimum": equals(best) });
        file.claim(json!("dp")).claim(json!({ "claim": "optimal", "prior": "flat", "expect": expect })).case()
    };
    let instances = [4, 6, 8, 10].into_iter().flat_map(|n| [(n, 2), (n, 3)]).map(one);
    instances.chain([4, 6, 8].map(private_when_doubled)).collect()
}

/// Private at every α up to 7/10, where α² < 1/2.
fn private_when_doubled(n: usize) -> Case {
    let entry = |d: usize| if d == n / 2 { format!("2*a^{d}") } else { format!("a^{d}") };
    let distance = |i: usize, j: usize| distance("cycle", n, i, j);
    let whole = (0..n).map(|j| entry(distance(0, j))).collect::<Vec<_>>().join("+");
    let row = |i: usize| (0..n).map(|j| format!("{}/({whole})", entry(distance(i, j)))).collect();
    let rows: Vec<Vec<String>> = (0..n).map(row).collect();
    let interval = json!({ "alpha": "symbolic", "between": ["0", "7/10"] });
    File::new(format!("ring-{n}"), interval, graph("cycle", n)).matrix(&rows).claim(json!("dp")).case()
}

pub(crate) fn subgraphs() -> Vec<Case> {
    let all = (2..=5).flat_map(|n| connected(n).into_iter().map(move |graph| (graph, n)));
    let one = |(k, (graph, n)): (usize, (Vec<[usize; 2]>, usize))| {
        let whole = Rational::ONE + ratio(n - 1, 2);
        let row = |i: usize| (0..n).map(|j| ratio(1, if i == j { 1 } else { 2 }) / &whole).collect::<Vec<_>>();
        let rows: Vec<Vec<Rational>> = (0..n).map(row).collect();
        File::new(format!("graph-{n}-{k:02}"), "1/2", edges(n, &graph)).matrix(&rows).claim(json!("dp")).case()
    };
    all.enumerate().map(one).collect()
}

/// A random private channel with its maxima on the diagonal, before and after the average over a group of relabellings.
fn before_and_after(
    random: &mut Random,
    name: &str,
    query: &Value,
    graph: &[Edge],
    group: &[Vec<usize>],
) -> Option<[Case; 2]> {
    let n = group.len();
    let before = diagonal(&random.private(graph, n, n, &ratio(1, 2)))?;
    let after = averaged(&before, group)?;
    let kept: Rational = (0..n).map(|i| before[i][i].clone()).sum::<Rational>() / Rational::from(n);
    Some([("before", before), ("after", after)].map(|(when, rows)| {
        let file = File::new(format!("{name}-{when}"), "1/2", query.clone()).matrix(&rows).prior("flat", "uniform");
        file.claim(json!({ "claim": "utility", "prior": "flat", "expect": { "utility": equals(&kept) } })).case()
    }))
}

pub(crate) fn averaged_databases() -> Vec<Case> {
    let mut random = Random::new(108);
    let flips: Vec<Vec<usize>> = (0..4).map(|g| (0..4).map(|i| g ^ i).collect()).collect();
    let one = |k: usize| before_and_after(&mut random, &format!("random-{k}"), &people(2, 2), &hamming(2, 2), &flips);
    (0..5).filter_map(one).flatten().collect()
}

pub(crate) fn averaged_rings() -> Vec<Case> {
    let mut random = Random::new(109);
    let of = |(name, n): (&str, usize)| {
        let edges = if name == "cycle" { ring(n) } else { complete(n) };
        let turns: Vec<Vec<usize>> = (0..n).map(|g| (0..n).map(|i| (g + i) % n).collect()).collect();
        before_and_after(&mut random, &format!("{name}-{n}"), &graph(name, n), &edges, &turns)
    };
    [("cycle", 4), ("cycle", 3), ("complete", 3), ("complete", 4)].into_iter().filter_map(of).flatten().collect()
}

pub(crate) fn rare() -> Vec<Case> {
    let one = |k: usize| {
        let delta = power(&ratio(1, 10), k);
        let rows = vec![vec![Rational::ONE - &delta, delta.clone()], vec![Rational::ONE, Rational::ZERO]];
        let file = File::new(format!("delta-1e-{k}"), "1/2", graph("line", 2)).matrix(&rows);
        let file = file.claim(json!({ "claim": "dp", "expect": { "verdict": "fails", "alpha_max": equals("0") } }));
        file.claim(json!({ "claim": "capacity", "expect": { "multiplicative": equals(Rational::ONE + delta) } })).case()
    };
    [1, 3, 10, 30].map(one).into()
}
