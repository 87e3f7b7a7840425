//! A statement of a paper: its words, its verdict, and what stands behind it.

use super::case::{self, Case};

/// What exact arithmetic says of a statement as it is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// True as printed.
    True,
    /// False as printed: a case proves the opposite.
    False,
    /// False as printed, and true as repaired: cases prove both.
    Repaired,
}

impl Verdict {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::True => "true",
            Self::False => "false",
            Self::Repaired => "repaired",
        }
    }
}

/// How far a statement is supported. Only the first is a proof of a statement about every α, and then for the graphs
/// named beside it; the others are what they say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// Proved for every α of an interval at once, on the graphs named.
    AllAlpha,
    /// Every instance of a finite family.
    Exhaustive,
    /// Exact instances by a seeded generator.
    Sampled,
    /// Chosen instances.
    Instances,
    /// One instance that refutes what is printed, or what is named beside it.
    Counterexample,
}

impl Evidence {
    /// Its name in the index.
    pub fn name(self) -> &'static str {
        match self {
            Self::AllAlpha => "proved for all α",
            Self::Exhaustive => "exhaustive on",
            Self::Sampled => "random instances",
            Self::Instances => "instances",
            Self::Counterexample => "counterexample",
        }
    }
}

type Family = fn() -> Vec<Case>;

/// A statement of a paper.
#[derive(Debug, Clone)]
pub struct Statement {
    /// The paper's number and the statement's in it: `000.T1-iff`.
    pub id: &'static str,
    /// What is printed, in our words.
    pub says: &'static str,
    /// What exact arithmetic says of it.
    pub verdict: Verdict,
    /// What is true instead, where it is not true as printed; else a remark or nothing.
    pub instead: &'static str,
    /// What stands behind the verdict, and how far it goes.
    pub evidence: Vec<(Evidence, &'static str)>,
    /// Tests that guard it besides the suite's own: `tests/BINARY/FILE.rs: function`.
    pub guards: Vec<&'static str>,
    quick: Option<Family>,
    slow: Option<Family>,
}

impl Statement {
    /// A statement whose cases are the files in `certificates`.
    pub(super) fn new(verdict: Verdict, id: &'static str, says: &'static str) -> Self {
        Self { id, says, verdict, instead: "", evidence: Vec::new(), guards: Vec::new(), quick: None, slow: None }
    }

    /// What is true instead, or a remark.
    pub(super) fn instead(self, instead: &'static str) -> Self {
        Self { instead, ..self }
    }

    pub(super) fn evidence(mut self, kind: Evidence, on: &'static str) -> Self {
        self.evidence.push((kind, on));
        self
    }

    /// A test that guards it besides the suite's own.
    pub(super) fn guard(mut self, test: &'static str) -> Self {
        self.guards.push(test);
        self
    }

    /// Further cases.
    pub(super) fn family(self, make: Family) -> Self {
        Self { quick: Some(make), ..self }
    }

    /// Further cases that take longer.
    pub(super) fn slow(self, make: Family) -> Self {
        Self { slow: Some(make), ..self }
    }

    /// The folder of its files: paper and statement.
    pub fn folder(&self) -> String {
        self.id.replacen('.', "/", 1)
    }

    /// The cases that are files in `certificates`.
    pub fn files(&self) -> Vec<Case> {
        self.id.split_once('.').map(|(paper, name)| case::files(paper, name)).unwrap_or_default()
    }

    /// The cases of its family, or of the one that takes longer; `None` where it has no such family.
    pub fn made(&self, slow: bool) -> Option<Vec<Case>> {
        let make = if slow { self.slow } else { self.quick };
        make.map(|make| make())
    }

    /// Its cases: the quick ones, or all.
    pub fn cases(&self, all: bool) -> Vec<Case> {
        let made = [Some(false), all.then_some(true)].into_iter().flatten().filter_map(|slow| self.made(slow));
        self.files().into_iter().chain(made.flatten()).collect()
    }
}

/// True as printed.
pub(super) fn holds(id: &'static str, says: &'static str) -> Statement {
    Statement::new(Verdict::True, id, says)
}

/// False as printed.
pub(super) fn fails(id: &'static str, says: &'static str) -> Statement {
    Statement::new(Verdict::False, id, says)
}

/// False as printed, true as repaired.
pub(super) fn repaired(id: &'static str, says: &'static str) -> Statement {
    Statement::new(Verdict::Repaired, id, says)
}
