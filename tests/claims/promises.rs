//! Promises, against all tuples of outputs of the worst mechanisms, written out, and of others that keep them.

#![allow(clippy::float_arithmetic, reason = "an oracle that is as close as its bounds")]

use super::*;
use crate::channels::json;
use crate::random::instances;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use std::fmt::Write as _;

/// The same numbers each time, below a bound.
fn draw(state: &mut u64, below: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from((*state >> 33) % below as u64).expect("a number")
}

fn quotient(n: usize, d: usize) -> Rational {
    Rational::from_unsigneds(n, d)
}

/// What one use gives at an ordered pair of neighbours: pairs of probabilities, one an output.
type Rows = Vec<[Rational; 2]>;

/// Randomised response on four outputs.
fn worst(alpha: &Rational, delta: &Rational) -> Rows {
    let rest = (Rational::ONE - delta) / (Rational::ONE + alpha);
    let less = &rest * alpha;
    vec![[delta.clone(), Rational::ZERO], [rest.clone(), less.clone()], [less, rest], [Rational::ZERO, delta.clone()]]
}

/// The least δ at λ of all uses, by every tuple of outputs.
fn needed(uses: &[&Rows], lambda: &Rational) -> Rational {
    let mut all = vec![[Rational::ONE, Rational::ONE]];
    for rows in uses {
        all = all.iter().flat_map(|[x, y]| rows.iter().map(move |[p, q]| [x * p, y * q])).collect();
    }
    all.iter().map(|[x, y]| x - lambda * y).filter(|excess| *excess > 0u32).sum()
}

/// A table on a line of three, in 12ths.
fn table(state: &mut u64) -> Vec<Vec<Rational>> {
    let row = |state: &mut u64| {
        let first = draw(state, 13);
        let second = draw(state, 13 - first);
        [first, second, 12 - first - second].map(|x| quotient(x, 12)).to_vec()
    };
    (0..3).map(|_| row(state)).collect()
}

/// A promise through a random channel: two rows that keep it.
fn blurred(rows: &Rows, state: &mut u64) -> Rows {
    let channel: Vec<Vec<Rational>> = rows
        .iter()
        .map(|_| {
            let first = draw(state, 7);
            [quotient(first, 6), quotient(6 - first, 6)].to_vec()
        })
        .collect();
    let seen = |o: usize, k: usize| rows.iter().zip(&channel).map(|(row, to)| &row[k] * &to[o]).sum();
    (0..2).map(|o| [seen(o, 0), seen(o, 1)]).collect()
}

