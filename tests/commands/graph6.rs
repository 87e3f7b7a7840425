//! Queries in graph6: what is read, held against petgraph's decoder and the same graph by its edges, and what is
//! refused.

use crate::files::root;
use crate::random::cases;
use assert_cmd::cargo::cargo_bin_cmd;
use dp_certify::graph::{complete, graph6, hamming, line};
use dp_certify::{Options, certify, export};
use dp_verify::error::{Error, Fault};
use dp_verify::graph::Graph;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::verify;
use petgraph::graph6::from_graph6_representation;
use proptest::prelude::*;
use serde_json::{Value, json};

/// A file with that query and what else it has.
fn file(query: &Value, rest: &Value) -> String {
    let mut file = json!({ "format": "dp-mechanism/1", "privacy": { "alpha": "1/2" }, "query": query });
    for (key, value) in rest.as_object().expect("an object") {
        file[key] = value.clone();
    }
    file.to_string()
}

fn read(query: &Value, limits: &Limits) -> Result<Graph, Error> {
    Mechanism::read(file(query, &json!({})).as_bytes(), limits).map(|mechanism| mechanism.query.graph)
}

fn by_edges(edges: &[[usize; 2]], n: usize) -> Value {
    json!({ "nodes": n, "edges": edges })
}

/// The same graph from its edges, from the line that is printed of it, and by petgraph's decoder.
fn check(edges: &[[usize; 2]], n: usize) {
    let listed = read(&by_edges(edges, n), &Limits::default()).expect("edges");
    let line = graph6(&listed).expect("few nodes");
    assert_eq!(read(&json!({ "graph6": line }), &Limits::default()), Ok(listed), "{line}");
    let (nodes, mut found) = from_graph6_representation::<usize>(line.clone());
    let mut expected: Vec<(usize, usize)> = edges.iter().map(|&[i, j]| (i.min(j), i.max(j))).collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!((nodes, found), (n, expected), "{line}");
}

#[test]
fn all_graphs_of_up_to_six_nodes() {
    let mut checked = 0;
    for n in 1..=6 {
        let pairs = complete(n);
        for chosen in 0u32..1 << pairs.len() {
            let edges: Vec<[usize; 2]> =
                pairs.iter().enumerate().filter(|(k, _)| chosen >> k & 1 == 1).map(|(_, &pair)| pair).collect();
            check(&edges, n);
            checked += 1;
        }
    }
    assert_eq!(checked, 1 + 2 + 8 + 64 + 1_024 + 32_768);
}

#[test]
fn around_the_numbers_of_nodes_that_change_the_form() {
    for n in [61, 62, 63, 64, 65, 127, 128, 200] {
        check(&[], n);
        check(&line(n), n);
        check(&complete(n), n);
    }
    check(&hamming(2, 8), 256);
}

/// McKay's own example, with and without what may stand before it.
#[test]
fn the_example_of_the_format() {
    let expected = read(&by_edges(&[[0, 2], [0, 4], [1, 3], [3, 4]], 5), &Limits::default());
    for text in ["DQc", ">>graph6<<DQc"] {
        assert_eq!(read(&json!({ "graph6": text }), &Limits::default()), expected, "{text}");
    }
}

proptest! {
    #![proptest_config(cases(256))]

    /// Printed and read again, a graph is the same.
    #[test]
    fn random_graphs(n in 1usize..90, chosen in prop::collection::vec(any::<bool>(), 4_005)) {
        let edges: Vec<[usize; 2]> =
            complete(n).into_iter().zip(chosen).filter(|(_, chosen)| *chosen).map(|(pair, _)| pair).collect();
        check(&edges, n);
    }

    /// What is read is written the same again, and nothing panics.
    #[test]
    fn one_text_for_each_graph(text in "(>>graph6<<)?[?-F~]{0,3}[?-~]{0,12}") {
        if let Ok(graph) = read(&json!({ "graph6": text }), &Limits::default()) {
            prop_assert_eq!(graph6(&graph), Some(text.trim_start_matches(">>graph6<<").to_owned()));
        }
    }

    #[test]
    fn any_text_is_read_or_refused_at_its_place(text in any::<String>()) {
        if let Err(why) = read(&json!({ "graph6": text }), &Limits::default()) {
            prop_assert_eq!(why.path, "$.query.graph6");
        }
    }
}

/// The message at the query's place, in a file of three lines.
fn refused(query: &str, limits: &Limits) -> (Fault, String) {
    let text = format!("{{ \"format\": \"dp-mechanism/1\",\n  \"privacy\": {{ \"alpha\": \"1/2\" }},\n  {query} }}");
    let why = Mechanism::read(text.as_bytes(), limits).expect_err(query);
    assert_eq!(why.line, 3, "{why}");
    (why.fault, why.to_string())
}

