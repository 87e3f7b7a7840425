//! What a claim comes to in a sentence: a heading, and what is so where it holds and where it fails.

use dp_verify::model::{Claim, Kind};

/// A claim's outcome for who has read no paper.
pub(super) struct Says {
    /// A heading.
    pub(super) title: &'static str,
    /// What is so where it holds.
    pub(super) holds: &'static str,
    /// What is so where it fails.
    pub(super) fails: &'static str,
}

/// What a claim comes to.
pub(super) fn says(claim: &Claim) -> Says {
    let of = |title, holds, fails| Says { title, holds, fails };
    let value = |title, holds| Says { title, holds, fails: "The table is no mechanism, and so has no such number." };
    match claim.kind {
        Kind::Stochastic => of(
            "Rows are probabilities",
            "Every row of the table is a probability distribution.",
            "Not every row of the table is a probability distribution.",
        ),
        Kind::StochasticWithinRounding => of(
            "Rows are probabilities before rounding",
            "Some table of probability distributions rounds to this one.",
            "No table of probability distributions rounds to this one.",
        ),
        Kind::Dp => of(
            "Privacy",
            "The table is ε-differentially private.",
            "With δ = 0 the table is not ε-differentially private.",
        ),
        Kind::ApproximateDp => of(
            "Privacy up to δ",
            "The table is (ε, δ)-differentially private as declared.",
            "The table is not (ε, δ)-differentially private as declared.",
        ),
        Kind::DpWithinRounding => of(
            "Privacy before rounding",
            "Some private table rounds to this one.",
            "No private table rounds to this one.",
        ),
        Kind::TightConstraintsExist => of(
            "A tight-constraints mechanism exists",
            "For this neighbour relation and ε some mechanism uses up all of its privacy: its constraints are all tight.",
            "For this neighbour relation and ε no mechanism uses up all of its privacy: there is none with tight constraints.",
        ),
        Kind::TightConstraints => of(
            "The table has tight constraints",
            "The table uses up all of its privacy: it is a tight-constraints mechanism.",
            "The table does not use up all of its privacy: it is no tight-constraints mechanism.",
        ),
        Kind::Regular => of("The prior is regular", "The prior is regular.", "The prior is not regular."),
        Kind::Optimal if claim.within.is_some() => of(
            "Nearly optimal for a prior",
            "The table is optimal up to what the claim allows: no private table for this neighbour relation does better by more.",
            "The table is not optimal up to what the claim allows: another private table does better by more, or it is not private.",
        ),
        Kind::Optimal => of(
            "Optimal for a prior",
            "The table is optimal: no private table for this neighbour relation does better.",
            "The table is not optimal: another private table does better.",
        ),
        Kind::UniversallyOptimal => of(
            "Optimal for every prior",
            "The table is optimal whatever the prior.",
            "The table is not optimal for every prior: for some prior another private table does better.",
        ),
        Kind::JointlyOptimal => of(
            "One mechanism for several users",
            "One private table is best for all of these priors at once.",
            "No one private table is best for all of these priors at once.",
        ),
        Kind::Derivable => of(
            "Derivable from another mechanism",
            "The table can be derived from the outputs of the other mechanism.",
            "The table can't be derived from the outputs of the other mechanism.",
        ),
        Kind::Oblivious => of(
            "Nothing but the answer",
            "The table depends on the answer alone.",
            "The table tells databases with the same answer apart.",
        ),
        Kind::Utility => value("Utility", "The utility is computed."),
        Kind::UtilityBound => value("A bound on utility", "The bound is computed."),
        Kind::Leakage => value("Leakage for a prior", "The leakage is computed."),
        Kind::Capacity => value("Leakage for the worst prior", "The capacity is computed."),
        Kind::LeakageBound => value("A bound on leakage", "The bound is computed."),
        Kind::IndividualLeakage => value("Leakage about one individual", "The leakage is computed."),
        Kind::Threshold => value("Where a tight-constraints mechanism exists", "The set of all such α is computed."),
        Kind::ExpectedError => value("Expected error", "The error is computed."),
    }
}
