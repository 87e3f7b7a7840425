//! What a file expects of its claims, met or not.

use super::coverage::{CAPACITY, UTILITY, ends, run, text, utility};
use crate::harness::{self, Fate, HALF, STOCHASTIC, Trial, file, hold};
use dp_kernel::{Name, Why};

#[test]
fn expectations() {
    let met = |expect: &str| ends(&utility(expect), &[STOCHASTIC, HALF, UTILITY]);
    for expect in [
        r#"{"utility": {"equals": "5/9"}}"#,
        r#"{"utility": {"at_least": "5/9", "at_most": "5/9"}}"#,
        r#"{"utility": {"at_least": "(1-a)/(1+a)+a^3"}}"#,
        r#"{"verdict": "holds", "utility": {"at_most": "0.5555555555555555555556"}}"#,
    ] {
        assert_eq!(met(expect), (0, 0, "3 claims hold, 0 fail".into()), "{expect}");
    }
    for expect in [
        r#"{"utility": {"equals": "0.5555555555555555555555"}}"#,
        r#"{"utility": {"at_least": "0.5555555555555555555556"}}"#,
        r#"{"utility": {"at_most": "0.5555555555555555555555"}}"#,
        r#"{"verdict": "fails"}"#,
        r#"{"verdict": "fails", "utility": {"equals": "5/9"}}"#,
    ] {
        assert_eq!(met(expect), (0, 1, "2 claims hold, 1 FAILS".into()), "{expect}");
    }
    // Two claims in one: both expectations count.
    let twice = text(
        r#"{"claim": "utility", "prior": "p", "expect": {"utility": {"at_least": "1/2"}}},
           {"claim": "utility", "prior": "p", "expect": {"utility": {"at_least": "2/3"}}}"#,
    );
    assert_eq!(ends(&twice, &[STOCHASTIC, HALF, UTILITY]), (0, 1, "2 claims hold, 1 FAILS".into()));
}

