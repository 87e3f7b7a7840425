use super::*;
use crate::fixtures::{EVERY_ALPHA, LINE_2, ONE_HALF};
use malachite::base::num::arithmetic::traits::Floor;
use malachite::rational::Rational;

/// The verdict on a table that was printed with this rounding, and why.
fn within(privacy: &str, query: &str, matrix: &str, rounding: &str) -> (Verdict, Vec<String>) {
    let report = decide(&format!(
        r#""privacy": {privacy}, "query": {query}, "mechanism": {{"matrix": {matrix}, "rounding": "{rounding}"}},
            "claims": ["dp-within-rounding"]"#
    ));
    let found = statement(&report, Kind::DpWithinRounding);
    assert!(found.values.is_empty());
    (found.verdict, [found.explanation.clone(), found.reason.clone().into_iter().collect()].concat())
}

/// Alvim et al., Table 1 (a), as printed with three decimals.
#[test]
fn table_1_as_printed_is_the_rounding_of_a_private_mechanism() {
    let text = include_bytes!("../../examples/alvim-table1-m1-as-printed.json");
    let report = certify(text, &Options::default()).unwrap().report;
    assert_eq!(statement(&report, Kind::Dp).verdict, Verdict::Fails);
    assert_eq!(statement(&report, Kind::DpWithinRounding).verdict, Verdict::Holds);
}

#[test]
fn the_least_rounding_is_decided_exactly() {
    let sevenths = r#"[["0.7", "0.3"], ["0.3", "0.7"]]"#;
    // 7/10 − r ≤ 2·(3/10 + r) iff r ≥ 1/30.
    for (rounding, expected) in [
        ("1/30", Verdict::Holds),
        ("0.0334", Verdict::Holds),
        ("0.0333", Verdict::Fails),
        ("0.033333333333333333333333333333", Verdict::Fails),
        ("0.033333333333333333333333333334", Verdict::Holds),
        ("0", Verdict::Fails),
    ] {
        assert_eq!(within(ONE_HALF, LINE_2, sevenths, rounding).0, expected, "{rounding}");
    }
    let (_, why) = within(ONE_HALF, LINE_2, sevenths, "1/100");
    assert!(why[0].starts_with("no private table is within 1/100 of every entry"), "{why:?}");
}

