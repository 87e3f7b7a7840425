//! The second checker, `tests/independent`, written from FORMAT.md alone: it says of certificates what `verify` says.

use crate::files::root;
use assert_cmd::cargo::cargo_bin;
use std::process::{Command, Output};

/// `compare.py` with these arguments, from the workspace's folder; nothing where there is no Python.
fn compare(arguments: &[&str]) -> Option<Output> {
    let run = |arguments: &[&str]| {
        Command::new("python3").current_dir(root()).env("VERIFY", cargo_bin("verify")).args(arguments).output()
    };
    if run(&["--version"]).is_err() {
        eprintln!("python3 is not installed: certificates are NOT held against the second checker");
        return None;
    }
    Some(run(&[&["tests/independent/compare.py"], arguments].concat()).unwrap())
}

fn agrees(arguments: &[&str], certificates: usize) {
    let Some(output) = compare(arguments) else { return };
    let (said, wrong) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success(), "{said}{wrong}");
    let compared: usize = said.split_once(" certificates: ").and_then(|(count, _)| count.parse().ok()).unwrap();
    assert!(compared >= certificates, "{said}");
}

#[test]
fn the_examples_and_certificates_that_are_changed() {
    agrees(&["--mutants", "100", "examples"], 26);
}

#[test]
fn all_certificates() {
    agrees(&["--mutants", "500"], 241);
}
