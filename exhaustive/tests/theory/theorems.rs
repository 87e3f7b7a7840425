//! The theorem suite: every statement has cases, all are proved, and none is proved if what it expects is changed.

mod answer_graphs;
mod changed;

use crate::files::root;
use assert_cmd::cargo::cargo_bin_cmd;
use dp_certify::theorems::{
    Case, Evidence, Run, Statement, Verdict, accept, index, places, run, run_cases, statements,
};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use rayon::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The statements of each paper.
const IDS: [(&str, &str); 5] = [
    (
        "000",
        "L1 P1 D3 P2 P3 D6 P4 Ex1 Ex2 L2 T1 T1-iff P5 P6 C1 T2 Ex3 Ex3b P7 L3 L4 T3 C2 mono eps count vt sum 2count \
         small fig6 B concl mag",
    ),
    ("001", "S2 T1 P1 Ex1 Fig4 P2 P2+ L3 eq9 collapse T2 L4 T3 T4 R1 R2 Tab1 Ex2 Tab2 Ex3 L1 L2 L5 conv"),
    ("002", "geo trunc post util ghosh bn E3 E4 E5 E6 E7"),
    ("003", "Ex2.2 T3.1 Fig2 Fig3 L5 deriv S6.1 T6.1 P6.2 T6.3"),
    ("004", "P1 T2 Ex2 T3 C1 C2 T4 T8 MT T5 T9 T6 C3 T7 Ex1 Ex3 T10"),
];

/// Certificates over so many bytes are not kept with the files.
const MOST_BYTES: usize = 200_000;

fn certificates() -> PathBuf {
    root().join("certificates")
}

fn updating() -> bool {
    std::env::var_os("UPDATE_CERTIFICATES").is_some()
}

fn of(statements: Vec<(Vec<Case>, Statement)>) -> Run {
    run_cases(statements, &Limits::default(), &|| ())
}

/// The quick suite, which the tests prove once between them.
static QUICK: LazyLock<Run> = LazyLock::new(|| run(statements(), false, &Limits::default(), &|| ()));

/// The certificates of the quick suite, by their places in its folder. Not to be called first from rayon's threads: the
/// suite is proved on them.
fn quick_certificates() -> BTreeMap<String, &'static str> {
    QUICK.files().into_iter().filter(|(place, _)| place.ends_with(".cert.json")).collect()
}

#[test]
fn the_quick_suite_is_proved() {
    assert!(QUICK.is_proved(), "{}", QUICK.to_text());
}

#[test]
fn every_statement_has_a_case() {
    let expected: Vec<String> = IDS
        .iter()
        .flat_map(|(paper, names)| names.split_whitespace().map(move |name| format!("{paper}.{name}")))
        .collect();
    let found: Vec<&str> = statements().iter().map(|statement| statement.id).collect();
    assert_eq!(found, expected);
    for statement in statements() {
        let cases = statement.cases(true);
        let names: BTreeSet<&String> = cases.iter().map(|case| &case.name).collect();
        assert_eq!(names.len(), cases.len(), "{}: two cases of one name", statement.id);
        assert!(!statement.cases(false).is_empty(), "{}", statement.id);
        for slow in [false, true] {
            assert!(statement.made(slow).is_none_or(|made| !made.is_empty()), "{}: an empty family", statement.id);
        }
        assert!(!statement.evidence.is_empty(), "{}", statement.id);
    }
}

/// What is called false has an instance that shows it. Only 001.L3 can have none: as printed it compares a number with
/// itself.
#[test]
fn every_false_statement_has_a_counterexample() {
    let shown = |s: &Statement| s.evidence.iter().any(|(kind, _)| *kind == Evidence::Counterexample);
    let all = statements();
    let without = all.iter().filter(|s| s.verdict != Verdict::True && !shown(s)).map(|s| s.id);
    assert_eq!(without.collect::<Vec<_>>(), ["001.L3"]);
}

#[test]
fn every_file_belongs_to_a_statement() {
    let folders: BTreeSet<String> = statements().iter().map(Statement::folder).collect();
    for place in places() {
        let folder = place.rsplit_once('/').map(|(folder, _)| folder);
        assert!(folder.is_some_and(|folder| folders.contains(folder)), "{place}");
    }
}

