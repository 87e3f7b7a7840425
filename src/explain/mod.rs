//! What is said of a claim, of a graph and of a word to somebody who has never seen the field.
//!
//! `certify explain` prints it, and so may a page. Each claim's example is a whole mechanism file; a test decides it
//! and holds what is said here to what comes out. `certificates/FORMAT.md` has the proofs.

mod entry;
mod graphs;
mod leakage;
mod notions;
mod privacy;
mod sample;
mod term;
mod text;
mod tight;
mod utility;

pub use entry::{Entry, Example, Paper};
pub use graphs::{WhichGraph, graphs};
pub use term::{Term, terms};
pub use text::{about, list, which_graph};

use dp_verify::model::Kind;

/// What is said of a claim.
pub fn claim(kind: Kind) -> &'static Entry {
    match kind {
        Kind::Stochastic => &privacy::STOCHASTIC,
        Kind::StochasticWithinRounding => &privacy::STOCHASTIC_WITHIN_ROUNDING,
        Kind::Dp => &privacy::DP,
        Kind::ApproximateDp => &privacy::APPROXIMATE_DP,
        Kind::GroupPrivacy => &notions::GROUP_PRIVACY,
        Kind::RenyiDp => &notions::RENYI_DP,
        Kind::BoundedRange => &notions::BOUNDED_RANGE,
        Kind::Zcdp => &notions::ZCDP,
        Kind::TradeOff => &notions::TRADE_OFF,
        Kind::NotRefuted => &sample::NOT_REFUTED,
        Kind::PrivateBySample => &sample::PRIVATE_BY_SAMPLE,
        Kind::SampledFrom => &sample::SAMPLED_FROM,
        Kind::DpWithinRounding => &privacy::DP_WITHIN_ROUNDING,
        Kind::ApproximateDpWithinRounding => &privacy::APPROXIMATE_DP_WITHIN_ROUNDING,
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
        Kind::MutualInformation => &leakage::MUTUAL_INFORMATION,
        Kind::ShannonCapacity => &leakage::SHANNON_CAPACITY,
        Kind::LeakageBound => &leakage::LEAKAGE_BOUND,
        Kind::IndividualLeakage => &leakage::INDIVIDUAL_LEAKAGE,
        Kind::Threshold => &tight::THRESHOLD,
        Kind::ExpectedError => &privacy::EXPECTED_ERROR,
        Kind::Oblivious => &privacy::OBLIVIOUS,
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
