//! 002: the lecture on the geometric mechanism, truncation and utility.

use crate::theorems::Case;
use crate::theorems::definition::{is_private_by_distance, utility};
use crate::theorems::families::ghosh::{monotone_loss, user};
use crate::theorems::file::{File, at_most, equals, graph, list, symbolic};
use crate::theorems::graphs::{hamming, line};
use crate::theorems::random::Random;
use malachite::rational::Rational;
use serde_json::{Value, json};

fn geometric(name: String, n: usize) -> File {
    File::new(name, symbolic(), graph("line", n)).with("mechanism", json!({ "family": "truncated-geometric" }))
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
        let mixed = |row: &Vec<Rational>| crate::theorems::definition::times(row, &remap);
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
        let gain: Vec<Vec<Rational>> = monotone_loss(&mut random, n)
            .iter()
            .map(|row| row.iter().map(|x| Rational::from(9) - x).collect())
            .collect();
        // A gain has a row for each guess, a loss one for each answer.
        let gain: Vec<Vec<Rational>> = (0..n).map(|w| (0..n).map(|i| gain[i][w].clone()).collect()).collect();
        let rows: Vec<Value> = gain.iter().map(|row| list(row)).collect();
        user(&mut random, &format!("random-{k:02}"), n).with("gain", rows).case()
    };
    (0..20).map(one).collect()
}

pub(crate) fn by_hamming_distance() -> Vec<Case> {
    let mut random = Random::new(203);
    let one = |k: usize| {
        let (u, alpha) = (random.between(2, 3), random.alpha());
        let (edges, n) = (hamming(2, u), 1 << u);
        let rows = if k.is_multiple_of(2) { random.private(&edges, n, 3, &alpha) } else { random.rows(n, 2) };
        let verdict = if is_private_by_distance(&rows, &edges, &alpha) { "holds" } else { "fails" };
        let query = json!({ "graph": "hamming", "values": 2, "individuals": u });
        let file = File::new(format!("random-{k:02}"), alpha.to_string(), query).matrix(&rows);
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

/// n, and three decimals below and above the α < 1 with 2α = 1 + α^(n+1); two answers have none.
const TURNS: [(usize, &str, &str); 5] =
    [(2, "0.618", "0.619"), (3, "0.543", "0.544"), (4, "0.518", "0.519"), (5, "0.508", "0.509"), (6, "0.504", "0.505")];

/// Up to the turn the identity remap is best. Past it guessing one step inwards at both ends gains at least
/// 2·(2α-1-α^(n+1))/((n+1)(1-α²)) more, which is positive there.
pub(crate) fn by_distance() -> Vec<Case> {
    let below = |&(n, turn, _): &(usize, &str, &str)| {
        on_interval(format!("zero-to-{n}"), n, ["0", turn], equals(at_face_value(n)))
    };
    let above = |&(n, _, turn): &(usize, &str, &str)| {
        let inwards = format!("{}+2*(2*a-1-a^{1})/(({n}+1)*(1-a^2))", at_face_value(n), n + 1);
        on_interval(format!("zero-to-{n}-past-the-turn"), n, [turn, "1"], json!({ "at_least": inwards }))
    };
    let two = on_interval("zero-to-1".into(), 1, ["0", "1"], equals(at_face_value(1)));
    TURNS.iter().map(below).chain(TURNS.iter().map(above)).chain([two]).collect()
}
