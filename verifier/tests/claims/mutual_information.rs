//! `mutual-information`: I(π; X), Shannon's.

use crate::fixtures::COIN;
use crate::harness::{Fate, STOCHASTIC, Trial, hold};
use dp_kernel::{Name, Why};

const DP: &str = r#"{"claim": "dp", "verdict": "holds"}"#;

fn said(verdict: &str, prior: &str, witness: &str) -> String {
    format!(r#"{{"claim": "mutual-information", "prior": "{prior}", "verdict": "{verdict}", "witness": {witness}}}"#)
}

fn text(mechanism: &str, query: &str, expect: &str) -> String {
    let priors = r#"{"p": ["2/3", "1/3"], "one": {"point": 1}}"#;
    let claims = format!(
        r#"[{{"claim": "mutual-information", "prior": "p"{expect}}}, {{"claim": "mutual-information", "prior": "one"}}]"#
    );
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/3"}}, "query": {query}, "mechanism": {mechanism},
            "priors": {priors}, "claims": {claims}}}"#
    )
}

const LINE: &str = r#"{"graph": "line", "nodes": 2}"#;

/// h(5/12) − h(1/4) = 0.168590632192019916…
#[test]
fn both_fates() {
    let coin = format!(r#"{{"matrix": {COIN}}}"#);
    let trial = |name, verdict: &str, witness: &str, fate| {
        let own = [STOCHASTIC, DP, &said(verdict, "p", witness), &said("holds", "one", "{}")];
        Trial::new(name, &text(&coin, LINE, ""), &own, fate)
    };
    const HOLDS: &[&str] = &[
        "mutual-information (prior p): holds; bits = 0.168590632192",
        "mutual-information (prior one): holds; bits = 0",
    ];
    hold(&[
        trial("computed", "holds", "{}", Fate::Proves(HOLDS)),
        trial("said to fail", "fails", "{}", Fate::Unproved(Why::OtherVerdict)),
        trial(
            "a prior of a witness",
            "holds",
            r#"{"prior": {"denominator": "1", "numerators": ["1", "0"]}}"#,
            Fate::Refused(&["prior"]),
        ),
    ]);
}

#[test]
fn expectations_of_the_bits() {
    let coin = format!(r#"{{"matrix": {COIN}}}"#);
    let of = |name, bound: &str, fate| {
        let text = text(&coin, LINE, &format!(r#", "expect": {{"bits": {bound}}}"#));
        Trial::new(name, &text, &[STOCHASTIC, DP, &said("holds", "p", "{}"), &said("holds", "one", "{}")], fate)
    };
    hold(&[
        of("at most", r#"{"at_most": "0.168590632192019943256927954570"}"#, Fate::Proves(&["stochastic: holds"])),
        of("at least", r#"{"at_least": "0.168590632192019943256927954569"}"#, Fate::Proves(&["stochastic: holds"])),
        of(
            "of the other prior",
            r#"{"equals": "0.168590632192019943256927954569531678678729934554684476962998474815928579883587"}"#,
            Fate::Unproved(Why::Open(vec![Name::Bits])),
        ),
    ]);
}
