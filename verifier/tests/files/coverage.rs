//! What a certificate must cover, and how `verify` ends.

use crate::fixtures::GEOMETRIC;
use crate::harness::{self, Fate, HALF, STOCHASTIC, Trial, certificate, file, hold};
use assert_cmd::Command;
use dp_kernel::Why;
use std::path::PathBuf;

pub(super) const UTILITY: &str =
    r#"{"claim": "utility", "prior": "p", "verdict": "holds", "values": {"utility": "5/9"}}"#;
pub(super) const CAPACITY: &str = r#"{"claim": "capacity", "verdict": "holds", "values":
    {"multiplicative": "5/3", "bits": {"at_least": "0.73696559416620", "at_most": "0.73696559416621"}}}"#;
pub(super) const UNDECIDED: &str =
    r#"{"claim": "optimal", "prior": "p", "verdict": "undecided", "reason": "too large"}"#;

pub(super) fn text(claims: &str) -> String {
    file(
        "1/2",
        &format!(
            r#""query": {{"graph": "line", "nodes": 3}}, "mechanism": {{"matrix": {GEOMETRIC}}},
               "priors": {{"p": "uniform"}}, "claims": [{claims}]"#
        ),
    )
}

pub(super) fn utility(expect: &str) -> String {
    text(&format!(r#"{{"claim": "utility", "prior": "p", "expect": {expect}}}"#))
}

#[test]
fn every_declared_claim_once() {
    let declared = text(r#"{"claim": "utility", "prior": "p"}"#);
    let plain = text("");
    let optimal = text(r#"{"claim": "optimal", "prior": "p"}"#);
    hold(&[
        Trial::new(
            "all of them, and a finding",
            &declared,
            &[UTILITY, HALF, CAPACITY, STOCHASTIC],
            Fate::Proves(&["utility (prior p): holds; utility = 5/9"]),
        ),
        Trial::new(
            "one left out",
            &declared,
            &[STOCHASTIC, HALF],
            Fate::Refused(&["utility (prior p): declared by the file, missing from the certificate"]),
        ),
        Trial::new(
            "an implied one left out",
            &plain,
            &[STOCHASTIC],
            Fate::Refused(&["dp: declared by the file, missing"]),
        ),
        Trial::new(
            "the other implied one left out",
            &plain,
            &[HALF],
            Fate::Refused(&["stochastic: declared by the file, missing"]),
        ),
        Trial::new(
            "one stated twice",
            &plain,
            &[STOCHASTIC, HALF, HALF],
            Fate::Refused(&["statements[2], dp: stated a second time"]),
        ),
        Trial::new(
            "one stated twice with both verdicts",
            &plain,
            &[STOCHASTIC, HALF, &STOCHASTIC.replace("holds", "fails")],
            Fate::Refused(&["statements[2], stochastic: stated a second time"]),
        ),
        Trial::new(
            "a finding stated twice",
            &plain,
            &[STOCHASTIC, HALF, CAPACITY, CAPACITY],
            Fate::Refused(&["statements[3], capacity: stated a second time"]),
        ),
        Trial::new(
            "a declared claim left undecided",
            &optimal,
            &[STOCHASTIC, HALF, UNDECIDED],
            Fate::Declined(&["statements[2], optimal (prior p): declared by the file, left undecided"]),
        ),
        Trial::new(
            "a finding left undecided",
            &plain,
            &[STOCHASTIC, HALF, UNDECIDED],
            Fate::Proves(&["optimal (prior p): undecided"]),
        ),
        Trial::new(
            "a finding turned undecided, its witness kept",
            &plain,
            &[STOCHASTIC, HALF, r#"{"claim": "capacity", "verdict": "undecided", "reason": "?", "witness": {}}"#],
            Fate::Unreadable(&["$.statements[2].witness", "found beside the verdict \"undecided\""]),
        ),
        Trial::new(
            "a finding undecided without a reason",
            &plain,
            &[STOCHASTIC, HALF, r#"{"claim": "capacity", "verdict": "undecided"}"#],
            Fate::Unreadable(&["$.statements[2]: in the statement `capacity`: the key \"reason\" is missing"]),
        ),
        Trial::new(
            "a reason that is no text",
            &plain,
            &[STOCHASTIC, HALF, r#"{"claim": "capacity", "verdict": "undecided", "reason": 1}"#],
            Fate::Unreadable(&["$.statements[2].reason", "found the number 1, expected a string"]),
        ),
        Trial::new(
            "a reason beside a verdict",
            &plain,
            &[r#"{"claim": "stochastic", "verdict": "holds", "reason": "it does"}"#, HALF],
            Fate::Unreadable(&["$.statements[0].reason", "found beside the verdict \"holds\", expected no reason"]),
        ),
        Trial::new(
            "a finding that is not proved",
            &plain,
            &[STOCHASTIC, HALF, &UTILITY.replace("5/9", "6/9")],
            Fate::Otherwise(&["utility (prior p): `utility` is said to be 2/3, found to be 5/9"]),
        ),
        Trial::new(
            "a claim that no check knows",
            &plain,
            &[STOCHASTIC, HALF, &UNDECIDED.replace("undecided", "maybe")],
            Fate::Unreadable(&["$.statements[2].verdict", "\"holds\", \"fails\" or \"undecided\""]),
        ),
    ]);
}

#[test]
fn the_shape_of_a_certificate() {
    let plain = text("");
    let good = certificate(&plain, &[STOCHASTIC, HALF]);
    let edited = |name, from: &str, to: &str, fate| {
        assert!(good.contains(from), "{name}");
        Trial { name, mechanism: plain.clone(), certificate: good.replacen(from, to, 1), statements: Vec::new(), fate }
    };
    let hash = dp_verify::model::sha256(plain.as_bytes());
    let stochastic = r#""claim": "stochastic""#;
    hold(&[
        Trial::new("as it should be", &plain, &[STOCHASTIC, HALF], Fate::Proves(&["stochastic: holds"])),
        edited(
            "another file's",
            &hash,
            &"0".repeat(64),
            Fate::Refused(&["the certificate is of another file", "0000000000"]),
        ),
        edited("an empty hash", &hash, "", Fate::Refused(&["the certificate is of another file"])),
        edited(
            "the hash in capitals",
            &hash,
            &hash.to_uppercase(),
            Fate::Refused(&["the certificate is of another file"]),
        ),
        edited(
            "another format",
            "dp-certificate/2",
            "dp-certificate/1",
            Fate::Unreadable(&["$.format", "dp-certificate/2"]),
        ),
        edited("no format", r#""format": "dp-certificate/2", "#, "", Fate::Unreadable(&["$", "\"format\" is missing"])),
        edited("no statements", r#""statements""#, r#""claims""#, Fate::Unreadable(&["$.claims", "unknown key"])),
        edited(
            "an unknown key",
            r#""format""#,
            r#""note": "", "format""#,
            Fate::Unreadable(&["$.note", "unknown key"]),
        ),
        edited(
            "an unknown key in a statement",
            stochastic,
            r#""claim": "stochastic", "checked": true"#,
            Fate::Unreadable(&["$.statements[0].checked", "unknown key"]),
        ),
        edited(
            "a parameter that is not the claim's",
            stochastic,
            r#""claim": "stochastic", "prior": "p""#,
            Fate::Unreadable(&["$.statements[0].prior", "unknown key"]),
        ),
        edited(
            "an expectation of its own",
            stochastic,
            r#""claim": "stochastic", "expect": {"verdict": "holds"}"#,
            Fate::Unreadable(&["$.statements[0].expect", "unknown key"]),
        ),
        edited(
            "a repeated key",
            r#""verdict": "holds""#,
            r#""verdict": "fails", "verdict": "holds""#,
            Fate::Unreadable(&["$.statements[0]: found the repeated key \"verdict\", expected each key once"]),
        ),
        edited(
            "an unknown claim",
            "stochastic",
            "stochastik",
            Fate::Unreadable(&["$.statements[0].claim", "expected one of"]),
        ),
        edited(
            "no verdict",
            r#", "verdict": "holds"}, {"#,
            "}, {",
            Fate::Unreadable(&["$.statements[0]", "\"verdict\" is missing"]),
        ),
        edited(
            "a verdict that is no text",
            r#""verdict": "holds"}"#,
            r#""verdict": true}"#,
            Fate::Unreadable(&["$.statements[0].verdict"]),
        ),
        edited(
            "a witness that is no object",
            r#""verdict": "holds"}"#,
            r#""verdict": "holds", "witness": []}"#,
            Fate::Unreadable(&["$.statements[0].witness"]),
        ),
        edited(
            "values, which the verifier computes",
            r#""verdict": "holds"}"#,
            r#""verdict": "holds", "values": {}}"#,
            Fate::Unreadable(&["$.statements[0].values", "unknown key"]),
        ),
        edited(
            "a verdict turned",
            r#""verdict": "holds"}"#,
            r#""verdict": "fails"}"#,
            Fate::Unproved(Why::OtherVerdict),
        ),
        edited(
            "a claim about no prior",
            stochastic,
            r#""claim": "utility", "prior": "q""#,
            Fate::Unreadable(&["$.statements[0].prior", "one of the file's priors (p)"]),
        ),
        Trial {
            name: "a mechanism file",
            mechanism: plain.clone(),
            certificate: plain.clone(),
            statements: Vec::new(),
            fate: Fate::Unreadable(&["1:12: $.format: found \"dp-mechanism/1\", expected \"dp-certificate/2\""]),
        },
        Trial::new(
            "an empty list of statements",
            &plain,
            &[STOCHASTIC],
            Fate::Refused(&["dp: declared by the file, missing"]),
        ),
    ]);
    // A file without claims asks for nothing; one with two refuses twice.
    let nothing = file("1/2", r#""query": {"graph": "line", "nodes": 3}"#);
    assert_eq!(harness::judge_all(&nothing, &[]), harness::Judgement::Accepted(vec![]));
    let harness::Judgement::Refused(both) = harness::judge_all(&plain, &[]) else { panic!() };
    assert_eq!(both.len(), 2);
}

/// Writes both files and runs `verify`; its exit status, standard output and standard error.
pub(super) fn run(mechanism: &str, statements: &[&str], flags: &[&str]) -> (i32, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let paths: [PathBuf; 2] = ["m.json", "m.cert.json"].map(|name| folder.path().join(name));
    std::fs::write(&paths[0], mechanism).unwrap();
    std::fs::write(&paths[1], certificate(mechanism, statements)).unwrap();
    let output = Command::cargo_bin("dp-verify").unwrap().args(&paths).args(flags).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The statuses without and with `--holds`, and what the claims come to, after the word where it is refused; it must
/// say FAIL exactly when a claim fails.
pub(super) fn ends(mechanism: &str, statements: &[&str]) -> (i32, i32, String) {
    let (status, text, errors) = run(mechanism, statements, &[]);
    assert_eq!(errors, "");
    let (strict, again, _) = run(mechanism, statements, &["--holds"]);
    // The report is the same but for the line that says why the status is another one.
    let line = "exit status 1: --holds asks that every declared claim holds\n";
    assert_eq!(again.contains(line), status != strict, "{again}");
    assert_eq!(text, again.replace(line, ""));
    let (quiet, nothing, _) = run(mechanism, statements, &["--quiet"]);
    assert_eq!((quiet, nothing.as_str()), (status, ""));
    let (json, report, _) = run(mechanism, statements, &["--format", "json"]);
    assert_eq!(json, status);
    assert!(report.contains(&format!(r#""accepted": {}"#, status == 0)), "{report}");
    let lines: Vec<&str> = text.lines().take(3).collect();
    let (_, summary) = lines[2].split_once(" proved; ").unwrap();
    assert_eq!(lines[0], if status == 0 { "ACCEPTED" } else { "REFUSED" });
    (status, strict, if status == 0 { summary.to_owned() } else { format!("REFUSED: {summary}") })
}

#[test]
fn statuses_and_the_first_line() {
    let plain = text("");
    assert_eq!(ends(&plain, &[STOCHASTIC, HALF]), (0, 0, "2 claims hold, 0 fail".into()));
    // A finding that fails is no claim that fails.
    let fails = r#"{"claim": "regular", "prior": "q", "verdict": "fails", "witness": {"w": {"denominator": "3", "numerators": ["-2", "5", "-2"]}}}"#;
    let pointed = plain.replace(r#""p": "uniform""#, r#""p": "uniform", "q": {"point": 0}"#);
    assert_eq!(ends(&pointed, &[STOCHASTIC, HALF, fails]), (0, 0, "2 claims hold, 0 fail".into()));
    // The same, declared.
    let declared = pointed.replace(r#""claims": ["#, r#""claims": [{"claim": "regular", "prior": "q"}"#);
    assert_eq!(ends(&declared, &[STOCHASTIC, HALF, fails]), (0, 1, "2 claims hold, 1 FAILS".into()));
    let expected = declared.replace(r#""prior": "q"}"#, r#""prior": "q", "expect": {"verdict": "fails"}}"#);
    assert_eq!(
        ends(&expected, &[STOCHASTIC, HALF, fails]),
        (0, 0, "2 claims hold, 0 fail; 1 fails as expected".into())
    );
    // Refused.
    let (status, strict, line) = ends(&plain, &[STOCHASTIC]);
    assert_eq!((status, strict), (1, 1));
    assert!(line.starts_with("REFUSED") && !line.contains("FAIL"), "{line}");
    let (status, strict, line) = ends(&declared, &[STOCHASTIC, HALF, &fails.replace("\"5\"", "\"2\"")]);
    assert_eq!((status, strict), (1, 1));
    assert!(line.starts_with("REFUSED") && !line.contains("FAIL"), "{line}");
    let (status, strict, line) = ends(&declared, &[STOCHASTIC, fails]);
    assert_eq!((status, strict), (1, 1));
    assert!(line.starts_with("REFUSED") && line.contains("1 FAILS"), "{line}");
}

/// Blanks lay out no lines of a report, and only the name's own indentation follows a line that it fills.
#[test]
fn a_name_does_not_paint_a_report() {
    let wide = |line: &str| format!("{line:<81}");
    let name = ["Honest", "3 nodes, 3 outputs", "", "Claims", "  holds     optimal"].map(wide).concat();
    for name in [name.clone(), name.replace(' ', "\u{a0}"), name.replace(' ', "\u{2800}")] {
        let text = file("1/2", &format!(r#""name": "{name}", "query": {{"graph": "line", "nodes": 3}}"#));
        let (status, report, _) = run(&text, &[], &[]);
        assert_eq!(status, 0);
        let fresh: Vec<_> = report.lines().filter(|line| !line.starts_with("    ")).collect();
        assert_eq!(fresh.len(), 8, "{report}");
        assert!(fresh[4].starts_with("\"Honest"), "{report}");
        assert_eq!(fresh[6], "3 nodes, 2 edges, no mechanism");
    }
}

#[test]
fn calls_and_files_that_are_wrong() {
    let run = |args: &[&str]| {
        let output = Command::cargo_bin("dp-verify").unwrap().args(args).output().unwrap();
        assert!(output.stdout.is_empty());
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    for (args, words) in [
        (&[][..], "expected two files"),
        (&["a"], "expected two files"),
        (&["a", "b", "c"], "expected two files"),
        (&["a", "b", "--hold"], "unknown option --hold"),
        (&["a", "b", "--format", "xml"], "text or json"),
        (&["a", "b", "--format"], "--format needs a value"),
        (&["a", "b", "--limit", "nodes"], "NAME=NUMBER"),
        (&["a", "b", "--limit=nodes=-1"], "NAME=NUMBER"),
        (&["no-such-file.json", "b"], "no-such-file.json"),
    ] {
        let (status, message) = run(args);
        assert_eq!(status, 2, "{args:?}");
        assert!(message.contains(words), "{args:?}: {message}");
    }
    let (status, help, _) = {
        let output = Command::cargo_bin("dp-verify").unwrap().arg("--help").output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap(), ())
    };
    assert!(status == 0 && help.contains("Example:") && help.contains("--holds"));
}
