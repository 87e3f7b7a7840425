//! `certify pattern`: the letters at every kind of α, as text and as JSON.

use assert_cmd::cargo::cargo_bin_cmd;
use dp_certify::pattern::{Letter, pattern};
use dp_verify::limits::Limits;
use jsonschema::Validator;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn schema() -> Validator {
    let text = fs::read_to_string(root().join("certificates/schema/dp-pattern-1.json")).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
}

/// `certify pattern` on a file of these fields.
fn run(fields: &str, arguments: &[&str]) -> Output {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("m.json");
    fs::write(&path, format!("{{\"format\": \"dp-mechanism/1\", {fields}}}")).unwrap();
    let output = cargo_bin_cmd!("certify").arg("pattern").arg(&path).args(arguments).output().unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is written");
    output
}

/// The letters of each part, an edge a line, by the JSON; and the exit status.
fn letters(fields: &str) -> (Vec<Vec<String>>, i32) {
    let output = run(fields, &["--format", "json"]);
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let faults: Vec<String> = schema().iter_errors(&document).map(|e| e.to_string()).collect();
    assert_eq!(faults, Vec::<String>::new());
    let text = |edge: &Value| edge["letters"].as_str().unwrap().to_owned();
    let part = |part: &Value| part["edges"].as_array().unwrap().iter().map(text).collect();
    let parts = document["parts"].as_array().unwrap().iter().map(part).collect();
    assert_eq!(document["private"], output.status.success());
    (parts, output.status.code().unwrap())
}

fn text(fields: &str) -> String {
    String::from_utf8(run(fields, &[]).stdout).unwrap()
}

