//! Functions of α: what is said of an interval, of its parts, and of a set of α.

use crate::harness::{Fate, Judgement, Trial, certificate, file, hold, judge};
use dp_verify::alpha::{Algebraic, Bounds, Point, Polynomial};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::Mechanism;
use dp_verify::number::{BigInt, Rational};
use dp_verify::verify;
use num_traits::One;

const UNIT: &str = r#"{"alpha": "symbolic", "between": ["0", "1"]}"#;

fn at(privacy: &str, rest: &str) -> String {
    format!(r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, {rest}}}"#)
}

/// Whether what a file expects of its only claim is met; `Err` with the refusal where a certificate of these statements
/// is refused.
fn expected(text: &str, statements: &[&str]) -> Result<Option<bool>, String> {
    let limits = Limits::default();
    let mechanism = Mechanism::read(text.as_bytes(), &limits).expect("a mechanism file");
    let found = verify(&mechanism, certificate(text, statements).as_bytes(), &limits).expect("a certificate");
    match found.refusals.first() {
        Some(refusal) => Err(refusal.to_string()),
        None => Ok(found.report.statements.last().and_then(|statement| statement.expected)),
    }
}

/// At α = 1/4 the star K1,3 has z = (2/5, 4/5, 4/5, 4/5): an enclosure of it says nothing of other α, at which
/// `threshold` asks. (K1,3 has tight constraints up to α = 1/2 only.)
#[test]
fn an_enclosed_solution_is_one_at_the_files_own_alpha() {
    let fifth = (BigInt::one() << 192) / 5;
    let (x, unit) = ([&fifth * 2, &fifth * 4], (BigInt::one() << 40) / 15);
    let inverse = [[18, -12], [-4, 16]].map(|row| row.map(|n| format!("\"{}\"", &unit * n)).join(", "));
    let witness = format!(
        r#"{{"enclosed": {{"cells": [0, 1, 1, 1], "x": ["{}", "{}"], "inverse": [[{}], [{}]]}}}}"#,
        x[0], x[1], inverse[0], inverse[1]
    );
    let exists = format!(
        r#"{{"claim": "tight-constraints-exist", "verdict": "holds", "witness": {witness},
            "values": {{"sum": {{"at_least": "2.79999999999999999", "at_most": "2.80000000000000001"}}}}}}"#
    );
    let threshold = format!(r#"{{"claim": "threshold", "verdict": "holds", "witness": {witness}}}"#);
    let own = r#"{"claim": "threshold", "verdict": "holds", "witness": {"cuts": ["1/4"], "parts": [
        {"verdict": "holds", "witness": WITNESS}, {"verdict": "holds", "witness": WITNESS},
        {"verdict": "holds", "witness": WITNESS}]}}"#
        .replace("WITNESS", &witness);
    let star =
        |claim: &str| file("1/4", &format!(r#""query": {{"graph": "star", "nodes": 4}}, "claims": ["{claim}"]"#));
    let refused = Fate::Refused(&["threshold", "an enclosed solution is one at the file's own α"]);
    hold(&[
        Trial::new(
            "at its own α",
            &star("tight-constraints-exist"),
            &[&exists],
            Fate::Proves(&["tight-constraints-exist: holds; sum = 2.80000000000"]),
        ),
        Trial::new("at every α", &star("threshold"), &[&threshold], refused.clone()),
        Trial::new("on the parts around it", &star("threshold"), &[&own], refused),
    ]);
}

/// A triangle with a pendant node has tight constraints up to √2/2 = 0.707…: `a` in what is expected of that number is
/// the file's α, not the number itself.
#[test]
fn what_is_expected_of_an_algebraic_threshold() {
    let z = r#"{"z": {"denominator": ["1", "3", "2"], "numerators": [["1", "1"], ["1", "0", "-2"], ["1", "2"], ["1", "1"]]}}"#;
    let statement = r#"{"claim": "threshold", "verdict": "holds", "witness": {
        "cuts": [{"root_of": ["-1", "0", "2"], "between": ["0", "1"]}],
        "parts": [{"verdict": "holds", "witness": Z}, {"verdict": "holds", "witness": Z},
            {"verdict": "fails", "witness": {"w": {"denominator": ["1", "2", "-1", "-2"], "numerators":
                [["0", "-1", "-1"], ["1", "2", "2", "2"], ["0", "-1", "-2"], ["0", "-1", "-1"]]}}}]}}"#
        .replace('Z', z);
    let is_met = |privacy: &str, expect: &str| {
        let rest = format!(
            r#""query": {{"nodes": 4, "edges": [[0, 1], [0, 3], [1, 2], [1, 3]]}},
            "claims": [{{"claim": "threshold", "expect": {{"alpha_star": {{{expect}}}}}}}]"#
        );
        expected(&at(privacy, &rest), &[&statement])
    };
    let root = r#"{"alpha": {"root_of": ["-1", "0", "0", "0", "4"], "between": ["0", "1"]}}"#;
    for (privacy, expect, met) in [
        (r#"{"epsilon": "1/5"}"#, r#""at_least": "a""#, false),
        (r#"{"epsilon": "1/5"}"#, r#""at_most": "a""#, true),
        (r#"{"epsilon": "1/5"}"#, r#""equals": "a""#, false),
        (r#"{"epsilon": 1}"#, r#""at_least": "a""#, true),
        (r#"{"epsilon": 1}"#, r#""at_most": "a+1/3""#, false),
        (r#"{"epsilon": 1}"#, r#""at_most": "a+1/2""#, true),
        (root, r#""equals": "a""#, true),
        (root, r#""at_least": "a""#, true),
        (root, r#""at_least": "a^2+1/4""#, false),
        (r#"{"alpha": "1/4"}"#, r#""at_least": "2*a""#, true),
        (r#"{"alpha": "3/4"}"#, r#""at_least": "a""#, false),
    ] {
        assert_eq!(is_met(privacy, expect), Ok(Some(met)), "{privacy}, {expect}");
    }
    // Not at every α of (0, 1), and there is no telling.
    let refusal = is_met(UNIT, r#""at_least": "a""#).expect_err("neither met nor not");
    assert!(refusal.contains("an expectation of is left out"), "{refusal}");
}

const TABLE: &str = r#""query": {"graph": "line", "nodes": 2},
    "mechanism": {"matrix": [["1/2+(a-1/2)^2", "1/2-(a-1/2)^2"], ["1/2", "1/2"]]}"#;

/// A logarithm that is not the same throughout an interval has no expression; to leave it out is not to refute what is
/// expected of it.
#[test]
fn what_is_expected_of_a_value_that_is_left_out() {
    let text =
        |expect: &str| at(UNIT, &format!(r#"{TABLE}, "claims": [{{"claim": "capacity", "expect": {{{expect}}}}}]"#));
    let plain = r#"{"claim": "stochastic", "verdict": "holds"}"#;
    let private = r#"{"claim": "dp", "verdict": "fails"}"#;
    let capacity = r#"{"claim": "capacity", "verdict": "holds"}"#;
    let is_met = |expect: &str| expected(&text(expect), &[plain, private, capacity]);
    assert_eq!(is_met(r#""multiplicative": {"at_most": "5/4", "at_least": 1}"#), Ok(Some(true)));
    assert_eq!(is_met(r#""multiplicative": {"at_most": "9/8"}"#), Ok(Some(false)));
    assert_eq!(is_met(r#""bits": {"at_most": 1}"#), Ok(Some(true)));
    assert_eq!(is_met(r#""bits": {"at_most": "1/100"}"#), Ok(Some(false)));
    // −ln of a function of α is left out over an interval, and not compared.
    let claim = r#""claims": [{"claim": "dp", "expect": {"verdict": "fails", "epsilon_min": {"at_most": 9}}}]"#;
    let refusal =
        expected(&at(UNIT, &format!("{TABLE}, {claim}")), &[plain, private]).expect_err("neither met nor not");
    assert!(refusal.contains("an expectation of is left out") && refusal.contains("`epsilon_min`"), "{refusal}");
}

/// X is a mechanism from α = 1/2 on only: below, it has no utility, and none that is as expected.
#[test]
fn what_is_expected_of_a_value_that_does_not_exist_everywhere() {
    let rest = r#""query": {"graph": "line", "nodes": 2}, "priors": {"p": "uniform"},
        "mechanism": {"matrix": [["a-1/2", "3/2-a"], ["1/2", "1/2"]]},
        "claims": [{"claim": "utility", "prior": "p", "expect": {"verdict": "fails", "utility": {"at_least": "1/2"}}}]"#;
    let fails = |claim: &str| format!(r#"{{"claim": "{claim}", "verdict": "fails"}}"#);
    let utility = fails("utility").replace(r#""verdict""#, r#""prior": "p", "verdict""#);
    let statements = [&fails("stochastic")[..], &fails("dp"), &utility];
    assert_eq!(expected(&at(UNIT, rest), &statements), Ok(Some(false)));
    let above = at(r#"{"alpha": "symbolic", "between": ["1/2", "1"]}"#, &rest.replace(r#""verdict": "fails", "#, ""));
    let statements = statements.map(|statement| match statement.contains("dp") {
        true => statement.to_owned(),
        false => statement.replace("fails", "holds"),
    });
    assert_eq!(expected(&above, &[&statements[0], &statements[1], &statements[2]]), Ok(Some(true)));
}

/// Values on 40,001 parts are joined in linear time.
#[test]
fn many_parts_of_one_function() {
    let text = at(
        UNIT,
        r#""query": {"graph": "line", "nodes": 1}, "mechanism": {"matrix": [["a", "1-a"]]}, "claims": ["capacity"]"#,
    );
    let cuts: Vec<String> = (1..=20_000).map(|k| format!("\"{k}/20001\"")).collect();
    let parts = vec![r#"{"verdict": "holds"}"#; 40_001].join(", ");
    let capacity = format!(
        r#"{{"claim": "capacity", "verdict": "holds", "witness": {{"cuts": [{}], "parts": [{parts}]}}}}"#,
        cuts.join(", ")
    );
    let plain = ["stochastic", "dp"].map(|claim| format!(r#"{{"claim": "{claim}", "verdict": "holds"}}"#));
    let Judgement::Accepted(found) = judge(&text, &certificate(&text, &[&plain[0], &plain[1], &capacity])) else {
        panic!("refused")
    };
    assert!(found[2].contains("capacity: holds; multiplicative = 1; bits = 0"), "{}", found[2]);
}

fn refusal(text: &str, limit: &str) -> String {
    let mut limits = Limits::default();
    limits.set(limit).expect("a limit");
    Mechanism::read(text.as_bytes(), &limits).expect_err("over a limit").to_string()
}

/// What a short text makes long is counted: sums of long polynomials, and powers of α.
#[test]
fn work_and_memory_are_counted() {
    let one = r#""query": {"graph": "line", "nodes": 1}, "mechanism": {"matrix": [[ENTRIES]]}"#;
    let sum = format!("\"a^9999{}\"", "+a".repeat(5_000));
    let e = r#"{"epsilon": 1}"#;
    assert!(refusal(&at(e, &one.replace("ENTRIES", &sum)), "steps=50000000").contains("more steps than are left"));
    let entries = format!("\"1/(1+a^999)\"{}", ", \"1\"".repeat(1_000));
    assert!(refusal(&at(e, &one.replace("ENTRIES", &entries)), "memory=16000000").contains("numbers that fill over"));
    let corner = r#""query": {"graph": "line", "nodes": 9000}, "priors": {"p": {"corner": 0}}"#;
    assert!(refusal(&at(e, corner), "memory=536870912").contains("numbers that fill over"));
    let family = r#""query": {"graph": "line", "nodes": 3000}, "mechanism": {"family": "truncated-geometric"}"#;
    assert!(refusal(&at(e, family), "memory=536870912").contains("numbers that fill over"));
    let lists = r#""query": {"graph": "hamming", "values": 2, "individuals": 10},
        "priors": {"p": {"product": [["a^900/2", "1-a^900/2"]]}}"#;
    assert!(refusal(&at(e, lists), "memory=50000000").contains("numbers that fill over"));
}

/// So are the values of many parts, or of many statements, and the digits of a number as small as e^-9999. (One value may
/// take an eighth of the memory, as any polynomial.)
#[test]
fn values_are_counted() {
    let names: Vec<String> = (0..40).map(|k| format!("p{k}")).collect();
    let priors: Vec<String> = names.iter().map(|name| format!(r#""{name}": "uniform""#)).collect();
    let rest = format!(
        r#""query": {{"graph": "line", "nodes": 1}}, "mechanism": {{"matrix": [["1"]]}}, "gain": [["a^9999"]],
        "priors": {{{}}}, "claims": [{{"claim": "utility", "prior": "p0"}}]"#,
        priors.join(", ")
    );
    let plain = ["stochastic", "dp"].map(|claim| format!(r#"{{"claim": "{claim}", "verdict": "holds"}}"#));
    let utility = |name: &String| format!(r#"{{"claim": "utility", "prior": "{name}", "verdict": "holds"}}"#);
    let cuts: Vec<String> = (1..=20).map(|k| format!("\"{k}/21\"")).collect();
    let parts = vec![r#"{"verdict": "holds"}"#; 41].join(", ");
    let witness = format!(r#", "witness": {{"cuts": [{}], "parts": [{parts}]}}}}"#, cuts.join(", "));
    let in_parts = utility(&names[0]).replace('}', &witness);
    let refusals = |privacy: &str, statements: &[String], limit: &str| {
        let (text, mut limits) = (at(privacy, &rest), Limits::default());
        let mechanism = Mechanism::read(text.as_bytes(), &limits).expect("a mechanism file");
        limits.set(limit).expect("a limit");
        let all: Vec<&str> = plain.iter().chain(statements).map(String::as_str).collect();
        let found = verify(&mechanism, certificate(&text, &all).as_bytes(), &limits).expect("a certificate").refusals;
        found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(refusals(UNIT, std::slice::from_ref(&in_parts), "memory=32000000"), "");
    let many = refusals(UNIT, &[in_parts], "memory=4000000");
    assert!(many.contains("the parts of the interval take over 4000000 bytes"), "{many}");
    let all: Vec<String> = names.iter().map(utility).collect();
    assert_eq!(refusals(UNIT, &all[..1], "memory=4000000"), "");
    assert_eq!(refusals(UNIT, &all, "memory=32000000"), "");
    let many = refusals(UNIT, &all, "memory=4000000");
    assert!(many.contains("values that fill over 4000000 bytes"), "{many}");
    assert!(refusals(UNIT, &all[..1], "memory=300000").contains("numbers that fill over 150000 bytes"));
    assert_eq!(refusals(r#"{"epsilon": 1}"#, &all[..1], "memory=4000000"), "");
    assert!(refusals(r#"{"epsilon": 1}"#, &all[..1], "steps=100000000").contains("more steps than are left"));
}

/// 15x² − 11x + 2 = (3x − 1)(5x − 2): a rational root of a reducible polynomial is that rational.
#[test]
fn a_rational_root_is_a_rational() {
    let (limits, r) = (Limits::default(), |n: i32, d: i32| Rational::new(n.into(), d.into()));
    let steps = Budget::new(limits.steps);
    let p = Polynomial::new([2, -11, 15].map(BigInt::from).to_vec());
    let root = |low, high| Algebraic::point(&p, &low, &high, &Bounds::new(&limits, &steps)).expect("one root");
    assert_eq!(root(r(0, 1), r(37, 100)), Point::Rational(r(1, 3)));
    assert_eq!(root(r(37, 100), r(1, 1)), Point::Rational(r(2, 5)));
}
