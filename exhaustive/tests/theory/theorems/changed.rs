//! What a case expects is not proved once it is changed.

use super::quick_certificates;
use dp_certify::theorems::{Case, Statement, accept, prove, statements};
use dp_verify::limits::Limits;
use dp_verify::model::{Mechanism, sha256};
use dp_verify::{report, verify};
use rayon::prelude::*;
use serde_json::Value;

/// What a claim may be changed to expect by: an exact value and a little, a decimal and more.
const BESIDE_EXACT: &str = "1/1000000000000";

const BESIDE_DECIMAL: &str = "1/1000000";

/// How a case's reason ends whose claim is decided otherwise.
const NOT_AS_SAID: &str = ", not as the file says";

/// So far from a value that is not known here, a function of α in pieces.
const FAR: &str = "1000000";

/// A proved value, written so that a file may expect it, and the step that leads beyond it.
fn written(value: Option<&report::Value>, bound: &str) -> (String, &'static str) {
    let exact = match value {
        Some(report::Value::Number(number)) => Some(number.exact()),
        value => value.and_then(report::Value::rational).map(|x| x.to_string()),
    };
    let decimal = || value.and_then(report::Value::decimal).map(|x| (x, BESIDE_DECIMAL));
    exact.map(|x| (x, BESIDE_EXACT)).or_else(decimal).unwrap_or_else(|| (bound.to_owned(), FAR))
}

/// A set of α with each end moved in turn: the ends of an interval onto each other, a point onto 0 and 1; and without
/// parts.
fn changed_sets(parts: &[Value]) -> Vec<Value> {
    let mut all = vec![Vec::<Value>::new().into()];
    for (k, part) in parts.iter().enumerate() {
        let others = match part.as_array() {
            Some(ends) => [[&ends[0]; 2], [&ends[1]; 2]].map(|ends| serde_json::json!(ends)),
            None => [serde_json::json!(["0", part]), serde_json::json!([part, "1"])],
        };
        for other in others {
            let mut parts = parts.to_vec();
            parts[k] = other;
            all.push(parts.into());
        }
    }
    all
}

/// Every way to expect something else of one claim: another verdict, another number, another flag, another end of a
/// set.
///
/// A value is expected to be 10^-12 more than it is said to be. A bound is moved beyond the proved value: by 10^-12
/// where that is exact and by 10^-6 where it is known by its digits. Only where it is a function of α in pieces is the
/// bound moved by [`FAR`], which shows no more than that it is read.
fn changed(claim: &Value, proved: &report::Statement) -> Vec<Value> {
    let mut whole = match claim {
        Value::String(name) => serde_json::json!({ "claim": name }),
        other => other.clone(),
    };
    let mut all = Vec::new();
    let expect = whole["expect"].take();
    let fails = expect["verdict"] == "fails";
    whole["expect"] = serde_json::json!({ "verdict": if fails { "holds" } else { "fails" } });
    all.push(whole.clone());
    for (name, bounds) in expect.as_object().into_iter().flatten().filter(|(name, _)| *name != "verdict") {
        let value = proved.values.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        for (relation, number) in bounds.as_object().into_iter().flatten() {
            let others: Vec<Value> = match (relation.as_str(), number) {
                (_, Value::Bool(flag)) => vec![(!flag).into()],
                (_, Value::Array(parts)) => changed_sets(parts),
                ("equals", Value::String(x)) => vec![format!("({x})+{BESIDE_EXACT}").into()],
                ("at_least" | "at_most", Value::String(bound)) => {
                    let (value, step) = written(value, bound);
                    let sign = if relation == "at_least" { '+' } else { '-' };
                    vec![format!("({value}){sign}{step}").into()]
                }
                _ => panic!("{name}: {number}"),
            };
            for other in others {
                whole["expect"] = expect.clone();
                // A bound that is moved past the other one beside it would be an error of the file.
                if relation.starts_with("at_") {
                    whole["expect"][name] = serde_json::json!({});
                }
                whole["expect"][name][relation] = other;
                all.push(whole.clone());
            }
        }
    }
    all
}

