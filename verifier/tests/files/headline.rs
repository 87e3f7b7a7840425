//! What every report says first: who is whose neighbour, and which privacy is declared.

use crate::harness::file;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::report::{Report, Style};

fn report(text: &str) -> Report {
    Report::new(&Mechanism::read(text.as_bytes(), &Limits::default()).unwrap())
}

/// The report's headline without line breaks.
fn headline(text: &str) -> String {
    let text = report(text).to_text(Style::Plain);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(&report(text).to_json(false)).unwrap()
}

/// Each kind of query: its words, its edges, and its kind and parameters as the file has them.
#[test]
fn the_neighbour_relation_is_named_in_words_and_as_data() {
    let cases = [
        (
            r#"{"graph": "line", "nodes": 4, "labels": ["none", "mild", "severe", "fatal"]}"#.to_owned(),
            "line of 4: none – mild – severe – fatal; neighbours are answers next to each other 4 nodes, 3 edges",
            r#"{"kind": "line", "parameters": {"nodes": 4}, "edges": 3}"#,
        ),
        (
            r#"{"graph": "line", "nodes": 30}"#.into(),
            "line of 30: 0 – 1 – 2 – … (26 more) – 29; neighbours are answers next to each other 30 nodes, 29 edges",
            r#"{"kind": "line", "parameters": {"nodes": 30}, "edges": 29}"#,
        ),
        (
            r#"{"graph": "cycle", "nodes": 4}"#.into(),
            "cycle of 4: 0 – 1 – 2 – 3 – 0; neighbours are answers next to each other 4 nodes, 4 edges",
            r#"{"kind": "cycle", "parameters": {"nodes": 4}, "edges": 4}"#,
        ),
        (
            r#"{"graph": "complete", "nodes": 3, "labels": ["a", "b", "c"]}"#.into(),
            "complete graph of 3: a, b, c; all are neighbours of each other 3 nodes, 3 edges",
            r#"{"kind": "complete", "parameters": {"nodes": 3}, "edges": 3}"#,
        ),
        (
            r#"{"graph": "star", "nodes": 4}"#.into(),
            "star of 4: 0, 1, 2, 3; 0 is the neighbour of all others, and no others are neighbours 4 nodes, 3 edges",
            r#"{"kind": "star", "parameters": {"nodes": 4}, "edges": 3}"#,
        ),
        (
            r#"{"graph": "hamming", "values": 2, "individuals": 2}"#.into(),
            "Hamming graph of 2 individuals with 2 values: (0,0), (0,1), (1,0), (1,1); neighbours differ in one individual's value 4 nodes, 4 edges",
            r#"{"kind": "hamming", "parameters": {"values": 2, "individuals": 2}, "edges": 4}"#,
        ),
        (
            r#"{"graph": "sum", "individuals": 3, "max": 2}"#.into(),
            "sum of 3 numbers from 0 to 2: 0, 1, 2, 3, 4, 5, 6; neighbours differ by at most 2 7 nodes, 11 edges",
            r#"{"kind": "sum", "parameters": {"individuals": 3, "max": 2}, "edges": 11}"#,
        ),
        (
            r#"{"graph": "counts", "individuals": 2, "queries": 2}"#.into(),
            "2 counts of 2 individuals: (0,0), (0,1), (0,2), … (5 more), (2,2); neighbours differ by at most 1 in each count 9 nodes, 20 edges",
            r#"{"kind": "counts", "parameters": {"individuals": 2, "queries": 2}, "edges": 20}"#,
        ),
        (
            r#"{"nodes": 4, "edges": [[2, 0], [0, 1]]}"#.into(),
            "graph of 4 by its edges: 0, 1, 2, 3; 0 – 1, 0 – 2; 3 has no neighbour; neighbours are joined by an edge 4 nodes, 2 edges",
            r#"{"kind": "edges", "parameters": {"nodes": 4, "edges": [[0, 1], [0, 2]]}, "edges": 2}"#,
        ),
        (
            r#"{"nodes": 2, "edges": []}"#.into(),
            "graph of 2 by its edges: 0, 1; there are no neighbours 2 nodes, 0 edges",
            r#"{"kind": "edges", "parameters": {"nodes": 2, "edges": []}, "edges": 0}"#,
        ),
        (
            r#"{"databases": {"values": 2, "individuals": 2}, "answers": ["none", "some", "some", "all"]}"#.into(),
            "3 answers of a query on 2 individuals with 2 values: none, some, all; none – some, some – all; neighbours are answers of two databases that differ in one individual's value 3 nodes, 2 edges",
            r#"{"kind": "answers", "parameters": {"values": 2, "individuals": 2, "edges": [[0, 1], [1, 2]]}, "edges": 2}"#,
        ),
    ];
    for (query, words, data) in cases {
        let text = file("1/2", &format!(r#""query": {query}"#));
        let shown = headline(&text);
        assert!(shown.contains(words), "{query}\n{shown}\nand not\n{words}");
        let (found, expected) =
            (json(&text)["graph"].clone(), serde_json::from_str::<serde_json::Value>(data).unwrap());
        for key in ["kind", "parameters", "edges"] {
            assert_eq!(found[key], expected[key], "{query}: {key}");
        }
        assert!(words.starts_with(found["words"].as_str().unwrap()), "{found}");
    }
}

/// The number of edges is that of the adjacency itself.
#[test]
fn edges_are_counted_as_they_are() {
    for query in [
        r#"{"graph": "sum", "individuals": 2, "max": 5}"#,
        r#"{"graph": "sum", "individuals": 1, "max": 3}"#,
        r#"{"graph": "counts", "individuals": 3, "queries": 3}"#,
        r#"{"graph": "hamming", "values": 3, "individuals": 3}"#,
        r#"{"graph": "hamming", "values": 1, "individuals": 3}"#,
        r#"{"graph": "cycle", "nodes": 3}"#,
        r#"{"graph": "line", "nodes": 1}"#,
        r#"{"graph": "star", "nodes": 1}"#,
        r#"{"graph": "complete", "nodes": 7}"#,
    ] {
        let text = file("1/2", &format!(r#""query": {query}"#));
        let mechanism = Mechanism::read(text.as_bytes(), &Limits::default()).unwrap();
        let graph = &mechanism.query.graph;
        let twice: usize = (0..graph.nodes()).map(|i| graph.neighbours(i).len()).sum();
        assert_eq!(dp_verify::graph::edge_count(graph), twice as u128 / 2, "{query}");
    }
}

/// Of a product too large to be written out it is the databases that are neighbours.
#[test]
fn a_large_product_is_one_on_databases() {
    let product = |values: usize, people: usize, rows: &str| {
        format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"epsilon": "ln(3)"}},
                "query": {{"graph": "hamming", "values": {values}, "individuals": {people}}},
                "mechanism": {{"product": {{"matrix": {rows}}}, "individuals": {people}}}}}"#
        )
    };
    let (two, three) = (r#"[["3/4", "1/4"], ["1/4", "3/4"]]"#, r#"[["1/3", "2/3"], ["1/3", "2/3"], ["1/3", "2/3"]]"#);
    for (values, people, rows, edges) in
        [(2, 100, two, "50·2^100"), (2, 101, two, "101·2^100"), (3, 100, three, "100·3^100"), (2, 20, two, "10485760")]
    {
        let text = product(values, people, rows);
        let words = format!("Hamming graph of {people} individuals with {values} values; neighbours differ");
        let shown = headline(&text);
        assert!(shown.contains(&words) && shown.contains(&format!(", {edges} edges, ")), "{shown}");
        let graph = json(&text)["graph"].clone();
        assert_eq!(graph["parameters"]["individuals"], people);
        let count = graph["edges"].as_str().map_or_else(|| graph["edges"].to_string(), str::to_owned);
        assert_eq!(count, edges);
    }
}

