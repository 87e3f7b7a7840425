//! What strangers write stands in quotes, and claims are told with what they are about: no line can be taken for
//! another.

use crate::harness::{HALF, STOCHASTIC, certificate, file, read};
use dp_verify::Verification;
use dp_verify::limits::Limits;
use dp_verify::report::Style;

const LINE: &str = r#""query": {"graph": "line", "nodes": 2}"#;

fn found(mechanism: &str, statements: &[&str]) -> Verification {
    let certificate = certificate(mechanism, statements);
    dp_verify::verify(&read(mechanism), certificate.as_bytes(), &Limits::default()).unwrap()
}

fn mechanism(rest: &str, table: &str, claims: &str) -> String {
    file("1/2", &format!(r#"{rest}{LINE}, "mechanism": {table}, "claims": [{claims}]"#))
}

const COIN: &str = r#"{"matrix": [["2/3", "1/3"], ["1/3", "2/3"]]}"#;

#[test]
fn a_name_is_no_line_of_the_report() {
    for (name, told) in [
        ("ACCEPTED", r#""ACCEPTED""#),
        ("declared: ε = 0.1, α = 0.9, δ = 0", r#""declared: ε = 0.1, α = 0.9, δ = 0""#),
        (r#"a\" holds"#, r#""a\" holds""#),
    ] {
        let text =
            found(&mechanism(&format!(r#""name": "{name}", "#), COIN, ""), &[STOCHASTIC, HALF]).to_text(Style::Plain);
        assert!(text.contains(&format!("\n\n{told}\nline of 2: ")), "{text}");
    }
}

#[test]
fn a_reason_is_the_certificates() {
    let undecided = r#"{"claim": "universally-optimal", "verdict": "undecided", "reason": "alpha_max = 1"}"#;
    let found = found(&mechanism("", COIN, r#""universally-optimal""#), &[STOCHASTIC, HALF, undecided]);
    let text = found.to_text(Style::Plain);
    assert!(text.contains("\n            the certificate says: \"alpha_max = 1\"\n"), "{text}");
    // Who decides gives reasons of its own.
    assert!(found.report.to_text(Style::Plain).contains("\n            alpha_max = 1\n"));
}

#[test]
fn what_is_expected_to_fail_and_holds_is_not_called_refuted() {
    let expected = r#"{"claim": "dp", "expect": {"verdict": "fails"}}"#;
    let found = found(&mechanism("", COIN, expected), &[STOCHASTIC, HALF]);
    let text = found.to_text(Style::Plain);
    assert!(text.contains("\ndeclared and NOT as expected: dp\n") && !text.contains("REFUTED"), "{text}");
    assert!(found.report.summary_with_names().ends_with(": dp (holds, NOT as expected)"));
}

#[test]
fn a_promise_of_printed_numbers_says_so() {
    let rounded = r#"{"matrix": [["2/3", "1/3"], ["1/3", "2/3"]], "rounding": "1/1000"}"#;
    let stochastic = r#"{"claim": "stochastic-within-rounding", "verdict": "holds"}"#;
    let text = found(&mechanism("", rounded, ""), &[stochastic, HALF]).to_text(Style::Plain);
    assert!(text.contains("\n  holds     dp, of the printed numbers\n"), "{text}");
    assert!(text.contains("\n  holds     stochastic-within-rounding\n"), "{text}");
}

#[test]
fn a_claim_about_nothing_has_no_values() {
    let claim = r#"{"claim": "group-privacy", "distance": 7}"#;
    let statement = r#"{"claim": "group-privacy", "distance": 7, "verdict": "holds"}"#;
    let found = found(&mechanism("", COIN, claim), &[STOCHASTIC, HALF, statement]);
    let last = found.report.claims().last().unwrap();
    assert!(found.accepted() && last.values.is_empty() && last.explanation.len() == 1, "{last:?}");
}

#[test]
fn the_uses_of_a_closed_form_are_told_with_their_epsilon() {
    let coin = r#"{"family": "randomised-response", "alpha": "1/3", "times": 30}"#;
    let of = |parts: &str| {
        let text = file(
            "1/2",
            &format!(r#""query": {{"graph": "complete", "nodes": 2}}, "mechanism": {{"compose": [{parts}]}}"#),
        );
        dp_verify::report::Report::new(&read(&text)).mechanism_in_words()
    };
    assert_eq!(of(coin), "randomised-response at α = 1/3, used 30 times");
    let both = of(&format!("{coin}, {COIN}"));
    assert_eq!(both, "2 mechanisms used 31 times in all: randomised-response at α = 1/3, 30 times; and 1 other");
}
