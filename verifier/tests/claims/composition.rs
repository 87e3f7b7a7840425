//! Compositions: all uses of several mechanisms about the same node.

use crate::harness::{Fate, STOCHASTIC, Trial, file, hold};
use dp_kernel::Why;

const COIN: &str = r#"{"matrix": [["3/4", "1/4"], ["1/4", "3/4"]], "times": 2}"#;

fn uses(parts: &str, claims: &str) -> String {
    file(
        "1/3",
        &format!(
            r#""query": {{"graph": "line", "nodes": 2}}, "priors": {{"flat": "uniform"}}, "mechanism": {{"compose": [{parts}]}}, "claims": [{claims}]"#
        ),
    )
}

fn said(claim: &str, verdict: &str, witness: &str) -> String {
    format!(r#"{{"claim": {claim}, "verdict": "{verdict}", "witness": {witness}}}"#)
}

/// Two coins have the ratios 9, 1 and 1/9.
#[test]
fn both_fates() {
    let dp = said(r#""dp""#, "fails", "{}");
    let of = |name, claim: &str, (verdict, witness): (&str, &str), fate| {
        let declared = format!(r#"{{"claim": {claim}, "expect": {{"verdict": "{verdict}"}}}}"#);
        let own = said(claim, verdict, witness);
        let statements: Vec<&str> =
            [STOCHASTIC, &dp].into_iter().chain((claim != r#""dp""#).then_some(&*own)).collect();
        Trial::new(name, &uses(COIN, &declared), &statements, fate)
    };
    let adaptive = r#""dp", "adaptive": true"#;
    let third = r#""approximate-dp""#;
    hold(&[
        of(
            "two coins",
            r#""dp""#,
            ("fails", "{}"),
            Fate::Proves(&["dp: fails; alpha_max = 1/9; epsilon_min = 2.19722457734"]),
        ),
        of(
            "adaptively",
            adaptive,
            ("fails", "{}"),
            Fate::Proves(&["dp (adaptive): fails; alpha_max = 1/9; epsilon_min = 2.19722457734"]),
        ),
        of("adaptively, said to hold", adaptive, ("holds", "{}"), Fate::Unproved(Why::OtherVerdict)),
        of("a pair of a table", adaptive, ("fails", r#"{"pair": [0, 1], "output": 0}"#), Fate::Refused(&["pair"])),
        // 9/16 − 3·1/16 at λ = 3.
        of(
            "with δ = 0",
            third,
            ("fails", "{}"),
            Fate::Proves(&["approximate-dp: fails; delta_min = 3/8; alpha_max = 1/9; epsilon_min = 2.19722457734"]),
        ),
        of("with δ = 0, said to hold", third, ("holds", "{}"), Fate::Unproved(Why::OtherVerdict)),
        of(
            "an event of a table",
            third,
            ("fails", r#"{"pair": [0, 1], "outputs": [0]}"#),
            Fate::Unproved(Why::WrongWitness),
        ),
        of(
            "capacity",
            r#""capacity""#,
            ("holds", "{}"),
            Fate::Proves(&["capacity: holds; multiplicative = 3/2; bits = 0.584962500721"]),
        ),
        of("what is not decided", r#""universally-optimal""#, ("fails", "{}"), Fate::Unproved(Why::Composed)),
    ]);
}

#[test]
fn a_part_that_is_no_mechanism() {
    let parts = format!(r#"{COIN}, {{"matrix": [["1/2", "1/2"], [1, 1]]}}"#);
    let negative = format!(r#"{COIN}, {{"matrix": [["3/2", "-1/2"], [1, 0]]}}"#);
    let fails = r#"{"claim": "stochastic", "verdict": "fails"}"#;
    let named = r#"{"claim": "stochastic", "verdict": "fails", "witness": {"row": 1}}"#;
    let other = r#"{"claim": "stochastic", "verdict": "fails", "witness": {"row": 0}}"#;
    let dp = r#"{"claim": "dp", "verdict": "fails"}"#;
    let of = |name, parts: &str, first: &str, fate| Trial::new(name, &uses(parts, ""), &[first, dp], fate);
    hold(&[
        of("a row of sum 2", &parts, fails, Fate::Proves(&["stochastic: fails"])),
        of("which is named", &parts, named, Fate::Proves(&["stochastic: fails"])),
        of("another one", &parts, other, Fate::Unproved(Why::IsDistribution(0))),
        of("said to be a mechanism", &parts, STOCHASTIC, Fate::Refused(&["row 1"])),
        of("a negative entry", &negative, fails, Fate::Proves(&["dp: fails", "stochastic: fails"])),
    ]);
}

/// `files` of a mechanism whose parts are all in one file.
#[test]
fn files_that_are_none() {
    let dp = said(r#""dp""#, "fails", "{}");
    let good = Trial::new("no files", &uses(COIN, ""), &[STOCHASTIC, &dp], Fate::Proves(&["stochastic: holds"]));
    let with = |name, files: &str, fate| {
        let certificate =
            good.certificate.replacen(r#""statements""#, &format!(r#""files": {files}, "statements""#), 1);
        Trial { name, certificate, fate, ..good.clone() }
    };
    hold(&[
        good.clone(),
        with("none of them", "{}", Fate::Proves(&["stochastic: holds"])),
        with("one of no part", r#"{"other.json": "00"}"#, Fate::Refused(&["other.json", "no part"])),
        with("a list", r#"["other.json"]"#, Fate::Unreadable(&["files"])),
        with("a number", r#"{"other.json": 1}"#, Fate::Unreadable(&["files"])),
    ]);
}
