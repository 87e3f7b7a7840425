//! What a pipeline reads: the script of docs/src/ci.md as it is printed, JUnit files, the verdict on a file as a whole,
//! and expectations with tolerances and logarithms.

use super::files::root;
use super::folder::Folder;
use super::schemas::{assert_valid, list_schema, schema};
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::fs;
use std::process::Command;

fn file(claims: &str) -> String {
    format!(
        r#"{{"format": "dp-mechanism/1", "name": "a <b> & \"c\"", "privacy": {{"epsilon": "1.4"}}, "query": {{"graph": "complete", "nodes": 2}},
        "mechanism": {{"matrix": [["4/5", "1/5"], ["1/5", "4/5"]]}}, "claims": [{claims}]}}"#
    )
}

const HOLDS: &str = r#""dp""#;
const FAILS: &str = r#"{"claim": "dp", "expect": {"epsilon_min": {"at_most": "1.386"}}}"#;

/// The first block of the page in this language that begins so.
fn printed(language: &str, begins: &str) -> String {
    let page = fs::read_to_string(root().join("docs/src/ci.md")).unwrap();
    let fence = format!("```{language}\n");
    let mut blocks = page.split(&fence).skip(1).map(|rest| rest.split("\n```").next().unwrap());
    blocks.find(|block| block.starts_with(begins)).unwrap().to_owned() + "\n"
}

