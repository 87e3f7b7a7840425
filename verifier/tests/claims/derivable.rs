//! `derivable`: X = Y·R for a closed form or the table of another file, or a Farkas vector against it.

mod irrational;

use crate::fixtures::{COIN, LINE_2, THIRDS};
use crate::harness::{
    EQUAL_ROWS, Fate, HALF, Judgement, ROW_1, STOCHASTIC, Trial, file, hold, hold_by, judge_within, vector,
};
use dp_verify::limits::Limits;
use dp_verify::model::sha256;
use std::fs;

const THIRD: &str = r#"{"claim": "dp", "verdict": "fails", "values": {"alpha_max": "1/3",
    "epsilon_min": {"at_least": "1.09861228866810", "at_most": "1.09861228866811"}},
    "witness": {"pair": [1, 0], "output": 0}}"#;

fn table(alpha: &str, query: &str, rows: &str, from: &str) -> String {
    file(
        alpha,
        &format!(
            r#""query": {query}, "mechanism": {{"matrix": {rows}}}, "claims": [{{"claim": "derivable", "from": "{from}"}}]"#
        ),
    )
}

fn derivable(from: &str, verdict: &str, witness: &str) -> String {
    format!(r#"{{"claim": "derivable", "from": "{from}", "verdict": "{verdict}", "witness": {witness}}}"#)
}

fn remap(d: &str, rows: &[i64]) -> String {
    format!(r#"{{"remap": {}}}"#, vector(d, rows))
}

fn farkas(w: (&str, &[i64]), nu: (&str, &[i64])) -> String {
    format!(r#"{{"w": {}, "nu": {}}}"#, vector(w.0, w.1), vector(nu.0, nu.1))
}

#[test]
fn from_the_geometric_mechanism_of_two_answers() {
    let from = "truncated-geometric";
    let same = table("1/2", LINE_2, THIRDS, from);
    let sharper = table("1/2", LINE_2, COIN, from);
    let none = table("1/2", LINE_2, r#"[["1/2", "1/2"], ["1/2", "1/4"]]"#, from);
    let free = file("1/2", &format!(r#""query": {LINE_2}, "mechanism": {{"matrix": {THIRDS}}}"#));
    let one = table("1/2", LINE_2, "[[1], [1]]", from);
    let holds = |name, witness: &str, fate| {
        Trial::new(name, &same, &[STOCHASTIC, HALF, &derivable(from, "holds", witness)], fate)
    };
    let refused = |name, witness: &str, words| holds(name, witness, Fate::Refused(words));
    let fails = |name, witness: &str, fate| {
        Trial::new(name, &sharper, &[STOCHASTIC, THIRD, &derivable(from, "fails", witness)], fate)
    };
    const HOLDS: &[&str] = &["derivable (from truncated-geometric): holds"];
    const FAILS: &[&str] = &["derivable (from truncated-geometric): fails"];
    let zero: (&str, &[i64]) = ("1", &[0, 0]);
    let good = farkas(("1", &[0, 2, 0, -1]), zero);
    hold(&[
        holds("from itself", &remap("1", &[1, 0, 0, 1]), Fate::Proves(HOLDS)),
        holds("from itself, over another denominator", &remap("3", &[3, 0, 0, 3]), Fate::Proves(HOLDS)),
        holds(
            "from itself, by cells",
            r#"{"remap": {"denominator": "2", "numerators": ["0", "2"], "cells": [1, 0, 0, 1]}}"#,
            Fate::Proves(HOLDS),
        ),
        refused(
            "the outputs in each other's place",
            &remap("1", &[0, 1, 1, 0]),
            &["Y·R at row 0, output 0 is 1/3, X differs"],
        ),
        refused("rows that sum to 2", &remap("1", &[2, 0, 0, 2]), &["row 0 of `remap` does not sum to 1"]),
        refused("rows that sum to 0", &remap("1", &[1, 0, 0, 0]), &["row 1 of `remap` does not sum to 1"]),
        refused("a negative entry", &remap("1", &[1, 0, 2, -1]), &["row 1 of `remap` has a negative entry"]),
        refused(
            "a negative denominator",
            &remap("-1", &[-1, 0, 0, -1]),
            &["the denominator of `remap` is not positive"],
        ),
        refused("too short", &remap("1", &[1, 0]), &["`remap` has 2 entries, expected 4"]),
        refused("too long", &remap("1", &[1, 0, 0, 1, 0, 1]), &["`remap` has 6 entries, expected 4"]),
        holds(
            "nodes for outputs",
            r#"{"remap": [0, 1]}"#,
            Fate::Unreadable(&["$.statements[2].witness.remap", "expected an object"]),
        ),
        holds("null", r#"{"remap": null}"#, Fate::Unreadable(&["$.statements[2].witness.remap", "found null"])),
        refused("nothing", "{}", &["the witness lacks `remap`"]),
        refused("the part of a refutation", &good, &["a part `w` that does not belong"]),
        refused("the SHA-256 of no file", r#"{"remap": {}, "sha256": ""}"#, &["a part `sha256` that does not belong"]),
        Trial::new(
            "itself, refuted",
            &same,
            &[STOCHASTIC, HALF, &derivable(from, "fails", &good)],
            Fate::Refused(&["the refutation does not separate X"]),
        ),
        fails("less noise", &good, Fate::Proves(FAILS)),
        fails("less noise, by ν", &farkas(("2", &[-4, 0, 2, 0]), ("1", &[1, 0])), Fate::Proves(FAILS)),
        fails(
            "less noise, said to be derived",
            &remap("4", &[5, -1, -1, 5]),
            Fate::Refused(&["a part `remap` that does not belong"]),
        ),
        fails("a refutation of nothing", &farkas(("1", &[0, 0, 0, 0]), zero), Fate::Refused(&["does not separate X"])),
        fails(
            "W turned round",
            &farkas(("1", &[0, -2, 0, 1]), zero),
            Fate::Refused(&["the refutation is negative for output 0 of Y and output 1"]),
        ),
        fails(
            "W turned round by its denominator",
            &farkas(("-1", &[0, -2, 0, 1]), zero),
            Fate::Refused(&["the denominator of `w` is not positive"]),
        ),
        fails(
            "ν too small",
            &farkas(("2", &[-4, 0, 2, 0]), ("2", &[1, 0])),
            Fate::Refused(&["the refutation is negative for output 0 of Y and output 0"]),
        ),
        fails(
            "ν negative",
            &farkas(("1", &[0, 2, 0, -1]), ("1", &[0, -1])),
            Fate::Refused(&["the refutation is negative for output 1 of Y"]),
        ),
        fails("W a column too few", &farkas(("1", &[2, -1]), zero), Fate::Refused(&["`w` has 2 entries, expected 4"])),
        fails(
            "ν an output too many",
            &farkas(("1", &[0, 2, 0, -1]), ("1", &[0, 0, 0])),
            Fate::Refused(&["`nu` has 3 entries, expected 2"]),
        ),
        fails(
            "no ν",
            &format!(r#"{{"w": {}}}"#, vector("1", &[0, 2, 0, -1])),
            Fate::Refused(&["the witness lacks `nu`"]),
        ),
        fails("no W", &format!(r#"{{"nu": {}}}"#, vector("1", &[-1, -1])), Fate::Refused(&["the witness lacks `w`"])),
        Trial::new(
            "no mechanism",
            &none,
            &[ROW_1, HALF, &derivable(from, "fails", r#"{"row": 1}"#)],
            Fate::Proves(FAILS),
        ),
        Trial::new(
            "no mechanism, by a good row",
            &none,
            &[ROW_1, HALF, &derivable(from, "fails", r#"{"row": 0}"#)],
            Fate::Refused(&["row 0 is ≥ 0 and sums to exactly 1"]),
        ),
        Trial::new(
            "no mechanism, derived",
            &none,
            &[ROW_1, HALF, &derivable(from, "holds", &remap("4", &[4, 0, 0, 4]))],
            Fate::Refused(&["X is not a mechanism"]),
        ),
        Trial::new(
            "one output",
            &one,
            &[STOCHASTIC, EQUAL_ROWS, &derivable(from, "holds", &remap("1", &[1, 1]))],
            Fate::Proves(HOLDS),
        ),
        Trial::new(
            "one output, refuted",
            &one,
            &[STOCHASTIC, EQUAL_ROWS, &derivable(from, "fails", &farkas(("1", &[-1, 0]), ("1", &[0, 0])))],
            Fate::Refused(&["the refutation is negative for output 0 of Y and output 0"]),
        ),
        Trial::new(
            "a closed form that is none",
            &free,
            &[STOCHASTIC, HALF, &derivable("geometric", "holds", &remap("1", &[1, 0, 0, 1]))],
            Fate::Refused(&["a file that was not read"]),
        ),
        Trial::new(
            "a closed form that is not claimed",
            &free,
            &[STOCHASTIC, HALF, &derivable(from, "holds", &remap("1", &[1, 0, 0, 1]))],
            Fate::Proves(HOLDS),
        ),
        Trial::new(
            "a closed form of another graph",
            &same.replace(from, "exponential"),
            &[STOCHASTIC, HALF, &derivable("exponential", "holds", &remap("1", &[1, 0, 0, 1]))],
            Fate::Refused(&["the closed form does not fit the graph"]),
        ),
        Trial::new(
            "the uniform mechanism",
            &one.replace(from, "uniform"),
            &[STOCHASTIC, EQUAL_ROWS, &derivable("uniform", "holds", &remap("1", &[1, 1]))],
            Fate::Proves(&["derivable (from uniform): holds"]),
        ),
    ]);
}

/// Mechanism files beside the one under check.
pub(super) fn beside<'a>(others: &'a [(&'a str, String)]) -> impl Fn(&Trial) -> Judgement + 'a {
    move |trial| {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in others {
            fs::write(folder.path().join(name), text).expect("a file");
        }
        let path = folder.path().join("m.json");
        fs::write(&path, &trial.mechanism).expect("a file");
        let limits = Limits::default();
        match dp_verify::file::mechanism(&path, &limits) {
            Ok(mechanism) => judge_within(&mechanism, &trial.certificate, &limits),
            Err(e) => Judgement::Unreadable(e.message),
        }
    }
}

#[test]
fn from_the_table_of_another_file() {
    let y = file("1/3", &format!(r#""query": {LINE_2}, "mechanism": {{"matrix": {COIN}}}"#));
    // Of the other file only the table counts, whatever it claims and whether it is a mechanism.
    let twice =
        file("1/5", r#""query": {"nodes": 2, "edges": []}, "mechanism": {"matrix": [[2], [2]]}, "claims": ["dp"]"#);
    let three = file("1/2", r#""query": {"graph": "line", "nodes": 3}, "mechanism": {"family": "uniform"}"#);
    let bare = file("1/2", &format!(r#""query": {LINE_2}"#));
    let others = [
        ("y.json", y.clone()),
        ("twice.json", twice.clone()),
        ("three.json", three),
        ("bare.json", bare),
        ("empty.json", String::new()),
    ];
    let of = |from: &str| table("1/2", LINE_2, THIRDS, from);
    let by = |file: &str, parts: &str| {
        format!(r#"{{"sha256": "{}", {}"#, sha256(file.as_bytes()), parts.replacen('{', "", 1))
    };
    let sixths = remap("6", &[5, 1, 1, 5]);
    let good = by(&y, &sixths);
    let sharp = table("1/2", LINE_2, "[[1, 0], [0, 1]]", "y.json");
    let sharp_dp = r#"{"claim": "dp", "verdict": "fails", "values": {"alpha_max": "0", "epsilon_min": "inf"}, "witness": {"pair": [1, 0], "output": 0}}"#;
    let apart = by(&y, &farkas(("1", &[0, 3, 0, -1]), ("1", &[0, 0])));
    let trial = |name, from: &str, verdict: &str, witness: &str, fate| {
        Trial::new(name, &of(from), &[STOCHASTIC, HALF, &derivable(from, verdict, witness)], fate)
    };
    let refused = |name, witness: &str, words| trial(name, "y.json", "holds", witness, Fate::Refused(words));
    let unread = |name, from: &str, words| trial(name, from, "holds", &good, Fate::Unreadable(words));
    hold_by(
        &[
            trial("more noise", "y.json", "holds", &good, Fate::Proves(&["derivable (from y.json): holds"])),
            trial(
                "the same by another path",
                "./y.json",
                "holds",
                &good,
                Fate::Proves(&["derivable (from ./y.json): holds"]),
            ),
            refused("without the other file's SHA-256", &sixths, &["the witness lacks `sha256`"]),
            refused("with the SHA-256 of this one", &by(&of("y.json"), &sixths), &["`sha256` is that of another file"]),
            refused(
                "with the SHA-256 in capitals",
                &by(&y, &sixths).replace(&sha256(y.as_bytes()), &sha256(y.as_bytes()).to_uppercase()),
                &["`sha256` is that of another file"],
            ),
            refused(
                "by the wrong remap",
                &by(&y, &remap("1", &[1, 0, 0, 1])),
                &["Y·R at row 0, output 0 is 3/4, X differs"],
            ),
            trial(
                "a SHA-256 that is null",
                "y.json",
                "holds",
                r#"{"sha256": null}"#,
                Fate::Unreadable(&["witness.sha256", "found null"]),
            ),
            Trial::new(
                "the truth is not derived",
                &sharp,
                &[STOCHASTIC, sharp_dp, &derivable("y.json", "fails", &apart)],
                Fate::Proves(&["derivable (from y.json): fails"]),
            ),
            Trial::new(
                "the truth is not derived, without the SHA-256",
                &sharp,
                &[STOCHASTIC, sharp_dp, &derivable("y.json", "fails", &farkas(("1", &[0, 3, 0, -1]), ("1", &[0, 0])))],
                Fate::Refused(&["the witness lacks `sha256`"]),
            ),
            Trial::new(
                "from a file that no claim names",
                &of("y.json"),
                &[STOCHASTIC, HALF, &derivable("y.json", "holds", &good), &derivable("./y.json", "holds", &good)],
                Fate::Refused(&[
                    "derivable (from ./y.json)",
                    "names a closed form that does not fit the graph, or a file that was not read",
                ]),
            ),
            trial(
                "from what is no mechanism",
                "twice.json",
                "fails",
                &by(&twice, &farkas(("1", &[-1, 1, 0, 0]), ("1", &[2]))),
                Fate::Refused(&["the refutation does not separate X"]),
            ),
            trial(
                "from what is no mechanism: too much of it",
                "twice.json",
                "fails",
                &by(&twice, &farkas(("1", &[1, 0, 0, -1]), ("1", &[0]))),
                Fate::Refused(&["the refutation is negative for output 0 of Y and output 1"]),
            ),
            trial(
                "from what is no mechanism: its row differs",
                "twice.json",
                "fails",
                &by(&twice, &farkas(("1", &[-1, 1, 1, -1]), ("1", &[0]))),
                Fate::Proves(&["derivable (from twice.json): fails"]),
            ),
            unread("from nothing", "no.json", &["no.json"]),
            unread("from three answers", "three.json", &["found 3 nodes, expected 2 as in"]),
            unread("from a query", "bare.json", &["found no mechanism, expected one to derive X from"]),
            unread("from a folder", ".", &["empty or not a file, expected a mechanism file"]),
            unread("from an empty file", "empty.json", &["empty or not a file, expected a mechanism file"]),
            unread("from an absolute path", "/y.json", &["expected a relative path"]),
        ],
        beside(&others),
    );
}
