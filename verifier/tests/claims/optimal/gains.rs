//! `optimal` by other gains, and on other graphs.

use super::{multipliers, optimal, table};
use crate::fixtures::{BLIND, LINE_2, RESPONSE, THIRDS, TRIANGLE};
use crate::harness::{EQUAL_ROWS, Fate, HALF, STOCHASTIC, Trial, hold, vector};

/// Gains of more and of fewer guesses than nodes, losses, and graphs with cycles and without edges.
#[test]
fn optimal_for_other_gains_and_graphs() {
    let claim = |rest: &str| {
        format!(r#""priors": {{"p": "uniform"}}, "claims": [{{"claim": "optimal", "prior": "p"}}], {rest}"#)
    };
    let three = table("1/2", LINE_2, THIRDS, &claim(r#""gain": [[1, 0], [0, 1], ["3/5", "3/5"]]"#));
    let one = table("1/2", LINE_2, BLIND, &claim(r#""gain": [[-1, "1/2"]]"#));
    let loss = table("1/2", LINE_2, THIRDS, &claim(r#""loss": "absolute""#));
    let triangle = table("1/2", TRIANGLE, RESPONSE, &claim(r#""gain": "binary""#));
    let apart = r#"{"nodes": 2, "edges": []}"#;
    let identity = table("1/2", apart, "[[1, 0], [0, 1]]", &claim(r#""gain": "binary""#));
    let mixed = table("1/2", apart, BLIND, &claim(r#""gain": "binary""#));
    let single =
        table("1/2", r#"{"graph": "line", "nodes": 1}"#, r#"[["1/2", "1/2"]]"#, &claim(r#""gain": [[0], [-2]]"#));
    let at_1 = table("1", LINE_2, BLIND, &claim(r#""gain": "binary""#));
    let thirds = format!(r#"{{"lambda": {}}}"#, vector("3", &[1, 1]));
    let sixths = vector("6", &[1, 1, 1]);
    let star = |i: usize| multipliers(&format!("[[{i}, {}], [{i}, {}]]", (i + 1) % 3, (i + 2) % 3), "6", &[1, 1]);
    let values = |x: &str| format!(r#"{{"utility": "{x}", "optimum": "{x}"}}"#);
    let of_loss = r#"{"utility": "-1/3", "loss": "1/3", "optimum": "-1/3", "least_loss": "1/3"}"#;
    let losses = format!(r#"{{"lambda": {}}}"#, vector("6", &[-1, -1]));
    let by_y = |d: &str, y: &[i64]| format!(r#"{{"y": {}}}"#, vector(d, y));
    let by = |d: &str, lambda: &[i64]| format!(r#"{{"lambda": {}}}"#, vector(d, lambda));
    let of = |name, file: &str, private, values: &str, witness: &str, fate| {
        Trial::new(name, file, &[STOCHASTIC, private, &optimal("holds", values, witness)], fate)
    };
    hold(&[
        of(
            "three guesses of two nodes",
            &three,
            HALF,
            &values("2/3"),
            &thirds,
            Fate::Proves(&["optimal (prior p): holds; utility = 2/3; optimum = 2/3"]),
        ),
        of(
            "multipliers for two guesses of three",
            &three,
            HALF,
            &values("2/3"),
            &format!(
                r#"{{"lambda": {}, "multipliers": [{}, {}]}}"#,
                vector("3", &[1, 1]),
                multipliers("[[0, 1]]", "3", &[1]),
                multipliers("[[1, 0]]", "3", &[1]),
            ),
            Fate::Refused(&["`multipliers` has 2 entries, expected one for each of 3 guesses"]),
        ),
        of(
            "y beside another gain",
            &three,
            HALF,
            &values("2/3"),
            &by_y("3", &[1, 1]),
            Fate::Refused(&["`y` is a bound for the binary gain and one prior"]),
        ),
        of(
            "one guess of negative worth",
            &one,
            EQUAL_ROWS,
            &values("-1/4"),
            &by("4", &[-2, 1]),
            Fate::Proves(&["optimal (prior p): holds; utility = -1/4; optimum = -1/4"]),
        ),
        of(
            "one guess, λ turned round",
            &one,
            EQUAL_ROWS,
            &values("-1/4"),
            &by("4", &[1, -2]),
            Fate::Refused(&["guess 0 is negative"]),
        ),
        of(
            "a loss",
            &loss,
            HALF,
            of_loss,
            &losses,
            Fate::Proves(&["optimal (prior p): holds; utility = -1/3; loss = 1/3; optimum = -1/3; least_loss = 1/3"]),
        ),
        of(
            "the triangle",
            &triangle,
            HALF,
            &values("1/2"),
            &format!(r#"{{"lambda": {sixths}, "multipliers": [{}, {}, {}]}}"#, star(0), star(1), star(2),),
            Fate::Proves(&["optimal (prior p): holds; utility = 1/2; optimum = 1/2"]),
        ),
        of(
            "the triangle without multipliers",
            &triangle,
            HALF,
            &values("1/2"),
            &format!(r#"{{"lambda": {sixths}}}"#),
            Fate::Refused(&["the witness lacks `multipliers`, which only a forest does without"]),
        ),
        of(
            "the triangle, one guess without multipliers",
            &triangle,
            HALF,
            &values("1/2"),
            &format!(r#"{{"lambda": {sixths}, "multipliers": [{}, {}, {{}}]}}"#, star(0), star(1),),
            Fate::Refused(&["guess 2 is less than its multipliers allow at 2"]),
        ),
        of(
            "no edges: the truth",
            &identity,
            EQUAL_ROWS,
            &values("1"),
            &by("2", &[1, 1]),
            Fate::Proves(&["optimal (prior p): holds; utility = 1; optimum = 1"]),
        ),
        of(
            "no edges: multipliers on one",
            &identity,
            EQUAL_ROWS,
            &values("1"),
            &format!(
                r#"{{"lambda": {}, "multipliers": [{}, {{}}]}}"#,
                vector("2", &[1, 1]),
                multipliers("[[0, 1]]", "2", &[1]),
            ),
            Fate::Refused(&["0 and 1 are not adjacent"]),
        ),
        of(
            "no edges: one tree's λ below 0 and the other's above",
            &mixed,
            EQUAL_ROWS,
            &values("1/2"),
            &by("2", &[1, 0]),
            Fate::Refused(&["λ less the gains of guess 1 is negative for a column that is 1 at 1"]),
        ),
        of(
            "one node, two guesses",
            &single,
            EQUAL_ROWS,
            &values("0"),
            &by("1", &[0]),
            Fate::Proves(&["optimal (prior p): holds; utility = 0; optimum = 0"]),
        ),
        of(
            "α = 1",
            &at_1,
            EQUAL_ROWS,
            &values("1/2"),
            &by("2", &[0, 1]),
            Fate::Proves(&["optimal (prior p): holds; utility = 1/2; optimum = 1/2"]),
        ),
        of(
            "α = 1: λ of too little",
            &at_1,
            EQUAL_ROWS,
            &values("1/2"),
            &by("4", &[0, 1]),
            Fate::Refused(&["guess 0 is negative"]),
        ),
    ]);
}
