//! Mechanism files and certificates by their fate.
//!
//! A [`Trial`] says what must become of a certificate, to the value or to the words of the refusal;
//! [`hold`] tries a list of them, and makes sure each time that a verifier which accepts everything, or
//! rejects everything, would have been noticed.

#![allow(dead_code, reason = "no binary needs all of it")]

mod values;

use dp_kernel::{Failure, Fraction, Why};
use dp_verify::error::{Error, Fault};
use dp_verify::limits::Limits;
use dp_verify::model::{Mechanism, sha256};
use dp_verify::report::Statement;
use dp_verify::{Answer, Refusal, Verification, problem, verify_problem};

/// What a verifier makes of a certificate.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Judgement {
    /// Accepted; a line each statement, `claim: verdict; value = exact or decimal; …`.
    Accepted(Vec<String>),
    /// Accepted, but these values are not what they are said to be.
    Otherwise(Vec<String>),
    /// Everything that is not proved.
    Refused(Vec<Reason>),
    /// Nothing is wrong: the limits that were met, and the declared claims that are undecided.
    Declined(Vec<Reason>),
    /// Not a certificate, or not of a mechanism file.
    Unreadable(String),
}

/// Why something is not proved: its sentence, which it can be read as, and how the kernel says it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Reason {
    text: String,
    pub(crate) failure: Option<Failure>,
}

impl From<String> for Reason {
    fn from(text: String) -> Self {
        Self { text, failure: None }
    }
}

impl std::ops::Deref for Reason {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.text)
    }
}

impl PartialEq<&str> for Reason {
    fn eq(&self, other: &&str) -> bool {
        self.text == *other
    }
}

/// What must become of a certificate.
#[derive(Debug, Clone)]
pub(crate) enum Fate {
    /// Accepted, with these statements among those of the report.
    Proves(&'static [&'static str]),
    /// Accepted, but a value is not what it is said to be, nor is it by what the kernel finds where the mechanism file
    /// expects it; its sentence has all of these words.
    Otherwise(&'static [&'static str]),
    /// Refused for one reason only, whose sentence has all of these words.
    Refused(&'static [&'static str]),
    /// Refused for one reason only, which is this one.
    Unproved(Why),
    /// Refused for one reason only: a sign changes on a part of the interval.
    Changes,
    /// Refused for one reason only: a sign does not show.
    Unknown,
    /// Declined for one reason only, whose sentence has all of these words.
    Declined(&'static [&'static str]),
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
    /// Its statements, with the `values` that they are said to have: these are no part of the certificate.
    pub(crate) statements: Vec<String>,
    /// What must become of it.
    pub(crate) fate: Fate,
}

impl Trial {
    /// A certificate with these statements, of this mechanism file.
    pub(crate) fn new(name: &'static str, mechanism: &str, statements: &[&str], fate: Fate) -> Self {
        Self {
            name,
            mechanism: mechanism.to_owned(),
            certificate: certificate(mechanism, statements),
            statements: statements.iter().map(|statement| (*statement).to_owned()).collect(),
            fate,
        }
    }
}

/// A certificate of this mechanism file; `values` of a statement are left out.
pub(crate) fn certificate(mechanism: &str, statements: &[&str]) -> String {
    let statements: Vec<String> = statements.iter().map(|statement| values::without(statement)).collect();
    format!(
        r#"{{"format": "dp-certificate/2", "sha256": "{}", "statements": [{}]}}"#,
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
        Err(e) => unusable(&e, "in the mechanism file: "),
    }
}

/// What the verifier makes of these statements, and whether they have the values that they are said to have.
pub(crate) fn judge_all(mechanism: &str, statements: &[&str]) -> Judgement {
    try_out(&Trial::new("", mechanism, statements, Fate::Proves(&[])))
}

/// The same of a trial.
pub(crate) fn try_out(trial: &Trial) -> Judgement {
    match judge(&trial.mechanism, &trial.certificate) {
        Judgement::Accepted(lines) => match values::departures(&trial.mechanism, &trial.statements) {
            none if none.is_empty() => Judgement::Accepted(lines),
            departures => Judgement::Otherwise(departures),
        },
        judgement => judgement,
    }
}

