//! The kinds of claims, and what is known of each.

use super::Guesses;
use dp_kernel::{Claim as C, Fraction, Rows, Rule};

/// The kind of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// X ≥ 0 and every row sums to 1.
    Stochastic,
    /// Some stochastic matrix rounds to X.
    StochasticWithinRounding,
    /// X is ε-differentially private.
    Dp,
    /// X is (ε, δ)-differentially private.
    ApproximateDp,
    /// Nodes at a distance are told apart by at most so many ε.
    GroupPrivacy,
    /// The Rényi divergence of neighbours is at most a bound.
    RenyiDp,
    /// The privacy loss of neighbours has a range of at most ε.
    BoundedRange,
    /// X is ρ-zero-concentrated differentially private.
    Zcdp,
    /// Neighbours are no easier to tell apart than those of another mechanism.
    TradeOff,
    /// Counts of runs do not refute (ε, δ)-privacy.
    NotRefuted,
    /// All laws inside the bounds from counts of runs are (ε, δ′)-private.
    PrivateBySample,
    /// Counts of runs may have been drawn from a table.
    SampledFrom,
    /// Some ε-private matrix rounds to X.
    DpWithinRounding,
    /// Some (ε, δ)-private matrix rounds to X.
    ApproximateDpWithinRounding,
    /// Some z ≥ 0 has Φz = 1.
    TightConstraintsExist,
    /// X remaps to a tight-constraints mechanism.
    TightConstraints,
    /// The prior is ε-regular.
    Regular,
    /// The utility of X.
    Utility,
    /// The covering bound on every ε-private mechanism's utility.
    UtilityBound,
    /// X has the most utility.
    Optimal,
    /// X has the most utility for every prior, by the binary gain.
    UniversallyOptimal,
    /// One mechanism is optimal for several priors.
    JointlyOptimal,
    /// X = Y·R.
    Derivable,
    /// The min-entropy leakage of X.
    Leakage,
    /// What the output adds to the gain of the best guess.
    GLeakage,
    /// The most that it adds, whatever the prior.
    GCapacity,
    /// The most leakage that any prior has.
    Capacity,
    /// Shannon's mutual information of a node and its output.
    MutualInformation,
    /// The most that it is for any prior.
    ShannonCapacity,
    /// A bound on every ε-private mechanism's leakage.
    LeakageBound,
    /// The largest capacity about one individual.
    IndividualLeakage,
    /// All α for which a tight-constraints mechanism exists.
    Threshold,
    /// The largest expected Hamming distance.
    ExpectedError,
    /// Databases with equal answers have equal rows.
    Oblivious,
}

/// The parameters that a claim takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// None.
    Nothing,
    /// `adaptive`, if wanted.
    Adaptive,
    /// `prior`
    Prior,
    /// `prior`, and `outputs` if wanted.
    PriorAndOutputs,
    /// `prior`, and `within` and `delta` if wanted.
    PriorAndWithin,
    /// `priors`, two or more.
    Priors,
    /// `from`
    From,
    /// `distance`, and `at_most` if wanted.
    Distance,
    /// `order` and `bound`
    OrderAndBound,
    /// `from`, and `pair` if wanted.
    FromAndPair,
    /// `at_most`, a number.
    AtMost,
    /// `epsilon`
    Epsilon,
    /// `rho`, and `epsilon` if wanted.
    Rho,
}

impl Takes {
    /// Their keys.
    pub(crate) fn keys(self) -> &'static [&'static str] {
        match self {
            Takes::Nothing => &[],
            Takes::Adaptive => &["adaptive"],
            Takes::Prior => &["prior"],
            Takes::PriorAndOutputs => &["prior", "outputs"],
            Takes::PriorAndWithin => &["prior", "within", "delta"],
            Takes::Priors => &["priors"],
            Takes::From => &["from"],
            Takes::Distance => &["distance", "at_most"],
            Takes::OrderAndBound => &["order", "bound"],
            Takes::FromAndPair => &["from", "pair"],
            Takes::AtMost => &["at_most"],
            Takes::Epsilon => &["epsilon"],
            Takes::Rho => &["rho", "epsilon"],
        }
    }

    /// The key of what a number is to be at most, where they begin with that.
    pub fn key_of_most(self) -> Option<&'static str> {
        match self {
            Takes::AtMost | Takes::Epsilon | Takes::Rho => self.keys().first().copied(),
            Takes::Nothing | Takes::Adaptive | Takes::Prior | Takes::PriorAndOutputs | Takes::PriorAndWithin => None,
            Takes::Priors | Takes::From | Takes::Distance | Takes::OrderAndBound | Takes::FromAndPair => None,
        }
    }
}

