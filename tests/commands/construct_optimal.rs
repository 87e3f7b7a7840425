//! `certify construct optimal`: which prior, which route, and that what is written is certified and verified.

use crate::fixtures::{ONE_HALF, RING_OF_SIX};
use assert_cmd::cargo::cargo_bin_cmd;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::verify;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

/// A query file of these fields.
fn query(privacy: &str, graph: &str, rest: &str) -> String {
    format!(r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {graph}, {rest}}}"#)
}

const FLAT: &str = r#""priors": {"flat": "uniform"}"#;

/// `certify construct optimal` on a query file of this text.
fn construct(query: &str, arguments: &[&str]) -> Output {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("query.json");
    fs::write(&path, query).unwrap();
    cargo_bin_cmd!("certify").args(["construct", "optimal"]).arg(&path).args(arguments).output().unwrap()
}

/// The file that is written.
fn built(query: &str, arguments: &[&str]) -> String {
    let output = construct(query, arguments);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refusal(query: &str, arguments: &[&str]) -> String {
    let output = construct(query, arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Certifies a file as a user does, verifies the certificate, and returns the values of `optimal` as the report has
/// them.
fn certified(file: &str) -> Value {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("m.json"), file).unwrap();
    let output = cargo_bin_cmd!("certify").arg(at("m.json")).args(["--format", "json"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{file}\n{}", String::from_utf8_lossy(&output.stdout));
    let mechanism = Mechanism::read(file.as_bytes(), &Limits::default()).unwrap();
    let certificate = fs::read(at("m.cert.json")).unwrap();
    assert_eq!(verify(&mechanism, &certificate, &Limits::default()).unwrap().status(true), 0);
    let report = json(&String::from_utf8(output.stdout).unwrap());
    let optimal = report["statements"].as_array().unwrap().iter().find(|s| s["claim"] == "optimal").unwrap();
    assert_eq!((&optimal["declared"], &optimal["verdict"]), (&json!(true), &json!("holds")));
    optimal["values"].clone()
}

/// The optima of the issue's bars: rings, stars and complete graphs where no closed form, or one, fits.
#[test]
fn known_optima_are_reached() {
    let star = r#"{"graph": "star", "nodes": 4}"#;
    let six = r#"{"graph": "complete", "nodes": 6}"#;
    let cases = [
        (query(ONE_HALF, RING_OF_SIX, FLAT), "8/21"),
        (query(r#"{"alpha": "2/3"}"#, star, FLAT), "3/8"),
        (query(r#"{"alpha": "2/3"}"#, star, r#""priors": {"p": ["27/96", "23/96", "23/96", "23/96"]}"#), "23/64"),
        (query(ONE_HALF, six, r#""priors": {"p": ["1/10", "1/5", "1/5", "1/5", "1/5", "1/10"]}"#), "8/25"),
        (query(ONE_HALF, r#"{"graph": "line", "nodes": 6}"#, FLAT), "4/9"),
        (query(r#"{"alpha": 1}"#, RING_OF_SIX, FLAT), "1/6"),
        // Two nodes apart from a third, and no edge at all: what may be told is told.
        (query(ONE_HALF, r#"{"nodes": 3, "edges": [[0, 1]]}"#, r#""priors": {"p": ["1/4", "1/4", "1/2"]}"#), "5/6"),
        (query(ONE_HALF, r#"{"nodes": 3, "edges": []}"#, FLAT), "1"),
        // b beside a rational α, which nothing needs.
        (query(ONE_HALF, star, r#""constant": {"root_of_alpha": 2}, "priors": {"flat": "uniform"}"#), "1/2"),
    ];
    for (source, optimum) in cases {
        let text = built(&source, &[]);
        assert_eq!(certified(&text)["optimum"]["exact"], optimum, "{source}");
    }
}

/// Labels, a name, a prior that is none of the others, and guesses that are no nodes.
#[test]
fn the_outputs_are_the_guesses_that_are_made() {
    let graph = r#"{"graph": "line", "nodes": 3, "labels": ["none", "so\"me", "all"]}"#;
    let priors = r#""name": "how many", "priors": {"flat": "uniform", "end\n": {"point": 2}}"#;
    let text = built(&query(ONE_HALF, graph, priors), &["--prior", "end\n"]);
    let file = json(&text);
    assert_eq!(file["mechanism"], json!({ "matrix": [["1"], ["1"], ["1"]], "outputs": ["all"] }));
    assert_eq!(file["claims"], json!([{ "claim": "optimal", "prior": "end\n" }]));
    assert_eq!(file["name"], "optimal mechanism constructed for: how many");
    assert_eq!(certified(&text)["optimum"]["exact"], "1");

    let text = built(&query(ONE_HALF, graph, priors), &["--prior=flat"]);
    let geometric = json!([["2/3", "1/6", "1/6"], ["1/3", "1/3", "1/3"], ["1/6", "1/6", "2/3"]]);
    assert_eq!(json(&text)["mechanism"], json!({ "matrix": geometric, "outputs": ["none", "so\"me", "all"] }));

    // Four guesses on two nodes, two of them never worth making.
    let gain = r#""priors": {"flat": "uniform"}, "gain": [[-1, -1], [1, -2], ["-1/2", "-1/2"], [-2, 1]], "claims": ["threshold"]"#;
    let text = built(&query(ONE_HALF, r#"{"graph": "line", "nodes": 2}"#, gain), &[]);
    let file = json(&text);
    assert_eq!(file["mechanism"], json!({ "matrix": [["2/3", "1/3"], ["1/3", "2/3"]], "outputs": ["1", "3"] }));
    assert_eq!(file["claims"], json!(["threshold", { "claim": "optimal", "prior": "flat" }]));
    assert_eq!(certified(&text)["optimum"]["exact"], "0");
    let loss = r#""priors": {"flat": "uniform"}, "loss": [[3], [4]]"#;
    let values = certified(&built(&query(ONE_HALF, r#"{"graph": "line", "nodes": 2}"#, loss), &[]));
    assert_eq!(values["least_loss"]["exact"], "7/2");
}

/// At an irrational α, or every α of an interval, a closed form is written where it is proved to be optimal.
#[test]
fn closed_forms_at_other_alphas() {
    let prior = r#""priors": {"p": ["1/10", "1/5", "2/5", "3/10"]}"#;
    let four = |graph: &str| format!(r#"{{"graph": "{graph}", "nodes": 4}}"#);
    let family = json!({ "family": "truncated-geometric" });
    for (privacy, rest) in [
        (r#"{"epsilon": "0.8"}"#, String::new()),
        (r#"{"epsilon": "0.8"}"#, r#", "loss": "absolute""#.to_owned()),
        (r#"{"epsilon": "1/5*ln(2)"}"#, r#", "gain": "distance""#.to_owned()),
        (r#"{"alpha": "symbolic", "between": [0, 1]}"#, String::new()),
    ] {
        let text = built(&query(privacy, &four("line"), &format!("{prior}{rest}")), &[]);
        assert_eq!(json(&text)["mechanism"], family);
        certified(&text);
    }
    let text = built(&query(r#"{"epsilon": "0.8"}"#, &four("star"), prior), &[]);
    assert_eq!(json(&text)["mechanism"]["matrix"][1], json!(["(a-2*a^2)/(1+a)", "1/(1+a)", "a^2/(1+a)", "a^2/(1+a)"]));
    certified(&text);
    let text = built(
        &query(
            r#"{"epsilon": "ln(3)"}"#,
            &four("cycle"),
            &format!(r#"{prior}, "gain": [[0, 0, 0, 0], [-1, -2, -1, -3]]"#),
        ),
        &[],
    );
    assert_eq!(json(&text)["mechanism"]["outputs"], json!(["0"]), "at a rational α by the program");
    let text = built(&query(r#"{"epsilon": "0.8"}"#, &four("cycle"), r#""priors": {"p": {"corner": 1}}"#), &[]);
    assert_eq!(json(&text)["mechanism"]["matrix"][0][2], "a^2/(1+2*a+a^2)");
    certified(&text);
    // A point prior needs one guess, whatever the graph and the gain.
    let apart = r#"{"nodes": 4, "edges": [[0, 1], [2, 3]], "labels": ["a", "b", "c", "d"]}"#;
    let text = built(&query(r#"{"epsilon": "2"}"#, apart, r#""priors": {"p": {"point": 3}}"#), &[]);
    certified(&text);
    let gain = r#""priors": {"p": {"point": 3}}, "gain": [[5, 5, 5, 0], [0, 0, 0, 1]]"#;
    let text = built(&query(r#"{"epsilon": "2"}"#, &four("line"), gain), &[]);
    assert_eq!(certified(&text)["optimum"]["exact"], "1");
}

/// Where no closed form is optimal, the vertex that is optimal at a rational α close by, in expressions of α.
#[test]
fn vertices_at_other_alphas() {
    for (privacy, graph, prior) in [
        (r#"{"epsilon": "1"}"#, r#"{"graph": "cycle", "nodes": 5}"#, r#"["1/10", "3/10", 0, "2/5", "1/5"]"#),
        (
            r#"{"epsilon": "1/5*ln(2)"}"#,
            r#"{"nodes": 4, "edges": [[0, 1], [1, 2], [0, 2]]}"#,
            r#"["1/2", 0, "1/4", "1/4"]"#,
        ),
        (
            r#"{"alpha": {"root_of": [-1, 1, 1], "between": [0, 1]}}"#,
            r#"{"graph": "counts", "individuals": 1, "queries": 2}"#,
            r#"["1/2", 0, "1/6", "1/3"]"#,
        ),
    ] {
        let text = built(&query(privacy, graph, &format!(r#""priors": {{"p": {prior}}}"#)), &[]);
        let values = certified(&text);
        assert_eq!(values["utility"], values["optimum"]);
    }
}

/// Irrational gains or weights at a rational α: the vertex for numbers close by, where it is proved to be optimal.
#[test]
fn vertices_for_irrational_gains_and_priors() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let printed = json(&fs::read_to_string(examples.join("ghosh-figure2-its-own-loss.json")).unwrap());
    let mut source = printed.clone();
    source.as_object_mut().unwrap().shift_remove("mechanism");
    source["claims"] = json!([]);
    let text = built(&source.to_string(), &[]);
    let file = json(&text);
    assert_eq!(file["mechanism"]["outputs"], json!(["0", "2", "3", "4", "5"]));
    for (row, whole) in
        file["mechanism"]["matrix"].as_array().unwrap().iter().zip(printed["mechanism"]["matrix"].as_array().unwrap())
    {
        let mut whole = whole.as_array().unwrap().clone();
        whole.remove(1);
        assert_eq!(*row, Value::Array(whole));
    }
    assert_eq!(certified(&text)["least_loss"]["decimal"], "1.19423215532");

    let root = r#""constant": {"root_of": [-2, 0, 1], "between": [1, 2]}, "priors": {"p": ["b/8", "1/2", "1/2-b/8"]}"#;
    let line = r#"{"graph": "line", "nodes": 3}"#;
    let text = built(&query(ONE_HALF, line, root), &[]);
    assert_eq!(json(&text)["mechanism"]["outputs"], json!(["1", "2"]), "π_0 < α·π_1");
    certified(&text);
}

#[test]
fn refusals_say_what_is_missing() {
    let two = r#""priors": {"a": "uniform", "b\u001b": "uniform"}"#;
    // Too many nodes for the linear program at an irrational α, and not regular.
    let irrational = format!(r#""priors": {{"p": ["1/2", "1/2"{}]}}"#, r#", "0""#.repeat(15));
    let cases: [(String, &[&str], &str); 6] = [
        (query(ONE_HALF, RING_OF_SIX, r#""claims": []"#), &[], "1:1: $: the file has no prior"),
        (
            query(ONE_HALF, RING_OF_SIX, two),
            &[],
            "$.priors: the file has 2 priors, expected --prior with one of: a, \"b\\u{1b}\"",
        ),
        (
            query(ONE_HALF, RING_OF_SIX, two),
            &["--prior", "c"],
            "$.priors: no prior is named c, expected --prior with one of: a, \"b\\u{1b}\"",
        ),
        (
            query(ONE_HALF, RING_OF_SIX, FLAT),
            &["--prior", "Flat"],
            "no prior is named Flat, expected --prior with one of: flat",
        ),
        (
            query(r#"{"epsilon": "0.3"}"#, r#"{"graph": "cycle", "nodes": 17}"#, &irrational),
            &[],
            "no closed form is proved to be optimal",
        ),
        (
            query(ONE_HALF, RING_OF_SIX, FLAT)
                .replace("\"priors\"", "\"mechanism\": {\"family\": \"uniform\"}, \"priors\""),
            &[],
            "$.mechanism: the file has a mechanism already",
        ),
    ];
    for (source, arguments, message) in cases {
        let said = refusal(&source, arguments);
        assert!(said.starts_with("certify: ") && said.contains(message), "{message}\n{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("q.json");
    fs::write(&path, query(ONE_HALF, RING_OF_SIX, FLAT)).unwrap();
    let output =
        cargo_bin_cmd!("certify").args(["construct", "uniform", "--prior", "flat"]).arg(&path).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("--prior goes with `optimal`"), "{said}");
}
