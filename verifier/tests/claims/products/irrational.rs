//! Products at an irrational α, and on an interval of it.

use super::{HALF_AN_EPSILON, irrational_file, not_private};
use crate::fixtures::COIN;
use crate::harness::{Fate, STOCHASTIC, Trial, hold};

#[test]
fn a_small_product_at_an_irrational_alpha_by_its_parent() {
    let tight = irrational_file(HALF_AN_EPSILON, r#"[["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]"#, 3, "");
    let strict = irrational_file(HALF_AN_EPSILON, COIN, 3, "");
    let holds = r#"{"claim": "dp", "verdict": "holds"}"#;
    hold(&[
        Trial::new(
            "as private as it says",
            &tight,
            &[STOCHASTIC, holds],
            Fate::Proves(&["stochastic: holds", "dp: holds; alpha_max = a; epsilon_min = 1/2"]),
        ),
        Trial::new(
            "said not to be",
            &tight,
            &[STOCHASTIC, r#"{"claim": "dp", "verdict": "fails"}"#],
            Fate::Refused(&["dp", "said to be `fails`, found to be `holds`"]),
        ),
        Trial::new(
            "two values of one individual",
            &strict,
            &[STOCHASTIC, &not_private("[1, 0]", 0)],
            Fate::Proves(&["dp: fails; alpha_max = 1/3; epsilon_min = 1.09861228867"]),
        ),
        Trial::new(
            "no witness where none is needed",
            &strict,
            &[STOCHASTIC, r#"{"claim": "dp", "verdict": "fails"}"#],
            Fate::Proves(&["dp: fails; alpha_max = 1/3; epsilon_min = 1.09861228867"]),
        ),
        Trial::new(
            "said to be private",
            &strict,
            &[STOCHASTIC, holds],
            Fate::Refused(&["dp", "said to be `holds`, found to be `fails`"]),
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
            &[STOCHASTIC, &not_private("[6, 2]", 0)],
            Fate::Refused(&["dp", "`pair` names 6, the last is 1"]),
        ),
        Trial::new(
            "an output of three",
            &strict,
            &[STOCHASTIC, &not_private("[1, 0]", 2)],
            Fate::Refused(&["dp", "`output` names 2, the last is 1"]),
        ),
        Trial::new(
            "another ratio",
            &strict,
            &[STOCHASTIC, r#"{"claim": "dp", "verdict": "fails", "values": {"alpha_max": "1/27"}}"#],
            Fate::Otherwise(&["dp", "`alpha_max` is said to be 1/27, found to be 1/3"]),
        ),
    ]);
}

#[test]
fn values_of_a_small_product_at_an_irrational_alpha() {
    let claim = |kind: &str, prior: &str| match prior {
        "" => format!("\"{kind}\""),
        prior => format!(r#"{{"claim": "{kind}", "prior": "{prior}"}}"#),
    };
    let said = |kind: &str, prior: &str, values: &str| {
        let prior = if prior.is_empty() { String::new() } else { format!(r#""prior": "{prior}", "#) };
        format!(r#"{{"claim": "{kind}", {prior}"verdict": "holds", "values": {{{values}}}}}"#)
    };
    let dp = r#"{"claim": "dp", "verdict": "fails"}"#;
    let trial = |name, kind: &str, prior: &str, values: &str, fate| {
        let text = irrational_file(HALF_AN_EPSILON, COIN, 3, &claim(kind, prior));
        Trial::new(name, &text, &[STOCHASTIC, dp, &said(kind, prior, values)], fate)
    };
    hold(&[
        trial(
            "a power of the parent's capacity",
            "capacity",
            "",
            r#""multiplicative": "(3/2)^3""#,
            Fate::Proves(&["capacity: holds; multiplicative = 27/8; bits = 1.75488750216"]),
        ),
        trial(
            "the parent's own",
            "capacity",
            "",
            r#""multiplicative": "3/2""#,
            Fate::Otherwise(&["capacity", "`multiplicative` is said to be 3/2, found to be 27/8"]),
        ),
        trial(
            "a leakage at a product prior",
            "leakage",
            "own",
            r#""multiplicative": "(9/8)^3""#,
            Fate::Proves(&["leakage (prior own): holds; multiplicative = 729/512; bits = 0.509775004327"]),
        ),
        trial(
            "the utility in its place",
            "leakage",
            "own",
            r#""multiplicative": "27/64""#,
            Fate::Otherwise(&["leakage", "`multiplicative` is said to be 27/64, found to be 729/512"]),
        ),
        trial(
            "at a prior that is no product, by the table",
            "leakage",
            "here",
            r#""multiplicative": "1""#,
            Fate::Proves(&["leakage (prior here): holds; multiplicative = 1; bits = 0"]),
        ),
        trial(
            "of another prior",
            "leakage",
            "here",
            r#""multiplicative": "(9/8)^3""#,
            Fate::Otherwise(&["leakage", "`multiplicative` is said to be 729/512, found to be 1"]),
        ),
        trial(
            "three times an error",
            "expected-error",
            "",
            r#""error": "3/4""#,
            Fate::Proves(&["expected-error: holds; error = 3/4; bound = 3*a/(1+a)"]),
        ),
        trial(
            "the error of one",
            "expected-error",
            "",
            r#""error": "1/4""#,
            Fate::Otherwise(&["expected-error", "`error` is said to be 1/4, found to be 3/4"]),
        ),
    ]);
}

#[test]
fn a_small_product_on_an_interval() {
    let text = irrational_file(r#"{"alpha": "symbolic", "between": ["1/4", "3/4"]}"#, COIN, 3, "");
    let fails = |cut: &str, parts: [&str; 3]| {
        let parts = parts.map(|verdict| format!(r#"{{"verdict": "{verdict}"}}"#)).join(", ");
        format!(r#"{{"claim": "dp", "verdict": "fails", "witness": {{"cuts": ["{cut}"], "parts": [{parts}]}}}}"#)
    };
    let good = fails("1/3", ["holds", "holds", "fails"]);
    hold(&[
        Trial::new(
            "private up to 1/3",
            &text,
            &[STOCHASTIC, &good],
            Fate::Proves(&["dp: fails; alpha_max = 1/3; epsilon_min = 1.09861228867"]),
        ),
        Trial::new(
            "past it",
            &text,
            &[STOCHASTIC, &fails("1/3", ["holds", "holds", "holds"])],
            Fate::Refused(&["dp", "part 2 is said to be `holds`, and is not"]),
        ),
        Trial::new("up to 1/2", &text, &[STOCHASTIC, &fails("1/2", ["holds", "holds", "fails"])], Fate::Changes),
        Trial::new(
            "a part with a witness about databases",
            &text,
            &[
                STOCHASTIC,
                &good.replace(
                    r#"{"verdict": "fails"}"#,
                    r#"{"verdict": "fails", "witness": {"pair": [6, 2], "output": 2}}"#,
                ),
            ],
            Fate::Refused(&["dp", "`pair` names 6, the last is 1"]),
        ),
    ]);
}

#[test]
fn a_small_product_that_is_no_mechanism_at_an_irrational_alpha() {
    let text = irrational_file(
        HALF_AN_EPSILON,
        r#"[["1/2", "1/2"], ["1/2", "2/3"]]"#,
        2,
        r#""capacity", "tight-constraints""#,
    );
    let dp = r#"{"claim": "dp", "verdict": "holds"}"#;
    let fails =
        |claim: &str, row: usize| format!(r#"{{"claim": "{claim}", "verdict": "fails", "witness": {{"row": {row}}}}}"#);
    let rows = |stochastic: usize, capacity: usize, tight: usize| {
        [fails("stochastic", stochastic), dp.into(), fails("capacity", capacity), fails("tight-constraints", tight)]
    };
    let trial = |name, rows: [String; 4], fate| Trial::new(name, &text, &rows.each_ref().map(String::as_str), fate);
    hold(&[
        trial(
            "a value's row where the parent decides, a database's where the table does",
            rows(1, 1, 3),
            Fate::Proves(&["stochastic: fails", "capacity: fails", "tight-constraints: fails"]),
        ),
        trial(
            "a good row of the parent",
            rows(1, 0, 3),
            Fate::Refused(&["capacity", "row 0 is ≥ 0 and sums to exactly 1"]),
        ),
        trial("a row of the table", rows(3, 1, 3), Fate::Refused(&["stochastic", "`row` names 3, the last is 1"])),
        trial("a good row of the table", rows(1, 1, 0), Fate::Refused(&["tight-constraints", "row 0 is ≥ 0 and sums"])),
    ]);
}
