//! A case: a mechanism file, and whether it is proved.

use crate::{Options, certify_mechanism};
use dp_verify::limits::Limits;
use dp_verify::model::{Kind, Mechanism};
use dp_verify::report::{Outcome, Statement};
use dp_verify::verify;
use std::borrow::Cow;

/// The hand-written files: place in `certificates` without its ending, and text.
const FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/theorem_files.rs"));

/// A mechanism file that says what its claims come to.
#[derive(Debug, Clone)]
pub struct Case {
    /// The file's name without its ending.
    pub name: String,
    /// Its text.
    pub text: Cow<'static, str>,
    /// The mechanism files that its claims name: path and text.
    pub others: Vec<(String, Cow<'static, str>)>,
}

/// A certificate that the verifier has accepted, of a file whose claims all come to what they are expected to.
#[derive(Debug, Clone)]
pub struct Proved {
    /// `dp-certificate/2`.
    pub certificate: String,
}

/// The hand-written cases of a statement.
pub(super) fn files(paper: &str, statement: &str) -> Vec<Case> {
    let folder = format!("{paper}/{statement}/");
    let own = FILES.iter().filter_map(|(place, text)| Some((place.strip_prefix(&folder)?, *text)));
    own.map(|(name, text)| Case { name: name.into(), text: text.into(), others: others(&folder, text) }).collect()
}

/// The places of all hand-written files, without their ending.
pub fn places() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(place, _)| *place)
}

/// The hand-written files of the same folder that a file's claims name.
fn others(folder: &str, text: &str) -> Vec<(String, Cow<'static, str>)> {
    let Ok(mechanism) = Mechanism::read(text.as_bytes(), &Limits::default()) else { return Vec::new() };
    let find = |path: &str| {
        let place = format!("{folder}{}", path.strip_suffix(".json")?);
        FILES.iter().find(|(known, _)| *known == place).map(|(_, text)| (path.to_owned(), Cow::Borrowed(*text)))
    };
    mechanism.named_files().into_iter().filter_map(find).collect()
}

/// Decides the claims of a case, and has the verifier check the certificate against the file.
///
/// # Errors
/// A sentence: the file can't be read, the certificate is refused, or the first claim that does not come to what the
/// file says.
pub fn prove(case: &Case, limits: &Limits) -> Result<Proved, String> {
    let mechanism = read(case, limits)?;
    // Of what may be found besides only `stochastic`, which is claimed of every mechanism but a printed table.
    let options = Options { only: vec![Kind::Stochastic], limits: *limits, ..Options::default() };
    let certificate = certify_mechanism(&mechanism, &options).map_err(|e| e.to_string())?.certificate;
    accept(case, &certificate, limits).map(|()| Proved { certificate })
}

/// Has the verifier check a certificate of a case.
///
/// # Errors
/// As [`prove`].
pub fn accept(case: &Case, certificate: &str, limits: &Limits) -> Result<(), String> {
    let verification = verify(&read(case, limits)?, certificate.as_bytes(), limits).map_err(|e| e.to_string())?;
    if let Some(differs) = verification.report.claims().find(|s| s.outcome() == Outcome::Refuted) {
        return Err(format!("{}, not as the file says", described(differs)));
    }
    if let Some(refusal) = verification.refusals.first() {
        let reason = verification.report.claims().find_map(|s| Some(format!("{}: {}", s.claim, s.reason.as_ref()?)));
        return Err(reason.unwrap_or_else(|| refusal.to_string()));
    }
    match verification.report.claims().count() {
        0 => Err("a file without claims".to_owned()),
        _ => Ok(()),
    }
}

/// The file, with those that it names.
fn read(case: &Case, limits: &Limits) -> Result<Mechanism, String> {
    let parse = |text: &str| Mechanism::read(text.as_bytes(), limits).map_err(|e| e.to_string());
    let mut mechanism = parse(&case.text)?;
    for (path, text) in &case.others {
        mechanism.others.push((path.clone(), parse(text)?));
    }
    Ok(mechanism)
}

/// Claim, verdict and values of a statement.
fn described(statement: &Statement) -> String {
    let values = statement.values.iter().filter_map(|(name, value)| {
        let value = value.exact(60).or_else(|| value.decimal())?;
        Some(format!(", {name} = {value}"))
    });
    format!("{}: {}{}", statement.claim, statement.verdict.name(), values.collect::<String>())
}