/// What the file writes comes first, then the other of α and ε in decimals, and δ.
#[test]
fn the_declared_privacy_is_named_as_the_file_writes_it() {
    for (privacy, words, written) in [
        (
            r#"{"alpha": "1/2"}"#,
            "declared: α = 1/2 = 0.500000000000, ε = 0.693147180560, δ = 0",
            r#"{"alpha": "1/2", "delta": "0"}"#,
        ),
        (
            r#"{"alpha": 0.5, "delta": 0.01}"#,
            "declared: α = 1/2 = 0.500000000000, ε = 0.693147180560, δ = 1/100",
            r#"{"alpha": "0.5", "delta": "1/100"}"#,
        ),
        (r#"{"alpha": 1}"#, "declared: α = 1, ε = 0, δ = 0", r#"{"alpha": "1", "delta": "0"}"#),
        (
            r#"{"epsilon": "ln(2)"}"#,
            "declared: ε = ln(2) = 0.693147180560, α = 1/2 = 0.500000000000, δ = 0",
            r#"{"epsilon": "ln(2)", "delta": "0"}"#,
        ),
        (
            r#"{"epsilon": "0.8"}"#,
            "declared: ε = 0.8, α = e^(-4/5) = 0.449328964117, δ = 0",
            r#"{"epsilon": "0.8", "delta": "0"}"#,
        ),
        (
            r#"{"epsilon": "1/3"}"#,
            "declared: ε = 1/3 = 0.333333333333, α = e^(-1/3) = 0.716531310574, δ = 0",
            r#"{"epsilon": "1/3", "delta": "0"}"#,
        ),
        (
            r#"{"epsilon": "1/5*ln(2)"}"#,
            "declared: ε = 1/5*ln(2) = 0.138629436112, α = (2)^(-1/5) = 0.870550563296, δ = 0",
            r#"{"epsilon": "1/5*ln(2)", "delta": "0"}"#,
        ),
        (
            r#"{"alpha": {"root_of": ["-1", 1, 1], "between": [0, "1"]}}"#,
            "declared: α = root of [-1, 1, 1] in (0, 1) = 0.618033988750, ε = 0.481211825060, δ = 0",
            r#"{"alpha": {"root_of": ["-1", "1", "1"], "between": ["0", "1"]}, "delta": "0"}"#,
        ),
        (
            r#"{"alpha": "symbolic", "between": ["1/4", "1/2"]}"#,
            "declared: α = every number of (1/4, 1/2), ε = -ln α, δ = 0",
            r#"{"alpha": "symbolic", "between": ["1/4", "1/2"], "delta": "0"}"#,
        ),
    ] {
        let text = format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {{"graph": "line", "nodes": 2}}}}"#
        );
        let shown = headline(&text);
        assert!(shown.ends_with(words), "{shown}\nand not\n{words}");
        let expected: serde_json::Value = serde_json::from_str(written).unwrap();
        assert_eq!(json(&text)["privacy"], expected, "{privacy}");
    }
    let text = r#"{"format": "dp-mechanism/1", "privacy": {"epsilon": "0.8"}, "query": {"graph": "line", "nodes": 2}}"#;
    assert_eq!(json(text)["epsilon"], serde_json::json!({"exact": "4/5", "decimal": "0.800000000000"}));
    assert_eq!(json(text)["alpha"]["decimal"], "0.449328964117");
}

