//! A claim with what became of it.

use crate::{Because, Evidence, Expectation, Gap, Range, Value};
use dp_file::model::{Claim, Verdict};

/// A claim with what became of it.
#[derive(Debug, Clone)]
pub struct Statement {
    /// The claim.
    pub claim: Claim,
    /// Whether the file declares it; otherwise it is a finding.
    pub declared: bool,
    /// What is proved of it.
    pub verdict: Verdict,
    /// Its values, computed by the verifier.
    pub values: Vec<(&'static str, Value)>,
    /// Whether it came out as the file expects, where it says what it expects.
    pub expected: Option<bool>,
    /// What the file expects of it, where it says so.
    pub expects: Vec<Expectation>,
    /// Why the certificate leaves it undecided.
    pub reason: Option<String>,
    /// What decides it, in sentences for people.
    pub explanation: Vec<String>,
    /// Which of the things that it asks for is not so, where it fails.
    pub because: Because,
    /// The difference of two of its numbers that are compared.
    pub gap: Option<Gap>,
    /// Where it fails, or where its value is attained.
    pub evidence: Evidence,
    /// Over an interval of α, of a claim that does not hold on all of it: where it does, exactly.
    pub holds_on: Option<Vec<Range>>,
    /// Whether its witness was checked and proves the verdict.
    pub checked: bool,
}

/// How a declared claim ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It came out as the file says.
    Met,
    /// It is refuted.
    Refuted,
    /// It is open.
    Open,
}

impl Statement {
    /// Whether it only states values: nothing is claimed of them, and it could not have failed.
    pub fn is_value(&self) -> bool {
        self.checked && self.verdict == Verdict::Holds && self.expected.is_none() && self.claim.kind.states_values()
    }

    /// Where it fails, for which it is refuted; `None` where it is not, or where no one place shows it.
    pub fn counterexample(&self) -> Option<&Evidence> {
        Some(&self.evidence).filter(|evidence| self.verdict == Verdict::Fails && !evidence.is_empty())
    }

    /// Where the value of what holds is attained, where that is one place.
    pub fn attained(&self) -> Option<&Evidence> {
        Some(&self.evidence).filter(|evidence| self.verdict == Verdict::Holds && !evidence.is_empty())
    }

    /// What stands before the claim in a report for people: `holds`, `value`, `FAILS` of a claim of the file that did
    /// not come out as it says, whatever its verdict is, `fails`, `undecided`, or `unproved` where the certificate does
    /// not prove what it says, or that takes more than the limits.
    pub fn word(&self) -> &'static str {
        match (self.verdict, self.outcome()) {
            _ if self.is_unproved() => "unproved",
            (Verdict::Undecided, _) => "undecided",
            (_, Outcome::Refuted) if self.declared => "FAILS",
            (Verdict::Fails, _) => "fails",
            (Verdict::Holds, _) if self.is_value() => "value",
            (Verdict::Holds, _) => "holds",
        }
    }

    /// Whether a certificate states it, and does not prove it.
    pub fn is_unproved(&self) -> bool {
        !self.checked && self.reason.is_none()
    }

    /// Whether it holds, and the file expects that it fails.
    pub fn holds_against(&self) -> bool {
        self.verdict == Verdict::Holds && self.expects.iter().any(|of| of.verdict == Verdict::Fails)
    }

    /// Whether the claim came out as its author says: as expected, or true where nothing else is said.
    pub fn outcome(&self) -> Outcome {
        match (self.verdict, self.expected) {
            _ if !self.checked => Outcome::Open,
            (Verdict::Undecided, _) => Outcome::Open,
            (_, Some(true)) | (Verdict::Holds, None) => Outcome::Met,
            _ => Outcome::Refuted,
        }
    }
}
