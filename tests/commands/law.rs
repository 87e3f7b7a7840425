//! `certify law … -- PROGRAM` and `verify --law`: what programs by lines come to, and what bad ones get.
#![cfg(unix)]

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Status, standard output and standard error of a call in a folder.
fn call(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = cargo_bin_cmd!("certify").current_dir(folder).args(arguments).output().expect("a call");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("a status"), text(output.stdout), text(output.stderr))
}

/// The law of a program in the shell's language, whose lines it reads one by one.
fn of_shell(folder: &Path, answers: &str, more: &[&str], program: &str) -> (i32, String, String) {
    let law = ["law", "--answers", answers, "--graph", "line", "--epsilon", "1", "-o", "m.json"];
    call(folder, &[&law[..], more, &["--", "sh", "-c", program]].concat())
}

fn matrix(folder: &Path) -> Value {
    let text = fs::read_to_string(folder.join("m.json")).unwrap();
    serde_json::from_str::<Value>(&text).unwrap()["mechanism"].clone()
}

fn verifies(folder: &Path) -> Option<i32> {
    let verify = cargo_bin_cmd!("verify").current_dir(folder).args(["--law", "m.law.jsonl", "m.json"]).output();
    verify.unwrap().status.code()
}

/// Says the truth if a coin falls heads, and else a lie.
const COIN: &str = "while read run answer first rest; do \
    echo 'flip 1/(1+a)'; if [ \"${first:-0}\" = 0 ]; then echo output $answer; else echo output $((1 - answer)); fi; done";

/// As long as a coin falls heads, `f` is done; then it ends.
fn heads(until: &str, before: &str, after: &str) -> String {
    format!(
        "while read run answer script; do set -- $script; n=0; while [ $n -lt {until} ]; do \
         echo flip 1/2; b=${{1:-0}}; [ $# -gt 0 ] && shift; if [ $b = 1 ]; then break; fi; n=$((n + 1)); {before} done; \
         {after} done"
    )
}

