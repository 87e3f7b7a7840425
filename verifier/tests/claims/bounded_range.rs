//! `bounded-range`: max L − min L ≤ ε for neighbours i, h, L = ln(x_i/x_h).

use crate::fixtures::COIN;
use crate::harness::{Fate, STOCHASTIC, Trial, file, hold};
use dp_kernel::{Subdivision, Why};

const DP: &str = r#"{"claim": "dp", "verdict": "holds"}"#;

fn table(rows: &str, epsilon: &str) -> String {
    let claims = format!(r#""claims": [{{"claim": "bounded-range", "epsilon": "{epsilon}"}}]"#);
    file("1/9", &format!(r#""query": {{"graph": "line", "nodes": 2}}, "mechanism": {{"matrix": {rows}}}, {claims}"#))
}

fn said(verdict: &str, epsilon: &str, witness: &str) -> String {
    format!(r#"{{"claim": "bounded-range", "epsilon": "{epsilon}", "verdict": "{verdict}", "witness": {witness}}}"#)
}

/// 2·ln 3 = 2.1972245773362193827904904738450514…
#[test]
fn both_fates() {
    let trial = |name, rows: &str, epsilon: &str, (verdict, witness): (&str, &str), fate| {
        let dp = format!(r#"{{"claim": "dp", "verdict": "{}"}}"#, if rows.contains("[0") { "fails" } else { "holds" });
        Trial::new(name, &table(rows, epsilon), &[STOCHASTIC, &dp, &said(verdict, epsilon, witness)], fate)
    };
    let (less, more) = ("2.197224577336219382790490473845", "2.197224577336219382790490473846");
    let (apart, three) = (r#"[["1/2", "1/2"], [0, 1]]"#, r#"[["1/2", "1/4", "1/4", 0], ["2/3", "1/6", "1/6", 0]]"#);
    const HOLDS: &str =
        "bounded-range (epsilon at most about 2.19722457734): holds; alpha_max = 1/9; epsilon_min = 2.19722457734";
    const FAILS: &str =
        "bounded-range (epsilon at most about 2.19722457734): fails; alpha_max = 1/9; epsilon_min = 2.19722457734";
    const INFINITE: &str = "bounded-range (epsilon at most 1000000000): fails; alpha_max = 0; epsilon_min = inf";
    const NOT_ZERO: &str = "bounded-range (epsilon at most 1): holds; alpha_max = 1/2; epsilon_min = 0.693147180560";
    const ZERO: &str = "bounded-range (epsilon at most 0): holds; alpha_max = 1; epsilon_min = 0";
    hold(&[
        trial("a bound of 31 digits", COIN, more, ("holds", "{}"), Fate::Proves(&[HOLDS])),
        trial("the one below", COIN, less, ("fails", "{}"), Fate::Proves(&[FAILS])),
        trial("said to hold", COIN, less, ("holds", "{}"), Fate::Unproved(Why::OtherVerdict)),
        trial("said to fail", COIN, more, ("fails", "{}"), Fate::Unproved(Why::OtherVerdict)),
        trial("a witness", COIN, more, ("holds", r#"{"pair": [0, 1], "output": 0}"#), Fate::Refused(&["pair"])),
        trial("an output of one alone", apart, "1e9", ("fails", "{}"), Fate::Proves(&[INFINITE])),
        trial("that, said to hold", apart, "1e9", ("holds", "{}"), Fate::Unproved(Why::OtherVerdict)),
        trial("an output of neither", three, "1", ("holds", "{}"), Fate::Proves(&[NOT_ZERO])),
        trial("equal rows", r#"[["1/2", "1/2"], ["1/2", "1/2"]]"#, "0", ("holds", "{}"), Fate::Proves(&[ZERO])),
    ]);
}

/// Another ε is another claim; one in other words is the same.
#[test]
fn its_parameter_belongs_to_the_claim() {
    let of = |name, epsilon: &str, fate| {
        Trial::new(name, &table(COIN, "2.2"), &[STOCHASTIC, DP, &said("holds", epsilon, "{}")], fate)
    };
    const SAME: &str = "bounded-range (epsilon at most 11/5): holds; alpha_max = 1/9; epsilon_min = 2.19722457734";
    hold(&[
        of("the same", "11/5", Fate::Proves(&[SAME])),
        of("another", "12/5", Fate::Refused(&["bounded-range"])),
        of("a negative one", "-1", Fate::Unreadable(&["≥ 0"])),
    ]);
}

/// At e^-1 randomised response has exactly 2; over an interval it is 2·ε, beyond 2 below e^-1.
#[test]
fn at_a_power_of_e_and_over_an_interval() {
    let text = |privacy: &str| {
        format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {{"graph": "line", "nodes": 2}},
                "mechanism": {{"matrix": [["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]}},
                "claims": [{{"claim": "bounded-range", "epsilon": "2"}}]}}"#
        )
    };
    let one = text(r#"{"epsilon": "1"}"#);
    let all = text(r#"{"alpha": "symbolic", "between": ["0", "1"]}"#);
    let of = |name, text: &str, (verdict, witness), fate| {
        Trial::new(name, text, &[STOCHASTIC, DP, &said(verdict, "2", witness)], fate)
    };
    const EXACT: &str = "bounded-range (epsilon at most 2): holds; alpha_max = a^2; epsilon_min = 2";
    hold(&[
        of("exactly", &one, ("holds", "{}"), Fate::Proves(&[EXACT])),
        of("exactly, said to fail", &one, ("fails", "{}"), Fate::Unproved(Why::OtherVerdict)),
        of(
            "at 1/5",
            &all,
            ("fails", r#"{"at": "1/5", "witness": {}}"#),
            Fate::Proves(&["bounded-range (epsilon at most 2): fails"]),
        ),
        of(
            "where it holds",
            &all,
            ("fails", r#"{"at": "1/2", "witness": {}}"#),
            Fate::Unproved(Subdivision::HoldsThere.into()),
        ),
    ]);
}

/// The quotients of parts are multiplied: 1/9 of the coin, twice, and 1/2.
#[test]
fn of_all_uses() {
    let claims = |epsilon: &str| format!(r#""claims": [{{"claim": "bounded-range", "epsilon": "{epsilon}"}}]"#);
    let parts = format!(r#"[{{"times": 2, "matrix": {COIN}}}, {{"matrix": [["1/2", "1/2"], ["2/3", "1/3"]]}}]"#);
    let of = |name, epsilon: &str, verdict: &str, fate| {
        let rest = format!(r#""query": {{"graph": "line", "nodes": 2}}, "mechanism": {{"compose": {parts}}}"#);
        let text = file("1/18", &format!("{rest}, {}", claims(epsilon)));
        Trial::new(name, &text, &[STOCHASTIC, DP, &said(verdict, epsilon, "{}")], fate)
    };
    // ln 162 = 5.08759633523238…
    hold(&[
        of("enough", "5.0875963353", "holds", Fate::Proves(&["stochastic: holds"])),
        of("too little", "5.0875963352", "fails", Fate::Proves(&["stochastic: holds"])),
        of("too little, said to hold", "5.0875963352", "holds", Fate::Unproved(Why::OtherVerdict)),
    ]);
}
