//! The theorem suite: every statement has cases, all are proved, and none is proved if what it expects is changed.

use assert_cmd::cargo::cargo_bin_cmd;
use dp_certify::theorems::{Case, Run, Statement, accept, index, places, prove, run, run_cases, statements};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

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
    Path::new(env!("CARGO_MANIFEST_DIR")).join("certificates")
}

fn updating() -> bool {
    std::env::var_os("UPDATE_CERTIFICATES").is_some()
}

fn of(statements: Vec<(Vec<Case>, Statement)>) -> Run {
    run_cases(statements, &Limits::default(), &|| ())
}

#[test]
fn the_quick_suite_is_proved() {
    let done = run(statements(), false, &Limits::default(), &|| ());
    assert!(done.is_proved(), "{}", done.to_text());
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
        assert!(!statement.evidence.is_empty(), "{}", statement.id);
    }
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
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap_or_default();
        assert!(text.contains(&format!("fn {test}(")), "{id}: {guard}");
    }
}

/// Whatever FINDINGS.md tells to run is there: statements, and tests.
#[test]
fn the_findings_can_be_proved_again() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let findings = fs::read_to_string(root.join("FINDINGS.md")).expect("FINDINGS.md");
    let all: BTreeSet<&str> = statements().iter().map(|statement| statement.id).collect();
    let named: Vec<&str> = findings
        .lines()
        .filter_map(|line| line.strip_prefix("certify theorems "))
        .flat_map(str::split_whitespace)
        .collect();
    assert!(named.len() > 20 && named.iter().all(|id| all.contains(id)), "{named:?}");
    let tests = findings.lines().filter(|line| line.starts_with("cargo test"));
    let tests: Vec<&str> =
        tests.flat_map(|line| line.split("--test ").skip(1)).filter_map(|t| t.split(' ').next()).collect();
    assert!(tests.len() > 3 && tests.iter().all(|test| root.join(format!("tests/{test}.rs")).is_file()), "{tests:?}");
}

/// Every way to expect something else of one claim: another verdict, another number, another flag.
fn changed(claim: &Value) -> Vec<Value> {
    let mut whole = match claim {
        Value::String(name) => serde_json::json!({ "claim": name }),
        other => other.clone(),
    };
    let mut all = Vec::new();
    let expect = whole["expect"].take();
    let fails = expect["verdict"] == "fails";
    whole["expect"] = serde_json::json!({ "verdict": if fails { "holds" } else { "fails" } });
    all.push(whole.clone());
    for (name, bounds) in expect.as_object().into_iter().flatten().filter(|(name, _)| *name != "verdict") {
        for (relation, number) in bounds.as_object().into_iter().flatten() {
            let mut other = expect.clone();
            other[name][relation] = match (relation.as_str(), number) {
                (_, Value::Bool(flag)) => (!flag).into(),
                ("equals", Value::String(x)) => format!("({x})+1/1000000000000").into(),
                ("at_least", Value::String(x)) => format!("({x})+1000000").into(),
                ("at_most", Value::String(x)) => format!("({x})-1000000").into(),
                (_, Value::Array(_)) => Vec::<Value>::new().into(),
                _ => panic!("{name}: {number}"),
            };
            whole["expect"] = other;
            all.push(whole.clone());
        }
    }
    all
}

