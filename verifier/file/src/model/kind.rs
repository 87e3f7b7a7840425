//! What claims speak of: the table of their kinds.

use crate::spelling::nearest;

/// What a claim speaks of.
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
    /// Some ε-private matrix rounds to X.
    DpWithinRounding,
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
    /// X has the most utility for every prior.
    UniversallyOptimal,
    /// One mechanism is optimal for several priors.
    JointlyOptimal,
    /// X = Y·R.
    Derivable,
    /// The min-entropy leakage of X.
    Leakage,
    /// What the output adds to the gain of the best guess.
    GLeakage,
    /// The most leakage that any prior has.
    Capacity,
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
    /// `prior`, and `within` if wanted.
    PriorAndWithin,
    /// `priors`, two or more.
    Priors,
    /// `from`
    From,
    /// `distance`, and `at_most` if wanted.
    Distance,
    /// `order` and `bound`
    OrderAndBound,
}

impl Takes {
    /// Their keys.
    pub(crate) fn keys(self) -> &'static [&'static str] {
        match self {
            Takes::Nothing => &[],
            Takes::Adaptive => &["adaptive"],
            Takes::Prior => &["prior"],
            Takes::PriorAndOutputs => &["prior", "outputs"],
            Takes::PriorAndWithin => &["prior", "within"],
            Takes::Priors => &["priors"],
            Takes::From => &["from"],
            Takes::Distance => &["distance", "at_most"],
            Takes::OrderAndBound => &["order", "bound"],
        }
    }
}

use Kind as K;

/// What others call some of them.
const OTHER_NAMES: [(&str, Kind); 15] = [
    ("private", K::Dp),
    ("privacy", K::Dp),
    ("differential-privacy", K::Dp),
    ("differentially-private", K::Dp),
    ("epsilon-dp", K::Dp),
    ("pure-dp", K::Dp),
    ("approx-dp", K::ApproximateDp),
    ("epsilon-delta-dp", K::ApproximateDp),
    ("group-dp", K::GroupPrivacy),
    ("rdp", K::RenyiDp),
    ("renyi", K::RenyiDp),
    ("renyi-divergence", K::RenyiDp),
    ("row-stochastic", K::Stochastic),
    ("min-entropy-leakage", K::Leakage),
    ("min-capacity", K::Capacity),
];

/// What is known of claims of one kind.
struct Row {
    kind: Kind,
    /// In files.
    name: &'static str,
    takes: Takes,
    /// The values that it may state.
    values: &'static [&'static str],
    /// Whether it speaks of X.
    of_mechanism: bool,
}

impl Kind {
    /// The table of claims, in the order of the enum; a test holds it to that.
    #[rustfmt::skip]
    const ALL: [Row; 24] = [
        Row { kind: K::Stochastic, name: "stochastic", takes: Takes::Nothing, values: &[], of_mechanism: true },
        Row { kind: K::StochasticWithinRounding, name: "stochastic-within-rounding", takes: Takes::Nothing, values: &[], of_mechanism: true },
        Row { kind: K::Dp, name: "dp", takes: Takes::Adaptive, values: &["alpha_max", "epsilon_min"], of_mechanism: true },
        Row { kind: K::ApproximateDp, name: "approximate-dp", takes: Takes::Adaptive, values: &["delta_min", "alpha_max", "epsilon_min"], of_mechanism: true },
        Row { kind: K::GroupPrivacy, name: "group-privacy", takes: Takes::Distance, values: &["alpha_max", "epsilon_min"], of_mechanism: true },
        Row { kind: K::RenyiDp, name: "renyi-dp", takes: Takes::OrderAndBound, values: &["argument", "divergence"], of_mechanism: true },
        Row { kind: K::DpWithinRounding, name: "dp-within-rounding", takes: Takes::Nothing, values: &[], of_mechanism: true },
        Row { kind: K::TightConstraintsExist, name: "tight-constraints-exist", takes: Takes::Nothing, values: &["sum", "unique", "least"], of_mechanism: false },
        Row { kind: K::TightConstraints, name: "tight-constraints", takes: Takes::Nothing, values: &[], of_mechanism: true },
        Row { kind: K::Regular, name: "regular", takes: Takes::Prior, values: &["sum"], of_mechanism: false },
        Row { kind: K::Utility, name: "utility", takes: Takes::Prior, values: &["utility", "loss"], of_mechanism: true },
        Row { kind: K::UtilityBound, name: "utility-bound", takes: Takes::Prior, values: &["bound", "optimum"], of_mechanism: false },
        Row { kind: K::Optimal, name: "optimal", takes: Takes::PriorAndWithin, values: &["utility", "optimum", "loss", "least_loss"], of_mechanism: true },
        Row { kind: K::UniversallyOptimal, name: "universally-optimal", takes: Takes::Nothing, values: &[], of_mechanism: true },
        Row { kind: K::JointlyOptimal, name: "jointly-optimal", takes: Takes::Priors, values: &["joint", "separate"], of_mechanism: false },
        Row { kind: K::Derivable, name: "derivable", takes: Takes::From, values: &[], of_mechanism: true },
        Row { kind: K::Leakage, name: "leakage", takes: Takes::Prior, values: &["multiplicative", "bits"], of_mechanism: true },
        Row { kind: K::GLeakage, name: "g-leakage", takes: Takes::Prior, values: &["additive", "multiplicative", "bits"], of_mechanism: true },
        Row { kind: K::Capacity, name: "capacity", takes: Takes::Nothing, values: &["multiplicative", "bits"], of_mechanism: true },
        Row { kind: K::LeakageBound, name: "leakage-bound", takes: Takes::PriorAndOutputs, values: &["multiplicative", "bits", "maximum"], of_mechanism: false },
        Row { kind: K::IndividualLeakage, name: "individual-leakage", takes: Takes::Nothing, values: &["multiplicative", "bits"], of_mechanism: true },
        Row { kind: K::Threshold, name: "threshold", takes: Takes::Nothing, values: &["set", "alpha_star"], of_mechanism: false },
        Row { kind: K::ExpectedError, name: "expected-error", takes: Takes::Nothing, values: &["error", "bound"], of_mechanism: true },
        Row { kind: K::Oblivious, name: "oblivious", takes: Takes::Nothing, values: &[], of_mechanism: true },
    ];