/// A value that the claim can't have in this file is no expectation that fails but a file that is wrong.
#[test]
fn expectations_of_a_value_that_is_not_there() {
    for (expect, place) in [
        (
            r#"{"loss": {"at_most": 1}}"#,
            "$.claims[0].expect.loss: unknown value of `utility` where the file has no \"loss\", expected one of: verdict, utility",
        ),
        (
            r#"{"bound": {"at_most": 1}}"#,
            "$.claims[0].expect.bound: unknown value of `utility`, expected one of: verdict, utility",
        ),
    ] {
        let (status, text, errors) = run(&utility(expect), &[STOCHASTIC, HALF, UTILITY], &[]);
        assert_eq!((status, &*text), (2, ""));
        let (_, found) = errors.split_once("m.json:2:").unwrap();
        assert_eq!(found.split_once(": ").unwrap().1, format!("{place}\n"));
    }
    let optimal = text(r#"{"claim": "optimal", "prior": "p", "expect": {"least_loss": {"at_most": 1}}}"#);
    let (status, _, errors) = run(&optimal, &[], &[]);
    assert!(status == 2 && errors.contains("$.claims[0].expect.least_loss: unknown value of `optimal`"), "{errors}");
    // Where there is a loss, both can be expected.
    let with_loss = |text: String| text.replace(r#""claims""#, r#""loss": "binary", "claims""#);
    for good in [with_loss(optimal), with_loss(utility(r#"{"loss": {"at_most": 1}}"#))] {
        harness::read(&good);
    }
}

#[test]
fn a_bound_in_bits_is_compared_exactly() {
    let of = |bound: &str| {
        ends(
            &text(&format!(r#"{{"claim": "capacity", "expect": {{"bits": {bound}}}}}"#)),
            &[STOCHASTIC, HALF, CAPACITY],
        )
        .1
    };
    // 5/3 against 2^(p/q): 0.7369655941662061 is a convergent's neighbourhood.
    assert_eq!(of(r#"{"at_most": "0.736965594166206166416580485541573667106"}"#), 0);
    assert_eq!(of(r#"{"at_most": "0.736965594166206166416580485541573667104"}"#), 1);
    assert_eq!(of(r#"{"at_least": "0.736965594166206166416580485541573667104"}"#), 0);
    assert_eq!(of(r#"{"equals": "0.736965594166"}"#), 1);
    assert_eq!(of(r#"{"at_most": "6/5"}"#), 0);
}

/// Whether `unique` holds may be left out of a certificate, but not where the file asks for it.
#[test]
fn an_expected_value_that_is_left_out() {
    let asks = file(
        "1/2",
        r#""query": {"graph": "complete", "nodes": 2}, "claims": [{"claim": "tight-constraints-exist", "expect": {"unique": {"equals": true}}}]"#,
    );
    let z = r#""z": {"denominator": "3", "numerators": ["2", "2"]}"#;
    let silent = format!(
        r#"{{"claim": "tight-constraints-exist", "verdict": "holds", "values": {{"sum": "4/3"}}, "witness": {{{z}}}}}"#
    );
    let proof = r#""invertible": {"structure": "hamming"}"#;
    let proved = format!(
        r#"{{"claim": "tight-constraints-exist", "verdict": "holds", "values": {{"sum": "4/3", "unique": true, "least": "2/3"}}, "witness": {{{z}, {proof}}}}}"#
    );
    hold(&[
        Trial::new(
            "left out",
            &asks,
            &[&silent],
            Fate::Refused(&["a value that the file has an expectation of is left out"]),
        ),
        Trial::new(
            "proved",
            &asks,
            &[&proved],
            Fate::Proves(&["tight-constraints-exist: holds; sum = 4/3; unique = true; least = 2/3"]),
        ),
        Trial::new(
            "said without proof",
            &asks,
            &[&silent.replace(r#""4/3""#, r#""4/3", "unique": true"#)],
            Fate::Unproved(Why::Open(vec![Name::Unique])),
        ),
    ]);
}

/// An optional proof left out must not refute what the file expects of its value; a proof that the value does not
/// exist does.
#[test]
fn the_least_entry_is_expected_and_its_proof_left_out() {
    let asks = |alpha: &str, query: &str, expect: &str| {
        let claim = format!(r#"{{"claim": "tight-constraints-exist", "expect": {{{expect}}}}}"#);
        file(alpha, &format!(r#""query": {query}, "claims": [{claim}]"#))
    };
    let silent = |verdict: &str, sum: &str, witness: &str| {
        format!(
            r#"{{"claim": "tight-constraints-exist", "verdict": "{verdict}", "values": {{{sum}}}, "witness": {{{witness}}}}}"#
        )
    };
    let left_out = &["a value that the file has an expectation of is left out"];
    let pair = asks("1/2", r#"{"graph": "complete", "nodes": 2}"#, r#""least": {"at_least": "1/10"}"#);
    let star = asks("2/3", r#"{"graph": "star", "nodes": 4}"#, r#""verdict": "fails", "least": {"at_most": 0}"#);
    let singular = asks("1", r#"{"graph": "line", "nodes": 2}"#, r#""least": {"at_least": 0}"#);
    let z = r#""z": {"denominator": "3", "numerators": ["2", "2"]}"#;
    let two = r#""z": {"denominator": "1", "numerators": ["1", "0"]}, "second": {"denominator": "1", "numerators": ["0", "1"]}"#;
    hold(&[
        Trial::new("least left out", &pair, &[&silent("holds", r#""sum": "4/3""#, z)], Fate::Refused(left_out)),
        Trial::new(
            "least left out of a refutation",
            &star,
            &[&silent("fails", "", r#""w": {"denominator": "5", "numerators": ["17", "-6", "-6", "-6"]}"#)],
            Fate::Refused(left_out),
        ),
        Trial::new(
            "no least entry where there are two solutions",
            &singular,
            &[&silent("holds", r#""sum": "1", "unique": false"#, two)],
            Fate::Proves(&["tight-constraints-exist: holds; sum = 1; unique = false"]),
        ),
    ]);
    let second = silent("holds", r#""sum": "1", "unique": false"#, two);
    assert_eq!(ends(&singular, &[&second]), (0, 1, "0 claims hold, 1 FAILS".into()));
}

/// A claim that the file states plainly is expected to hold, whatever it states beside that.
#[test]
fn a_claim_with_an_expectation_and_without() {
    let with = |claims: &str| {
        file(
            "1/2",
            &format!(
                r#""query": {{"graph": "line", "nodes": 3}}, "priors": {{"q": {{"point": 0}}}}, "claims": [{claims}]"#
            ),
        )
    };
    let (plain, turned) = (
        r#"{"claim": "regular", "prior": "q"}"#,
        r#"{"claim": "regular", "prior": "q", "expect": {"verdict": "fails"}}"#,
    );
    let fails = r#"{"claim": "regular", "prior": "q", "verdict": "fails", "witness": {"w": {"denominator": "3", "numerators": ["-2", "5", "-2"]}}}"#;
    assert_eq!(ends(&with(turned), &[fails]), (0, 0, "0 claims hold, 0 fail; 1 fails as expected".into()));
    for both in [format!("{plain}, {turned}"), format!("{turned}, {plain}")] {
        assert_eq!(ends(&with(&both), &[fails]), (0, 1, "0 claims hold, 1 FAILS".into()));
    }
}
