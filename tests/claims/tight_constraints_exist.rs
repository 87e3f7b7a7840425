use super::*;

fn on(alpha: &str, query: &str) -> Report {
    decide(&format!(r#""privacy": {{"alpha": "{alpha}"}}, "query": {query}"#))
}

fn assert_exists(report: &Report, verdict: Verdict, values: &[(&str, &str)]) {
    assert_statement(statement(report, Kind::TightConstraintsExist), verdict, values);
}

/// K_{m,n} with the sides 0..m-1 and m..m+n-1.
fn complete_bipartite(m: usize, n: usize) -> String {
    let edges: Vec<String> = (0..m).flat_map(|i| (m..m + n).map(move |j| format!("[{i}, {j}]"))).collect();
    format!(r#"{{"nodes": {}, "edges": [{}]}}"#, m + n, edges.join(", "))
}

#[test]
fn an_invertible_matrix_has_one_solution_and_its_least_entry() {
    // z = (1, 1-α, …, 1-α, 1)/(1+α) on a line.
    assert_exists(
        &on("1/2", r#"{"graph": "line", "nodes": 6}"#),
        Verdict::Holds,
        &[("sum", "8/3"), ("unique", "true"), ("least", "1/3")],
    );
    assert_exists(&on("2/3", r#"{"graph": "star", "nodes": 4}"#), Verdict::Fails, &[("least", "-1/5")]);
    assert_exists(
        &on("1/2", r#"{"graph": "hamming", "values": 2, "individuals": 3}"#),
        Verdict::Holds,
        &[("sum", "64/27"), ("unique", "true"), ("least", "8/27")],
    );
}

#[test]
fn a_singular_matrix_may_have_many_solutions() {
    assert_exists(&on("1/2", &complete_bipartite(3, 3)), Verdict::Holds, &[("sum", "2"), ("unique", "false")]);
    assert_exists(&on("1/3", &complete_bipartite(4, 4)), Verdict::Holds, &[("sum", "3"), ("unique", "false")]);
}

#[test]
fn a_singular_matrix_may_have_one_solution_that_is_not_negative() {
    let edges = "[[0,3],[0,4],[0,5],[1,3],[1,4],[1,5],[2,3],[2,4],[2,5],[0,6],[0,7]]";
    let report = on("1/2", &format!(r#"{{"nodes": 8, "edges": {edges}}}"#));
    assert_exists(&report, Verdict::Holds, &[("sum", "8/3"), ("unique", "true")]);
}

#[test]
fn a_singular_matrix_may_have_no_solution() {
    let report = on("1/2", &complete_bipartite(2, 5));
    assert_exists(&report, Verdict::Fails, &[]);
    let sentence = "some w has wΦ = 0 and w·1 = -1: Φ is singular, and no z at all has Φz = 1";
    assert_eq!(statement(&report, Kind::TightConstraintsExist).explanation, [sentence]);
}

#[test]
fn at_alpha_one_each_component_has_its_share() {
    let report = on("1", r#"{"nodes": 4, "edges": [[0, 1], [2, 3]]}"#);
    assert_exists(&report, Verdict::Holds, &[("sum", "2"), ("unique", "false")]);
    let isolated = on("1", r#"{"nodes": 3, "edges": []}"#);
    assert_exists(&isolated, Verdict::Holds, &[("sum", "3"), ("unique", "true"), ("least", "1")]);
}

#[test]
fn one_node_is_a_graph() {
    assert_exists(
        &on("1/2", r#"{"graph": "line", "nodes": 1}"#),
        Verdict::Holds,
        &[("sum", "1"), ("unique", "true"), ("least", "1")],
    );
}

#[test]
fn small_thresholds_of_the_papers_fall_between_the_right_rationals() {
    // 2-count u = 2: √5 - 2 = 0.23606…; sum (3, 2): 1/√2 = 0.70710…
    let counts = r#"{"graph": "counts", "individuals": 2, "queries": 2}"#;
    let sum = r#"{"graph": "sum", "individuals": 3, "max": 2}"#;
    for (query, below, above) in [(counts, "0.236", "0.2361"), (sum, "0.7071", "0.7072")] {
        assert_eq!(statement(&on(below, query), Kind::TightConstraintsExist).verdict, Verdict::Holds, "{query}");
        assert_eq!(statement(&on(above, query), Kind::TightConstraintsExist).verdict, Verdict::Fails, "{query}");
    }
}
