//! Products by their parent: written out, and too large for that.

mod harness;

use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use harness::{Fate, STOCHASTIC, Trial, file, hold};

/// n copies of 3/4 against 1/4 on two values.
fn coins(alpha: &str, individuals: &str, claims: &str) -> String {
    let query = format!(r#"{{"graph": "hamming", "values": 2, "individuals": {individuals}}}"#);
    let parent = r#"{"matrix": [["3/4", "1/4"], ["1/4", "3/4"]]}"#;
    let rest = format!(
        r#""query": {query}, "mechanism": {{"product": {parent}, "individuals": {individuals}}},
        "priors": {{"flat": "uniform"}}, "claims": [{claims}]"#
    );
    file(alpha, &rest)
}

fn said(claim: &str, values: &str, witness: &str) -> String {
    format!(r#"{{"claim": "{claim}", "verdict": "{}", "values": {{{values}}}{witness}}}"#, {
        if witness.is_empty() { "holds" } else { "fails" }
    })
}

const LN_3: &str =
    r#""alpha_max": "1/3", "epsilon_min": {"at_least": "1.09861228866810969", "at_most": "1.09861228866810970"}"#;

fn private() -> String {
    said("dp", LN_3, "")
}

fn not_private(pair: &str, output: usize) -> String {
    said("dp", LN_3, &format!(r#", "witness": {{"pair": {pair}, "output": {output}}}"#))
}

#[test]
fn a_large_product_by_its_parent() {
    let capacity = coins("1/3", "100", r#""capacity""#);
    let leakage = coins("1/3", "40", r#"{"claim": "leakage", "prior": "flat"}"#);
    let error = coins("1/3", "1000000", r#""expected-error""#);
    let open = coins("1/3", "100", r#""tight-constraints""#);
    let strict = coins("1/2", "64", "");
    let bits = |x: &str| format!(r#", "bits": {{"at_least": "{x}0", "at_most": "{x}9"}}"#);
    let hundred =
        |n: u32| said("capacity", &format!(r#""multiplicative": "(3/2)^{n}"{}"#, bits("58.496250072115")), "");
    let errors =
        |error: &str, bound: &str| said("expected-error", &format!(r#""error": "{error}", "bound": "{bound}""#), "");
    let forty = |x: &str| {
        let leakage = said("leakage", &format!(r#""multiplicative": "{x}"{}"#, bits("23.398500028846")), "");
        leakage.replacen("\"verdict\"", "\"prior\": \"flat\", \"verdict\"", 1)
    };
    hold(&[
        Trial::new(
            "the capacity of 2^100 rows",
            &capacity,
            &[STOCHASTIC, &private(), &hundred(100)],
            Fate::Proves(&[
                "capacity: holds; multiplicative = 515377520732011331036461129765621272702107522001/1267650600228229401496703205376; bits = 58.4962500721",
            ]),
        ),
        Trial::new(
            "a power too few",
            &capacity,
            &[STOCHASTIC, &private(), &hundred(99)],
            Fate::Refused(&["capacity", "`multiplicative` is said to be"]),
        ),
        Trial::new(
            "the leakage at the uniform prior",
            &leakage,
            &[STOCHASTIC, &private(), &forty("(3/2)^40")],
            Fate::Proves(&[
                "leakage (prior flat): holds; multiplicative = 12157665459056928801/1099511627776; bits = 23.3985000288",
            ]),
        ),
        Trial::new(
            "the utility in its place",
            &leakage,
            &[STOCHASTIC, &private(), &forty("(3/4)^40")],
            Fate::Refused(&["leakage", "`multiplicative` is said to be"]),
        ),
        Trial::new(
            "a million times a quarter",
            &error,
            &[STOCHASTIC, &private(), &errors("250000", "250000")],
            Fate::Proves(&["expected-error: holds; error = 250000; bound = 250000"]),
        ),
        Trial::new(
            "the parent's own error",
            &error,
            &[STOCHASTIC, &private(), &errors("1/4", "1/4")],
            Fate::Refused(&["expected-error", "`error` is said to be 1/4, found to be 250000"]),
        ),
        Trial::new(
            "a claim that the parent does not decide, said to hold",
            &open,
            &[STOCHASTIC, &private(), r#"{"claim": "tight-constraints", "verdict": "holds"}"#],
            Fate::Refused(&["tight-constraints", "not decided for a product too large"]),
        ),
        Trial::new(
            "two values of one individual",
            &strict,
            &[STOCHASTIC, &not_private("[1, 0]", 0)],
            Fate::Proves(&["dp: fails; alpha_max = 1/3; epsilon_min = 1.09861228867"]),
        ),
        Trial::new(
            "the other way round",
            &strict,
            &[STOCHASTIC, &not_private("[0, 1]", 0)],
            Fate::Refused(&["dp", "the ratio of 0 to 1 at output 0 is not alpha_max"]),
        ),
        Trial::new(
            "two databases",
            &strict,
            &[STOCHASTIC, &not_private("[0, 2]", 0)],
            Fate::Refused(&["dp", "`pair` names 2, the last is 1"]),
        ),
    ]);
}

#[test]
fn a_small_product_by_its_table() {
    let strict = coins("1/2", "3", "");
    hold(&[
        Trial::new(
            "two databases that differ in the first value",
            &strict,
            &[STOCHASTIC, &not_private("[6, 2]", 2)],
            Fate::Proves(&["dp: fails; alpha_max = 1/3; epsilon_min = 1.09861228867"]),
        ),
        Trial::new(
            "two databases that differ twice",
            &strict,
            &[STOCHASTIC, &not_private("[6, 0]", 0)],
            Fate::Refused(&["dp", "6 and 0 are not adjacent"]),
        ),
    ]);
}

#[test]
fn what_is_written_out_does_not_depend_on_the_limits() {
    let sizes = |individuals, limits: &Limits| {
        let mechanism = Mechanism::read(coins("1/3", individuals, "").as_bytes(), limits)?;
        Ok::<_, dp_verify::error::Error>((mechanism.query.graph.nodes(), mechanism.nodes().number()))
    };
    let (usual, wide) = (Limits::default(), Limits { memory: 1 << 40, nodes: 1 << 40, ..Limits::default() });
    for limits in [&usual, &wide] {
        assert_eq!(sizes("3", limits).unwrap(), (8, Some(8)));
        assert_eq!(sizes("10", limits).unwrap(), (1024, Some(1024)));
        assert_eq!(sizes("11", limits).unwrap(), (2, Some(2048)));
        assert_eq!(sizes("13", limits).unwrap(), (2, Some(8192)));
        assert_eq!(sizes("999999999", limits).unwrap(), (2, None));
    }
    let small = Limits { memory: 1 << 20, ..usual };
    assert!(sizes("10", &small).unwrap_err().message.contains("--limit memory=N"));
    assert_eq!(sizes("11", &small).unwrap(), (2, Some(2048)));
    assert!(sizes("10", &Limits { nodes: 1023, ..usual }).unwrap_err().message.contains("--limit nodes=N"));
}

#[test]
fn a_row_of_the_parent_refutes_what_is_said_of_a_large_product() {
    let query = r#"{"graph": "hamming", "values": 2, "individuals": 50}"#;
    let mechanism = r#"{"product": {"matrix": [["1/2", "1/2"], ["1/2", "2/3"]]}, "individuals": 50}"#;
    let text = file("1/2", &format!(r#""query": {query}, "mechanism": {mechanism}, "claims": ["capacity"]"#));
    let dp = r#"{"claim": "dp", "verdict": "holds", "values": {"alpha_max": "3/4",
        "epsilon_min": {"at_least": "0.28768207245178", "at_most": "0.28768207245179"}}}"#;
    let fails =
        |claim: &str, row: usize| format!(r#"{{"claim": "{claim}", "verdict": "fails", "witness": {{"row": {row}}}}}"#);
    hold(&[
        Trial::new(
            "a row that sums to 7/6",
            &text,
            &[&fails("stochastic", 1), dp, &fails("capacity", 1)],
            Fate::Proves(&[
                "stochastic: fails",
                "dp: holds; alpha_max = 3/4; epsilon_min = 0.287682072452",
                "capacity: fails",
            ]),
        ),
        Trial::new(
            "another row",
            &text,
            &[&fails("stochastic", 1), dp, &fails("capacity", 0)],
            Fate::Refused(&["capacity", "row 0 is ≥ 0 and sums to exactly 1"]),
        ),
    ]);
}
