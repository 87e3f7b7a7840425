//! `certify construct`: the mechanisms by value, what is kept of the query file, and what is refused.

use crate::folder::Folder;
use assert_cmd::cargo::cargo_bin_cmd;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use malachite::rational::Rational;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

fn query(alpha: &str, graph: &str) -> String {
    format!(r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "{alpha}"}}, "query": {graph}}}"#)
}

/// `certify construct KIND` on a query file of this text.
fn construct(kind: &str, query: &str) -> Output {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("query.json");
    fs::write(&path, query).unwrap();
    let output = cargo_bin_cmd!("certify").args(["construct", kind]).arg(&path).output().unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing but the query file is there");
    output
}

/// The text of the mechanism file, which the verifier's reader accepts.
fn constructed(kind: &str, query: &str) -> String {
    let output = construct(kind, query);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
    Mechanism::read(&output.stdout, &Limits::default()).unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The message of a refusal: exit status 2, and nothing on standard output.
fn refusal(kind: &str, query: &str) -> String {
    let output = construct(kind, query);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn matrix(text: &str) -> Vec<Vec<String>> {
    serde_json::from_value(json(text)["mechanism"]["matrix"].clone()).unwrap()
}

fn rational(text: &str) -> Rational {
    text.parse().unwrap()
}

fn example(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name)).unwrap()
}

fn claims(text: &str) -> Value {
    json(text)["claims"].clone()
}

fn tight_and_private(alpha: &str) -> Value {
    serde_json::json!([{"claim": "dp", "expect": {"alpha_max": {"equals": alpha}}}, "tight-constraints"])
}

