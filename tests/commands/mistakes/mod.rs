//! What newcomers get wrong with JSON, numbers, graphs, priors, claims, flags and files, and what they are told: the
//! place, what was found, what was expected, and the nearest right spelling or the command to use.

mod hints;

use crate::schemas::{assert_valid, schema};
use assert_cmd::cargo::cargo_bin_cmd;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A file in which nothing is wrong.
pub(crate) const GOOD: &str = r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "graph": "line", "nodes": 3, "labels": ["none", "some", "all"] },
  "mechanism": { "matrix": [["2/3", "1/6", "1/6"], ["1/3", "1/3", "1/3"], ["1/6", "1/6", "2/3"]] },
  "priors": { "flat": "uniform", "skewed": ["1/2", "1/4", "1/4"] },
  "claims": ["dp", { "claim": "optimal", "prior": "flat" }]
}
"#;

const TABLE: &str = "0.75,0.25\n0.25,0.75\n";

/// What stands in the file, what somebody writes in its place, and what `certify w.json` says after the file's name;
/// lines end at `⏎`.
fn in_a_file() -> Vec<[String; 3]> {
    let fields = |line: &str| -> Vec<String> { line.split('\t').map(|field| field.replace('⏎', "\n")).collect() };
    include_str!("files.tsv").lines().map(|line| fields(line).try_into().unwrap()).collect()
}

/// A table, in which lines end at `⏎`; the flags that it is certified with; and what `certify w.csv` says.
fn in_a_table() -> Vec<[&'static str; 3]> {
    let fields = |line: &'static str| line.split('\t').collect::<Vec<_>>();
    include_str!("tables.tsv").lines().map(|line| fields(line).try_into().unwrap()).collect()
}

/// What somebody calls, and the first line that the program says.
fn calls() -> Vec<(&'static str, &'static str)> {
    include_str!("calls.tsv").lines().map(|line| line.split_once('\t').unwrap()).collect()
}

/// The good file, its certificate, its query, a table as CSV and as NPY, a report, and an empty folder.
pub(crate) fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    write("m.json", GOOD.as_bytes());
    let query: Vec<&str> =
        GOOD.lines().filter(|line| !line.contains("mechanism\": {") && !line.contains("claims")).collect();
    write("q.json", query.join("\n").replace("] },\n}", "] }\n}").as_bytes());
    write("t.csv", TABLE.as_bytes());
    write("p.csv", b"75,25\n25,75\n");
    write("t.npy", b"\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }");
    fs::create_dir(folder.path().join("empty")).unwrap();
    let (status, report, errors) = call(folder.path(), "certify m.json --format json");
    assert_eq!((status, &*errors), (0, ""));
    write("report.json", report.as_bytes());
    folder
}