/// Labels are a stranger's text: nothing in the words of a graph obeys them, and a long one is cut.
#[test]
fn labels_are_printed_safely() {
    let long = "表".repeat(10_000);
    let query =
        format!(r#""query": {{"graph": "line", "nodes": 3, "labels": ["\u001b[31m", "a\nb\u202e", "{long}"]}}"#);
    let text = file("1/2", &query);
    let shown = headline(&text);
    assert!(shown.contains("\"\\u{1b}[31m\" – \"a\\u{a}b\\u{202e}\" – \"表"), "{shown}");
    assert!(shown.chars().count() < 500, "{shown}");
    let bytes = report(&text).to_json(false);
    assert!(!bytes.contains('\u{1b}') && !bytes.contains('\u{202e}'));
}

/// A label that could be read as several, or as a part of the sentence, stands in quotes.
#[test]
fn labels_do_not_speak_for_the_report() {
    for (labels, words) in [
        (
            r#"["yes", "no; every two answers are neighbours"]"#,
            "yes, \"no; every two answers are neighbours\"; there are no neighbours",
        ),
        (r#"["A – B", "C"]"#, "\"A – B\", C; there"),
        (r#"["", " a"]"#, "\"\", \" a\"; there"),
        (r#"["say \"no\"", "1, 2"]"#, "\"say \\\"no\\\"\", \"1, 2\"; there"),
        (r#"["a b", "ä1"]"#, "\"a b\", ä1; there"),
        (r#"["20-29", "(0,1)"]"#, "20-29, (0,1); there"),
        (r#"["20 - 29", "(0, 1)"]"#, "\"20 - 29\", \"(0, 1)\"; there"),
    ] {
        let text = file("1/2", &format!(r#""query": {{"nodes": 2, "edges": [], "labels": {labels}}}"#));
        let shown = report(&text).to_text(Style::Plain).replace("\n  ", " ");
        assert!(shown.contains(&format!("graph of 2 by its edges: {words}")), "{shown}\nand not\n{words}");
    }
}

/// The number 1 and the text "1" are two answers, and are told apart.
#[test]
fn answers_that_look_alike_are_told_apart() {
    let query = r#"{"databases": {"values": 3, "individuals": 1}, "answers": ["1", 1, "\"1\""]}"#;
    let text = file("1/2", &format!(r#""query": {query}"#));
    let labels = Mechanism::read(text.as_bytes(), &Limits::default()).unwrap().query.labels.unwrap();
    assert_eq!(labels, ["\"1\"", "1", "\"\"1\"\""]);
}

/// What whoever reads the first three edges of many would miss.
#[test]
fn what_is_unlike_the_rest_of_a_graph_is_said() {
    let edges = |extra: &str| {
        let line: Vec<String> = (0..9).map(|i| format!("[{i}, {}]", i + 1)).collect();
        format!("[{}{extra}]", line.join(", "))
    };
    let lengths = |long: &str| {
        let line: Vec<String> =
            (0..9).map(|i| format!("[{i}, {}, \"{}\"]", i + 1, if i == 7 { long } else { "1" })).collect();
        format!("[{}]", line.join(", "))
    };
    for (nodes, edges, words) in [
        (11, edges(""), "… (6 more edges); 10 has no neighbour; neighbours"),
        (16, edges(""), "6 nodes have no neighbours: 10, 11, 12, … (3 more); neighbours"),
        (13, edges(", [10, 11]"), "12 has no neighbour; it has 3 parts with no path between them; neighbours"),
        (10, edges(""), "… (6 more edges); neighbours are joined by an edge"),
        (10, lengths("17"), "… (6 more edges); the longest edge is 7 – 8: 17; neighbours"),
        (10, lengths("1"), "… (6 more edges); neighbours are joined by an edge 10 nodes"),
    ] {
        let text = file("1/2", &format!(r#""query": {{"nodes": {nodes}, "edges": {edges}}}"#));
        assert!(headline(&text).contains(words), "{}\nand not\n{words}", headline(&text));
    }
}

/// A prior is told by what it is, whatever it is called, and a gain by what it is worth.
#[test]
fn priors_and_gains_are_named_by_what_they_are() {
    let query = r#""query": {"graph": "line", "nodes": 3, "labels": ["A", "B", "very long"]}"#;
    let many = r#""query": {"graph": "line", "nodes": 12}"#;
    let cases = [
        (
            query,
            r#""priors": {"flat": "uniform"}"#,
            "prior flat: uniform",
            r#"{"kind": "uniform", "words": "uniform"}"#,
        ),
        (
            query,
            r#""priors": {"flat": ["1/3", "1/3", "1/3"]}"#,
            "prior flat: uniform",
            r#"{"kind": "uniform", "words": "uniform"}"#,
        ),
        (
            query,
            r#""priors": {"flat": {"point": 2}}"#,
            "prior flat: point at \"very long\"",
            r#"{"kind": "point", "node": {"index": 2, "label": "very long"}, "words": "point at \"very long\""}"#,
        ),
        (
            query,
            r#""priors": {"exit, poll": ["3/8", "5/8", "0"]}"#,
            "prior \"exit, poll\": 3/8, 5/8, 0",
            r#"{"kind": "weights", "words": "3/8, 5/8, 0"}"#,
        ),
        (
            many,
            r#""priors": {"p": {"corner": 0}}"#,
            "prior p: 2048/4095, 1024/4095, 512/4095, … (9 more)",
            r#"{"kind": "weights", "words": "2048/4095, 1024/4095, 512/4095, … (9 more)"}"#,
        ),
        (
            r#""query": {"graph": "hamming", "values": 2, "individuals": 3}"#,
            r#""priors": {"coins": {"product": [["1/3", "2/3"]]}}"#,
            "prior coins: a product of 1/3, 2/3 for each individual",
            r#"{"kind": "product", "words": "a product of 1/3, 2/3 for each individual"}"#,
        ),
        (
            r#""query": {"graph": "hamming", "values": 2, "individuals": 3}"#,
            r#""priors": {"coins": {"product": [["1/2", "1/2"]]}}"#,
            "prior coins: uniform",
            r#"{"kind": "uniform", "words": "uniform"}"#,
        ),
    ];
    for (query, priors, words, data) in cases {
        let text = file("1/2", &format!("{query}, {priors}"));
        assert!(headline(&text).contains(words), "{}\nand not\n{words}", headline(&text));
        let found = json(&text)["priors"].as_object().unwrap().values().next().unwrap().clone();
        assert_eq!(found, serde_json::from_str::<serde_json::Value>(data).unwrap(), "{priors}");
        assert_eq!(json(&text).get("gain"), None, "the binary gain needs no word");
    }
    let gains = [
        (r#""gain": "distance""#, "gain: distance: the diameter less the distance", "gain", "distance"),
        (r#""loss": "squared""#, "loss: squared: (true answer - guess)^2", "loss", "squared"),
        (r#""loss": "binary""#, "loss: binary: 0 where the guess is right, else 1", "loss", "binary"),
        (
            r#""gain": [["5/9", "5/9", "5/9"], ["5/9", "5/9", "5/9"]]"#,
            "gain: matrix: 5/9 whatever the guess and the true answer",
            "gain",
            "matrix",
        ),
        (
            r#""gain": [["1", "1/3", "0"], ["0", "1", "1"]]"#,
            "gain: matrix: 2 guesses, a row for each guess: 1, 1/3, 0; 0, 1, 1",
            "gain",
            "matrix",
        ),
        (
            r#""loss": [["0", "1"], ["2", "1/3"], ["4", "0"]]"#,
            "loss: matrix: 2 guesses, a row for each true answer: 0, 1; 2, 1/3; 4, 0",
            "loss",
            "matrix",
        ),
    ];
    for (gain, words, key, kind) in gains {
        let text = file("1/2", &format!("{query}, {gain}"));
        assert!(headline(&text).contains(words), "{}\nand not\n{words}", headline(&text));
        assert_eq!(json(&text)[key]["kind"], kind, "{gain}");
    }
}

/// A prior named uniform is, or the file is malformed.
#[test]
fn what_is_named_uniform_is_uniform() {
    let query = r#""query": {"graph": "line", "nodes": 2}"#;
    for (name, prior, is_read) in [
        ("uniform", r#""uniform""#, true),
        ("uniform", r#"["1/2", "1/2"]"#, true),
        ("Uniform ", r#"["1/2", "1/2"]"#, true),
        ("uniform", r#"["1/(1+a)-1/6", "1/2"]"#, true),
        ("uniform", r#"{"point": 0}"#, false),
        (" UNIFORM", r#"["1/3", "2/3"]"#, false),
        ("not uniform", r#"{"point": 0}"#, true),
    ] {
        let text = file("1/2", &format!(r#"{query}, "priors": {{"{name}": {prior}}}"#));
        let read = Mechanism::read(text.as_bytes(), &Limits::default());
        let message = read.as_ref().err().map(ToString::to_string);
        assert_eq!(read.is_ok(), is_read, "{name}: {prior}: {message:?}");
        if let Some(message) = message {
            assert!(message.contains("whose weights are not all the same"), "{message}");
            assert!(message.contains("priors"), "{message}");
        }
    }
}
