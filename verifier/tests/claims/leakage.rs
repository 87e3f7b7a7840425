//! `leakage`: Σ_o max_i π_i x_io / max_i π_i.

use crate::fixtures::GEOMETRIC;
use crate::harness::{Fate, HALF, ROW_1, STOCHASTIC, Trial, file, hold};

const NAME: &str = "leakage (prior p)";

fn text(rows: &str, prior: &str) -> String {
    let claim = r#"{"claim": "leakage", "prior": "p"}"#;
    file(
        "1/2",
        &format!(
            r#""query": {{"graph": "line", "nodes": 3}}, "mechanism": {{"matrix": {rows}}}, "priors": {{"p": {prior}}},
               "claims": [{claim}]"#
        ),
    )
}

fn said(multiplicative: &str, bits: &str) -> String {
    format!(
        r#"{{"claim": "leakage", "prior": "p", "verdict": "holds", "values": {{"multiplicative": "{multiplicative}", "bits": {bits}}}}}"#
    )
}

/// log₂(17/15) = 0.18057224564182087….
const LOG_17_15: &str = r#"{"at_least": "0.18057224564182", "at_most": "0.18057224564183"}"#;

#[test]
fn both_fates() {
    let tilted = text(GEOMETRIC, r#"["5/10", "3/10", "2/10"]"#);
    let flat = text(GEOMETRIC, r#""uniform""#);
    let point = text(GEOMETRIC, r#"{"point": 1}"#);
    let broken = text(r#"[["2/3", "1/6", "1/6"], ["1/3", "1/6", "1/3"], ["1/6", "1/6", "2/3"]]"#, r#""uniform""#);
    let fails = r#"{"claim": "leakage", "prior": "p", "verdict": "fails", "witness": {"row": 1}}"#;
    hold(&[
        Trial::new(
            "(5, 3, 2)/10",
            &tilted,
            &[STOCHASTIC, HALF, &said("17/15", LOG_17_15)],
            Fate::Proves(&["leakage (prior p): holds; multiplicative = 17/15; bits = 0.180572245642"]),
        ),
        Trial::new(
            "uniform",
            &flat,
            &[STOCHASTIC, HALF, &said("5/3", r#"{"at_least": "0.73696559416620", "at_most": "0.73696559416621"}"#)],
            Fate::Proves(&["leakage (prior p): holds; multiplicative = 5/3; bits = 0.736965594166"]),
        ),
        Trial::new(
            "a point leaks nothing",
            &point,
            &[STOCHASTIC, HALF, &said("1", r#""0""#)],
            Fate::Proves(&["leakage (prior p): holds; multiplicative = 1; bits = 0"]),
        ),
        Trial::new(
            "another number",
            &tilted,
            &[STOCHASTIC, HALF, &said("17/30", LOG_17_15)],
            Fate::Otherwise(&[NAME, "`multiplicative` is said to be 17/30, found to be 17/15"]),
        ),
        Trial::new(
            "an enclosure that misses by the thirteenth digit",
            &tilted,
            &[STOCHASTIC, HALF, &said("17/15", r#"{"at_least": "0.18057224564183", "at_most": "0.18057224564184"}"#)],
            Fate::Otherwise(&[NAME, "`bits` does not lie in its enclosure"]),
        ),
        Trial::new(
            "an irrational number written as a rational",
            &tilted,
            &[STOCHASTIC, HALF, &said("17/15", r#""0.180572245642""#)],
            Fate::Otherwise(&["`bits` is said to be 90286122821/500000000000, found to be 0.180572245642"]),
        ),
        Trial::new("no mechanism", &broken, &[ROW_1, HALF, fails], Fate::Proves(&["leakage (prior p): fails"])),
        Trial::new(
            "a number for no mechanism",
            &broken,
            &[ROW_1, HALF, &said("5/3", LOG_17_15)],
            Fate::Refused(&[NAME, "X is not a mechanism: row 1 sums to 5/6"]),
        ),
    ]);
}
