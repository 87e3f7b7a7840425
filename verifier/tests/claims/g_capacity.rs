//! `g-capacity`: the most that the output adds to the gain of the best guess, and multiplies it by, whatever the prior.

use crate::harness::{Fate, STOCHASTIC, Trial, file, hold};

const DP: &str = r#"{"claim": "dp", "verdict": "fails"}"#;

fn table(rows: &str, rest: &str) -> String {
    let query = r#""query": {"graph": "line", "nodes": 2}"#;
    file("1/2", &format!(r#"{query}, "mechanism": {{"matrix": {rows}}}, "claims": ["g-capacity"], {rest}"#))
}

#[test]
fn both_fates() {
    const COIN: &str = r#"[["3/4", "1/4"], ["1/4", "3/4"]]"#;
    let said = |verdict: &str, witness: &str| {
        format!(r#"{{"claim": "g-capacity", "verdict": "{verdict}", "witness": {witness}}}"#)
    };
    let of = |name, gain: &str, (verdict, witness): (&str, &str), fate| {
        Trial::new(name, &table(COIN, gain), &[STOCHASTIC, DP, &said(verdict, witness)], fate)
    };
    const BINARY: Fate =
        Fate::Proves(&["g-capacity: holds; additive = 1/4; multiplicative = 3/2; bits = 0.584962500721"]);
    let binary = r#""gain": "binary""#;
    let faulty = table(r#"[["3/4", "1/4"], ["1/4", "1/4"]]"#, binary);
    let row = r#"{"claim": "stochastic", "verdict": "fails", "witness": {"row": 1}}"#;
    let prior = r#"{"prior": {"denominator": "2", "numerators": ["1", "1"]}}"#;
    let many = file(
        "1/2",
        r#""query": {"graph": "complete", "nodes": 70}, "mechanism": {"family": "randomised-response"}, "claims": ["g-capacity"]"#,
    );
    let private = r#"{"claim": "dp", "verdict": "holds"}"#;
    hold(&[
        Trial::new(
            "more nodes and guesses than there is room for",
            &many,
            &[STOCHASTIC, private, &said("holds", "{}")],
            Fate::Declined(&["extreme priors are listed for up to 128 nodes and guesses together"]),
        ),
        of("the binary gain", binary, ("holds", "{}"), BINARY),
        of("said to fail", binary, ("fails", "{}"), Fate::Unproved(dp_kernel::Why::OtherVerdict)),
        of("with a prior", binary, ("holds", prior), Fate::Refused(&["prior"])),
        of(
            "a gain that may be negative",
            r#""gain": [[1, -1], [-1, 1], [0, 0]]"#,
            ("holds", "{}"),
            Fate::Proves(&["g-capacity: holds; additive = 1/2"]),
        ),
        Trial::new(
            "X is not a mechanism",
            &faulty,
            &[row, DP, &said("fails", r#"{"row": 1}"#)],
            Fate::Proves(&["g-capacity: fails"]),
        ),
    ]);
}
