//! Writing certificates, and having the verifier check them before anybody sees them.

use crate::Certified;
use crate::exact::fraction;
use crate::linear::Vector;
use crate::timing::Part;
use dp_verify::error::Error;
use dp_verify::limits::Limits;
use dp_verify::model::{Claim, Mechanism};
use dp_verify::number::{Enclosure, Logarithm, Rational as Fraction, decimal};
use dp_verify::report::Verdict;
use dp_verify::verify;
use malachite::Integer;
use malachite::rational::Rational;
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// A statement: a claim, its verdict, its values and its witness.
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
    values: Map<String, Value>,
    witness: Map<String, Value>,
}

impl Decided {
    /// A verdict without values or witness: the verifier computes all there is.
    pub fn new(verdict: Verdict) -> Self {
        Self { verdict, values: Map::new(), witness: Map::new() }
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

    /// Adds a rational value.
    #[must_use]
    pub fn rational(mut self, name: &str, value: &Rational) -> Self {
        self.values.insert(name.into(), value.to_string().into());
        self
    }

    /// Adds a value that is true or false, a name, or `inf`.
    #[must_use]
    pub fn value(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.values.insert(name.into(), value.into());
        self
    }

    /// Adds a logarithm: exactly where it is rational, else as an enclosure that fixes twelve digits.
    #[must_use]
    pub fn logarithm(self, name: &str, value: &Logarithm) -> Self {
        match (value.exact(), value.refine(enclosure)) {
            (Some(exact), _) => self.value(name, exact.to_string()),
            (None, Some([low, high])) => self.value(name, json!({ "at_least": low, "at_most": high })),
            (None, None) => self,
        }
    }

    /// Adds a number between two others as an enclosure that fixes twelve digits, if they do.
    #[must_use]
    pub fn enclosed(self, name: &str, low: &Fraction, high: &Fraction) -> Self {
        match enclosure(&Enclosure { low: low.clone(), high: high.clone() }) {
            Some([low, high]) => self.value(name, json!({ "at_least": low, "at_most": high })),
            None => self,
        }
    }

    /// Adds 2^L and L, the leakage in bits.
    #[must_use]
    pub fn leakage(self, multiplicative: &Rational) -> Self {
        let bits = Logarithm::Log2(fraction(multiplicative));
        self.rational("multiplicative", multiplicative).logarithm("bits", &bits)
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

/// Short decimals around an enclosure that round to the same twelve digits; `None` if it is too wide.
fn enclosure(e: &Enclosure) -> Option<[String; 2]> {
    let ten = Fraction::from(dp_verify::number::BigInt::from(10));
    // An ε close to 0 begins with zeros: as many places as the enclosure itself has, and no more.
    let bits = e.low.denom().bits().max(e.high.denom().bits());
    let longer = std::iter::successors(Some(48_u32), |places| places.checked_mul(2));
    for places in [16, 20, 24, 32].into_iter().chain(longer).take_while(|&places| u64::from(places) <= 48 + bits) {
        let scale = ten.pow(i32::try_from(places).ok()?);
        let (low, high) = ((&e.low * &scale).floor() / &scale, (&e.high * &scale).ceil() / &scale);
        if decimal(&low) == decimal(&high) {
            return Some([low.to_string(), high.to_string()]);
        }
    }
    None
}

/// The certificate of those statements, one statement a line.
fn render(mechanism: &Mechanism, statements: &[Statement]) -> String {
    let mut text = format!(
        "{{\n\"format\": \"{}\",\n\"sha256\": \"{}\",\n\"statements\": [",
        dp_verify::certificate::FORMAT,
        mechanism.sha256
    );
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
            for (key, part) in [("values", &decided.values), ("witness", &decided.witness)] {
                if !part.is_empty() {
                    map.insert(key.into(), part.clone().into());
                }
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
    loop {
        let certificate = render(mechanism, &statements);
        let mut withdrawn = false;
        let part = Part::begin("self-check");
        let verified = verify(mechanism, certificate.as_bytes(), limits);
        part.end(format_args!("a certificate of {} bytes", certificate.len()));
        match verified {
            Ok(verification) => {
                for refusal in &verification.refusals {
                    withdrawn |= withdraw(&mut statements, refusal.statement, &refusal.message);
                }
                if !withdrawn {
                    return Ok(Certified { certificate, report: verification.report });
                }
            }
            Err(e) => {
                if !withdraw(&mut statements, blamed(&e.path), &e.message) {
                    return Err(e);
                }
            }
        }
    }
}

/// Makes a decided statement undecided; false if there is none to blame.
fn withdraw(statements: &mut [Statement], index: Option<usize>, why: &str) -> bool {
    let Some(statement) = index.and_then(|i| statements.get_mut(i)) else { return false };
    if matches!(statement.finding, Finding::Undecided(_)) {
        return false;
    }
    // Where nothing is wrong with the witness, what is lacking is the whole reason.
    let reason = if why.starts_with(dp_verify::certificate::LEFT_OUT) {
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