fn unusable(error: &Error, place: &str) -> Judgement {
    let text = format!("{place}{error}");
    match error.fault {
        Fault::OverLimit => Judgement::Declined(vec![text.into()]),
        Fault::Malformed => Judgement::Unreadable(text),
    }
}

/// What the verifier makes of a certificate of a file that has been read.
pub(crate) fn judge_within(mechanism: &Mechanism, certificate: &str, limits: &Limits) -> Judgement {
    let verification = match dp_verify::verify(mechanism, certificate.as_bytes(), limits) {
        Ok(verification) => verification,
        Err(e) => return unusable(&e, ""),
    };
    let reason = |refusal: &Refusal| Reason { text: refusal.to_string(), failure: refusal.failure.clone() };
    let reasons = || verification.refusals.iter().map(reason).collect();
    match verification.answer() {
        Answer::Refused => return Judgement::Refused(reasons()),
        Answer::Declined => return Judgement::Declined(reasons()),
        Answer::Accepted => {}
    }
    let line = |s: &Statement| {
        let values = s.values.iter().map(|(name, value)| format!("; {name} = {}", values::shown(value)));
        format!("{}: {}{}", s.claim, s.verdict.name(), values.collect::<String>())
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
        (Fate::Otherwise(words), Judgement::Otherwise(found)) => {
            !words.is_empty() && found.iter().any(|departure| has(departure, words))
        }
        (Fate::Refused(words), Judgement::Refused(found)) | (Fate::Declined(words), Judgement::Declined(found)) => {
            !words.is_empty() && found.len() == 1 && has(&found[0], words)
        }
        (fate, Judgement::Refused(found)) if found.len() == 1 => match (fate, &found[0].failure) {
            (Fate::Unproved(why), Some(Failure::Unproved(found))) => why == &**found,
            (Fate::Changes, Some(Failure::Changes(_))) | (Fate::Unknown, Some(Failure::Unknown(_))) => true,
            _ => false,
        },
        (Fate::Unreadable(words), Judgement::Unreadable(found)) => !words.is_empty() && has(found, words),
        _ => false,
    };
    (!right).then(|| format!("{}:\n  expected {:?}\n  found    {judgement:?}", trial.name, trial.fate))
}

/// Whatever a verifier misjudges among the trials.
pub(crate) fn errors(trials: &[Trial], verifier: impl Fn(&Trial) -> Judgement) -> Vec<String> {
    trials.iter().filter_map(|t| misjudged(t, &verifier(t))).collect()
}

/// How what is made of the problem that a file is elaborated to, written and read again, departs from what is made of
/// the file: it is to end the same way, by the same sentences.
fn departs_by_problem(trial: &Trial) -> Option<String> {
    let limits = Limits::default();
    let mechanism = Mechanism::read(trial.mechanism.as_bytes(), &limits).ok()?;
    let by_file = dp_verify::verify(&mechanism, trial.certificate.as_bytes(), &limits).ok()?;
    let elaborated = problem::by_itself(&mechanism, &limits, &problem::meter(&limits));
    if !mechanism.on_terms.is_empty() {
        let is_named = elaborated.is_err_and(|e| e.to_string().contains("of which there is no problem by itself"));
        return (!is_named).then(|| format!("{}: a problem without its claims", trial.name));
    }
    let elaborated = elaborated.ok()?;
    let text = problem::write(&elaborated);
    let read = problem::read(text.as_bytes(), &limits, &problem::meter(&limits));
    let by_problem = read.and_then(|elaborated| verify_problem(&elaborated, trial.certificate.as_bytes(), &limits));
    let by_problem = match by_problem {
        Ok(by_problem) => by_problem,
        // A problem has the other mechanisms of its own claims only.
        Err(e) if e.to_string().contains("expected a name of \"others\"") => return None,
        Err(e) => return Some(format!("{}, by its problem: {e}\n{text}", trial.name)),
    };
    let told = |of: &Verification| of.refusals.iter().map(ToString::to_string).collect::<Vec<_>>();
    let (told, by) = (told(&by_file), told(&by_problem));
    let same = by_problem.answer() == by_file.answer() && told == by;
    (!same).then(|| {
        let (one, other) = (by_file.answer(), by_problem.answer());
        format!("{}:\n  {one:?} {told:?}\n  by its problem {other:?} {by:?}", trial.name)
    })
}

