//! What statements are said to come to, in two ways: as the report says it, and as the kernel finds where the mechanism
//! file expects it.
//!
//! `"values": {"alpha_max": "1/2", "epsilon_min": {"at_least": 0.69, "at_most": 0.7}}` stands in the statements of
//! tests, and in no certificate.

use super::{certificate, read};
use dp_kernel::{Failure, Why};
use dp_verify::Verification;
use dp_verify::json::{self, View};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::{Claim, Mechanism};
use dp_verify::number::{self, Rational};
use dp_verify::report::{Statement, Value};
use serde_json::{Map, Value as Json, json};
use std::ops::Range;

/// A value as reports print it.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Flag(flag) => flag.to_string(),
        Value::Text(text) => (*text).to_owned(),
        number => number.exact(200).or_else(|| number.decimal()).unwrap_or_default(),
    }
}

/// A key of an object with its value, and the value alone, in the object's text.
fn field(text: &str, name: &str) -> Option<(Range<usize>, Range<usize>)> {
    let (bytes, mut depth, mut i) = (text.as_bytes(), 0, 0);
    let mut found: Option<(usize, usize)> = None;
    while i < bytes.len() {
        let start = i;
        match bytes[i] {
            b'"' => {
                i += 1;
                while i < bytes.len() && bytes[i] != b'"' {
                    i += if bytes[i] == b'\\' { 2 } else { 1 };
                }
                let after = text.get(i + 1..)?;
                let blanks = after.len() - after.trim_start().len();
                if found.is_none()
                    && depth == 1
                    && text.get(start + 1..i) == Some(name)
                    && after.trim_start().starts_with(':')
                {
                    found = Some((start, i + blanks + 2));
                }
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' | b',' => {
                if let (1, Some((key, value))) = (depth, found) {
                    return Some((key..i, value..i));
                }
                depth -= i32::from(bytes[i] != b',');
            }
            _ => {}
        }
        i += 1;
    }
    None
}

/// A statement without what it is said to come to.
pub(super) fn without(statement: &str) -> String {
    let Some((all, _)) = field(statement, "values") else { return statement.to_owned() };
    let (before, after) = (statement[..all.start].trim_end(), &statement[all.end..]);
    match after.strip_prefix(',') {
        Some(after) => format!("{before}{after}"),
        None => format!("{}{after}", before.trim_end_matches(',')),
    }
}

/// What statements are said to come to and don't.
///
/// Each that says something is tried with a file that expects it: the kernel must find what the report says.
pub(super) fn departures(mechanism: &str, statements: &[String]) -> Vec<String> {
    let plain: Vec<&str> = statements.iter().map(String::as_str).collect();
    let found = verified(mechanism, &plain);
    let said = statements.iter().filter_map(|statement| Some((statement, field(statement, "values")?.1)));
    said.flat_map(|(statement, values)| {
        let (claim, verdict) = claim(&without(statement));
        let values: Map<String, Json> = serde_json::from_str(&statement[values]).expect("values");
        let told = of_claim(&found, &claim).expect("a statement");
        let mut wrong: Vec<String> = values.iter().filter_map(|(name, said)| departure(told, name, said)).collect();
        if let Some(met) = expected(mechanism, &claim, &verdict, &values, &plain) {
            // Of an end that is beside the number by less than twelve digits tell only the kernel knows.
            if !met && wrong.is_empty() {
                let ends = values.iter().filter(|(_, said)| said.is_object());
                wrong.extend(ends.map(|(name, _)| format!("{}: `{name}` does not lie in its enclosure", told.claim)));
            }
            assert_eq!(met, !wrong.iter().any(|why| !why.contains("(in print)")), "{statement}: {wrong:?}");
        }
        wrong.iter_mut().for_each(|why| *why = why.replace(" (in print)", ""));
        wrong
    })
    .collect()
}

fn verified(mechanism: &str, statements: &[&str]) -> Verification {
    let limits = Limits::default();
    dp_verify::verify(&read(mechanism), certificate(mechanism, statements).as_bytes(), &limits).expect("a certificate")
}

/// The claim of a statement, with its parameters, and its verdict.
fn claim(statement: &str) -> (Map<String, Json>, Json) {
    let mut statement: Map<String, Json> = serde_json::from_str(statement).expect("a statement");
    let verdict = statement["verdict"].clone();
    statement.retain(|key, _| !["verdict", "witness", "reason"].contains(&&**key));
    (normal(statement), verdict)
}

/// A claim, `within` being written in one way, and 0 not at all.
fn normal(mut claim: Map<String, Json>) -> Map<String, Json> {
    if let Some(within) = claim.remove("within").and_then(|within| rational(&within)).filter(|x| x.is_positive()) {
        claim.insert("within".into(), json!(within.to_string()));
    }
    claim
}

fn of_claim<'a>(found: &'a Verification, claim: &Map<String, Json>) -> Option<&'a Statement> {
    found.report.statements.iter().find(|statement| &named(&statement.claim) == claim)
}

