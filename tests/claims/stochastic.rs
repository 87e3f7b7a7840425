use super::*;

fn with_rows(rows: &str) -> Report {
    decide(&format!(r#"{HALF}, {PAIR}, {FLAT}, "mechanism": {{"matrix": {rows}}}"#))
}

#[test]
fn a_table_of_distributions_holds() {
    let report = with_rows(r#"[["2/3", "1/3"], [0.5, 0.5]]"#);
    assert_statement(statement(&report, Kind::Stochastic), Verdict::Holds, &[]);
}

#[test]
fn rows_that_sum_to_two_fail_and_take_the_mechanism_claims_with_them() {
    let report = with_rows(r#"[[1, 1], [1, 1]]"#);
    let stochastic = statement(&report, Kind::Stochastic);
    assert_statement(stochastic, Verdict::Fails, &[]);
    let [told] = &stochastic.explanation[..] else { panic!("{:?}", stochastic.explanation) };
    assert!(told.starts_with("2 rows are no distributions, the worst: row 0 sums to 2, not to 1; "), "{told}");
    assert_statement(statement(&report, Kind::TightConstraints), Verdict::Fails, &[]);
    assert_statement(statement(&report, Kind::Dp), Verdict::Holds, &[("alpha_max", "1"), ("epsilon_min", "0")]);
    let left_out = [Kind::Utility, Kind::Leakage, Kind::Capacity];
    assert!(report.statements.iter().all(|s| !left_out.contains(&s.claim.kind)));
}

#[test]
fn a_sum_off_by_the_last_bit_of_a_double_is_seen() {
    let report = with_rows(r#"[[0.1, 0.9], ["0.1000000000000000055511151231257827", "0.9"]]"#);
    assert_statement(statement(&report, Kind::Stochastic), Verdict::Fails, &[]);
}

#[test]
fn a_negative_entry_is_named() {
    let report = with_rows(r#"[["1/2", "1/2"], ["-1/10", "11/10"]]"#);
    let stochastic = statement(&report, Kind::Stochastic);
    assert_statement(stochastic, Verdict::Fails, &[]);
    assert!(stochastic.explanation[0].starts_with("row 1, output 0: -1/10 is negative; "));
}

#[test]
fn a_declared_utility_of_no_mechanism_fails_with_the_row() {
    let claims = r#""claims": [{"claim": "utility", "prior": "flat"}, "capacity"]"#;
    let report = decide(&format!(r#"{HALF}, {PAIR}, {FLAT}, "mechanism": {{"matrix": [[1, 0], [1, 1]]}}, {claims}"#));
    let utility = about(&report, Kind::Utility, Some("flat"));
    assert_statement(utility, Verdict::Fails, &[]);
    assert_eq!(utility.explanation, ["X is not a mechanism: row 1 sums to 2, not to 1"]);
    assert_statement(statement(&report, Kind::Capacity), Verdict::Fails, &[]);
    assert_eq!(report.status(), 1);
}
