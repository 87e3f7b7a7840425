//! `individual-leakage`: the largest capacity about one individual, the others being as they are. All is computed.

use crate::harness::{Fate, STOCHASTIC, Trial, file, hold};
use dp_kernel::Why;

fn cube(rows: &str) -> String {
    let query = r#"{"graph": "hamming", "values": 2, "individuals": 2}"#;
    file("1/2", &format!(r#""query": {query}, "mechanism": {{"matrix": {rows}}}, "claims": ["individual-leakage"]"#))
}

#[test]
fn both_fates() {
    let of = |name, rows: &str, dp: &str, verdict: &str, fate| {
        let dp = format!(r#"{{"claim": "dp", "verdict": "{dp}"}}"#);
        let own = format!(r#"{{"claim": "individual-leakage", "verdict": "{verdict}"}}"#);
        Trial::new(name, &cube(rows), &[STOCHASTIC, &dp, &own], fate)
    };
    // What is told is of the second individual, and where the first is 1 it is told more often.
    let second = r#"[[1, 0], [0, 1], [1, 0], [0, 1]]"#;
    let more = r#"[["1/2", "1/2"], ["1/2", "1/2"], ["3/4", "1/4"], ["1/4", "3/4"]]"#;
    let even = r#"[["1/3", "2/3"], ["1/3", "2/3"], ["1/3", "2/3"], ["1/3", "2/3"]]"#;
    hold(&[
        of(
            "all of one",
            second,
            "fails",
            "holds",
            Fate::Proves(&["individual-leakage: holds; multiplicative = 2; bits = 1"]),
        ),
        of(
            "of one more than of the other",
            more,
            "fails",
            "holds",
            Fate::Proves(&["individual-leakage: holds; multiplicative = 3/2; bits = 0.584962500721"]),
        ),
        of(
            "of nobody",
            even,
            "holds",
            "holds",
            Fate::Proves(&["individual-leakage: holds; multiplicative = 1; bits = 0"]),
        ),
        of("said to fail", second, "fails", "fails", Fate::Unproved(Why::OtherVerdict)),
        Trial::new(
            "on a line",
            &file(
                "1/2",
                r#""query": {"graph": "line", "nodes": 2}, "mechanism": {"matrix": [[1], [1]]}, "claims": ["individual-leakage"]"#,
            ),
            &[STOCHASTIC],
            Fate::Unreadable(&["the claim `individual-leakage` needs a Hamming graph"]),
        ),
    ]);
}
