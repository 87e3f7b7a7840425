//! `verify --elaborate` and `verify --problem`: a file in integers, and certificates checked against that.

use crate::harness::{GEOMETRIC, HALF, STOCHASTIC, certificate, file};
use assert_cmd::Command;
use std::path::Path;

fn verify(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output = Command::cargo_bin("dp-verify").unwrap().current_dir(folder).args(arguments).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

#[test]
fn a_problem_stands_for_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let rest = format!(
        r#""query": {{"graph": "line", "nodes": 3}}, "mechanism": {{"matrix": {GEOMETRIC}}}, "priors": {{"p": "uniform"}},
           "claims": [{{"claim": "utility", "prior": "p", "expect": {{"utility": {{"equals": "5/9"}}}}}}]"#
    );
    let mechanism = file("1/2", &rest);
    let utility = r#"{"claim": "utility", "prior": "p", "verdict": "holds"}"#;
    write("m.json", &mechanism);
    write("m.cert.json", &certificate(&mechanism, &[STOCHASTIC, HALF, utility]));
    let (status, problem) = verify(folder.path(), &["--elaborate", "m.json"]);
    assert_eq!(status, 0);
    assert!(problem.contains("dp-problem/1"), "{problem}");
    write("m.problem.json", &problem);
    let (status, text) = verify(folder.path(), &["--problem", "m.problem.json", "m.cert.json", "--holds"]);
    assert_eq!((status, first_line(&text)), (0, "ACCEPTED"), "{text}");
    assert!(text.contains("3 statements proved"), "{text}");
    // The certificate of another file, one that leaves a claim out, one that says the contrary, and another number expected.
    write("other.cert.json", &certificate(&mechanism.replace("5/9", "4/9"), &[STOCHASTIC, HALF, utility]));
    write("short.cert.json", &certificate(&mechanism, &[STOCHASTIC, HALF]));
    let contrary = utility.replace("holds", "fails");
    write("contrary.cert.json", &certificate(&mechanism, &[STOCHASTIC, HALF, &contrary]));
    for refused in ["other.cert.json", "short.cert.json", "contrary.cert.json"] {
        let (status, text) = verify(folder.path(), &["--problem", "m.problem.json", refused]);
        assert_eq!((status, first_line(&text)), (1, "REFUSED"), "{refused}: {text}");
    }
    // Both ways say the same of what is wrong, with the names of things.
    let row = r#"{"claim": "stochastic", "verdict": "fails", "witness": {"row": 1}}"#;
    let private = r#"{"claim": "dp", "verdict": "fails", "witness": {"pair": [0, 1], "output": 2}}"#;
    write("wrong.cert.json", &certificate(&mechanism, &[row, private, &contrary]));
    let (_, by_file) = verify(folder.path(), &["m.json", "wrong.cert.json", "--format", "json"]);
    let (status, by_problem) =
        verify(folder.path(), &["--problem", "m.problem.json", "wrong.cert.json", "--format", "json"]);
    let refusals = |text: &str| -> Vec<String> {
        let report: serde_json::Value = serde_json::from_str(text).unwrap();
        let all = report["refusals"].as_array().unwrap().iter();
        all.map(|why| why.as_str().or(why["message"].as_str()).unwrap().to_owned()).collect()
    };
    let (by_file, by_problem) = (refusals(&by_file), refusals(&by_problem));
    assert_eq!((status, by_file.len(), by_problem.len()), (1, 3, 3), "{by_file:?} {by_problem:?}");
    for (file, problem) in by_file.iter().zip(&by_problem) {
        let (_, why) = problem.split_once(": ").unwrap();
        assert!(file.ends_with(why), "{file} / {problem}");
    }
    let open = r#"{"claim": "utility", "prior": "p", "verdict": "undecided", "reason": "none"}"#;
    write("open.cert.json", &certificate(&mechanism, &[STOCHASTIC, HALF, open]));
    let (status, text) = verify(folder.path(), &["--problem", "m.problem.json", "open.cert.json"]);
    assert_eq!((status, first_line(&text)), (3, "DECLINED"), "{text}");
    let (status, text) = verify(folder.path(), &["--problem", "m.problem.json", "m.cert.json", "--limit", "steps=10"]);
    assert_eq!((status, first_line(&text)), (3, "DECLINED"), "{text}");
    // Not a problem, and no certificate.
    assert_eq!(verify(folder.path(), &["--problem", "m.json", "m.cert.json"]).0, 2);
    assert_eq!(verify(folder.path(), &["--problem", "m.problem.json", "m.json"]).0, 2);
    assert_eq!(verify(folder.path(), &["--elaborate", "m.json", "m.cert.json"]).0, 2);
}

