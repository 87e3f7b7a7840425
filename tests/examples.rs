//! Every example: its verdict as its README says, its certificate as committed, accepted, and refused once
//! anything in it is no longer true.

use dp_certify::{Options, certify};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::report::{Report, Verdict};
use dp_verify::{Verification, verify};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The JSON files of a folder, sorted, at least one; certificates that a reader of the README left beside
/// the examples are none of them.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    let stray = |path: &Path| folder == "examples" && path.to_string_lossy().ends_with(".cert.json");
    paths.retain(|path| path.extension().is_some_and(|e| e == "json") && !stray(path));
    paths.sort();
    assert!(!paths.is_empty(), "{folder} is empty");
    paths
}

fn name(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

fn golden(path: &Path) -> PathBuf {
    root().join("certificates/examples").join(name(path) + ".cert.json")
}

fn mechanism(path: &Path) -> Mechanism {
    Mechanism::read(&fs::read(path).expect("the file"), &Limits::default()).expect("a good file")
}

#[test]
fn every_certificate_is_the_committed_one() {
    for path in files("examples") {
        let certified = certify(&fs::read(&path).expect("the file"), &Options::default()).expect("a good file");
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

#[test]
fn the_readme_of_the_examples_lists_each_with_its_exit_status() {
    let readme = fs::read_to_string(root().join("examples/README.md")).expect("the README");
    for path in files("examples") {
        let listed = format!("| `{}.json` |", name(&path));
        let line =
            readme.lines().find(|line| line.starts_with(&listed)).unwrap_or_else(|| panic!("{listed} is not listed"));
        let certified = certify(&fs::read(&path).expect("the file"), &Options::default()).expect("a good file");
        assert!(line.ends_with(&format!("| {} |", certified.report.status())), "{listed}");
    }
}

/// Asserts that a certificate is refused, or proves a part of what the true one proves, all claims included.
/// Returns whether it was refused.
fn refused_or_the_same(mechanism: &Mechanism, truth: &Report, certificate: &str, what: &str) -> bool {
    match verify(mechanism, certificate.as_bytes(), &Limits::default()) {
        Err(error) => {
            assert!(error.line > 0 && !error.message.is_empty(), "{what}: an error without a place");
            true
        }
        Ok(verification) if !verification.accepted() => {
            assert_eq!(verification.status(false), 1);
            assert!(names_something(&verification), "{what}: {:?}", verification.refusals);
            true
        }
        Ok(verification) => {
            // A finding may be left open; what is said must be true.
            for statement in verification.report.statements.iter().filter(|s| s.verdict != Verdict::Undecided) {
                let same = truth.statements.iter().any(|s| {
                    s.claim == statement.claim
                        && s.verdict == statement.verdict
                        && is_part(&statement.values, &s.values)
                });
                assert!(same, "{what}: accepted, and says something else of {}", statement.claim);
            }
            let decided = verification.report.claims().filter(|s| s.verdict != Verdict::Undecided).count();
            assert_eq!(decided, truth.claims().count(), "{what}");
            false
        }
    }
}

fn is_part<T: PartialEq>(part: &[T], whole: &[T]) -> bool {
    part.iter().all(|x| whole.contains(x))
}

/// A refusal names its statement, or is about the whole file.
fn names_something(verification: &Verification) -> bool {
    verification.refusals.iter().all(|r| r.claim.is_some() || r.message.contains("sha256"))
}

#[test]
fn no_digit_of_a_certificate_can_be_changed_to_prove_something_else() {
    let (mut refused, mut accepted) = (0, 0);
    for path in files("examples") {
        let mechanism = mechanism(&path);
        let certificate = fs::read_to_string(golden(&path)).expect("the certificate");
        let truth = verify(&mechanism, certificate.as_bytes(), &Limits::default()).expect("well-formed").report;
        let digits = certificate.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(i, _)| i);
        // The vectors of the 1,024 nodes of Example 3 are long: their first digits stand for the rest.
        let most = if truth.nodes > 100 { 300 } else { usize::MAX };
        for at in digits.take(most) {
            let digit = certificate.as_bytes()[at] - b'0';
            let mut changed = certificate.clone();
            changed.replace_range(at..=at, &((digit + 1) % 10).to_string());
            match refused_or_the_same(&mechanism, &truth, &changed, &format!("{} at byte {at}", name(&path))) {
                true => refused += 1,
                false => accepted += 1,
            }
        }
    }
    // What is left: last digits of enclosures, moduli, slack in Farkas vectors.
    assert!(refused > 6 * accepted && accepted > 0, "{refused} refused, {accepted} the same");
}

#[test]
fn no_digit_of_a_mechanism_file_can_be_changed() {
    for path in files("examples") {
        let text = fs::read_to_string(&path).expect("the file");
        let certificate = fs::read(golden(&path)).expect("the certificate");
        for (at, _) in text.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
            let digit = text.as_bytes()[at] - b'0';
            let mut changed = text.clone();
            changed.replace_range(at..=at, &((digit + 1) % 10).to_string());
            if let Ok(mechanism) = Mechanism::read(changed.as_bytes(), &Limits::default()) {
                let verification = verify(&mechanism, &certificate, &Limits::default()).expect("well-formed");
                assert!(!verification.accepted(), "{} at byte {at}", name(&path));
            }
        }
    }
}

/// Every way to break the structure of a JSON value once: a list emptied, shortened, reversed or doubled at
/// its end, a key removed, a verdict turned over, a flag turned over.
fn broken(value: &serde_json::Value) -> Vec<serde_json::Value> {
    let mut all = Vec::new();
    match value {
        Value::Array(items) => {
            let mut variants = vec![Vec::new(), items.iter().rev().cloned().collect()];
            variants.extend((!items.is_empty()).then(|| items[1..].to_vec()));
            variants.extend(items.last().map(|last| [items.as_slice(), std::slice::from_ref(last)].concat()));
            all.extend(variants.into_iter().filter(|variant| variant != items).map(Value::Array));
            for (i, item) in items.iter().enumerate().take(12) {
                for inner in broken(item) {
                    let mut changed = items.clone();
                    changed[i] = inner;
                    all.push(Value::Array(changed));
                }
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                let mut without = fields.clone();
                without.shift_remove(key);
                all.push(Value::Object(without));
                for inner in broken(field) {
                    let mut changed = fields.clone();
                    changed.insert(key.clone(), inner);
                    all.push(Value::Object(changed));
                }
            }
        }
        Value::Bool(flag) => all.push(Value::Bool(!flag)),
        Value::String(text) => match text.as_str() {
            "holds" => all.extend(["fails".into(), "undecided".into()]),
            "fails" => all.extend(["holds".into(), "undecided".into()]),
            _ => all.extend(["".into(), "0".into(), format!("-{text}").into()]),
        },
        _ => all.extend([Value::Null, Value::Number(1_000_000.into())]),
    }
    all
}

#[test]
fn no_part_of_a_certificate_can_be_dropped_or_turned_to_prove_something_else() {
    let mut refused = 0;
    for path in files("examples") {
        let mechanism = mechanism(&path);
        let certificate = fs::read_to_string(golden(&path)).expect("the certificate");
        let truth = verify(&mechanism, certificate.as_bytes(), &Limits::default()).expect("well-formed").report;
        let parsed = serde_json::from_str(&certificate).expect("JSON");
        for changed in broken(&parsed) {
            let what = name(&path);
            refused += usize::from(refused_or_the_same(&mechanism, &truth, &changed.to_string(), &what));
        }
    }
    assert!(refused > 1_000, "{refused} refused");
}

#[test]
fn what_is_not_decided_yet_is_undecided_and_never_wrong() {
    for path in files("tests/corpus/undecided") {
        let certified = certify(&fs::read(&path).expect("the file"), &Options::default()).expect("a good file");
        assert_eq!(certified.report.status(), 3, "{}", name(&path));
        let open = certified.report.statements.iter().filter(|s| s.reason.is_some());
        assert!(open.count() > 0, "{}", name(&path));
        let verification = verify(&mechanism(&path), certified.certificate.as_bytes(), &Limits::default());
        assert_eq!(verification.expect("well-formed").status(false), 1, "{}", name(&path));
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