use Kind as K;

/// What is known of claims of one kind.
struct Row {
    /// In files.
    name: &'static str,
    takes: Takes,
    /// The values that it may state.
    values: &'static [&'static str],
    /// A claim of the kernel of this kind, with parameters that mean nothing: only its rule is read; that of
    /// the claim without `adaptive`.
    claim: C,
}

impl Kind {
    /// Every kind, in the order of the enum, to which a test holds it. FORMAT.md's table of kinds of mechanism
    /// and claims has the same.
    const ALL: [Kind; 34] = [
        K::Stochastic,
        K::StochasticWithinRounding,
        K::Dp,
        K::ApproximateDp,
        K::GroupPrivacy,
        K::RenyiDp,
        K::BoundedRange,
        K::Zcdp,
        K::TradeOff,
        K::NotRefuted,
        K::PrivateBySample,
        K::SampledFrom,
        K::DpWithinRounding,
        K::ApproximateDpWithinRounding,
        K::TightConstraintsExist,
        K::TightConstraints,
        K::Regular,
        K::Utility,
        K::UtilityBound,
        K::Optimal,
        K::UniversallyOptimal,
        K::JointlyOptimal,
        K::Derivable,
        K::Leakage,
        K::GLeakage,
        K::GCapacity,
        K::Capacity,
        K::MutualInformation,
        K::ShannonCapacity,
        K::LeakageBound,
        K::IndividualLeakage,
        K::Threshold,
        K::ExpectedError,
        K::Oblivious,
    ];