#[test]
fn promises_beside_tables() {
    for seed in instances(500) {
        let mut state = seed + 1;
        let lambda = [quotient(2, 1), quotient(3, 1), quotient(3, 2), quotient(9, 1)][draw(&mut state, 4)].clone();
        let promises: Vec<(Rational, Rational, usize)> = (0..=draw(&mut state, 2))
            .map(|_| {
                let alpha =
                    [quotient(1, 2), quotient(1, 3), quotient(2, 3), Rational::ONE][draw(&mut state, 4)].clone();
                let delta = [Rational::ZERO, quotient(1, 100), quotient(1, 7)][draw(&mut state, 3)].clone();
                (alpha, delta, 1 + draw(&mut state, 2))
            })
            .collect();
        let table = (draw(&mut state, 3) > 0).then(|| table(&mut state));
        let mut parts = String::new();
        for (alpha, delta, times) in &promises {
            let delta = if *delta == 0u32 { String::new() } else { format!(r#", "delta": "{delta}""#) };
            let _ = write!(parts, r#"{{"alpha": "{alpha}"{delta}, "times": {times}}}, "#);
        }
        match &table {
            Some(rows) => {
                let _ = write!(parts, r#"{{"matrix": {}}}"#, json(rows));
            }
            None => parts.truncate(parts.len() - 2),
        }
        let all: Vec<Rows> = promises
            .iter()
            .flat_map(|(alpha, delta, times)| std::iter::repeat_n(worst(alpha, delta), *times))
            .collect();
        // Every ordered pair of neighbours on the line.
        let mut most = Rational::ZERO;
        for [i, h] in [[0, 1], [1, 0], [1, 2], [2, 1]] {
            let own: Option<Rows> =
                table.as_ref().map(|rows| (0..3).map(|o| [&rows[i][o], &rows[h][o]].map(Rational::clone)).collect());
            let uses: Vec<&Rows> = all.iter().chain(&own).collect();
            let found = needed(&uses, &lambda);
            // Nobody who keeps the promises needs more.
            let other: Vec<Rows> = all.iter().map(|rows| blurred(rows, &mut state)).collect();
            let others: Vec<&Rows> = other.iter().chain(&own).collect();
            assert!(needed(&others, &lambda) <= found, "seed {seed}");
            most = most.max(found);
        }
        let file = |delta: &Rational| {
            format!(
                r#""privacy": {{"alpha": "{}", "delta": "{delta}"}}, "query": {{"graph": "line", "nodes": 3}},
                    "mechanism": {{"compose": [{parts}]}}"#,
                Rational::ONE / &lambda
            )
        };
        let close = Rational::ONE - Rational::ONE / Rational::from(10u64.pow(15)) / Rational::from(10u64.pow(15));
        let trials = [(most.clone(), Verdict::Holds), (&most * close, Verdict::Fails)];
        for (delta, verdict) in trials.into_iter().filter(|(delta, _)| *delta < 1u32 && most > 0u32) {
            let report = decide(&file(&delta));
            let found = report.statements.iter().find(|s| s.claim.kind == Kind::ApproximateDp).expect("the claim");
            assert_eq!(found.verdict, verdict, "seed {seed}: {}", file(&delta));
            let value = found.values.iter().find(|(name, _)| *name == "delta_min").expect("a value");
            assert_eq!(show(&value.1), most.to_string(), "seed {seed}");
        }
    }
}

/// The file and what is found of a claim about it.
fn of(parts: &str, claim: &str) -> (Verdict, Vec<String>) {
    let report = decide(&format!(
        r#""privacy": {{"epsilon": "1", "delta": "1/100"}}, "query": {{"graph": "complete", "nodes": 3}},
            "mechanism": {{"compose": [{parts}]}}, "claims": [{claim}]"#
    ));
    let found = report.statements.iter().rev().find(|s| s.declared).expect("a claim");
    (found.verdict, found.values.iter().map(|(name, value)| format!("{name} = {}", show(value))).collect())
}

#[test]
fn other_claims_about_promises() {
    // The sums of randomised response multiply: (e^(k·1/2) + e^(−(k−1)·1/2))/(1 + e^(1/2)) for k = 2.
    let renyi = r#"{"claim": "renyi-dp", "order": 2, "bound": "0.491"}"#;
    let (verdict, _) = of(r#"{"epsilon": "1/2", "times": 2}"#, renyi);
    let argument = (1.0_f64.exp() + (-0.5_f64).exp()) / (1.0 + 0.5_f64.exp());
    assert_eq!(verdict, Verdict::of(2.0 * argument.ln() <= 0.491), "{}", 2.0 * argument.ln());
    let (verdict, _) = of(r#"{"epsilon": "1/2", "delta": "1e-9"}"#, renyi);
    assert_eq!(verdict, Verdict::Fails);
    let (verdict, values) =
        of(r#"{"epsilon": "1/2", "times": 2}"#, r#"{"claim": "dp", "expect": {"epsilon_min": {"equals": 1}}}"#);
    assert_eq!((verdict, values[1].as_str()), (Verdict::Holds, "epsilon_min = 1"));
    let (verdict, values) = of(
        r#"{"epsilon": "1", "delta": "1/1000"}"#,
        r#"{"claim": "dp", "expect": "fails"}"#.replace(r#""fails""#, r#"{"verdict": "fails"}"#).as_str(),
    );
    assert_eq!((verdict, values[1].as_str()), (Verdict::Fails, "epsilon_min = inf"));
    // Whoever changes neighbours finds the same.
    let (verdict, values) = of(
        r#"{"epsilon": "1/2", "times": 3}"#,
        r#"{"claim": "approximate-dp", "adaptive": true, "expect": {"verdict": "fails"}}"#,
    );
    let (_, plain) =
        of(r#"{"epsilon": "1/2", "times": 3}"#, r#"{"claim": "approximate-dp", "expect": {"verdict": "fails"}}"#);
    assert_eq!((verdict, values), (Verdict::Fails, plain));
}
