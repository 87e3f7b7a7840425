use super::*;

#[test]
fn binary_gain_at_the_uniform_prior() {
    for (query, table, utility) in [(LINE_6, TABLE_2_M1, "4/9"), (RING_6, TABLE_2_M2, "4/11")] {
        let report = decide(&format!("{HALF}, {query}, {table}, {FLAT}"));
        assert_statement(about(&report, Kind::Utility, Some("flat")), Verdict::Holds, &[("utility", utility)]);
    }
}

fn on_six(gain: &str, prior: &str) -> Report {
    decide(&format!(
        r#"{HALF}, {LINE_6}, {gain}, "priors": {{"p": {prior}}}, "mechanism": {{"family": "truncated-geometric"}}"#
    ))
}

#[test]
fn distance_gain_and_absolute_loss_differ_by_the_diameter() {
    // 002.E5, n = 5, α = 1/2.
    let gain = on_six(r#""gain": "distance""#, r#""uniform""#);
    assert_statement(about(&gain, Kind::Utility, Some("p")), Verdict::Holds, &[("utility", "197/48")]);
    let loss = on_six(r#""loss": "absolute""#, r#""uniform""#);
    assert_statement(
        about(&loss, Kind::Utility, Some("p")),
        Verdict::Holds,
        &[("utility", "-43/48"), ("loss", "43/48")],
    );
}

#[test]
fn formulas_say_the_same_as_their_tables() {
    let table = |l: fn(i32, i32) -> i32| {
        let row = |i| format!("[{}]", (0..6).map(|r| l(i, r).to_string()).collect::<Vec<_>>().join(", "));
        format!(r#""loss": [{}]"#, (0..6).map(row).collect::<Vec<_>>().join(", "))
    };
    let losses = [
        ("absolute", table(|i, r| (i - r).abs())),
        ("squared", table(|i, r| (i - r) * (i - r))),
        ("binary", table(|i, r| i32::from(i != r))),
    ];
    let prior = r#"["1/21", "2/21", "3/21", "4/21", "5/21", "6/21"]"#;
    for (name, listed) in losses {
        let (named, listed) = (on_six(&format!(r#""loss": "{name}""#), prior), on_six(&listed, prior));
        let utility = |report: &Report| about(report, Kind::Utility, Some("p")).values.clone();
        assert_eq!(utility(&named), utility(&listed), "{name}");
    }
}

#[test]
fn guesses_need_not_be_nodes() {
    // 002.ghosh: parity gain at (1, 2, 1)/4.
    let report = decide(&format!(
        r#"{HALF}, "query": {{"graph": "line", "nodes": 3}}, "gain": [[1, 0, 1], [0, 1, 0]],
           "priors": {{"p": ["1/4", "1/2", "1/4"]}}, "mechanism": {{"family": "truncated-geometric"}}"#
    ));
    assert_statement(about(&report, Kind::Utility, Some("p")), Verdict::Holds, &[("utility", "7/12")]);
}

#[test]
fn a_gain_below_zero_everywhere_is_no_zero() {
    let report = decide(&format!(
        r#"{HALF}, {PAIR}, "gain": [[-3, -1]], {FLAT}, "mechanism": {{"matrix": [["1/2", "1/2"], [1, 0]]}}"#
    ));
    assert_statement(about(&report, Kind::Utility, Some("flat")), Verdict::Holds, &[("utility", "-2")]);
}

#[test]
fn expectations_are_compared_exactly() {
    let expecting = |bound: &str| {
        let claim = format!(r#"{{"claim": "utility", "prior": "flat", "expect": {{"utility": {bound}}}}}"#);
        let report = decide(&format!(r#"{HALF}, {LINE_6}, {TABLE_2_M1}, {FLAT}, "claims": [{claim}]"#));
        (about(&report, Kind::Utility, Some("flat")).expected, report.status())
    };
    assert_eq!(expecting(r#"{"at_least": "4/9"}"#), (Some(true), 0));
    assert_eq!(expecting(r#"{"at_least": "0.4444444444444444445"}"#), (Some(false), 1));
    assert_eq!(expecting(r#"{"equals": "8/18", "at_most": 1}"#), (Some(true), 0));
    assert_eq!(expecting(r#"{"at_most": "0.4444"}"#), (Some(false), 1));
}
