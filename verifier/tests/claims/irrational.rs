//! Tight constraints and regular priors at irrational α: solutions by enclosure, refutations by exact signs.

use crate::fixtures::LINE_2;
use crate::harness::{Fate, Judgement, Trial, hold, judge_all};
use dp_verify::alpha::{Bounds, Exponential};
use dp_verify::limits::{Budget, Limits};
use dp_verify::number::{BigInt, Rational};
use num_traits::{One, ToPrimitive};

const NAME: &str = "tight-constraints-exist";

/// e^-1 times 2^192, rounded down.
fn alpha() -> BigInt {
    let limits = Limits::default();
    let steps = Budget::new(limits.steps);
    let one = Exponential::new(Rational::one()).expect("a positive rate");
    Bounds::new(&limits, &steps).run(|| Ok(one.bracket(192)?)).expect("enough steps").low
}

fn file(privacy: &str, query: &str) -> String {
    format!(r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {query}, "claims": ["{NAME}"]}}"#)
}

/// A statement about the line of two, where z = 1/(1+α) on one cell, with changes to x and to the inverse.
fn on_one_cell(cells: &str, change: i64, inverse: i64, sum: [&str; 2]) -> String {
    let one = BigInt::one() << 192;
    let z = (&one * &one) / (&one + alpha());
    let exact = BigInt::to_i64(&(&z >> 152)).expect("below 1");
    format!(
        r#"{{"claim": "{NAME}", "verdict": "holds", "values": {{"sum": {{"at_least": "{}", "at_most": "{}"}}}},
            "witness": {{"enclosed": {{"cells": {cells}, "x": ["{}"], "inverse": [["{}"]]}}}}}}"#,
        sum[0],
        sum[1],
        z + change,
        exact + inverse
    )
}

/// 2/(1+1/e) = 1.46211715726…
const SUM: [&str; 2] = ["1.4621171572600097", "1.4621171572600098"];

