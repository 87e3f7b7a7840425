//! `group-privacy`: α^k·x_io ≤ x_ho for nodes at the distance k, or at most k.

use crate::harness::{Fate, STOCHASTIC, Trial, file, fraction, hold};
use dp_kernel::{Counterexample, Why};

/// The truncated geometric mechanism of 1/2 on three nodes, and at a distance.
fn table(alpha: &str, parameters: &str) -> String {
    let rows = r#"[["2/3", "1/6", "1/6"], ["1/3", "1/3", "1/3"], ["1/6", "1/6", "2/3"]]"#;
    let claims = format!(r#""claims": [{{"claim": "group-privacy", {parameters}}}]"#);
    let query = r#""query": {"graph": "line", "nodes": 3}"#;
    file(alpha, &format!(r#"{query}, "mechanism": {{"matrix": {rows}}}, {claims}"#))
}

fn said(verdict: &str, parameters: &str, witness: &str) -> String {
    format!(r#"{{"claim": "group-privacy", {parameters}, "verdict": "{verdict}", "witness": {witness}}}"#)
}

const DP: &str = r#"{"claim": "dp", "verdict": "holds"}"#;
const NO_DP: &str = r#"{"claim": "dp", "verdict": "fails"}"#;
const TWO: &str = r#""distance": 2"#;
const NEARER: &str = r#""distance": 2, "at_most": true"#;
const HOLDS: Fate = Fate::Proves(&["group-privacy (distance 2): holds; alpha_max = 1/4; epsilon_min = 1.38629436112"]);
const FAILS: Fate = Fate::Proves(&["group-privacy (distance 2): fails; alpha_max = 1/4; epsilon_min = 1.38629436112"]);
const NEARER_HOLDS: Fate =
    Fate::Proves(&["group-privacy (distance at most 2): holds; alpha_max = 1/4; epsilon_min = 1.38629436112"]);
const NEARER_FAILS: Fate =
    Fate::Proves(&["group-privacy (distance at most 2): fails; alpha_max = 1/4; epsilon_min = 1.38629436112"]);

#[test]
fn both_fates() {
    let (half, more) = ("1/2", "500000000000000000000000000001/1000000000000000000000000000000");
    let trial = |name, alpha: &str, parameters: &str, verdict: &str, witness: &str, fate| {
        let dp = if alpha == half { DP } else { NO_DP };
        Trial::new(name, &table(alpha, parameters), &[STOCHASTIC, dp, &said(verdict, parameters, witness)], fate)
    };
    let ends = r#"{"pair": [2, 0], "output": 0}"#;
    hold(&[
        trial("with nothing to spare", half, TWO, "holds", "{}", HOLDS),
        trial("with the pair", half, TWO, "holds", ends, HOLDS),
        trial("or nearer", half, NEARER, "holds", ends, NEARER_HOLDS),
        trial("at an α larger by 10^-30", more, TWO, "fails", ends, FAILS),
        trial("at that α, without a pair", more, NEARER, "fails", "{}", NEARER_FAILS),
        trial(
            "farther than any two",
            more,
            r#""distance": 3"#,
            "holds",
            "{}",
            Fate::Proves(&["group-privacy (distance 3): holds"]),
        ),
        trial("said to hold", more, TWO, "holds", "{}", Fate::Unproved(Why::OtherVerdict)),
        trial("said to fail", half, TWO, "fails", ends, Fate::Unproved(Why::OtherVerdict)),
        trial(
            "a pair of neighbours",
            half,
            TWO,
            "holds",
            r#"{"pair": [1, 0], "output": 0}"#,
            Fate::Unproved(Counterexample::NotSoFar([1, 0]).into()),
        ),
        trial(
            "a pair of neighbours, where nearer ones are meant",
            half,
            NEARER,
            "holds",
            r#"{"pair": [1, 0], "output": 0}"#,
            Fate::Unproved(Counterexample::NotLeastRatio { pair: [1, 0], output: 0, alpha_max: fraction(1, 4) }.into()),
        ),
        trial(
            "one node twice, where nearer ones are meant",
            half,
            NEARER,
            "holds",
            r#"{"pair": [1, 1], "output": 0}"#,
            Fate::Unproved(Counterexample::NotSoFar([1, 1]).into()),
        ),
        trial(
            "the pair in the other order",
            half,
            TWO,
            "holds",
            r#"{"pair": [0, 2], "output": 0}"#,
            Fate::Unproved(Counterexample::NotLeastRatio { pair: [0, 2], output: 0, alpha_max: fraction(1, 4) }.into()),
        ),
        trial(
            "a node that is not there",
            half,
            TWO,
            "holds",
            r#"{"pair": [3, 0], "output": 0}"#,
            Fate::Refused(&["pair"]),
        ),
        trial(
            "an output that is not there",
            half,
            TWO,
            "holds",
            r#"{"pair": [2, 0], "output": 3}"#,
            Fate::Refused(&["output"]),
        ),
    ]);
}

#[test]
fn another_distance_is_another_claim() {
    hold(&[
        Trial::new(
            "the declared one is not stated",
            &table("1/2", TWO),
            &[STOCHASTIC, DP, &said("holds", r#""distance": 3"#, "{}")],
            Fate::Refused(&["group-privacy"]),
        ),
        Trial::new("it is", &table("1/2", TWO), &[STOCHASTIC, DP, &said("holds", TWO, "{}")], HOLDS),
        Trial::new(
            "nearer ones too",
            &table("1/2", NEARER),
            &[STOCHASTIC, DP, &said("holds", TWO, "{}")],
            Fate::Refused(&["group-privacy"]),
        ),
    ]);
}