#[test]
fn what_is_no_graph_is_refused_at_its_place() {
    let expected = "expected one graph in graph6, with characters from \"?\" to \"~\" only";
    let cases = [
        ("\"\"", format!("found 0 characters of the number of nodes, expected 1 of {}", &expected[9..])),
        ("\">>graph6<<\"", format!("found 0 characters of the number of nodes, expected 1 of {}", &expected[9..])),
        ("\"~?\"", format!("found 1 character of the number of nodes, expected 3 of {}", &expected[9..])),
        ("\"~~?????\"", format!("found 5 characters of the number of nodes, expected 6 of {}", &expected[9..])),
        ("5", format!("found the number 5, {expected}")),
        ("[\"DQc\"]", format!("found an array of 1 item, {expected}")),
        ("\"DQc\\n\"", format!("found \"\\u{{a}}\" as character 4, {expected}")),
        ("\"DQc DQc\"", format!("found \" \" as character 4, {expected}")),
        ("\">>graph6<<DQ\u{e9}\"", format!("found \"\u{e9}\" as character 13, {expected}")),
        ("\"DQ\\u202e\"", format!("found \"\\u{{202e}}\" as character 3, {expected}")),
        ("\">>sparse6<<:Fa@x^\"", format!("found \">\" as character 1, {expected}")),
        ("\":Fa@x^\"", format!("found \":\" as character 1, {expected}")),
        ("\"DQ\u{7f}\"", format!("found \"\\u{{7f}}\" as character 3, {expected}")),
        ("\"?\"", "found a graph of 0 nodes, expected at least 1 where their number has 1 character".into()),
        ("\"~??DQc\"", "found a graph of 5 nodes, expected at least 63 where their number has 3 characters".into()),
        (
            "\"~~?????DQc\"",
            "found a graph of 5 nodes, expected at least 258048 where their number has 6 characters".into(),
        ),
        ("\"DQ\"", "found 1 character after the number of nodes, expected 2 for 5 nodes".into()),
        ("\"DQc?\"", "found 3 characters after the number of nodes, expected 2 for 5 nodes".into()),
        ("\"@?\"", "found 1 character after the number of nodes, expected 0 for 1 nodes".into()),
        // 12345 nodes, the example of the format.
        ("\"~B?x\"", "found 0 characters after the number of nodes, expected 12698890 for 12345 nodes".into()),
        ("\"DQd\"", "found a 1 among the last 2 bits, expected zeros after the last pair".into()),
        ("\"DQe\"", "found a 1 among the last 2 bits, expected zeros after the last pair".into()),
        ("\"A@\"", "found a 1 among the last 5 bits, expected zeros after the last pair".into()),
    ];
    for (text, message) in cases {
        let (fault, why) = refused(&format!("\"query\": {{ \"graph6\": {text} }}"), &Limits::default());
        assert_eq!((fault, why), (Fault::Malformed, format!("3:24: $.query.graph6: {message}")), "{text}");
    }
}

