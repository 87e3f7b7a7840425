//! What a verification found, for people and for programs.

mod irrational_logarithm;
mod json;
mod logarithm;
mod neighbours;
mod number;
mod privacy;
mod range;
mod shown;
mod text;
mod value;
mod verification;
pub mod words;

pub use dp_file::model::{Size, Verdict};
pub use dp_file::number::exact_or_decimal;
pub use dp_file::text::printable;
pub use logarithm::Logarithm;
pub use neighbours::Neighbours;
pub use number::Number;
pub use privacy::Privacy;
pub use range::Range;
pub use text::Style;
pub use text::wrap;
pub(crate) use value::BYTES_OF_PART;
pub use value::{Pieces, Value};
pub use verification::{Answer, Refusal, Verification};

use dp_file::model::{Claim, Mechanism};

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
    /// Why the certificate leaves it undecided.
    pub reason: Option<String>,
    /// What decides it, in sentences for people.
    pub explanation: Vec<String>,
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

/// Everything that is said of one mechanism file.
#[derive(Debug, Clone)]
pub struct Report {
    /// What the file calls itself.
    pub name: Option<String>,
    /// SHA-256 of the file.
    pub sha256: String,
    /// n, the number of nodes.
    pub nodes: Size,
    /// m, the number of outputs, where there is a mechanism.
    pub outputs: Option<Size>,
    /// Who is whose neighbour.
    pub graph: Neighbours,
    /// The declared privacy.
    pub privacy: Privacy,
    /// Declared claims first, in the file's order.
    pub statements: Vec<Statement>,
}

impl Report {
    /// A report on `mechanism` without statements.
    pub fn new(mechanism: &Mechanism) -> Self {
        Self {
            name: mechanism.name.clone(),
            sha256: mechanism.sha256.clone(),
            nodes: mechanism.nodes(),
            outputs: mechanism.outputs(),
            graph: Neighbours::of(mechanism),
            privacy: Privacy::of(mechanism),
            statements: Vec::new(),
        }
    }

    /// The declared claims.
    pub fn claims(&self) -> impl Iterator<Item = &Statement> {
        self.statements.iter().filter(|s| s.declared)
    }

    /// The number of declared claims with that outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.claims().filter(|s| s.outcome() == outcome).count()
    }

    /// The exit status of `certify`: 1 if a claim is refuted, else 3 if one is open, else 0.
    pub fn status(&self) -> u8 {
        match () {
            () if self.count(Outcome::Refuted) > 0 => 1,
            () if self.count(Outcome::Open) > 0 => 3,
            () => 0,
        }
    }

    /// A few words on what the verdicts are about: `line of 6, α = 1/2, δ = 0`.
    pub fn subject(&self) -> String {
        format!("{}, {}", self.graph.in_short(), self.privacy.in_short())
    }

    /// One line that counts the claims that hold and those that FAIL.
    pub fn summary(&self) -> String {
        let (met, refuted, open) = (self.count(Outcome::Met), self.count(Outcome::Refuted), self.count(Outcome::Open));
        let mut line = match met {
            1 => "1 claim holds".to_owned(),
            _ => format!("{met} claims hold"),
        };
        line += &match refuted {
            0 => ", 0 fail".to_owned(),
            1 => ", 1 FAILS".to_owned(),
            _ => format!(", {refuted} FAIL"),
        };
        if open > 0 {
            line += &format!(", {open} undecided");
        }
        line
    }
}
