//! Statements about every α of an interval, and about numbers in `b` beside a rational α.

use super::*;
use crate::fixtures::LINE_2;

/// A file over (0, 1).
fn every(query: &str, rest: &str) -> Report {
    decide(&format!(r#""privacy": {{"alpha": "symbolic", "between": ["0", "1"]}}, "query": {query}{rest}"#))
}

const ROOT_2: &str = r#""privacy": {"alpha": "1/2"}, "constant": {"root_of": ["-2", "0", "1"], "between": ["1", "2"]}"#;

fn met(report: &Report) {
    assert_eq!(report.status(), 0, "{}", report.to_text(dp_verify::report::Style::Plain));
}

/// The bound over max π is 1 at the α from which on it is: no enclosure of log₂ 1 fixes digits, and a dozen of them
/// would take all steps that there are.
#[test]
fn leakage_of_exactly_nothing_is_recognised() {
    let priors: Vec<String> = (2..14).map(|k| format!(r#""p{k}": ["1/{}", "{k}/{}"]"#, k + 1, k + 1)).collect();
    let claims: Vec<String> = (2..14).map(|k| format!(r#"{{"claim": "leakage-bound", "prior": "p{k}"}}"#)).collect();
    let rest = format!(r#", "priors": {{{}}}, "claims": [{}]"#, priors.join(", "), claims.join(", "));
    let report = every(LINE_2, &rest);
    met(&report);
    for k in 2..14 {
        let found = about(&report, Kind::LeakageBound, Some(&format!("p{k}")));
        let values: Vec<String> = found.values.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(values, ["multiplicative", "theorem"]);
    }
}

/// Bits have no expression over an interval; a bound on them is one on the number whose logarithm they are.
#[test]
fn bounds_in_bits_are_compared_over_an_interval() {
    let at_most = |bits: &str, between: &str| {
        let report = decide(&format!(
            r#""privacy": {{"alpha": "symbolic", "between": {between}}}, "query": {LINE_2}, "priors": {{"flat": "uniform"}},
               "claims": [{{"claim": "leakage-bound", "prior": "flat", "expect": {{"bits": {{"at_most": "{bits}"}}}}}}]"#
        ));
        report.status()
    };
    // 2/(1+α): 2 at 0, 4/3 at 1/2, and 2^(2/5) = 1.3195… at 0.5157….
    assert_eq!(at_most("1", r#"["0", "1"]"#), 0);
    assert_eq!(at_most("0.999", r#"["0", "1"]"#), 1);
    assert_eq!(at_most("2/5", r#"["1/2", "1"]"#), 1);
    assert_eq!(at_most("2/5", r#"["0.5158", "1"]"#), 0);
    // 2^(999/1000) at 2^(1/1000) − 1 = 0.00069338746…: by two numbers close to it, not by powers.
    assert_eq!(at_most("0.999", r#"["0.00069338", "1"]"#), 1);
    assert_eq!(at_most("0.999", r#"["0.00069339", "1"]"#), 0);
}

/// Row 0 sums to a + 1/2: X is a mechanism at 1/2 only.
#[test]
fn a_table_that_is_no_mechanism_is_derived_from_nothing() {
    let claims = r#", "mechanism": {"matrix": [["a", "1/2"], ["1/2", "1/2"]]}, "claims": [
        {"claim": "stochastic", "expect": {"verdict": "fails"}}, {"claim": "dp", "expect": {"verdict": "fails"}},
        {"claim": "derivable", "from": "truncated-geometric", "expect": {"verdict": "fails"}}]"#;
    let report = every(LINE_2, claims);
    met(&report);
    let found = report.statements.iter().find(|s| s.claim.kind == Kind::Derivable).unwrap();
    assert_eq!(found.explanation[0], "it holds exactly for α in {1/2}");
}

/// π = (b − 1, 2 − b) with b = √2: Φ^-1 π = 4/3·(b − 1 − (2 − b)/2, 2 − b − (b − 1)/2).
#[test]
fn priors_in_b_beside_a_rational_alpha() {
    let claim = |name: &str, value: &str, x: &str| {
        format!(r#"{{"claim": "{name}", "prior": "p", "expect": {{"{value}": {{"equals": "{x}"}}}}}}"#)
    };
    let claims = [
        claim("regular", "sum", "2/3"),
        claim("utility-bound", "optimum", "2/3"),
        claim("leakage-bound", "multiplicative", "2/3/(2-b)"),
        r#"{"claim": "jointly-optimal", "priors": ["p", "q"]}"#.to_owned(),
    ];
    let report = decide(&format!(
        r#"{ROOT_2}, {PAIR}, "priors": {{"p": ["b-1", "2-b"], "q": ["b/2", "1-b/2"]}}, "claims": [{}]"#,
        claims.join(", ")
    ));
    met(&report);
    assert_eq!(about(&report, Kind::UtilityBound, Some("p")).values[0].1.exact(9).as_deref(), Some("2/3"));
}

/// Against Φ^-1 π by hand: π_0 ≥ α·π_1 and π_1 ≥ α·π_0.
#[test]
fn regular_priors_on_two_nodes_in_b() {
    for (prior, verdict) in [
        (r#"["b-1", "2-b"]"#, Verdict::Holds),
        (r#"["b-1.1", "2.1-b"]"#, Verdict::Fails),
        (r#"["b-1.080880229", "2.080880229-b"]"#, Verdict::Holds),
        (r#"["b-1.080880230", "2.080880230-b"]"#, Verdict::Fails),
    ] {
        let report = decide(&format!(r#"{ROOT_2}, {PAIR}, "priors": {{"p": {prior}}}"#));
        assert_eq!(about(&report, Kind::Regular, Some("p")).verdict, verdict, "{prior}");
        for kind in [Kind::UtilityBound, Kind::LeakageBound] {
            assert_eq!(about(&report, kind, Some("p")).verdict, Verdict::Holds, "{prior}");
        }
    }
}

/// K3,3 at α = 1/2, where Φ is singular: regular iff both sides have the same weight, and y ≥ 0.
#[test]
fn priors_in_b_where_phi_is_singular() {
    let query = r#"{"nodes": 6, "edges": [[0, 3], [0, 4], [0, 5], [1, 3], [1, 4], [1, 5], [2, 3], [2, 4], [2, 5]]}"#;
    for (prior, verdict) in [
        (r#"["b/8", "1/4-b/8", "1/4", "1/6", "1/6", "1/6"]"#, Verdict::Fails),
        (r#"["b/8", "1/3-b/8", "1/6", "1/6", "1/6", "1/6"]"#, Verdict::Holds),
        (r#"["b/3", "1/2-b/3", "0", "1/6", "1/6", "1/6"]"#, Verdict::Fails),
        (r#"["b/4", "1/2-b/4", "1/8", "1/8", "1/8", "1/8"]"#, Verdict::Fails),
    ] {
        let report = decide(&format!(r#"{ROOT_2}, "query": {query}, "priors": {{"p": {prior}}}"#));
        let found = about(&report, Kind::Regular, Some("p"));
        assert_eq!(found.verdict, verdict, "{prior}: {:?}", found.reason);
        assert_eq!(about(&report, Kind::UtilityBound, Some("p")).verdict, Verdict::Holds, "{prior}");
    }
}

/// Utility and optimum of a table for a prior in b on a ring of four, whose program has no closed form.
#[test]
fn optima_in_b_beside_a_rational_alpha() {
    let flat = r#"["1/4", "1/4", "1/4", "1/4"]"#;
    let report = decide(&format!(
        r#"{ROOT_2}, "query": {{"graph": "cycle", "nodes": 4}}, "priors": {{"p": ["b/4", "0", "1-b/2", "b/4"], "flat": "uniform"}},
           "mechanism": {{"matrix": [{flat}, {flat}, {flat}, {flat}]}}, "gain": "distance",
           "claims": [{{"claim": "optimal", "prior": "p", "expect": {{"verdict": "fails"}}}},
                      {{"claim": "utility-bound", "prior": "p", "expect": {{"optimum": {{"at_least": "b/4"}}}}}}]"#
    ));
    met(&report);
    assert!(about(&report, Kind::Optimal, Some("p")).values.iter().any(|(name, _)| *name == "optimum"));
}

/// What is left out unless a file asks for it.
#[test]
fn values_that_are_expected_over_an_interval_are_there() {
    let claims = r#", "priors": {"p": ["1/3", "2/3", "0", "0", "0"]}, "claims": [
        {"claim": "tight-constraints-exist", "expect": {"unique": {"equals": true}, "least": {"at_least": "1/5"}}},
        {"claim": "utility-bound", "prior": "p", "expect": {"optimum": {"at_least": "2/3", "at_most": "1"}}},
        {"claim": "leakage-bound", "prior": "p", "expect": {"maximum": {"at_least": 1}, "bits": {"at_most": 1}}}]"#;
    met(&every(r#"{"graph": "cycle", "nodes": 5}"#, claims));
    // Past the nodes up to which `unique` is stated unasked.
    let unique = r#", "claims": [{"claim": "tight-constraints-exist", "expect": {"unique": {"equals": true}}}]"#;
    met(&every(r#"{"graph": "cycle", "nodes": 13}"#, unique));
}

/// The reason names the value that is lacking, and does not blame the witness.
#[test]
fn a_logarithm_is_compared_on_parts() {
    let mechanism = r#", "mechanism": {"matrix": [["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]},
        "claims": [{"claim": "dp", "expect": {"epsilon_min": {"at_least": BOUND}}}]"#;
    // ε ≥ 0 is α ≤ 1, which is compared over an interval too.
    met(&every(LINE_2, &mechanism.replace("BOUND", "0")));
    // ε ≥ 1/2 is α ≤ e^(-1/2), which is no end of a part: there are others at which it is so, or not.
    let report = every(LINE_2, &mechanism.replace("BOUND", "\"1/2\""));
    assert_eq!(
        (statement(&report, Kind::Dp).verdict, statement(&report, Kind::Dp).expected),
        (Verdict::Holds, Some(false))
    );
}
