//! Whom a page says are protected, from whom, and what promises come to.

use crate::html::{call, text_of};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

fn head_of(page: &str) -> String {
    let start = page.find("<section class=\"verdict").expect("a verdict");
    let head = &page[start..];
    let head = text_of(&head[..head.find("</section>").expect("an end")]);
    head.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn head(content: &Value) -> String {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("m.json"), content.to_string()).expect("a file");
    head_of(&call(folder.path(), &["m.json", "--format", "html"]).1)
}

#[test]
fn promises_are_what_each_use_keeps_and_their_sum_is_nobodys() {
    let call = ["budget", "--use", "0.2x90", "--delta", "1e-6", "--format", "html", "--no-curve"];
    let found = Command::new(env!("CARGO_BIN_EXE_certify")).args(call).output().expect("certify");
    let page = String::from_utf8(found.stdout).expect("UTF-8");
    let (head, text) = (head_of(&page), text_of(&page));
    // What all parts declare together nobody promised, and each has neighbours of its own.
    for words in ["this file: promised", "Who is whose neighbour", "table of what is deployed"] {
        assert!(!text.contains(words), "{words}\n{text}");
    }
    assert!(text.contains("What is known of them is their ε and δ alone."), "{text}");
    for words in [
        "✓ Together these promises come to ε = 9.962 at δ = 1/1000000",
        "Of any two inputs that these promises call neighbours, equally likely beforehand, whoever sees everything that the 90 uses release names the right one at most 82.8 % of the time.",
        "What was promised?ε = 0.2 for each of 90 uses.",
        "What is it together?ε = 9.962 at δ = 1/1000000, and no less can be proved of these promises alone.",
        "Is it kept?That was not looked at.",
    ] {
        assert!(head.contains(words), "{words}\n{head}");
    }
    for words in ["ε = 18", "(18, ", "would allow", "as the file says", "an input", "6.57e7"] {
        assert!(!head.contains(words), "{words}\n{head}");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/promises/a-year.json");
    let folder = TempDir::new().expect("a folder");
    let year = call_html(folder.path(), &path.to_string_lossy());
    assert!(year.contains("What was promised?ε = 0.1 for each of 365 uses."), "{year}");
    // What the file says of the sum is too little.
    let little = self::head(&json!({
        "format": "dp-mechanism/1", "privacy": { "epsilon": "1" }, "query": { "graph": "line", "nodes": 2 },
        "mechanism": { "compose": [{ "epsilon": "1", "times": 3 }] }
    }));
    for words in [
        "What is it together?ε = 3, and no less can be proved of these promises alone. The file says ε = 1, which these promises do not imply.",
        "Is it kept?The promises of the parts do not imply",
    ] {
        assert!(little.contains(words), "{words}\n{little}");
    }
}

fn call_html(folder: &Path, path: &str) -> String {
    head_of(&call(folder, &[path, "-o", "c.cert.json", "--format", "html"]).1)
}

fn ages(graph: &str, privacy: Value, rows: [[&str; 3]; 3]) -> Value {
    json!({
        "format": "dp-mechanism/1", "privacy": privacy,
        "query": { "graph": graph, "nodes": 3, "labels": ["0-17", "18-79", "80+"] }, "mechanism": { "matrix": rows }
    })
}

const ROWS: [[&str; 3]; 3] = [["4/7", "2/7", "1/7"], ["2/7", "3/7", "2/7"], ["1/7", "2/7", "4/7"]];

#[test]
fn whom_a_line_does_not_protect_is_named_with_what_it_would_take() {
    let line = head(&ages("line", json!({ "alpha": "1/2" }), ROWS));
    for words in [
        "Not two that are far apart, such as 0-17 and 80+: for these, 2 steps apart, an output may tell 2 times as much (2·ε).",
        "any two of them must be protected: that takes ε = ln(4) = 1.3863.",
        "Protected from whom?From everybody who sees the output and nothing else. Whoever runs the mechanism sees the data",
    ] {
        assert!(line.contains(words), "{words}\n{line}");
    }
    let complete = head(&ages("complete", json!({ "alpha": "1/4" }), ROWS));
    assert!(!complete.contains("far apart") && !complete.contains("And any two?"), "{complete}");
    // As little is told of any two as is declared of neighbours.
    let enough = head(&ages("line", json!({ "alpha": "1/4" }), ROWS));
    assert!(enough.contains("far apart") && !enough.contains("And any two?"), "{enough}");
    let none = head(&ages(
        "line",
        json!({ "alpha": "1/2" }),
        [["1/2", "1/2", "0"], ["1/4", "1/2", "1/4"], ["0", "1/2", "1/2"]],
    ));
    assert!(none.contains("any two of them must be protected: for that no ε is enough."), "{none}");
    // With a δ it is not ε alone that counts.
    let delta = head(&ages("line", json!({ "alpha": "1/2", "delta": "1/100" }), ROWS));
    assert!(!delta.contains("And any two?") && !delta.contains("2·ε"), "{delta}");
    let mut parted = ages("line", json!({ "alpha": "1/2" }), ROWS);
    parted["query"] = json!({ "nodes": 3, "labels": ["0-17", "18-79", "80+"], "edges": [[0, 1]] });
    let parted = head(&parted);
    assert!(!parted.contains("steps apart"), "{parted}");
}

#[test]
fn what_nobody_claimed_is_told_as_such() {
    let head = head(&ages("line", json!({ "alpha": "1/3" }), ROWS));
    assert!(
        head.contains("more checks came out negative. They were not promised.")
            || head.contains("1 more check came out negative. It was not promised."),
        "{head}"
    );
}
