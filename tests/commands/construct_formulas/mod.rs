//! `certify construct` of what local privacy uses, and of clamped noise: every entry by another formula, ε attained.

mod discrete_gaussian;
mod flags;
mod hadamard_response;
mod noise;
mod subset_selection;
mod unary_encoding;

use dp_certify::construct::{Encoding, Kind, Wishes, construct};
use dp_certify::{Options, certify};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::report::Verdict;
use dp_verify::verify;
use malachite::rational::Rational;
use serde_json::Value;

/// α = e^-0.8, 2^(-1/5), a root of 1 - 3α + α², and all α at once.
const OTHERS: [&str; 4] = [
    r#"{"epsilon": "0.8"}"#,
    r#"{"epsilon": "1/5*ln(2)"}"#,
    r#"{"alpha": {"root_of": [1, -3, 1], "between": [0, 1]}}"#,
    r#"{"alpha": "symbolic", "between": [0, 1]}"#,
];

fn query(privacy: &str, graph: &str, rest: &str) -> String {
    format!(r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {graph}{rest}}}"#)
}

fn rational_alpha(alpha: &Rational) -> String {
    format!(r#"{{"alpha": "{alpha}"}}"#)
}

fn complete(values: usize) -> String {
    format!(r#"{{"graph": "complete", "nodes": {values}}}"#)
}

fn sum(individuals: u32, most: u32) -> String {
    format!(r#"{{"graph": "sum", "individuals": {individuals}, "max": {most}}}"#)
}

fn number(text: &str) -> Rational {
    text.parse().unwrap()
}

fn whole(x: usize) -> Rational {
    Rational::from(x)
}

fn attempt(kind: Kind, wishes: &Wishes, query: &str) -> Result<String, String> {
    construct(kind, wishes, query.as_bytes(), &Limits::default()).map_err(|why| why.to_string())
}

fn made(kind: Kind, wishes: &Wishes, query: &str) -> String {
    attempt(kind, wishes, query).unwrap_or_else(|why| panic!("{} for {query}: {why}", kind.name()))
}

fn subsets_of(size: usize) -> Wishes<'static> {
    Wishes { size: Some(size), ..Wishes::default() }
}

fn encoded(encoding: Encoding) -> Wishes<'static> {
    Wishes { encoding, ..Wishes::default() }
}

fn stairs_of(width: u32) -> Wishes<'static> {
    Wishes { width: Some(width), ..Wishes::default() }
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn matrix(text: &str) -> Vec<Vec<Rational>> {
    let texts: Vec<Vec<String>> = serde_json::from_value(parsed(text)["mechanism"]["matrix"].clone()).unwrap();
    texts.iter().map(|row| row.iter().map(|x| number(x)).collect()).collect()
}

fn outputs(text: &str) -> Vec<String> {
    serde_json::from_value(parsed(text)["mechanism"]["outputs"].clone()).unwrap()
}

/// Certifies the file, verifies the certificate: all claims hold, and `alpha_max` is among what they expect.
fn certified(text: &str) -> Value {
    assert!(text.contains("alpha_max"), "{text}");
    let found = certify(text.as_bytes(), &Options::default()).unwrap();
    for s in found.report.statements.iter().filter(|s| s.declared) {
        assert_eq!((s.verdict, s.expected), (Verdict::Holds, s.expected.map(|_| true)), "{} of {text}", s.claim);
    }
    let mechanism = Mechanism::read(text.as_bytes(), &Limits::default()).unwrap();
    let verified = verify(&mechanism, found.certificate.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(verified.status(true), 0, "{text}");
    parsed(&found.report.to_json(true))
}

/// A value of a claim, in exact numbers.
fn value(report: &Value, claim: &str, name: &str) -> Rational {
    let statement = report["statements"].as_array().unwrap().iter().find(|s| s["claim"] == claim).unwrap();
    number(statement["values"][name]["exact"].as_str().unwrap())
}

/// The least ratio of two entries of a column, over neighbours: here and not by the certifier.
fn least_ratio(rows: &[Vec<Rational>], are_neighbours: impl Fn(usize, usize) -> bool) -> Rational {
    let pairs = (0..rows.len()).flat_map(|i| (0..rows.len()).map(move |h| (i, h)));
    let near = pairs.filter(|&(i, h)| i != h && are_neighbours(i, h));
    near.flat_map(|(i, h)| rows[i].iter().zip(&rows[h]).map(|(x, y)| x / y)).min().unwrap()
}

/// Rows proportional to these weights.
fn normalised(weights: Vec<Vec<Rational>>) -> Vec<Vec<Rational>> {
    let row = |row: Vec<Rational>| {
        let total: Rational = row.iter().sum();
        row.iter().map(|x| x / &total).collect()
    };
    weights.into_iter().map(row).collect()
}

#[test]
fn each_holds_its_promises_at_every_kind_of_alpha() {
    for privacy in OTHERS {
        for (kind, wishes, graph) in [
            (Kind::SubsetSelection, subsets_of(1), complete(4)),
            (Kind::SubsetSelection, subsets_of(2), complete(5)),
            (Kind::UnaryEncoding, encoded(Encoding::Symmetric), complete(3)),
            (Kind::UnaryEncoding, encoded(Encoding::Optimised), complete(3)),
            (Kind::HadamardResponse, Wishes::default(), complete(5)),
            (Kind::Staircase, stairs_of(1), sum(2, 3)),
            (Kind::Staircase, stairs_of(2), sum(2, 3)),
        ] {
            certified(&made(kind, &wishes, &query(privacy, &graph, "")));
        }
    }
}

#[test]
fn a_single_value_is_told_nothing_of() {
    for privacy in OTHERS {
        for kind in [Kind::SubsetSelection, Kind::UnaryEncoding, Kind::HadamardResponse, Kind::Staircase] {
            let text = made(kind, &Wishes::default(), &query(privacy, r#"{"nodes": 1, "edges": []}"#, ""));
            let report = certify(text.as_bytes(), &Options::default()).unwrap().report;
            assert!(report.statements.iter().all(|s| !s.declared || s.verdict == Verdict::Holds), "{text}");
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_with_its_place() {
    let half = |graph: &str| query(r#"{"alpha": "1/2"}"#, graph, "");
    let line = r#"{"graph": "line", "nodes": 4}"#;
    for (kind, wishes, graph, message) in [
        (
            Kind::SubsetSelection,
            Wishes::default(),
            line,
            "$.query: the subset-selection mechanism needs a complete graph",
        ),
        (Kind::HadamardResponse, Wishes::default(), line, "the hadamard-response mechanism needs a complete graph"),
        (Kind::UnaryEncoding, Wishes::default(), line, "the unary-encoding mechanism needs a complete graph"),
        (
            Kind::UnaryEncoding,
            Wishes::default(),
            &complete(11),
            "$.query: 11 values have 2^11 bit vectors, expected at most 10 values: subset",
        ),
        (Kind::Staircase, Wishes::default(), &complete(4), "the staircase mechanism needs a line, in the order of its"),
        (Kind::SubsetSelection, subsets_of(0), &complete(4), "subsets of 0 of 4 values: expected --size from 1 to 3"),
        (Kind::SubsetSelection, subsets_of(4), &complete(4), "subsets of 4 of 4 values: expected --size from 1 to 3"),
        (Kind::SubsetSelection, subsets_of(2), &complete(1), "expected --size from 1 to 1"),
        (
            Kind::SubsetSelection,
            Wishes::default(),
            &complete(30),
            "$.query: 30 values have 30045015 subsets of 10, expected at most 20000: another --size, or hadamard-response",
        ),
        (
            Kind::SubsetSelection,
            Wishes::default(),
            &complete(300),
            "300 values have over 10^17 subsets of 100, expected",
        ),
        (Kind::Staircase, stairs_of(0), &sum(2, 3), "$.query: a middle stair of width 0: expected --width from 1 to 3"),
        (Kind::Staircase, stairs_of(4), &sum(2, 3), "a middle stair of width 4: expected --width from 1 to 3"),
    ] {
        let said = attempt(kind, &wishes, &half(graph)).unwrap_err();
        assert!(said.starts_with("1:") && said.contains(message), "{message}\n{said}");
    }
}