#[test]
fn every_case_keeps_to_the_schema() {
    let schema = fs::read_to_string(certificates().join("schema/dp-mechanism-1.json")).expect("the schema");
    let schema = jsonschema::validator_for(&serde_json::from_str(&schema).expect("JSON")).expect("a schema");
    for statement in statements() {
        for case in statement.cases(false) {
            let document = serde_json::from_str(&case.text).expect("JSON");
            assert!(schema.is_valid(&document), "{}/{}.json", statement.folder(), case.name);
        }
    }
}

#[test]
fn every_guard_is_there() {
    for (id, guard) in statements().iter().flat_map(|s| s.guards.iter().map(|guard| (s.id, *guard))) {
        let (file, test) = guard.split_once(": ").expect("FILE: function");
        let text = fs::read_to_string(root().join(file)).unwrap_or_default();
        assert!(text.contains(&format!("fn {test}(")), "{id}: {guard}");
    }
}

/// Whatever FINDINGS.md tells to run is there: statements, and tests.
#[test]
fn the_findings_can_be_proved_again() {
    let root = root();
    let findings = fs::read_to_string(root.join("FINDINGS.md")).expect("FINDINGS.md");
    let all: BTreeSet<&str> = statements().iter().map(|statement| statement.id).collect();
    let named: Vec<&str> = findings
        .lines()
        .filter_map(|line| line.strip_prefix("certify theorems "))
        .flat_map(str::split_whitespace)
        .collect();
    assert!(named.len() > 20 && named.iter().all(|id| all.contains(id)), "{named:?}");
    let test = "cargo test --release --manifest-path exhaustive/Cargo.toml --test theory ";
    let modules = findings.lines().filter_map(|line| line.strip_prefix(test));
    let modules: Vec<&str> =
        modules.flat_map(str::split_whitespace).filter(|m| *m != "--").filter_map(|m| m.split("::").next()).collect();
    let is_there = |module: &&str| root.join(format!("exhaustive/tests/theory/{module}.rs")).is_file();
    assert!(modules.len() > 3 && modules.iter().all(is_there), "{modules:?}");
    assert_eq!(findings.matches("cargo test").count(), findings.matches(&format!("\n{test}")).count());
}

/// A run names what is not proved: statement, file and reason.
#[test]
fn a_run_names_what_is_not_proved() {
    let statement = statements().remove(0);
    let mut cases = statement.cases(false);
    let mut document: Value = serde_json::from_str(&cases[0].text).expect("JSON");
    let claims = document["claims"].as_array_mut().expect("claims");
    let name = claims[0].as_str().or_else(|| claims[0]["claim"].as_str()).expect("a name").to_owned();
    claims[0]["expect"] = serde_json::json!({ "verdict": "fails" });
    cases[0].text = document.to_string().into();
    let (place, count) = (format!("{}/{}.json", statement.folder(), cases[0].name), cases.len());
    let done = of(vec![(cases, statement.clone())]);
    assert!(!done.is_proved());
    let text = done.to_text();
    assert!(text.contains("0 statements proved, 1 NOT PROVED"), "{text}");
    let line = text.lines().find(|line| line.starts_with(statement.id)).expect("the statement's line");
    assert!(line.ends_with("NOT PROVED"), "{line}");
    assert!(text.contains(&format!("{place}: {name}")) && text.contains("not as the file says"), "{text}");
    let json: Value = serde_json::from_str(&done.to_json()).expect("JSON");
    let line = &json["statements"][0];
    assert_eq!((&line["id"], &line["proved"], &line["cases"]), (&statement.id.into(), &false.into(), &count.into()));
    assert_eq!(line["failed"].as_array().map(Vec::len), Some(1), "{json}");
    assert_eq!(line["failed"][0]["case"], place);
    assert!(line["failed"][0]["reason"].as_str().is_some_and(|why| why.starts_with(&name)), "{json}");
}

#[test]
fn a_case_without_claims_or_a_statement_without_cases_is_not_proved() {
    let statement = statements().remove(0);
    assert!(!of(vec![(Vec::new(), statement.clone())]).is_proved());
    assert!(!of(Vec::new()).is_proved());
    let text = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 2}}"#;
    let case = Case { name: "empty".into(), text: text.into(), others: Vec::new() };
    assert!(!of(vec![(vec![case], statement)]).is_proved());
}

