//! `capacity`: Σ_o max_i x_io.

use crate::fixtures::GEOMETRIC;
use crate::harness::{EQUAL_ROWS, Fate, HALF, ROW_1, STOCHASTIC, Trial, file, hold};

fn text(query: &str, rows: &str) -> String {
    file("1/2", &format!(r#""query": {query}, "mechanism": {{"matrix": {rows}}}, "claims": ["capacity"]"#))
}

fn said(multiplicative: &str, bits: &str) -> String {
    format!(
        r#"{{"claim": "capacity", "verdict": "holds", "values": {{"multiplicative": "{multiplicative}", "bits": {bits}}}}}"#
    )
}

#[test]
fn both_fates() {
    let line = r#"{"graph": "line", "nodes": 3}"#;
    let geometric = text(line, GEOMETRIC);
    let flat = text(line, r#"[["1/2", "1/2"], ["1/2", "1/2"], ["1/2", "1/2"]]"#);
    let identity = text(r#"{"nodes": 2, "edges": []}"#, "[[1, 0], [0, 1]]");
    let broken = text(line, r#"[["2/3", "1/6", "1/6"], ["1/3", "1/6", "1/3"], ["1/6", "1/6", "2/3"]]"#);
    let log = r#"{"at_least": "0.73696559416620", "at_most": "0.73696559416621"}"#;
    let fails = r#"{"claim": "capacity", "verdict": "fails", "witness": {"row": 1}}"#;
    hold(&[
        Trial::new(
            "the geometric mechanism",
            &geometric,
            &[STOCHASTIC, HALF, &said("5/3", log)],
            Fate::Proves(&["capacity: holds; multiplicative = 5/3; bits = 0.736965594166"]),
        ),
        Trial::new(
            "equal rows",
            &flat,
            &[STOCHASTIC, EQUAL_ROWS, &said("1", "0")],
            Fate::Proves(&["capacity: holds; multiplicative = 1; bits = 0"]),
        ),
        Trial::new(
            "one whole bit",
            &identity,
            &[STOCHASTIC, EQUAL_ROWS, &said("2", r#""1""#)],
            Fate::Proves(&["capacity: holds; multiplicative = 2; bits = 1"]),
        ),
        Trial::new(
            "one bit, almost",
            &identity,
            &[STOCHASTIC, EQUAL_ROWS, &said("2", r#""0.9999999999999999""#)],
            Fate::Otherwise(&["capacity", "`bits` is said to be", "found to be 1"]),
        ),
        Trial::new(
            "another number",
            &geometric,
            &[STOCHASTIC, HALF, &said("4/3", log)],
            Fate::Otherwise(&["capacity", "`multiplicative` is said to be 4/3, found to be 5/3"]),
        ),
        Trial::new("no mechanism", &broken, &[ROW_1, HALF, fails], Fate::Proves(&["capacity: fails"])),
        Trial::new(
            "a number for no mechanism",
            &broken,
            &[ROW_1, HALF, &said("5/3", log)],
            Fate::Refused(&["capacity", "X is not a mechanism: row 1 sums to 5/6"]),
        ),
    ]);
}
