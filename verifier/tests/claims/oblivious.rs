//! `oblivious`: databases with equal answers have equal rows.

use crate::harness::{Fate, HALF, STOCHASTIC, Trial, file, hold};
use dp_kernel::{Counterexample, Why};

/// Two voters; none, one, one or both say yes. A row for each of the four databases.
fn voters(rows: &str) -> String {
    let query = r#"{"databases": {"values": 2, "individuals": 2}, "answers": [0, 1, "1", 0.0]}"#;
    file("1/2", &format!(r#""query": {query}, "mechanism": {{"matrix": {rows}}}, "claims": ["oblivious"]"#))
}

const HOLDS: &str = r#"{"claim": "oblivious", "verdict": "holds"}"#;

fn fails(pair: &str, output: usize) -> String {
    format!(r#"{{"claim": "oblivious", "verdict": "fails", "witness": {{"pair": {pair}, "output": {output}}}}}"#)
}

#[test]
fn both_fates() {
    // The answers are 0, 1, the text 1, and 0 again.
    let alike = voters(r#"[["2/3", "1/3"], ["1/3", "2/3"], ["1/3", "2/3"], ["4/6", "2/6"]]"#);
    let other = voters(r#"[["2/3", "1/6", "1/6"], ["1/3", "1/3", "1/3"], ["1/3", "1/3", "1/3"], ["2/3", "1/3", "0"]]"#);
    let leaks = r#"{"claim": "dp", "verdict": "fails", "values": {"alpha_max": "0", "epsilon_min": "inf"},
        "witness": {"pair": [3, 1], "output": 2}}"#;
    hold(&[
        Trial::new("equal rows", &alike, &[STOCHASTIC, HALF, HOLDS], Fate::Proves(&["oblivious: holds"])),
        Trial::new(
            "equal rows, said to differ",
            &alike,
            &[STOCHASTIC, HALF, &fails("[0, 3]", 0)],
            Fate::Unproved(Why::WrongWitness),
        ),
        Trial::new(
            "rows that differ at two outputs",
            &other,
            &[STOCHASTIC, leaks, &fails("[3, 0]", 2)],
            Fate::Proves(&["oblivious: fails"]),
        ),
        Trial::new(
            "rows that differ, said to be equal",
            &other,
            &[STOCHASTIC, leaks, HOLDS],
            Fate::Refused(&["databases (0,0) and (1,1) have the answer 0; output 1: the first has 1/6, the other 1/3"]),
        ),
        Trial::new(
            "an output at which they are equal",
            &other,
            &[STOCHASTIC, leaks, &fails("[0, 3]", 0)],
            Fate::Unproved(Counterexample::EqualRows { pair: [0, 3], output: 0 }.into()),
        ),
        Trial::new(
            "databases with a number and a text",
            &other,
            &[STOCHASTIC, leaks, &fails("[0, 1]", 0)],
            Fate::Refused(&["(0,0) and (0,1) have different answers"]),
        ),
        Trial::new(
            "a database that is none",
            &other,
            &[STOCHASTIC, leaks, &fails("[0, 4]", 0)],
            Fate::Refused(&["`pair` names 4, the last is 3"]),
        ),
        Trial::new(
            "no witness",
            &other,
            &[STOCHASTIC, leaks, r#"{"claim": "oblivious", "verdict": "fails"}"#],
            Fate::Proves(&["oblivious: fails"]),
        ),
    ]);
}