pub(crate) fn call(folder: &Path, command: &str) -> (i32, String, String) {
    let mut words = command.split(' ').filter(|word| !word.is_empty());
    let mut program = match words.next() {
        Some("verify") => cargo_bin_cmd!("verify"),
        _ => cargo_bin_cmd!("certify"),
    };
    let output = program.current_dir(folder).args(words).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_mistake_in_a_file_is_told_with_its_place_and_what_to_write() {
    let folder = folder();
    let mut wrong = Vec::new();
    for [right, written, told] in in_a_file() {
        assert!(GOOD.contains(&right), "{right}");
        fs::write(folder.path().join("w.json"), GOOD.replacen(&right, &written, 1)).unwrap();
        let (status, stdout, stderr) = call(folder.path(), "certify w.json");
        let expected = format!("certify: w.json:{told}\n");
        if (status, &*stdout, &*stderr) != (2, "", &*expected) {
            wrong.push(format!("{right} -> {written}\n  {stderr}  expected\n  {expected}"));
        }
        assert!(!folder.path().join("w.cert.json").exists(), "{written}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Programs have the hint by itself.
#[test]
fn a_hint_stands_in_json_too() {
    let folder = folder();
    let told = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).unwrap();
        let (status, stdout, _) = call(folder.path(), &format!("certify {name} --format json"));
        assert_eq!(status, 2);
        assert_valid(&schema("dp-error-1.json"), &stdout, text);
        let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        report["error"]["hint"].as_str().map(str::to_owned)
    };
    assert_eq!(told("w.json", &GOOD.replace("\"line\"", "\"lien\"")).as_deref(), Some("did you mean line?"));
    assert_eq!(told("w.json", &GOOD.replace("ln(2)", "log(2)")).as_deref(), Some("did you mean ln(2)?"));
    let table = "`certify TABLE.csv --graph complete --epsilon 1` makes a mechanism file of it";
    assert_eq!(told("w.json", TABLE).as_deref(), Some(table));
    assert_eq!(told("w.json", &GOOD.replace("\"2/3\"", "\"2/0\"")), None);
    let (status, stdout, _) = call(folder.path(), "verify m.cert.json m.json --format json");
    assert_valid(&schema("dp-error-1.json"), &stdout, "turned round");
    let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((status, report["error"]["hint"].as_str()), (2, Some("did you mean verify m.json m.cert.json?")));
}

#[test]
fn a_mistake_in_a_call_is_told_with_what_to_call() {
    let folder = folder();
    let names = || fs::read_dir(folder.path()).unwrap().count();
    let before = names();
    let mut wrong = Vec::new();
    for (command, told) in calls() {
        let (status, stdout, stderr) = call(folder.path(), command);
        if status != 2 || !stdout.is_empty() || !stderr.starts_with(told) {
            wrong.push(format!("{command}: exit status {status}\n{stdout}{stderr}  expected\n{told}\n"));
        }
        assert_eq!(names(), before, "{command}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_mistake_in_a_table_is_told_with_its_place_and_what_to_do() {
    let folder = folder();
    let names = || fs::read_dir(folder.path()).unwrap().count();
    let mut wrong = Vec::new();
    for [table, flags, told] in in_a_table() {
        fs::write(folder.path().join("w.csv"), table.replace('⏎', "\n")).unwrap();
        let before = names();
        let (status, stdout, stderr) = call(folder.path(), &format!("certify w.csv {flags}"));
        if status != 2 || !stdout.is_empty() || !stderr.starts_with(told) {
            wrong.push(format!("{table} {flags}: exit status {status}\n{stdout}{stderr}  expected\n{told}\n"));
        }
        assert_eq!(names(), before, "{table} {flags}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn there_are_sixty_of_them_and_every_hint_at_a_spelling_ends_alike() {
    let (files, calls) = (in_a_file(), calls());
    assert!(files.len() >= 60 && calls.len() >= 40, "{} and {}", files.len(), calls.len());
    let tables = in_a_table();
    assert!(tables.len() >= 30, "{}", tables.len());
    let told = files.iter().map(|[.., told]| &**told).chain(calls.iter().map(|(_, told)| *told));
    let told = told.chain(tables.iter().map(|[.., told]| *told));
    for told in told.filter(|told| told.contains("did you mean")) {
        // At the end, or before the list of all.
        let (_, meant) = told.split_once("; did you mean ").unwrap_or_else(|| panic!("{told}"));
        assert!(meant.ends_with('?') || meant.contains("? Expected "), "{told}");
    }
}

/// What is spelled in American English is no mistake.
#[test]
fn american_spelling_is_read() {
    let folder = folder();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let matrix = &GOOD[GOOD.find("{ \"matrix\"").unwrap()..GOOD.find(" },\n  \"priors\"").unwrap() + 2];
    let text = GOOD.replace(matrix, "{ \"family\": \"randomized-response\" }").replace("\"line\"", "\"complete\"");
    write("c.json", &text.replace("[\"dp\"", "[{ \"claim\": \"derivable\", \"from\": \"randomized-response\" }"));
    assert_eq!(call(folder.path(), "certify c.json").0, 0);
    assert_eq!(call(folder.path(), "verify c.json c.cert.json --holds").0, 0);
    write("k.json", &fs::read_to_string(folder.path().join("q.json")).unwrap().replace("\"line\"", "\"complete\""));
    assert_eq!(call(folder.path(), "certify construct randomized-response k.json -o r.json").0, 0);
    write(
        "two.json",
        r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/3"}, "query": {"graph": "line", "nodes": 2}}"#,
    );
    assert_eq!(call(folder.path(), "certify import t.csv two.json --normalize -o n.json").0, 0);
    assert_eq!(call(folder.path(), "certify repair m.json --with uniform -q").0, 0);
}

#[test]
fn help_is_given_for_a_command() {
    let folder = folder();
    for command in ["certify help", "certify help construct", "certify explain", "certify help explain"] {
        let (status, stdout, stderr) = call(folder.path(), command);
        assert_eq!((status, &*stderr), (0, ""), "{command}");
        assert!(stdout.contains("certify"), "{command}: {stdout}");
    }
    let help = |command| call(folder.path(), command).1;
    assert_eq!(help("certify help construct"), help("certify construct --help"));
}