/// The status of the printed script on a folder of these files, and what it left.
fn script(files: &[(&str, &str)]) -> (i32, String, Vec<String>) {
    let folder = Folder::with(&[]);
    fs::create_dir(folder.at("mechanisms")).unwrap();
    for (name, text) in files {
        fs::write(folder.at("mechanisms").join(name), text).unwrap();
    }
    fs::write(folder.at("check-privacy.sh"), printed("sh", "#!/bin/sh")).unwrap();
    let programs = cargo_bin("certify").parent().unwrap().to_owned();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let ended =
        Command::new("sh").arg("check-privacy.sh").current_dir(folder.at("")).env("PATH", path).output().unwrap();
    let results = folder.at("privacy-results");
    let mut left: Vec<String> = fs::read_dir(results.join("certificates"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    (ended.status.code().unwrap(), fs::read_to_string(results.join("junit.xml")).unwrap(), left)
}

#[test]
#[cfg(unix)]
fn the_script_runs_as_it_is_printed() {
    let (holds, fails) = (file(HOLDS), file(FAILS));
    let (status, junit, left) = script(&[("a.json", &holds), ("b.json", &holds)]);
    assert_eq!((status, left.len()), (0, 4), "{junit}");
    assert!(
        fs::read_dir(root()).is_ok()
            && junit.contains("<testsuites name=\"certify\" tests=\"4\" failures=\"0\" errors=\"0\">"),
        "{junit}"
    );
    let (status, junit, left) = script(&[("a.json", &holds), ("b.json", &fails)]);
    assert_eq!((status, left.len()), (1, 4), "{junit}");
    assert!(junit.contains("tests=\"4\" failures=\"1\" errors=\"0\">"), "{junit}");
    let (status, junit, left) = script(&[("a.json", &holds), ("b.json", "{}")]);
    assert_eq!((status, left.len()), (2, 2), "{junit}");
    assert!(junit.contains("<error type=\"unusable\" message=\"mechanisms/b.json:1:"), "{junit}");
}

/// The file that the page shows is one, and comes out as it says.
#[test]
fn the_file_of_the_page_holds() {
    let folder = Folder::with(&[("m.json", &printed("json", "{\n  \"format\""))]);
    let ended = folder.run(&["m.json"], "");
    assert_eq!(ended.status, 0, "{}{}", ended.out, ended.err);
}

#[test]
fn a_junit_file_has_a_case_for_each_claim() {
    let folder = Folder::with(&[("m&m.json", &file(&format!("{HOLDS}, {FAILS}, \"capacity\"")))]);
    let ended = folder.run(&["m&m.json", "--format", "junit"], "");
    assert_eq!(ended.status, 1, "{}", ended.err);
    let xml = &ended.out;
    assert!(xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "), "{xml}");
    for part in [
        "<testsuite name=\"m&amp;m.json\" tests=\"3\" failures=\"1\" errors=\"0\">",
        "<property name=\"name\" value=\"a &lt;b&gt; &amp; &quot;c&quot;\"/>",
        "<property name=\"neighbours\" value=\"complete",
        "<property name=\"privacy\" value=\"ε = 1.4",
        "<testcase classname=\"m&amp;m.json\" name=\"stochastic\"/>",
        "<failure type=\"fails\" message=\"",
    ] {
        assert!(xml.contains(part), "{part}\n{xml}");
    }
    assert_well_formed(xml);
    // An undecided claim is an error.
    let ended = folder.run(&["m&m.json", "--format", "junit", "--limit", "steps=1"], "");
    if ended.status == 3 {
        assert!(ended.out.contains("<error type=\"undecided\""), "{}", ended.out);
    }
    for (call, message) in [
        (&["--jsonl", "m&m.json", "--format", "junit"][..], "--format junit is for files and folders"),
        (&["m&m.json", "--bracket", "3", "--format", "junit"], "--bracket prints text or json"),
        (
            &["budget", "--use", "1x2", "--delta", "1e-6", "--format", "junit"],
            "invalid value 'junit' for '--format <FORMAT>'",
        ),
    ] {
        folder.refuses(call, "", message);
    }
}

/// Tags are closed in turn, and what stands between them has no mark of its own.
#[track_caller]
fn assert_well_formed(xml: &str) {
    let mut open = Vec::new();
    let mut rest = xml.split_once("?>").unwrap().1;
    while let Some(at) = rest.find('<') {
        let text = &rest[..at];
        assert!(!text.contains('>'), "{text}");
        let end = rest[at..].find('>').unwrap() + at;
        let tag = &rest[at + 1..end];
        assert!(!tag.contains('<') && tag.matches('"').count().is_multiple_of(2), "{tag}");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.push(tag.split(' ').next().unwrap()),
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?}");
}

#[test]
fn a_report_has_a_verdict_on_the_file_as_a_whole() {
    let undecided = r#"{"format": "dp-mechanism/1", "privacy": {"epsilon": "1"}, "query": {"graph": "line", "nodes": 2},
        "mechanism": {"matrix": [["1/2", "1/4"], ["1/4", "1/2"]], "missing": ["1/4", "1/4"]}, "claims": ["dp"]}"#;
    let folder =
        Folder::with(&[("a.json", &file(HOLDS)), ("b.json", &file(FAILS)), ("c.json", undecided), ("d.json", "{}")]);
    for (name, verdict, exit) in [("a.json", "holds", 0), ("b.json", "fails", 1), ("c.json", "undecided", 3)] {
        let ended = folder.run(&[name, "--format", "json"], "");
        assert_valid(&schema("dp-report-1.json"), &ended.out, name);
        let report: Value = serde_json::from_str(&ended.out).unwrap();
        assert_eq!((report["verdict"].as_str(), report["exit"].as_i64()), (Some(verdict), Some(exit)), "{name}");
        assert_eq!(i64::from(ended.status), exit, "{name}");
    }
    let ended = folder.run(&["a.json", "b.json", "d.json", "--format", "json"], "");
    assert_valid(&list_schema(), &ended.out, "several");
    let reports: Value = serde_json::from_str(&ended.out).unwrap();
    let each: Vec<(Option<&str>, Option<i64>)> =
        reports.as_array().unwrap().iter().map(|report| (report["file"].as_str(), report["exit"].as_i64())).collect();
    assert_eq!(each, [(Some("a.json"), Some(0)), (Some("b.json"), Some(1)), (Some("d.json"), None)]);
}

/// −ln(1/4) = 1.38629436…, and the capacity is log₂(8/5) = 0.678….
#[test]
fn a_number_may_have_a_tolerance_and_be_a_logarithm() {
    for (claim, value, bound, status) in [
        ("dp", "epsilon_min", r#"{"equals": "1.386", "tolerance": "0.001"}"#, 0),
        ("dp", "epsilon_min", r#"{"equals": "1.386", "tolerance": "0.0002"}"#, 1),
        ("dp", "alpha_max", r#"{"equals": "0.26", "tolerance": "0.01"}"#, 0),
        ("dp", "alpha_max", r#"{"equals": "0.26", "tolerance": "0.00999999999999999999999999"}"#, 1),
        ("dp", "alpha_max", r#"{"equals": "1/4", "tolerance": 0}"#, 0),
        ("dp", "epsilon_min", r#"{"equals": "ln(4)"}"#, 0),
        ("dp", "epsilon_min", r#"{"equals": "ln( 4.0000000000000000000000000000000000001 )"}"#, 1),
        ("dp", "epsilon_min", r#"{"at_most": "ln(4)", "at_least": "ln(3.99)"}"#, 0),
        ("dp", "epsilon_min", r#"{"at_most": "ln(3.99)"}"#, 1),
        ("dp", "epsilon_min", r#"{"at_least": "ln(1/2)"}"#, 0),
        ("capacity", "bits", r#"{"equals": "log2(8/5)"}"#, 0),
        ("capacity", "bits", r#"{"at_most": "log2(1.59)"}"#, 1),
        ("capacity", "bits", r#"{"equals": "0.678", "tolerance": "1/1000"}"#, 0),
        ("shannon-capacity", "bits", r#"{"equals": "0.278", "tolerance": "1/1000"}"#, 0),
    ] {
        let claim = format!(r#"{{"claim": "{claim}", "expect": {{"{value}": {bound}}}}}"#);
        let folder = Folder::with(&[("m.json", &file(&claim))]);
        assert_valid(&schema("dp-mechanism-1.json"), &file(&claim), &claim);
        let ended = folder.run(&["m.json"], "");
        assert_eq!(ended.status, status, "{claim}\n{}{}", ended.out, ended.err);
        let holds = folder.verify(&["m.json", "m.cert.json", "--holds"]).status;
        assert_eq!(holds, status, "{claim}");
    }
}

#[test]
fn what_no_tolerance_and_no_logarithm_is_of_is_told() {
    for (claim, value, bound, message) in [
        (
            "dp",
            "epsilon_min",
            r#"{"at_most": "1", "tolerance": "0.1"}"#,
            "a tolerance without one number that it is about, expected it beside",
        ),
        ("dp", "epsilon_min", r#"{"tolerance": "0.1"}"#, "a tolerance without one number"),
        (
            "dp",
            "epsilon_min",
            r#"{"equals": "1", "at_most": "2", "tolerance": "0.1"}"#,
            "a tolerance without one number",
        ),
        ("dp", "epsilon_min", r#"{"equals": "1", "tolerance": "-0.1"}"#, "found \"-0.1\", expected a number ≥ 0"),
        ("dp", "epsilon_min", r#"{"equals": "ln(4)", "tolerance": "0.1"}"#, "a tolerance beside \"ln(4)\", expected"),
        ("dp", "epsilon_min", r#"{"equals": "log2(4)"}"#, "found \"log2(4)\", expected a number, or ln(…) of one"),
        ("dp", "epsilon_min", r#"{"equals": "ln(-4)"}"#, "found \"ln(-4)\", expected the logarithm of a number > 0"),
        ("dp", "epsilon_min", r#"{"equals": "ln(x)"}"#, "expected a number"),
        ("dp", "alpha_max", r#"{"equals": "ln(4)"}"#, "this value is compared with no logarithms"),
        ("shannon-capacity", "bits", r#"{"equals": "log2(3)"}"#, "this value is compared with no logarithms"),
        ("dp", "alpha_max", r#"{"equals": "1/4", "tolerence": 0}"#, "did you mean tolerance? Expected one of: equals"),
    ] {
        let claim = format!(r#"{{"claim": "{claim}", "expect": {{"{value}": {bound}}}}}"#);
        let folder = Folder::with(&[("m.json", &file(&claim))]);
        let ended = folder.run(&["m.json"], "");
        assert_eq!((ended.status, &*ended.out), (2, ""), "{claim}");
        assert!(ended.err.starts_with("certify: m.json:2:") && ended.err.contains(message), "{claim}\n{}", ended.err);
    }
}
