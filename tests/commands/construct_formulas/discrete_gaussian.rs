//! Discrete Gaussian noise, on the range or cut and clamped, against its probabilities in floating point.

#![expect(clippy::float_arithmetic, reason = "probabilities by another way, to nine digits")]

use super::{attempt, made, parsed, query, sum};
use dp_certify::construct::{Kind, Wishes};
use dp_certify::{Options, certify};
use serde_json::Value;

const ONE: &str = r#"{"epsilon": "1", "delta": "999999/1000000"}"#;

fn line(nodes: usize) -> String {
    format!(r#"{{"graph": "line", "nodes": {nodes}}}"#)
}

fn noise(sigma_squared: &'static str, cut: Option<usize>) -> Wishes<'static> {
    Wishes { sigma_squared: Some(sigma_squared), cut, force: true, ..Wishes::default() }
}

/// Rows in proportion to e^(-k²/2σ²) on the range; or clamped noise |k| ≤ K.
fn rows(nodes: usize, sigma_squared: f64, cut: Option<usize>) -> Vec<Vec<f64>> {
    let weight = |k: i64| (-((k * k) as f64) / (2.0 * sigma_squared)).exp();
    let n = i64::try_from(nodes).unwrap();
    let row = |i: i64| {
        let mut row = vec![0.0; nodes];
        match cut.map(|k| i64::try_from(k).unwrap()) {
            None => (0..n).for_each(|o| row[usize::try_from(o).unwrap()] = weight(o - i)),
            Some(most) => {
                (-most..=most).for_each(|k| row[usize::try_from((i + k).clamp(0, n - 1)).unwrap()] += weight(k));
            }
        }
        let all: f64 = row.iter().sum();
        row.into_iter().map(|x| x / all).collect::<Vec<f64>>()
    };
    (0..n).map(row).collect()
}

fn close(text: &str, value: f64) -> bool {
    let found: f64 = text.parse().unwrap();
    (found - value).abs() <= 1e-9 * value.abs().max(1e-9)
}

/// Certifies the file: all is as it expects.
fn certified(text: &str) -> Value {
    let report = certify(text.as_bytes(), &Options::default()).unwrap().report;
    assert_eq!(report.status(), 0, "{text}");
    parsed(&report.to_json(true))
}

fn decimal(text: &str, claim: &str, name: &str) -> String {
    let report = certified(text);
    let statement = report["statements"].as_array().unwrap().iter().find(|s| s["claim"] == claim).cloned().unwrap();
    statement["values"][name]["decimal"].as_str().unwrap_or_else(|| panic!("{statement}")).to_owned()
}

#[test]
fn its_epsilon_and_delta_are_those_of_the_noise() {
    for (said, sigma_squared) in [("4", 4.0), ("9/2", 4.5), ("0.3", 0.3)] {
        for (nodes, apart, graph) in [(2, 1, line(2)), (5, 1, line(5)), (5, 2, sum(2, 2)), (7, 3, sum(2, 3))] {
            for cut in [None, Some(1), Some(3), Some(nodes - 1), Some(nodes + 2)] {
                // Neighbours that share no output have δ = 1, which no file declares.
                if cut.is_some_and(|most| 2 * most < apart) {
                    continue;
                }
                let text = made(Kind::DiscreteGaussian, &noise(said, cut), &query(ONE, &graph, ""));
                let x = rows(nodes, sigma_squared, cut);
                let (mut alpha, mut delta) = (1.0f64, 0.0f64);
                for i in 0..nodes {
                    for h in (0..nodes).filter(|h| *h != i && h.abs_diff(i) <= apart) {
                        (0..nodes).filter(|&o| x[h][o] > 0.0).for_each(|o| alpha = alpha.min(x[i][o] / x[h][o]));
                        delta = delta.max((0..nodes).map(|o| (x[i][o] - 1f64.exp() * x[h][o]).max(0.0)).sum());
                    }
                }
                // The claim of the file is its own exact value, with the verdict that it has.
                assert!(close(&decimal(&text, "dp", "alpha_max"), alpha), "{graph} {said} {cut:?} {alpha}");
                assert!(close(&decimal(&text, "approximate-dp", "delta_min"), delta), "{graph} {said} {cut:?} {delta}");
            }
        }
    }
}

#[test]
fn entries_are_powers_of_b() {
    let text = made(Kind::DiscreteGaussian, &noise("4", None), &query(ONE, &line(3), ""));
    assert_eq!(parsed(&text)["constant"], serde_json::json!({"exp": "-1/8"}));
    assert_eq!(parsed(&text)["mechanism"]["matrix"][0][2], "b^4/(1+b+b^4)");
    let text = made(Kind::DiscreteGaussian, &noise("4", Some(2)), &query(ONE, &line(3), ""));
    assert_eq!(parsed(&text)["mechanism"]["matrix"][0][0], "(1+b+b^4)/(1+2*b+2*b^4)");
    let one = made(Kind::DiscreteGaussian, &noise("4", Some(2)), &query(ONE, &line(1), ""));
    assert_eq!(parsed(&one)["mechanism"]["matrix"], serde_json::json!([["1"]]));
    certified(&one);
    certified(&made(Kind::DiscreteGaussian, &noise("4", None), &query(r#"{"epsilon": "ln(2)/2"}"#, &line(3), "")));
    // The file's own constant, and a privacy beside which it can't be.
    let own = query(ONE, &line(3), r#", "constant": {"exp": "-1/8"}"#);
    assert_eq!(parsed(&made(Kind::DiscreteGaussian, &Wishes::default(), &own))["constant"]["exp"], "-1/8");
    for (query, wishes, words) in [
        (own, noise("5", None), "--sigma-squared asks for b = e^(-1/10), and the file's is e^(-1/8)"),
        (
            query(ONE, &line(3), r#", "constant": {"root_of_alpha": 2}"#),
            noise("5", None),
            "expected {\"exp\": \"-1/8\"}, or none",
        ),
        (
            query(r#"{"alpha": "symbolic", "between": ["1/4", "1/2"]}"#, &line(3), ""),
            noise("4", None),
            "beside a symbolic α",
        ),
        (
            query(r#"{"epsilon": "1/10"}"#, &line(3), ""),
            Wishes { force: false, ..noise("4", None) },
            "would not be private at the file's ε",
        ),
        (
            query(ONE, r#"{"graph": "star", "nodes": 4}"#, ""),
            noise("4", None),
            "needs a line, in the order of its nodes, or a sum",
        ),
    ] {
        let said = attempt(Kind::DiscreteGaussian, &wishes, &query).unwrap_err();
        assert!(said.contains(words), "{words}\n{said}");
    }
}
