//! What is counted before it is done.

use super::refused;
use crate::harness;
use crate::harness::{Judgement, certificate, file, judge_all};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;

/// Products, comparisons and distances of a size that a small file can ask for, counted before they are done.
#[test]
fn steps_are_counted() {
    let zeros = vec!["\"1\""; 20_000].join(",");
    let text = file("1/2", r#""query": {"graph": "line", "nodes": 20000}, "claims": ["tight-constraints-exist"]"#);
    let said = format!(
        r#"{{"claim": "tight-constraints-exist", "verdict": "holds", "values": {{"sum": "1"}}, "witness": {{"z": {{"denominator": "1", "numerators": [{zeros}]}}}}}}"#
    );
    let Judgement::Declined(found) = judge_all(&text, &[&said]) else { panic!("not declined") };
    assert!(found[0].contains("--limit"), "{found:?}");

    let rows = vec![format!("[{}]", vec!["1"; 1_000].join(",")); 2_001].join(",");
    let dense = r#""query": {"graph": "sum", "individuals": 2, "max": 1000}"#;
    let text = file("1/2", &format!(r#"{dense}, "mechanism": {{"matrix": [{rows}]}}"#));
    let limits = Limits { steps: 1 << 28, ..Limits::default() };
    let certificate = certificate(&text, &[harness::EQUAL_ROWS]);
    let found = harness::judge_within(&harness::read(&text), &certificate, &limits);
    let Judgement::Refused(found) = found else { panic!("not refused") };
    assert!(found[0].contains("--limit steps=N"), "{found:?}");

    let edges: Vec<String> = (0..20_000u32)
        .flat_map(|i| (1..=20).map(move |k| (i, i + 500 * k)))
        .filter(|(_, j)| *j < 20_000)
        .map(|(i, j)| format!("[{i},{j}]"))
        .collect();
    let found = refused(&file("1/2", &format!(r#""query": {{"nodes": 20000, "edges": [{}]}}"#, edges.join(","))));
    assert!(found.contains("--limit steps=N"), "{found}");
}

/// Vectors by cells: long numbers many times over, and rows that would be sorted only to differ.
#[test]
fn vectors_by_cells_are_counted() {
    let by_cells = |numerators: &[String], cells: &[usize]| {
        let numerators: Vec<String> = numerators.iter().map(|x| format!("\"{x}\"")).collect();
        let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
        format!(r#"{{"denominator": "1", "numerators": [{}], "cells": [{}]}}"#, numerators.join(","), cells.join(","))
    };
    let bound = |graph: &str, nodes: usize, vector: &str| {
        let rest = format!(
            r#""query": {{"graph": "{graph}", "nodes": {nodes}}}, "priors": {{"p": "uniform"}},
               "claims": [{{"claim": "utility-bound", "prior": "p"}}]"#
        );
        let text = file("1/2", &rest);
        let said = format!(
            r#"{{"claim": "utility-bound", "prior": "p", "verdict": "holds", "witness": {{"y": {vector}, "v": {vector}}}}}"#
        );
        let Judgement::Declined(found) = judge_all(&text, &[&said]) else { panic!("not declined") };
        found[0].clone()
    };
    let found = bound("complete", 9_000, &by_cells(&["9".repeat(130_000)], &vec![0; 9_000]));
    assert!(found.contains("--limit memory=N"), "{found}");

    let values: Vec<String> = (0..19_000).map(|i| (i + 1_000_000).to_string()).collect();
    let cells: Vec<usize> = (0..20_000).map(|i| i * 7_919 % 19_000).collect();
    let found = bound("star", 20_000, &by_cells(&values, &cells));
    assert!(found.contains("--limit steps=N"), "{found}");
}

/// What a statement costs beside its products: a small allowance is spent before anything is computed.
#[test]
fn powers_and_comparisons_are_counted() {
    let refusal = |text: &str, statement: &str, steps: usize| {
        let limits = Limits { steps, ..Limits::default() };
        let mechanism = Mechanism::read(text.as_bytes(), &limits).expect("a mechanism file");
        let verification =
            dp_verify::certificate::verify(&mechanism, certificate(text, &[statement]).as_bytes(), &limits);
        verification.expect("a certificate").refusals[0].to_string()
    };
    // The powers of α.
    let line = r#""query": {"graph": "line", "nodes": 1000}, "priors": {"p": "uniform"}"#;
    let alpha = format!("1{0}1/1{0}3", "0".repeat(38));
    let regular = format!(
        r#"{{"claim": "regular", "prior": "p", "verdict": "holds", "witness": {{"y": {0}, "v": {0}}}}}"#,
        format_args!(r#"{{"denominator": "1", "numerators": ["0"], "cells": [{}]}}"#, vec!["0"; 1000].join(","))
    );
    let found = refusal(&file(&alpha, line), &regular, 1 << 24);
    assert!(found.contains("--limit steps=N"), "{found}");

    // Short products, each compared with a long prior.
    let long = format!("7{}7", "0".repeat(60_000));
    let zeros = vec!["0"; 398].join(",");
    let star = format!(
        r#""query": {{"graph": "star", "nodes": 400}}, "priors": {{"p": ["1/{long}", "1-1/{long}", {zeros}]}}"#
    );
    let vector =
        |x: &str| format!(r#"{{"denominator": "1", "numerators": ["{x}"], "cells": [{}]}}"#, vec!["0"; 400].join(","));
    let bound = format!(
        r#"{{"claim": "utility-bound", "prior": "p", "verdict": "holds", "witness": {{"y": {}, "v": {}}}}}"#,
        vector(&format!("1{}", "0".repeat(60_000))),
        vector("0")
    );
    let found = refusal(&file("1/2", &star), &bound, 3 << 27);
    assert!(found.contains("--limit steps=N"), "{found}");
}

/// A comparison that does not show at any precision in reach takes from the steps, and is left out where none are left.
#[test]
fn comparisons_of_logarithms_are_counted() {
    // log₂ 3 to 31 digits.
    let text = file(
        "1/2",
        r#""query": {"graph": "line", "nodes": 3}, "mechanism": {"matrix": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]},
           "claims": [{"claim": "capacity", "expect": {"bits": {"at_least": "1.584962500721156181453738943947"}}}]"#,
    );
    let capacity = r#"{"claim": "capacity", "verdict": "holds", "values": {"multiplicative": "3",
        "bits": {"at_least": "1.58496250072115", "at_most": "1.58496250072116"}}}"#;
    let refusals = |steps: usize| {
        let limits = Limits { steps, ..Limits::default() };
        let mechanism = Mechanism::read(text.as_bytes(), &limits).expect("a mechanism file");
        let verified = dp_verify::certificate::verify(&mechanism, certificate(&text, &[capacity]).as_bytes(), &limits);
        verified.expect("a certificate").refusals.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let about_capacity = |steps| refusals(steps).into_iter().find(|why| why.contains("capacity"));
    assert_eq!(about_capacity(1 << 20), None);
    assert!(about_capacity(1 << 12).is_some());
}

/// The neighbours of all nodes are counted before they are kept.
#[test]
fn neighbours_are_counted() {
    let rows = vec!["[1]"; 12_000].join(",");
    let query = format!(r#""query": {{"graph": "complete", "nodes": 12000}}, "mechanism": {{"matrix": [{rows}]}}"#);
    let text = file("1/2", &query).replace(r#""alpha": "1/2""#, r#""alpha": "1/2", "delta": "1/2""#);
    let said = r#"{"claim": "approximate-dp", "verdict": "holds", "values": {"delta_min": "0", "alpha_max": "1", "epsilon_min": "0"}}"#;
    let Judgement::Refused(found) = judge_all(&text, &[said]) else { panic!("accepted") };
    assert!(found.iter().any(|why| why.contains("approximate-dp") && why.contains("--limit memory=N")), "{found:?}");
}

/// Logarithms of irrational values are counted, and take no more bits of them than twelve digits need.
#[test]
fn logarithms_of_irrational_values_are_counted() {
    let entry = "a*(7^1000)^10/(10^1000)^10";
    let text = format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"epsilon": 1}}, "query": {{"graph": "line", "nodes": 2}},
            "mechanism": {{"matrix": [[1, 0], ["1-{entry}", "{entry}"]]}}, "claims": ["capacity"]}}"#
    );
    let capacity = r#"{"claim": "capacity", "verdict": "holds"}"#;
    let has_bits = |steps: usize| {
        let limits = Limits { steps, ..Limits::default() };
        let mechanism = Mechanism::read(text.as_bytes(), &limits).expect("a mechanism file");
        let verified = dp_verify::certificate::verify(&mechanism, certificate(&text, &[capacity]).as_bytes(), &limits);
        let report = verified.expect("a certificate").report;
        report.claims().any(|s| s.values.iter().any(|(name, _)| *name == "bits"))
    };
    assert!(has_bits(1 << 31));
    assert!(!has_bits(1 << 26));
}
