//! Files made to cost most, `tests/hostile`, within small limits: each call ends with the status that it had, and with the name of
//! the limit that it met. What they take within the limits as they are, `tests/hostile/run` measures.

use assert_cmd::cargo::cargo_bin;
use std::process::Command;

#[test]
fn every_kind_of_costly_file_is_decided_or_refused_by_the_name_of_a_limit() {
    let programs = cargo_bin("certify");
    let programs = programs.parent().expect("the folder of the programs");
    let run = Command::new("python3")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hostile/run"))
        .args(["--small", "--programs"])
        .arg(programs)
        .output();
    let Ok(output) = run else {
        eprintln!("python3 is not installed: costly files are NOT tried");
        return;
    };
    let (said, wrong) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}{wrong}");
    let kinds: usize = said.split_once(" kinds, ").and_then(|(count, _)| count.parse().ok()).expect("a count");
    assert!(kinds >= 100, "{said}");
}