/// Accepts everything, and says of each statement whatever it says of itself.
pub(crate) fn always_accept(_: &Trial) -> Judgement {
    Judgement::Accepted(Vec::new())
}

/// Rejects everything.
pub(crate) fn always_reject(_: &Trial) -> Judgement {
    Judgement::Refused(vec!["no".to_owned().into()])
}

/// Every trial must have its fate, and the trials must tell the verifier from both dummies.
pub(crate) fn hold(trials: &[Trial]) {
    hold_by(trials, try_out);
    let departures: Vec<String> = trials.iter().filter_map(departs_by_problem).collect();
    assert!(departures.is_empty(), "{}", departures.join("\n"));
}

/// The same by another way to the verifier.
pub(crate) fn hold_by(trials: &[Trial], verifier: impl Fn(&Trial) -> Judgement) {
    let wrong = errors(trials, verifier);
    assert!(wrong.is_empty(), "{} of {} misjudged\n{}", wrong.len(), trials.len(), wrong.join("\n"));
    assert_eq!(errors(trials, always_accept).len(), trials.len(), "an accepting dummy goes unnoticed");
    assert_eq!(errors(trials, always_reject).len(), trials.len(), "a rejecting dummy goes unnoticed");
    let accepted = trials.iter().filter(|t| matches!(t.fate, Fate::Proves(_))).count();
    assert!(accepted > 0 && accepted < trials.len(), "a list of trials needs both fates");
}

/// A statement over an interval of a claim that takes no witness: `h` or `f`, holds or fails, on the parts between
/// these cuts and at them, in turn.
pub(crate) fn in_parts(claim: &str, verdict: &str, cuts: &[&str], parts: &str) -> String {
    let part = |c: char| format!(r#"{{"verdict": "{}"}}"#, if c == 'h' { "holds" } else { "fails" });
    let parts: Vec<String> = parts.chars().map(part).collect();
    let (cuts, parts) = (cuts.join(", "), parts.join(", "));
    format!(r#"{{"claim": "{claim}", "verdict": "{verdict}", "witness": {{"cuts": [{cuts}], "parts": [{parts}]}}}}"#)
}

/// That X is the rounding of a stochastic table.
pub(crate) const ROUNDED: &str = r#"{"claim": "stochastic-within-rounding", "verdict": "holds"}"#;

/// That X is stochastic.
pub(crate) const STOCHASTIC: &str = r#"{"claim": "stochastic", "verdict": "holds"}"#;

/// That row 1 of X is not a distribution.
pub(crate) const ROW_1: &str = r#"{"claim": "stochastic", "verdict": "fails", "witness": {"row": 1}}"#;

/// That alpha_max is 1/2, and α no more.
pub(crate) const HALF: &str = r#"{"claim": "dp", "verdict": "holds", "values": {"alpha_max": "1/2",
    "epsilon_min": {"at_least": 0.6931471805599, "at_most": 0.69314718056}}}"#;

/// That alpha_max is 1.
pub(crate) const EQUAL_ROWS: &str =
    r#"{"claim": "dp", "verdict": "holds", "values": {"alpha_max": "1", "epsilon_min": "0"}}"#;

/// n/d for the kernel, in lowest terms or as it has it.
pub(crate) fn fraction(n: i64, d: i64) -> Fraction {
    Fraction { numerator: i128::from(n).into(), denominator: i128::from(d).into() }
}

/// A vector over a common denominator.
pub(crate) fn vector(denominator: &str, numerators: &[i64]) -> String {
    let list: Vec<String> = numerators.iter().map(|x| format!("\"{x}\"")).collect();
    format!(r#"{{"denominator": "{denominator}", "numerators": [{}]}}"#, list.join(", "))
}