#[test]
fn a_solution_by_enclosure() {
    let text = file(r#"{"epsilon": 1}"#, LINE_2);
    let good = on_one_cell("[0, 0]", 0, 0, SUM);
    let refused = |words: &'static [&'static str]| Fate::Refused(words);
    let trial = |name, statement: &str, fate| Trial::new(name, &text, &[statement], fate);
    hold(&[
        trial("as it is", &good, Fate::Proves(&["tight-constraints-exist: holds; sum = 1.46211715726"])),
        trial(
            "an inverse that is only near",
            &on_one_cell("[0, 0]", 0, 1 << 37, SUM),
            Fate::Proves(&["tight-constraints-exist: holds; sum = 1.46211715726"]),
        ),
        trial(
            "an inverse too far off",
            &on_one_cell("[0, 0]", 0, 1 << 39, SUM),
            refused(&[NAME, "has a sum over 1/2"]),
        ),
        trial("an inverse of 0", &on_one_cell("[0, 0]", 0, -803_784_246_318, SUM), refused(&[NAME, "a sum over 1/2"])),
        trial(
            "x far from the solution",
            &on_one_cell("[0, 0]", i64::MAX, 0, SUM).replace("\"x\": [\"", "\"x\": [\"9"),
            refused(&[NAME, "an entry of `x` is not below 2"]),
        ),
        trial(
            "x close, but not close enough",
            &on_one_cell("[0, 0]", 0, 0, SUM).replace("\"x\": [\"", "\"x\": [\"-"),
            refused(&[NAME, "does not prove it > 0"]),
        ),
        trial(
            "an enclosure of the sum beside it",
            &on_one_cell("[0, 0]", 0, 0, ["1.4621171572600098", "1.4621171572600099"]),
            Fate::Otherwise(&[NAME, "`sum` does not lie in its enclosure"]),
        ),
        trial("too few cells", &on_one_cell("[0]", 0, 0, SUM), refused(&[NAME, "`cells` has 1 entry, expected 2"])),
        trial(
            "cells out of order",
            &on_one_cell("[1, 1]", 0, 0, SUM).replace("\"x\": [", "\"x\": [\"0\", "),
            refused(&[NAME, "not numbered in the order"]),
        ),
        trial("an x missing", &on_one_cell("[0, 1]", 0, 0, SUM), refused(&[NAME, "`x` has 1 entry, expected 2"])),
        trial("no witness", &good.replace("enclosed", "z"), Fate::Unreadable(&["witness.z.x", "unknown key"])),
        Trial::new(
            "a cell whose nodes differ",
            &file(r#"{"epsilon": 1}"#, r#"{"graph": "line", "nodes": 3}"#),
            &[&on_one_cell("[0, 0, 0]", 0, 0, SUM)],
            refused(&[NAME, "1 and 0 are in one cell and do not see the same"]),
        ),
    ]);
}

/// The precision is the witness's own: finer ones prove the same, coarser ones and those over the limit are refused.
#[test]
fn a_solution_by_enclosures_of_other_precision() {
    let text = file(r#"{"epsilon": 1}"#, LINE_2);
    let limits = Limits::default();
    let steps = Budget::new(limits.steps);
    let one = Exponential::new(Rational::one()).expect("a positive rate");
    let statement = |bits: u64, said: &str| {
        let unit = BigInt::one() << bits;
        let alpha = Bounds::new(&limits, &steps).run(|| Ok(one.bracket(bits)?)).expect("enough steps").low;
        let z = (&unit * &unit) / (&unit + alpha);
        let inverse: BigInt = &z >> (bits - 40);
        format!(
            r#"{{"claim": "{NAME}", "verdict": "holds",
                "values": {{"sum": {{"at_least": "{}", "at_most": "{}"}}}},
                "witness": {{"enclosed": {{"bits": {said}, "cells": [0, 0], "x": ["{z}"], "inverse": [["{inverse}"]]}}}}}}"#,
            SUM[0], SUM[1]
        )
    };
    let proves = || Fate::Proves(&["tight-constraints-exist: holds; sum = 1.46211715726"]);
    hold(&[
        Trial::new("192 bits, said", &text, &[&statement(192, "192")], proves()),
        Trial::new("1000 bits", &text, &[&statement(1_000, "1000")], proves()),
        Trial::new(
            "as many as said, and x of fewer",
            &text,
            &[&statement(192, "193")],
            Fate::Refused(&[NAME, "does not prove it > 0"]),
        ),
        Trial::new(
            "x of more than said",
            &text,
            &[&statement(400, "384")],
            Fate::Refused(&[NAME, "an entry of `x` is not below 2"]),
        ),
        Trial::new(
            "too few",
            &text,
            &[&statement(192, "191")],
            Fate::Refused(&[NAME, "`bits` is 191, expected at least 192"]),
        ),
        Trial::new(
            "over the limit",
            &text,
            &[&statement(192, "1048577")],
            Fate::Declined(&[NAME, "numbers of over 1048576 bits (--limit bits=N)"]),
        ),
        Trial::new("a number in a string", &text, &[&statement(192, "\"192\"")], Fate::Unreadable(&["bits"])),
    ]);
}