    fn row(self) -> &'static Row {
        &Self::ALL[self as usize]
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

    /// Whether it speaks of the mechanism X.
    pub fn needs_mechanism(self) -> bool {
        self.row().of_mechanism
    }

    /// Whether it speaks of X as a mechanism, and fails where a row of X is no distribution.
    pub fn needs_distributions(self) -> bool {
        let of_any_table = matches!(self, K::Stochastic | K::StochasticWithinRounding | K::Dp | K::DpWithinRounding);
        self.needs_mechanism() && !of_any_table && !matches!(self, K::Oblivious | K::GroupPrivacy)
    }

    /// Whether it may be made on a graph whose edges have lengths, so many units being the length 1: see
    /// [`dp_kernel::Claim::knows_lengths`].
    pub fn knows_lengths(self, unit: u32) -> bool {
        match self {
            K::ApproximateDp | K::RenyiDp | K::IndividualLeakage | K::ExpectedError | K::Oblivious => false,
            K::Threshold => unit == 1,
            K::Stochastic | K::StochasticWithinRounding | K::Dp | K::GroupPrivacy | K::DpWithinRounding => true,
            K::TightConstraintsExist | K::TightConstraints | K::Regular | K::Utility | K::UtilityBound => true,
            K::Optimal | K::UniversallyOptimal | K::JointlyOptimal | K::Derivable => true,
            K::Leakage | K::GLeakage | K::Capacity | K::LeakageBound => true,
        }
    }

    /// Whether it speaks of what a printed table was rounded from.
    pub fn needs_rounding(self) -> bool {
        matches!(self, K::StochasticWithinRounding | K::DpWithinRounding)
    }

    /// Whether it states values and says nothing of them that could be otherwise: what it says of a mechanism fails only
    /// where X is none.
    pub fn states_values(self) -> bool {
        matches!(
            self,
            Kind::Utility
                | Kind::UtilityBound
                | Kind::Leakage
                | Kind::GLeakage
                | Kind::Capacity
                | Kind::LeakageBound
                | Kind::IndividualLeakage
                | Kind::Threshold
                | Kind::ExpectedError
        )
    }

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.name == name).map(|row| row.kind)
    }

    /// The name of the kind that somebody means who writes something else.
    pub fn meant(name: &str) -> Option<&'static str> {
        let known: Vec<&str> =
            Self::ALL.iter().map(|row| row.name).chain(OTHER_NAMES.map(|(other, _)| other)).collect();
        let found = nearest(name, &known)?;
        let other = OTHER_NAMES.iter().find(|(other, _)| *other == found).map(|(_, kind)| kind.name());
        other.or_else(|| Self::named(found).map(Self::name))
    }

    /// Every kind, in the contract's order.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::ALL.iter().map(|row| row.kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enum() {
        for (i, row) in Kind::ALL.iter().enumerate() {
            assert_eq!(row.kind as usize, i, "{}", row.name);
        }
    }
}
