//! `zcdp`: D_k(x_i ‖ x_h) ≤ ρ·k for neighbours i, h and all real k > 1.

use crate::fixtures::COIN;
use crate::harness::{Fate, STOCHASTIC, Trial, file, hold};
use dp_kernel::{Subdivision, Why};

const DP: &str = r#"{"claim": "dp", "verdict": "holds"}"#;

/// Of the fair coin beside this one the supremum is at the order 1.4668759…, 0.53243931222731619526823838925644989…
const UNFAIR: &str = r#"[["9/10", "1/10"], ["1/2", "1/2"]]"#;

fn table(rows: &str, rho: &str) -> String {
    let claims = format!(r#""claims": [{{"claim": "zcdp", "rho": "{rho}"}}]"#);
    file("1/9", &format!(r#""query": {{"graph": "line", "nodes": 2}}, "mechanism": {{"matrix": {rows}}}, {claims}"#))
}

fn said(verdict: &str, rho: &str, witness: &str) -> String {
    format!(r#"{{"claim": "zcdp", "rho": "{rho}", "verdict": "{verdict}", "witness": {witness}}}"#)
}

/// Of the coin the supremum is the limit at the order 1, ln(3)/2 = 0.549306144334054845697622618461…
#[test]
fn both_fates() {
    let trial = |name, rows: &str, rho: &str, (verdict, witness): (&str, &str), fate| {
        let dp = format!(r#"{{"claim": "dp", "verdict": "{}"}}"#, if rows.contains("[0") { "fails" } else { "holds" });
        Trial::new(name, &table(rows, rho), &[STOCHASTIC, &dp, &said(verdict, rho, witness)], fate)
    };
    let (less, more) = ("0.549306144334054845697622618461", "0.549306144334054845697622618462");
    let (below, above) = ("0.532439312227316195268238389256", "0.532439312227316195268238389257");
    const HOLDS: &str = "zcdp (rho at most about 0.549306144334): holds; rho_min = 0.549306144334";
    const FAILS: &str = "zcdp (rho at most about 0.549306144334): fails; rho_min = 0.549306144334";
    const INSIDE: &str = "zcdp (rho at most about 0.532439312227): holds; rho_min = 0.532439312227";
    const OUTSIDE: &str = "zcdp (rho at most about 0.532439312227): fails; rho_min = 0.532439312227";
    const INFINITE: &str = "zcdp (rho at most 1000000000): fails; rho_min = inf";
    const ZERO: &str = "zcdp (rho at most 0): holds; rho_min = 0";
    let (equal, nearly) = (r#"[["1/3", "2/3"], ["1/3", "2/3"]]"#, r#"[["1/3", "2/3"], ["333/1000", "667/1000"]]"#);
    let apart = r#"[["1/2", "1/2"], [0, 1]]"#;
    hold(&[
        trial("a bound of 30 digits", COIN, more, ("holds", "{}"), Fate::Proves(&[HOLDS])),
        trial("the one below", COIN, less, ("fails", "{}"), Fate::Proves(&[FAILS])),
        trial("said to hold", COIN, less, ("holds", "{}"), Fate::Unproved(Why::OtherVerdict)),
        trial("said to fail", COIN, more, ("fails", "{}"), Fate::Unproved(Why::OtherVerdict)),
        trial("at an order over 1", UNFAIR, above, ("holds", "{}"), Fate::Proves(&[INSIDE])),
        trial("the one below, at an order over 1", UNFAIR, below, ("fails", "{}"), Fate::Proves(&[OUTSIDE])),
        trial("that, said to hold", UNFAIR, below, ("holds", "{}"), Fate::Unproved(Why::OtherVerdict)),
        trial("that, said to fail", UNFAIR, above, ("fails", "{}"), Fate::Unproved(Why::OtherVerdict)),
        trial("a witness", COIN, more, ("holds", r#"{"pair": [0, 1], "output": 0}"#), Fate::Refused(&["pair"])),
        trial("a number of a witness", COIN, more, ("holds", r#"{"rho": "1"}"#), Fate::Refused(&["rho"])),
        trial("infinite", apart, "1e9", ("fails", "{}"), Fate::Proves(&[INFINITE])),
        trial("infinite, said to hold", apart, "1e9", ("holds", "{}"), Fate::Unproved(Why::OtherVerdict)),
        trial("equal rows", equal, "0", ("holds", "{}"), Fate::Proves(&[ZERO])),
        trial("nearly equal rows", nearly, "0", ("fails", "{}"), Fate::Proves(&["stochastic: holds"])),
    ]);
}

/// Another ρ is another claim; one in other words is the same.
#[test]
fn its_parameter_belongs_to_the_claim() {
    let of = |name, rho: &str, fate| {
        Trial::new(name, &table(COIN, "0.55"), &[STOCHASTIC, DP, &said("holds", rho, "{}")], fate)
    };
    hold(&[
        of("the same", "11/20", Fate::Proves(&["zcdp (rho at most 11/20): holds; rho_min = 0.549306144334"])),
        of("another", "12/20", Fate::Refused(&["zcdp"])),
        of("a negative one", "-1", Fate::Unreadable(&["≥ 0"])),
    ]);
}

/// What is expected of the value is compared with both ends of the enclosure.
#[test]
fn expectations_of_an_enclosed_value() {
    let of = |name, verdict: &str, bound: &str, fate| {
        let expect = format!(r#"{{"verdict": "{verdict}", "rho_min": {bound}}}"#);
        let claims = format!(r#""claims": [{{"claim": "zcdp", "rho": "0.55", "expect": {expect}}}]"#);
        let rest = format!(r#""query": {{"graph": "line", "nodes": 2}}, "mechanism": {{"matrix": {COIN}}}, {claims}"#);
        Trial::new(name, &file("1/9", &rest), &[STOCHASTIC, DP, &said("holds", "0.55", "{}")], fate)
    };
    hold(&[
        of("at most", "holds", r#"{"at_most": "0.549306144335"}"#, Fate::Proves(&["stochastic: holds"])),
        of("at least", "holds", r#"{"at_least": "0.549306144334"}"#, Fate::Proves(&["stochastic: holds"])),
        of(
            "the same, which a rational is not seen to be",
            "holds",
            r#"{"equals": "0.549306144334054845697622618461"}"#,
            Fate::Unproved(Why::Open(vec![dp_kernel::Name::RhoMin])),
        ),
    ]);
}

/// tanh(1/2) = 0.46211715726000975850231848… at e^-1; over an interval nothing is proved but at a number.
#[test]
fn at_a_power_of_e_and_over_an_interval() {
    let text = |privacy: &str, rho: &str| {
        format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {{"graph": "line", "nodes": 2}},
                "mechanism": {{"matrix": [["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]}},
                "claims": [{{"claim": "zcdp", "rho": "{rho}"}}]}}"#
        )
    };
    let half = text(r#"{"alpha": {"root_of": ["-1", "0", "2"], "between": ["0", "1"]}}"#, "1/2");
    let all = text(r#"{"alpha": "symbolic", "between": ["0", "1"]}"#, "1/2");
    let of = |name, text: &str, rho: &str, (verdict, witness), fate| {
        Trial::new(name, text, &[STOCHASTIC, DP, &said(verdict, rho, witness)], fate)
    };
    let (less, more) = ("0.462117157260009758502318483643", "0.462117157260009758502318483644");
    let one = |rho| text(r#"{"epsilon": "1"}"#, rho);
    const HOLDS: &str = "zcdp (rho at most about 0.462117157260): holds; rho_min = 0.462117157260";
    const FAILS: &str = "zcdp (rho at most about 0.462117157260): fails; rho_min = 0.462117157260";
    // ln(√2)·(√2 − 1)/(√2 + 1).
    const ROOT: &str = "zcdp (rho at most 1/2): holds; rho_min = 0.0594626273714";
    hold(&[
        of("at e^-1", &one(more), more, ("holds", "{}"), Fate::Proves(&[HOLDS])),
        of("at e^-1, the one below", &one(less), less, ("fails", "{}"), Fate::Proves(&[FAILS])),
        of("at a root of 1/2", &half, "1/2", ("holds", "{}"), Fate::Proves(&[ROOT])),
        of(
            "at 1/9",
            &all,
            "1/2",
            ("fails", r#"{"at": "1/9", "witness": {}}"#),
            Fate::Proves(&["zcdp (rho at most 1/2): fails"]),
        ),
        of(
            "where it holds",
            &all,
            "1/2",
            ("fails", r#"{"at": "1/2", "witness": {}}"#),
            Fate::Unproved(Subdivision::HoldsThere.into()),
        ),
        of("of all α", &all, "1/2", ("fails", "{}"), Fate::Unproved(Why::NotEnclosed)),
    ]);
}

/// K of all uses is the sum, so that of one mechanism `rho_min` is as often its own.
#[test]
fn of_all_uses() {
    let of = |name, rho: &str, verdict: &str, fate| {
        let rest = format!(
            r#""query": {{"graph": "line", "nodes": 2}}, "mechanism": {{"compose": [{{"times": 1000, "matrix": {UNFAIR}}}]}},
               "claims": [{{"claim": "zcdp", "rho": "{rho}"}}]"#
        );
        let text = file("1/9", &rest);
        let dp = r#"{"claim": "dp", "verdict": "fails"}"#;
        Trial::new(name, &text, &[STOCHASTIC, dp, &said(verdict, rho, "{}")], fate)
    };
    hold(&[
        of("enough", "532.43931222731619527", "holds", Fate::Proves(&["stochastic: holds"])),
        of("too little", "532.43931222731619526", "fails", Fate::Proves(&["stochastic: holds"])),
        of("too little, said to hold", "532.43931222731619526", "holds", Fate::Unproved(Why::OtherVerdict)),
    ]);
}
