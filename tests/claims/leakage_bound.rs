use super::*;
use malachite::rational::Rational;

#[test]
fn example_3_at_one_half() {
    let report = decide(&example_3("1/2"));
    let values = [("multiplicative", "1024/243"), ("bits", "2.07518749639"), ("theorem", "utility-bound")];
    assert_statement(about(&report, Kind::LeakageBound, Some("opinions")), Verdict::Holds, &values);
}

#[test]
fn few_outputs_leak_little() {
    let with = |outputs: usize| {
        let claim = format!(r#"{{"claim": "leakage-bound", "prior": "flat", "outputs": {outputs}}}"#);
        let report = decide(&format!(r#"{HALF}, {LINE_6}, {FLAT}, "claims": [{claim}]"#));
        let statement = report.statements.into_iter().find(|s| s.declared).expect("the claim");
        (show(&statement.values[0].1), show(&statement.values[2].1))
    };
    // The graph allows 8/3.
    assert_eq!(with(2), ("2".to_owned(), "outputs".to_owned()));
    assert_eq!(with(3), ("8/3".to_owned(), "utility-bound".to_owned()));
}

#[test]
fn a_point_prior_has_nothing_to_leak() {
    let report = decide(&format!(r#"{HALF}, {LINE_6}, "priors": {{"p": {{"point": 2}}}}"#));
    let values = [("multiplicative", "1"), ("bits", "0"), ("theorem", "utility-bound"), ("maximum", "1")];
    assert_statement(about(&report, Kind::LeakageBound, Some("p")), Verdict::Holds, &values);
}

/// A star at α = 2/3 and a prior for which no y with yΦ ≥ π has the optimum for its sum.
#[test]
fn the_exact_maximum_on_a_small_graph() {
    let report = decide(
        r#""privacy": {"alpha": "2/3"}, "query": {"graph": "star", "nodes": 4}, "priors": {"p": ["1/10", "1/5", "3/10", "2/5"]},
            "claims": [{"claim": "leakage-bound", "prior": "p", "expect": {"maximum": {"equals": "6/5"}}}]"#,
    );
    let values = |kind| about(&report, kind, Some("p")).values.iter().map(|(n, v)| (*n, show(v))).collect::<Vec<_>>();
    let over_most = |x: &str| (x.parse::<Rational>().unwrap() / Rational::from_signeds(2, 5)).to_string();
    let [bound, optimum] = &values(Kind::UtilityBound)[..] else { panic!("both are found") };
    assert_ne!(bound.1, optimum.1);
    let leakage = values(Kind::LeakageBound);
    assert_eq!(leakage[0], ("multiplicative", over_most(&bound.1)));
    assert_eq!(leakage[3], ("maximum", over_most(&optimum.1)));
}

/// Alvim et al. Proposition 2 is refuted by a mechanism that leaks 4/3; what is true of r outputs on the cube {0, 1}².
#[test]
fn few_outputs_on_a_hamming_graph() {
    let report = decide(
        r#""privacy": {"alpha": "1/2"}, "query": {"graph": "hamming", "values": 2, "individuals": 2},
            "mechanism": {"matrix": [["1/3", "1/3", "1/6", "1/6"], ["1/6", "1/3", "1/3", "1/6"], ["1/3", "1/6", "1/6", "1/3"],
                ["1/6", "1/6", "1/3", "1/3"]]},
            "priors": {"flat": "uniform"}, "claims": [
                {"claim": "leakage-bound", "prior": "flat", "outputs": 1, "expect": {"multiplicative": {"equals": 1}}},
                {"claim": "leakage-bound", "prior": "flat", "outputs": 2, "expect": {"multiplicative": {"equals": "8/5"}}},
                {"claim": "leakage-bound", "prior": "flat", "outputs": 3, "expect": {"multiplicative": {"equals": "12/7"}}},
                {"claim": "leakage-bound", "prior": "flat", "outputs": 4, "expect": {"multiplicative": {"equals": "16/9"}}},
                {"claim": "capacity", "expect": {"multiplicative": {"equals": "4/3"}}}]"#,
    );
    for statement in report.statements.iter().filter(|s| s.declared) {
        assert_ne!(statement.expected, Some(false), "{} {:?}", statement.claim, statement.values);
    }
}
