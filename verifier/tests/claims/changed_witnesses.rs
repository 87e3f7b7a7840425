//! Certificates of optima with some of their numbers changed: what is accepted still says what is true.

use crate::fixtures::GEOMETRIC;
use crate::harness::{EQUAL_ROWS, HALF, Judgement, STOCHASTIC, file, judge_all};

/// A stream of numbers that is the same each time (Knuth's MMIX).
fn numbers() -> impl FnMut(usize) -> usize {
    let mut state = 7_u64;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    }
}

/// The statement with one to four of its numbers, or its verdict, changed.
fn changed(statement: &str, next: &mut impl FnMut(usize) -> usize) -> String {
    let mut text = statement.to_owned();
    for _ in 0..=next(4) {
        let places: Vec<(usize, usize)> = spans(&text);
        let (from, to) = places[next(places.len())];
        let number = ["0", "1", "2", "3", "4", "5", "6", "-1", "-2", "12"][next(10)];
        // A plain number is an index, a place or a node.
        let number = if text.as_bytes()[from - 1] == b'"' { number } else { number.trim_start_matches('-') };
        text.replace_range(from..to, number);
    }
    match next(8) {
        0 if text.contains("holds") => text.replacen("holds", "fails", 1),
        0 => text.replacen("fails", "holds", 1),
        _ => text,
    }
}

/// Where the numbers of a witness are.
fn spans(text: &str) -> Vec<(usize, usize)> {
    let start = text.find("\"witness\"").expect("a witness");
    let (bytes, mut spans, mut i) = (text.as_bytes(), Vec::new(), start);
    while i < bytes.len() {
        if bytes[i].is_ascii_digit() || bytes[i] == b'-' {
            let end = (i + 1..bytes.len()).find(|&k| !bytes[k].is_ascii_digit()).expect("a brace");
            spans.push((i, end));
            i = end;
        }
        i += 1;
    }
    spans
}

const PAIR: &str = r#""query": {"graph": "line", "nodes": 2}, "priors": {"p": "uniform", "q": ["4/5", "1/5"]}"#;
const TRIANGLE: &str =
    r#""query": {"graph": "complete", "nodes": 3}, "priors": {"p": ["1/2", "1/2", "0"], "u": "uniform"}"#;

