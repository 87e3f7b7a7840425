//! Mechanism files and certificates by their fate.
//!
//! A [`Trial`] says what must become of a certificate, to the value or to the words of the refusal;
//! [`hold`] tries a list of them, and makes sure each time that a verifier which accepts everything, or
//! rejects everything, would have been noticed.

#![allow(dead_code, reason = "no binary needs all of it")]

use dp_verify::limits::Limits;
use dp_verify::model::{Mechanism, sha256};

/// What a verifier makes of a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// Accepted; a line each statement, `claim: verdict; value = exact or decimal; …`.
    Accepted(Vec<String>),
    /// Everything that is not proved.
    Refused(Vec<String>),
    /// Not a certificate, or not of a mechanism file.
    Unreadable(String),
}

/// What must become of a certificate.
#[derive(Debug, Clone)]
pub(crate) enum Fate {
    /// Accepted, with these statements among those of the report.
    Proves(&'static [&'static str]),
    /// Refused for one reason only, whose sentence has all of these words.
    Refused(&'static [&'static str]),
    /// No certificate: the error has all of these words.
    Unreadable(&'static [&'static str]),
}

/// A certificate and its fate.
#[derive(Debug, Clone)]
pub(crate) struct Trial {
    /// What is tried, in words.
    pub(crate) name: &'static str,
    /// The mechanism file.
    pub(crate) mechanism: String,
    /// The certificate.
    pub(crate) certificate: String,
    /// What must become of it.
    pub(crate) fate: Fate,
}

impl Trial {
    /// A certificate with these statements, of this mechanism file.
    pub(crate) fn new(name: &'static str, mechanism: &str, statements: &[&str], fate: Fate) -> Self {
        Self { name, mechanism: mechanism.to_owned(), certificate: certificate(mechanism, statements), fate }
    }
}

/// A certificate of this mechanism file.
pub(crate) fn certificate(mechanism: &str, statements: &[&str]) -> String {
    format!(
        r#"{{"format": "dp-certificate/1", "sha256": "{}", "statements": [{}]}}"#,
        sha256(mechanism.as_bytes()),
        statements.join(", ")
    )
}

/// A mechanism file at a rational α; `rest` is whatever stands beside `format` and `privacy`.
pub(crate) fn file(alpha: &str, rest: &str) -> String {
    format!(r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "{alpha}"}}, {rest}}}"#)
}

