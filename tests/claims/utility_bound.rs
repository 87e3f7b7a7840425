use super::*;

fn bound(alpha: &str, query: &str, prior: &str) -> String {
    let report = decide(&format!(r#""privacy": {{"alpha": "{alpha}"}}, "query": {query}, "priors": {{"p": {prior}}}"#));
    let statement = about(&report, Kind::UtilityBound, Some("p"));
    assert_eq!(statement.verdict, Verdict::Holds);
    show(&statement.values[0].1)
}

#[test]
fn a_regular_prior_has_its_sum() {
    assert_eq!(bound("1/2", r#"{"graph": "line", "nodes": 3}"#, r#"["5/10", "3/10", "2/10"]"#), "17/30");
    assert_eq!(bound("1/2", r#"{"graph": "complete", "nodes": 6}"#, r#""uniform""#), "2/7");
}

#[test]
fn a_prior_that_is_not_regular_has_a_bound_too() {
    assert_eq!(bound("2/3", r#"{"graph": "star", "nodes": 4}"#, r#"["27/96", "23/96", "23/96", "23/96"]"#), "23/64");
    let six = r#"["1/10", "1/5", "1/5", "1/5", "1/5", "1/10"]"#;
    assert_eq!(bound("1/2", r#"{"graph": "complete", "nodes": 6}"#, six), "8/25");
    assert_eq!(bound("1/2", r#"{"graph": "line", "nodes": 3}"#, r#"{"point": 1}"#), "1");
}

#[test]
fn a_product_prior_has_the_product_of_the_bounds() {
    let square = r#"{"graph": "hamming", "values": 2, "individuals": 2}"#;
    for alpha in ["1/3", "2/3"] {
        let product = bound(alpha, square, r#"{"product": [["3/4", "1/4"], ["1/2", "1/2"]]}"#);
        assert_eq!(product, bound(alpha, square, r#"["3/8", "3/8", "1/8", "1/8"]"#));
    }
    let report = decide(&example_3("3/5"));
    assert_statement(about(&report, Kind::UtilityBound, Some("opinions")), Verdict::Holds, &[("bound", "1024/161051")]);
}

#[test]
fn at_alpha_one_nothing_beats_the_most_likely_answer() {
    assert_eq!(bound("1", r#"{"graph": "line", "nodes": 3}"#, r#"["1/6", "1/2", "1/3"]"#), "1/2");
}