#[test]
fn truncated_geometric_is_table_2_of_alvim() {
    let text = constructed("truncated-geometric", &query("1/2", r#"{"graph": "line", "nodes": 6}"#));
    let printed = json(&example("alvim-table2-m1.json"));
    assert_eq!(json(&text)["mechanism"]["matrix"], printed["mechanism"]["matrix"]);
    assert_eq!(claims(&text), tight_and_private("1/2"));
}

#[test]
fn truncated_geometric_is_the_formula() {
    for (alpha, n) in [("1/2", 2), ("2/3", 3), ("0.3", 5), ("1", 4), ("99/100", 9), ("1e-2", 3)] {
        let text = constructed("truncated-geometric", &query(alpha, &format!(r#"{{"graph": "line", "nodes": {n}}}"#)));
        let rows = matrix(&text);
        let alpha = match alpha {
            "0.3" => rational("3/10"),
            "1e-2" => rational("1/100"),
            other => rational(other),
        };
        let one = Rational::from(1);
        let power = |d: usize| (0..d).fold(one.clone(), |x, _| x * &alpha);
        for (i, row) in rows.iter().enumerate() {
            assert_eq!(row.len(), n);
            let sum = row.iter().fold(Rational::from(0), |sum, x| sum + rational(x));
            assert_eq!(sum, one, "row {i} sums to one");
            for (j, x) in row.iter().enumerate() {
                let weight = if j == 0 || j + 1 == n { one.clone() } else { &one - &alpha };
                assert_eq!(*x, (power(i.abs_diff(j)) * weight / (&one + &alpha)).to_string(), "x[{i}][{j}] at {alpha}");
            }
        }
        assert_eq!(claims(&text), tight_and_private(&alpha.to_string()));
    }
}

#[test]
fn on_one_node_all_are_certain_and_no_alpha_max_is_promised_but_by_uniform() {
    for kind in ["truncated-geometric", "randomised-response", "tight-constraints"] {
        let text = constructed(kind, &query("1/2", r#"{"nodes": 1, "edges": []}"#));
        assert_eq!(matrix(&text), [["1"]]);
        assert!(!text.contains("alpha_max"), "{kind}");
    }
    let text = constructed("uniform", &query("1/2", r#"{"graph": "star", "nodes": 1}"#));
    assert_eq!(matrix(&text), [["1"]]);
    assert_eq!(claims(&text), serde_json::json!([{"claim": "dp", "expect": {"alpha_max": {"equals": "1"}}}]));
}

#[test]
fn a_line_is_a_line_by_its_edges() {
    let line = constructed("truncated-geometric", &query("1/3", r#"{"graph": "line", "nodes": 4}"#));
    for graph in [
        r#"{"nodes": 4, "edges": [[2, 1], [0, 1], [3, 2]]}"#,
        r#"{"graph": "sum", "individuals": 3, "max": 1}"#,
        r#"{"graph": "counts", "individuals": 3, "queries": 1}"#,
    ] {
        assert_eq!(matrix(&constructed("truncated-geometric", &query("1/3", graph))), matrix(&line), "{graph}");
    }
}

#[test]
fn randomised_response_tells_the_truth_in_proportion() {
    let text = constructed("randomised-response", &query("1/6", r#"{"graph": "complete", "nodes": 5}"#));
    assert_eq!(matrix(&text)[0], ["3/5", "1/10", "1/10", "1/10", "1/10"]);
    assert_eq!(matrix(&text)[4], ["1/10", "1/10", "1/10", "1/10", "3/5"]);
    assert_eq!(claims(&text), tight_and_private("1/6"));
    let one = constructed("randomised-response", &query("1", r#"{"graph": "complete", "nodes": 3}"#));
    assert_eq!(matrix(&one), [["1/3", "1/3", "1/3"]; 3]);
}

#[test]
fn uniform_fits_any_graph() {
    let text = constructed("uniform", &query("1/2", r#"{"nodes": 4, "edges": [[0, 1], [2, 3]]}"#));
    assert_eq!(matrix(&text), [["1/4", "1/4", "1/4", "1/4"]; 4]);
    assert_eq!(claims(&text), serde_json::json!([{"claim": "dp", "expect": {"alpha_max": {"equals": "1"}}}]));
}

/// Shortest distances by Floyd and Warshall; `None` is no path.
fn distances(n: usize, edges: &[(usize, usize)]) -> Vec<Vec<Option<usize>>> {
    let mut d = vec![vec![None; n]; n];
    (0..n).for_each(|i| d[i][i] = Some(0));
    for &(i, j) in edges {
        d[i][j] = Some(1);
        d[j][i] = Some(1);
    }
    for k in 0..n {
        for i in 0..n {
            for j in 0..n {
                if let (Some(a), Some(b)) = (d[i][k], d[k][j])
                    && d[i][j].is_none_or(|c| a + b < c)
                {
                    d[i][j] = Some(a + b);
                }
            }
        }
    }
    d
}

#[test]
fn tight_constraints_is_the_similarity_matrix_scaled_by_its_diagonal() {
    type Case<'a> = (&'a str, usize, &'a [(usize, usize)]);
    let cases: [Case; 5] = [
        ("1/2", 3, &[(0, 1), (1, 2)]),
        ("1/3", 4, &[(0, 1), (2, 3)]),
        ("1/5", 4, &[(0, 1), (0, 2), (0, 3)]),
        ("1/2", 8, &[(0, 3), (0, 4), (0, 5), (1, 3), (1, 4), (1, 5), (2, 3), (2, 4), (2, 5), (0, 6), (0, 7)]),
        ("1", 3, &[(0, 1)]),
    ];
    for (alpha, n, edges) in cases {
        let listed: Vec<_> = edges.iter().map(|(i, j)| format!("[{i}, {j}]")).collect();
        let graph = format!(r#"{{"nodes": {n}, "edges": [{}]}}"#, listed.join(", "));
        let text = constructed("tight-constraints", &query(alpha, &graph));
        let x: Vec<Vec<Rational>> = matrix(&text).iter().map(|row| row.iter().map(|x| rational(x)).collect()).collect();
        let alpha = rational(alpha);
        for (i, row) in distances(n, edges).iter().enumerate() {
            assert_eq!(x[i].iter().fold(Rational::from(0), |sum, x| sum + x), Rational::from(1), "row {i} of {graph}");
            for (j, d) in row.iter().enumerate() {
                let phi = d.map_or(Rational::from(0), |d| (0..d).fold(Rational::from(1), |y, _| y * &alpha));
                assert!(x[j][j] >= 0);
                assert_eq!(x[i][j], phi * &x[j][j], "x[{i}][{j}] of {graph}");
            }
        }
        assert_eq!(claims(&text), serde_json::json!(["tight-constraints-exist", "tight-constraints"]));
    }
}

#[test]
fn the_petersen_graph_has_a_quarter_on_its_diagonal_and_keeps_its_claims() {
    let source = example("petersen.json");
    let text = constructed("tight-constraints", &source);
    assert!((0..10).all(|i| matrix(&text)[i][i] == "1/4"));
    let (before, after) = (json(&source), json(&text));
    let own = before["claims"].as_array().unwrap();
    let all = [&own[..], &["tight-constraints".into()]].concat();
    assert_eq!(claims(&text), Value::Array(all), "tight-constraints-exist is not claimed twice");
    assert_eq!(after["note"], before["note"]);
    assert_eq!(after["query"], before["query"]);
    assert_eq!(after["name"], "tight-constraints mechanism constructed for: The Petersen graph at α = 1/2");
}

#[test]
fn everything_but_the_name_stays_as_it_was_written() {
    let source = "{ \"note\" : \"a \\u0041 \\\"]} b\",\r\n\t\"query\": {\"nodes\": 2,\"edges\":[[ 1,0 ]], \"labels\": [\"ä\", \"\u{202e}b\"]},\n\
        \"privacy\":{\"alpha\":0.1},\"priors\":{\"p\":[0.10000000000000000000000000001, 89999999999999999999999999999e-29]},\
        \"gain\":[[1.0e0,0],[0,1]], \"format\":\"dp-mechanism/1\", \"claims\":[\"threshold\" , {\"claim\":\"regular\", \"prior\":\"p\",\
        \"expect\":{\"verdict\":\"fails\"}}]}";
    let text = constructed("uniform", source);
    for kept in [
        "\"note\": \"a \\u0041 \\\"]} b\"",
        "\"query\": {\"nodes\": 2,\"edges\":[[ 1,0 ]], \"labels\": [\"ä\", \"\\u202eb\"]}",
        "\"privacy\": {\"alpha\":0.1}",
        "\"priors\": {\"p\":[0.10000000000000000000000000001, 89999999999999999999999999999e-29]}",
        "\"gain\": [[1.0e0,0],[0,1]]",
        "    \"threshold\",\n    {\"claim\":\"regular\", \"prior\":\"p\",\"expect\":{\"verdict\":\"fails\"}},\n    {",
        "\"matrix\": [\n      [\"1/2\", \"1/2\"],\n      [\"1/2\", \"1/2\"]\n    ]",
        "\"name\": \"uniform mechanism constructed for: a query of 2 nodes\"",
    ] {
        assert!(text.contains(kept), "{kept}\n{text}");
    }
    let keys: Vec<_> = json(&text).as_object().unwrap().keys().cloned().collect();
    assert_eq!(
        keys,
        ["note", "query", "mechanism", "privacy", "priors", "gain", "format", "name", "claims"],
        "in the file's order"
    );
}

#[test]
fn a_name_with_quotes_and_controls_survives() {
    let source = r#"{"format": "dp-mechanism/1", "name": "a\"b\\\n\u202e\u001b[31m", "privacy": {"alpha": 1},
        "query": {"graph": "line", "nodes": 1}, "claims": []}"#;
    let text = constructed("uniform", source);
    assert_eq!(json(&text)["name"], "uniform mechanism constructed for: a\"b\\\n\u{202e}\u{1b}[31m");
    assert!(!text.contains(['\u{202e}', '\u{1b}']));
}

#[test]
fn refusals_say_where_and_why() {
    let line = r#"{"graph": "line", "nodes": 3}"#;
    let with = |privacy: &str| format!(r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {line}}}"#);
    let cases = [
        (
            "truncated-geometric",
            query("1/2", r#"{"graph": "cycle", "nodes": 4}"#),
            "1:68: $.query: the truncated-geometric mechanism needs a line",
        ),
        (
            "truncated-geometric",
            query("1/2", r#"{"nodes": 3, "edges": [[0, 2], [2, 1]]}"#),
            "needs a line, in the order of its nodes",
        ),
        (
            "randomised-response",
            query("1/2", line),
            "$.query: the randomised-response mechanism needs a complete graph",
        ),
        ("tight-constraints", with(r#"{"epsilon": "0.8"}"#), "1:41: $.privacy: α is not rational"),
        ("tight-constraints", with(r#"{"alpha": "symbolic", "between": [0, 1]}"#), "α is not rational"),
        (
            "tight-constraints",
            example("star-2-3.json"),
            "$.query: no tight-constraints mechanism exists on this graph at α = 2/3: w = (",
        ),
        ("tight-constraints", example("k25.json"), "has Φw ≥ 0 and a sum below 0"),
        ("uniform", example("alvim-table2-m1.json"), "$.mechanism: the file has a mechanism already"),
        ("uniform", query("2", line), "1:51: $.privacy.alpha: found \"2\", expected 0 < α ≤ 1"),
        ("uniform", "[".into(), "1:2: $[0]: the file ends here, expected a JSON value"),
    ];
    for (kind, source, message) in cases {
        let said = refusal(kind, &source);
        assert!(said.starts_with("certify: ") && said.contains("query.json:"), "{said}");
        assert!(said.contains(message), "{message}\n{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn a_file_that_could_not_be_read_back_is_refused_early() {
    let said = {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("q.json");
        fs::write(&path, query("1/2", r#"{"graph": "line", "nodes": 20000}"#)).unwrap();
        let mut command = cargo_bin_cmd!("certify");
        let output = command.args(["construct", "uniform", "--limit", "bytes=1000000"]).arg(&path).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(said.contains("the mechanism file would have more than 1000000 bytes (--limit bytes=N)"), "{said}");
}

#[test]
fn the_kinds_are_listed_a_line_each() {
    let output = cargo_bin_cmd!("certify").args(["construct", "--list"]).output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let names: Vec<_> = text.lines().map(|line| line.split_whitespace().next().unwrap()).collect();
    assert_eq!(
        names,
        [
            "truncated-geometric",
            "tight-constraints",
            "randomised-response",
            "exponential",
            "product",
            "subset-selection",
            "unary-encoding",
            "hadamard-response",
            "staircase",
            "local-hashing",
            "rappor",
            "permute-and-flip",
            "report-noisy-max",
            "subsampled",
            "discrete-gaussian",
            "binomial",
            "truncated-laplace",
            "alvim",
            "uniform",
            "optimal"
        ]
    );
}

/// Noise whose powers no file may have is not written out.
#[test]
fn a_cut_that_could_not_be_read() {
    let query = r#"{"format": "dp-mechanism/1", "privacy": {"epsilon": "1"}, "query": {"graph": "line", "nodes": 2}}"#;
    let folder = Folder::with(&[("q.json", query)]);
    for cut in ["101", "999999999", "18446744073709551615"] {
        let call = ["construct", "discrete-gaussian", "q.json", "--sigma-squared", "1", "--cut", cut, "-o", "o.json"];
        let ended = folder.run(&call, "");
        let why = format!("the file would have b^({cut}²) in it, an exponent over 10000 (--limit exponent=N)");
        assert_eq!(ended.status, 2);
        assert!(ended.err.contains(&why), "{}", ended.err);
        assert_eq!(folder.names(), ["q.json"]);
    }
}

#[test]
fn bad_calls_exit_with_2() {
    for arguments in [
        &["construct"][..],
        &["construct", "laplace", "q.json"],
        &["construct", "uniform"],
        &["construct", "--list", "uniform"],
        &["construct", "uniform", "missing.json"],
        &["construct", "uniform", "q.json", "--force"],
        &["construct", "--list", "--force"],
        &["construct", "uniform", "q.json", "--limit", "nodes"],
    ] {
        let output = cargo_bin_cmd!("certify").args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
        assert!(output.stderr.starts_with(b"certify: "));
    }
}

#[test]
fn the_output_is_a_file_of_its_own_and_never_the_query() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let source = query("1/2", r#"{"graph": "line", "nodes": 2}"#);
    fs::write(at("q.json"), &source).unwrap();
    fs::hard_link(at("q.json"), at("hard.json")).unwrap();
    for output in ["q.json", "hard.json", "../q.json"] {
        let path = if output.starts_with("..") {
            folder.path().join("..").join(folder.path().file_name().unwrap()).join("q.json")
        } else {
            at(output)
        };
        let mut command = cargo_bin_cmd!("certify");
        command.args(["construct", "uniform"]).arg(at("q.json")).arg("-o").arg(path).assert().code(2);
        assert_eq!(fs::read_to_string(at("q.json")).unwrap(), source);
    }
    let mut command = cargo_bin_cmd!("certify");
    command.args(["construct", "uniform"]).arg(at("q.json")).arg("-o").arg(at("m.json")).assert().success();
    let direct = cargo_bin_cmd!("certify").args(["construct", "uniform"]).arg(at("q.json")).output().unwrap();
    assert_eq!(fs::read(at("m.json")).unwrap(), direct.stdout);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn what_is_constructed_is_certified() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let line = |alpha: &str, n: usize| query(alpha, &format!(r#"{{"graph": "line", "nodes": {n}}}"#));
    let complete = |alpha: &str, n: usize| query(alpha, &format!(r#"{{"graph": "complete", "nodes": {n}}}"#));
    let mut cases = vec![
        ("tight-constraints", example("petersen.json")),
        ("tight-constraints", example("k44.json")),
        ("tight-constraints", example("k33-two-pendants.json")),
        ("uniform", query("1/2", r#"{"nodes": 3, "edges": [[0, 1]]}"#)),
        ("tight-constraints", query("1/2", r#"{"nodes": 3, "edges": [[0, 1]]}"#)),
    ];
    for n in [1, 2, 3, 7] {
        for alpha in ["1/2", "1", "9/10"] {
            cases.push(("truncated-geometric", line(alpha, n)));
            cases.push(("tight-constraints", line(alpha, n)));
            cases.push(("randomised-response", complete(alpha, n)));
            cases.push(("uniform", complete(alpha, n)));
        }
    }
    for (kind, source) in cases {
        fs::write(at("q.json"), &source).unwrap();
        let (mut construct, mut certify) = (cargo_bin_cmd!("certify"), cargo_bin_cmd!("certify"));
        construct.args(["construct", kind]).arg(at("q.json")).arg("-o").arg(at("m.json")).assert().success();
        let output = certify.arg(at("m.json")).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{kind} for {source}\n{text}");
    }
}
