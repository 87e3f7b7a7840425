//! 004: Holohan, Leith, Mason, *Differentially private response mechanisms on categorical data*.

use super::DATABASES;
use crate::theorems::case::Case;
use crate::theorems::definition::{Matrix, ratio};
use crate::theorems::file::{File, equals, people, symbolic, verdict};
use crate::theorems::random::Random;
use crate::transform;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use serde_json::{Value, json};

/// 1-mp on the diagonal, p off it.
fn parent(m: usize, p: &Rational) -> Matrix {
    let entry = |same: bool| if same { Rational::ONE - p * Rational::from(m) } else { p.clone() };
    (0..=m).map(|i| (0..=m).map(|j| entry(i == j)).collect()).collect()
}

/// The product of n independent copies.
fn product(parent: &Matrix, n: usize) -> Matrix {
    let grow = |x: Matrix| -> Matrix {
        let join = |row: &Vec<Rational>, own: &Vec<Rational>| {
            row.iter().flat_map(|x| own.iter().map(move |y| x * y)).collect()
        };
        x.iter().flat_map(|row| parent.iter().map(move |own| join(row, own))).collect()
    };
    (0..n).fold(vec![vec![Rational::ONE]], |x, _| grow(x))
}

/// The least δ of one individual's rows at λ, over all sets.
fn least_delta(rows: &Matrix, lambda: &Rational) -> Rational {
    let pairs = rows.iter().flat_map(|x| rows.iter().map(move |y| (x, y)));
    pairs.filter_map(|(x, y)| transform::least_delta(x, y, lambda)).max().unwrap_or(Rational::ZERO)
}

/// A table on databases of m+1 values at (ln λ, δ).
fn on_databases(name: String, values: usize, n: usize, lambda: &Rational, delta: &Rational, rows: &Matrix) -> File {
    let privacy = json!({ "alpha": (Rational::ONE / lambda).to_string(), "delta": delta.to_string() });
    File::new(name, privacy.clone(), people(values, n)).with("privacy", privacy).matrix(rows)
}

fn approximate(holds: bool, delta: &Rational) -> Value {
    json!({ "claim": "approximate-dp", "expect": { "verdict": verdict(holds), "delta_min": equals(delta) } })
}

/// The least δ of a pair of rows by the subsets of S alone.
fn by_subsets(x: &[Rational], y: &[Rational], lambda: &Rational) -> Rational {
    let more = transform::in_favour(x, y).unwrap_or_default();
    let chosen = |set: u32| more.iter().enumerate().filter(move |(k, _)| set >> k & 1 == 1).map(|(_, &o)| o);
    let need = |set: u32| chosen(set).map(|o| &x[o] - lambda * &y[o]).sum::<Rational>();
    (0..1u32 << more.len()).map(need).max().unwrap_or(Rational::ZERO)
}

/// `approximate-dp` is about all sets of outputs; what is expected comes from the subsets of S.
pub(crate) fn subsets() -> Vec<Case> {
    let mut random = Random::new(401);
    let one = |k: usize| {
        let (rows, lambda) = (random.rows(2, 5), ratio(random.one_of(&[2, 3, 4]), 2));
        let least = by_subsets(&rows[0], &rows[1], &lambda).max(by_subsets(&rows[1], &rows[0], &lambda));
        let file = || on_databases(format!("random-{k:02}"), 2, 1, &lambda, &least, &rows);
        (least < 1u32).then(|| file().claim(approximate(true, &least)).case())
    };
    (0..30).filter_map(one).collect()
}

pub(crate) fn conditions() -> Vec<Case> {
    let mut all = Vec::new();
    for (e, l, m, n) in
        (1..=6).flat_map(|e| (1..=4).flat_map(move |l| (1..=3).flat_map(move |m| [(e, l, m, 1), (e, l, m, 2)])))
    {
        let (lambda, rows) = (Rational::from(l), product(&parent(m, &ratio(1, e + m)), n));
        let least = if e > l { ratio(e - l, e + m) } else { Rational::ZERO };
        let name = format!("E-{e}-lambda-{l}-m-{m}-n-{n}");
        all.push(on_databases(name, m + 1, n, &lambda, &least, &rows).claim(approximate(true, &least)).case());
    }
    all
}