#[test]
fn an_exact_table_needs_no_rounding() {
    let report = decide(&format!(
        r#"{HALF}, {LINE_6}, {}, "claims": ["dp-within-rounding"]"#,
        TABLE_2_M1.replace("]}", r#"], "rounding": 0}"#)
    ));
    assert_eq!(statement(&report, Kind::DpWithinRounding).verdict, Verdict::Holds);
}

#[test]
fn rows_that_sum_to_something_else_and_negative_entries_may_be_roundings() {
    assert_eq!(
        within(ONE_HALF, LINE_2, r#"[["0.34", "0.33", "0.34"], ["0.33", "0.33", "0.33"]]"#, "0.005").0,
        Verdict::Holds
    );
    assert_eq!(
        within(ONE_HALF, LINE_2, r#"[["0.35", "0.35", "0.35"], ["0.33", "0.33", "0.33"]]"#, "0.005").0,
        Verdict::Fails
    );
    assert_eq!(within(ONE_HALF, LINE_2, r#"[[1, "-9e-8"], [1, 0]]"#, "1e-7").0, Verdict::Holds);
    let (verdict, why) = within(ONE_HALF, LINE_2, r#"[[1, "-9e-8"], [1, 0]]"#, "1e-8");
    assert_eq!((verdict, &*why[0]), (Verdict::Fails, "row 0, output 1: -9/100000000 is below −1/100000000"));
}

#[test]
fn at_alpha_1_the_rows_must_be_one_row() {
    let one = r#"{"alpha": 1}"#;
    assert_eq!(within(one, LINE_2, r#"[["0.5", "0.5"], ["0.51", "0.49"]]"#, "0.005").0, Verdict::Holds);
    assert_eq!(within(one, LINE_2, r#"[["0.5", "0.5"], ["0.51", "0.49"]]"#, "0.004").0, Verdict::Fails);
}

#[test]
fn at_an_irrational_alpha() {
    let rows = r#"[["0.6", "0.4"], ["0.4", "0.6"]]"#;
    // (6/10 − r)/(4/10 + r) ≤ √2 iff r ≥ 0.014213…
    let root = r#"{"epsilon": "1/2*ln(2)"}"#;
    assert_eq!(within(root, LINE_2, rows, "0.01422").0, Verdict::Holds);
    assert_eq!(within(root, LINE_2, rows, "0.01421").0, Verdict::Fails);
    // ≤ e^(1/4) iff r ≥ 0.037823…
    let quarter = r#"{"epsilon": "1/4"}"#;
    assert_eq!(within(quarter, LINE_2, rows, "0.0379").0, Verdict::Holds);
    assert_eq!(within(quarter, LINE_2, rows, "0.0378").0, Verdict::Fails);
}

const ROOT: &str = r#"{"epsilon": "1/2*ln(2)"}"#;
/// The geometric mechanism of two answers, which has α for the least ratio of each column.
const GEOMETRIC: &str = r#"[["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]"#;

/// There is no room around it, and none is needed.
#[test]
fn a_private_table_is_its_own_witness_whatever_alpha_is() {
    for privacy in [EVERY_ALPHA, ROOT, r#"{"epsilon": "1/4"}"#] {
        for rounding in ["0", "1/1000"] {
            assert_eq!(within(privacy, LINE_2, GEOMETRIC, rounding).0, Verdict::Holds, "{privacy}, {rounding}");
        }
        let three = r#"[["1/(1+a)", "a*(1-a)/(1+a)", "a^2/(1+a)"], ["a/(1+a)", "(1-a)/(1+a)", "a/(1+a)"],
            ["a^2/(1+a)", "a*(1-a)/(1+a)", "1/(1+a)"]]"#;
        assert_eq!(within(privacy, r#"{"graph": "line", "nodes": 3}"#, three, "0").0, Verdict::Holds, "{privacy}");
    }
    // Not private, and nothing else is within 0 of it.
    let sharper = r#"[["1/(1+a^2)", "a^2/(1+a^2)"], ["a^2/(1+a^2)", "1/(1+a^2)"]]"#;
    for privacy in [EVERY_ALPHA, ROOT, r#"{"epsilon": "1/4"}"#] {
        assert_eq!(within(privacy, LINE_2, sharper, "0").0, Verdict::Fails, "{privacy}");
    }
}

/// (7/10 − r)·α ≤ 3/10 + r: with r = 1/20 for α up to 7/13, with r = 1/5 for all.
#[test]
fn over_an_interval_it_holds_where_some_table_is_private() {
    let rows = r#"[["0.7", "0.3"], ["0.3", "0.7"]]"#;
    let (verdict, why) = within(EVERY_ALPHA, LINE_2, rows, "1/20");
    assert_eq!((verdict, why[0].as_str()), (Verdict::Fails, "it holds exactly for α in (0, 7/13]"));
    let up_to = |high: &str| format!(r#"{{"alpha": "symbolic", "between": ["0", "{high}"]}}"#);
    assert_eq!(within(&up_to("7/13"), LINE_2, rows, "1/20").0, Verdict::Holds);
    assert_eq!(within(&up_to("0.5385"), LINE_2, rows, "1/20").0, Verdict::Fails);
    assert_eq!(within(EVERY_ALPHA, LINE_2, rows, "1/5").0, Verdict::Holds);
}

/// Φ·diag(z) of a star has a negative column past α = 1/4, beyond what 10^-12 allows: one number tells, before the
/// parts of the interval are searched.
#[test]
fn one_number_refutes_before_all_parts_are_tried() {
    let distance = |i: usize, j: usize| if i == j { 0 } else { 1 + usize::from(i > 0 && j > 0) };
    let entry = |i: usize, j: usize| format!("\"a^{}*(1-{}*a)/(1+a)\"", distance(i, j), if j == 0 { 4 } else { 0 });
    let row = |i: usize| format!("[{}]", (0..6).map(|j| entry(i, j)).collect::<Vec<_>>().join(","));
    let rows = format!("[{}]", (0..6).map(row).collect::<Vec<_>>().join(","));
    let star = r#"{"nodes": 6, "edges": [[0, 1], [0, 2], [0, 3], [0, 4], [0, 5]]}"#;
    assert_eq!(within(EVERY_ALPHA, star, &rows, "1/1000000000000").0, Verdict::Fails);
    let quarter = r#"{"alpha": "symbolic", "between": ["0", "1/4"]}"#;
    assert_eq!(within(quarter, star, &rows, "1/1000000000000").0, Verdict::Holds);
}

/// 35/100·α² ≤ 9/100 from one end of the line to the other: up to √(9/35) = 0.50709…, where only tables in α are
/// private.
#[test]
fn one_number_of_an_interval_refutes_it() {
    let rows = r#"[["0.4", "0.3", "0.3"], ["0.22", "0.39", "0.39"], ["0.04", "0.48", "0.48"]]"#;
    let line = r#"{"graph": "line", "nodes": 3}"#;
    let up_to = |high: &str| {
        let (verdict, why) =
            within(&format!(r#"{{"alpha": "symbolic", "between": ["0", "{high}"]}}"#), line, rows, "0.05");
        (verdict, why.first().cloned().unwrap_or_default())
    };
    assert_eq!(up_to("0.507"), (Verdict::Holds, String::new()));
    assert_eq!(up_to("1"), (Verdict::Fails, "it fails at α = 7/8, for example".into()));
    assert_eq!(up_to("0.508").0, Verdict::Fails);
}

/// Truncated geometric mechanisms on a line, printed with few decimals.
#[test]
fn printed_geometric_mechanisms() {
    let half: Rational = "1/2".parse().unwrap();
    for (n, places) in [(6, 100u32), (12, 1_000), (20, 10_000)] {
        let scale = Rational::from(places);
        let round = |x: &Rational| (Rational::from((x * &scale + &half).floor()) / &scale).to_string();
        let at_an_end = |o: usize| o == 0 || o == n - 1;
        let entry =
            |i: usize, o: usize| Rational::from(if at_an_end(o) { 2 } else { 1 }) / Rational::from(3 << i.abs_diff(o));
        let rows: Vec<Vec<String>> = (0..n).map(|i| (0..n).map(|o| round(&entry(i, o))).collect()).collect();
        let rows = serde_json::to_string(&rows).unwrap();
        let query = format!(r#"{{"graph": "line", "nodes": {n}}}"#);
        let rounding = format!("1/{}", 2 * places);
        assert_eq!(within(ONE_HALF, &query, &rows, &rounding).0, Verdict::Holds, "{n}");
        assert_eq!(within(r#"{"alpha": "3/5"}"#, &query, &rows, &rounding).0, Verdict::Fails, "{n}");
        // Twice as many decimals are said to be right as are.
        let finer = format!("1/{}", 2 * places * places);
        assert_eq!(within(ONE_HALF, &query, &rows, &finer).0, Verdict::Fails, "{n}");
    }
}