#[test]
fn the_index_is_fresh() {
    let path = certificates().join("INDEX.md");
    if updating() {
        fs::write(&path, index()).expect("written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == index(), "INDEX.md is stale: run the tests once with UPDATE_CERTIFICATES=1");
}

/// Beside each file, unless it is large.
#[test]
fn the_certificates_are_accepted() {
    let limits = Limits::default();
    let files: Vec<(String, Case)> = statements()
        .iter()
        .flat_map(|s| s.files().into_iter().map(|case| (s.folder(), case)).collect::<Vec<_>>())
        .collect();
    let place = |(folder, case): &(String, Case)| certificates().join(folder).join(format!("{}.cert.json", case.name));
    let certificates = quick_certificates();
    let proved = |(folder, case): &(String, Case)| {
        let place = format!("{folder}/{}.cert.json", case.name);
        *certificates.get(&place).unwrap_or_else(|| panic!("{place}: not proved"))
    };
    if updating() {
        files.par_iter().for_each(|file| match proved(file) {
            small if small.len() <= MOST_BYTES => fs::write(place(file), small).expect("written"),
            _ => drop(fs::remove_file(place(file))),
        });
    }
    let (there, not_there): (Vec<_>, Vec<_>) = files.iter().partition(|file| place(file).is_file());
    there.par_iter().for_each(|file| {
        let text = fs::read_to_string(place(file)).expect("a certificate");
        accept(&file.1, &text, &limits).unwrap_or_else(|why| panic!("{}/{}: {why}", file.0, file.1.name));
    });
    not_there.par_iter().for_each(|file| {
        assert!(
            proved(file).len() > MOST_BYTES,
            "{}/{} has no certificate: run the tests once with UPDATE_CERTIFICATES=1",
            file.0,
            file.1.name
        );
    });
    assert_eq!(there.len(), on_disk(), "a certificate without its file");
}

/// How many certificates lie beside the suite's files.
fn on_disk() -> usize {
    let folders = |path: &Path| {
        fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path()).collect::<Vec<_>>()
    };
    let papers = ["000", "001", "002", "003", "004"].map(|paper| certificates().join(paper));
    let statements = papers.iter().filter(|path| path.is_dir()).flat_map(|path| folders(path));
    let files = statements.flat_map(|path| folders(&path));
    files.filter(|path| path.to_string_lossy().ends_with(".cert.json")).count()
}

#[test]
fn the_command_writes_what_verify_accepts() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let call = |arguments: &[&str]| {
        let output = cargo_bin_cmd!("certify")
            .current_dir(folder.path())
            .arg("theorems")
            .args(arguments)
            .output()
            .expect("it runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (status, json, _) = call(&["000.T1-iff", "000.L4", "-o", "suite", "--format", "json"]);
    assert_eq!(status, Some(0));
    let schema = fs::read_to_string(certificates().join("schema/dp-theorems-1.json")).expect("the schema");
    let schema = jsonschema::validator_for(&serde_json::from_str(&schema).expect("JSON")).expect("a schema");
    let document: Value = serde_json::from_str(&json).expect("JSON");
    assert!(schema.is_valid(&document), "{json}");
    let listed: Vec<&str> = document["statements"]
        .as_array()
        .expect("statements")
        .iter()
        .flat_map(|s| s["certificates"].as_array().expect("certificates"))
        .filter_map(Value::as_str)
        .collect();
    assert!(listed.len() > 20 && listed.contains(&"000/T1-iff/k2.cert.json"), "{listed:?}");
    for certificate in listed {
        let at =
            |place: &str| fs::read(folder.path().join("suite").join(place)).unwrap_or_else(|e| panic!("{place}: {e}"));
        let mechanism = at(&certificate.replace(".cert.json", ".json"));
        let mechanism = Mechanism::read(&mechanism, &Limits::default()).expect("a good file");
        let verification = dp_verify::verify(&mechanism, &at(certificate), &Limits::default()).expect("well-formed");
        assert!(verification.accepted(), "{certificate}: {:?}", verification.refusals);
    }

    assert_eq!(call(&["000.L1", "--quiet"]), (Some(0), String::new(), String::new()));
    let (status, list, _) = call(&["--list"]);
    assert!(status == Some(0) && list.lines().count() == statements().len(), "{list}");
    let (status, out, error) = call(&["000.L1", "000.nothing"]);
    assert!(status == Some(2) && out.is_empty() && error.contains("000.nothing"), "{error}");
    fs::write(folder.path().join("file"), "").expect("written");
    assert_eq!(call(&["000.L1", "-o", "file"]).0, Some(2));
}