/// A file, what it implies, and statements that are true of it.
fn all() -> Vec<(String, &'static str, Vec<&'static str>)> {
    let with = |rest: &str, matrix: &str| file("1/2", &format!(r#"{rest}, "mechanism": {{"matrix": {matrix}}}"#));
    let response = r#"[["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]]"#;
    vec![
        (
            with(PAIR, r#"[["2/3", "1/3"], ["1/3", "2/3"]]"#),
            HALF,
            vec![
                r#"{"claim": "optimal", "prior": "p", "verdict": "holds", "values": {"utility": "2/3", "optimum": "2/3"},
                    "witness": {"lambda": {"denominator": "3", "numerators": ["1", "1"]}}}"#,
                r#"{"claim": "optimal", "prior": "p", "verdict": "holds", "values": {"utility": "2/3", "optimum": "2/3"},
                    "witness": {"y": {"denominator": "3", "numerators": ["1", "1"]}}}"#,
                r#"{"claim": "optimal", "prior": "q", "verdict": "holds", "values": {"utility": "4/5", "optimum": "4/5"},
                    "witness": {"lambda": {"denominator": "5", "numerators": ["4", "0"]}, "multipliers": [{}, {"edges":
                    [[1, 0]], "mu": {"denominator": "5", "numerators": ["2"]}}]}}"#,
                r#"{"claim": "universally-optimal", "verdict": "holds", "witness": {"bounds": [
                    {"lambda": {"denominator": "3", "numerators": ["0", "2"]}},
                    {"lambda": {"denominator": "3", "numerators": ["2", "0"]}}]}}"#,
                r#"{"claim": "jointly-optimal", "priors": ["p", "q"], "verdict": "holds", "values": {"joint": "22/15",
                    "separate": "22/15"}, "witness": {"better": {"tight": {"denominator": "3", "numerators": ["2", "2"]}},
                    "bounds": [{"lambda": {"denominator": "3", "numerators": ["1", "1"]}}, {"y": {"denominator": "5",
                    "numerators": ["4", "0"]}}]}}"#,
                r#"{"claim": "derivable", "from": "truncated-geometric", "verdict": "holds", "witness": {"remap":
                    {"denominator": "1", "numerators": ["1", "0", "0", "1"]}}}"#,
                r#"{"claim": "derivable", "from": "uniform", "verdict": "fails", "witness": {"w": {"denominator": "1",
                    "numerators": ["-1", "0", "1", "0"]}, "nu": {"denominator": "1", "numerators": ["0", "0"]}}}"#,
            ],
        ),
        (
            with(PAIR, r#"[["1/2", "1/2"], ["1/2", "1/2"]]"#),
            EQUAL_ROWS,
            vec![
                r#"{"claim": "optimal", "prior": "p", "verdict": "fails", "values": {"utility": "1/2", "optimum": "2/3"},
                    "witness": {"better": {"rows": [{"denominator": "3", "numerators": ["2", "1"]}, {"denominator": "3",
                    "numerators": ["1", "2"]}]}, "lambda": {"denominator": "3", "numerators": ["1", "1"]}}}"#,
                r#"{"claim": "optimal", "prior": "q", "verdict": "holds", "values": {"utility": "4/5", "optimum": "4/5"},
                    "witness": {"lambda": {"denominator": "5", "numerators": ["4", "0"]}}}"#,
                r#"{"claim": "universally-optimal", "verdict": "fails", "witness": {"prior": {"denominator": "2",
                    "numerators": ["1", "1"]}, "better": {"tight": {"denominator": "3", "numerators": ["2", "2"]}}}}"#,
            ],
        ),
        (
            with(TRIANGLE, response),
            HALF,
            vec![
                r#"{"claim": "optimal", "prior": "u", "verdict": "holds", "values": {"utility": "1/2", "optimum": "1/2"},
                    "witness": {"lambda": {"denominator": "6", "numerators": ["1", "1", "1"]}, "multipliers": [
                    {"edges": [[0, 1], [0, 2]], "mu": {"denominator": "6", "numerators": ["1", "1"]}},
                    {"edges": [[1, 0], [1, 2]], "mu": {"denominator": "6", "numerators": ["1", "1"]}},
                    {"edges": [[2, 0], [2, 1]], "mu": {"denominator": "6", "numerators": ["1", "1"]}}]}}"#,
                r#"{"claim": "universally-optimal", "verdict": "fails", "witness": {"prior": {"denominator": "2",
                    "numerators": ["1", "1", "0"]}, "better": {"rows": [{"denominator": "3", "numerators": ["2", "1"]},
                    {"denominator": "3", "numerators": ["1", "2"]}, {"denominator": "2", "numerators": ["1", "1"]}]}}}"#,
            ],
        ),
        (
            with(
                r#""query": {"graph": "line", "nodes": 3}, "gain": [[1, 0, "1/2"], ["1/2", 2, -1]], "priors": {"u": "uniform"}"#,
                GEOMETRIC,
            ),
            HALF,
            vec![
                r#"{"claim": "universally-optimal", "verdict": "holds", "witness": {"remap": [0, 1, 2]}}"#,
                r#"{"claim": "derivable", "from": "truncated-geometric", "verdict": "holds", "witness": {"remap":
                    {"denominator": "1", "numerators": ["0", "1"], "cells": [1, 0, 0, 0, 1, 0, 0, 0, 1]}}}"#,
            ],
        ),
    ]
}

/// What a line of the report says: the claim, its verdict, and each value.
fn facts(line: &str) -> (&str, &str, Vec<&str>) {
    let (claim, rest) = line.split_once(": ").expect("a verdict");
    let mut parts = rest.split("; ");
    (claim, parts.next().expect("a verdict"), parts.collect())
}

#[test]
fn nothing_false_is_accepted() {
    let mut next = numbers();
    let (mut accepted, mut refused) = (0, 0);
    for (text, private, statements) in all() {
        for statement in statements {
            let said = |statement: &str| judge_all(&text, &[STOCHASTIC, private, statement]);
            let Judgement::Accepted(truth) = said(statement) else { panic!("{statement}: {:?}", said(statement)) };
            for _ in 0..400 {
                let changed = changed(statement, &mut next);
                match said(&changed) {
                    Judgement::Accepted(lines) => {
                        accepted += 1;
                        for (line, truth) in lines.iter().zip(&truth) {
                            let ((claim, verdict, values), truth) = (facts(line), facts(truth));
                            assert_eq!((claim, verdict), (truth.0, truth.1), "{changed}");
                            assert!(values.iter().all(|value| truth.2.contains(value)), "{line}: {changed}");
                        }
                    }
                    Judgement::Refused(_) => refused += 1,
                    other => panic!("{other:?}: {changed}"),
                }
            }
        }
    }
    assert!(accepted > 100 && refused > 1000, "{accepted} accepted, {refused} refused");
}
