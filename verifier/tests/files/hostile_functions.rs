//! Functions of α: what is said of an interval, of its parts, and of a set of α.

use crate::fixtures::EVERY_ALPHA;
use crate::harness::{Fate, Judgement, Trial, certificate, hold, in_parts, judge_all};
use dp_kernel::Approximation;
use dp_verify::algebra;
use dp_verify::alpha::{Bounds, Point, Polynomial};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::Mechanism;
use dp_verify::number::{BigInt, Rational};
use dp_verify::verify;
use num_traits::One;

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

/// At α = √2/4 the star K1,3 has z = (1 − 2α, 1, 1, 1)/(1 + α): an enclosure of it says nothing of other α, at which
/// `threshold` asks. (K1,3 has tight constraints up to α = 1/2 only.) Nor is one a witness at a rational α.
#[test]
fn an_enclosed_solution_is_one_at_the_files_own_alpha() {
    let unit = BigInt::one() << 192u32;
    let alpha: BigInt = (BigInt::from(2) << 380u32).sqrt();
    let over = |x: BigInt| x * &unit / (&unit + &alpha);
    let x = [over(&unit - &alpha * 2), over(unit.clone())];
    // Q = (1, 3α; α, 1 + 2α²), of determinant 1 − α² = 7/8, in units of 2^-40.
    let of = |x: BigInt| -> BigInt { (x * 8 / 7) >> 152u32 };
    let (square, one) = (&unit / 8, &unit);
    let inverse = [[of(one + &square * 2), of(&alpha * -3)], [of(-alpha.clone()), of(one.clone())]];
    let inverse = inverse.map(|row| row.map(|n| format!("\"{n}\"")).join(", "));
    let witness = format!(
        r#"{{"enclosed": {{"cells": [0, 1, 1, 1], "x": ["{}", "{}"], "inverse": [[{}], [{}]]}}}}"#,
        x[0], x[1], inverse[0], inverse[1]
    );
    let said = |claim: &str| format!(r#"{{"claim": "{claim}", "verdict": "holds", "witness": {witness}}}"#);
    let own = r#"{"claim": "threshold", "verdict": "holds", "witness": {"cuts": ["1/4"], "parts": [
        {"verdict": "holds", "witness": WITNESS}, {"verdict": "holds", "witness": WITNESS},
        {"verdict": "holds", "witness": WITNESS}]}}"#
        .replace("WITNESS", &witness);
    let irrational = r#"{"alpha": {"root_of": ["-1", "0", "8"], "between": ["0", "1"]}}"#;
    let star = |privacy: &str, claim: &str| {
        at(privacy, &format!(r#""query": {{"graph": "star", "nodes": 4}}, "claims": ["{claim}"]"#))
    };
    let exists = "tight-constraints-exist";
    let refused = || Fate::Unproved(Approximation::NotEnclosable.into());
    hold(&[
        Trial::new(
            "at its own α",
            &star(irrational, exists),
            &[&said(exists)],
            Fate::Proves(&["tight-constraints-exist: holds; sum = 2.43277675022"]),
        ),
        Trial::new("at a rational α", &star(r#"{"alpha": "1/4"}"#, exists), &[&said(exists)], refused()),
        Trial::new("at every α", &star(irrational, "threshold"), &[&said("threshold")], refused()),
        Trial::new("on the parts around it", &star(irrational, "threshold"), &[&own], refused()),
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
    let root = r#"{"alpha": {"root_of": ["-1", "0", "2"], "between": ["0", "1"]}}"#;
    // 4x⁴ − 1 = (2x² − 1)(2x² + 1).
    let reducible = r#"{"alpha": {"root_of": ["-1", "0", "0", "0", "4"], "between": ["0", "1"]}}"#;
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
        (reducible, r#""equals": "a""#, true),
        (reducible, r#""at_least": "a^2+1/4""#, false),
        (root, r#""equals": "1/(2*a)""#, true),
        (root, r#""at_most": "a-2^-200""#, false),
        (r#"{"alpha": "1/4"}"#, r#""at_least": "2*a""#, true),
        (r#"{"alpha": "3/4"}"#, r#""at_least": "a""#, false),
    ] {
        assert_eq!(is_met(privacy, expect), Ok(Some(met)), "{privacy}, {expect}");
    }
    // Not at every α of (0, 1), and there is no telling.
    let refusal = is_met(EVERY_ALPHA, r#""at_least": "a""#).expect_err("neither met nor not");
    assert!(refusal.contains("an expectation of is left out"), "{refusal}");
}

const TABLE: &str = r#""query": {"graph": "line", "nodes": 2},
    "mechanism": {"matrix": [["1/2+(a-1/2)^2", "1/2-(a-1/2)^2"], ["1/2", "1/2"]]}"#;

/// A logarithm that is not the same throughout an interval has no expression; to leave it out is not to refute what is
/// expected of it.
#[test]
fn what_is_expected_of_a_value_that_is_left_out() {
    let text = |expect: &str| {
        at(EVERY_ALPHA, &format!(r#"{TABLE}, "claims": [{{"claim": "capacity", "expect": {{{expect}}}}}]"#))
    };
    let plain = r#"{"claim": "stochastic", "verdict": "holds"}"#;
    // At 1/2 the rows are equal; 4a² − 2a − 1 is 0 at (1 + √5)/4.
    let half = r#""1/2""#;
    let private =
        &in_parts("dp", "fails", &[half, r#"{"root_of": ["-1", "-2", "4"], "between": ["1/2", "1"]}"#], "hhhhf");
    let cut = |cuts: &[&str]| in_parts("capacity", "holds", cuts, &"h".repeat(2 * cuts.len() + 1));
    let is_met = |cuts: &[&str], expect: &str| expected(&text(expect), &[plain, private, &cut(cuts)]);
    assert_eq!(is_met(&[half], r#""multiplicative": {"at_most": "5/4", "at_least": 1}"#), Ok(Some(true)));
    let unmet = r#""multiplicative": {"at_most": "9/8"}"#;
    let eighth = |between: &str| format!(r#"{{"root_of": ["1", "-8", "8"], "between": [{between}]}}"#);
    assert_eq!(is_met(&[&eighth(r#""0", "1/2""#), half, &eighth(r#""1/2", "1""#)], unmet), Ok(Some(false)));
    assert!(is_met(&[half], unmet).is_err_and(|why| why.contains("a sign changes")));
    assert_eq!(is_met(&[half], r#""bits": {"at_most": 1}"#), Ok(Some(true)));
    assert_eq!(is_met(&[half], r#""bits": {"at_most": 0}"#), Ok(Some(false)));
    // −ln of a function of α is left out over an interval, and compared with numbers close to what is expected:
    // alpha_max is 1 at 1/2, and 1/2 at the ends.
    let least = |bound: &str| {
        let claim =
            format!(r#""claims": [{{"claim": "dp", "expect": {{"verdict": "fails", "epsilon_min": {bound}}}}}]"#);
        expected(&at(EVERY_ALPHA, &format!("{TABLE}, {claim}")), &[plain, private])
    };
    assert_eq!(least(r#"{"at_most": 9}"#), Ok(Some(true)));
    assert_eq!(least(r#"{"at_least": 9}"#), Ok(Some(false)));
    // It crosses 1/2 on both sides, at numbers that no part ends at.
    assert!(least(r#"{"at_most": "1/2"}"#).is_err_and(|why| why.contains("a sign changes")));
}

/// X is a mechanism from α = 1/2 on only: below, it has no utility, and none that is as expected.
#[test]
fn what_is_expected_of_a_value_that_does_not_exist_everywhere() {
    let rest = r#""query": {"graph": "line", "nodes": 2}, "priors": {"p": "uniform"},
        "mechanism": {"matrix": [["a-1/2", "3/2-a"], ["1/2", "1/2"]]},
        "claims": [{"claim": "utility", "prior": "p", "expect": {"verdict": "fails", "utility": {"at_least": "1/2"}}}]"#;
    let of_prior = |statement: String| statement.replacen(r#""verdict""#, r#""prior": "p", "verdict""#, 1);
    let half = [r#""1/2""#];
    let statements = [
        &in_parts("stochastic", "fails", &half, "fhh")[..],
        &in_parts("dp", "fails", &half, "fff"),
        &of_prior(in_parts("utility", "fails", &half, "fhh")),
    ];
    assert_eq!(expected(&at(EVERY_ALPHA, rest), &statements), Ok(Some(false)));
    let above = at(r#"{"alpha": "symbolic", "between": ["1/2", "1"]}"#, &rest.replace(r#""verdict": "fails", "#, ""));
    let statements = [
        &in_parts("stochastic", "holds", &[], "h")[..],
        &in_parts("dp", "fails", &[], "f"),
        &of_prior(in_parts("utility", "holds", &[], "h")),
    ];
    assert_eq!(expected(&above, &statements), Ok(Some(true)));
}

/// Values on 40,001 parts are joined in linear time.
#[test]
fn many_parts_of_one_function() {
    let text = at(
        EVERY_ALPHA,
        r#""query": {"graph": "line", "nodes": 1}, "mechanism": {"matrix": [["a", "1-a"]]}, "claims": ["capacity"]"#,
    );
    let cuts: Vec<String> = (1..=20_000).map(|k| format!("\"{k}/20001\"")).collect();
    let parts = vec![r#"{"verdict": "holds"}"#; 40_001].join(", ");
    let capacity = format!(
        r#"{{"claim": "capacity", "verdict": "holds", "witness": {{"cuts": [{}], "parts": [{parts}]}}}}"#,
        cuts.join(", ")
    );
    let plain = ["stochastic", "dp"].map(|claim| format!(r#"{{"claim": "{claim}", "verdict": "holds"}}"#));
    let Judgement::Accepted(found) = judge_all(&text, &[&plain[0], &plain[1], &capacity]) else { panic!("refused") };
    assert!(found[2].contains("capacity: holds; multiplicative = 1; bits = 0"), "{}", found[2]);
}

/// At b = √2/2 the entry b² − 1/2 is 0, though it is not written so: no ε is enough.
#[test]
fn a_ratio_that_vanishes_at_t() {
    let text = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"},
        "constant": {"root_of": ["-1", "0", "2"], "between": ["0", "1"]}, "query": {"graph": "line", "nodes": 2},
        "mechanism": {"matrix": [["3/2-b^2", "b^2-1/2"], ["1/2", "1/2"]]},
        "claims": [{"claim": "dp", "expect": {"verdict": "fails", "epsilon_min": {"at_least": "1000"}}}]}"#;
    let stochastic = r#"{"claim": "stochastic", "verdict": "holds"}"#;
    assert_eq!(expected(text, &[stochastic, r#"{"claim": "dp", "verdict": "fails"}"#]), Ok(Some(true)));
}

/// Two thousand rows are no distributions, on two hundred and one parts: the first part speaks for all, so that what is
/// said of them is kept once.
#[test]
fn many_faulty_rows_on_many_parts() {
    let rows = vec![r#"["1/2"]"#; 2_000].join(", ");
    let text = at(
        EVERY_ALPHA,
        &format!(r#""query": {{"graph": "line", "nodes": 2000}}, "mechanism": {{"matrix": [{rows}]}}"#),
    );
    let cuts: Vec<String> = (1..=100).map(|k| format!("\"{k}/101\"")).collect();
    let parts = vec![r#"{"verdict": "fails"}"#; 201].join(", ");
    let cuts = cuts.join(", ");
    let stochastic = format!(
        r#"{{"claim": "stochastic", "verdict": "fails", "witness": {{"cuts": [{cuts}], "parts": [{parts}]}}}}"#
    );
    let message = |memory: usize| {
        let limits = Limits { memory, ..Limits::default() };
        let mechanism = Mechanism::read(text.as_bytes(), &limits).expect("a mechanism file");
        let found = verify(&mechanism, certificate(&text, &[&stochastic]).as_bytes(), &limits).expect("a certificate");
        found.refusals.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    assert!(!message(20_000_000).contains("--limit"), "{}", message(20_000_000));
}

/// Where steps are not what there is too little of.
const MANY: usize = 1 << 37;

fn refusal(text: &str, limit: &str) -> String {
    let mut limits = Limits { steps: MANY, ..Limits::default() };
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

/// So are the values of many parts, or of many statements, and the digits of a number as small as e^-9999. (One value
/// may take an eighth of the memory, as any polynomial.)
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
        let (text, mut limits) = (at(privacy, &rest), Limits { steps: MANY, ..Limits::default() });
        let mechanism = Mechanism::read(text.as_bytes(), &limits).expect("a mechanism file");
        limits.set(limit).expect("a limit");
        let all: Vec<&str> = plain.iter().chain(statements).map(String::as_str).collect();
        let found = verify(&mechanism, certificate(&text, &all).as_bytes(), &limits).expect("a certificate").refusals;
        found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(refusals(EVERY_ALPHA, std::slice::from_ref(&in_parts), "memory=32000000"), "");
    let many = refusals(EVERY_ALPHA, &[in_parts], "memory=4000000");
    assert!(many.contains("the parts of the interval take over"), "{many}");
    let all: Vec<String> = names.iter().map(utility).collect();
    assert_eq!(refusals(EVERY_ALPHA, &all[..1], "memory=4000000"), "");
    assert_eq!(refusals(EVERY_ALPHA, &all, "memory=32000000"), "");
    let many = refusals(EVERY_ALPHA, &all, "memory=4000000");
    assert!(many.contains("values that fill over"), "{many}");
    let one = refusals(EVERY_ALPHA, &all[..1], "memory=100000");
    assert!(one.contains("--limit memory=N"), "one: {one}");
    assert_eq!(refusals(r#"{"epsilon": 1}"#, &all[..1], "memory=4000000"), "");
    assert!(refusals(r#"{"epsilon": 1}"#, &all[..1], "steps=100000000").contains("more steps than are left"));
}

/// 15x² − 11x + 2 = (3x − 1)(5x − 2): a rational root of a reducible polynomial is that rational.
#[test]
fn a_rational_root_is_a_rational() {
    let (limits, r) = (Limits::default(), |n: i32, d: i32| Rational::new(n.into(), d.into()));
    let steps = Budget::new(limits.steps);
    let p = Polynomial::polynomial([2, -11, 15].map(BigInt::from).to_vec());
    let bounds = Bounds::new(&limits, &steps);
    let root = |low, high| bounds.run(|| algebra::root(&p, &low, &high)).expect("one root");
    assert_eq!(root(r(0, 1), r(37, 100)), Point::Rational(r(1, 3)));
    assert_eq!(root(r(37, 100), r(1, 1)), Point::Rational(r(2, 5)));
}
