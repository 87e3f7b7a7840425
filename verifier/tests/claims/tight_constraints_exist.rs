//! `tight-constraints-exist`: some z ≥ 0 has Φz = 1.

use crate::harness::{Fate, Trial, file, hold};

const K33: &str = "[0,3],[0,4],[0,5],[1,3],[1,4],[1,5],[2,3],[2,4],[2,5]";

fn graph(alpha: &str, query: &str) -> String {
    file(alpha, &format!(r#""query": {query}, "claims": ["tight-constraints-exist"]"#))
}

fn vector(denominator: &str, numerators: &[i64]) -> String {
    let list: Vec<String> = numerators.iter().map(|x| format!("\"{x}\"")).collect();
    format!(r#"{{"denominator": "{denominator}", "numerators": [{}]}}"#, list.join(", "))
}

fn statement(verdict: &str, values: &str, witness: &str) -> String {
    format!(
        r#"{{"claim": "tight-constraints-exist", "verdict": "{verdict}", "values": {{{values}}}, "witness": {{{witness}}}}}"#
    )
}

const NAME: &str = "tight-constraints-exist";

/// K3,3 with two pendants at node 0, α = 1/2: z = (0, 2, 2, 0, 0, 0, 2, 2)/3 is the only solution z ≥ 0 of
/// Φz = 1 though Φ is singular (its kernel is (-1, -1, -1, 1, 1, 1, 0, 0)); w = (16, -2, -2, 0, 0, 0, -6, -6)/3
/// has wΦ = (3, 0, 0, 1, 1, 1, 0, 0).
#[test]
fn unique_where_the_matrix_is_singular() {
    let text = graph("1/2", &format!(r#"{{"nodes": 8, "edges": [{K33},[0,6],[0,7]]}}"#));
    let z = vector("3", &[0, 2, 2, 0, 0, 0, 2, 2]);
    let w = [16, -2, -2, 0, 0, 0, -6, -6];
    let only = |w: &[i64], modulus: &str| {
        let witness = format!(r#""z": {z}, "only": {{"w": {}, "modulus": "{modulus}"}}"#, vector("3", w));
        statement("holds", r#""sum": "8/3", "unique": true"#, &witness)
    };
    let second = |numerators: &[i64]| {
        let witness = format!(r#""z": {z}, "second": {}"#, vector("3", numerators));
        statement("holds", r#""sum": "8/3", "unique": false"#, &witness)
    };
    hold(&[
        Trial::new(
            "unique",
            &text,
            &[&only(&w, "1000003")],
            Fate::Proves(&["tight-constraints-exist: holds; sum = 8/3; unique = true"]),
        ),
        Trial::new(
            "z without a word about uniqueness",
            &text,
            &[&statement("holds", r#""sum": "8/3""#, &format!(r#""z": {z}"#))],
            Fate::Proves(&["tight-constraints-exist: holds; sum = 8/3"]),
        ),
        Trial::new(
            "w = 0 separates nothing",
            &text,
            &[&only(&[0; 8], "1000003")],
            Fate::Refused(&[NAME, "wΦ at 0 is 0, expected 0 on the support of z and > 0 off it"]),
        ),
        Trial::new(
            "a w that is not 0 on the support",
            &text,
            &[&only(&[16, -2, -1, 0, 0, 0, -6, -6], "1000003")],
            Fate::Refused(&[NAME, "wΦ at 1 is 1/12, expected 0 on the support"]),
        ),
        Trial::new(
            "the same w with the opposite sign",
            &text,
            &[&only(&w.map(|x| -x), "1000003")],
            Fate::Refused(&[NAME, "wΦ at 0 is -3"]),
        ),
        Trial::new(
            "Φ is not invertible modulo any number",
            &text,
            &[&statement(
                "holds",
                r#""sum": "8/3", "unique": true, "least": "0""#,
                &format!(r#""z": {z}, "invertible": {{"modulus": "1000003"}}"#),
            )],
            Fate::Refused(&[NAME, "modulo 1000003 there is no invertible pivot for column"]),
        ),
        Trial::new(
            "a second solution that is negative: z and the kernel vector",
            &text,
            &[&second(&[-1, 1, 1, 1, 1, 1, 2, 2])],
            Fate::Refused(&[NAME, "`second` at 0 is -1/3, expected ≥ 0"]),
        ),
        Trial::new(
            "z as its own second",
            &text,
            &[&second(&[0, 2, 2, 0, 0, 0, 2, 2])],
            Fate::Refused(&[NAME, "`second` is the same solution as `z`"]),
        ),
        Trial::new(
            "a modulus under which the columns depend on each other",
            &text,
            &[&only(&w, "2")],
            Fate::Refused(&[NAME, "modulo 2 there is no invertible pivot"]),
        ),
        Trial::new("modulus 1", &text, &[&only(&w, "1")], Fate::Refused(&[NAME, "a modulus is from 2 to 268435456"])),
        Trial::new("modulus 0", &text, &[&only(&w, "0")], Fate::Refused(&[NAME, "a modulus is from 2 to 268435456"])),
        Trial::new(
            "a negative modulus",
            &text,
            &[&only(&w, "-7")],
            Fate::Refused(&[NAME, "a modulus is from 2 to 268435456"]),
        ),
        Trial::new(
            "a modulus past the largest",
            &text,
            &[&only(&w, "268435457")],
            Fate::Refused(&[NAME, "a modulus is from 2 to 268435456"]),
        ),
        Trial::new(
            "the largest modulus, even: a pivot is even too",
            &text,
            &[&only(&w, "268435456")],
            Fate::Refused(&[NAME, "modulo 268435456"]),
        ),
        Trial::new(
            "an odd composite modulus",
            &text,
            &[&only(&w, "1000001")],
            Fate::Proves(&["tight-constraints-exist: holds; sum = 8/3; unique = true"]),
        ),
    ]);
}

#[test]
fn more_than_one_solution() {
    let text = graph("1/2", &format!(r#"{{"nodes": 6, "edges": [{K33}]}}"#));
    let z = vector("3", &[2, 2, 2, 0, 0, 0]);
    let with = |second: &str| {
        statement("holds", r#""sum": "2", "unique": false"#, &format!(r#""z": {z}, "second": {second}"#))
    };
    hold(&[
        Trial::new(
            "the other side",
            &text,
            &[&with(&vector("3", &[0, 0, 0, 2, 2, 2]))],
            Fate::Proves(&["tight-constraints-exist: holds; sum = 2; unique = false"]),
        ),
        Trial::new(
            "between the two",
            &text,
            &[&with(&vector("3", &[1; 6]))],
            Fate::Proves(&["tight-constraints-exist: holds; sum = 2; unique = false"]),
        ),
        Trial::new(
            "the same one over another denominator",
            &text,
            &[&with(&vector("6", &[4, 4, 4, 0, 0, 0]))],
            Fate::Refused(&[NAME, "`second` is the same solution as `z`"]),
        ),
        Trial::new(
            "no solution",
            &text,
            &[&with(&vector("3", &[0, 0, 0, 2, 2, 3]))],
            Fate::Refused(&[NAME, "Φ·second at 0 is 7/6, expected 1"]),
        ),
        Trial::new(
            "unique, by a modulus",
            &text,
            &[&statement(
                "holds",
                r#""sum": "2", "unique": true, "least": "0""#,
                &format!(r#""z": {z}, "invertible": {{"modulus": "1000003"}}"#),
            )],
            Fate::Refused(&[NAME, "no invertible pivot for column 5"]),
        ),
        Trial::new(
            "unique, by a structure that the graph does not have",
            &text,
            &[&statement(
                "holds",
                r#""sum": "2", "unique": true, "least": "0""#,
                &format!(r#""z": {z}, "invertible": {{"structure": "hamming"}}"#),
            )],
            Fate::Refused(&[NAME, "needs a Hamming or complete graph"]),
        ),
        Trial::new(
            "proved unique and not unique",
            &text,
            &[&statement(
                "holds",
                r#""sum": "2", "unique": true"#,
                &format!(r#""z": {z}, "second": {z}, "only": {{"w": {z}, "modulus": "7"}}"#),
            )],
            Fate::Refused(&[NAME, "in more than one way"]),
        ),
    ]);
}

/// K1,3 at α = 2/3: the only solution is (-1, 3, 3, 3)/5, and w = (17, -6, -6, -6)/5 is row 0 of Φ^-1.
#[test]
fn none_on_the_star_of_three_rays() {
    let text = graph("2/3", r#"{"graph": "star", "nodes": 4}"#);
    let w = vector("5", &[17, -6, -6, -6]);
    let z = vector("5", &[-1, 3, 3, 3]);
    let fails = |values: &str, witness: &str| statement("fails", values, witness);
    let proof = r#""invertible": {"modulus": "1000003"}"#;
    hold(&[
        Trial::new(
            "w",
            &text,
            &[&fails("", &format!(r#""w": {w}"#))],
            Fate::Proves(&["tight-constraints-exist: fails"]),
        ),
        Trial::new(
            "w, and the only solution",
            &text,
            &[&fails(r#""least": "-1/5""#, &format!(r#""w": {w}, "z": {z}, {proof}"#))],
            Fate::Proves(&["tight-constraints-exist: fails; least = -1/5"]),
        ),
        Trial::new(
            "a solution that is not known to be the only one",
            &text,
            &[&fails(r#""least": "-1/5""#, &format!(r#""w": {w}, "z": {z}"#))],
            Fate::Refused(&[NAME, "the witness lacks `invertible`"]),
        ),
        Trial::new(
            "invertible, but without a solution",
            &text,
            &[&fails(r#""least": "-1/5""#, &format!(r#""w": {w}, {proof}"#))],
            Fate::Refused(&[NAME, "the witness lacks `z`"]),
        ),
        Trial::new("no w", &text, &[&fails("", "")], Fate::Refused(&[NAME, "the witness lacks `w`"])),
        Trial::new(
            "wΦ negative somewhere",
            &text,
            &[&fails("", &format!(r#""w": {}"#, vector("5", &[17, -6, -6, -7])))],
            Fate::Refused(&[NAME, "wΦ at 1 is -4/45, expected ≥ 0"]),
        ),
        Trial::new(
            "w·1 = 0",
            &text,
            &[&fails("", &format!(r#""w": {}"#, vector("5", &[18, -6, -6, -6])))],
            Fate::Refused(&[NAME, "w·1 is 0, expected < 0"]),
        ),
        Trial::new(
            "w·1 > 0",
            &text,
            &[&fails("", &format!(r#""w": {}"#, vector("5", &[1, 0, 0, 0])))],
            Fate::Refused(&[NAME, "w·1 is 1/5, expected < 0"]),
        ),
        Trial::new(
            "w = 0",
            &text,
            &[&fails("", &format!(r#""w": {}"#, vector("1", &[0; 4])))],
            Fate::Refused(&[NAME, "w·1 is 0, expected < 0"]),
        ),
        Trial::new(
            "said to hold by the solution that is negative",
            &text,
            &[&statement("holds", r#""sum": "8/5""#, &format!(r#""z": {z}"#))],
            Fate::Refused(&[NAME, "`z` at 0 is -1/5, expected ≥ 0"]),
        ),
        Trial::new(
            "said to hold by the solution's absolute values",
            &text,
            &[&statement("holds", r#""sum": "2""#, &format!(r#""z": {}"#, vector("5", &[1, 3, 3, 3])))],
            Fate::Refused(&[NAME, "Φ·z at 0 is 7/5, expected 1"]),
        ),
        Trial::new(
            "said to hold by z = 0",
            &text,
            &[&statement("holds", r#""sum": "0""#, &format!(r#""z": {}"#, vector("1", &[0; 4])))],
            Fate::Refused(&[NAME, "Φ·z at 0 is 0, expected 1"]),
        ),
        Trial::new(
            "a denominator of 0",
            &text,
            &[&fails("", &format!(r#""w": {}"#, vector("0", &[17, -6, -6, -6])))],
            Fate::Refused(&[NAME, "the denominator of `w` is not positive"]),
        ),
        Trial::new(
            "a negative denominator turns every sign",
            &text,
            &[&fails("", &format!(r#""w": {}"#, vector("-5", &[1, 1, 1, 1])))],
            Fate::Refused(&[NAME, "the denominator of `w` is not positive"]),
        ),
        Trial::new(
            "a list too short",
            &text,
            &[&fails("", &format!(r#""w": {}"#, vector("5", &[17, -6, -6])))],
            Fate::Refused(&[NAME, "`w` has 3 entries, expected 4"]),
        ),
        Trial::new(
            "a list too long",
            &text,
            &[&fails("", &format!(r#""w": {}"#, vector("5", &[17, -6, -6, -6, 0])))],
            Fate::Refused(&[NAME, "`w` has 5 entries, expected 4"]),
        ),
        Trial::new(
            "an empty list",
            &text,
            &[&fails("", &format!(r#""w": {}"#, vector("5", &[])))],
            Fate::Refused(&[NAME, "`w` has 0 entries, expected 4"]),
        ),
        Trial::new(
            "the other verdict's witness",
            &text,
            &[&fails("", &format!(r#""w": {w}, "second": {z}"#))],
            Fate::Refused(&[NAME, "a part `second` that does not belong"]),
        ),
        Trial::new(
            "numbers that are no strings",
            &text,
            &[&fails("", r#""w": {"denominator": 5, "numerators": ["17", "-6", "-6", "-6"]}"#)],
            Fate::Unreadable(&["$.statements[0].witness.w.denominator", "an integer in a string"]),
        ),
        Trial::new(
            "a key too many in a vector",
            &text,
            &[&fails("", r#""w": {"denominator": "5", "numerators": ["17", "-6", "-6", "-6"], "exponent": "1"}"#)],
            Fate::Unreadable(&["$.statements[0].witness.w.exponent", "unknown key"]),
        ),
    ]);
}

#[test]
fn invertibility_by_structure() {
    let cube = graph("1/2", r#"{"graph": "hamming", "values": 2, "individuals": 2}"#);
    let flat = graph("1", r#"{"graph": "complete", "nodes": 2}"#);
    let structure = r#""invertible": {"structure": "hamming"}"#;
    hold(&[
        Trial::new(
            "a square at 1/2",
            &cube,
            &[&statement(
                "holds",
                r#""sum": "16/9", "unique": true, "least": "4/9""#,
                &format!(r#""z": {}, {structure}"#, vector("9", &[4; 4])),
            )],
            Fate::Proves(&["tight-constraints-exist: holds; sum = 16/9; unique = true; least = 4/9"]),
        ),
        Trial::new(
            "α = 1: Φ is all ones",
            &flat,
            &[&statement(
                "holds",
                r#""sum": "1", "unique": true, "least": "1/2""#,
                &format!(r#""z": {}, {structure}"#, vector("2", &[1, 1])),
            )],
            Fate::Refused(&[NAME, "needs α < 1"]),
        ),
        Trial::new(
            "α = 1, two solutions",
            &flat,
            &[&statement(
                "holds",
                r#""sum": "1", "unique": false"#,
                &format!(r#""z": {}, "second": {}"#, vector("1", &[1, 0]), vector("2", &[1, 1])),
            )],
            Fate::Proves(&["tight-constraints-exist: holds; sum = 1; unique = false"]),
        ),
        Trial::new(
            "a structure of another name",
            &cube,
            &[&statement(
                "holds",
                r#""sum": "16/9""#,
                &format!(r#""z": {}, "invertible": {{"structure": "tree"}}"#, vector("9", &[4; 4])),
            )],
            Fate::Refused(&[NAME, "a structure that is not known"]),
        ),
        Trial::new(
            "invertible by nothing",
            &cube,
            &[&statement(
                "holds",
                r#""sum": "16/9""#,
                &format!(r#""z": {}, "invertible": {{}}"#, vector("9", &[4; 4])),
            )],
            Fate::Unreadable(&["witness.invertible", "\"modulus\" is missing"]),
        ),
    ]);
}

#[test]
fn without_edges_and_with_one_node() {
    let apart = graph("1/3", r#"{"nodes": 3, "edges": []}"#);
    let one = graph("1/3", r#"{"graph": "line", "nodes": 1}"#);
    hold(&[
        Trial::new(
            "α^∞ = 0: Φ is the identity",
            &apart,
            &[&statement(
                "holds",
                r#""sum": "3", "unique": true, "least": "1""#,
                &format!(r#""z": {}, "invertible": {{"modulus": "2"}}"#, vector("1", &[1; 3])),
            )],
            Fate::Proves(&["tight-constraints-exist: holds; sum = 3; unique = true; least = 1"]),
        ),
        Trial::new(
            "one node",
            &one,
            &[&statement(
                "holds",
                r#""sum": "1", "unique": true, "least": "1""#,
                &format!(r#""z": {}, "invertible": {{"modulus": "2"}}"#, vector("1", &[1])),
            )],
            Fate::Proves(&["tight-constraints-exist: holds; sum = 1; unique = true; least = 1"]),
        ),
        Trial::new(
            "one node, refuted by w = -1",
            &one,
            &[&statement("fails", "", &format!(r#""w": {}"#, vector("1", &[-1])))],
            Fate::Refused(&[NAME, "wΦ at 0 is -1, expected ≥ 0"]),
        ),
        Trial::new(
            "the pieces do not share a solution",
            &apart,
            &[&statement("holds", r#""sum": "1""#, &format!(r#""z": {}"#, vector("3", &[1; 3])))],
            Fate::Refused(&[NAME, "Φ·z at 0 is 1/3, expected 1"]),
        ),
    ]);
}
