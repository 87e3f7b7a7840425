//! Every part of a witness is read: one without the part that it belongs to is refused, at every kind of α.

use crate::fixtures::ONE_HALF;
use crate::harness::{Judgement, Reason, judge_all};

const IRRATIONAL: &str = r#"{"epsilon": "1"}"#;
const EVERYWHERE: &str = r#"{"alpha": "symbolic", "between": ["0", "1/2"]}"#;

fn refusal(privacy: &str, rows: &str, statement: &str) -> String {
    let text = format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {{"graph": "line", "nodes": 2}},
            "mechanism": {{"matrix": {rows}}}}}"#
    );
    let name = statement.split('"').nth(3).unwrap_or_default();
    match judge_all(&text, &[statement]) {
        Judgement::Refused(found) => {
            let of_statement = |why: &&Reason| why.contains(name) && !why.contains("missing from the certificate");
            found.iter().find(of_statement).map(ToString::to_string).unwrap_or_default()
        }
        Judgement::Unreadable(why) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_output_without_its_pair() {
    let rows = r#"[["1/2", "1/2"], ["1/2", "1/2"]]"#;
    let values = |privacy| match privacy {
        ONE_HALF => r#""values": {"alpha_max": "1", "epsilon_min": "0"}, "#,
        _ => "",
    };
    let with_delta = |privacy| match privacy {
        ONE_HALF => r#""values": {"delta_min": "0", "alpha_max": "1", "epsilon_min": "0"}, "#,
        _ => "",
    };
    for privacy in [ONE_HALF, IRRATIONAL, EVERYWHERE] {
        let dp = |witness: &str| {
            format!(r#"{{"claim": "dp", "verdict": "holds", {}"witness": {witness}}}"#, values(privacy))
        };
        assert_eq!(refusal(privacy, rows, &dp("{}")), "", "{privacy}");
        for junk in [r#"{"output": "junk"}"#, r#"{"output": 0}"#, r#"{"pair": [0, 1]}"#, r#"{"row": 0}"#] {
            assert_ne!(refusal(privacy, rows, &dp(junk)), "", "{privacy} {junk}");
        }
        let approximate = |witness: &str| {
            format!(r#"{{"claim": "approximate-dp", "verdict": "holds", {}"witness": {witness}}}"#, with_delta(privacy))
        };
        assert_eq!(refusal(privacy, rows, &approximate("{}")), "", "{privacy}");
        for junk in [r#"{"outputs": [99, "junk"]}"#, r#"{"outputs": null}"#, r#"{"outputs": [0]}"#] {
            assert_ne!(refusal(privacy, rows, &approximate(junk)), "", "{privacy} {junk}");
        }
    }
}

#[test]
fn what_stands_beside_a_negative_entry() {
    let rows = r#"[["3/2", "-1/2"], ["1/2", "1/2"]]"#;
    for privacy in [ONE_HALF, IRRATIONAL, EVERYWHERE] {
        let dp = |witness: &str| format!(r#"{{"claim": "dp", "verdict": "fails", "witness": {witness}}}"#);
        assert_eq!(refusal(privacy, rows, &dp(r#"{"row": 0, "output": 1}"#)), "", "{privacy}");
        for junk in
            [r#"{"foo": {"x": [1]}}"#, r#"{"row": 0}"#, r#"{"row": 7, "output": 1}"#, r#"{"row": 1, "output": 1}"#]
        {
            assert_ne!(refusal(privacy, rows, &dp(junk)), "", "{privacy} {junk}");
        }
    }
}

#[test]
fn an_output_without_its_databases() {
    let query = r#"{"databases": {"values": 2, "individuals": 2}, "answers": ["few", "few", "few", "many"]}"#;
    let rows = r#"[["1/2", "1/2"], ["1/3", "2/3"], ["1/2", "1/2"], ["1/2", "1/2"]]"#;
    for privacy in [ONE_HALF, IRRATIONAL] {
        let text = format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {query}, "mechanism": {{"matrix": {rows}}},
                "claims": ["oblivious"]}}"#
        );
        let said = |witness: &str| {
            let statement = format!(r#"{{"claim": "oblivious", "verdict": "fails", "witness": {witness}}}"#);
            match judge_all(&text, &[&statement]) {
                Judgement::Refused(found) => found.iter().any(|why| why.contains("statements[0]")),
                _ => true,
            }
        };
        assert!(!said(r#"{"pair": [0, 1], "output": 0}"#), "{privacy}");
        for junk in [r#"{"output": "junk"}"#, r#"{"output": 0}"#, r#"{"pair": [0, 3], "output": 0}"#] {
            assert!(said(junk), "{privacy} {junk}");
        }
    }
}
