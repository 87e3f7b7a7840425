//! `tests/corpus/accept` and `tests/corpus/reject`: mechanism files with certificates written by hand.
//!
//! `NAME.json` and `NAME.cert.json` stand side by side; `expected.tsv` has a line for each name. An accepted one has
//! the first line of `verify`; a rejected one the exit status and all words, between bars, of its only refusal.

use crate::harness;
use dp_verify::limits::Limits;
use dp_verify::model::sha256;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn folder(fate: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus").join(fate)
}

fn text(fate: &str, file: &str) -> String {
    std::fs::read_to_string(folder(fate).join(file)).unwrap_or_else(|e| panic!("{fate}/{file}: {e}"))
}

/// The lines of `expected.tsv` as fields, each with its mechanism file and certificate; every file of the folder
/// must belong to a line, and every certificate to the file beside it.
fn corpus(fate: &str) -> Vec<(Vec<String>, String, String)> {
    let table = text(fate, "expected.tsv");
    let lines: Vec<Vec<String>> =
        table.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect();
    let mut expected: BTreeSet<String> = ["expected.tsv".to_owned()].into();
    for line in &lines {
        for end in ["json", "cert.json"] {
            assert!(expected.insert(format!("{}.{end}", line[0])), "{fate}: {} is listed twice", line[0]);
        }
    }
    let found: BTreeSet<String> = std::fs::read_dir(folder(fate))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(found, expected, "{fate}: the files there and those of expected.tsv");
    let both = |line: Vec<String>| {
        let (mechanism, certificate) =
            (text(fate, &format!("{}.json", line[0])), text(fate, &format!("{}.cert.json", line[0])));
        let current = certificate.contains(&sha256(mechanism.as_bytes()));
        let meant = line[0] == "certificate-of-another-file";
        assert!(current != meant, "{fate}/{}.cert.json is stale: its sha256 is not that of the file", line[0]);
        (line, mechanism, certificate)
    };
    lines.into_iter().map(both).collect()
}

#[test]
fn accepted() {
    let all = corpus("accept");
    assert!(all.len() >= 8);
    for (line, mechanism, certificate) in all {
        let mechanism = harness::read(&mechanism);
        let found = dp_verify::verify(&mechanism, certificate.as_bytes(), &Limits::default())
            .unwrap_or_else(|e| panic!("{}: {e}", line[0]));
        assert!(found.accepted(), "{}: {:?}", line[0], found.refusals);
        assert_eq!(found.summary(), line[1], "{}", line[0]);
    }
}

#[test]
fn rejected() {
    let all = corpus("reject");
    assert!(all.len() >= 20);
    for (line, mechanism, certificate) in all {
        let mechanism = harness::read(&mechanism);
        let (status, reasons) = match dp_verify::verify(&mechanism, certificate.as_bytes(), &Limits::default()) {
            Err(e) => (2, vec![e.to_string()]),
            Ok(found) => (found.status(false), found.refusals.iter().map(ToString::to_string).collect()),
        };
        assert_ne!(status, 0, "{} is accepted", line[0]);
        let status = status.to_string();
        assert_eq!(line[1], status, "{}: {reasons:?}", line[0]);
        let [reason] = &reasons[..] else { panic!("{}: {reasons:?}", line[0]) };
        for word in line[2].split('|') {
            assert!(!word.is_empty() && reason.contains(word), "{}: expected {word:?} in {reason:?}", line[0]);
        }
    }
}
