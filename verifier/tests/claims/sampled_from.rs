//! `sampled-from`: counts of runs against a table that they may have been drawn from.

use crate::derivable::beside;
use crate::harness::{Fate, Trial, file, hold, hold_by};
use dp_kernel::{Sampling, Why};
use dp_verify::model::sha256;

const BOUNDS: &str = "[[[681903441191, 41], [-1013861594972, 42]], [[679615456317, 41], [-1009691564965, 42]]]";
const NOT_REFUTED: &str = r#"{"claim": "not-refuted", "verdict": "holds", "witness": {"upper": [[[681903441191, 41], [-1013880122876, 42]], [[679615456317, 41], [-1009710064429, 42]]]}}"#;

/// 731 of 1000 runs, which is at most 0.7695 and at least 0.6899, and 268 of 1000, at least 0.2295 and at most 0.3091.
fn counts(outputs: &str, from: &str) -> String {
    let query = r#""query": {"graph": "complete", "nodes": 2, "labels": ["A", "B"]}"#;
    let mechanism = format!(r#""mechanism": {{"counts": [[731, 269], [268, 732]], "confidence": "0.99"{outputs}}}"#);
    let claims = format!(r#""claims": [{{"claim": "sampled-from", "from": "{from}"}}]"#);
    file("1/3", &format!("{query}, {mechanism}, {claims}"))
}

fn said(from: &str, verdict: &str, witness: &str) -> String {
    format!(r#"{{"claim": "sampled-from", "from": "{from}", "verdict": "{verdict}", "witness": {{{witness}}}}}"#)
}

#[test]
fn from_a_closed_form() {
    let upper = format!(r#""upper": {BOUNDS}"#);
    let of = |name, from: &str, verdict: &str, witness: &str, fate| {
        Trial::new(name, &counts("", from), &[NOT_REFUTED, &said(from, verdict, witness)], fate)
    };
    let forged = |name, from: &str, to: &str, sampling| {
        let witness = upper.replacen(from, to, 1);
        of(name, "randomised-response", "holds", &witness, Fate::Unproved(Why::Sampling(sampling)))
    };
    const HOLDS: Fate = Fate::Proves(&[
        "sampled-from (from randomised-response): holds; distance_at_most = 132147627303/2199023255552",
    ]);
    const FAILS: Fate =
        Fate::Proves(&["sampled-from (from uniform): fails; distance_at_most = 1189331690587/4398046511104"]);
    hold(&[
        of("3/4 and 1/4 are inside", "randomised-response", "holds", &upper, HOLDS),
        of("said to fail", "randomised-response", "fails", &upper, Fate::Unproved(Why::OtherVerdict)),
        of("1/2 is not", "uniform", "fails", &upper, FAILS),
        of("said to hold", "uniform", "holds", &upper, Fate::Unproved(Why::OtherVerdict)),
        forged("one less", "681903441191", "681903441190", Sampling::BelowBound { count: 269, runs: 1000 }),
        forged("one more", "681903441191", "681903441192", Sampling::AboveBound { count: 269, runs: 1000 }),
        of("with laws", "uniform", "fails", &format!(r#"{upper}, "laws": []"#), Fate::Refused(&["`laws`"])),
        of("nothing", "uniform", "fails", "", Fate::Refused(&["lacks `upper`"])),
    ]);
}

#[test]
fn from_the_table_of_another_file() {
    let table = |rows: &str, outputs: &str| {
        let query = r#""query": {"graph": "complete", "nodes": 2, "labels": ["B", "A"]}"#;
        file("1/2", &format!(r#"{query}, "mechanism": {{"matrix": {rows}, "outputs": {outputs}}}"#))
    };
    let others = [
        // In another order, with outputs that the counts do not name, and without one that they do.
        ("same.json", table(r#"[["1/4", "3/4"], ["3/4", "1/4"]]"#, r#"["yes", "no"]"#)),
        ("turned.json", table(r#"[["3/4", "1/4"], ["1/4", "3/4"]]"#, r#"["no", "yes"]"#)),
        ("more.json", table(r#"[["1/4", "1/4", "1/2"], ["3/4", "1/8", "1/8"]]"#, r#"["yes", "maybe", "never"]"#)),
        ("only.json", table(r#"[["1"], ["1"]]"#, r#"["yes"]"#)),
        ("half.json", table(r#"[["1/4", "1/4"], ["3/4", "1/4"]]"#, r#"["yes", "no"]"#)),
        ("three.json", file("1/2", r#""query": {"graph": "line", "nodes": 3}, "mechanism": {"family": "uniform"}"#)),
        ("counts.json", counts("", "uniform")),
    ];
    let hash = |from: &str| {
        let found = others.iter().find(|(name, _)| *name == from).expect("one of them");
        sha256(found.1.as_bytes())
    };
    let of = |name, (outputs, from): (&str, &str), verdict: &str, fate| {
        let witness = format!(r#""upper": {BOUNDS}, "sha256": "{}""#, hash(from));
        let names = format!(r#", "outputs": {outputs}"#);
        Trial::new(name, &counts(&names, from), &[NOT_REFUTED, &said(from, verdict, &witness)], fate)
    };
    let (named, with_other) = (r#"["yes", "no"]"#, r#"["yes", "other"]"#);
    let holds: &[&str] = &["sampled-from (from same.json): holds; distance_at_most = 132147627303/2199023255552"];
    hold_by(
        &[
            of("by the names of answers", (named, "same.json"), "holds", Fate::Proves(holds)),
            of("said to fail", (named, "same.json"), "fails", Fate::Unproved(Why::OtherVerdict)),
            of(
                "by the names of outputs",
                (named, "turned.json"),
                "holds",
                Fate::Proves(&[
                    "sampled-from (from turned.json): holds; distance_at_most = 132147627303/2199023255552",
                ]),
            ),
            of(
                "all that has no name is `other`",
                (with_other, "more.json"),
                "holds",
                Fate::Proves(&["sampled-from (from more.json): holds; distance_at_most = 132147627303/2199023255552"]),
            ),
            of("and nothing else", (with_other, "more.json"), "fails", Fate::Unproved(Why::OtherVerdict)),
            of(
                "an output that the table lacks",
                (with_other, "only.json"),
                "fails",
                Fate::Proves(&["sampled-from (from only.json): fails; distance_at_most = 3388354946139/4398046511104"]),
            ),
            of(
                "a row that is not a distribution",
                (named, "half.json"),
                "holds",
                Fate::Unproved(Why::OtherNoDistribution(1)),
            ),
            of(
                "no `other`",
                (named, "more.json"),
                "holds",
                Fate::Unreadable(&["found the output maybe,", "\"other\""]),
            ),
            of("other nodes", (named, "three.json"), "holds", Fate::Unreadable(&["3 nodes", "2"])),
            of("counts", (named, "counts.json"), "holds", Fate::Unreadable(&["counts of runs"])),
            Trial::new(
                "another file",
                &counts(&format!(r#", "outputs": {named}"#), "same.json"),
                &[
                    NOT_REFUTED,
                    &said("same.json", "holds", &format!(r#""upper": {BOUNDS}, "sha256": "{}""#, hash("turned.json"))),
                ],
                Fate::Refused(&["that of another file"]),
            ),
        ],
        beside(&others),
    );
}
