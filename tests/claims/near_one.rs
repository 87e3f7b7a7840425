//! α next to 1 and next to 0, where floats tell nothing apart, and numbers of all sizes: small files are decided all
//! the same.

use super::*;

/// The decimal places of 1 − α that are tried.
const PLACES: [u32; 4] = [7, 12, 20, 40];

/// 1 − 10^-places.
fn below_one(places: u32) -> String {
    let whole = "9".repeat(places as usize);
    format!("{whole}/1{}", "0".repeat(places as usize))
}

/// 10^-places.
fn above_zero(places: u32) -> String {
    format!("1/1{}", "0".repeat(places as usize))
}

/// Every statement is decided: `decide` has seen that the verifier accepts them.
fn all_decided(fields: &str) -> Report {
    let report = decide(fields);
    for statement in &report.statements {
        assert_ne!(statement.verdict, Verdict::Undecided, "{}: {fields}", statement.claim);
    }
    report
}

#[test]
fn the_bound_on_two_and_three_nodes() {
    for alpha in PLACES.into_iter().flat_map(|k| [below_one(k), above_zero(k)]) {
        for (nodes, prior) in [(2, r#"["3/8", "5/8"]"#), (3, r#"["3/8", "1/2", "1/8"]"#)] {
            let report = all_decided(&format!(
                r#""privacy": {{"alpha": "{alpha}"}}, "query": {{"graph": "line", "nodes": {nodes}}},
                    "priors": {{"p": {prior}}}, "claims": [{{"claim": "utility-bound", "prior": "p"}}]"#
            ));
            let bound = about(&report, Kind::UtilityBound, Some("p"));
            assert_eq!(bound.verdict, Verdict::Holds);
        }
    }
}

/// The most likely of six answers, always given, is optimal at every α so close to 1.
#[test]
fn a_constant_mechanism_on_six_nodes() {
    let constant = format!("[{}]", [r#"[0, 0, 1, 0, 0, 0]"#; 6].join(", "));
    let prior = r#"["1/20", "1/10", "3/10", "1/4", "1/5", "1/10"]"#;
    for alpha in PLACES.map(below_one) {
        for query in [r#"{"graph": "line", "nodes": 6}"#, r#"{"graph": "cycle", "nodes": 6}"#] {
            let report = all_decided(&format!(
                r#""privacy": {{"alpha": "{alpha}"}}, "query": {query}, "mechanism": {{"matrix": {constant}}},
                    "priors": {{"p": {prior}}}, "claims": [{{"claim": "optimal", "prior": "p"}}]"#
            ));
            assert_eq!(about(&report, Kind::Optimal, Some("p")).verdict, Verdict::Holds);
        }
    }
}

/// With all answers as likely, or nearly so, the optimum is within 1 − α of what a constant earns.
#[test]
fn priors_that_are_almost_uniform() {
    let tiny = "1000000000000000000000000000001/4000000000000000000000000000000";
    let rest = "999999999999999999999999999999/4000000000000000000000000000000";
    let uniform = format!("[{}]", [r#"["1/4", "1/4", "1/4", "1/4"]"#; 4].join(", "));
    for alpha in [7, 30, 40].into_iter().flat_map(|k| [below_one(k), above_zero(k)]) {
        for graph in ["star", "cycle", "complete"] {
            all_decided(&format!(
                r#""privacy": {{"alpha": "{alpha}"}}, "query": {{"graph": "{graph}", "nodes": 4}},
                    "mechanism": {{"matrix": {uniform}}},
                    "priors": {{"flat": "uniform", "tilted": ["{tiny}", "{rest}", "1/4", "1/4"]}}"#
            ));
        }
    }
}

#[test]
fn one_mechanism_for_two_priors() {
    for alpha in PLACES.into_iter().flat_map(|k| [below_one(k), above_zero(k)]) {
        let report = all_decided(&format!(
            r#""privacy": {{"alpha": "{alpha}"}}, "query": {{"nodes": 4, "edges": [[0, 1], [1, 2], [2, 0], [2, 3]]}},
                "priors": {{"p": ["1/10", "1/5", "3/10", "2/5"], "q": ["2/5", "3/10", "1/5", "1/10"]}},
                "claims": [{{"claim": "jointly-optimal", "priors": ["p", "q"]}}]"#
        ));
        let joint = report.statements.iter().find(|s| s.claim.kind == Kind::JointlyOptimal).expect("it is claimed");
        assert_ne!(joint.verdict, Verdict::Undecided);
    }
}

/// Weights of 10^-30 beside ordinary ones, and losses between 10^-30 and 10^30.
#[test]
fn weights_and_losses_of_all_sizes() {
    let small = format!("1/1{}", "0".repeat(30));
    let rest = format!("{}/1{}", "9".repeat(30), "0".repeat(30));
    let loss = r#"[["0", "1e30", "1"], ["1e-30", "0", "1e30"], ["1", "1e-30", "0"]]"#;
    for alpha in ["1/2".to_owned(), below_one(20), above_zero(20)] {
        all_decided(&format!(
            r#""privacy": {{"alpha": "{alpha}"}}, "query": {{"graph": "line", "nodes": 3}},
                "mechanism": {{"family": "uniform"}}, "loss": {loss},
                "priors": {{"p": ["{small}", "0", "{rest}"], "q": ["1/3", "1/2", "1/6"]}},
                "claims": [{{"claim": "optimal", "prior": "p"}}, {{"claim": "optimal", "prior": "q"}}]"#
        ));
    }
}

/// Numbers of thousands of digits: few unknowns are eliminated, and a linear program that would take long is not begun.
#[test]
fn alpha_of_thousands_of_digits() {
    let report = decide(
        r#""privacy": {"alpha": "7^900/11^900"}, "query": {"graph": "cycle", "nodes": 24}, "priors": {"flat": "uniform"},
           "claims": ["tight-constraints-exist", {"claim": "regular", "prior": "flat"}]"#,
    );
    assert_eq!(report.status(), 0);
    let long = decide(
        r#""privacy": {"alpha": "1e-4000"}, "query": {"graph": "cycle", "nodes": 12},
           "priors": {"p": ["1/78", "2/78", "3/78", "4/78", "5/78", "6/78", "7/78", "8/78", "9/78", "10/78", "11/78", "12/78"]},
           "claims": [{"claim": "utility-bound", "prior": "p"}]"#,
    );
    let reason = about(&long, Kind::UtilityBound, Some("p")).reason.clone().unwrap_or_default();
    assert!(reason.contains("(--limit search=N)"), "{reason}");
}

/// A sum of eleven zeros and ones is a line by another name: the geometric mechanism serves every prior and a loss that
/// grows with the distance, at any α.
#[test]
fn a_sum_of_zeros_and_ones() {
    for privacy in
        [r#"{"alpha": "1-10^-40"}"#, r#"{"epsilon": "1/7"}"#, r#"{"alpha": "symbolic", "between": ["1/4", "1/3"]}"#]
    {
        let report = decide(&format!(
            r#""privacy": {privacy}, "query": {{"graph": "sum", "individuals": 11, "max": 1}}, "gain": "distance",
               "priors": {{"p": "uniform", "q": {{"corner": 2}}}}, "mechanism": {{"family": "uniform"}},
               "claims": [{{"claim": "jointly-optimal", "priors": ["p", "q"]}}, {{"claim": "optimal", "prior": "q"}}]"#
        ));
        let verdict = |kind| report.statements.iter().find(|s| s.claim.kind == kind).expect("claimed").verdict;
        assert_eq!(verdict(Kind::JointlyOptimal), Verdict::Holds, "{privacy}");
        assert_eq!(verdict(Kind::Optimal), Verdict::Fails, "{privacy}");
    }
}
