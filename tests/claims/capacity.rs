use super::*;

#[test]
fn capacity_is_the_sum_of_the_column_maxima() {
    let report = decide(&format!("{HALF}, {LINE_6}, {TABLE_2_M1}"));
    let values = [("multiplicative", "8/3"), ("bits", "1.41503749928")];
    assert_statement(statement(&report, Kind::Capacity), Verdict::Holds, &values);
}

#[test]
fn one_output_leaks_nothing() {
    let report = decide(&format!(r#"{HALF}, {PAIR}, "mechanism": {{"matrix": [[1], [1]]}}"#));
    assert_statement(statement(&report, Kind::Capacity), Verdict::Holds, &[("multiplicative", "1"), ("bits", "0")]);
}

#[test]
fn the_cube_reaches_the_bound_of_its_graph() {
    let cube =
        r#""query": {"graph": "hamming", "values": 2, "individuals": 3}, "mechanism": {"family": "exponential"}"#;
    let report = decide(&format!("{HALF}, {cube}, {FLAT}"));
    let values = [("multiplicative", "64/27"), ("bits", "1.24511249784")];
    assert_statement(statement(&report, Kind::Capacity), Verdict::Holds, &values);
    let bound = about(&report, Kind::LeakageBound, Some("flat"));
    assert_eq!(show(&bound.values[0].1), "64/27");
}
