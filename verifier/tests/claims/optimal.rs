//! `optimal`: what bounds every private mechanism, and what does better than X.

mod gains;

use crate::fixtures::{BLIND, LINE_2, THIRDS};
use crate::harness::{EQUAL_ROWS, Fate, HALF, ROW_1, STOCHASTIC, Trial, file, hold, vector};
use dp_kernel::Why;

/// A file with X and the claims.
fn table(alpha: &str, query: &str, rows: &str, rest: &str) -> String {
    file(alpha, &format!(r#""query": {query}, "mechanism": {{"matrix": {rows}}}, {rest}"#))
}

/// That X is optimal for p, or not.
fn optimal(verdict: &str, values: &str, witness: &str) -> String {
    format!(r#"{{"claim": "optimal", "prior": "p", "verdict": "{verdict}", "values": {values}, "witness": {witness}}}"#)
}

/// Multipliers of one guess, all over one denominator.
fn multipliers(edges: &str, denominator: &str, mu: &[i64]) -> String {
    format!(r#"{{"edges": {edges}, "mu": {}}}"#, vector(denominator, mu))
}

#[test]
fn optimal_on_a_line_of_two() {
    let flat = |rows: &str| {
        table("1/2", LINE_2, rows, r#""priors": {"p": "uniform"}, "claims": [{"claim": "optimal", "prior": "p"}]"#)
    };
    let (geometric, uniform) = (flat(THIRDS), flat(BLIND));
    let values = r#"{"utility": "2/3", "optimum": "2/3"}"#;
    let thirds = vector("3", &[1, 1]);
    let lambda = format!(r#"{{"lambda": {thirds}}}"#);
    let by = |witness: &str| optimal("holds", values, witness);
    let mu = |list: &str| by(&format!(r#"{{"lambda": {thirds}, "multipliers": {list}}}"#));
    let to = |edge: &str, mu: &[i64]| multipliers(edge, "3", mu);
    let good = format!("[{}, {}]", to("[[0, 1]]", &[1]), to("[[1, 0]]", &[1]));
    let trial = |name, statement: &str, fate| Trial::new(name, &geometric, &[STOCHASTIC, HALF, statement], fate);
    let refused = |name, statement: &str, words| trial(name, statement, Fate::Refused(words));
    let against = |witness: &str, values: &str, fate| {
        Trial::new(
            "the uniform mechanism",
            &uniform,
            &[STOCHASTIC, EQUAL_ROWS, &optimal("fails", values, witness)],
            fate,
        )
    };
    const HOLDS: &[&str] = &["optimal (prior p): holds; utility = 2/3; optimum = 2/3"];
    const FAILS: &[&str] = &["optimal (prior p): fails; utility = 1/2"];
    const BOTH: &[&str] = &["optimal (prior p): fails; utility = 1/2; optimum = 2/3"];
    hold(&[
        trial("λ on a tree", &by(&lambda), Fate::Proves(HOLDS)),
        trial("λ with multipliers", &mu(&good), Fate::Proves(HOLDS)),
        trial("y", &by(&format!(r#"{{"y": {thirds}}}"#)), Fate::Proves(HOLDS)),
        trial(
            "an edge twice, each with a part of its multiplier",
            &mu(&format!("[{}, {}]", multipliers("[[0, 1], [0, 1]]", "12", &[1, 3]), to("[[1, 0]]", &[1]))),
            Fate::Proves(HOLDS),
        ),
        trial(
            "λ by cells, over another denominator",
            &by(r#"{"lambda": {"denominator": "6", "numerators": ["7", "2"], "cells": [1, 1]}}"#),
            Fate::Proves(HOLDS),
        ),
        refused(
            "λ too small at one node",
            &by(&format!(r#"{{"lambda": {}}}"#, vector("3", &[0, 2]))),
            &["λ less the gains of guess 0 is negative for a column that is 1 at 0"],
        ),
        refused(
            "λ too large",
            &by(&format!(r#"{{"lambda": {}}}"#, vector("3", &[1, 2]))),
            &["X has the utility 2/3, the bound is 1"],
        ),
        refused("y too small", &by(&format!(r#"{{"y": {}}}"#, vector("3", &[2, 0]))), &["yΦ at 1 is 1/3"]),
        refused("a negative y", &by(&format!(r#"{{"y": {}}}"#, vector("3", &[3, -1]))), &["y at 1 is -1/3"]),
        refused(
            "a negative denominator",
            &by(&format!(r#"{{"lambda": {}}}"#, vector("-3", &[-1, -1]))),
            &["the denominator of `lambda` is not positive"],
        ),
        refused(
            "a denominator of 0",
            &by(&format!(r#"{{"lambda": {}}}"#, vector("0", &[1, 1]))),
            &["the denominator of `lambda` is not positive"],
        ),
        refused(
            "λ of three entries",
            &by(&format!(r#"{{"lambda": {}}}"#, vector("3", &[1, 1, 0]))),
            &["`lambda` has 3 entries, expected 2"],
        ),
        refused("λ of no entries", &by(&format!(r#"{{"lambda": {}}}"#, vector("3", &[]))), &["`lambda` has 0 entries"]),
        trial("no witness", &by("{}"), Fate::Unproved(Why::WrongWitness)),
        trial(
            "multipliers without λ",
            &by(&format!(r#"{{"multipliers": {good}}}"#)),
            Fate::Unreadable(&["the key \"lambda\" is missing"]),
        ),
        refused(
            "y beside λ",
            &by(&format!(r#"{{"y": {thirds}, "lambda": {thirds}}}"#)),
            &["`y` stands in the place of"],
        ),
        refused(
            "y beside multipliers",
            &by(&format!(r#"{{"y": {thirds}, "multipliers": {good}}}"#)),
            &["in the place of"],
        ),
        refused(
            "no multipliers for any guess",
            &mu("[]"),
            &["`multipliers` has 0 entries, expected one for each of 2"],
        ),
        refused(
            "multipliers for one guess more",
            &mu(&good.replace("]}}]", "]}}, {}]")),
            &["`multipliers` has 3 entries"],
        ),
        refused(
            "multipliers in another order",
            &mu(&format!("[{}, {}]", to("[[1, 0]]", &[1]), to("[[0, 1]]", &[1]))),
            &["λ less the gains of guess 0 is less than its multipliers allow at 0"],
        ),
        refused("empty multipliers", &mu("[{}, {}]"), &["guess 0 is less than its multipliers allow at 0"]),
        refused(
            "edges without multipliers",
            &mu(r#"[{"edges": [[0, 1]]}, {}]"#),
            &["`edges` and `mu` belong together"],
        ),
        refused(
            "a negative multiplier",
            &mu(&format!("[{}, {{}}]", to("[[1, 0]]", &[-1]))),
            &["a multiplier is negative"],
        ),
        refused(
            "a multiplier on a loop",
            &mu(&format!("[{}, {{}}]", to("[[0, 0]]", &[1]))),
            &["0 and 0 are not adjacent"],
        ),
        refused("a multiplier too many", &mu(&format!("[{}, {{}}]", to("[[0, 1]]", &[1, 1]))), &["`mu` has 2 entries"]),
        refused(
            "an edge out of range",
            &mu(&format!("[{}, {{}}]", to("[[0, 2]]", &[1]))),
            &["`edges` names 2, the last is 1"],
        ),
        refused(
            "an edge of three nodes",
            &mu(&format!("[{}, {{}}]", to("[[0, 1, 0]]", &[1]))),
            &["`edges` names two nodes"],
        ),
        trial(
            "a part of another verdict",
            &by(r#"{"remap": [0, 1]}"#),
            Fate::Refused(&["part `remap` that does not belong"]),
        ),
        trial("multipliers that are null", &mu("null"), Fate::Unreadable(&["multipliers", "found null"])),
        trial("λ that is null", &by(r#"{"lambda": null}"#), Fate::Unreadable(&["lambda", "found null"])),
        trial(
            "multipliers of a guess that are null",
            &mu("[null, {}]"),
            Fate::Unreadable(&["multipliers[0]", "found null"]),
        ),
        trial(
            "with another optimum",
            &optimal("holds", r#"{"utility": "2/3", "optimum": "1"}"#, &lambda),
            Fate::Otherwise(&["`optimum` is said to be 1, found to be 2/3"]),
        ),
        trial(
            "with a loss",
            &optimal("holds", r#"{"utility": "2/3", "optimum": "2/3", "loss": "-2/3"}"#, &lambda),
            Fate::Otherwise(&["`loss` is none that this statement has"]),
        ),
        refused("said to fail", &optimal("fails", values, &lambda), &["said to be `fails`, found to be `holds`"]),
        refused(
            "no better than X",
            &optimal("fails", values, r#"{"better": {"family": "truncated-geometric"}}"#),
            &["the other mechanism has the utility 2/3, X has 2/3"],
        ),
        against(r#"{"better": {"family": "truncated-geometric"}}"#, r#"{"utility": "1/2"}"#, Fate::Proves(FAILS)),
        against(
            &format!(r#"{{"better": {{"tight": {}}}}}"#, vector("3", &[2, 2])),
            r#"{"utility": "1/2"}"#,
            Fate::Proves(FAILS),
        ),
        against(
            &format!(r#"{{"better": {{"tight": {}}}, "y": {thirds}}}"#, vector("3", &[2, 2])),
            r#"{"utility": "1/2", "optimum": "2/3"}"#,
            Fate::Proves(BOTH),
        ),
        against(
            &format!(r#"{{"better": {{"rows": [{}, {}]}}}}"#, vector("7", &[4, 1, 2]), vector("7", &[2, 1, 4])),
            r#"{"utility": "1/2"}"#,
            Fate::Proves(FAILS),
        ),
        against(
            &format!(
                r#"{{"better": {{"rows": [{}, {}]}}, "y": {thirds}}}"#,
                vector("7", &[4, 1, 2]),
                vector("7", &[2, 1, 4])
            ),
            r#"{"utility": "1/2"}"#,
            Fate::Refused(&["the other mechanism does not reach the bound"]),
        ),
        against(
            &format!(r#"{{"better": {{"rows": [{}, {}]}}}}"#, vector("1", &[1, 0]), vector("1", &[0, 1])),
            r#"{"utility": "1/2"}"#,
            Fate::Refused(&["the other mechanism is not ε-private"]),
        ),
        against(
            &format!(r#"{{"better": {{"rows": [{}, {}]}}}}"#, vector("3", &[2, 2]), vector("3", &[2, 2])),
            r#"{"utility": "1/2"}"#,
            Fate::Refused(&["row 0 of the other mechanism is not a distribution"]),
        ),
        against(
            &format!(r#"{{"better": {{"rows": [{}, {}]}}}}"#, vector("2", &[3, -1]), vector("2", &[3, -1])),
            r#"{"utility": "1/2"}"#,
            Fate::Refused(&["row 0 of the other mechanism is not a distribution"]),
        ),
        against(
            &format!(r#"{{"better": {{"rows": [{}, {}]}}}}"#, vector("3", &[2, 1]), vector("3", &[1, 1, 1])),
            r#"{"utility": "1/2"}"#,
            Fate::Refused(&["rows of different lengths"]),
        ),
        against(
            &format!(r#"{{"better": {{"rows": [{}]}}}}"#, vector("3", &[2, 1])),
            r#"{"utility": "1/2"}"#,
            Fate::Refused(&["the other mechanism has 1 rows, expected 2"]),
        ),
        against(
            r#"{"better": {"rows": [{"denominator": "1", "numerators": []}, {"denominator": "1", "numerators": []}]}}"#,
            r#"{"utility": "1/2"}"#,
            Fate::Refused(&["the other mechanism has no outputs"]),
        ),
        against(
            &format!(r#"{{"better": {{"tight": {}}}}}"#, vector("3", &[3, 1])),
            r#"{"utility": "1/2"}"#,
            Fate::Refused(&["row 0 of the other mechanism is not a distribution"]),
        ),
        against(
            r#"{"better": {"family": "uniform"}}"#,
            r#"{"utility": "1/2"}"#,
            Fate::Refused(&["`family` is \"truncated-geometric\", on a line"]),
        ),
        against(r#"{"better": {}}"#, r#"{"utility": "1/2"}"#, Fate::Refused(&["either `rows`, `family` or `tight`"])),
        against(
            &format!(r#"{{"better": {{"family": "truncated-geometric", "tight": {}}}}}"#, vector("3", &[2, 2])),
            r#"{"utility": "1/2"}"#,
            Fate::Refused(&["either `rows`, `family` or `tight`"]),
        ),
        against(&lambda, r#"{"utility": "1/2"}"#, Fate::Refused(&["X has the utility 1/2, the bound is 2/3"])),
    ]);
}

#[test]
fn optimal_where_x_is_no_private_mechanism() {
    let claim = r#""priors": {"p": "uniform"}, "claims": [{"claim": "optimal", "prior": "p"}]"#;
    let identity = table("1/2", LINE_2, "[[1, 0], [0, 1]]", claim);
    let short = table("1/2", LINE_2, r#"[["1/2", "1/2"], ["1/2", "1/4"]]"#, claim);
    let halves = r#"{"claim": "dp", "verdict": "holds", "values": {"alpha_max": "1/2",
        "epsilon_min": {"at_least": 0.6931471805599, "at_most": 0.69314718056}}}"#;
    let not_private = r#"{"claim": "dp", "verdict": "fails", "values": {"alpha_max": "0", "epsilon_min": "inf"},
        "witness": {"pair": [1, 0], "output": 0}}"#;
    let lambda = format!(r#"{{"lambda": {}}}"#, vector("2", &[1, 1]));
    hold(&[
        Trial::new(
            "the identity is not private",
            &identity,
            &[STOCHASTIC, not_private, &optimal("fails", r#"{"utility": "1"}"#, "{}")],
            Fate::Proves(&["optimal (prior p): fails; utility = 1"]),
        ),
        Trial::new(
            "the identity, by a bound on nothing private",
            &identity,
            &[STOCHASTIC, not_private, &optimal("holds", r#"{"utility": "1"}"#, &lambda)],
            Fate::Refused(&["X is not ε-private, and a bound without `better` says nothing of it"]),
        ),
        Trial::new(
            "the identity, and the optimum",
            &identity,
            &[
                STOCHASTIC,
                not_private,
                &optimal(
                    "fails",
                    r#"{"utility": "1", "optimum": "2/3"}"#,
                    &format!(
                        r#"{{"better": {{"family": "truncated-geometric"}}, "lambda": {}}}"#,
                        vector("3", &[1, 1])
                    ),
                ),
            ],
            Fate::Proves(&["optimal (prior p): fails; utility = 1; optimum = 2/3"]),
        ),
        Trial::new(
            "the identity, its own utility said to be the optimum",
            &identity,
            &[STOCHASTIC, not_private, &optimal("fails", r#"{"utility": "1", "optimum": "1"}"#, &lambda)],
            Fate::Refused(&["X is not ε-private, and a bound without `better` says nothing of it"]),
        ),
        Trial::new(
            "a row of sum 3/4",
            &short,
            &[ROW_1, halves, &optimal("fails", "{}", r#"{"row": 1}"#)],
            Fate::Proves(&["optimal (prior p): fails"]),
        ),
        Trial::new(
            "a row of sum 3/4, said to be optimal",
            &short,
            &[ROW_1, halves, &optimal("holds", r#"{"utility": "1/2", "optimum": "1/2"}"#, &lambda)],
            Fate::Refused(&["X is not a mechanism"]),
        ),
    ]);
}
