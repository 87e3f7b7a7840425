//! `certify repair`: the least share by hand and by definition, what is kept of the file, and what is refused.

use crate::fixtures::{LINE_2, LINE_3, ONE_HALF};
use assert_cmd::cargo::cargo_bin_cmd;
use dp_certify::repair::{Repaired, With, repair};
use dp_certify::{Options, certify};
use dp_verify::limits::Limits;
use dp_verify::model::{Kind, Mechanism};
use dp_verify::report::{Report, Value, Verdict};
use malachite::rational::Rational;
use serde_json::json;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn file(privacy: &str, query: &str, rest: &str) -> String {
    format!(r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {query}, {rest}}}"#)
}

fn matrix(rows: &str) -> String {
    format!(r#""mechanism": {{"matrix": {rows}}}"#)
}

fn repaired(text: &str, digits: Option<u32>) -> Repaired {
    repair(text.as_bytes(), digits, With::Uniform, &Limits::default()).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn refusal(text: &str, with: With) -> String {
    repair(text.as_bytes(), None, with, &Limits::default()).expect_err("a refusal").to_string()
}

fn exact(value: &Value) -> String {
    value.exact(usize::MAX).unwrap()
}

/// The report of a repaired file, in which X is proved to be a private mechanism.
fn proved(repaired: &Repaired) -> Report {
    let report = certify(repaired.text.as_bytes(), &Options::default()).unwrap().report;
    for kind in [Kind::Stochastic, Kind::Dp] {
        let statement = report.statements.iter().find(|s| s.claim.kind == kind).unwrap();
        assert_eq!((statement.verdict, statement.checked), (Verdict::Holds, true), "{}", repaired.text);
    }
    report
}

fn alpha_max(report: &Report) -> String {
    let dp = report.statements.iter().find(|s| s.claim.kind == Kind::Dp).unwrap();
    exact(&dp.values.iter().find(|(name, _)| *name == "alpha_max").unwrap().1)
}

fn example(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name)).unwrap()
}