/// What is refuted, what is stated twice, a factor of nothing, and a problem whose parts do not fit: by problem as by file.
#[test]
fn what_else_is_said_of_a_problem() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let rest = format!(
        r#""query": {{"graph": "line", "nodes": 3}}, "mechanism": {{"matrix": {GEOMETRIC}}}, "priors": {{"p": "uniform"}}"#
    );
    let mechanism = file("2/3", &rest);
    let fails = r#"{"claim": "dp", "verdict": "fails"}"#;
    write("m.json", &mechanism);
    let problem = verify(folder.path(), &["--elaborate", "m.json"]).1;
    write("m.problem.json", &problem);
    let by_problem = |name: &str, certificate: &str, more: &[&str]| {
        write(name, certificate);
        verify(folder.path(), &[&["--problem", "m.problem.json", name], more].concat())
    };
    let good = certificate(&mechanism, &[STOCHASTIC, fails]);
    let (status, text) = by_problem("good.json", &good, &[]);
    assert_eq!((status, first_line(&text)), (0, "ACCEPTED"), "{text}");
    assert!(text.contains("\ndeclared and REFUTED: dp\n") && text.contains("\n  FAILS     dp\n"), "{text}");
    let (status, text) = by_problem("good.json", &good, &["--holds"]);
    assert_eq!((status, first_line(&text)), (1, "ACCEPTED"), "{text}");
    assert!(text.contains("--holds"), "{text}");
    let (_, json) = by_problem("good.json", &good, &["--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["refuted"], serde_json::json!(["dp"]));
    let statement = serde_json::json!({ "claim": "dp", "declared": true, "verdict": "fails", "expected": null });
    assert_eq!(report["statements"][1], statement);
    let open = r#"{"claim": "dp", "verdict": "undecided", "reason": "none"}"#;
    let twice = by_problem("twice.json", &certificate(&mechanism, &[STOCHASTIC, fails, open]), &[]);
    assert_eq!(twice.0, 1, "{}", twice.1);
    assert!(twice.1.contains("not proved: dp: ") && twice.1.contains("stated a second time"), "{}", twice.1);
    let factor = good.replacen(r#""statements""#, r#""factor": ["-1", "0", "2"], "statements""#, 1);
    let factor = by_problem("factor.json", &factor, &[]);
    assert_eq!((factor.0, factor.1.contains("not proved: `factor`: ")), (1, true), "{}", factor.1);
    let malformed =
        good.replacen(r#""verdict": "fails""#, r#""verdict": "fails", "witness": {"pair": 7, "output": 0}"#, 1);
    assert_eq!(by_problem("malformed.json", &malformed, &[]).0, 2);
    // A denominator of 0 in the table, and an α over 1.
    for (from, to) in [(r#""denominator":"6""#, r#""denominator":"0""#), (r#""alpha": "2/3""#, r#""alpha": "4/3""#)] {
        assert!(problem.contains(from), "{problem}");
        write("m.problem.json", &problem.replace(from, to));
        let (status, text) = by_problem("good.json", &good, &[]);
        assert!(status == 1 || status == 2, "{from}: {status} {text}");
        assert!(!text.contains("ACCEPTED"), "{text}");
    }
}
