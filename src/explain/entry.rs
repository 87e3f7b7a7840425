//! What is said of a claim, and where it is from.

use dp_verify::model::{Kind, Verdict};

/// What is said of a claim.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The claim.
    pub kind: Kind,
    /// What it says, in a line.
    pub in_short: &'static str,
    /// What it says, in two or three sentences.
    pub meaning: &'static str,
    /// What it says, as a formula; the letters are among the [`super::terms`].
    pub formula: &'static str,
    /// What each of its values is, in the order of [`Kind::values`].
    pub values: &'static [(&'static str, &'static str)],
    /// A small file that makes the claim.
    pub example: Example,
    /// What proves it or refutes it.
    pub witness: &'static str,
    /// Who stated it first, or proved what the witness rests on.
    pub paper: Paper,
}

/// Where something was published.
#[derive(Debug, Clone, Copy)]
pub struct Paper {
    /// Authors and title, or a few words where there is no one paper.
    pub title: &'static str,
    /// The place in it; empty where it is all of it.
    pub place: &'static str,
}

/// A mechanism file and what is found of the claim that it is an example of.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// The file, `dp-mechanism/1`.
    pub file: &'static str,
    /// What becomes of the claim.
    pub verdict: Verdict,
    /// Its values: exactly where a report has that, else as decimals.
    pub values: &'static [(&'static str, &'static str)],
    /// What there is to see in it.
    pub why: &'static str,
}

impl Paper {
    pub(super) const ALVIM: &'static str = "Alvim, Andrés, Chatzikokolakis, Degano, Palamidessi, Differential privacy: on the \
        trade-off between utility and information leakage";
    pub(super) const ELSALAMOUNY: &'static str = "ElSalamouny, Chatzikokolakis, Palamidessi, A differentially private mechanism \
        of optimal utility for a region of priors";
    pub(super) const HOLOHAN: &'static str =
        "Holohan, Leith, Mason, Differentially private response mechanisms on categorical data";
    pub(super) const GHOSH: &'static str =
        "Ghosh, Roughgarden, Sundararajan, Universally utility-maximizing privacy mechanisms";

    pub(super) const fn at(title: &'static str, place: &'static str) -> Self {
        Self { title, place }
    }

    pub(super) const fn whole(title: &'static str) -> Self {
        Self { title, place: "" }
    }
}
