//! Products by their parent: written out, and too large for that.

mod irrational;

use crate::harness::{Fate, STOCHASTIC, Trial, file, hold};
use dp_kernel::Why;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;

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

/// n copies of that parent on two values at an irrational or symbolic α.
fn irrational_file(privacy: &str, parent: &str, individuals: usize, claims: &str) -> String {
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {privacy},
        "query": {{"graph": "hamming", "values": 2, "individuals": {individuals}}},
        "mechanism": {{"product": {{"matrix": {parent}}}, "individuals": {individuals}}},
        "priors": {{"flat": "uniform", "own": {{"product": [["2/3", "1/3"]]}}, "here": {{"point": 0}}}}, "claims": [{claims}]}}"#
    )
}

const HALF_AN_EPSILON: &str = r#"{"epsilon": "0.5"}"#;

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
            Fate::Otherwise(&["capacity", "`multiplicative` is said to be"]),
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
            Fate::Otherwise(&["leakage", "`multiplicative` is said to be"]),
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
            Fate::Otherwise(&["expected-error", "`error` is said to be 1/4, found to be 250000"]),
        ),
        Trial::new(
            "a claim that the parent does not decide, said to hold",
            &open,
            &[
                STOCHASTIC,
                &private(),
                r#"{"claim": "tight-constraints", "verdict": "holds", "witness": {"remap": [0]}}"#,
            ],
            Fate::Unproved(Why::LargeProduct),
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

#[test]
fn what_the_parent_does_not_decide_needs_the_witness_of_the_table() {
    let parent = r#"[["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]"#;
    let text = irrational_file(HALF_AN_EPSILON, parent, 2, r#""tight-constraints""#);
    let dp = r#"{"claim": "dp", "verdict": "holds"}"#;
    let tight = |remap: &str| {
        format!(r#"{{"claim": "tight-constraints", "verdict": "holds", "witness": {{"remap": {remap}}}}}"#)
    };
    let trial = |name, remap: &str, fate| Trial::new(name, &text, &[STOCHASTIC, dp, &tight(remap)], fate);
    hold(&[
        trial("each output to its database", "[0, 1, 2, 3]", Fate::Proves(&["tight-constraints: holds"])),
        trial(
            "the parent's remap",
            "[0, 1]",
            Fate::Refused(&["tight-constraints", "`remap` has 2 entries, expected one for each of 4"]),
        ),
        trial("two databases exchanged", "[0, 2, 1, 3]", Fate::Refused(&["tight-constraints", "not α^d times XR"])),
    ]);
}

/// Groups of a hundred people, of whom each has the ratio 1/3.
#[test]
fn groups_of_many_people() {
    let of = |name, alpha: &str, parameters: &str, verdict: &str, witness: &str, fate| {
        let claim = format!(r#"{{"claim": "group-privacy", {parameters}}}"#);
        let own =
            format!(r#"{{"claim": "group-privacy", {parameters}, "verdict": "{verdict}", "witness": {witness}}}"#);
        let dp = if alpha == "1/3" { "holds" } else { "fails" };
        let dp = format!(r#"{{"claim": "dp", "verdict": "{dp}"}}"#);
        Trial::new(name, &coins(alpha, "100", &claim), &[STOCHASTIC, &dp, &own], fate)
    };
    let (two, all, more) = (r#""distance": 2"#, r#""distance": 101"#, r#""distance": 101, "at_most": true"#);
    const HOLDS: &str = "group-privacy (distance 2): holds; alpha_max = 1/9; epsilon_min = 2.19722457734";
    const FAILS: &str = "group-privacy (distance 2): fails; alpha_max = 1/9; epsilon_min = 2.19722457734";
    hold(&[
        of("two of them", "1/3", two, "holds", "{}", Fate::Proves(&[HOLDS])),
        of("two of them, at a larger α", "1/2", two, "fails", "{}", Fate::Proves(&[FAILS])),
        of("said to hold", "1/2", two, "holds", "{}", Fate::Unproved(Why::OtherVerdict)),
        of("said to fail", "1/3", two, "fails", "{}", Fate::Unproved(Why::OtherVerdict)),
        of("more than there are", "1/2", all, "holds", "{}", Fate::Proves(&["group-privacy (distance 101): holds"])),
        of(
            "more than there are, or fewer",
            "1/2",
            more,
            "fails",
            "{}",
            Fate::Proves(&["dp: fails; alpha_max = 1/3; epsilon_min = 1.09861228867"]),
        ),
        of(
            "a pair of rows",
            "1/3",
            two,
            "holds",
            r#"{"pair": [0, 1], "output": 0}"#,
            Fate::Unproved(Why::WrongWitness),
        ),
    ]);
}

/// A parent with a negative entry is no parent; one with equal rows tells nothing of any group.
#[test]
fn groups_of_whom_nothing_is_told() {
    let with = |rows: &str| {
        let query = r#"{"graph": "hamming", "values": 2, "individuals": 100}"#;
        let rest = format!(r#""query": {query}, "mechanism": {{"product": {{"matrix": {rows}}}, "individuals": 100}}"#);
        file("1/3", &format!(r#"{rest}, "claims": [{{"claim": "group-privacy", "distance": 2}}]"#))
    };
    let (negative, even) = (with(r#"[["3/2", "-1/2"], ["1/4", "3/4"]]"#), with(r#"[["1/2", "1/2"], ["1/2", "1/2"]]"#));
    let plain = |claim: &str, verdict: &str| format!(r#"{{"claim": {claim}, "verdict": "{verdict}"}}"#);
    let two = r#""group-privacy", "distance": 2"#;
    let of = |name, file: &str, verdict: &str, own: &str, fate| {
        let [stochastic, dp] = [r#""stochastic""#, r#""dp""#].map(|claim| plain(claim, verdict));
        Trial::new(name, file, &[&stochastic, &dp, &plain(two, own)], fate)
    };
    let none = Fate::Unreadable(&["row 0, output 1 is negative, expected probabilities ≥ 0 of a product's parent"]);
    hold(&[
        of("a negative entry", &negative, "fails", "fails", none.clone()),
        of("a negative entry, said to hold", &negative, "fails", "holds", none),
        of(
            "equal rows",
            &even,
            "holds",
            "holds",
            Fate::Proves(&["group-privacy (distance 2): holds; alpha_max = 1; epsilon_min = 0"]),
        ),
        of("equal rows, said to fail", &even, "holds", "fails", Fate::Unproved(Why::OtherVerdict)),
    ]);
}