/// The mechanism of a text that must be one.
pub(crate) fn read(text: &str) -> Mechanism {
    Mechanism::read(text.as_bytes(), &Limits::default()).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// What the verifier makes of a certificate.
pub(crate) fn judge(mechanism: &str, certificate: &str) -> Judgement {
    let limits = Limits::default();
    match Mechanism::read(mechanism.as_bytes(), &limits) {
        Ok(mechanism) => judge_within(&mechanism, certificate, &limits),
        Err(e) => Judgement::Unreadable(format!("in the mechanism file: {e}")),
    }
}

/// What the verifier makes of a certificate of a file that has been read.
pub(crate) fn judge_within(mechanism: &Mechanism, certificate: &str, limits: &Limits) -> Judgement {
    let verification = match dp_verify::verify(mechanism, certificate.as_bytes(), limits) {
        Ok(verification) => verification,
        Err(e) => return Judgement::Unreadable(e.to_string()),
    };
    if !verification.accepted() {
        return Judgement::Refused(verification.refusals.iter().map(ToString::to_string).collect());
    }
    let line = |s: &dp_verify::report::Statement| {
        let mut line = format!("{}: {}", s.claim, s.verdict.name());
        for (name, value) in &s.values {
            let shown = match value {
                dp_verify::report::Value::Flag(flag) => flag.to_string(),
                dp_verify::report::Value::Text(text) => (*text).to_owned(),
                number => number.exact(200).or_else(|| number.decimal()).unwrap_or_default(),
            };
            line += &format!("; {name} = {shown}");
        }
        line
    };
    Judgement::Accepted(verification.report.statements.iter().map(line).collect())
}

/// How a verifier's judgement departs from the fate that a trial is to have.
fn misjudged(trial: &Trial, judgement: &Judgement) -> Option<String> {
    let has = |text: &str, words: &[&str]| words.iter().all(|word| text.contains(word));
    let right = match (&trial.fate, judgement) {
        (Fate::Proves(lines), Judgement::Accepted(found)) => {
            !lines.is_empty() && lines.iter().all(|line| found.iter().any(|f| f == line))
        }
        (Fate::Refused(words), Judgement::Refused(found)) => {
            !words.is_empty() && found.len() == 1 && has(&found[0], words)
        }
        (Fate::Unreadable(words), Judgement::Unreadable(found)) => !words.is_empty() && has(found, words),
        _ => false,
    };
    (!right).then(|| format!("{}:\n  expected {:?}\n  found    {judgement:?}", trial.name, trial.fate))
}

/// Whatever a verifier misjudges among the trials.
pub(crate) fn errors(trials: &[Trial], verifier: impl Fn(&str, &str) -> Judgement) -> Vec<String> {
    trials.iter().filter_map(|t| misjudged(t, &verifier(&t.mechanism, &t.certificate))).collect()
}

/// Accepts everything, and says of each statement whatever it says of itself.
pub(crate) fn always_accept(_: &str, _: &str) -> Judgement {
    Judgement::Accepted(Vec::new())
}

/// Rejects everything.
pub(crate) fn always_reject(_: &str, _: &str) -> Judgement {
    Judgement::Refused(vec!["no".into()])
}

/// Every trial must have its fate, and the trials must tell the verifier from both dummies.
pub(crate) fn hold(trials: &[Trial]) {
    hold_by(trials, judge);
}

/// The same by another way to the verifier.
pub(crate) fn hold_by(trials: &[Trial], verifier: impl Fn(&str, &str) -> Judgement) {
    let wrong = errors(trials, verifier);
    assert!(wrong.is_empty(), "{} of {} misjudged\n{}", wrong.len(), trials.len(), wrong.join("\n"));
    assert_eq!(errors(trials, always_accept).len(), trials.len(), "an accepting dummy goes unnoticed");
    assert_eq!(errors(trials, always_reject).len(), trials.len(), "a rejecting dummy goes unnoticed");
    let accepted = trials.iter().filter(|t| matches!(t.fate, Fate::Proves(_))).count();
    assert!(accepted > 0 && accepted < trials.len(), "a list of trials needs both fates");
}

/// The truncated geometric mechanism at α = 1/2 on the line of three, which is the tight-constraints
/// mechanism there.
pub(crate) const GEOMETRIC: &str = r#"[["2/3", "1/6", "1/6"], ["1/3", "1/3", "1/3"], ["1/6", "1/6", "2/3"]]"#;

/// That X is stochastic.
pub(crate) const STOCHASTIC: &str = r#"{"claim": "stochastic", "verdict": "holds"}"#;

/// That row 1 of X is no distribution.
pub(crate) const ROW_1: &str = r#"{"claim": "stochastic", "verdict": "fails", "witness": {"row": 1}}"#;

/// That alpha_max is 1/2, and α no more.
pub(crate) const HALF: &str = r#"{"claim": "dp", "verdict": "holds", "values": {"alpha_max": "1/2",
    "epsilon_min": {"at_least": 0.6931471805599, "at_most": 0.69314718056}}}"#;

/// That alpha_max is 1.
pub(crate) const EQUAL_ROWS: &str =
    r#"{"claim": "dp", "verdict": "holds", "values": {"alpha_max": "1", "epsilon_min": "0"}}"#;

/// A vector over a common denominator.
pub(crate) fn vector(denominator: &str, numerators: &[i64]) -> String {
    let list: Vec<String> = numerators.iter().map(|x| format!("\"{x}\"")).collect();
    format!(r#"{{"denominator": "{denominator}", "numerators": [{}]}}"#, list.join(", "))
}
