use super::*;

fn verdict(alpha: &str, query: &str, mechanism: &str) -> Verdict {
    let file = format!(
        r#""privacy": {{"alpha": "{alpha}"}}, "query": {query}, "mechanism": {mechanism}, "claims": ["universally-optimal"]"#
    );
    statement(&decide(&file), Kind::UniversallyOptimal).verdict
}

#[test]
fn forests_with_tight_constraints() {
    let line = r#"{"graph": "line", "nodes": 5}"#;
    assert_eq!(verdict("1/2", line, r#"{"family": "truncated-geometric"}"#), Verdict::Holds);
    assert_eq!(verdict("1/2", line, r#"{"family": "uniform"}"#), Verdict::Fails);
    // K1,3 at 1/2: z = (0, 2/3, 2/3, 2/3), so that only leaves are ever reported.
    let star = r#"{"graph": "star", "nodes": 4}"#;
    let tight =
        r#"{"matrix": [["1/3", "1/3", "1/3"], ["2/3", "1/6", "1/6"], ["1/6", "2/3", "1/6"], ["1/6", "1/6", "2/3"]]}"#;
    assert_eq!(verdict("1/2", star, tight), Verdict::Holds);
    // Two nodes without an edge: the truth may be told.
    let apart = r#"{"nodes": 2, "edges": []}"#;
    assert_eq!(verdict("1/2", apart, r#"{"matrix": [[1, 0], [0, 1]]}"#), Verdict::Holds);
    assert_eq!(verdict("1/2", apart, r#"{"family": "uniform"}"#), Verdict::Fails);
}

#[test]
fn at_alpha_one_every_private_mechanism_is() {
    let triangle = r#"{"graph": "complete", "nodes": 3}"#;
    assert_eq!(verdict("1", triangle, r#"{"family": "uniform"}"#), Verdict::Holds);
    assert_eq!(verdict("1", triangle, r#"{"matrix": [[1, 0], ["1/2", "1/2"], ["1/2", "1/2"]]}"#), Verdict::Fails);
}

/// No mechanism serves all priors on the triangle: at (1/2, 1/2, 0) randomised response falls short.
#[test]
fn the_triangle_is_refuted_by_a_prior() {
    let triangle = r#"{"graph": "complete", "nodes": 3}"#;
    assert_eq!(verdict("1/2", triangle, r#"{"family": "randomised-response"}"#), Verdict::Fails);
}
