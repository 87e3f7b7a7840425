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

/// At α = 1 a mechanism may tell the components of the graph apart, and nothing else; one that does not is refuted.
#[test]
fn components_at_alpha_one() {
    let apart = r#"{"nodes": 3, "edges": [[0, 2]]}"#;
    assert_eq!(verdict("1", apart, r#"{"family": "uniform"}"#), Verdict::Fails);
    assert_eq!(verdict("1", apart, r#"{"matrix": [["1/3", "2/3", 0], [0, 0, 1], ["1/3", "2/3", 0]]}"#), Verdict::Holds);
    assert_eq!(verdict("1", apart, r#"{"matrix": [["1/3", "2/3"], ["1/3", "2/3"], [0, 1]]}"#), Verdict::Fails);
}

/// The verdicts by the priors that decide are those of the theorem on forests; α = 4/5 is past where the star has tight
/// constraints.
#[test]
fn by_the_priors_that_decide() {
    let decide = |alpha: &str, query: &str, mechanism: &str| {
        let file = format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "{alpha}"}}, "query": {query}, "mechanism": {mechanism},
                "claims": ["universally-optimal"]}}"#
        );
        let options = Options { general: true, ..Options::default() };
        let report = certify(file.as_bytes(), &options).expect("a good file").report;
        let found = statement(&report, Kind::UniversallyOptimal);
        (found.verdict, found.explanation.join(" "))
    };
    for (n, priors) in [(2, 2), (3, 11), (4, 44), (5, 159)] {
        let line = format!(r#"{{"graph": "line", "nodes": {n}}}"#);
        let (verdict, why) = decide("1/2", &line, r#"{"family": "truncated-geometric"}"#);
        assert_eq!(
            (verdict, why.as_str()),
            (Verdict::Holds, &*format!("X is optimal for the {priors} priors that decide"))
        );
    }
    let star = r#"{"graph": "star", "nodes": 4}"#;
    let tight =
        r#"{"matrix": [["1/3", "1/3", "1/3"], ["2/3", "1/6", "1/6"], ["1/6", "2/3", "1/6"], ["1/6", "1/6", "2/3"]]}"#;
    assert_eq!(decide("1/2", star, tight).0, Verdict::Holds);
    // Two lines of two, told apart.
    let pairs = r#"{"nodes": 4, "edges": [[0, 1], [2, 3]]}"#;
    let both =
        r#"{"matrix": [["2/3", "1/3", 0, 0], ["1/3", "2/3", 0, 0], [0, 0, "2/3", "1/3"], [0, 0, "1/3", "2/3"]]}"#;
    assert_eq!(decide("1/2", pairs, both).0, Verdict::Holds);
    let mixed = r#"{"matrix": [["2/3", "1/3", 0], ["1/3", "2/3", 0], ["1/3", 0, "2/3"], ["2/3", 0, "1/3"]]}"#;
    assert_eq!(decide("1/2", pairs, mixed).0, Verdict::Fails);
}

/// The prior that refutes X is named, with what X and the other mechanism have there.
#[test]
fn the_prior_that_refutes_is_named() {
    let report = decide(
        r#""privacy": {"alpha": "1/2"}, "query": {"graph": "complete", "nodes": 3, "labels": ["A", "B", "C"]},
           "mechanism": {"family": "randomised-response"}, "claims": ["universally-optimal"]"#,
    );
    let sentence =
        "for the prior 1/2 at B, 1/2 at C X has the utility 5/8, another private mechanism 2/3, more by 1/24";
    assert_eq!(statement(&report, Kind::UniversallyOptimal).explanation, [sentence]);
}
