//! Every example: its verdict as its README says, its certificate as committed, accepted, and refused once
//! anything in it is no longer true.

use dp_certify::{Options, certify, certify_mechanism};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::report::{Report, Value as Found, Verdict};
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
    dp_verify::file::mechanism(path, &Limits::default()).expect("a good file")
}

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

/// Asserts that a certificate is refused, or proves a part of what the true one proves, all claims included.
/// Returns whether it was refused.
fn refused_or_the_same(mechanism: &Mechanism, truth: &Report, certificate: &str, what: &str) -> bool {
    match verify(mechanism, certificate.as_bytes(), &Limits::default()) {
        Err(error) => {
            assert!(error.line > 0 && !error.message.is_empty(), "{what}: an error without a place");
            true
        }
        Ok(verification) if !verification.accepted() => {
            // Nothing but a limit or an undecided claim: declined.
            let declines = verification.refusals.iter().all(|refusal| refusal.declines);
            assert_eq!(verification.status(false), if declines { 3 } else { 1 }, "{what}");
            assert!(names_something(&verification), "{what}: {:?}", verification.refusals);
            true
        }
        Ok(verification) => {
            // A finding may be left open; what is said must be true.
            for statement in verification.report.statements.iter().filter(|s| s.verdict != Verdict::Undecided) {
                let same = truth.statements.iter().any(|s| {
                    s.claim == statement.claim
                        && s.verdict == statement.verdict
                        && statement.values.iter().all(|(name, value)| {
                            s.values.iter().any(|(own, true_value)| name == own && is_same(value, true_value))
                        })
                });
                assert!(same, "{what}: accepted, and says something else of {}", statement.claim);
            }
            let decided = verification.report.claims().filter(|s| s.verdict != Verdict::Undecided).count();
            assert_eq!(decided, truth.claims().count(), "{what}");
            false
        }
    }
}

/// An enclosure may be another one of the same number.
fn is_same(value: &Found, other: &Found) -> bool {
    match (value, other) {
        (Found::Enclosed(value), Found::Enclosed(other)) => value.low <= other.high && other.low <= value.high,
        _ => value == other,
    }
}

/// A refusal names its statement, or is about the whole file.
fn names_something(verification: &Verification) -> bool {
    verification.refusals.iter().all(|r| r.claim.is_some() || r.message.contains("sha256"))
}

/// An example whose certificate is tampered with.
struct Example {
    name: String,
    mechanism: Mechanism,
    certificate: Value,
    truth: Report,
}

impl Example {
    fn read(path: &Path) -> Self {
        let mechanism = mechanism(path);
        let certificate = fs::read(golden(path)).expect("the certificate");
        let truth = verify(&mechanism, &certificate, &Limits::default()).expect("well-formed").report;
        let certificate = serde_json::from_slice(&certificate).expect("JSON");
        Self { name: name(path), mechanism, certificate, truth }
    }

    fn statements(&self) -> &[Value] {
        self.certificate["statements"].as_array().expect("an array")
    }

    /// The certificate with the declared statements, which come first, and statement i, which is changed: the
    /// other findings say nothing about it, and would be checked over and over.
    fn with(&self, i: usize, changed: Value) -> Value {
        let declared = self.truth.claims().count();
        let mut statements = self.statements()[..declared].to_vec();
        match statements.get_mut(i) {
            Some(statement) => *statement = changed,
            None => statements.push(changed),
        }
        self.with_all(statements)
    }

    fn with_all(&self, statements: Vec<Value>) -> Value {
        let mut certificate = self.certificate.clone();
        certificate["statements"] = statements.into();
        certificate
    }

    fn refused_or_the_same(&self, certificate: &str, what: &str) -> bool {
        refused_or_the_same(&self.mechanism, &self.truth, certificate, &format!("{}: {what}", self.name))
    }
}

/// The places of all digits.
fn digits(text: &str) -> impl Iterator<Item = usize> {
    text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(i, _)| i)
}

/// The text with one digit raised by one, 9 made 0.
fn raised(text: &str, at: usize) -> String {
    let mut changed = text.to_owned();
    changed.replace_range(at..=at, &((text.as_bytes()[at] - b'0' + 1) % 10).to_string());
    changed
}

#[test]
fn no_digit_of_a_certificate_can_be_changed_to_prove_something_else() {
    let (mut refused, mut accepted) = (0, 0);
    for path in files("examples") {
        let example = Example::read(&path);
        let head = example.with_all(Vec::new()).to_string();
        for at in digits(&head) {
            assert!(example.refused_or_the_same(&raised(&head, at), &format!("byte {at} of its head")));
        }
        for (i, statement) in example.statements().iter().enumerate() {
            let (whole, part) = (example.with(i, statement.clone()).to_string(), statement.to_string());
            let start = whole.find(&part).expect("the statement");
            // The vectors of the 1,024 nodes of Example 3 are long: their first digits stand for the rest.
            let most = if example.truth.nodes.number().is_none_or(|n| n > 100) { 100 } else { usize::MAX };
            for at in digits(&part).take(most) {
                match example.refused_or_the_same(&raised(&whole, start + at), &format!("byte {at} of {part:.60}")) {
                    true => refused += 1,
                    false => accepted += 1,
                }
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
        for at in digits(&text) {
            if let Ok(mechanism) = Mechanism::read(raised(&text, at).as_bytes(), &Limits::default()) {
                let verification = verify(&mechanism, &certificate, &Limits::default()).expect("well-formed");
                assert!(!verification.accepted(), "{} at byte {at}", name(&path));
            }
        }
    }
}

/// A list emptied, reversed, without its first item, with its last one twice, wherever that makes another list.
fn reshaped(items: &[Value]) -> impl Iterator<Item = Vec<Value>> {
    let mut variants = vec![Vec::new(), items.iter().rev().cloned().collect()];
    variants.extend(items.split_first().map(|(_, rest)| rest.to_vec()));
    variants.extend(items.last().map(|last| [items, std::slice::from_ref(last)].concat()));
    variants.into_iter().filter(move |variant| variant != items)
}

/// Every way to break the structure of a JSON value once: a list emptied, shortened, reversed or doubled at
/// its end, a key removed, a verdict turned over, a flag turned over.
fn broken(value: &serde_json::Value) -> Vec<serde_json::Value> {
    let mut all = Vec::new();
    match value {
        Value::Array(items) => {
            all.extend(reshaped(items).map(Value::Array));
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
        let example = Example::read(&path);
        let all = example.statements();
        // The head and the list of statements; then what is inside of each statement.
        let mut tried: Vec<(Value, String)> = Vec::new();
        tried.extend(broken(&example.with_all(Vec::new())).into_iter().map(|changed| (changed, "its head".into())));
        tried.extend(reshaped(all).map(|changed| (example.with_all(changed), "its statements".into())));
        for (i, statement) in all.iter().enumerate() {
            let changed = broken(statement).into_iter();
            tried.extend(changed.map(|changed| (example.with(i, changed), format!("statement {i}"))));
        }
        for (certificate, what) in tried {
            refused += usize::from(example.refused_or_the_same(&certificate.to_string(), &what));
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