/// Whether a file's claim is the one that a statement is about.
fn is_about(claim: &Value, statement: &report::Statement) -> bool {
    let known = &statement.claim;
    let priors: Vec<&str> = claim["priors"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    claim.as_str().or_else(|| claim["claim"].as_str()) == Some(known.kind.name())
        && known.prior.as_deref() == claim["prior"].as_str()
        && known.priors == priors
        && known.outputs.map(|r| r as u64) == claim["outputs"].as_u64()
        && known.from.as_deref() == claim["from"].as_str()
}

/// A file with one expectation changed in every way, and the claim's name; the claims that are made of every mechanism
/// too, where the file does not name them.
fn changed_files(document: &Value, proved: &[report::Statement]) -> Vec<(&'static str, Value)> {
    let claims = document["claims"].as_array().expect("claims");
    let mut all = Vec::new();
    for statement in proved.iter().filter(|statement| statement.declared) {
        let place = claims.iter().position(|claim| is_about(claim, statement));
        let name = statement.claim.kind.name();
        let claim = place.map_or_else(|| name.into(), |i| claims[i].clone());
        for other in changed(&claim, statement) {
            let mut document = document.clone();
            let claims = document["claims"].as_array_mut().expect("claims");
            match place {
                Some(i) => claims[i] = other,
                None => claims.push(other),
            }
            all.push((name, document));
        }
    }
    all
}

/// Changes every expectation of a case, which this certificate proves, asserts that each is refused as what the claim
/// does not come to, and counts them.
fn refused(statement: &Statement, case: &Case, certificate: &str) -> usize {
    let limits = Limits::default();
    let place = format!("{}/{}.json", statement.folder(), case.name);
    let read = |text: &str| Mechanism::read(text.as_bytes(), &limits).expect("a good file");
    let mut mechanism = read(&case.text);
    mechanism.others = case.others.iter().map(|(path, text)| (path.clone(), read(text))).collect();
    let report = verify(&mechanism, certificate.as_bytes(), &limits).expect("well-formed").report;
    let document: Value = serde_json::from_str(&case.text).expect("JSON");
    let claims = document["claims"].as_array().expect("claims");
    let each = |claim: &Value| report.statements.iter().any(|s| s.declared && is_about(claim, s));
    assert!(claims.iter().all(each), "{place}: a claim is not changed");
    let changes = changed_files(&document, &report.statements);
    for (k, (name, document)) in changes.iter().enumerate() {
        let other = Case { text: document.to_string().into(), ..case.clone() };
        // What a claim comes to does not depend on what is expected: under the changed file's hash the certificate is
        // that file's, so that only the first is searched for again.
        let certificate = certificate.replacen(&mechanism.sha256, &sha256(other.text.as_bytes()), 1);
        let again = || prove(&other, &limits).map(drop);
        let outcome = if k == 0 { again() } else { accept(&other, &certificate, &limits) };
        // Over an interval the difference of a value and what is expected of it may change its sign: another cut.
        let outcome = outcome.or_else(|why| if why.ends_with(NOT_AS_SAID) { Err(why) } else { again() });
        let Err(why) = outcome else { panic!("{place}: proved too with {}", other.text) };
        assert!(why.starts_with(name) && why.ends_with(NOT_AS_SAID), "{place}: {why}: {}", other.text);
    }
    changes.len()
}

/// Every expectation of every case of the quick suite.
#[test]
fn no_expectation_can_be_changed() {
    let cases = |s: Statement| s.cases(false).into_iter().map(move |case| (s.clone(), case));
    let jobs: Vec<(Statement, Case)> = statements().into_iter().flat_map(cases).collect();
    let certificates = quick_certificates();
    let certificate = |statement: &Statement, case: &Case| {
        let place = format!("{}/{}.cert.json", statement.folder(), case.name);
        *certificates.get(&place).unwrap_or_else(|| panic!("{place}: not proved"))
    };
    let refused: usize =
        jobs.par_iter().map(|(statement, case)| refused(statement, case, certificate(statement, case))).sum();
    assert!(refused > 3 * jobs.len(), "{refused} changes of {} cases", jobs.len());
}

/// Every expectation of the first case of each family that takes longer.
#[test]
fn no_expectation_of_a_slow_case_can_be_changed() {
    let certificate = |s: &Statement, case: &Case| {
        prove(case, &Limits::default()).unwrap_or_else(|why| panic!("{}/{}: {why}", s.folder(), case.name)).certificate
    };
    let first = |s: Statement| s.made(true).map(|made| refused(&s, &made[0], &certificate(&s, &made[0])));
    let counts: Vec<usize> = statements().into_par_iter().filter_map(first).collect();
    assert!(counts.len() > 3 && !counts.contains(&0), "{counts:?}");
}
