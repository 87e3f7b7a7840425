//! What a certificate proves, and what stands in the way of acceptance.

use crate::{Outcome, Report, Style, wrap};
use dp_file::model::Kind;
use dp_file::text::{count, printable};
use dp_kernel::Failure;

/// What a certificate proves of a mechanism file, and what it does not.
#[derive(Debug, Clone)]
pub struct Verification {
    /// The statements, the declared ones first; those that are refused are not `checked`.
    pub report: Report,
    /// Everything that stands in the way of acceptance.
    pub refusals: Vec<Refusal>,
    /// The limit `steps` that was needed, the file's own included.
    pub steps: u64,
}

/// How a verification ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Every declared claim is decided, each once, and every statement proved.
    Accepted,
    /// Something in the certificate is wrong or missing.
    Refused,
    /// A limit was met, or a declared claim is undecided; nothing is wrong with what was checked.
    Declined,
}

impl Answer {
    /// `ACCEPTED`, `REFUSED` or `DECLINED`.
    pub fn word(self) -> &'static str {
        match self {
            Answer::Accepted => "ACCEPTED",
            Answer::Refused => "REFUSED",
            Answer::Declined => "DECLINED",
        }
    }
}

/// Something that a certificate claims to prove and does not.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// The statement's place in the certificate, if one is to blame.
    pub statement: Option<usize>,
    /// The claim it is about, with its parameters.
    pub claim: Option<String>,
    /// The first inequality or equation that fails, or what is missing.
    pub message: String,
    /// Why, as the kernel says it, where it was the kernel; of the first few.
    pub failure: Option<Failure>,
    /// Whether it is a limit or an undecided claim, and nothing is wrong.
    pub declines: bool,
}

/// What is said where `--holds` is why the exit status is 1.
pub const BY_HOLDS: &str = "exit status 1: --holds asks that every declared claim holds";

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.statement, &self.claim) {
            (Some(i), Some(claim)) => write!(f, "statements[{i}], {claim}: {}", self.message),
            (None, Some(claim)) => write!(f, "{claim}: {}", self.message),
            _ => f.write_str(&self.message),
        }
    }
}

impl Verification {
    /// Whether every declared claim is decided, each once, and every statement proved.
    pub fn accepted(&self) -> bool {
        self.refusals.is_empty()
    }

    /// How it ended.
    pub fn answer(&self) -> Answer {
        if self.refusals.iter().any(|refusal| !refusal.declines) {
            Answer::Refused
        } else if self.refusals.is_empty() {
            Answer::Accepted
        } else {
            Answer::Declined
        }
    }

    /// The exit status of `verify`: 0 accepted, 1 refused (with `must_hold`, also where a claim did not come out as its
    /// author says), 3 declined.
    pub fn status(&self, must_hold: bool) -> u8 {
        let refuted = self.report.claims().any(|s| s.outcome() == Outcome::Refuted);
        match self.answer() {
            Answer::Refused => 1,
            _ if must_hold && refuted => 1,
            Answer::Accepted => 0,
            Answer::Declined => 3,
        }
    }

    /// Whether `--holds` is why the exit status is 1.
    pub fn fails_by_holds(&self) -> bool {
        self.status(true) != self.status(false)
    }

    /// `ACCEPTED`, `REFUSED` or `DECLINED`.
    pub fn word(&self) -> &'static str {
        self.answer().word()
    }

    /// How many statements are proved.
    pub fn proved(&self) -> usize {
        self.report.statements.iter().filter(|statement| statement.checked).count()
    }

    /// The declared claims that are refuted.
    pub fn refuted(&self) -> Vec<String> {
        self.report.claims().filter(|s| s.outcome() == Outcome::Refuted).map(|s| s.claim.to_string()).collect()
    }

    /// One line: the count of claims that hold and those that FAIL, after a refusal if there is one.
    pub fn summary(&self) -> String {
        let word = if self.accepted() { String::new() } else { format!("{}: ", self.word()) };
        word + &self.report.summary()
    }

    /// The text of `verify`: the word, the file's hash, what is proved, which declared claims are refuted, what is
    /// refused, the report.
    pub fn to_text(&self, style: Style) -> String {
        self.told(style, false)
    }

    /// The text of `verify`; with `must_hold` a line too where that is why the exit status is 1.
    pub fn told(&self, style: Style, must_hold: bool) -> String {
        let mut text = format!("{}\nsha256 {}\n", self.word(), self.report.sha256);
        text += &format!("{} proved; {}\n", count(self.proved(), "statement"), self.report.summary());
        for statement in self.report.claims().filter(|s| s.outcome() == Outcome::Refuted) {
            let start = match statement.claim.kind {
                _ if statement.holds_against() => "declared and NOT as expected: ",
                // That it fails refutes nobody.
                Kind::PrivateBySample => "declared and NOT PROVED by the runs: ",
                kind if self.report.is_of_promises(kind) => "declared and NOT IMPLIED by the promises: ",
                _ => "declared and REFUTED: ",
            };
            wrap(&mut text, start, "    ", &printable(&self.report.label(statement)));
        }
        if must_hold && self.fails_by_holds() {
            text += &format!("{BY_HOLDS}\n");
        }
        for refusal in &self.refusals {
            wrap(&mut text, "not proved: ", "    ", &printable(&refusal.to_string()));
        }
        text + "\n" + &self.report.told(style, true)
    }
}