/// K1,3 has tight constraints up to α = 1/2, that is from ε = ln 2 = 0.693… on.
#[test]
fn a_refutation_by_exact_signs() {
    let star = r#"{"graph": "star", "nodes": 4}"#;
    let fails = |w: &str| {
        format!(
            r#"{{"claim": "{NAME}", "verdict": "fails",
                "witness": {{"w": {{"denominator": "1", "numerators": {w}}}}}}}"#
        )
    };
    // Φw is (w₀ + 3αw₁, αw₀ + (1+2α²)w₁): at α = e^-0.69 = 0.50157... both must be ≥ 0 and w₀ + 3w₁ < 0.
    let good = fails(r#"["299", "-100", "-100", "-100"]"#);
    let close = file(r#"{"epsilon": "0.69"}"#, star);
    hold(&[
        Trial::new(
            "just past the threshold",
            &close,
            &[&fails(r#"["2999", "-1000", "-1000", "-1000"]"#)],
            Fate::Proves(&["tight-constraints-exist: fails"]),
        ),
        Trial::new(
            "wΦ negative at a ray",
            &close,
            &[&good],
            Fate::Refused(&[NAME, "wΦ at 1 is -100+299*a-200*a^2 = -0.344465961201, expected ≥ 0"]),
        ),
        Trial::new(
            "w·1 = 0",
            &close,
            &[&fails(r#"["300", "-100", "-100", "-100"]"#)],
            Fate::Refused(&[NAME, "w·1 is 0, expected < 0"]),
        ),
        Trial::new(
            "at e^-1/2, where it fails by far",
            &file(r#"{"epsilon": "0.5"}"#, star),
            &[&fails(r#"["29", "-10", "-10", "-10"]"#)],
            Fate::Proves(&["tight-constraints-exist: fails"]),
        ),
        Trial::new(
            "where the rows of the rays are exactly 0",
            &file(r#"{"alpha": {"root_of": ["10", "-29", "20"], "between": ["1/2", "3/5"]}}"#, star),
            &[&fails(r#"["29", "-10", "-10", "-10"]"#)],
            Fate::Proves(&["tight-constraints-exist: fails"]),
        ),
        Trial::new(
            "at every α of an interval",
            &file(r#"{"alpha": "symbolic", "between": ["3/5", "22/25"]}"#, star),
            &[&fails(r#"["29", "-10", "-10", "-10"]"#)],
            Fate::Proves(&["tight-constraints-exist: fails"]),
        ),
        Trial::new(
            "at some α of an interval only",
            &file(r#"{"alpha": "symbolic", "between": ["2/5", "22/25"]}"#, star),
            &[&fails(r#"["29", "-10", "-10", "-10"]"#)],
            Fate::Changes,
        ),
    ]);
}

/// The separations of individuals may be long, and their product is: it is counted before it is made.
#[test]
fn a_product_of_long_separations() {
    let text = r#"{"format": "dp-mechanism/1", "privacy": {"epsilon": 1},
        "query": {"graph": "hamming", "values": 1, "individuals": 45},
        "priors": {"p": {"product": [["1"]]}}, "claims": [{"claim": "regular", "prior": "p"}]}"#;
    let factor = format!(r#"{{"w": {{"denominator": "1", "numerators": ["{}"]}}}}"#, "7".repeat(100_000));
    let statement = format!(
        r#"{{"claim": "regular", "prior": "p", "verdict": "fails", "witness": {{"factors": [{}]}}}}"#,
        [&factor[..]; 45].join(", ")
    );
    let rational = text.replace(r#""epsilon": 1"#, r#""alpha": "1/2""#);
    for text in [text, &rational] {
        let Judgement::Declined(found) = judge_all(text, &[&statement]) else { panic!("not by a limit") };
        let counted = ["more steps than are left", "over 4294967296 steps", "over 1048576 bits"]
            .iter()
            .any(|why| found[0].contains(why));
        assert!(found.len() == 1 && counted, "{:.300}", found[0]);
    }
}

/// α = √(n/d) of 300 digits each, and a row of n and d whose value at α is exactly 0, which d·t² − n divides.
#[test]
fn a_row_of_long_numbers_that_is_exactly_zero() {
    let (n, d) = ("3".repeat(299) + "1", "7".repeat(300));
    let text = file(
        &format!(r#"{{"alpha": {{"root_of": ["-{n}", "0", "{d}"], "between": ["0", "1"]}}}}"#),
        r#"{"nodes": 4, "edges": [[0, 1], [1, 2]]}"#,
    );
    let witness = format!(r#"{{"w": {{"denominator": "1", "numerators": ["-{n}", "0", "{d}", "-{d}"]}}}}"#);
    let said = format!(r#"{{"claim": "{NAME}", "verdict": "fails", "witness": {witness}}}"#);
    let Judgement::Refused(found) = judge_all(&text, &[&said]) else { panic!("not refused") };
    assert!(found[0].contains("wΦ at 3 is about -7.7"), "{:.300}", found[0]);
}