/// A pair of nodes with this table.
fn pair(privacy: &str, matrix: &str) -> String {
    format!(r#""privacy": {privacy}, "query": {{"graph": "line", "nodes": 2}}, "mechanism": {{"matrix": {matrix}}}"#)
}

#[test]
fn every_letter() {
    let half = r#"{"alpha": "1/2"}"#;
    let (found, status) = letters(&pair(half, r#"[["4/9", "2/9", "1/3", 0], ["2/9", "4/9", "1/3", 0]]"#));
    assert_eq!((found, status), (vec![vec!["↓↑SZ".to_owned()]], 0));
    let broken = r#"[["4/10", "1/10", "4/10", "1/10", 0, "1/2", "-1/2"], ["1/10", "4/10", "4/10", "1/20", "1/20", "-1/2", "1/2"]]"#;
    assert_eq!(letters(&pair(half, broken)), (vec![vec!["!!S↓!!!".to_owned()]], 1));
    assert_eq!(letters(&pair(r#"{"alpha": 1}"#, "[[1, 0], [1, 0]]")), (vec![vec!["=Z".to_owned()]], 0));
    assert_eq!(letters(&pair(r#"{"alpha": 1}"#, r#"[["1/2", "1/2"], ["1/3", "2/3"]]"#)).1, 1);
}

/// A sign that hides far behind the decimals: x = α·y, more by 10^-40, less by 10^-40.
#[test]
fn tightness_is_exact() {
    let tiny = "1e-40";
    for privacy in [
        r#"{"epsilon": "0.8"}"#,
        r#"{"epsilon": "1/3*ln(5)"}"#,
        r#"{"alpha": {"root_of": [-1, 1, 1], "between": [0, 1]}}"#,
    ] {
        let cell = |x: &str| format!(r#"[["{x}", "1-({x})"], ["1/2", "1/2"]]"#);
        let first = |x: &str| letters(&pair(privacy, &cell(x))).0[0][0].chars().next().unwrap();
        assert_eq!(first("a/2"), '↑', "{privacy}");
        assert_eq!(first(&format!("a/2+{tiny}")), 'S');
        assert_eq!(first(&format!("a/2-{tiny}")), '!');
    }
    let third = r#"[["1/4", "3/4"], ["3/4", "1/4"]]"#;
    assert_eq!(letters(&pair(r#"{"alpha": "1/3"}"#, third)).0, [["↑↓"]]);
    assert_eq!(letters(&pair(r#"{"alpha": "0.33333333333333333333"}"#, third)).0, [["SS"]]);
    assert_eq!(letters(&pair(r#"{"epsilon": "ln(3)"}"#, third)).0, [["↑↓"]]);
    // In the golden section 1 - a = a².
    let golden = r#"[["1-a", "a"], ["a", "1-a"]]"#;
    assert_eq!(letters(&pair(r#"{"alpha": {"root_of": [-1, 1, 1], "between": [0, 1]}}"#, golden)).0, [["↑↓"]]);
}

/// On an interval a table that does not follow α is private up to a point, where it is tight.
#[test]
fn an_interval_is_cut_where_a_letter_changes() {
    let fields = pair(r#"{"alpha": "symbolic", "between": ["1/4", "3/4"]}"#, r#"[["1/3", "2/3"], ["2/3", "1/3"]]"#);
    assert_eq!(letters(&fields), (vec![vec!["SS".to_owned()], vec!["↑↓".to_owned()], vec!["!!".to_owned()]], 1));
    insta::assert_snapshot!(text(&fields), @"
    unnamed mechanism file
    line of 2: 0 – 1; neighbours are answers next to each other
    2 nodes, 1 edge, 2 outputs
    declared: α = every number of (1/4, 3/4), ε = -ln α, δ = 0

    α in (1/4, 1/2)

           0 1
    0 - 1  S S

    α = 1/2

           0 1
    0 - 1  ↑ ↓

    α in (1/2, 3/4)

           0 1
    0 - 1  ! !

    ↓       1  the second node has α times what the first has
    ↑       1  the first node has α times what the second has
    S       2  neither constraint is tight
    Z       0  both have 0
    !       2  a constraint is broken
    ");
    let root = pair(r#"{"alpha": "symbolic", "between": [0, 1]}"#, r#"[["a^2", "1-a^2"], ["1/2", "1/2"]]"#);
    let document: Value = serde_json::from_slice(&run(&root, &["--format", "json"]).stdout).unwrap();
    let parts = document["parts"].as_array().unwrap();
    let part = |part: &Value| [part["a"].clone(), part["edges"][0]["letters"].clone()];
    let (low, high) = ("(√17-1)/4", "root of -1+2*x^3 near 0.793700525984");
    let expected = serde_json::json!([
        [{ "between": ["0", "1/2"] }, "!S"],
        [{ "at": "1/2" }, "↑S"],
        [{ "between": ["1/2", low] }, "SS"],
        [{ "at": low }, "S↑"],
        [{ "between": [low, high] }, "S!"],
        [{ "at": high }, "↓!"],
        [{ "between": [high, "1"] }, "!!"],
    ]);
    assert_eq!(serde_json::to_value(parts.iter().map(part).collect::<Vec<_>>()).unwrap(), expected);
    let b = r#""privacy": {"alpha": "symbolic", "between": [0, 1]}, "constant": {"root_of_alpha": 2},
        "query": {"graph": "line", "nodes": 2}, "mechanism": {"matrix": [["b/(1+b)", "1/(1+b)"], ["1/(1+b)", "b/(1+b)"]]}"#;
    let document: Value = serde_json::from_slice(&run(b, &["--format", "json"]).stdout).unwrap();
    assert_eq!(document["parts"][0]["b"], serde_json::json!({ "between": ["0", "1"] }));
    assert_eq!(document["parts"][0]["edges"][0]["letters"], "SS");
}

#[test]
fn other_graphs_have_a_line_for_each_edge() {
    let star = r#""privacy": {"alpha": "1/2"}, "query": {"graph": "star", "nodes": 4, "labels": ["hub", "a\u001b", "b", "c"]},
        "mechanism": {"matrix": [["1/3", "1/3", "1/3"], ["2/3", "1/6", "1/6"], ["1/6", "2/3", "1/6"], ["1/6", "1/6", "2/3"]],
        "outputs": ["a", "or b", "or c"]}"#;
    insta::assert_snapshot!(text(star), @r#"
    unnamed mechanism file
    star of 4: hub, "a\u{1b}", b, c; hub is the neighbour of all others, and no
      others are neighbours
    4 nodes, 3 edges, 3 outputs
    declared: α = 1/2 = 0.500000000000, ε = 0.693147180560, δ = 0

    hub - "a\u{1b}"  ↑↓↓
    hub - b          ↓↑↓
    hub - c          ↓↓↑

    ↓       6  the second node has α times what the first has
    ↑       3  the first node has α times what the second has
    S       0  neither constraint is tight
    Z       0  both have 0
    "#);
    let one =
        r#""privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 1}, "mechanism": {"family": "uniform"}"#;
    insta::assert_snapshot!(text(one), @"
    unnamed mechanism file
    line of 1: 0; there are no neighbours
    1 node, 0 edges, 1 output
    declared: α = 1/2 = 0.500000000000, ε = 0.693147180560, δ = 0

    no edge, and no privacy constraint

    ↓       0  the second node has α times what the first has
    ↑       0  the first node has α times what the second has
    S       0  neither constraint is tight
    Z       0  both have 0
    ");
    assert_eq!(letters(one), (vec![Vec::new()], 0));
}

/// A node without edges has no letter, and its numbers are held to 0 all the same.
#[test]
fn a_negative_number_beside_no_edge() {
    let one =
        |matrix: &str| format!(r#""privacy": {{"alpha": "1/2"}}, "query": {{"graph": "line", "nodes": 1}}, {matrix}"#);
    let negative = one(r#""mechanism": {"matrix": [[2, -1]]}"#);
    assert_eq!(letters(&negative), (vec![Vec::new()], 1));
    assert_eq!(letters(&one(r#""mechanism": {"matrix": [[1, 0]]}"#)).1, 0);
    let isolated = |row: &str| {
        format!(
            r#""privacy": {{"alpha": "1/2"}}, "query": {{"nodes": 3, "edges": [[0, 1]]}},
            "mechanism": {{"matrix": [["1/2", "1/2"], ["1/2", "1/2"], {row}]}}"#
        )
    };
    assert_eq!(letters(&isolated("[2, -1]")), (vec![vec!["SS".to_owned()]], 1));
    assert_eq!(letters(&isolated("[1, 0]")), (vec![vec!["SS".to_owned()]], 0));
    insta::assert_snapshot!(text(&isolated("[2, -1]")), @"
    unnamed mechanism file
    graph of 3 by its edges: 0, 1, 2; 0 – 1; 2 has no neighbour; neighbours are
      joined by an edge
    3 nodes, 1 edge, 2 outputs
    declared: α = 1/2 = 0.500000000000, ε = 0.693147180560, δ = 0

           0 1
    0 - 1  S S
    node 2 has a negative number

    ↓       0  the second node has α times what the first has
    ↑       0  the first node has α times what the second has
    S       2  neither constraint is tight
    Z       0  both have 0
    ");
    let document: Value = serde_json::from_slice(&run(&isolated("[2, -1]"), &["--format", "json"]).stdout).unwrap();
    assert_eq!(document["parts"][0]["negative"], serde_json::json!([2]));
    // On an interval from where on it is negative.
    let fields = one(r#""mechanism": {"matrix": [["1/2+a", "1/2-a"]]}"#)
        .replace(r#""alpha": "1/2""#, r#""alpha": "symbolic", "between": [0, 1]"#);
    let document: Value = serde_json::from_slice(&run(&fields, &["--format", "json"]).stdout).unwrap();
    let found: Vec<[Value; 2]> =
        (0..3).map(|k| ["a", "negative"].map(|key| document["parts"][k][key].clone())).collect();
    let expected = serde_json::json!([
        [{ "between": ["0", "1/2"] }, null],
        [{ "at": "1/2" }, null],
        [{ "between": ["1/2", "1"] }, [0]],
    ]);
    assert_eq!(serde_json::to_value(found).unwrap(), expected);
    assert_eq!(letters(&fields).1, 1);
}

/// In each column of the truncated geometric mechanism all constraints are tight, towards its node.
#[test]
fn the_geometric_mechanism_is_tight_everywhere() {
    for privacy in [r#"{"alpha": "2/7"}"#, r#"{"epsilon": "0.1"}"#, r#"{"alpha": "symbolic", "between": [0, 1]}"#] {
        let fields = format!(
            r#""privacy": {privacy}, "query": {{"graph": "line", "nodes": 7}}, "mechanism": {{"family": "truncated-geometric"}}"#
        );
        let line = |i: usize| (0..7).map(|o| if o <= i { '↓' } else { '↑' }).collect::<String>();
        assert_eq!(letters(&fields).0, [(0..6).map(line).collect::<Vec<_>>()]);
    }
}

#[test]
fn the_library_counts_letters() {
    let file = fs::read(root().join("examples/ghosh-figure2.json")).unwrap();
    let found = pattern(&file, &Limits::default()).unwrap();
    let counts = Letter::ALL.map(|letter| found.count(letter));
    assert_eq!(counts, [11, 13, 1, 5, 0, 0]);
    assert!(found.is_private());
}

#[test]
fn refusals() {
    let said = |fields: &str, arguments: &[&str]| {
        let output = run(fields, arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        String::from_utf8(output.stderr).unwrap()
    };
    let line = |n: usize| format!(r#""privacy": {{"alpha": "1/2"}}, "query": {{"graph": "complete", "nodes": {n}}}"#);
    assert!(said(&line(2), &[]).contains("m.json:1:1: $: the file has no mechanism"));
    assert!(said(&line(2).replace("1/2", "3/2"), &[]).contains("expected 0 < α ≤ 1"));
    let uniform = format!(r#"{}, "mechanism": {{"family": "uniform"}}"#, line(100));
    let limited = said(&uniform, &["--limit", "memory=2000000"]);
    assert!(limited.contains("a pattern that fills over 2000000 bytes (--limit memory=N)"), "{limited}");
    // Each part of an interval has letters of its own: 19,900 edges, two outputs and three parts.
    let rows = [r#"["1/3", "2/3"]"#, r#"["2/3", "1/3"]"#].repeat(100).join(", ");
    let cut = line(200).replace(r#""alpha": "1/2""#, r#""alpha": "symbolic", "between": ["1/4", "3/4"]"#);
    let cut = format!(r#"{cut}, "mechanism": {{"matrix": [{rows}]}}"#);
    let limited = said(&cut, &["--limit", "memory=800000"]);
    let message = "the interval of α falls into more parts than fill the memory (--limit memory=N)";
    assert!(limited.contains(message), "{limited}");
    assert_eq!(run(&cut, &["-q", "--limit", "memory=1000000"]).status.code(), Some(1));
    let quiet = run(&uniform, &["-q"]);
    assert!(quiet.status.success() && quiet.stdout.is_empty());
}
