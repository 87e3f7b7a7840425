//! Parts of a composition by their promises alone.

use crate::harness::{Fate, STOCHASTIC, Trial, file, hold};
use dp_kernel::Why;

fn uses(parts: &str, claims: &str) -> String {
    file(
        "1/3",
        &format!(
            r#""query": {{"graph": "line", "nodes": 2}}, "mechanism": {{"compose": [{parts}]}}, "claims": [{claims}]"#
        ),
    )
}

fn said(claim: &str, verdict: &str, witness: &str) -> String {
    format!(r#"{{"claim": {claim}, "verdict": "{verdict}", "witness": {witness}}}"#)
}

/// Two uses of what is ln 3 private have the ratios 9, 1 and 1/9 at worst, as two coins of 3/4.
#[test]
fn as_the_worst_that_keep_them() {
    const PROMISE: &str = r#"{"alpha": "1/3", "times": 2}"#;
    const WITH_DELTA: &str = r#"{"alpha": "1/3", "delta": "1/10"}"#;
    let of = |name, parts: &str, claim: &str, (verdict, witness): (&str, &str), fate| {
        let declared = format!(r#"{{"claim": {claim}, "expect": {{"verdict": "{verdict}"}}}}"#);
        let dp = said(r#""dp""#, "fails", "{}");
        let own = said(claim, verdict, witness);
        let statements: Vec<&str> = [&*dp].into_iter().chain((claim != r#""dp""#).then_some(&*own)).collect();
        let statements = if claim == r#""dp""# { vec![&*own] } else { statements };
        Trial::new(name, &uses(parts, &declared), &statements, fate)
    };
    let (dp, delta) = (r#""dp""#, r#""approximate-dp""#);
    hold(&[
        of(
            "two uses",
            PROMISE,
            dp,
            ("fails", "{}"),
            Fate::Proves(&["dp: fails; alpha_max = 1/9; epsilon_min = 2.19722457734"]),
        ),
        of("two uses, said to hold", PROMISE, dp, ("holds", "{}"), Fate::Unproved(Why::OtherVerdict)),
        of(
            "a pair of a table",
            PROMISE,
            dp,
            ("fails", r#"{"pair": [0, 1], "output": 0}"#),
            Fate::Unproved(Why::WrongWitness),
        ),
        of(
            "the δ of two uses",
            PROMISE,
            delta,
            ("fails", "{}"),
            Fate::Proves(&["approximate-dp: fails; delta_min = 3/8; alpha_max = 1/9; epsilon_min = 2.19722457734"]),
        ),
        of("the δ of two uses, said to hold", PROMISE, delta, ("holds", "{}"), Fate::Unproved(Why::OtherVerdict)),
        of(
            "adaptively",
            PROMISE,
            r#""approximate-dp", "adaptive": true"#,
            ("fails", "{}"),
            Fate::Proves(&[
                "approximate-dp (adaptive): fails; delta_min = 3/8; alpha_max = 1/9; epsilon_min = 2.19722457734",
            ]),
        ),
        of(
            "a promise with a δ",
            WITH_DELTA,
            dp,
            ("fails", "{}"),
            Fate::Proves(&["dp: fails; alpha_max = 0; epsilon_min = inf"]),
        ),
        of(
            "its own δ",
            WITH_DELTA,
            delta,
            ("fails", "{}"),
            Fate::Proves(&["approximate-dp: fails; delta_min = 1/10; alpha_max = 0; epsilon_min = inf"]),
        ),
        of(
            "an order of Rényi",
            r#"{"alpha": "1/3"}"#,
            r#""renyi-dp", "order": 2, "bound": "1""#,
            ("holds", "{}"),
            Fate::Refused(&["dp"]),
        ),
    ]);
}

/// A certificate can't state of promises what needs tables.
#[test]
fn claims_that_need_tables() {
    let promise = r#"{"alpha": "1/9"}"#;
    let coin = r#"{"matrix": [["3/4", "1/4"], ["1/4", "3/4"]]}"#;
    let fails = said(r#""dp""#, "fails", "{}");
    for claim in [r#""group-privacy", "distance": 1"#, r#""capacity""#, r#""g-capacity""#] {
        let own = said(claim, "holds", "{}");
        hold(&[
            Trial::new(
                "without it",
                &uses(promise, ""),
                &[&fails],
                Fate::Proves(&["dp: fails; alpha_max = 1/9; epsilon_min = 2.19722457734"]),
            ),
            Trial::new(
                "found",
                &uses(promise, ""),
                &[&fails, &own],
                Fate::Unreadable(&["needs the tables of all parts"]),
            ),
            Trial::new(
                "beside a table",
                &uses(&format!("{promise}, {coin}"), ""),
                &[STOCHASTIC, &fails, &own],
                Fate::Unreadable(&["needs the tables of all parts"]),
            ),
        ]);
    }
}