/// A claim as files have it.
fn named(claim: &Claim) -> Map<String, Json> {
    let mut named = Map::new();
    named.insert("claim".into(), claim.kind.name().into());
    named.extend(claim.prior.iter().map(|prior| ("prior".into(), json!(prior))));
    named.extend(claim.outputs.iter().map(|outputs| ("outputs".into(), json!(outputs))));
    named.extend(claim.within.iter().map(|within| ("within".into(), json!(within.to_string()))));
    named.extend(claim.from.iter().map(|from| ("from".into(), json!(from))));
    if !claim.priors.is_empty() {
        named.insert("priors".into(), json!(claim.priors));
    }
    named
}

/// How a value departs from what the report says, if it does; `(in print)` where no file can expect it.
fn departure(told: &Statement, name: &str, said: &Json) -> Option<String> {
    let of = |why: String| Some(format!("{}: `{name}` {why}", told.claim));
    let Some((_, value)) = told.values.iter().find(|(known, _)| *known == name) else {
        return of("is none that this statement has".into());
    };
    if let Json::Object(ends) = said {
        // The kernel compares the number itself, what is printed has twelve digits.
        let end = |name: &str| rational(&json!(number::decimal(&rational(ends.get(name)?)?)));
        let decimal = value.decimal().and_then(|decimal| rational(&json!(decimal)));
        let inside = decimal
            .is_some_and(|x| end("at_least").is_none_or(|low| low <= x) && end("at_most").is_none_or(|high| x <= high));
        return if inside { None } else { of("does not lie in its enclosure".into()) };
    }
    let (text, found) = (said.as_str().map_or_else(|| said.to_string(), str::to_owned), shown(value));
    // A decimal that is printed for want of an expression is no number that it is.
    let is_whole = value.exact(200).is_some() || value.decimal().is_none() || *value == Value::Infinite;
    let same = text == found && is_whole || rational(said).is_some_and(|said| value.rational() == Some(said));
    let written = rational(said).map_or(text, |x| x.to_string());
    let mark = if is_expectable(said) { "" } else { " (in print)" };
    if same { None } else { of(format!("is said to be {written}, found to be {found}{mark}")) }
}

/// A rational, as files write it.
fn rational(said: &Json) -> Option<Rational> {
    let text = said.to_string();
    let limits = Limits::default();
    let node = json::read(text.as_bytes(), &limits).ok()?;
    number::rational(&View::root(&node), &limits, &Budget::new(limits.steps)).ok()
}

/// Whether a file can expect a value to be that: not ∞, nor a name, nor a set in words.
fn is_expectable(said: &Json) -> bool {
    let letter = |c: char| c.is_alphabetic() && !['a', 'b', 'e'].contains(&c);
    !matches!(said, Json::String(text) if text.contains(',') || text.contains(letter))
}

/// Whether the kernel finds these values, where the file expects them; `None` if no file can expect them, or they can't
/// be compared.
fn expected(
    mechanism: &str,
    claim: &Map<String, Json>,
    verdict: &Json,
    values: &Map<String, Json>,
    statements: &[&str],
) -> Option<bool> {
    let mut expect = Map::new();
    for (name, said) in values.iter().filter(|(_, said)| is_expectable(said)) {
        expect.insert(name.clone(), if said.is_object() { said.clone() } else { json!({ "equals": said }) });
    }
    if expect.is_empty() {
        return None;
    }
    expect.insert("verdict".into(), verdict.clone());
    let mechanism = expecting(mechanism, claim, &expect);
    Mechanism::read(mechanism.as_bytes(), &Limits::default()).ok()?;
    let found = verified(&mechanism, statements);
    match &found.refusals[..] {
        [] => of_claim(&found, claim).expect("a statement").expected,
        [refusal] if is_open(&refusal.failure) => None,
        refusals => panic!("{refusals:?}"),
    }
}

/// Whether an expectation can't be compared: without another cut, or at all.
fn is_open(failure: &Option<Failure>) -> bool {
    match failure {
        Some(Failure::Unproved(why)) => matches!(**why, Why::Open(_)),
        other => matches!(other, Some(Failure::Changes(_))),
    }
}

/// The mechanism file with this expectation of the claim instead of any other.
fn expecting(mechanism: &str, claim: &Map<String, Json>, expect: &Map<String, Json>) -> String {
    let claims = field(mechanism, "claims");
    let list = claims.as_ref().map_or("[]", |(_, value)| &mechanism[value.clone()]);
    let mut list: Vec<Json> = serde_json::from_str(list).expect("claims");
    list.retain(|declared| match declared {
        Json::String(name) => claim.len() > 1 || claim["claim"] != *name,
        Json::Object(declared) => {
            let mut declared = declared.clone();
            declared.remove("expect");
            normal(declared) != *claim
        }
        _ => true,
    });
    let mut own = claim.clone();
    own.insert("expect".into(), Json::Object(expect.clone()));
    list.push(Json::Object(own));
    let list = Json::Array(list).to_string();
    match claims {
        Some((_, value)) => format!("{}{list}{}", &mechanism[..value.start], &mechanism[value.end..]),
        None => {
            let end = mechanism.rfind('}').expect("an object");
            format!("{}, \"claims\": {list}}}", &mechanism[..end])
        }
    }
}
