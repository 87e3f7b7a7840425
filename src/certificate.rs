//! Writing certificates, and having the verifier check them before anybody sees them.

use crate::Certified;
use crate::linear::Vector;
use crate::timing::Part;
use dp_kernel::{Failure, Why};
use dp_verify::alpha::Polynomial;
use dp_verify::error::Error;
use dp_verify::limits::Limits;
use dp_verify::model::{Claim, Mechanism};
use dp_verify::report::Verdict;
use dp_verify::verify;
use malachite::Integer;
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// A statement: a claim, its verdict and its witness.
#[derive(Debug, Clone)]
pub struct Statement {
    /// The claim.
    pub claim: Claim,
    /// What was found.
    pub finding: Finding,
}

/// What was found of a claim.
#[derive(Debug, Clone)]
pub enum Finding {
    /// A verdict with its evidence.
    Decided(Decided),
    /// Nothing, and why.
    Undecided(String),
}

/// A verdict with its evidence.
#[derive(Debug, Clone)]
pub struct Decided {
    verdict: Verdict,
    witness: Map<String, Value>,
}

impl Decided {
    /// A verdict without a witness.
    pub fn new(verdict: Verdict) -> Self {
        Self { verdict, witness: Map::new() }
    }

    /// The same evidence for a claim that always holds, as it states a set.
    #[must_use]
    pub fn stating_a_set(self) -> Self {
        Self { verdict: Verdict::Holds, ..self }
    }

    /// `holds` or `fails`.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The witness as it stands in a certificate.
    pub fn witness_text(&self) -> String {
        Value::Object(self.witness.clone()).to_string()
    }

    /// Adds a part of the witness.
    #[must_use]
    pub fn witness(mut self, name: &str, part: impl Into<Value>) -> Self {
        self.witness.insert(name.into(), part.into());
        self
    }

    /// Adds a vector to the witness.
    #[must_use]
    pub fn vector(self, name: &str, vector: &Vector) -> Self {
        self.witness(name, vector_json(vector))
    }
}

/// How many characters a vector by cells must save: a short one is easier to read entry by entry.
const WORTH_CELLS: usize = 200;

/// A vector over its common denominator; entries that are equal are written once where that saves enough.
pub fn vector_json(vector: &Vector) -> Value {
    let denominator = vector.denominator().to_string();
    let mut places: HashMap<&Integer, usize> = HashMap::new();
    let mut distinct = Vec::new();
    let place = |x| {
        *places.entry(x).or_insert_with(|| {
            distinct.push(x);
            distinct.len() - 1
        })
    };
    let cells: Vec<usize> = vector.numerators().iter().map(place).collect();
    let texts: Vec<String> = distinct.iter().map(ToString::to_string).collect();
    // With quotes and comma; a cell's number has at most so many digits.
    let [once, all] =
        [texts.iter().map(|text| text.len() + 3).sum::<usize>(), cells.iter().map(|&c| texts[c].len() + 3).sum()];
    let cell = distinct.len().to_string().len() + 1;
    if once + cells.len() * cell + WORTH_CELLS < all {
        return json!({ "denominator": denominator, "numerators": texts, "cells": cells });
    }
    let numerators: Vec<&String> = cells.iter().map(|&cell| &texts[cell]).collect();
    json!({ "denominator": denominator, "numerators": numerators })
}

/// The certificate of those statements, one statement a line.
fn render(mechanism: &Mechanism, factor: Option<&Polynomial>, statements: &[Statement]) -> String {
    let (format, hash) = (dp_verify::certificate::FORMAT, &mechanism.sha256);
    let mut text = format!("{{\n\"format\": \"{format}\",\n\"sha256\": \"{hash}\",\n");
    if let Some(factor) = factor {
        let coefficients: Vec<String> = factor.coefficients().iter().map(ToString::to_string).collect();
        text += &format!("\"factor\": {},\n", json!(coefficients));
    }
    text += "\"statements\": [";
    for (i, statement) in statements.iter().enumerate() {
        text += if i == 0 { "\n" } else { ",\n" };
        text += &Value::Object(object(statement)).to_string();
    }
    text + "\n]\n}\n"
}

fn object(statement: &Statement) -> Map<String, Value> {
    let claim = &statement.claim;
    let mut map = Map::new();
    map.insert("claim".into(), claim.kind.name().into());
    if let Some(prior) = &claim.prior {
        map.insert("prior".into(), prior.as_str().into());
    }
    if !claim.priors.is_empty() {
        map.insert("priors".into(), claim.priors.clone().into());
    }
    if let Some(outputs) = claim.outputs {
        map.insert("outputs".into(), outputs.into());
    }
    if let Some(from) = &claim.from {
        map.insert("from".into(), from.as_str().into());
    }
    match &statement.finding {
        Finding::Undecided(reason) => {
            map.insert("verdict".into(), Verdict::Undecided.name().into());
            map.insert("reason".into(), reason.as_str().into());
        }
        Finding::Decided(decided) => {
            map.insert("verdict".into(), decided.verdict.name().into());
            if !decided.witness.is_empty() {
                map.insert("witness".into(), decided.witness.clone().into());
            }
        }
    }
    map
}

/// The certificate and the verifier's report on it.
///
/// A statement that the verifier does not accept becomes undecided: what is handed out is accepted, but
/// for the declared claims it says are open.
///
/// # Errors
/// If the verifier can't read the certificate for a reason that no statement explains.
pub fn checked(mechanism: &Mechanism, mut statements: Vec<Statement>, limits: &Limits) -> Result<Certified, Error> {
    let factor = crate::decide::factor(mechanism, limits);
    loop {
        let certificate = render(mechanism, factor.as_ref(), &statements);
        let mut withdrawn = false;
        let part = Part::begin("self-check");
        let verified = verify(mechanism, certificate.as_bytes(), limits);
        part.end(format_args!("a certificate of {} bytes", certificate.len()));
        match verified {
            Ok(verification) => {
                for refusal in &verification.refusals {
                    let lacking =
                        matches!(&refusal.failure, Some(Failure::Unproved(why)) if matches!(**why, Why::Open(_)));
                    withdrawn |= withdraw(&mut statements, refusal.statement, &refusal.message, lacking);
                }
                if !withdrawn {
                    return Ok(Certified { certificate, report: verification.report });
                }
            }
            Err(e) => {
                if !withdraw(&mut statements, blamed(&e.path), &e.message, false) {
                    return Err(e);
                }
            }
        }
    }
}

/// Makes a decided statement undecided; false if there is none to blame.
///
/// Where nothing is wrong with the witness and a value is lacking that the file expects something of, that is the whole reason.
fn withdraw(statements: &mut [Statement], index: Option<usize>, why: &str, lacking: bool) -> bool {
    let Some(statement) = index.and_then(|i| statements.get_mut(i)) else { return false };
    if matches!(statement.finding, Finding::Undecided(_)) {
        return false;
    }
    let reason = if lacking {
        why.to_owned()
    } else {
        format!("the verifier does not accept the witness that was found: {why}")
    };
    statement.finding = Finding::Undecided(reason);
    true
}

/// The i of a path `$.statements[i]…`.
fn blamed(path: &str) -> Option<usize> {
    path.strip_prefix("$.statements[")?.split_once(']')?.0.parse().ok()
}