    /// The table of claims.
    #[rustfmt::skip]
    fn row(self) -> Row {
        match self {
            K::Stochastic => Row { name: "stochastic", takes: Takes::Nothing, values: &[], claim: C::Stochastic },
            K::StochasticWithinRounding => Row { name: "stochastic-within-rounding", takes: Takes::Nothing, values: &[], claim: C::StochasticWithinRounding },
            K::Dp => Row { name: "dp", takes: Takes::Adaptive, values: &["alpha_max", "epsilon_min"], claim: C::Dp },
            K::ApproximateDp => Row { name: "approximate-dp", takes: Takes::Adaptive, values: &["delta_min", "alpha_max", "epsilon_min"], claim: C::ApproximateDp },
            K::GroupPrivacy => Row { name: "group-privacy", takes: Takes::Distance, values: &["alpha_max", "epsilon_min"], claim: C::GroupPrivacy { distance: 1, nearer: false } },
            K::RenyiDp => Row { name: "renyi-dp", takes: Takes::OrderAndBound, values: &["argument", "divergence"], claim: C::RenyiDp { order: 2, bound: Fraction::ZERO } },
            K::BoundedRange => Row { name: "bounded-range", takes: Takes::Epsilon, values: &["alpha_max", "epsilon_min"], claim: C::BoundedRange(Fraction::ZERO) },
            K::Zcdp => Row { name: "zcdp", takes: Takes::Rho, values: &["rho_min", "delta_at_most"], claim: C::Zcdp(Fraction::ZERO, None) },
            K::TradeOff => Row { name: "trade-off", takes: Takes::FromAndPair, values: &["excess"], claim: C::TradeOff { from: 0, pair: None } },
            K::NotRefuted => Row { name: "not-refuted", takes: Takes::Nothing, values: &["epsilon_at_least", "delta_at_least"], claim: C::NotRefuted },
            K::PrivateBySample => Row { name: "private-by-sample", takes: Takes::AtMost, values: &["delta_at_most"], claim: C::PrivateBySample { at_most: Fraction::ZERO } },
            K::SampledFrom => Row { name: "sampled-from", takes: Takes::From, values: &["distance_at_most"], claim: C::SampledFrom(0) },
            K::DpWithinRounding => Row { name: "dp-within-rounding", takes: Takes::Nothing, values: &[], claim: C::DpWithinRounding },
            K::ApproximateDpWithinRounding => Row { name: "approximate-dp-within-rounding", takes: Takes::Nothing, values: &["delta_min"], claim: C::ApproximateDpWithinRounding },
            K::TightConstraintsExist => Row { name: "tight-constraints-exist", takes: Takes::Nothing, values: &["sum", "unique", "least"], claim: C::TightConstraintsExist },
            K::TightConstraints => Row { name: "tight-constraints", takes: Takes::Nothing, values: &[], claim: C::TightConstraints },
            K::Regular => Row { name: "regular", takes: Takes::Prior, values: &["sum"], claim: C::Regular(0) },
            K::Utility => Row { name: "utility", takes: Takes::Prior, values: &["utility", "loss"], claim: C::Utility(0) },
            K::UtilityBound => Row { name: "utility-bound", takes: Takes::Prior, values: &["bound", "optimum"], claim: C::UtilityBound(0) },
            K::Optimal => Row { name: "optimal", takes: Takes::PriorAndWithin, values: &["utility", "optimum", "loss", "least_loss"], claim: C::Optimal { prior: 0, within: None, delta: None } },
            K::UniversallyOptimal => Row { name: "universally-optimal", takes: Takes::Nothing, values: &[], claim: C::UniversallyOptimal },
            K::JointlyOptimal => Row { name: "jointly-optimal", takes: Takes::Priors, values: &["joint", "separate"], claim: C::JointlyOptimal(Vec::new()) },
            K::Derivable => Row { name: "derivable", takes: Takes::From, values: &[], claim: C::Derivable(0) },
            K::Leakage => Row { name: "leakage", takes: Takes::Prior, values: &["multiplicative", "bits"], claim: C::Leakage(0) },
            K::GLeakage => Row { name: "g-leakage", takes: Takes::Prior, values: &["additive", "multiplicative", "bits"], claim: C::GLeakage(0) },
            K::GCapacity => Row { name: "g-capacity", takes: Takes::Nothing, values: &["additive", "multiplicative", "bits"], claim: C::GCapacity },
            K::Capacity => Row { name: "capacity", takes: Takes::Nothing, values: &["multiplicative", "bits"], claim: C::Capacity },
            K::MutualInformation => Row { name: "mutual-information", takes: Takes::Prior, values: &["bits"], claim: C::MutualInformation(0) },
            K::ShannonCapacity => Row { name: "shannon-capacity", takes: Takes::Nothing, values: &["bits"], claim: C::ShannonCapacity },
            K::LeakageBound => Row { name: "leakage-bound", takes: Takes::PriorAndOutputs, values: &["multiplicative", "bits", "maximum"], claim: C::LeakageBound { prior: 0, outputs: None } },
            K::IndividualLeakage => Row { name: "individual-leakage", takes: Takes::Nothing, values: &["multiplicative", "bits"], claim: C::IndividualLeakage },
            K::Threshold => Row { name: "threshold", takes: Takes::Nothing, values: &["set", "alpha_star"], claim: C::Threshold },
            K::ExpectedError => Row { name: "expected-error", takes: Takes::Nothing, values: &["error", "bound"], claim: C::ExpectedError },
            K::Oblivious => Row { name: "oblivious", takes: Takes::Nothing, values: &[], claim: C::Oblivious },
        }
    }

    /// The claim's name in files.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The parameters it takes.
    pub fn takes(self) -> Takes {
        self.row().takes
    }

