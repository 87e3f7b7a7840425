//! What is said of claims that a file has an `expect` for: counted apart, and told with what was expected and what was
//! found.

use super::coverage::ends;
use crate::harness::{STOCHASTIC, certificate, file, read};
use dp_verify::limits::Limits;

/// What a report says of a claim that was not as expected, and of one that failed as expected.
#[test]
fn expected_and_found() {
    let claims = r#"{"claim": "dp", "expect": {"verdict": "fails", "alpha_max": {"equals": 0}}},
        {"claim": "utility", "prior": "p", "expect": {"utility": {"at_least": "2/3", "at_most": 1}}},
        {"claim": "capacity", "expect": {"verdict": "fails"}}, {"claim": "leakage", "prior": "p", "expect": {"verdict": "holds"}}"#;
    let rest = r#""query": {"graph": "line", "nodes": 2}, "priors": {"p": {"point": 0}}, "mechanism": {"matrix": [[1, 0], [0, 1]]}"#;
    let mechanism = file("1/2", &format!(r#"{rest}, "claims": [{claims}]"#));
    let said = |claim: &str, verdict: &str| format!(r#"{{"claim": {claim}, "verdict": "{verdict}"}}"#);
    let statements = [
        STOCHASTIC.to_owned(),
        said(r#""dp""#, "fails"),
        said(r#""utility", "prior": "p""#, "holds"),
        said(r#""capacity""#, "holds"),
        said(r#""leakage", "prior": "p""#, "holds"),
    ];
    let statements: Vec<&str> = statements.iter().map(String::as_str).collect();
    let certificate = certificate(&mechanism, &statements);
    let found = dp_verify::verify(&read(&mechanism), certificate.as_bytes(), &Limits::default()).unwrap();
    assert!(found.accepted(), "{:?}", found.refusals);
    assert_eq!(found.summary(), "3 claims hold, 1 FAILS; 1 fails as expected");
    let text = found.to_text(dp_verify::report::Style::Plain);
    for line in [
        "  fails     dp, as expected\n            alpha_max = 0\n",
        "  holds     utility (prior p), as expected\n            utility = 1\n",
        "  FAILS     capacity, min-entropy, NOT as expected\n            expected: it fails; found: it holds\n",
        "  holds     leakage (prior p), min-entropy, as expected\n",
        "declared and NOT as expected: capacity, min-entropy\n",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let json: serde_json::Value = serde_json::from_str(&found.to_json(false)).unwrap();
    assert_eq!(
        (&json["summary"]["holds"], &json["summary"]["as_expected"], &json["summary"]["fails"]),
        (&3.into(), &1.into(), &1.into())
    );
    let of = |k: usize| json["statements"][k].clone();
    assert_eq!((of(3)["verdict"].clone(), of(3)["expected"].clone()), ("holds".into(), false.into()));
    assert_eq!(
        of(3)["expectation"],
        serde_json::json!({ "words": "expected: it fails; found: it holds", "expected": [{ "verdict": "fails" }],
            "found": { "verdict": "holds" } })
    );
    let bounds = &of(2)["expectation"]["expected"][0]["bounds"];
    assert_eq!(bounds[0]["at_least"]["exact"], "2/3");
    assert_eq!(bounds[1]["at_most"]["exact"], "1");
    assert_eq!(of(2)["expectation"]["found"]["values"]["utility"]["exact"], "1");
    assert_eq!(of(0)["expectation"], serde_json::Value::Null);
}

/// The identity, of which all is expected to fail: nothing of it is counted among what holds.
#[test]
fn what_fails_as_expected_holds_nowhere() {
    let claims = r#"{"claim": "dp", "expect": {"verdict": "fails"}}, {"claim": "tight-constraints", "expect": {"verdict": "fails"}}"#;
    let rest = r#""query": {"graph": "line", "nodes": 2}, "mechanism": {"matrix": [[1, 0], [0, 1]]}"#;
    let mechanism = file("1/2", &format!(r#"{rest}, "claims": [{claims}]"#));
    let fails = |claim: &str| format!(r#"{{"claim": "{claim}", "verdict": "fails"}}"#);
    let (dp, tight) = (fails("dp"), fails("tight-constraints"));
    assert_eq!(
        ends(&mechanism, &[STOCHASTIC, &dp, &tight]),
        (0, 0, "1 claim holds, 0 fail; 2 fail as expected".into())
    );
}

/// A bound that is not kept, a value that is not there, a set, and an irrational number, in words.
#[test]
fn what_was_expected_in_words() {
    let tell = |privacy: &str, rest: &str, statements: &[&str]| {
        let mechanism = format!(r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, {rest}}}"#);
        let certificate = certificate(&mechanism, statements);
        let found = dp_verify::verify(&read(&mechanism), certificate.as_bytes(), &Limits::default()).unwrap();
        assert!(found.accepted(), "{:?}", found.refusals);
        found.to_text(dp_verify::report::Style::Plain).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let half = r#"{"alpha": "1/2"}"#;
    let identity = r#""query": {"graph": "line", "nodes": 2}, "mechanism": {"matrix": [[1, 0], [0, 1]]}"#;
    let negative = r#""query": {"graph": "line", "nodes": 2}, "mechanism": {"matrix": [[2, -1], [0, 1]]}"#;
    let claims = |expect: &str| format!(r#""claims": [{{"claim": "dp", "expect": {expect}}}]"#);
    let dp = r#"{"claim": "dp", "verdict": "fails"}"#;
    let text = tell(
        half,
        &format!("{identity}, {}", claims(r#"{"verdict": "fails", "alpha_max": {"at_least": "1/3"}}"#)),
        &[STOCHASTIC, dp],
    );
    let told = "FAILS dp, NOT as expected expected: it fails, alpha_max at least 1/3 = 0.333333333333; found: it fails, alpha_max = 0";
    assert!(text.contains(told), "{text}");
    let rows = r#"{"claim": "stochastic", "verdict": "fails"}"#;
    let text = tell(
        half,
        &format!("{negative}, {}", claims(r#"{"verdict": "fails", "alpha_max": {"at_least": "1/3"}}"#)),
        &[rows, dp],
    );
    assert!(text.contains("found: it fails, no alpha_max"), "{text}");
    let text = tell(
        r#"{"epsilon": "1"}"#,
        &format!("{identity}, {}", claims(r#"{"verdict": "fails", "alpha_max": {"equals": "a^2"}}"#)),
        &[STOCHASTIC, dp],
    );
    assert!(text.contains("expected: it fails, alpha_max = a^2 = 0.135335283237; found: it fails,"), "{text}");
}
