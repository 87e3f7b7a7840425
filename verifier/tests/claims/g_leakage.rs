//! `g-leakage`: by how much an output raises what the best guess is expected to gain. All is computed.

use crate::harness::{Fate, STOCHASTIC, Trial, file, hold};
use dp_kernel::Why;

const DP: &str = r#"{"claim": "dp", "verdict": "holds"}"#;

/// Two answers, told apart three times in four; the flat prior, and one of a single answer.
fn table(gain: &str, prior: &str) -> String {
    let rest = r#""query": {"graph": "line", "nodes": 2}, "mechanism": {"matrix": [["3/4", "1/4"], ["1/4", "3/4"]]},
        "priors": {"flat": "uniform", "one": {"point": 1}}"#;
    file("1/3", &format!(r#"{rest}{gain}, "claims": [{{"claim": "g-leakage", "prior": "{prior}"}}]"#))
}

#[test]
fn both_fates() {
    let of = |name, gain: &str, prior: &str, verdict: &str, fate| {
        let own = format!(r#"{{"claim": "g-leakage", "prior": "{prior}", "verdict": "{verdict}"}}"#);
        Trial::new(name, &table(gain, prior), &[STOCHASTIC, DP, &own], fate)
    };
    // Blindly either guess gains 1; after an output the better one 4·3/4 − 2/4 = 5/2, or 1 as before.
    let some = r#", "gain": [[4, -2], [-2, 4]]"#;
    let both = r#", "gain": [[4, 0], [0, 4], [3, 3]]"#;
    hold(&[
        of(
            "the binary gain",
            "",
            "flat",
            "holds",
            Fate::Proves(&[
                "g-leakage (prior flat): holds; additive = 1/4; multiplicative = 3/2; bits = 0.584962500721",
            ]),
        ),
        of(
            "nothing to learn",
            "",
            "one",
            "holds",
            Fate::Proves(&["g-leakage (prior one): holds; additive = 0; multiplicative = 1; bits = 0"]),
        ),
        of(
            "a loss has no quotient",
            r#", "loss": "absolute""#,
            "flat",
            "holds",
            Fate::Proves(&["g-leakage (prior flat): holds; additive = 1/4"]),
        ),
        of(
            "nor has a gain that may be negative",
            some,
            "flat",
            "holds",
            Fate::Proves(&["g-leakage (prior flat): holds; additive = 3/2"]),
        ),
        of(
            "a guess that is never wrong is as good as a wise one",
            both,
            "flat",
            "holds",
            Fate::Proves(&["g-leakage (prior flat): holds; additive = 0; multiplicative = 1; bits = 0"]),
        ),
        of(
            "a gain of nothing",
            r#", "gain": [[0, 0]]"#,
            "flat",
            "holds",
            Fate::Proves(&["g-leakage (prior flat): holds; additive = 0"]),
        ),
        of("said to fail", "", "flat", "fails", Fate::Unproved(Why::OtherVerdict)),
    ]);
}
