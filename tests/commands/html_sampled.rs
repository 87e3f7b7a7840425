//! Pages about counts of runs: each event of the pair that asks for most, between its bounds.

use crate::html::{call, self_contained, text_of};
use serde_json::{Value, json};
use std::fs;
use tempfile::TempDir;

/// The page of counts, its section about them, and the report.
fn page(mechanism: Value, privacy: Value, labels: [&str; 2]) -> (String, Option<String>, Value) {
    let folder = TempDir::new().expect("a folder");
    let query = json!({"graph": "complete", "nodes": 2, "labels": labels});
    let file = json!({"format": "dp-mechanism/1", "privacy": privacy, "query": query, "mechanism": mechanism});
    fs::write(folder.path().join("m.json"), file.to_string()).expect("a file");
    let of = |format: &str| call(folder.path(), &["m.json", "-o", "m.cert.json", "--format", format]);
    let (status, page, error) = of("html");
    assert!(matches!(status, Some(0 | 1)), "{error}");
    self_contained(&page);
    let section = page.split_once("What the runs show").map(|(_, rest)| {
        let section = rest.split("</section>").next().expect("an end");
        section.to_owned()
    });
    (page, section, serde_json::from_str(&of("json").1).expect("JSON"))
}

fn counts(rows: Value) -> Value {
    json!({"counts": rows, "confidence": "0.999"})
}

#[test]
fn what_refutes_is_drawn_beyond_its_mark() {
    let coin = json!({"counts": [[740775, 259225], [259225, 740775]], "outputs": ["yes", "no"], "confidence": "0.999"});
    let (_, section, report) = page(coin, json!({"epsilon": "1"}), ["A", "B"]);
    let section = section.expect("a section");
    let text = text_of(&section);
    for words in ["A and B ask for most", "confidence 0.999", "event yes", "A: 740775 of 1000000", "0.7392 to 0.7423"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    // What is drawn is what the report proves.
    let delta = report["statements"][0]["values"]["delta_at_least"]["decimal"].as_str().expect("a decimal");
    let delta: f64 = delta.parse().expect("a number");
    assert!(text.contains(&format!("(δ at least {delta:.5})")), "{text}");
    assert_eq!(section.matches("class=\"interval over\"").count(), 1);
    assert_eq!(section.matches("class=\"interval\"").count(), 1);
    assert_eq!(section.matches("class=\"limit\"").count(), 1);
}

#[test]
fn what_does_not_refute_is_drawn_too_where_it_asks_for_something() {
    let (_, section, _) =
        page(counts(json!([[60_000, 40_000], [40_000, 60_000]])), json!({"epsilon": "1"}), ["A", "B"]);
    let section = section.expect("a section");
    assert!(text_of(&section).contains("asks for nothing") && !section.contains("over"));
    let rows = json!([[700, 300], [300, 700]]);
    let (_, section, _) = page(counts(rows), json!({"epsilon": "1/10", "delta": "0.99"}), ["A", "B"]);
    let section = section.expect("a section");
    assert!(text_of(&section).contains("at most, and δ") && !section.contains("over"));
}

#[test]
fn nothing_is_drawn_where_nothing_asks_for_anything() {
    for rows in [json!([[5, 5], [5, 5]]), json!([[0, 0], [3, 0]])] {
        let (text, section, _) = page(counts(rows), json!({"epsilon": "1"}), ["A", "B"]);
        assert!(section.is_none() && text.contains("not-refuted"));
    }
}

#[test]
fn few_of_many_events_are_drawn_those_first_that_ask_for_most() {
    let rows =
        json!([(0..40).map(|i| i * i).collect::<Vec<_>>(), (0..40).map(|i| (39 - i) * (39 - i)).collect::<Vec<_>>()]);
    let hostile = ["<script>alert(1)</script>", "\u{202e}long ".repeat(40).leak()];
    let (_, section, _) = page(counts(rows), json!({"epsilon": "1", "delta": "0.01"}), hostile);
    let section = section.expect("a section");
    assert_eq!(section.matches("<figure>").count(), 24);
    let text = text_of(&section);
    assert!(text.contains("16 more events, which ask for less, are left out") && text.contains("at most, and δ"));
    let asked: Vec<f64> = text
        .split("(δ at least ")
        .skip(1)
        .map(|rest| rest.split(')').next().expect("an end").parse().expect("a number"))
        .collect();
    assert!(asked.len() > 10 && asked.is_sorted_by(|x, y| x >= y), "{asked:?}");
}

#[test]
fn events_are_called_by_their_outputs() {
    let names = |events: Value| {
        let rows = json!([[5000, 3000, 1500, 500], [500, 1500, 3000, 5000]]);
        let mechanism =
            json!({"counts": rows, "outputs": ["a", "b", "c", "d e"], "confidence": "0.999", "events": events});
        text_of(&page(mechanism, json!({"epsilon": "1"}), ["A", "B"]).1.expect("a section"))
    };
    let at_least = names(json!("at-least"));
    for words in ["event a (", "event \"d e\" (", "event c and all after it ("] {
        assert!(at_least.contains(words), "{words}\n{at_least}");
    }
    let listed = names(json!([["a", "b"], ["a", "c"], ["a", "b", "d e"]]));
    for words in ["event all before c (", "event a or c (", "event c ("] {
        assert!(listed.contains(words), "{words}\n{listed}");
    }
}

#[test]
fn long_counts_leave_events_out() {
    let half = 500_000_000_000_u64;
    let row = |k: u64| vec![half / 2 + k, half / 2 - k, half / 2, half / 2 - k];
    let rows = json!([row(100_000_000_000), row(1)]);
    let (_, section, _) = page(counts(rows), json!({"epsilon": "1/100"}), ["A", "B"]);
    assert!(section.expect("a section").contains("<figure>"));
}