    /// The values it may state.
    pub fn values(self) -> &'static [&'static str] {
        self.row().values
    }

    /// The same, of a table of which mass is missing or not: then none is about that table by itself.
    pub fn values_of(self, incomplete: bool) -> &'static [&'static str] {
        match self {
            K::Dp if incomplete => &["epsilon_at_least", "epsilon_at_most"],
            K::ApproximateDp if incomplete => &["delta_at_least", "delta_at_most"],
            _ => self.values(),
        }
    }

    /// What the kernel knows of it, without `adaptive`.
    pub fn rule(self) -> Rule {
        self.row().claim.rule()
    }

    /// Whether it speaks of X.
    pub fn speaks_of_x(self) -> bool {
        self.rule().speaks_of_x()
    }

    /// Whether it speaks of X as a mechanism, and fails where a row of X is not a distribution.
    pub fn needs_distributions(self) -> bool {
        self.rule().rows == Rows::Distributions && self != K::Stochastic
    }

    /// By what it measures guesses.
    pub fn guesses(self) -> Guesses {
        match self {
            K::Utility | K::Optimal | K::JointlyOptimal | K::GLeakage | K::GCapacity => Guesses::Files,
            K::UtilityBound | K::UniversallyOptimal => Guesses::Binary,
            K::Leakage | K::Capacity | K::LeakageBound | K::IndividualLeakage => Guesses::MinEntropy,
            K::Stochastic | K::StochasticWithinRounding | K::Dp | K::ApproximateDp | K::GroupPrivacy => Guesses::None,
            K::RenyiDp | K::BoundedRange | K::Zcdp | K::TradeOff | K::DpWithinRounding => Guesses::None,
            K::NotRefuted | K::PrivateBySample | K::SampledFrom => Guesses::None,
            K::MutualInformation | K::ShannonCapacity => Guesses::None,
            K::ApproximateDpWithinRounding | K::TightConstraintsExist | K::TightConstraints => Guesses::None,
            K::Regular | K::Derivable | K::Threshold | K::ExpectedError | K::Oblivious => Guesses::None,
        }
    }

    /// Whether it speaks of what a printed table was rounded from.
    pub fn needs_rounding(self) -> bool {
        match self {
            K::StochasticWithinRounding | K::DpWithinRounding | K::ApproximateDpWithinRounding => true,
            K::Stochastic | K::Dp | K::ApproximateDp | K::GroupPrivacy | K::RenyiDp | K::TradeOff => false,
            K::NotRefuted | K::PrivateBySample | K::SampledFrom | K::BoundedRange | K::Zcdp => false,
            K::TightConstraintsExist | K::TightConstraints | K::Regular | K::Utility | K::UtilityBound => false,
            K::Optimal | K::UniversallyOptimal | K::JointlyOptimal | K::Derivable => false,
            K::Leakage | K::GLeakage | K::GCapacity | K::Capacity | K::LeakageBound => false,
            K::MutualInformation | K::ShannonCapacity => false,
            K::IndividualLeakage | K::Threshold | K::ExpectedError | K::Oblivious => false,
        }
    }

    /// Whether it speaks of ε-privacy with δ = 0, whatever δ is declared; of `optimal` without a `delta` of its own.
    pub fn is_pure(self) -> bool {
        match self {
            K::Dp | K::GroupPrivacy | K::DpWithinRounding | K::TightConstraintsExist | K::TightConstraints => true,
            K::Regular | K::UtilityBound | K::Optimal | K::UniversallyOptimal | K::JointlyOptimal => true,
            K::LeakageBound | K::Threshold => true,
            // With δ, or of no privacy that is declared.
            K::ApproximateDp | K::ExpectedError | K::RenyiDp | K::TradeOff | K::Derivable => false,
            K::ApproximateDpWithinRounding => false,
            K::NotRefuted | K::PrivateBySample | K::SampledFrom | K::BoundedRange | K::Zcdp => false,
            K::Stochastic | K::StochasticWithinRounding | K::Oblivious => false,
            K::Utility | K::Leakage | K::GLeakage | K::GCapacity | K::Capacity | K::IndividualLeakage => false,
            K::MutualInformation | K::ShannonCapacity => false,
        }
    }

    /// Whether it says of the table as it stands in the file what people want to know of the one before rounding.
    pub fn is_of_printed(self) -> bool {
        let of_rows = matches!(self, K::RenyiDp | K::BoundedRange | K::Zcdp | K::TradeOff);
        of_rows || matches!(self, K::Dp | K::ApproximateDp | K::GroupPrivacy)
    }

    /// Whether it states values and says nothing of them that could be otherwise: what it says of a mechanism fails
    /// only where X is none.
    pub fn states_values(self) -> bool {
        match self {
            K::Utility | K::UtilityBound | K::Leakage | K::GLeakage | K::GCapacity | K::Capacity => true,
            K::MutualInformation | K::ShannonCapacity => true,
            K::LeakageBound | K::IndividualLeakage | K::Threshold | K::ExpectedError => true,
            K::Stochastic | K::StochasticWithinRounding | K::Dp | K::ApproximateDp | K::GroupPrivacy => false,
            K::RenyiDp | K::TradeOff | K::DpWithinRounding | K::TightConstraintsExist | K::TightConstraints => false,
            K::Regular | K::Optimal | K::UniversallyOptimal | K::JointlyOptimal | K::Derivable => false,
            K::Oblivious | K::NotRefuted | K::PrivateBySample | K::SampledFrom => false,
            K::BoundedRange | K::Zcdp | K::ApproximateDpWithinRounding => false,
        }
    }

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|kind| kind.name() == name)
    }

    /// Every kind, in the order of the enum.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enum() {
        for (i, kind) in Kind::all().enumerate() {
            assert_eq!(kind as usize, i, "{}", kind.name());
        }
    }
}
