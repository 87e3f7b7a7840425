//! What a pipeline reads: the script of docs/src/ci.md as it is printed, JUnit files, the verdict on a file as a whole.

use super::files::root;
use super::folder::Folder;
use super::schemas::{assert_valid, list_schema, schema};
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

pub(crate) fn file(claims: &str) -> String {
    format!(
        r#"{{"format": "dp-mechanism/1", "name": "a <b> & \"c\"", "privacy": {{"epsilon": "1.4"}}, "query": {{"graph": "complete", "nodes": 2}},
        "mechanism": {{"matrix": [["4/5", "1/5"], ["1/5", "4/5"]]}}, "claims": [{claims}]}}"#
    )
}

const UNDECIDED: &str = r#"{"format": "dp-mechanism/1", "privacy": {"epsilon": "1"}, "query": {"graph": "line", "nodes": 2},
    "mechanism": {"matrix": [["1/2", "1/4"], ["1/4", "1/2"]], "missing": ["1/4", "1/4"]}, "claims": ["dp"]}"#;
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
    let (status, _) = script_in(&folder, files, &[]);
    left_by(&folder, status, "privacy-results")
}

/// The same in a folder where it may have run before, with these arguments; and what it said on standard error.
fn script_in(folder: &Folder, files: &[(&str, &str)], arguments: &[&str]) -> (i32, String) {
    let mechanisms = folder.at(arguments.first().unwrap_or(&"mechanisms"));
    fs::create_dir_all(&mechanisms).unwrap();
    for (name, text) in files {
        fs::write(mechanisms.join(name), text).unwrap();
    }
    fs::write(folder.at("check-privacy.sh"), printed("sh", "#!/bin/sh")).unwrap();
    let programs = cargo_bin("certify").parent().unwrap().to_owned();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let mut call = Command::new("sh");
    let ended = call.arg("check-privacy.sh").args(arguments).current_dir(folder.at("")).env("PATH", path).output();
    let ended = ended.unwrap();
    (ended.status.code().unwrap(), String::from_utf8(ended.stderr).unwrap())
}

