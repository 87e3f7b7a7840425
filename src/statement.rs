//! What is found of a claim: a verdict with its witness, or why there is none.

use crate::exact::ForWitness;
use dp_kernel::{Verdict, Witness};
use dp_verify::model::Claim;
use dp_verify::witness::Given;

/// A statement: a claim, its verdict and its witness.
#[derive(Debug, Clone)]
pub(crate) struct Statement {
    /// The claim.
    pub(crate) claim: Claim,
    /// What was found.
    pub(crate) finding: Finding,
}

/// What was found of a claim.
#[derive(Debug, Clone)]
pub(crate) enum Finding {
    /// A verdict with its evidence.
    Decided(Box<Decided>),
    /// Nothing, and why.
    Undecided(String),
}

/// A verdict with its evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decided {
    /// What is said of the claim.
    pub(crate) verdict: Verdict,
    /// What proves it.
    pub(crate) witness: Given,
    /// Whether the witness is about functions of t, though all its numbers may be rational.
    pub(crate) of_t: bool,
}

impl Decided {
    /// A verdict with a witness of rational numbers.
    pub(crate) fn new(verdict: Verdict, witness: impl Into<Given>) -> Self {
        Self { verdict, witness: witness.into(), of_t: false }
    }

    /// A verdict with a witness of functions of t.
    pub(crate) fn of_functions(verdict: Verdict, witness: impl Into<Given>) -> Self {
        Self { of_t: true, ..Self::new(verdict, witness) }
    }

    /// A verdict that the kernel computes by itself.
    pub(crate) fn plain(verdict: Verdict) -> Self {
        Self::new(verdict, Witness::None)
    }

    /// A Farkas vector that refutes.
    pub(crate) fn separating(w: &impl ForWitness) -> Self {
        Self::new(Verdict::Fails, Witness::Separating { w: w.for_witness(), solution: None })
    }

    /// Whether the kernel computes the verdict by itself.
    pub(crate) fn is_plain(&self) -> bool {
        self.witness == Given::Whole(Witness::None)
    }
}

/// `Holds` if so, else `Fails`.
pub(crate) fn verdict(holds: bool) -> Verdict {
    if holds { Verdict::Holds } else { Verdict::Fails }
}

/// The verdict's name in files.
pub(crate) fn name(verdict: Verdict) -> &'static str {
    dp_verify::report::Verdict::of(verdict == Verdict::Holds).name()
}