#[test]
fn a_coin_by_lines() {
    let folder = TempDir::new().unwrap();
    let (status, out, err) = of_shell(folder.path(), "0..1", &[], COIN);
    assert_eq!((status, &*err), (0, ""), "{out}");
    assert!(out.contains("nothing is missing") && out.contains("4 runs, 2 answers, 2 outputs"), "{out}");
    let expected = serde_json::json!([["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]);
    assert_eq!(matrix(folder.path())["matrix"], expected);
    assert_eq!(verifies(folder.path()), Some(0));
    let (status, out, _) = call(folder.path(), &["m.json"]);
    assert!(status == 0 && out.contains("holds     dp"), "{out}");
    // Again, and over what lies there only by force.
    let (status, _, err) = of_shell(folder.path(), "0..1", &[], COIN);
    assert!(status == 2 && err.contains("m.json: found a file: --force overwrites it"), "{err}");
    assert_eq!(of_shell(folder.path(), "0..1", &["--force"], COIN).0, 0);
    let replay = |program: &str| {
        let (status, out, err) = call(folder.path(), &["law", "--replay", "m.law.jsonl", "--", "sh", "-c", program]);
        (status, out + &err)
    };
    assert_eq!(replay(COIN), (0, "the same on all of 4 paths\n".into()));
    let (status, said) = replay(&COIN.replace("1 - answer", "answer - 1"));
    assert!(
        status == 1 && said.contains("`run 0 1`: the program did `output -1`, and the law has `output 1`"),
        "{said}"
    );
}

#[test]
fn what_is_left_of_an_endless_loop_is_missing_and_looked_at_by_resume() {
    let folder = TempDir::new().unwrap();
    let program = heads("1000", "", "echo output $((n > 2 ? 3 : n));");
    let (status, out, _) = of_shell(folder.path(), "0..0", &["--left", "1/100"], &program);
    assert!(status == 0 && out.contains("most is missing at the answer 0: 0.00781250000000"), "{out}");
    let table = matrix(folder.path());
    assert_eq!(table["matrix"], serde_json::json!([["1/2", "1/4", "1/8", "15/128"]]));
    assert_eq!(table["missing"], serde_json::json!(["1/128"]));
    assert_eq!(verifies(folder.path()), Some(0));
    let (status, out, err) = of_shell(folder.path(), "0..0", &["--resume"], &program);
    assert!(status == 0 && out.contains("most is missing"), "{out}{err}");
    let resumed = matrix(folder.path());
    of_shell(folder.path(), "0..0", &["--force"], &program);
    assert_eq!(matrix(folder.path()), resumed);
}

#[test]
fn a_law_goes_on_with_its_own_program_alone_and_is_replayed_whole() {
    let folder = TempDir::new().unwrap();
    of_shell(folder.path(), "0..1", &[], COIN);
    let (status, _, err) = of_shell(folder.path(), "0..1", &["--resume"], &COIN.replace("1 - answer", "answer"));
    assert!(status == 2 && err.contains("the law of another program"), "{err}");
    let (status, _, err) = of_shell(folder.path(), "0..2", &["--resume"], COIN);
    assert!(status == 2 && err.contains("the law of other answers"), "{err}");
    let place = folder.path().join("m.law.jsonl");
    let law = fs::read_to_string(&place).unwrap();
    let replay = || call(folder.path(), &["law", "--replay", "m.law.jsonl", "--", "sh", "-c", COIN]);
    let lines: Vec<&str> = law.lines().collect();
    for torn in [String::new(), lines[..1].join("\n"), lines[..3].join("\n"), law.replace("1/(1+a)", "a/(1+a)")] {
        fs::write(&place, &torn).unwrap();
        let (status, out, err) = replay();
        assert!(status == 1 && out.is_empty() && !err.is_empty(), "{torn}");
        assert_eq!(of_shell(folder.path(), "0..1", &["--resume"], COIN).0, 2, "{torn}");
        assert_ne!(verifies(folder.path()), Some(0), "{torn}");
    }
}

#[test]
fn a_loop_closes_at_a_key() {
    let folder = TempDir::new().unwrap();
    // Of the first coin that falls tails, whether it was the one after an even number.
    let keyed = "while read run answer script; do set -- $script; n=0; go=go; while :; do \
        echo flip a; b=${1:-0}; [ $# -gt 0 ] && shift; if [ $b = 1 ]; then break; fi; n=$((1 - n)); \
        echo at $n; read go; [ $go = stop ] && break; done; [ $go = go ] && echo output $n; done";
    let (status, out, err) = of_shell(folder.path(), "0..1", &[], keyed);
    assert_eq!((status, &*err), (0, ""), "{out}");
    assert!(out.contains("nothing is missing"), "{out}");
    assert_eq!(matrix(folder.path())["matrix"][0], serde_json::json!(["1/(1+a)", "a/(1+a)"]));
    assert_eq!(verifies(folder.path()), Some(0));
    let replay = call(folder.path(), &["law", "--replay", "m.law.jsonl", "--", "sh", "-c", keyed]);
    assert_eq!(replay.0, 0, "{}{}", replay.1, replay.2);
}

#[test]
fn what_bad_programs_get() {
    let folder = TempDir::new().unwrap();
    let once = |lines: &str| format!("while read run answer script; do {lines} done");
    let two_futures = "while read run answer b rest; do echo flip 1/2; echo at k; read go; \
        if [ $go = go ]; then if [ \"${b:-0}\" = 0 ]; then echo flip 1/3; else echo flip 1/4; fi; echo output x; fi; done";
    let cases: [(String, &[&str], &str); 12] = [
        (once("echo choose 1/2 1/3; echo output x;"), &[], "found weights that sum to 5/6 in \"choose 1/2 1/3\""),
        (once("echo flip 3/2; echo output x;"), &[], "found the probability 3/2, expected a probability from 0 to 1"),
        (once("echo flip b; echo output x;"), &[], "`b` needs the file's \"constant\""),
        (once("echo below 0; echo output x;"), &[], "expected `below N`, N from 1 to 1048576"),
        (once("echo hello;"), &[], "the program wrote \"hello\", expected a line of dp-choices/1"),
        (once("echo output;"), &[], "the program wrote \"output\", expected a line of dp-choices/1"),
        (
            once("echo flip 1/2; exit 3;"),
            &[],
            "on the path 0 of answer 0 the program ended before its output: exit status: 3",
        ),
        (
            once("sleep 9;"),
            &["--patience", "1"],
            "before any choice the program wrote nothing for 1 seconds (--patience N)",
        ),
        (
            "n=1; while read run answer script; do n=$((n + 1)); echo flip 1/$n; echo output x; done".into(),
            &[],
            "the program did `flip 1/2` first, and `flip 1/3` when it was run again: it is not a function of its answer",
        ),
        (
            "n=1; while read run answer script; do n=$((n + 1)); [ $n = 2 ] && echo flip 1/2; echo output x; done"
                .into(),
            &[],
            "the program did `flip 1/2` first, and `output x` when it was run again",
        ),
        (
            two_futures.into(),
            &[],
            "the key k has two futures: `flip 1/3` on the first path that came to it, and `flip 1/4`",
        ),
        (
            once("set -- $script; echo below 9; echo output x${1:-0};"),
            &["--outputs", "5"],
            "more than 5 different outputs (--outputs N)",
        ),
    ];
    for (program, more, expected) in cases {
        let (status, out, err) = of_shell(folder.path(), "0..0", more, &program);
        assert_eq!((status, &*out), (2, ""), "{program}\n{err}");
        assert!(err.starts_with("certify: ") && err.contains(expected), "{program}\n{err}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{program}");
    }
    let missing = call(folder.path(), &["law", "--answers", "0..1", "--graph", "line", "-o", "m.json", "--", "true"]);
    assert!(missing.0 == 2 && missing.2.contains("--epsilon: missing: the declared privacy"), "{}", missing.2);
    let law = ["law", "--answers", "0..1", "--graph", "line", "--epsilon", "1", "-o", "m.json", "--", "./nothing"];
    let (status, _, err) = call(folder.path(), &law);
    assert!(status == 2 && err.contains("./nothing: No such file or directory"), "{err}");
}

#[test]
fn what_never_ends_is_given_up_and_missing() {
    let folder = TempDir::new().unwrap();
    let endless = "while read run answer script; do while :; do echo flip 1/2; done; done";
    let (status, out, err) = of_shell(folder.path(), "0..0", &["--runs", "5"], endless);
    // A table without outputs is no table.
    assert!(status == 2 && err.contains("no run has ended with an output"), "{out}{err}");
    let deep = heads("100", "", "echo output $n;");
    let (status, out, err) = of_shell(folder.path(), "0..0", &["--depth", "3", "--left", "0"], &deep);
    assert!(status == 0 && out.contains("most is missing at the answer 0: 0.125000000000"), "{out}{err}");
}

#[test]
fn what_a_program_does_on_a_branch_that_can_not_be_is_nobodys_business() {
    let folder = TempDir::new().unwrap();
    let first = |yes: &str, no: &str| {
        format!(
            "while read run answer b rest; do echo flip 0; if [ \"${{b:-0}}\" = 0 ]; then {yes}; else {no}; fi; done"
        )
    };
    let others = ["while :; do echo flip 0; done", "exit 3", "echo hello; read line", "echo choose 5; echo output z"];
    for yes in others {
        let (status, out, err) = of_shell(folder.path(), "0..0", &["--force"], &first(yes, "echo output x"));
        assert_eq!((status, &*err), (0, ""), "{yes}: {out}");
        assert_eq!(matrix(folder.path())["matrix"], serde_json::json!([["1"]]), "{yes}");
    }
}

/// The client in Rust, built as its head says.
fn client() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let (from, to) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/law/main.rs"), folder.path().join("client"));
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let built = Command::new(rustc).args(["--edition", "2024", "-D", "warnings", "-o"]).arg(&to).arg(from).status();
    assert!(built.unwrap().success());
    (folder, to)
}

#[test]
fn the_client_in_rust() {
    let (folder, program) = client();
    let program = program.to_str().unwrap();
    let law = ["law", "--answers", "0..3", "--graph", "complete", "--epsilon", "ln(5)", "-o", "m.json", "--", program];
    let (status, out, err) = call(folder.path(), &law);
    assert_eq!((status, &*err), (0, ""), "{out}");
    assert_eq!(matrix(folder.path())["matrix"][1], serde_json::json!(["1/8", "5/8", "1/8", "1/8"]));
    assert_eq!((call(folder.path(), &["m.json"]).0, verifies(folder.path())), (0, Some(0)));
}
