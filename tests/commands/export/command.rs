//! The command: its files, and what it refuses.

use super::{Instance, star};
use crate::files::root;
use assert_cmd::cargo::cargo_bin_cmd;
use std::fs;
use std::process::Output;
use tempfile::TempDir;

fn certify(folder: &TempDir, arguments: &[&str]) -> Output {
    cargo_bin_cmd!("certify").current_dir(folder.path()).args(arguments).output().unwrap()
}

/// A folder with one file, `m.json`.
fn folder(text: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("m.json"), text).unwrap();
    folder
}

/// The message of a refusal: exit status 2, nothing on standard output, no file made or changed.
fn refusal(folder: &TempDir, arguments: &[&str]) -> String {
    let before = fs::read(folder.path().join("m.json")).unwrap();
    let output = certify(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{arguments:?}");
    assert_eq!(fs::read(folder.path().join("m.json")).unwrap(), before);
    String::from_utf8(output.stderr).unwrap()
}

fn flat() -> Instance {
    star(&["1/4"; 4])
}

#[test]
fn a_file_is_what_standard_output_would_be() {
    for (flag, said) in [("--lp", "linear program: m.out\n"), ("--vipr", "VIPR certificate: m.out\n")] {
        let folder = folder(&flat().file());
        let direct = certify(&folder, &["export", flag, "m.json", "--prior", "p"]);
        assert!(direct.status.success() && direct.stderr.is_empty());
        let written = certify(&folder, &["export", "m.json", "--prior=p", flag, "-o", "m.out"]);
        assert_eq!((written.status.code(), String::from_utf8(written.stdout).unwrap()), (Some(0), said.to_owned()));
        assert_eq!(fs::read(folder.path().join("m.out")).unwrap(), direct.stdout);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        let quiet = certify(&folder, &["export", flag, "m.json", "--prior", "p", "-o", "m.out", "-q"]);
        assert!(quiet.status.success() && quiet.stdout.is_empty() && quiet.stderr.is_empty());
    }
}

#[test]
fn the_help_shows_an_example() {
    let output = cargo_bin_cmd!("certify").args(["export", "--help"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("certify export --vipr examples/alvim-table2-m1.json --prior flat -o table2.vipr"), "{text}");
}

#[test]
fn wrong_calls() {
    let folder = folder(&flat().file());
    for (arguments, message) in [
        (&["export", "m.json", "--prior", "p"][..], "--lp|--vipr"),
        (&["export", "--lp", "--vipr", "m.json", "--prior", "p"], "cannot be used with"),
        (&["export", "--lp", "m.json"], "--prior <NAME>"),
        (&["export", "--lp", "--prior", "p"], "<MECHANISM.json>"),
        (&["export", "--lp", "none.json", "--prior", "p"], "none.json: No such file or directory"),
        (&["export", "--lp", "m.json", "--prior", "p", "--limit", "nods=2"], "expected NAME=NUMBER"),
        (
            &["export", "--lp", "m.json", "--prior", "p", "-o", "m.json"],
            "m.json: this would overwrite the input m.json",
        ),
        (&["export", "--lp", "m.json", "--prior", "p", "-o", "./m.json"], "this would overwrite the input m.json"),
        (&["export", "--vipr", "m.json", "--prior", "p", "-o", "no/m.vipr"], "there is no folder no"),
        (
            &["export", "--lp", "m.json", "--prior", "q\u{202e}"],
            r#"m.json:2:70: $.priors: there is no prior "q\u{202e}", expected one of the file's priors (p)"#,
        ),
        (
            &["export", "--lp", "m.json", "--prior", "p", "--limit", "bytes=1000"],
            "m.json:1:1: $: the linear program would have more than 1000 bytes (--limit bytes=N)",
        ),
        (
            &["export", "--vipr", "m.json", "--prior", "p", "--limit", "bytes=1000"],
            "m.json:1:1: $: the linear program would have more than 1000 bytes (--limit bytes=N)",
        ),
    ] {
        let found = refusal(&folder, arguments);
        assert!(found.starts_with("certify: ") && found.contains(message), "{arguments:?}: {found}");
    }
}

#[test]
fn wrong_files() {
    let file = |privacy: &str, rest: &str| {
        format!(
            "{{\"format\": \"dp-mechanism/1\",\n \"privacy\": {privacy},\n \"query\": {{\"graph\": \"line\", \"nodes\": 2}}{rest}}}"
        )
    };
    let half = r#"{"alpha": "1/2"}"#;
    let root = r#""constant": {"root_of": ["-2", "0", "1"], "between": ["1", "2"]}"#;
    let kinds = [
        (r#"{"epsilon": "0.8"}"#, "transcendental"),
        (r#"{"epsilon": "1/5*ln(2)"}"#, "algebraic"),
        (r#"{"alpha": {"root_of": ["-1", "1", "1"], "between": ["0", "1"]}}"#, "algebraic"),
        (r#"{"alpha": "symbolic", "between": ["0", "1"]}"#, "symbolic"),
    ];
    let at_alpha = kinds.map(|(privacy, kind)| {
        let message = format!("$.privacy: α is {kind}, and the linear program is exported at a rational α only");
        (file(privacy, r#", "priors": {"p": "uniform"}"#), format!("m.json:2:13: {message}"))
    });
    let others = [
        (file(half, ""), "m.json:1:1: $: there is no prior \"p\": the file has none".to_owned()),
        (
            file(half, &format!(", {root},\n \"priors\": {{\"p\": [\"b-1\", \"2-b\"]}}")),
            "m.json:4:18: $.priors.p: the prior is irrational, and only a linear program of rational numbers is exported"
                .to_owned(),
        ),
        (
            file(half, &format!(", {root}, \"priors\": {{\"p\": \"uniform\"}},\n \"gain\": [[1, \"b\"]]")),
            "m.json:4:10: $.gain: it is irrational, and only a linear program of rational numbers is exported".to_owned(),
        ),
        (
            file(half, &format!(", {root}, \"priors\": {{\"p\": \"uniform\"}},\n \"loss\": [[1], [\"b\"]]")),
            "m.json:4:10: $.loss: it is irrational, and only a linear program of rational numbers is exported".to_owned(),
        ),
        (
            file(half, r#", "priors": {"p": ["1/2", "1/3"]}"#),
            "m.json:3:58: $.priors.p: the sum of the weights is 5/6, expected exactly 1".to_owned(),
        ),
        ("{".to_owned(), "m.json:1:2".to_owned()),
    ];
    for (text, message) in at_alpha.into_iter().chain(others) {
        let folder = folder(&text);
        for flag in ["--lp", "--vipr"] {
            let found = refusal(&folder, &["export", flag, "m.json", "--prior", "p", "-o", "m.out"]);
            assert!(found.starts_with(&format!("certify: {message}")), "{message}\n{found}");
        }
    }
}

/// What a page says of the files that its commands write.
#[test]
fn the_programs_that_the_page_on_other_solvers_tells_of() {
    let folder = TempDir::new().unwrap();
    let example = root().join("examples/alvim-table2-m1.json");
    for (flag, name, line) in [
        ("--lp", "table2.lp", "\n\\ The objective is the utility times 6\n"),
        ("--vipr", "table2.vipr", "\nRTP range 4/9 4/9\n"),
    ] {
        certify(&folder, &["export", flag, example.to_str().unwrap(), "--prior", "flat", "-o", name]);
        let written = fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(written.contains(line), "{name}");
    }
}
