//! `renyi-dp`: ln(Σ x_i^k/x_h^(k−1))/(k−1) ≤ bound for neighbours i, h.

use crate::fixtures::COIN;
use crate::harness::{Fate, STOCHASTIC, Trial, file, hold};
use dp_kernel::{Subdivision, Why};

fn table(rows: &str, parameters: &str) -> String {
    let claims = format!(r#""claims": [{{"claim": "renyi-dp", {parameters}}}]"#);
    file("1/9", &format!(r#""query": {{"graph": "line", "nodes": 2}}, "mechanism": {{"matrix": {rows}}}, {claims}"#))
}

fn said(verdict: &str, parameters: &str, witness: &str) -> String {
    format!(r#"{{"claim": "renyi-dp", {parameters}, "verdict": "{verdict}", "witness": {witness}}}"#)
}

#[test]
fn both_fates() {
    let dp = |verdict| format!(r#"{{"claim": "dp", "verdict": "{verdict}"}}"#);
    let trial = |name, rows: &str, parameters: &str, (verdict, witness): (&str, &str), fate| {
        let dp = dp(if rows.contains("[0") { "fails" } else { "holds" });
        Trial::new(name, &table(rows, parameters), &[STOCHASTIC, &dp, &said(verdict, parameters, witness)], fate)
    };
    let at = |bound: &str| format!(r#""order": 2, "bound": "{bound}""#);
    let (less, more) = (at("0.847297860387203613710107"), at("0.847297860387203613710108"));
    let apart = r#"[["1/2", "1/2"], [0, 1]]"#;
    const HOLDS: &str =
        "renyi-dp (order 2, at most about 0.847297860387): holds; argument = 7/3; divergence = 0.847297860387";
    const FAILS: &str =
        "renyi-dp (order 2, at most about 0.847297860387): fails; argument = 7/3; divergence = 0.847297860387";
    const INFINITE: &str = "renyi-dp (order 2, at most 1000000000): fails; argument = inf; divergence = inf";
    const TEN: &str =
        "renyi-dp (order 10, at most 11/10): holds; argument = 290565367/19683; divergence = 1.06664761405";
    hold(&[
        trial("a bound of 24 digits", COIN, &more, ("holds", "{}"), Fate::Proves(&[HOLDS])),
        trial("the one below", COIN, &less, ("fails", "{}"), Fate::Proves(&[FAILS])),
        trial("said to hold", COIN, &less, ("holds", "{}"), Fate::Unproved(Why::OtherVerdict)),
        trial("said to fail", COIN, &more, ("fails", "{}"), Fate::Unproved(Why::OtherVerdict)),
        trial("a witness", COIN, &more, ("holds", r#"{"pair": [0, 1], "output": 0}"#), Fate::Refused(&["pair"])),
        trial("infinite", apart, &at("1e9"), ("fails", "{}"), Fate::Proves(&[INFINITE])),
        trial("infinite, said to hold", apart, &at("1e9"), ("holds", "{}"), Fate::Unproved(Why::OtherVerdict)),
        trial("an order of ten", COIN, r#""order": 10, "bound": "1.1""#, ("holds", "{}"), Fate::Proves(&[TEN])),
    ]);
}

/// Another order or bound is another claim; a bound in other words is the same.
#[test]
fn parameters_belong_to_the_claim() {
    const DP: &str = r#"{"claim": "dp", "verdict": "holds"}"#;
    let (declared, same) = (r#""order": 2, "bound": "0.85""#, r#""order": 2, "bound": "17/20""#);
    let of = |name, parameters: &str, fate| {
        Trial::new(name, &table(COIN, declared), &[STOCHASTIC, DP, &said("holds", parameters, "{}")], fate)
    };
    hold(&[
        of(
            "the same bound",
            same,
            Fate::Proves(&["renyi-dp (order 2, at most 17/20): holds; argument = 7/3; divergence = 0.847297860387"]),
        ),
        of("another order", r#""order": 3, "bound": "1""#, Fate::Refused(&["renyi-dp"])),
        of("another bound", r#""order": 2, "bound": "0.86""#, Fate::Refused(&["renyi-dp"])),
    ]);
}

/// Of randomised response the sum of squares is 1/α − 1 + α, beyond e at α = 1/5: the claim fails there, and so not at
/// every α.
#[test]
fn one_number_of_an_interval_refutes_it() {
    let text = format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "symbolic", "between": ["0", "1"]}},
            "query": {{"graph": "line", "nodes": 2}},
            "mechanism": {{"matrix": [["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]}},
            "claims": [{{"claim": "renyi-dp", {ONE}}}]}}"#
    );
    const ONE: &str = r#""order": 2, "bound": "1""#;
    let dp = r#"{"claim": "dp", "verdict": "holds"}"#;
    let of = |name, verdict: &str, witness: &str, fate| {
        Trial::new(name, &text, &[STOCHASTIC, dp, &said(verdict, ONE, witness)], fate)
    };
    let fifth = r#"{"at": "1/5", "witness": {}}"#;
    hold(&[
        of("at 1/5", "fails", fifth, Fate::Proves(&["renyi-dp (order 2, at most 1): fails"])),
        of("said to hold", "holds", fifth, Fate::Unproved(Subdivision::NotAtOne.into())),
        of(
            "where it holds",
            "fails",
            r#"{"at": "1/2", "witness": {}}"#,
            Fate::Unproved(Subdivision::HoldsThere.into()),
        ),
        of("at an end", "fails", r#"{"at": "1", "witness": {}}"#, Fate::Refused(&["low < high"])),
    ]);
}
