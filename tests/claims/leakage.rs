use super::*;

#[test]
fn leakage_is_an_exact_ratio_and_bits_a_rounded_logarithm() {
    let prior = r#""priors": {"p": ["1/10", "1/5", "1/5", "1/5", "1/5", "1/10"]}"#;
    let report = decide(&format!("{HALF}, {LINE_6}, {TABLE_2_M1}, {prior}"));
    let statement = about(&report, Kind::Leakage, Some("p"));
    assert_statement(statement, Verdict::Holds, &[("multiplicative", "2"), ("bits", "1")]);
}

#[test]
fn a_dependent_channel_may_leak_nothing() {
    // 001.S2: prior (3, 1)/4, rows (2, 1)/3 and (1, 2)/3.
    let report = decide(&format!(
        r#"{HALF}, {PAIR}, "priors": {{"p": ["3/4", "1/4"]}},
           "mechanism": {{"matrix": [["2/3", "1/3"], ["1/3", "2/3"]]}}"#
    ));
    assert_statement(
        about(&report, Kind::Leakage, Some("p")),
        Verdict::Holds,
        &[("multiplicative", "1"), ("bits", "0")],
    );
}

#[test]
fn bounds_in_bits_are_compared_exactly() {
    // 2^L = 3: log₂ 3 = 1.58496250072115618…
    let expecting = |bound: &str| {
        let claim = format!(r#"{{"claim": "capacity", "expect": {{"bits": {bound}}}}}"#);
        let identity = r#""mechanism": {"matrix": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}"#;
        let report =
            decide(&format!(r#"{HALF}, "query": {{"nodes": 3, "edges": []}}, {identity}, "claims": [{claim}]"#));
        statement(&report, Kind::Capacity).expected
    };
    assert_eq!(expecting(r#"{"at_most": "1.58496250072115618146"}"#), Some(true));
    assert_eq!(expecting(r#"{"at_most": "1.58496250072115618145"}"#), Some(false));
    assert_eq!(expecting(r#"{"at_least": "1.58496250072115618145"}"#), Some(true));
    assert_eq!(expecting(r#"{"equals": "1.58496250072115618145"}"#), Some(false));
}
