//! Every example: its verdict as its README says, and its certificate as committed. That it is refused once anything in
//! it is no longer true, the exhaustive tests say.

use crate::files::{files, golden, mechanism, name, root};
use dp_certify::{Options, certify, certify_mechanism};
use dp_verify::limits::Limits;
use dp_verify::verify;
use std::fs;

#[test]
fn every_certificate_is_the_committed_one() {
    for path in files("examples") {
        let certified = certify_mechanism(&mechanism(&path), &Options::default()).expect("a good file");
        let golden = golden(&path);
        if std::env::var_os("UPDATE_CERTIFICATES").is_some() {
            fs::write(&golden, &certified.certificate).expect("written");
        }
        let committed = fs::read_to_string(&golden).unwrap_or_default();
        assert!(
            certified.certificate == committed,
            "{}: run the tests once with UPDATE_CERTIFICATES=1",
            golden.display()
        );
    }
    assert_eq!(files("examples").len(), files("certificates/examples").len(), "a certificate without its example");
}

/// Of tables of which mass is missing, of promises, of noise, and on terms of their own: each has its certificate
/// beside it.
#[test]
fn every_certificate_beside_its_example_is_the_committed_one() {
    let folders = ["examples/missing", "examples/promises", "examples/noise", "examples/terms"];
    let all = folders.into_iter().flat_map(files);
    for path in all.filter(|path| !path.to_string_lossy().ends_with(".cert.json")) {
        let certified = certify_mechanism(&mechanism(&path), &Options::default()).expect("a good file");
        assert_eq!(certified.report.status(), 0, "{}", path.display());
        let beside = path.with_extension("cert.json");
        if std::env::var_os("UPDATE_CERTIFICATES").is_some() {
            fs::write(&beside, &certified.certificate).expect("written");
        }
        assert_eq!(certified.certificate, fs::read_to_string(&beside).unwrap_or_default(), "{}", beside.display());
        let verification = verify(&mechanism(&path), certified.certificate.as_bytes(), &Limits::default());
        assert!(verification.expect("well-formed").accepted(), "{}", path.display());
    }
}

#[test]
fn the_readme_of_the_examples_lists_each_with_its_exit_status() {
    let readme = fs::read_to_string(root().join("examples/README.md")).expect("the README");
    for path in files("examples") {
        let listed = format!("| `{}.json` |", name(&path));
        let line =
            readme.lines().find(|line| line.starts_with(&listed)).unwrap_or_else(|| panic!("{listed} is not listed"));
        let certified = certify_mechanism(&mechanism(&path), &Options::default()).expect("a good file");
        assert!(line.ends_with(&format!("| {} |", certified.report.status())), "{listed}");
    }
}

#[test]
fn what_is_not_decided_yet_is_undecided_and_never_wrong() {
    for path in files("tests/corpus/undecided") {
        let certified = certify(&fs::read(&path).expect("the file"), &Options::default()).expect("a good file");
        assert_eq!(certified.report.status(), 3, "{}", name(&path));
        let open = certified.report.statements.iter().filter(|s| s.reason.is_some());
        assert!(open.count() > 0, "{}", name(&path));
        let verification = verify(&mechanism(&path), certified.certificate.as_bytes(), &Limits::default());
        assert_eq!(verification.expect("well-formed").status(false), 3, "{}", name(&path));
    }
}

#[test]
fn odd_but_legal_files_are_decided_without_a_fuss() {
    for path in files("tests/corpus/survive/mechanism") {
        let certified = certify(&fs::read(&path).expect("the file"), &Options::default())
            .unwrap_or_else(|e| panic!("{}: {e}", name(&path)));
        let verification = verify(&mechanism(&path), certified.certificate.as_bytes(), &Limits::default());
        let verification = verification.unwrap_or_else(|e| panic!("{}: {e}", name(&path)));
        assert_eq!(verification.accepted(), certified.report.status() != 3, "{}", name(&path));
    }
}

#[test]
fn malformed_files_are_refused_with_their_place() {
    let folder = "tests/corpus/malformed/mechanism";
    let mut found = String::from("file\tpath\tline\tcolumn\tmessage\n");
    for path in files(folder) {
        let error = certify(&fs::read(&path).expect("the file"), &Options::default());
        let e = error.err().unwrap_or_else(|| panic!("{} is accepted", name(&path)));
        found += &format!("{}.json\t{}\t{}\t{}\t{}\n", name(&path), e.path, e.line, e.column, e.message);
    }
    let table = root().join(folder).join("expected.tsv");
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        fs::write(&table, &found).expect("written");
    }
    let expected = fs::read_to_string(&table).expect("the table");
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "expected.tsv lists each file once");
}
