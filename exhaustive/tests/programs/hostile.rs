//! Files made to cost most, `tests/hostile`, within small limits: each call ends by itself, with a status of its own,
//! and many by the name of a limit. What they take within the limits as they are, `tests/hostile/run` measures.

use crate::files::root;
use assert_cmd::cargo::cargo_bin;
use std::process::Command;

/// `tests/hostile/run` within small limits: the numbers that it prints, how many kinds, calls, those by a limit's name,
/// and wrong ones. None where Python is not installed.
fn small(more: &[&str]) -> Option<Vec<usize>> {
    let programs = cargo_bin("certify");
    let programs = programs.parent().expect("the folder of the programs");
    let run = Command::new("python3")
        .arg(root().join("tests/hostile/run"))
        .args(["--small", "--programs"])
        .arg(programs)
        .args(more)
        .output();
    let Ok(output) = run else {
        eprintln!("python3 is not installed: costly files are NOT tried");
        return None;
    };
    let (said, wrong) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}{wrong}");
    Some(said.split_whitespace().filter_map(|word| word.parse().ok()).collect())
}

#[test]
fn every_kind_of_costly_file_is_decided_or_refused_by_the_name_of_a_limit() {
    let Some(counts) = small(&[]) else { return };
    assert!(counts[0] >= 100 && counts[2] >= 200, "{counts:?}");
}

#[test]
fn files_drawn_at_random_are_decided_or_refused_by_the_name_of_a_limit() {
    let Some(counts) = small(&["--drawn", "1", "60"]) else { return };
    assert!(counts[0] == 60 && counts[1] >= 120 && counts[2] >= 10, "{counts:?}");
}
