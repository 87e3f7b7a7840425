//! `verify --elaborate` and `verify --problem`: a file in integers, and certificates checked against that.

use crate::harness::{GEOMETRIC, HALF, STOCHASTIC, certificate, file};
use assert_cmd::Command;
use std::path::Path;

fn verify(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output = Command::cargo_bin("verify").unwrap().current_dir(folder).args(arguments).output().unwrap();
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
