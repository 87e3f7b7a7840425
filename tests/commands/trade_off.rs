//! `certify trade-off`: against the errors of all sets of outputs, as text, JSON, CSV and SVG.

use crate::files::root;
use crate::random::cases;
use assert_cmd::cargo::cargo_bin_cmd;
use dp_certify::trade_off::{Of, TradeOff, trade_off};
use dp_verify::limits::Limits;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use proptest::prelude::*;
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

fn of(fields: &str, which: Of<[&str; 2]>) -> TradeOff {
    let text = format!("{{\"format\": \"dp-mechanism/1\", {fields}}}");
    trade_off(text.as_bytes(), which, &Limits::default()).expect("a good file")
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
    let found = of(COIN, Of::Least);
    let shown = |text: &str| text.to_owned();
    let expected = [("0", "1"), ("1/4", "1/4"), ("1", "0")].map(|(a, b)| (shown(a), shown(b)));
    assert_eq!(corners(&found), expected);
    assert_eq!(found.at(&Rational::from_unsigneds(1u32, 8)), Some(Rational::from_unsigneds(5u32, 8)));
    assert_eq!(found.at(&Rational::from(2u32)), None);
    assert_eq!(corners(&of(COIN, Of::Pair(["no", "yes"]))), expected);
    assert_eq!(corners(&of(COIN, Of::Pair(["1", "0"]))), expected);
    // Whoever tells all is caught without an error; whoever tells nothing not at all.
    let all = COIN.replace("3/4", "1").replace("1/4", "0");
    let none = COIN.replace("3/4", "1/2").replace("1/4", "1/2");
    assert_eq!(corners(&of(&all, Of::Least)), [("0", "0"), ("1", "0")].map(|(a, b)| (shown(a), shown(b))));
    assert_eq!(corners(&of(&none, Of::Least)), [("0", "1"), ("1", "0")].map(|(a, b)| (shown(a), shown(b))));
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
        for which in [Of::Least, Of::Envelope, Of::Pair(["0", "1"])] {
            if let Ok(found) = trade_off(&bytes, which, &Limits::default()) {
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
    let table = "first error  least second error  of the pair\n0 to 1/4     1 to 1/4            no against yes\n\
        1/4 to 1     1/4 to 0            no against yes\n";
    assert!(text(&[]).ends_with(table), "{}", text(&[]));
    let table = "first error  least second error  attained by\n0            1\n1/4          1/4                 no against yes\n1            0\n";
    assert!(text(&["--envelope"]).ends_with(table), "{}", text(&["--envelope"]));
    assert_eq!(run(&["--envelope", "--pair", "no", "yes"]).status.code(), Some(2));
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
    assert!(String::from_utf8(run(&[]).stderr).unwrap().contains("row no is not a distribution"));
}

/// Two pairs with .55 and .45 at 1/20: no test of either has .30, which is that of a mixture.
#[test]
fn between_two_pairs_no_test_lies_below_both() {
    let fields = r#""privacy": {"alpha": "1/100"}, "query": {"nodes": 4, "edges": [[0, 1], [2, 3]]}, "mechanism": {"matrix":
        [["0", "9/10", "1/10"], ["1/2", "1/2", "0"], ["9/10", "1/10", "0"], ["1/20", "19/20", "0"]]}"#;
    let (found, envelope) = (of(fields, Of::Least), of(fields, Of::Envelope));
    let each: Vec<TradeOff> =
        [("0", "1"), ("1", "0"), ("2", "3"), ("3", "2")].iter().map(|(i, h)| of(fields, Of::Pair([*i, *h]))).collect();
    let (mut is_apart, mut crosses) = (false, false);
    for k in 0u32..=100 {
        let at = Rational::from_unsigneds(k, 100u32);
        let least = each.iter().map(|one| one.at(&at).unwrap()).min().unwrap();
        assert_eq!(found.at(&at), Some(least.clone()), "at {at}");
        is_apart |= envelope.at(&at).unwrap() < least;
    }
    crosses |= found.pieces.windows(2).any(|both| both[0] != both[1]);
    assert!(is_apart && crosses, "{found:?}");
    // Without neighbours every test errs as one that sees nothing.
    let alone = of(&fields.replace("[[0, 1], [2, 3]]", "[]"), Of::Least);
    assert_eq!(corners(&alone), [("0", "1"), ("1", "0")].map(|(a, b)| (a.to_owned(), b.to_owned())));
    assert_eq!(alone.pieces, [None]);
}

proptest! {
    #![proptest_config(cases(200))]

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
        let (found, envelope) = (of(&table("line", &rows), Of::Least), of(&table("line", &rows), Of::Envelope));
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
        for corner in &envelope.corners {
            prop_assert!(tests.contains(&(corner.first.clone(), corner.second.clone())));
        }
        // Everywhere the least of the pairs' own functions, and that of the pair that is named.
        let pairs = [("0", "1"), ("1", "0"), ("1", "2"), ("2", "1")];
        let each: Vec<TradeOff> = pairs.iter().map(|(i, h)| of(&table("line", &rows), Of::Pair([*i, *h]))).collect();
        for k in 0u32..=60 {
            let at = Rational::from_unsigneds(k, 60u32);
            let least = each.iter().map(|one| one.at(&at).unwrap()).min().unwrap();
            prop_assert_eq!(found.at(&at).unwrap(), least.clone());
            prop_assert!(envelope.at(&at).unwrap() <= least);
        }
        for (pair, ends) in found.pieces.iter().zip(found.corners.windows(2)) {
            let [i, h] = pair.unwrap();
            let own = &each[pairs.iter().position(|(one, other)| *one == i.to_string() && *other == h.to_string()).unwrap()];
            let middle = (&ends[0].first + &ends[1].first) / Rational::from(2u32);
            for at in [&ends[0].first, &middle, &ends[1].first] {
                prop_assert_eq!(own.at(at), found.at(at));
            }
        }
        prop_assert!(found.corners[0].first == Rational::ZERO);
        // Symmetric: both orders are there.
        for corner in &found.corners {
            prop_assert!(found.at(&corner.second).unwrap() <= corner.first);
        }
    }
}