#[test]
fn table_1_as_printed_lacks_three_parts_of_503() {
    // A = 0.535/2 − 0.267 = 1/2000 and B = (1 − 1/2)/6.
    let found = repaired(&example("alvim-table1-m1-as-printed.json"), None);
    assert_eq!(exact(&found.share), "3/503");
    assert_eq!(found.needed_by, Some(([0, 5], 0)));
    assert_eq!(alpha_max(&proved(&found)), "1/2", "the constraint that needs it is tight");
    assert!(found.text.contains("repaired with a share of 3/503 of the uniform mechanism"), "{}", found.text);
    assert!(!found.text.contains("rounding"), "its entries are no printed ones");
    assert!(found.text.contains(r#""outputs": ["A", "B", "C", "D", "E", "F"]"#), "{}", found.text);

    let rounded = repaired(&example("alvim-table1-m1-as-printed.json"), Some(6));
    assert_eq!(
        (exact(&rounded.share), rounded.least.as_ref().map(exact)),
        ("1193/200000".to_owned(), Some("3/503".to_owned()))
    );
    proved(&rounded);
    let coarse = repaired(&example("alvim-table1-m1-as-printed.json"), Some(0));
    assert_eq!(exact(&coarse.share), "1");
    assert_eq!(alpha_max(&proved(&coarse)), "1");
}

#[test]
fn a_share_that_has_so_many_places_is_not_rounded() {
    // A = 1/2 and B = 1/4: the share is 2/3 at α = 1/2; at α = 2/3 it is 2/3 over 2/3 + 1/6, which is 4/5.
    let at = |alpha: &str| file(&format!(r#"{{"alpha": "{alpha}"}}"#), LINE_2, &matrix("[[1, 0], [0, 1]]"));
    assert_eq!(exact(&repaired(&at("1/2"), None).share), "2/3");
    assert_eq!(exact(&repaired(&at("1/2"), Some(2)).share), "67/100");
    for digits in [1, 2, 30] {
        assert_eq!(exact(&repaired(&at("2/3"), Some(digits)).share), "4/5");
    }
}

#[test]
fn what_is_private_stays_byte_for_byte() {
    for text in [
        example("alvim-table2-m1.json"),
        example("randomised-response-epsilon-1.json"),
        file(ONE_HALF, LINE_2, r#""mechanism": {"family": "uniform"}"#),
        file(ONE_HALF, r#"{"graph": "line", "nodes": 1}"#, &matrix("[[1, 0]]")),
    ] {
        let found = repaired(&text, None);
        assert_eq!((exact(&found.share), found.text == text, found.was_private()), ("0".to_owned(), true, true));
        assert!(found.to_text().starts_with("t = 0: the mechanism is private as it is\n"), "{}", found.to_text());
    }
}

#[test]
fn at_alpha_1_only_equal_rows_are_private() {
    let one = |rows: &str, query: &str| repaired(&file(r#"{"alpha": 1}"#, query, &matrix(rows)), None);
    let found = one("[[1, 0], [0, 1]]", LINE_2);
    assert_eq!(exact(&found.share), "1");
    assert!(found.text.contains("[\"1/2\", \"1/2\"],\n      [\"1/2\", \"1/2\"]"), "{}", found.text);
    assert!(one("[[1, 0], [0, 1]]", r#"{"nodes": 2, "edges": []}"#).was_private());
}

#[test]
fn an_irrational_share_is_an_expression_in_a() {
    // A = a, B = (1 − a)/2.
    let text = |privacy: &str| file(privacy, LINE_2, &matrix("[[1, 0], [0, 1]]"));
    for privacy in [
        r#"{"epsilon": "0.8"}"#,
        r#"{"epsilon": "1/2*ln(2)"}"#,
        r#"{"alpha": {"root_of": ["-1", "1", "1"], "between": ["0", "1"]}}"#,
    ] {
        let found = repaired(&text(privacy), None);
        let report = proved(&found);
        let (share, most) = (exact(&found.share), alpha_max(&report));
        match privacy.contains("0.8") {
            true => assert_eq!((&*share, &*most), ("2*a/(1+a)", "a")),
            false => assert_eq!(most, "a", "{share}"),
        }
        let rounded = repaired(&text(privacy), Some(30));
        assert!(matches!(rounded.share, Value::Rational(_)), "{:?}", rounded.share);
        assert_eq!(rounded.share.decimal(), found.share.decimal());
        assert!(
            !rounded.text.contains('a') || !rounded.text.split("\"matrix\"").nth(1).unwrap().contains('a'),
            "{}",
            rounded.text
        );
        proved(&rounded);
    }
}

#[test]
fn numbers_in_b_keep_their_b() {
    let rows = r#"[["b", "1-b"], ["1-b", "b"]]"#;
    let text = file(r#"{"epsilon": "1"}"#, LINE_2, &format!(r#""constant": {{"root_of_alpha": 5}}, {}"#, matrix(rows)));
    let found = repaired(&text, None);
    assert!(exact(&found.share).contains('b'), "{}", exact(&found.share));
    proved(&found);
    // A rational α and an irrational table.
    let root = r#""constant": {"root_of": ["-1/2", "0", "1"], "between": ["0", "1"]}"#;
    let text = file(ONE_HALF, LINE_2, &format!("{root}, {}", matrix(rows)));
    proved(&repaired(&text, None));
    proved(&repaired(&text, Some(9)));
}

#[test]
fn no_smaller_share_would_do() {
    let mut state = 11_u64;
    let mut random = |bound: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    let graphs = [LINE_3, r#"{"graph": "complete", "nodes": 3}"#, r#"{"nodes": 3, "edges": [[0, 2]]}"#];
    let mut broken = 0;
    for round in 0..120 {
        let query = graphs[round % 3];
        let rows: Vec<Vec<String>> = (0..3)
            .map(|_| {
                let row: Vec<u64> = (0..4).map(|_| random(6)).collect();
                let sum = row.iter().sum::<u64>();
                let last = |o: usize| if sum == 0 { u64::from(o == 0) } else { row[o] };
                (0..4).map(|o| format!("{}/{}", last(o), sum.max(1))).collect()
            })
            .collect();
        let alpha = ["1/2", "9/10", "1/7"][usize::try_from(random(3)).unwrap()];
        let text = |rows: &[Vec<String>]| {
            file(&format!(r#"{{"alpha": "{alpha}"}}"#), query, &matrix(&serde_json::to_string(rows).unwrap()))
        };
        let found = repaired(&text(&rows), None);
        let report = proved(&found);
        let share: Rational = exact(&found.share).parse().unwrap();
        if found.was_private() {
            continue;
        }
        broken += 1;
        assert_eq!(alpha_max(&report), alpha);
        // A thousandth less of it.
        let less = &share * Rational::from_unsigneds(999u32, 1000u32);
        let mixed = |x: &String| {
            let x: Rational = x.parse().unwrap();
            ((Rational::from(1u32) - &less) * x + &less / Rational::from(4u32)).to_string()
        };
        let less: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(mixed).collect()).collect();
        let report = certify(text(&less).as_bytes(), &Options::default()).unwrap().report;
        let dp = report.statements.iter().find(|s| s.claim.kind == Kind::Dp).unwrap();
        assert_eq!(dp.verdict, Verdict::Fails);
    }
    assert!(broken > 60, "{broken}");
}

#[test]
fn what_speaks_of_the_old_mechanism_goes() {
    let rest = r#""priors": {"flat": "uniform"}, "claims": [{"claim": "utility", "prior": "flat"}, "tight-constraints-exist",
        {"claim": "dp", "expect": {"verdict": "fails"}}, {"claim": "leakage-bound", "prior": "flat"}], "note": "n""#;
    let found = repaired(&file(ONE_HALF, LINE_2, &format!("{}, {rest}", matrix("[[1, 0], [0, 1]]"))), None);
    let written: serde_json::Value = serde_json::from_str(&found.text).unwrap();
    assert_eq!(written["claims"], json!(["tight-constraints-exist", {"claim": "leakage-bound", "prior": "flat"}]));
    assert_eq!((&written["note"], &written["privacy"]), (&json!("n"), &json!({"alpha": "1/2"})));
    let left: Vec<String> = found.left_out.iter().map(ToString::to_string).collect();
    assert_eq!(left, ["utility (prior flat)", "dp"]);
    proved(&found);
    // With a δ the declared privacy is another one, and the repaired file says what it is.
    let delta = r#"{"alpha": "1/2", "delta": "1/100"}"#;
    let found = repaired(&file(delta, LINE_2, &matrix("[[1, 0], [0, 1]]")), None);
    let written: serde_json::Value = serde_json::from_str(&found.text).unwrap();
    assert_eq!(written["claims"], json!(["dp"]));
}

#[test]
fn other_mechanisms_can_be_mixed_in() {
    let identity = file(ONE_HALF, LINE_3, &matrix("[[1, 0, 0], [0, 1, 0], [0, 0, 1]]"));
    let by = |with: With| repair(identity.as_bytes(), None, with, &Limits::default()).unwrap();
    // A = 1/2 everywhere; of the truncated geometric mechanism no constraint has anything to spare where it is tight.
    let geometric = by(With::Family("truncated-geometric"));
    assert_eq!(exact(&geometric.share), "1");
    let uniform = by(With::Family("uniform"));
    assert_eq!(exact(&uniform.share), exact(&by(With::Uniform).share));
    let strong = file(
        ONE_HALF,
        LINE_3,
        &matrix(r#"[["2/5", "3/10", "3/10"], ["3/10", "2/5", "3/10"], ["3/10", "3/10", "2/5"]]"#),
    );
    let other = Mechanism::read(strong.as_bytes(), &Limits::default()).unwrap();
    let found = by(With::File("strong.json", &other));
    // A = 1/2, B = 3/10 − 1/5 at the least: 1/2 over 3/5.
    assert_eq!(exact(&found.share), "5/6");
    assert!(found.to_text().contains("of the mechanism of strong.json that makes it private"), "{}", found.to_text());
    proved(&found);
    let narrow =
        Mechanism::read(file(ONE_HALF, LINE_3, &matrix("[[1], [1], [1]]")).as_bytes(), &Limits::default()).unwrap();
    let itself = Mechanism::read(identity.as_bytes(), &Limits::default()).unwrap();
    for (with, message) in [
        (With::Family("randomised-response"), "\"randomised-response\" does not fit this graph"),
        (With::Family("nonsense"), "$.mechanism"),
        (
            With::File("narrow.json", &narrow),
            "found 3 rows and 3 outputs, and the mechanism of narrow.json has 3 and 1",
        ),
        (
            With::File("itself.json", &itself),
            "the mechanism of itself.json is not private itself: output 0, answers 0 and 1",
        ),
    ] {
        let found = refusal(&identity, with);
        assert!(found.contains(message), "{found}");
    }
}

#[test]
fn what_can_not_be_repaired_is_refused_with_its_place() {
    let rows = "[[0.5, 0.5], [0.5, 0.500000001]]";
    let found = refusal(&file(ONE_HALF, LINE_2, &matrix(rows)), With::Uniform);
    assert!(found.starts_with("1:112: $.mechanism: X is no mechanism"), "{found}");
    assert!(found.contains("row 1 sums to 1000000001/1000000000, not to 1"), "{found}");
    let negative = refusal(&file(ONE_HALF, LINE_2, &matrix("[[1.5, -0.5], [0.5, 0.5]]")), With::Uniform);
    assert!(negative.contains("row 0, output 1: -1/2 is negative"), "{negative}");
    let symbolic = r#"{"alpha": "symbolic", "between": ["0", "1"]}"#;
    let found = refusal(&file(symbolic, LINE_2, &matrix("[[1, 0], [0, 1]]")), With::Uniform);
    assert!(found.contains("$.privacy: α is every number of an interval"), "{found}");
    let bare = format!(r#"{{"format": "dp-mechanism/1", "privacy": {ONE_HALF}, "query": {LINE_2}}}"#);
    assert!(refusal(&bare, With::Uniform).contains("the file has no mechanism"));
}

#[test]
fn the_command_prints_the_share_and_what_it_costs() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let rest = format!(r#""name": "answers", "priors": {{"flat": "uniform"}}, {}"#, matrix("[[1, 0], [0, 1]]"));
    fs::write(at("m.json"), file(ONE_HALF, LINE_2, &rest)).unwrap();
    let run = |arguments: &[&str]| {
        let output =
            cargo_bin_cmd!("certify").current_dir(folder.path()).arg("repair").args(arguments).output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.code().unwrap(), out, err)
    };
    let (status, text, _) = run(&["m.json", "-o", "fixed.json"]);
    assert_eq!(status, 0);
    assert_eq!(
        text,
        "\
t = 2/3 = 0.666666666667, the least share of the uniform mechanism that makes it private

\"answers\"
line of 2: 0 – 1; neighbours are answers next to each other
2 nodes, 1 edge, 2 outputs
declared: α = 1/2 = 0.500000000000, ε = 0.693147180560, δ = 0
prior flat: uniform

needed by output 0: answer 0 and its neighbour 1

prior flat
  utility
    before  1 = 1.00000000000
    after   2/3 = 0.666666666667
  leakage, as a factor
    before  2 = 2.00000000000
    after   4/3 = 1.33333333333
  leakage, in bits
    before  1 = 1.00000000000
    after   0.415037499279

mechanism: fixed.json
"
    );
    let certified = cargo_bin_cmd!("certify").current_dir(folder.path()).arg("fixed.json").output().unwrap();
    assert_eq!(certified.status.code(), Some(0));
    let (status, text, _) = run(&["m.json", "--format", "json", "--digits", "3"]);
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((status, &report["format"], &report["share"]["exact"]), (0, &json!("dp-repair/1"), &json!("667/1000")));
    assert_eq!(report["least"]["exact"], "2/3");
    assert_eq!(report["priors"]["flat"]["after"]["utility"]["exact"], "1333/2000");
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("certificates/schema/dp-repair-1.json");
    let schema = serde_json::from_str(&fs::read_to_string(schema).unwrap()).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let faults: Vec<String> = schema.iter_errors(&report).map(|e| e.to_string()).collect();
    assert_eq!(faults, Vec::<String>::new());
    let private: serde_json::Value = serde_json::from_str(&run(&["fixed.json", "--format", "json"]).1).unwrap();
    assert_eq!(private["share"]["exact"], "0");
    assert!(schema.is_valid(&private));
    // Its numbers are in a `b` that lengths make.
    let lengths = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"}, "query": {"nodes": 2, "edges": [[0, 1, "3/2"]]},
        "mechanism": {"matrix": [[1, 0], [0, 1]]}}"#;
    fs::write(folder.path().join("lengths.json"), lengths).unwrap();
    let of_lengths: serde_json::Value = serde_json::from_str(&run(&["lengths.json", "--format", "json"]).1).unwrap();
    assert_eq!(of_lengths["constant"], json!({ "root_of_alpha": 2 }));
    assert!(schema.is_valid(&of_lengths));
    for (arguments, message) in [
        (&["no.json"][..], "certify: no.json: No such file"),
        (&["m.json", "-o", "m.json"], "certify: m.json: this would overwrite the input m.json"),
        (&["m.json", "--with", "no.json"], "certify: no.json: no such file, expected one or a closed form ("),
        (
            &["m.json", "--with", "fixed.json", "-o", "fixed.json"],
            "certify: fixed.json: this would overwrite the input",
        ),
        (&["m.json", "--with", "randomised-response"], "certify: m.json:1:"),
        (&["m.json", "--digits", "1001"], "certify: invalid value '1001' for '--digits <D>'"),
    ] {
        let (status, out, err) = run(arguments);
        assert_eq!((status, &*out), (2, ""), "{arguments:?}");
        assert!(err.starts_with(message), "{arguments:?}: {err}");
    }
}
