//! `utility-bound`: the least Σy with y ≥ 0 and yΦ ≥ π.

use crate::harness::{Fate, Trial, file, hold, vector};

const NAME: &str = "utility-bound (prior p)";

fn prior(query: &str, prior: &str) -> String {
    let claim = r#"{"claim": "utility-bound", "prior": "p"}"#;
    file("1/2", &format!(r#""query": {query}, "priors": {{"p": {prior}}}, "claims": [{claim}]"#))
}

fn bound(bound: &str, witness: &str) -> String {
    format!(
        r#"{{"claim": "utility-bound", "prior": "p", "verdict": "holds", "values": {{"bound": "{bound}"}}, "witness": {{{witness}}}}}"#
    )
}

#[test]
fn on_the_line_of_three() {
    let line = r#"{"graph": "line", "nodes": 3}"#;
    let (text, point) = (prior(line, r#"["5/10", "3/10", "2/10"]"#), prior(line, r#"{"point": 0}"#));
    let (y, v) = (vector("30", &[14, 1, 2]), vector("3", &[2, 1, 2]));
    let yv = |y: &str, v: &str| bound("17/30", &format!(r#""y": {y}, "v": {v}"#));
    let e0 = vector("1", &[1, 0, 0]);
    hold(&[
        Trial::new(
            "(5, 3, 2)/10",
            &text,
            &[&yv(&y, &v)],
            Fate::Proves(&["utility-bound (prior p): holds; bound = 17/30"]),
        ),
        Trial::new(
            "a prior that is not regular",
            &point,
            &[&bound("1", &format!(r#""y": {e0}, "v": {e0}"#))],
            Fate::Proves(&["utility-bound (prior p): holds; bound = 1"]),
        ),
        Trial::new(
            "a y that covers too little",
            &text,
            &[&bound("16/30", &format!(r#""y": {}, "v": {v}"#, vector("30", &[13, 1, 2])))],
            Fate::Refused(&[NAME, "yΦ at 0 is 7/15, expected at least the prior, 1/2"]),
        ),
        Trial::new(
            "y = 0 and v = 0",
            &text,
            &[&bound("0", &format!(r#""y": {0}, "v": {0}"#, vector("1", &[0; 3])))],
            Fate::Refused(&[NAME, "yΦ at 0 is 0, expected at least the prior, 1/2"]),
        ),
        Trial::new(
            "a negative y",
            &text,
            &[&yv(&vector("30", &[14, -1, 4]), &v)],
            Fate::Refused(&[NAME, "y at 1 is -1/30, expected ≥ 0"]),
        ),
        Trial::new(
            "a negative v",
            &text,
            &[&yv(&y, &vector("3", &[3, -1, 3]))],
            Fate::Refused(&[NAME, "v at 1 is -1/3, expected ≥ 0"]),
        ),
        Trial::new(
            "a v that packs too much",
            &text,
            &[&yv(&y, &vector("3", &[2, 2, 1]))],
            Fate::Refused(&[NAME, "Φv at 0 is 13/12, expected ≤ 1"]),
        ),
        Trial::new(
            "a bound, but not the least",
            &text,
            &[&bound("18/30", &format!(r#""y": {}, "v": {v}"#, vector("30", &[14, 2, 2])))],
            Fate::Refused(&[NAME, "Σy is 3/5, π·v is 17/30, expected the same"]),
        ),
        Trial::new(
            "another bound",
            &text,
            &[&bound("16/30", &format!(r#""y": {y}, "v": {v}"#))],
            Fate::Otherwise(&[NAME, "`bound` is said to be 8/15, found to be 17/30"]),
        ),
        Trial::new(
            "no v",
            &text,
            &[&bound("17/30", &format!(r#""y": {y}"#))],
            Fate::Refused(&[NAME, "the witness lacks `v`"]),
        ),
        Trial::new(
            "said to fail",
            &text,
            &[&yv(&y, &v).replace("holds", "fails")],
            Fate::Refused(&[NAME, "said to be `fails`, found to be `holds`"]),
        ),
    ]);
}

#[test]
fn by_factors() {
    let square = r#"{"graph": "hamming", "values": 2, "individuals": 2}"#;
    let regular = prior(square, r#"{"product": [["2/3", "1/3"], ["1/2", "1/2"]]}"#);
    let steep = prior(square, r#"{"product": [["3/4", "1/4"]]}"#);
    let two_thirds = vector("3", &[2, 2]);
    let pair = |y: &str, v: &str| format!(r#"{{"y": {y}, "v": {v}}}"#);
    let first = pair(&vector("3", &[2, 0]), &two_thirds);
    let second = pair(&vector("3", &[1, 1]), &two_thirds);
    let e0 = pair(&vector("4", &[3, 0]), &vector("1", &[1, 0]));
    let by = |sum: &str, parts: &[&str]| bound(sum, &format!(r#""factors": [{}]"#, parts.join(", ")));
    hold(&[
        Trial::new(
            "a regular product",
            &regular,
            &[&by("4/9", &[&first, &second])],
            Fate::Proves(&["utility-bound (prior p): holds; bound = 4/9"]),
        ),
        Trial::new(
            "a product that is not regular",
            &steep,
            &[&by("9/16", &[&e0, &e0])],
            Fate::Proves(&["utility-bound (prior p): holds; bound = 9/16"]),
        ),
        Trial::new(
            "the individuals the wrong way round",
            &regular,
            &[&by("4/9", &[&second, &first])],
            Fate::Refused(&[NAME, "yΦ at 1 is 1/6, expected at least the prior, 1/3"]),
        ),
        Trial::new(
            "nobody",
            &regular,
            &[&by("1", &[])],
            Fate::Refused(&[NAME, "`factors` has 0 entries, expected one for each of 2"]),
        ),
        Trial::new("one for both", &steep, &[&by("3/4", &[&e0])], Fate::Refused(&[NAME, "`factors` has 1 entry"])),
        Trial::new(
            "a v that packs too much for one",
            &regular,
            &[&by("4/9", &[&first, &pair(&vector("3", &[1, 1]), &vector("3", &[2, 3]))])],
            Fate::Refused(&[NAME, "Φv at 0 is 7/6, expected ≤ 1"]),
        ),
        Trial::new(
            "factors beside y",
            &regular,
            &[&bound("4/9", &format!(r#""factors": [{first}, {second}], "y": {two_thirds}"#))],
            Fate::Refused(&[NAME, "a part `y` that does not belong"]),
        ),
        Trial::new(
            "a key too many in a factor",
            &regular,
            &[&by("4/9", &[&first, &second.replacen('{', r#"{"w": 1, "#, 1)])],
            Fate::Unreadable(&["witness.factors[1].w", "unknown key"]),
        ),
    ]);
}
