//! Every committed certificate of an example, and every example, with one digit or one part of it changed: refused, or
//! it proves a part of what the true one proves.

use crate::files::{files, golden, mechanism, name};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::report::{Report, Value as Found, Verdict};
use dp_verify::{Verification, verify};
use serde_json::Value;
use std::fs;
use std::path::Path;

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