pub(crate) fn sanitised() -> Vec<Case> {
    let mut all = Vec::new();
    for (m, l, k) in [1, 2, 4]
        .into_iter()
        .flat_map(|m| [1, 2, 3].into_iter().flat_map(move |l| (1..=40 / (m + 1)).map(move |k| (m, l, k))))
    {
        let (p, lambda, delta) = (ratio(k, 40), Rational::from(l), ratio(1, 5));
        let private = p >= (Rational::ONE - &delta) / (&lambda + Rational::from(m));
        let expect = json!({ "verdict": verdict(private) });
        let file = on_databases(format!("m-{m}-lambda-{l}-p-{k}-40"), m + 1, 1, &lambda, &delta, &parent(m, &p));
        all.push(file.claim(json!({ "claim": "approximate-dp", "expect": expect })).case());
    }
    all
}

fn exponential(v: usize, u: usize) -> File {
    File::new(format!("values-{v}-individuals-{u}"), symbolic(), people(v, u)).family("exponential")
}

pub(crate) fn tight() -> Vec<Case> {
    let one = |&(v, u): &(usize, usize)| {
        exponential(v, u).claim(json!({ "claim": "dp", "expect": { "alpha_max": equals("a") } })).case()
    };
    DATABASES.iter().map(one).collect()
}

pub(crate) fn errors() -> Vec<Case> {
    let one = |&(v, u): &(usize, usize)| {
        let error = equals(format!("{u}/(1+1/(a*({v}-1)))"));
        exponential(v, u)
            .claim(json!({ "claim": "expected-error", "expect": { "error": error, "bound": error } }))
            .case()
    };
    DATABASES.iter().map(one).collect()
}

pub(crate) fn products() -> Vec<Case> {
    let mut random = Random::new(402);
    let one = |k: usize| {
        let (v, lambda) = (random.between(2, 3), ratio(random.one_of(&[2, 3, 4]), 2));
        let rows = random.rows(v, v);
        let least = least_delta(&rows, &lambda);
        let file =
            |n: usize| on_databases(format!("random-{k:02}-people-{n}"), v, n, &lambda, &least, &product(&rows, n));
        (least < 1u32).then(|| [1, 2].map(|n| file(n).claim(approximate(true, &least)).case()))
    };
    (0..15).filter_map(one).flatten().collect()
}

pub(crate) fn failing_products() -> Vec<Case> {
    let mut random = Random::new(403);
    let one = |k: usize| {
        let (v, lambda) = (random.between(2, 3), ratio(random.one_of(&[2, 3, 4]), 2));
        let rows = random.rows(v, v);
        let least = least_delta(&rows, &lambda);
        let less = &least * ratio(9, 10);
        let file =
            |n: usize| on_databases(format!("random-{k:02}-people-{n}"), v, n, &lambda, &less, &product(&rows, n));
        (least > 0u32).then(|| [1, 2].map(|n| file(n).claim(approximate(false, &least)).case()))
    };
    (0..10).filter_map(one).flatten().collect()
}

pub(crate) fn equivalent() -> Vec<Case> {
    let one = |(e, m): (usize, usize)| {
        let rows = product(&parent(m, &ratio(1, e + m)), 2);
        let file = File::new(format!("E-{e}-m-{m}"), ratio(1, e).to_string(), people(m + 1, 2)).matrix(&rows);
        // Of all private mechanisms only this one and its permutations remap to tight constraints.
        file.claim(json!({ "claim": "dp", "expect": { "alpha_max": equals(ratio(1, e)) } }))
            .claim(json!({ "claim": "derivable", "from": "exponential" }))
            .claim(json!("tight-constraints"))
            .case()
    };
    (1..=5).flat_map(|e| [1, 2, 3].map(|m| (e, m))).map(one).collect()
}

pub(crate) fn parents() -> Vec<Case> {
    let mut random = Random::new(404);
    let one = |k: usize| {
        let (v, lambda) = (random.between(2, 3), ratio(random.one_of(&[2, 3, 4]), 2));
        let rows = random.rows(v, v);
        let delta = least_delta(&rows, &lambda);
        let (m, n) = (Rational::from(v - 1), Rational::from(2));
        let bound = &n * &m * (Rational::ONE - &delta) / (&lambda + &m);
        let expect = json!({ "error": { "at_least": bound.to_string() }, "bound": equals(&bound) });
        let file = (delta < 1u32)
            .then(|| on_databases(format!("random-{k:02}"), v, 2, &lambda, &delta, &product(&rows, 2)))?;
        Some(file.claim(json!({ "claim": "expected-error", "expect": expect })).case())
    };
    (0..20).filter_map(one).collect()
}
