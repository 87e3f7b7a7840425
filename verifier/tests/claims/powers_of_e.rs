//! Certificates about files whose `constant` is e^-r, where α and b are far powers of one number, or near ones.

use crate::harness::{Fate, STOCHASTIC, Trial, hold};
use dp_kernel::Why;

/// Rows [1, w]/(1 + w) and [w, 1]/(1 + w).
fn coin(privacy: &str, w: &str, claims: &str) -> String {
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "constant": {{"exp": "-1/8"}},
           "query": {{"graph": "line", "nodes": 2}}, "claims": [{claims}],
           "mechanism": {{"matrix": [["1/(1+{w})", "{w}/(1+{w})"], ["{w}/(1+{w})", "1/(1+{w})"]]}}}}"#
    )
}

const FAR: &str = r#"{"epsilon": "0.968133484697"}"#;
const HOLDS: &str = r#"{"claim": "dp", "verdict": "holds"}"#;
const FAILS: &str = r#"{"claim": "dp", "verdict": "fails"}"#;

fn said(verdict: &str, pair: &str, output: usize) -> String {
    format!(r#"{{"claim": "dp", "verdict": "{verdict}", "witness": {{"pair": {pair}, "output": {output}}}}}"#)
}

/// ε_min = 0.968133484697 + 2/8.
const LESS: Fate = Fate::Proves(&["dp: fails; alpha_max = a*b^2; epsilon_min = 1218133484697/1000000000000"]);

#[test]
fn both_fates_at_far_powers() {
    let (tie, less) = (coin(FAR, "a", ""), coin(FAR, "a*b^2", ""));
    let near = coin(r#"{"epsilon": "0.874999999999"}"#, "b^7", "");
    let trial = |name, file: &str, dp: &str, fate| Trial::new(name, file, &[STOCHASTIC, dp], fate);
    hold(&[
        trial(
            "with nothing to spare",
            &tie,
            HOLDS,
            Fate::Proves(&["dp: holds; alpha_max = a; epsilon_min = 968133484697/1000000000000"]),
        ),
        trial(
            "with its pair",
            &tie,
            &said("holds", "[1, 0]", 0),
            Fate::Proves(&["dp: holds; alpha_max = a; epsilon_min = 968133484697/1000000000000"]),
        ),
        trial("said to fail", &tie, FAILS, Fate::Unproved(Why::OtherVerdict)),
        trial("below α", &less, FAILS, LESS),
        trial("below α, with its pair", &less, &said("fails", "[0, 1]", 1), LESS),
        trial("below α, said to hold", &less, HOLDS, Fate::Unproved(Why::OtherVerdict)),
        trial("the larger entry first", &less, &said("fails", "[1, 0]", 1), Fate::Refused(&["dp", "a*b^2"])),
        trial("no pair", &less, &said("fails", "[1, 1]", 1), Fate::Refused(&["dp", "1"])),
        trial("a nearer power of e", &near, FAILS, Fate::Proves(&["dp: fails; alpha_max = b^7; epsilon_min = 7/8"])),
    ]);
}

/// ε next to 1/2, where b^4 = e^(-1/2), by 10^-30.
#[test]
fn both_fates_next_to_a_power() {
    let at = |epsilon: &str| coin(&format!(r#"{{"epsilon": "{epsilon}"}}"#), "b^4", "");
    let (even, less) = (at("1/2"), at("0.499999999999999999999999999999"));
    let trial = |name, file: &str, dp: &str, fate| Trial::new(name, file, &[STOCHASTIC, dp], fate);
    hold(&[
        trial("at it", &even, HOLDS, Fate::Proves(&["dp: holds; alpha_max = b^4; epsilon_min = 1/2"])),
        trial("at it, said to fail", &even, FAILS, Fate::Unproved(Why::OtherVerdict)),
        trial("below it", &less, FAILS, Fate::Proves(&["dp: fails; alpha_max = b^4; epsilon_min = 1/2"])),
        trial("below it, said to hold", &less, HOLDS, Fate::Unproved(Why::OtherVerdict)),
    ]);
}

/// Beside α = 1/√2, a root of 2x² − 1: what is equal by that polynomial alone, and a polynomial that has another
/// factor.
#[test]
fn both_fates_beside_an_algebraic_alpha() {
    let at = |alpha: &str, w: &str| coin(&format!(r#"{{"alpha": {alpha}}}"#), w, "");
    let root = r#"{"root_of": ["-1", "0", "2"], "between": ["0", "1"]}"#;
    let long = r#"{"root_of": ["-1", "0", "2", "-2", "0", "4"], "between": ["1/2", "1"]}"#;
    let (tie, less) = (at(root, "(1/(2*a))"), at(root, "((1-1e-30*b)/(2*a))"));
    let (more, open) = (at(root, "(a*(1+1e-30*b))"), at(long, "(1/(2*a))"));
    let trial = |name, file: &str, dp: &str, fate| Trial::new(name, file, &[STOCHASTIC, dp], fate);
    const BELOW: Fate = Fate::Proves(&[
        "dp: fails; alpha_max = (1000000000000000000000000000000*a-a*b)/1000000000000000000000000000000; epsilon_min = 0.346573590280",
    ]);
    const ABOVE: Fate = Fate::Proves(&[
        "dp: holds; alpha_max = (1000000000000000000000000000000*a+a*b)/1000000000000000000000000000000; epsilon_min = 0.346573590280",
    ]);
    hold(&[
        trial(
            "with nothing to spare",
            &tie,
            HOLDS,
            Fate::Proves(&["dp: holds; alpha_max = a; epsilon_min = 0.346573590280"]),
        ),
        trial("said to fail", &tie, FAILS, Fate::Unproved(Why::OtherVerdict)),
        trial("its pair is none", &tie, &said("fails", "[0, 1]", 1), Fate::Refused(&["dp"])),
        trial("below α by 10^-30", &less, FAILS, BELOW),
        trial("below α, said to hold", &less, HOLDS, Fate::Unproved(Why::OtherVerdict)),
        trial("above α by 10^-30", &more, HOLDS, ABOVE),
        trial("above α, said to fail", &more, FAILS, Fate::Unproved(Why::OtherVerdict)),
        trial("no factor is named", &open, HOLDS, Fate::Refused(&["dp"])),
    ]);
}

/// Witnesses are polynomials with all coefficients, or rational: what they prove of sparse numbers is checked as of
/// any.
#[test]
fn witnesses_beside_sparse_numbers() {
    let file = coin(FAR, "a", r#""tight-constraints-exist", "tight-constraints""#);
    let exists =
        |z: &str| format!(r#"{{"claim": "tight-constraints-exist", "verdict": "holds", "witness": {{"z": {z}}}}}"#);
    let wrong = exists(r#"{"denominator": "2", "numerators": ["1", "1"]}"#);
    let dense = exists(r#"{"denominator": ["1", "1"], "numerators": ["1", "1"]}"#);
    let terms = exists(r#"{"denominator": {"terms": [["0", "1"], ["968133484697", "1"]]}, "numerators": ["1", "1"]}"#);
    let remap = r#"{"claim": "tight-constraints", "verdict": "holds", "witness": {"remap": [0, 1]}}"#;
    let other = r#"{"claim": "tight-constraints", "verdict": "holds", "witness": {"remap": [0, 0]}}"#;
    let open = r#"{"claim": "tight-constraints-exist", "verdict": "undecided", "reason": "open"}"#;
    let trial = |name, last: [&str; 2], fate| Trial::new(name, &file, &[STOCHASTIC, HOLDS, last[0], last[1]], fate);
    let tight = coin(FAR, "a", r#""tight-constraints""#);
    hold(&[
        Trial::new("a remap", &tight, &[STOCHASTIC, HOLDS, remap], Fate::Proves(&["tight-constraints: holds"])),
        trial("z is another", [&wrong, remap], Fate::Refused(&["tight-constraints-exist"])),
        trial("z is a function of t, and another", [&dense, remap], Fate::Refused(&["tight-constraints-exist"])),
        trial("z by terms", [&terms, remap], Fate::Unreadable(&["terms"])),
        trial("the table is tight, the solution open", [open, remap], Fate::Declined(&["tight-constraints-exist"])),
        Trial::new(
            "another remap",
            &tight,
            &[STOCHASTIC, HOLDS, other],
            Fate::Refused(&["tight-constraints", "XR at"]),
        ),
    ]);
}
