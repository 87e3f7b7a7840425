use super::*;

#[test]
fn the_geometric_mechanism_is_private_on_the_line() {
    let report = decide(&format!("{HALF}, {LINE_6}, {TABLE_2_M1}"));
    let values = [("alpha_max", "1/2"), ("epsilon_min", "0.693147180560")];
    assert_statement(statement(&report, Kind::Dp), Verdict::Holds, &values);
    assert_eq!(report.status(), 0);
}

#[test]
fn the_same_matrix_is_not_private_on_the_ring() {
    let report = decide(&format!("{HALF}, {RING_6}, {TABLE_2_M1}"));
    let dp = statement(&report, Kind::Dp);
    assert_statement(dp, Verdict::Fails, &[("alpha_max", "1/32"), ("epsilon_min", "3.46573590280")]);
    assert_eq!(dp.explanation, ["output 0: answer 0 has 2/3, its neighbour 5 has 1/48: ratio 32, allowed 2"]);
    assert_eq!(report.status(), 1);
    let ring = decide(&format!("{HALF}, {RING_6}, {TABLE_2_M2}"));
    assert_statement(
        statement(&ring, Kind::Dp),
        Verdict::Holds,
        &[("alpha_max", "1/2"), ("epsilon_min", "0.693147180560")],
    );
}

