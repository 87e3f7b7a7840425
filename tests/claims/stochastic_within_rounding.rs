use super::*;
use crate::random::cases;
use malachite::base::num::arithmetic::traits::Abs;
use malachite::rational::Rational;
use proptest::prelude::*;

fn printed(rows: &str, rounding: &str, rest: &str) -> Report {
    let mechanism = format!(r#""mechanism": {{"matrix": {rows}, "rounding": "{rounding}"}}"#);
    decide(&format!(r#"{HALF}, {PAIR}, {mechanism}{rest}"#))
}

/// Of a table that was printed rounded it is implied in the place of `stochastic`, which is a finding of one line.
#[test]
fn a_printed_table_is_not_said_to_be_stochastic() {
    let report = printed(r#"[["0.33", "0.33", "0.33"], ["0.34", "0.33", "0.34"]]"#, "1/100", "");
    let kinds: Vec<Kind> = report.claims().map(|s| s.claim.kind).collect();
    assert_eq!(kinds, [Kind::StochasticWithinRounding, Kind::Dp]);
    assert_eq!(report.status(), 0);
    let exactly = statement(&report, Kind::Stochastic);
    assert_eq!((exactly.verdict, exactly.declared), (Verdict::Fails, false));
    let [said] = &exactly.explanation[..] else { panic!("{:?}", exactly.explanation) };
    assert!(said.starts_with("2 rows are no distributions, the worst: row 0 sums to 99/100, not to 1; "), "{said}");
    // What it says as a mechanism needs exact rows all the same.
    assert_statement(statement(&report, Kind::TightConstraints), Verdict::Fails, &[]);
    let exact =
        printed(r#"[["0.33", "0.33", "0.33"], ["0.34", "0.33", "0.34"]]"#, "1/100", r#", "claims": ["stochastic"]"#);
    let kinds: Vec<Kind> = exact.claims().map(|s| s.claim.kind).collect();
    assert_eq!(kinds, [Kind::Stochastic, Kind::Dp]);
    assert_eq!(exact.status(), 1);
    assert_statement(statement(&exact, Kind::StochasticWithinRounding), Verdict::Holds, &[]);
}

#[test]
fn the_worst_row_is_named() {
    let report = printed(r#"[["0.33", "0.33", "0.33"], ["0.36", "0.33", "0.34"]]"#, "1/1000", "");
    let found = statement(&report, Kind::StochasticWithinRounding);
    assert_statement(found, Verdict::Fails, &[]);
    let sentence = "whatever is within 1/1000 of row 1 sums to between 1027/1000 and 1033/1000, not to 1; it is the worst of 2 rows";
    assert_eq!(found.explanation, [sentence]);
    let one = printed(r#"[["0.33", "0.33", "0.33"], ["1/3", "1/3", "1/3"]]"#, "1/1000", "");
    let found = statement(&one, Kind::StochasticWithinRounding);
    assert_eq!(
        found.explanation,
        ["whatever is within 1/1000 of row 0 sums to between 987/1000 and 993/1000, not to 1"]
    );
    let below = printed(r#"[["1.1", "-0.1"], [1, 0]]"#, "1/20", "");
    let found = statement(&below, Kind::StochasticWithinRounding);
    assert_eq!(found.explanation, ["row 0, output 1: -1/10 is below −1/20"]);
}

/// 1 − a/2 is within 1/10 of 1 for α up to 1/5, and 1 − a² within 1/10 for α² up to 1/10.
#[test]
fn at_other_alphas() {
    let at = |privacy: &str, entry: &str| {
        decide(&format!(
            r#""privacy": {privacy}, "query": {{"graph": "line", "nodes": 1}},
               "mechanism": {{"matrix": [["{entry}"]], "rounding": "1/10"}}"#
        ))
    };
    let verdict = |report: &Report| statement(report, Kind::StochasticWithinRounding).verdict;
    // e^-1.61 = 0.19989…, e^-1.60 = 0.20190…
    assert_eq!(verdict(&at(r#"{"epsilon": "1.61"}"#, "1-a/2")), Verdict::Holds);
    assert_eq!(verdict(&at(r#"{"epsilon": "1.60"}"#, "1-a/2")), Verdict::Fails);
    let root = r#"{"alpha": {"root_of": ["-1", "0", "10"], "between": ["0", "1"]}}"#;
    assert_eq!(verdict(&at(root, "1-a^2")), Verdict::Holds);
    assert_eq!(verdict(&at(root, "1-a^2-1e-30")), Verdict::Fails);
    let everywhere = at(r#"{"alpha": "symbolic", "between": ["0", "1"]}"#, "1-a/2");
    let found = statement(&everywhere, Kind::StochasticWithinRounding);
    assert_eq!((found.verdict, &*found.explanation[0]), (Verdict::Fails, "it holds exactly for α in (0, 1/5]"));
}

/// Whether some row of multiples of 1/`parts` that sums to 1 is near; all of them are tried.
fn some_row_is_near(row: &[Rational], r: &Rational, left: u32, parts: u32) -> bool {
    let near = |k: u32, x: &Rational| (Rational::from(k) / Rational::from(parts) - x).abs() <= *r;
    match row {
        [] => left == 0,
        [x, rest @ ..] => (0..=left).any(|k| near(k, x) && some_row_is_near(rest, r, left - k, parts)),
    }
}

proptest! {
    #![proptest_config(cases(64))]

    /// Entries and rounding are multiples of 1/20: then so are the entries of some row that is near, if there is one.
    #[test]
    fn against_all_rows_of_a_grid(
        rows in prop::collection::vec(prop::collection::vec(-2i32..12, 3), 2),
        r in 0u32..5,
    ) {
        let of = |x: i32| Rational::from(x) / Rational::from(20);
        let entries: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(|&x| of(x).to_string()).collect()).collect();
        let rounding = Rational::from(r) / Rational::from(20);
        let table = serde_json::to_string(&entries).unwrap();
        let report = printed(&table, &rounding.to_string(), "");
        let near = rows.iter().all(|row| {
            let row: Vec<Rational> = row.iter().map(|&x| of(x)).collect();
            some_row_is_near(&row, &rounding, 20, 20)
        });
        let found = statement(&report, Kind::StochasticWithinRounding);
        prop_assert_eq!(found.verdict == Verdict::Holds, near, "{:?} within {}", entries, rounding);
        // A stochastic table is its own; and what rounds to a private one rounds to a stochastic one.
        let sums = rows.iter().all(|row| row.iter().all(|&x| x >= 0) && row.iter().sum::<i32>() == 20);
        prop_assert!(near || !sums);
        let private = statement(&report, Kind::DpWithinRounding).verdict;
        prop_assert!(near || private == Verdict::Fails);
    }
}