fn left_by(folder: &Folder, status: i32, results: &str) -> (i32, String, Vec<String>) {
    let results = folder.at(results);
    let mut left: Vec<String> = fs::read_dir(results.join("evidence"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    (status, fs::read_to_string(results.join("junit.xml")).unwrap(), left)
}

#[test]
#[cfg(unix)]
fn the_script_runs_as_it_is_printed() {
    let (holds, fails) = (file(HOLDS), file(FAILS));
    let (status, junit, left) = script(&[("a.json", &holds), ("b.json", &holds)]);
    assert_eq!((status, left.len()), (0, 4), "{junit}");
    let all = "<testsuites name=\"certify\" tests=\"4\" failures=\"0\" errors=\"0\" skipped=\"0\">";
    assert!(junit.contains(all), "{junit}");
    let (status, junit, left) = script(&[("a.json", &holds), ("b.json", &fails)]);
    assert_eq!((status, left.len()), (1, 4), "{junit}");
    assert!(junit.contains("tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"0\">"), "{junit}");
    let (status, junit, left) = script(&[("a.json", &holds), ("b.json", "{}")]);
    assert_eq!((status, left.len()), (2, 3), "{junit}");
    assert!(junit.contains("<error type=\"unusable\" message=\"mechanisms/b.json:1:"), "{junit}");
    let (status, junit, left) =
        script(&[("a.json", &file(r#"{"claim": "dp", "epsilon": "1", "expect": {"verdict": "fails"}}"#))]);
    assert_eq!((status, left.len()), (0, 2), "{junit}");
    assert!(junit.contains("name=\"dp (ε = 1): it fails, as the file expects\"/>"), "{junit}");
    let (status, junit, _) = script(&[("a.json", UNDECIDED), ("b.json", &holds)]);
    assert_eq!(status, 3, "{junit}");
    assert_eq!(script(&[("a.json", UNDECIDED), ("b.json", &fails)]).0, 1);
    assert_eq!(script(&[]).0, 2, "no file at all");
}

/// A certificate of an earlier run is gone, and names may begin as options do.
#[test]
#[cfg(unix)]
fn the_script_begins_anew() {
    let folder = Folder::with(&[]);
    let holds = file(HOLDS);
    let call = ["-m", "-results"];
    let (status, said) = script_in(&folder, &[("-a.json", &holds), ("b.json", &holds)], &call);
    assert_eq!(status, 0, "{said}");
    // What was good is broken, and another file is gone.
    fs::remove_file(folder.at("-m").join("-a.json")).unwrap();
    let (status, said) = script_in(&folder, &[("b.json", "{}"), ("c.json", &holds)], &call);
    assert_eq!(status, 2, "{said}");
    let (_, junit, left) = left_by(&folder, status, "-results");
    assert_eq!(left, ["b.json", "c.cert.json", "c.json"], "{junit}");
    // What a run leaves can be checked by itself.
    let (status, said) = script_in(&folder, &[("d.json", &holds)], &["d"]);
    assert_eq!(status, 0, "{said}");
    assert_eq!(folder.verify(&["privacy-results/evidence", "--holds"]).status, 0);
    // Without the programs: and what an earlier run left is gone all the same.
    fs::create_dir(folder.at("bin")).unwrap();
    for tool in ["mkdir", "rm"] {
        std::os::unix::fs::symlink(Path::new("/bin").join(tool), folder.at("bin").join(tool)).unwrap();
    }
    let mut shell = Command::new("/bin/sh");
    let ended = shell.args(["check-privacy.sh", "d"]).current_dir(folder.at("")).env("PATH", folder.at("bin")).output();
    let ended = ended.unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(2), "{said}");
    assert!(said.starts_with("certify: not found on the PATH, expected"), "{said}");
    assert!(!folder.at("privacy-results/junit.xml").exists());
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
        "<testsuite name=\"m&amp;m.json\" tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"0\">",
        "<property name=\"name\" value=\"a &lt;b&gt; &amp; &quot;c&quot;\"/>",
        "<property name=\"neighbours\" value=\"complete",
        "<property name=\"privacy\" value=\"ε = 1.4",
        "<testcase classname=\"m&amp;m.json\" name=\"stochastic\"/>",
        "<failure type=\"fails\" message=\"expected by $.claims[1].expect: it holds, epsilon_min at most 693/500 = 1.38600000000; found: it holds, epsilon_min = 1.386",
    ] {
        assert!(xml.contains(part), "{part}\n{xml}");
    }
    assert_well_formed(xml);
    // An undecided claim is an error.
    let ended = folder.run(&["m&m.json", "--format", "junit", "--limit", "steps=1"], "");
    if ended.status == 3 {
        assert!(ended.out.contains("<error type=\"undecided\""), "{}", ended.out);
    }
    let call = ["budget", "--use", "1x2", "--delta", "1e-6", "--format", "junit"];
    folder.refuses(&call, "", "invalid value 'junit' for '--format <FORMAT>'");
}

/// Whatever is wrong, what reads the output finds a JUnit file with an error.
#[test]
fn a_call_that_fails_leaves_a_junit_file_too() {
    let folder = Folder::with(&[("good.json", &file(HOLDS)), ("bad.json", "{")]);
    for name in ["empty", "d"] {
        fs::create_dir(folder.at(name)).unwrap();
    }
    fs::write(folder.at("d").join("good.json"), file(HOLDS)).unwrap();
    for (call, message) in [
        (&["--jsonl", "good.json"][..], "--format junit is for files and folders"),
        (&["good.json", "--bracket", "3"], "--bracket prints text or json"),
        (&["none"], "none: No such file or directory"),
        (&["empty"], "empty: found no mechanism file in this folder"),
        (&["bad.json"], "bad.json:1:"),
        (&["good.json", "d/good.json", "-o", "out"], "would both be written here"),
        (&["good.json", "--no-such"], "unexpected argument &apos;--no-such&apos; found"),
    ] {
        let ended = folder.run(&[call, &["--format", "junit"]].concat(), "");
        assert_eq!(ended.status, 2, "{call:?}");
        assert_well_formed(&ended.out);
        let (head, rest) = ended.out.split_once("<error type=\"unusable\" message=\"").unwrap();
        assert!(head.contains("tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">"), "{head}");
        assert!(rest.contains(message), "{call:?}\n{rest}");
        assert_eq!(folder.run(&[call, &["--format", "junit", "-q"]].concat(), "").out, "", "quiet is quiet");
    }
}

/// What is unmet is told as the text tells it, and each case has a name of its own.
#[test]
fn an_unmet_expectation_is_told_in_its_case() {
    let meets = r#"{"claim": "dp", "expect": {"epsilon_min": {"at_most": "1.5"}}}"#;
    let holds_against = r#"{"claim": "dp", "epsilon": "2", "expect": {"verdict": "fails"}}"#;
    let folder = Folder::with(&[("m.json", &file(&[meets, FAILS, holds_against].join(", ")))]);
    let ended = folder.run(&["m.json", "--format", "junit"], "");
    assert_eq!(ended.status, 1, "{}", ended.err);
    assert_well_formed(&ended.out);
    let found = "found: it holds, epsilon_min = 1.38629436112";
    for part in [
        "name=\"dp: it holds, epsilon_min at most 3/2 = 1.50000000000\"/>",
        "name=\"dp: it holds, epsilon_min at most 693/500 = 1.38600000000\">",
        &format!(
            "message=\"expected by $.claims[1].expect: it holds, epsilon_min at most 693/500 = 1.38600000000; {found}\""
        ),
        "<failure type=\"holds, not as expected\" message=\"expected: it fails; found: it holds\"",
        "tests=\"4\" failures=\"2\" errors=\"0\"",
    ] {
        assert!(ended.out.contains(part), "{part}\n{}", ended.out);
    }
}

#[test]
fn a_file_that_claims_nothing_says_so() {
    let nothing =
        r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 2}}"#;
    let folder = Folder::with(&[("m.json", nothing)]);
    let ended = folder.run(&["m.json", "--format", "junit"], "");
    assert_eq!((ended.status, &*ended.err), (0, ""));
    assert_well_formed(&ended.out);
    let case =
        "name=\"claims something\">\n      <skipped message=\"the file has no mechanism and no claims, so nothing";
    assert!(
        ended.out.contains(case) && ended.out.contains("tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\""),
        "{}",
        ended.out
    );
    for call in [&["m.json"][..], &["."]] {
        let ended = folder.run(call, "");
        assert_eq!(ended.status, 0, "{}", ended.err);
        assert!(ended.err.contains("m.json: claims nothing: the file has no mechanism"), "{}", ended.err);
    }
    assert_eq!(folder.run(&["m.json", "-q"], "").err, "");
}

/// The folder of several certificates is made, however many there are.
#[test]
#[cfg(unix)]
fn folders_of_results_are_made() {
    let folder = Folder::with(&[("m.json", &file(HOLDS))]);
    fs::create_dir(folder.at("d")).unwrap();
    fs::copy(folder.at("m.json"), folder.at("d").join("m.json")).unwrap();
    for (call, made) in [(["d", "-o", "new/one"], "new/one"), (["m.json", "-o", "fresh/"], "fresh")] {
        let ended = folder.run(&call, "");
        assert_eq!(ended.status, 0, "{call:?}: {}", ended.err);
        assert!(folder.at(made).join("m.cert.json").is_file(), "{call:?}");
    }
    for flags in [&[][..], &["--epsilon", "1", "--no-certificate"]] {
        let message = "found a folder, expected one: certify d/m.json --format html > m.html";
        folder.refuses(&[&["d", "--format", "html"], flags].concat(), "", message);
    }
    // A link to nothing is a file that can't be read, and what is passed over is named.
    std::os::unix::fs::symlink("gone.json", folder.at("d").join("l.json")).unwrap();
    for name in ["a.txt", "b.txt", "c.txt", "d.txt"] {
        fs::write(folder.at("d").join(name), "").unwrap();
    }
    let ended = folder.run(&["d", "-o", "new"], "");
    assert_eq!(ended.status, 2, "{}", ended.err);
    assert!(ended.err.contains("d/l.json: No such file") && ended.out.contains("d/l.json: error"), "{}", ended.err);
    assert!(
        ended.err.contains("d: passed over: 4 other files (a.txt, b.txt, c.txt and 1 more); of a folder"),
        "{}",
        ended.err
    );
    assert_eq!(folder.verify(&["d", "new"]).status, 2);
}

/// Where `verify` has steps enough by default, nobody is told to give it more, whatever this call was limited to.
#[test]
fn more_steps_are_only_asked_for_where_they_are_needed() {
    let folder = Folder::with(&[("m.json", &file(HOLDS).replace("1.4", "ln(4)"))]);
    for steps in (800..2400).step_by(100) {
        let ended = folder.run(&["m.json", "--limit", &format!("steps={steps}")], "");
        assert!(!ended.out.contains("declines this"), "{steps}: {}", ended.out);
    }
}

#[test]
fn flags_of_other_programs_are_told_what_they_are_here() {
    let folder = Folder::with(&[("m.json", &file(HOLDS))]);
    for (call, message) in [
        (&["--json", "m.json"][..], "unexpected argument '--json' found; did you mean --format json?"),
        (&["--junit", "m.json"], "; did you mean --format junit?"),
        (&["--html", "m.json"], "; did you mean --format html?"),
        (&["profile", "--json", "m.json"], "; did you mean --format json?"),
        (&["m.json", "--out", "x"], "; did you mean -o FOLDER?"),
        (&["m.json", "--output-dir=x"], "; did you mean -o FOLDER?"),
        (&["m.json", "--strict"], "ends with exit status 1 by itself"),
        (&["m.json", "--holds"], ": it is an option of verify, as in verify MECHANISM.json CERTIFICATE.json --holds"),
        (&["m.json", "-j", "4"], "RAYON_NUM_THREADS=2 certify FOLDER"),
        (&["m.json", "--jobs=4"], "RAYON_NUM_THREADS=2 certify FOLDER"),
        (&["m.json", "--quiery"], "\nUsage: certify [OPTIONS] <MECHANISM.json>...\n       certify <COMMAND>\n"),
    ] {
        folder.refuses(call, "", message);
    }
    let help = folder.run(&["--help"], "").out;
    for part in [
        "certify mechanisms -o certificates --format junit > junit.xml",
        "--limit steps=1000000",
        "is made if it does not exist",
    ] {
        assert!(help.split_whitespace().collect::<Vec<_>>().join(" ").contains(part), "{part}\n{help}");
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
    let folder =
        Folder::with(&[("a.json", &file(HOLDS)), ("b.json", &file(FAILS)), ("c.json", UNDECIDED), ("d.json", "{}")]);
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
    assert_eq!(each, [(Some("a.json"), Some(0)), (Some("b.json"), Some(1)), (Some("d.json"), Some(2))]);
}