#[test]
fn zero_against_positive_means_no_epsilon_serves() {
    let report = decide(&format!(r#"{HALF}, {PAIR}, "mechanism": {{"matrix": [[1, 0], [0, 1]]}}"#));
    let dp = statement(&report, Kind::Dp);
    assert_statement(dp, Verdict::Fails, &[("alpha_max", "0"), ("epsilon_min", "inf")]);
    assert_eq!(dp.explanation, ["output 0: answer 0 has 1, its neighbour 1 has 0: no ε is enough"]);
}

#[test]
fn zero_against_zero_is_fine() {
    let report =
        decide(&format!(r#"{HALF}, {PAIR}, "mechanism": {{"matrix": [["1/3", 0, "2/3"], ["2/3", 0, "1/3"]]}}"#));
    assert_statement(
        statement(&report, Kind::Dp),
        Verdict::Holds,
        &[("alpha_max", "1/2"), ("epsilon_min", "0.693147180560")],
    );
}

#[test]
fn nodes_without_a_path_bind_nothing() {
    let apart = r#""query": {"nodes": 2, "edges": []}, "mechanism": {"matrix": [[1, 0], [0, 1]]}"#;
    let report = decide(&format!("{HALF}, {apart}"));
    assert_statement(statement(&report, Kind::Dp), Verdict::Holds, &[("alpha_max", "1"), ("epsilon_min", "0")]);
}

#[test]
fn dp_asks_only_for_entries_not_below_zero() {
    let report = decide(&format!(r#"{HALF}, {PAIR}, "mechanism": {{"matrix": [[3, 4], [2, 5]]}}"#));
    assert_statement(
        statement(&report, Kind::Dp),
        Verdict::Holds,
        &[("alpha_max", "2/3"), ("epsilon_min", "0.405465108108")],
    );
    let negative = decide(&format!(r#"{HALF}, {PAIR}, "mechanism": {{"matrix": [[1, 0], ["11/10", "-1/10"]]}}"#));
    assert_statement(statement(&negative, Kind::Dp), Verdict::Fails, &[]);
}

#[test]
fn a_ratio_just_past_the_allowed_one_shows_it() {
    let rows = r#"[["500000001/1000000000", "499999999/1000000000"], ["1/4", "3/4"]]"#;
    let report = decide(&format!(r#"{HALF}, {PAIR}, "mechanism": {{"matrix": {rows}}}"#));
    let dp = statement(&report, Kind::Dp);
    assert_eq!(dp.verdict, Verdict::Fails);
    assert!(dp.explanation[0].ends_with("ratio 2.000000004, allowed 2"), "{}", dp.explanation[0]);
}

#[test]
fn alpha_one_allows_equal_rows_only() {
    let at_one = r#""privacy": {"alpha": 1}"#;
    let equal = decide(&format!(r#"{at_one}, {PAIR}, "mechanism": {{"family": "uniform"}}"#));
    assert_eq!(statement(&equal, Kind::Dp).verdict, Verdict::Holds);
    let unequal = decide(&format!(r#"{at_one}, {PAIR}, "mechanism": {{"matrix": [[1, 0], ["1/2", "1/2"]]}}"#));
    assert_eq!(statement(&unequal, Kind::Dp).verdict, Verdict::Fails);
}

#[test]
fn a_rational_table_is_held_against_an_irrational_alpha() {
    // e^-0.8 = 0.449 and e^-0.6 = 0.549 lie on both sides of 1/2.
    let at = |epsilon: &str| {
        let report = decide(&format!(r#""privacy": {{"epsilon": "{epsilon}"}}, {LINE_6}, {TABLE_2_M1}"#));
        (statement(&report, Kind::Dp).verdict, statement(&report, Kind::Stochastic).verdict, report.status())
    };
    assert_eq!(at("0.8"), (Verdict::Holds, Verdict::Holds, 0));
    assert_eq!(at("0.6"), (Verdict::Fails, Verdict::Holds, 1));
    let irrational = r#""privacy": {"epsilon": "0.8"}"#;
    let never = decide(&format!(r#"{irrational}, {PAIR}, "mechanism": {{"matrix": [[1, 0], [0, 1]]}}"#));
    assert_eq!(statement(&never, Kind::Dp).verdict, Verdict::Fails);
    let always = decide(&format!(r#"{irrational}, {PAIR}, "mechanism": {{"family": "uniform"}}"#));
    assert_eq!(statement(&always, Kind::Dp).verdict, Verdict::Holds);
}

#[test]
fn an_epsilon_whose_alpha_is_rational_is_decided() {
    let report =
        decide(&format!(r#""privacy": {{"epsilon": "2*ln(3/2)"}}, {PAIR}, "mechanism": {{"family": "uniform"}}"#));
    assert_eq!(report.privacy.alpha.rational().map(ToString::to_string).as_deref(), Some("4/9"));
}

/// ε = -ln(1 - 10^-k) begins with k zeros, which the certificate's enclosure must reach past.
#[test]
fn rows_that_differ_by_next_to_nothing() {
    for k in [1usize, 16, 193, 400, 1_200] {
        let third = "3".repeat(k);
        let matrix = format!(r#"[["0.{third}", "1-0.{third}"], ["1/3", "2/3"]]"#);
        let report = decide(&format!(r#"{HALF}, {PAIR}, "mechanism": {{"matrix": {matrix}}}"#));
        let most = format!("{}/1{}", "9".repeat(k), "0".repeat(k));
        let dp = statement(&report, Kind::Dp);
        assert_eq!((dp.verdict, show(&dp.values[0].1)), (Verdict::Holds, most), "{k}");
        let epsilon = if k == 1 { "0.105360515658".into() } else { format!("1.00000000000e-{k}") };
        assert_eq!(show(&dp.values[1].1), epsilon);
    }
}

/// What the verifier would not pass over within its limits is left undecided before it is computed.
#[test]
fn what_is_over_the_verifiers_limits_is_undecided_at_once() {
    let rows = vec![format!("[{}]", ["\"1/10\""; 10].join(",")); 201].join(",");
    let text = format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {{"graph": "sum", "individuals": 2, "max": 100}},
            "mechanism": {{"matrix": [{rows}]}}, "claims": ["approximate-dp", "tight-constraints-exist"]}}"#
    );
    let reasons = |limits: Limits| {
        let report = certify(text.as_bytes(), &Options { limits, ..Options::default() }).unwrap().report;
        let kinds = [Kind::Dp, Kind::ApproximateDp, Kind::TightConstraintsExist];
        kinds.map(|kind| statement(&report, kind).reason.clone().unwrap_or_default())
    };
    assert_eq!(reasons(Limits::default()), ["", "", ""]);
    let [_, approximate, _] = reasons(Limits { steps: 1 << 18, ..Limits::default() });
    assert_eq!(approximate, "it takes more steps than are left (--limit steps=N)");
}
