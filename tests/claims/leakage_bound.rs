use super::*;

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
    let values = [("multiplicative", "1"), ("bits", "0"), ("theorem", "utility-bound")];
    assert_statement(about(&report, Kind::LeakageBound, Some("p")), Verdict::Holds, &values);
}
