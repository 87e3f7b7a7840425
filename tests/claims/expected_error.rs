use super::*;

fn error(privacy: &str, values: usize, individuals: usize, mechanism: &str) -> Statement {
    let report = decide(&format!(
        r#""privacy": {privacy}, "query": {{"graph": "hamming", "values": {values}, "individuals": {individuals}}},
            "mechanism": {mechanism}, "claims": ["expected-error"]"#
    ));
    statement(&report, Kind::ExpectedError).clone()
}

/// Randomised response on each of u individuals has the least error that privacy allows (Holohan et al., Theorem 9).
#[test]
fn products_of_randomised_response_reach_the_bound() {
    for (values, individuals, expected) in [(5, 1, "2/5"), (2, 3, "3/7"), (3, 2, "1/2")] {
        let found = error(r#"{"epsilon": "ln(6)"}"#, values, individuals, r#"{"family": "exponential"}"#);
        assert_statement(&found, Verdict::Holds, &[("error", expected), ("bound", expected)]);
    }
}

/// d + Z with Z ~ (5, 2, 2, 1)/10 on two bits: ε = ln 2 and δ = 1/10, and as good as the product.
#[test]
fn noise_with_a_delta() {
    let matrix = r#"{"matrix": [["1/2", "1/5", "1/5", "1/10"], ["1/5", "1/2", "1/10", "1/5"],
        ["1/5", "1/10", "1/2", "1/5"], ["1/10", "1/5", "1/5", "1/2"]]}"#;
    let found = error(r#"{"alpha": "1/2", "delta": "1/10"}"#, 2, 2, matrix);
    assert_statement(&found, Verdict::Holds, &[("error", "3/5"), ("bound", "3/5")]);
}

/// The identity errs nowhere; a mechanism that always says the first node errs most on the last.
#[test]
fn the_worst_input() {
    let identity = r#"{"matrix": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]}"#;
    let found = error(r#"{"alpha": "1/2"}"#, 2, 2, identity);
    assert_statement(&found, Verdict::Holds, &[("error", "0"), ("bound", "2/3")]);
    let first = r#"{"matrix": [[1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]]}"#;
    let found = error(r#"{"epsilon": 1}"#, 2, 2, first);
    assert_eq!(show(&found.values[0].1), "2");
    assert_eq!(show(&found.values[1].1), "2*a/(1+a)");
    assert_eq!(found.explanation, ["the largest is that of input 3"]);
}
