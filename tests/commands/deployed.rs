//! Published mechanisms: each file is decided as the table of the documentation says, with the exit status that it
//! says.

use dp_certify::{Options, certify};
use dp_verify::limits::Limits;
use dp_verify::model::{Kind, Mechanism};
use dp_verify::report::Verdict;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The rows of the tables: a file's name, `holds` or `fails`, `epsilon_min` and the exit status.
fn rows() -> Vec<[String; 4]> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/deployed.md");
    let page = fs::read_to_string(page).expect("the page");
    let cells = |line: &str| -> Vec<String> { line.split('|').map(|cell| cell.trim().to_owned()).collect() };
    let of_file = |line: &&str| line.starts_with("| `");
    page.lines()
        .filter(of_file)
        .map(|line| {
            let [_, file, _, _, verdict, epsilon, exit, _] = cells(line).try_into().expect("six cells");
            [file.trim_matches('`').to_owned(), verdict, epsilon, exit]
        })
        .collect()
}

#[test]
fn every_file_is_decided_as_the_table_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/deployed");
    let mut listed = BTreeSet::new();
    for [name, verdict, epsilon, exit] in rows() {
        let bytes = fs::read(folder.join(format!("{name}.json"))).expect("a file of the table");
        let certified = certify(&bytes, &Options::default()).expect("a good file");
        let report = &certified.report;
        assert!(report.statements.iter().all(|s| s.verdict != Verdict::Undecided), "{name}");
        assert_eq!(report.status().to_string(), exit, "{name}");
        let dp = report.statements.iter().find(|s| s.claim.kind == Kind::Dp).expect("a statement on privacy");
        let found = dp.values.iter().find(|(name, _)| *name == "epsilon_min").expect("a value");
        assert_eq!((dp.verdict.name(), found.1.decimal()), (&*verdict, Some(epsilon)), "{name}");
        let mechanism = Mechanism::read(&bytes, &Limits::default()).expect("a good file");
        assert!(mechanism.note.is_some(), "{name} names no source");
        let verification = dp_verify::verify(&mechanism, certified.certificate.as_bytes(), &Limits::default());
        assert!(verification.expect("a certificate").accepted(), "{name}");
        listed.insert(format!("{name}.json"));
    }
    let files = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").file_name());
    let files: BTreeSet<String> = files.map(|name| name.to_string_lossy().into_owned()).collect();
    assert_eq!(files, listed);
}
