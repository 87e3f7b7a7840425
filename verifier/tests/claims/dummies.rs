//! A verifier that accepts everything and one that rejects everything must make the harness fail.

use crate::harness::{self, Fate, Judgement, Trial, always_accept, always_reject, errors, file, try_out};

fn trials() -> Vec<Trial> {
    let text = file("1/2", r#""query": {"graph": "complete", "nodes": 2}, "claims": ["tight-constraints-exist"]"#);
    let statement = |numerator: &str| {
        format!(
            r#"{{"claim": "tight-constraints-exist", "verdict": "holds", "values": {{"sum": "4/3"}},
                "witness": {{"z": {{"denominator": "3", "numerators": ["2", "{numerator}"]}}}}}}"#
        )
    };
    vec![
        Trial::new(
            "a solution",
            &text,
            &[&statement("2")],
            Fate::Proves(&["tight-constraints-exist: holds; sum = 4/3"]),
        ),
        Trial::new("no solution", &text, &[&statement("1")], Fate::Refused(&["Φ·z at 0 is 5/6, expected 1"])),
        Trial::new("no number", &text, &[&statement("x")], Fate::Unreadable(&["numerators[1]", "an integer"])),
    ]
}

#[test]
fn the_verifier_passes() {
    assert_eq!(errors(&trials(), try_out), Vec::<String>::new());
}

#[test]
fn accepting_everything_fails_every_trial() {
    assert_eq!(errors(&trials(), always_accept).len(), 3);
}

#[test]
fn rejecting_everything_fails_every_trial() {
    assert_eq!(errors(&trials(), always_reject).len(), 3);
}

#[test]
fn accepting_with_the_right_statements_still_fails_the_false_certificates() {
    let liar = |_: &Trial| Judgement::Accepted(vec!["tight-constraints-exist: holds; sum = 4/3".into()]);
    assert_eq!(errors(&trials(), liar).len(), 2);
}

#[test]
fn refusing_for_another_reason_fails_the_trial() {
    let other = |_: &Trial| Judgement::Refused(vec!["w·1 is 1/3, expected < 0".to_owned().into()]);
    assert_eq!(errors(&trials(), other).len(), 3);
}

#[test]
fn refusing_for_two_reasons_fails_the_trial() {
    let sentence = "statements[0], tight-constraints-exist: Φ·z at 0 is 5/6, expected 1".to_owned();
    let twice = |_: &Trial| Judgement::Refused(vec![sentence.clone().into(), sentence.clone().into()]);
    assert_eq!(errors(&trials(), twice).len(), 3);
}

#[test]
#[should_panic(expected = "both fates")]
fn a_list_without_a_refusal_is_no_list() {
    harness::hold(&trials()[..1]);
}
