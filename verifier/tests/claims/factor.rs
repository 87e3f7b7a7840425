//! `factor`: t as a root of a factor of its polynomial, without which a zero does not show.

use crate::harness::{Fate, Trial, certificate, hold};
use dp_kernel::Subdivision;

/// t = 1/√2 as a root of (2t² − 1)(t² + 3), and rows that sum to 2t².
fn halves(privacy: &str) -> String {
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {{"graph": "line", "nodes": 2}},
            "mechanism": {{"matrix": [["a^2", "a^2"], ["a^2", "a^2"]]}}}}"#
    )
}

const REDUCIBLE: &str = r#"{"alpha": {"root_of": [-3, 0, 5, 0, 2], "between": [0, 1]}}"#;
const STATEMENTS: [&str; 2] =
    [r#"{"claim": "stochastic", "verdict": "holds"}"#, r#"{"claim": "dp", "verdict": "holds"}"#];

fn with(name: &'static str, privacy: &str, factor: &str, fate: Fate) -> Trial {
    let mechanism = halves(privacy);
    let trial = Trial::new(name, &mechanism, &STATEMENTS, fate);
    let plain = certificate(&mechanism, &STATEMENTS);
    let certificate = match factor {
        "" => plain,
        factor => plain.replacen(r#""statements""#, &format!(r#""factor": {factor}, "statements""#), 1),
    };
    Trial { certificate, ..trial }
}

#[test]
fn both_fates() {
    let no_root = || Fate::Unproved(Subdivision::NoRoot.into());
    hold(&[
        with("the one with the root", REDUCIBLE, r#"["-1", "0", "2"]"#, Fate::Proves(&["stochastic: holds"])),
        with("a multiple of it", REDUCIBLE, r#"["5", "0", "-10"]"#, Fate::Proves(&["stochastic: holds"])),
        with("the other one", REDUCIBLE, r#"["3", "0", "1"]"#, no_root()),
        with("a constant", REDUCIBLE, r#"["1"]"#, no_root()),
        with("no factor", REDUCIBLE, r#"["-1", "0", "3"]"#, no_root()),
        with("a factor of what has none", r#"{"epsilon": "1"}"#, r#"["-1", "0", "2"]"#, no_root()),
        with("a word", REDUCIBLE, r#""half""#, Fate::Unreadable(&["factor"])),
    ]);
}
