//! 002: the lecture on the geometric mechanism, truncation and utility.

use crate::graph::{hamming, line};
use crate::theorems::case::Case;
use crate::theorems::definition::{is_private_by_distance, power, ratio, times, utility};
use crate::theorems::families::ghosh::{monotone_loss, user};
use crate::theorems::file::{File, at_most, equals, graph, list, people, symbolic, verdict};
use crate::theorems::random::Random;
use malachite::rational::Rational;
use serde_json::{Value, json};

fn geometric(name: String, n: usize) -> File {
    File::new(name, symbolic(), graph("line", n)).family("truncated-geometric")
}

pub(crate) fn truncated() -> Vec<Case> {
    let one = |n: usize| geometric(format!("line-{n}"), n).claim(json!("stochastic")).claim(json!("dp")).case();
    (1..=12).map(one).collect()
}

pub(crate) fn processed() -> Vec<Case> {
    let mut random = Random::new(201);
    let one = |k: usize| {
        let (n, alpha) = (random.between(2, 5), random.alpha());
        let (rows, remap) = (random.private(&line(n), n, 4, &alpha), random.rows(4, 3));
        let prior = random.distribution(n, false);
        let mixed = |row: &Vec<Rational>| times(row, &remap);
        let after: Vec<Vec<Rational>> = rows.iter().map(mixed).collect();
        let file = File::new(format!("random-{k:02}"), alpha.to_string(), graph("line", n))
            .matrix(&after)
            .prior("p", list(&prior));
        let most = json!({ "utility": at_most(utility(&rows, &prior)) });
        file.claim(json!("dp")).claim(json!({ "claim": "utility", "prior": "p", "expect": most })).case()
    };
    (0..20).map(one).collect()
}

pub(crate) fn users() -> Vec<Case> {
    let mut random = Random::new(202);
    let one = |k: usize| {
        let n = random.between(2, 6);
        let (strictly, most) = (k.is_multiple_of(2), Rational::from(2 * (n - 1)));
        let loss = monotone_loss(&mut random, n, strictly);
        // A gain has a row for each guess, a loss one for each answer.
        let gain: Vec<Vec<Rational>> = (0..n).map(|w| (0..n).map(|i| &most - &loss[i][w]).collect()).collect();
        let rows: Vec<Value> = gain.iter().map(|row| list(row)).collect();
        user(&mut random, &format!("random-{k:02}"), n, strictly).with("gain", rows).case()
    };
    (0..20).map(one).collect()
}

pub(crate) fn by_hamming_distance() -> Vec<Case> {
    let mut random = Random::new(203);
    let one = |k: usize| {
        let (u, alpha) = (random.between(2, 3), random.alpha());
        let (edges, n) = (hamming(2, u), 1 << u);
        let rows = if k.is_multiple_of(2) { random.private(&edges, n, 3, &alpha) } else { random.rows(n, 2) };
        let verdict = verdict(is_private_by_distance(&rows, &edges, &alpha));
        let file = File::new(format!("random-{k:02}"), alpha.to_string(), people(2, u)).matrix(&rows);
        file.claim(json!({ "claim": "dp", "expect": { "verdict": verdict } })).case()
    };
    (0..20).map(one).collect()
}

pub(crate) fn uniform_prior() -> Vec<Case> {
    let one = |n: usize| {
        let file = geometric(format!("zero-to-{n}"), n + 1).prior("flat", "uniform");
        let value = equals(format!("({n}+1-({n}-1)*a)/(({n}+1)*(1+a))"));
        file.claim(json!({ "claim": "utility", "prior": "flat", "expect": { "utility": value } })).case()
    };
    (1..=12).map(one).collect()
}

/// n minus the expected distance 2α·(n+1-(1-α^(n+1))/(1-α))/((n+1)(1-α²)) of the identity remap.
fn at_face_value(n: usize) -> String {
    format!("{n}-2*a*({n}+1-(1-a^{0})/(1-a))/(({n}+1)*(1-a^2))", n + 1)
}

/// The utility on an interval of α.
fn on_interval(name: String, n: usize, between: [&str; 2], utility: Value) -> Case {
    let file = geometric(name, n + 1).with("privacy", json!({ "alpha": "symbolic", "between": between }));
    let claim = json!({ "claim": "utility", "prior": "flat", "expect": { "utility": utility } });
    file.with("gain", "distance").prior("flat", "uniform").claim(claim).case()
}

/// The least k with 2α > 1 + α^(n+1) at α = k/1000, n ≥ 2.
fn turn(n: usize) -> usize {
    let past = |k: &usize| ratio(2 * k, 1000) > Rational::from(1) + power(&ratio(*k, 1000), n + 1);
    (1..1000).find(past).unwrap_or(1000)
}

/// Up to the α with 2α = 1 + α^(n+1), to three decimals, the identity remap is best; two answers have no such α. Past
/// it guessing one step inwards at both ends gains at least 2·(2α-1-α^(n+1))/((n+1)(1-α²)) more, which is positive
/// there.
pub(crate) fn by_distance() -> Vec<Case> {
    let thousandths = |k: usize| ratio(k, 1000).to_string();
    let below =
        |n: usize| on_interval(format!("zero-to-{n}"), n, ["0", &thousandths(turn(n) - 1)], equals(at_face_value(n)));
    let above = |n: usize| {
        let inwards = format!("{}+2*(2*a-1-a^{1})/(({n}+1)*(1-a^2))", at_face_value(n), n + 1);
        let name = format!("zero-to-{n}-past-the-turn");
        on_interval(name, n, [&thousandths(turn(n)), "1"], json!({ "at_least": inwards }))
    };
    let two = on_interval("zero-to-1".into(), 1, ["0", "1"], equals(at_face_value(1)));
    (2..=6).map(below).chain((2..=6).map(above)).chain([two]).collect()
}
