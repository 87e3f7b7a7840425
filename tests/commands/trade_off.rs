//! `certify trade-off`: against the errors of all sets of outputs, as text, JSON, CSV and SVG.

use assert_cmd::cargo::cargo_bin_cmd;
use dp_certify::trade_off::{TradeOff, trade_off};
use dp_verify::limits::Limits;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use proptest::prelude::*;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn of(fields: &str, pair: Option<[&str; 2]>) -> TradeOff {
    let text = format!("{{\"format\": \"dp-mechanism/1\", {fields}}}");
    trade_off(text.as_bytes(), pair, &Limits::default()).expect("a good file")
}

fn corners(found: &TradeOff) -> Vec<(String, String)> {
    found.corners.iter().map(|corner| (corner.first.to_string(), corner.second.to_string())).collect()
}

fn table(graph: &str, rows: &[Vec<Rational>]) -> String {
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
    let n = rows.len();
    format!(
        r#""privacy": {{"alpha": "1/2"}}, "query": {{"graph": "{graph}", "nodes": {n}}}, "mechanism": {{"matrix": {}}}"#,
        serde_json::to_string(&rows).unwrap()
    )
}

const COIN: &str = r#""privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 2, "labels": ["no", "yes"]},
    "mechanism": {"matrix": [["3/4", "1/4"], ["1/4", "3/4"]]}"#;

#[test]
fn a_coin_has_one_corner_between_the_ends() {
    let found = of(COIN, None);
    let shown = |text: &str| text.to_owned();
    let expected = [("0", "1"), ("1/4", "1/4"), ("1", "0")].map(|(a, b)| (shown(a), shown(b)));
    assert_eq!(corners(&found), expected);
    assert_eq!(found.at(&Rational::from_unsigneds(1u32, 8)), Some(Rational::from_unsigneds(5u32, 8)));
    assert_eq!(found.at(&Rational::from(2u32)), None);
    assert_eq!(corners(&of(COIN, Some(["no", "yes"]))), expected);
    assert_eq!(corners(&of(COIN, Some(["1", "0"]))), expected);
    // Whoever tells all is caught without an error; whoever tells nothing not at all.
    let all = COIN.replace("3/4", "1").replace("1/4", "0");
    let none = COIN.replace("3/4", "1/2").replace("1/4", "1/2");
    assert_eq!(corners(&of(&all, None)), [("0", "0"), ("1", "0")].map(|(a, b)| (shown(a), shown(b))));
    assert_eq!(corners(&of(&none, None)), [("0", "1"), ("1", "0")].map(|(a, b)| (shown(a), shown(b))));
}

#[test]
fn every_function_of_an_example_is_of_the_schema() {
    let schema = fs::read_to_string(root().join("certificates/schema/dp-trade-off-1.json")).unwrap();
    let schema = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    let mut functions = 0;
    for entry in fs::read_dir(root().join("examples")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "json") {
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        for pair in [None, Some(["0", "1"])] {
            if let Ok(found) = trade_off(&bytes, pair, &Limits::default()) {
                let document: Value = serde_json::from_str(&found.to_json()).unwrap();
                let faults: Vec<String> = schema.iter_errors(&document).map(|e| e.to_string()).collect();
                assert_eq!(faults, Vec::<String>::new(), "{}", path.display());
                assert!(found.to_svg().unwrap().contains("</svg>"));
                functions += 1;
            }
        }
    }
    assert!(functions >= 20, "{functions}");
}

#[test]
fn it_is_printed_in_four_formats_or_says_what_is_wrong() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("m.json");
    fs::write(&path, format!("{{\"format\": \"dp-mechanism/1\", {COIN}}}")).unwrap();
    let run =
        |arguments: &[&str]| cargo_bin_cmd!("certify").arg("trade-off").arg(&path).args(arguments).output().unwrap();
    let text = |arguments: &[&str]| String::from_utf8(run(arguments).stdout).unwrap();
    let table = "first error  least second error  attained by\n0            1\n1/4          1/4                 no against yes\n1            0\n";
    assert!(text(&[]).ends_with(table), "{}", text(&[]));
    assert!(text(&["--pair", "yes", "no"]).contains("trade-off function of answer yes against answer no;"));
    let csv = "first_error,second_error,first_error_decimal,second_error_decimal,node,neighbour\n0,1,0,1.00000000000,,\n\
        1/4,1/4,0.250000000000,0.250000000000,0,1\n1,0,1.00000000000,0,,\n";
    assert_eq!(text(&["--format", "csv"]), csv);
    assert!(text(&["--format", "svg"]).starts_with("<svg"));
    let wrong = run(&["--pair", "yes", "maybe"]);
    assert_eq!(wrong.status.code(), Some(2));
    let said = String::from_utf8(wrong.stderr).unwrap();
    assert!(said.contains("found \"maybe\", expected an answer, by its label or its number from 0 to 1"), "{said}");
    fs::write(&path, format!("{{\"format\": \"dp-mechanism/1\", {}}}", COIN.replace("3/4", "1/2"))).unwrap();
    assert!(String::from_utf8(run(&[]).stderr).unwrap().contains("row no is no distribution"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// No set of outputs of any pair lies below, and each corner is one.
    #[test]
    fn against_all_sets_of_outputs(weights in prop::collection::vec(prop::collection::vec(0u32..5, 4), 3)) {
        let rows: Vec<Vec<Rational>> = weights
            .iter()
            .map(|row| {
                let sum: u32 = row.iter().sum::<u32>() + 1;
                row.iter().copied().chain([1]).map(|w| Rational::from_unsigneds(w, sum)).collect()
            })
            .collect();
        let found = of(&table("line", &rows), None);
        let mut tests = Vec::new();
        for (i, h) in [(0, 1), (1, 0), (1, 2), (2, 1)] {
            for set in 0u32..32 {
                let mass = |row: &[Rational]| -> Rational { (0..5).filter(|o| set >> o & 1 == 1).map(|o| row[o].clone()).sum() };
                tests.push((mass(&rows[i]), Rational::ONE - mass(&rows[h])));
            }
        }
        for (first, second) in &tests {
            prop_assert!(found.at(first).unwrap() <= *second);
        }
        for corner in &found.corners {
            prop_assert!(tests.contains(&(corner.first.clone(), corner.second.clone())));
        }
        prop_assert!(found.corners[0].first == Rational::ZERO);
        // Symmetric: both orders are there.
        for corner in &found.corners {
            prop_assert!(found.at(&corner.second).unwrap() <= corner.first);
        }
    }
}