#[test]
fn other_keys_and_wrong_labels_are_refused() {
    let of = |query: &str| refused(&format!("\"query\": {query}"), &Limits::default()).1;
    let known = "unknown key, expected one of: graph6, labels";
    assert_eq!(of(r#"{ "graph6": "DQc", "nodes": 5 }"#), format!("3:40: $.query.nodes: {known}"));
    assert_eq!(of(r#"{ "graph6": "DQc", "edges": [] }"#), format!("3:40: $.query.edges: {known}"));
    let labels = of(r#"{ "graph6": "DQc", "labels": ["a"] }"#);
    assert!(labels.contains("expected an array of 5 strings, one for each node"), "{labels}");
}

#[test]
fn limits_are_kept() {
    let of = |line: &str, limits: &Limits| refused(&format!("\"query\": {{ \"graph6\": \"{line}\" }}"), limits);
    let few = Limits { nodes: 4, ..Limits::default() };
    let message = "3:24: $.query.graph6: more than 4 nodes (--limit nodes=N)";
    assert_eq!(of("DQc", &few), (Fault::OverLimit, message.to_owned()));
    // 460175067 nodes, the example of the format: refused before their pairs are counted.
    let message = "3:24: $.query.graph6: more than 20000 nodes (--limit nodes=N)";
    assert_eq!(of("~~?ZZZZZ", &Limits::default()), (Fault::OverLimit, message.to_owned()));
    let most = Limits { nodes: usize::MAX, ..Limits::default() };
    assert_eq!(of("~~~~~~~~", &most).0, Fault::Malformed);
    let whole = graph6(&read(&by_edges(&complete(100), 100), &Limits::default()).expect("edges")).expect("few nodes");
    let little = Limits { memory: 100_000, ..Limits::default() };
    let message = "3:24: $.query.graph6: numbers that fill over 100000 bytes (--limit memory=N)";
    assert_eq!(of(&whole.replace('\\', "\\\\"), &little), (Fault::OverLimit, message.to_owned()));
}

/// What is decided of a file, and the graph in its report; the verifier accepts the certificate.
fn decided(query: &Value, rest: &Value) -> (Value, Value) {
    let (text, limits) = (file(query, rest), Limits::default());
    let certified = certify(text.as_bytes(), &Options::default()).expect("a good file");
    let mechanism = Mechanism::read(text.as_bytes(), &limits).expect("a good file");
    let checked = verify(&mechanism, certified.certificate.as_bytes(), &limits).expect("a certificate");
    let report: Value = serde_json::from_str(&checked.to_json(false)).expect("JSON");
    assert_eq!(report["result"], "accepted", "{text}");
    (report["statements"].clone(), report["graph"].clone())
}

/// Statement for statement the same of a graph in graph6 and by its edges.
#[test]
fn decided_as_the_same_graph_by_its_edges() {
    let cube = hamming(2, 3);
    let graphs = [(cube, 8), (line(5), 5), (vec![[0, 2], [0, 4], [1, 3], [3, 4]], 5), (vec![[0, 1], [2, 3]], 5)];
    for (edges, n) in graphs {
        let listed = by_edges(&edges, n);
        let line = graph6(&read(&listed, &Limits::default()).expect("edges")).expect("few nodes");
        let labels: Vec<String> = (0..n).map(|i| format!("node {i}")).collect();
        let row: Vec<String> = (0..n).map(|_| format!("1/{n}")).collect();
        let bare = json!({ "priors": { "flat": "uniform" }, "claims": ["tight-constraints-exist", "threshold"] });
        let table = json!({
            "mechanism": { "matrix": vec![row; n] }, "priors": { "flat": "uniform", "corner": { "corner": 1 } },
            "claims": [{ "claim": "optimal", "prior": "flat", "expect": { "verdict": "fails" } }],
        });
        for rest in [bare, table] {
            let (expected, by_edges) = decided(&listed, &rest);
            let (found, graph) = decided(&json!({ "graph6": line }), &rest);
            assert!(found.as_array().is_some_and(|statements| statements.len() > 3), "{found}");
            assert_eq!(found, expected, "{line}");
            let mut parameters = by_edges["parameters"].clone();
            parameters["graph6"] = json!(line);
            assert_eq!((&graph["kind"], &graph["parameters"]), (&json!("graph6"), &parameters));
            for key in ["nodes", "edges", "words"] {
                assert_eq!(graph[key], by_edges[key], "{key}");
            }
        }
        let named = json!({ "graph6": format!(">>graph6<<{line}"), "labels": labels });
        let (_, graph) = decided(&named, &json!({}));
        assert_eq!((&graph["labels"], &graph["parameters"]["graph6"]), (&json!(labels), &json!(line)));
    }
}

#[test]
fn exported() {
    let limits = Limits::default();
    let of = |query: Value| export::graph6(file(&query, &json!({})).as_bytes(), &limits);
    assert_eq!(of(json!({ "graph6": ">>graph6<<DQc" })), Ok("DQc".to_owned()));
    assert_eq!(of(json!({ "graph": "complete", "nodes": 4 })), Ok("C~".to_owned()));
    let why = of(json!({ "graph": "line", "nodes": 2_049 })).expect_err("too many nodes");
    assert_eq!(
        (why.fault, why.path.as_str(), why.message.as_str()),
        (Fault::OverLimit, "$.query", "a graph of 2049 nodes, and up to 2048 are written in graph6")
    );
    let printed = cargo_bin_cmd!("certify")
        .current_dir(root())
        .args(["export", "--graph6", "examples/petersen.json"])
        .output()
        .unwrap();
    let line = String::from_utf8(printed.stdout).expect("a line");
    assert_eq!(read(&json!({ "graph6": line.trim_end() }), &limits).map(|graph| graph.nodes()), Ok(10));
    assert!(line.ends_with('\n') && printed.status.success(), "{line}");
    for call in [vec!["--graph6", "--prior", "flat"], vec!["--lp"], vec!["--graph6", "--lp", "--prior", "flat"]] {
        let refused = cargo_bin_cmd!("certify")
            .current_dir(root())
            .arg("export")
            .args(&call)
            .arg("examples/petersen.json")
            .output()
            .unwrap();
        assert_eq!(refused.status.code(), Some(2), "{call:?}");
    }
}
