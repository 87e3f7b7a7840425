//! What is said of a claim, of a graph and of a word to somebody who has never seen the field.
//!
//! `certify explain` prints it, and so may a page. Each claim's example is a whole mechanism file; a test decides it
//! and holds what is said here to what comes out. `certificates/FORMAT.md` has the proofs.

mod graphs;
mod leakage;
mod notions;
mod privacy;
mod term;
mod text;
mod tight;
mod utility;

pub use graphs::{WhichGraph, graphs};
pub use term::{Term, terms};
pub use text::{about, list, which_graph};

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
    /// The same as a formula; the letters are among the [`terms`].
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

/// What is said of a claim.
pub fn claim(kind: Kind) -> &'static Entry {
    match kind {
        Kind::Stochastic => &privacy::STOCHASTIC,
        Kind::StochasticWithinRounding => &privacy::STOCHASTIC_WITHIN_ROUNDING,
        Kind::Dp => &privacy::DP,
        Kind::ApproximateDp => &privacy::APPROXIMATE_DP,
        Kind::GroupPrivacy => &notions::GROUP_PRIVACY,
        Kind::RenyiDp => &notions::RENYI_DP,
        Kind::TradeOff => &notions::TRADE_OFF,
        Kind::DpWithinRounding => &privacy::DP_WITHIN_ROUNDING,
        Kind::TightConstraintsExist => &tight::TIGHT_CONSTRAINTS_EXIST,
        Kind::TightConstraints => &tight::TIGHT_CONSTRAINTS,
        Kind::Regular => &tight::REGULAR,
        Kind::Utility => &utility::UTILITY,
        Kind::UtilityBound => &utility::UTILITY_BOUND,
        Kind::Optimal => &utility::OPTIMAL,
        Kind::UniversallyOptimal => &utility::UNIVERSALLY_OPTIMAL,
        Kind::JointlyOptimal => &utility::JOINTLY_OPTIMAL,
        Kind::Derivable => &utility::DERIVABLE,
        Kind::Leakage => &leakage::LEAKAGE,
        Kind::GLeakage => &leakage::G_LEAKAGE,
        Kind::GCapacity => &leakage::G_CAPACITY,
        Kind::Capacity => &leakage::CAPACITY,
        Kind::LeakageBound => &leakage::LEAKAGE_BOUND,
        Kind::IndividualLeakage => &leakage::INDIVIDUAL_LEAKAGE,
        Kind::Threshold => &tight::THRESHOLD,
        Kind::ExpectedError => &privacy::EXPECTED_ERROR,
        Kind::Oblivious => &privacy::OBLIVIOUS,
    }
}

impl Paper {
    const ALVIM: &'static str = "Alvim, Andrés, Chatzikokolakis, Degano, Palamidessi, Differential privacy: on the \
        trade-off between utility and information leakage";
    const ELSALAMOUNY: &'static str = "ElSalamouny, Chatzikokolakis, Palamidessi, A differentially private mechanism \
        of optimal utility for a region of priors";
    const HOLOHAN: &'static str =
        "Holohan, Leith, Mason, Differentially private response mechanisms on categorical data";
    const GHOSH: &'static str = "Ghosh, Roughgarden, Sundararajan, Universally utility-maximizing privacy mechanisms";

    const fn at(title: &'static str, place: &'static str) -> Self {
        Self { title, place }
    }

    const fn whole(title: &'static str) -> Self {
        Self { title, place: "" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, certify};
    use dp_verify::report::Value;

    fn shown(value: &Value) -> String {
        match value {
            Value::Flag(flag) => flag.to_string(),
            Value::Text(text) => (*text).to_owned(),
            _ => value.exact(32).or_else(|| value.decimal()).unwrap_or_default(),
        }
    }

    #[test]
    fn every_claim_is_explained_and_its_example_comes_out_as_is_said() {
        let mut wrong = Vec::new();
        for kind in Kind::all() {
            let entry = claim(kind);
            assert_eq!(entry.kind, kind, "{}", kind.name());
            let named: Vec<&str> = entry.values.iter().map(|(name, _)| *name).collect();
            assert_eq!(named, kind.values(), "{}", kind.name());
            assert!(entry.in_short.chars().count() <= 50, "{}", kind.name());
            for text in
                [entry.in_short, entry.meaning, entry.formula, entry.witness, entry.paper.title, entry.example.why]
            {
                assert!(!text.is_empty() && !text.contains("  "), "{}: {text}", kind.name());
            }
            let certified = certify(entry.example.file.as_bytes(), &Options::default())
                .unwrap_or_else(|e| panic!("{}: {e}", kind.name()));
            let mut statements = certified.report.statements.iter().filter(|s| s.claim.kind == kind && s.declared);
            let statement = statements.next().unwrap_or_else(|| panic!("{}: not declared", kind.name()));
            let values: Vec<(&str, String)> =
                statement.values.iter().map(|(name, value)| (*name, shown(value))).collect();
            let said: Vec<(&str, String)> =
                entry.example.values.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
            if (statement.verdict, &values) != (entry.example.verdict, &said) {
                wrong.push(format!("{}: {:?} {values:?}", kind.name(), statement.verdict));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