/// Every expectation of every case of the quick suite.
#[test]
fn no_expectation_can_be_changed() {
    let cases = |s: Statement| s.cases(false).into_iter().map(move |case| (s.clone(), case));
    let jobs: Vec<(Statement, Case)> = statements().into_iter().flat_map(cases).collect();
    let refused: usize = jobs
        .par_iter()
        .map(|(statement, case)| {
            let document: Value = serde_json::from_str(&case.text).expect("JSON");
            let mut refused = 0;
            for (i, claim) in document["claims"].as_array().expect("claims").iter().enumerate() {
                for other in changed(claim) {
                    let mut document = document.clone();
                    document["claims"][i] = other;
                    let case = Case { text: document.to_string().into(), ..case.clone() };
                    let done = of(vec![(vec![case.clone()], statement.clone())]);
                    let place = format!("{}/{}.json", statement.folder(), case.name);
                    assert!(!done.is_proved(), "{place}: {}", case.text);
                    let text = done.to_text();
                    assert!(
                        text.contains(statement.id) && text.contains("NOT PROVED") && text.contains(&place),
                        "{text}"
                    );
                    assert!(done.to_json().contains("\"proved\":false"), "{place}");
                    refused += 1;
                }
            }
            refused
        })
        .sum();
    assert!(refused > 2 * jobs.len(), "{refused} changes");
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
    let committed = files.par_iter().filter(|(folder, case)| {
        let path = certificates().join(folder).join(format!("{}.cert.json", case.name));
        if updating() {
            let proved = prove(case, &limits).unwrap_or_else(|why| panic!("{folder}/{}: {why}", case.name));
            match proved.certificate.len() {
                small if small <= MOST_BYTES => fs::write(&path, proved.certificate).expect("written"),
                _ => drop(fs::remove_file(&path)),
            }
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        if text.is_empty() {
            let proved = prove(case, &limits).unwrap_or_else(|why| panic!("{folder}/{}: {why}", case.name));
            assert!(
                proved.certificate.len() > MOST_BYTES,
                "{folder}/{} has no certificate: run the tests once with UPDATE_CERTIFICATES=1",
                case.name
            );
            return false;
        }
        accept(case, &text, &limits).unwrap_or_else(|why| panic!("{folder}/{}: {why}", case.name));
        true
    });
    assert_eq!(committed.count(), on_disk(), "a certificate without its file");
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

/// A query by its answers on databases.
fn by_answers(values: usize, individuals: usize, answer: &dyn Fn(&[usize]) -> String) -> Mechanism {
    let size = values.pow(u32::try_from(individuals).expect("few"));
    let database = |mut x: usize| -> Vec<usize> {
        (0..individuals)
            .map(|_| {
                let value = x % values;
                x /= values;
                value
            })
            .collect()
    };
    let answers: Vec<String> = (0..size).map(|x| answer(&database(x))).collect();
    mechanism(&format!(
        r#"{{"databases": {{"values": {values}, "individuals": {individuals}}}, "answers": {answers:?}}}"#
    ))
}

fn mechanism(query: &str) -> Mechanism {
    let text = format!(r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {query}}}"#);
    Mechanism::read(text.as_bytes(), &Limits::default()).expect("a good file")
}

/// The two graphs are the same, answer by answer; `place` is the node of an answer in the named one.
fn assert_same(induced: &Mechanism, named: &Mechanism, place: &dyn Fn(&str) -> usize) {
    let nodes = induced.query.graph.nodes();
    assert_eq!(nodes, named.query.graph.nodes());
    let places: Vec<usize> = (0..nodes).map(|i| place(&induced.node(i))).collect();
    for (i, &at) in places.iter().enumerate() {
        let (found, expected) = (induced.query.graph.distances_from(i), named.query.graph.distances_from(at));
        (0..nodes).for_each(|j| assert_eq!(found[j], expected[places[j]], "{i}, {j}"));
    }
}

#[test]
fn answer_graphs_of_section_6() {
    for (u, v) in [(3, 2), (2, 3), (2, 5), (4, 1)] {
        let induced = by_answers(v + 1, u, &|x| x.iter().sum::<usize>().to_string());
        let named = mechanism(&format!(r#"{{"graph": "sum", "individuals": {u}, "max": {v}}}"#));
        assert_same(&induced, &named, &|answer| answer.parse().expect("a number"));
    }
    for u in 1..=3 {
        let count = |x: &[usize], bit: usize| x.iter().filter(|&&value| value & bit != 0).count();
        let induced = by_answers(4, u, &|x| format!("{},{}", count(x, 1), count(x, 2)));
        let named = mechanism(&format!(r#"{{"graph": "counts", "individuals": {u}, "queries": 2}}"#));
        let number = |text: &str| text.parse::<usize>().expect("a number");
        let place =
            |answer: &str| answer.split_once(',').map_or(0, |(first, second)| number(first) * (u + 1) + number(second));
        assert_same(&induced, &named, &place);
    }
    assert_same(
        &mechanism(r#"{"graph": "counts", "individuals": 1, "queries": 2}"#),
        &mechanism(r#"{"graph": "complete", "nodes": 4}"#),
        &|i| i.parse().expect("a number"),
    );
}

/// The case of Figure 4 has the printed distances d, as entries 2^-d/4 of the only such mechanism with tight constraints.
#[test]
fn printed_distances() {
    const PRINTED: [[u32; 9]; 9] = [
        [0, 1, 1, 1, 1, 2, 2, 2, 2],
        [1, 0, 1, 2, 2, 1, 2, 1, 2],
        [1, 1, 0, 2, 2, 2, 1, 2, 1],
        [1, 2, 2, 0, 1, 1, 1, 2, 2],
        [1, 2, 2, 1, 0, 2, 2, 1, 1],
        [2, 1, 2, 1, 2, 0, 1, 1, 2],
        [2, 2, 1, 1, 2, 1, 0, 2, 1],
        [2, 1, 2, 2, 1, 1, 2, 0, 1],
        [2, 2, 1, 2, 1, 2, 1, 1, 0],
    ];
    let text = fs::read_to_string(certificates().join("001/Fig4/printed-order.json")).expect("the case");
    let file: Value = serde_json::from_str(&text).expect("a mechanism file");
    let entries = PRINTED.map(|row| row.map(|d| format!("1/{}", 4 << d)));
    assert_eq!(file["mechanism"]["matrix"], serde_json::json!(entries));
}
