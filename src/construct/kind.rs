//! The kinds of mechanism that are constructed.

/// What can be constructed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// For a line, and for the answers of a sum query.
    TruncatedGeometric,
    /// [`super::tight_constraints`], for any graph that has one.
    TightConstraints,
    /// For a complete graph.
    RandomisedResponse,
    /// For a Hamming graph by distance, for any graph by the file's gain or loss.
    Exponential,
    /// Product sanitisation, for a Hamming graph.
    Product,
    /// Subsets of so many values, for a complete graph.
    SubsetSelection,
    /// A bit for each value, for a complete graph.
    UnaryEncoding,
    /// By the rows of a Hadamard matrix, for a complete graph.
    HadamardResponse,
    /// For the answers of a sum query, and for a line.
    Staircase,
    /// By a random hash function, for a complete graph.
    LocalHashing,
    /// RAPPOR by its parameters, for a complete graph of all codes.
    Rappor,
    /// For any graph by the file's gain or loss.
    PermuteAndFlip,
    /// The same with noise.
    ReportNoisyMax,
    /// A count of a random sample, for a Hamming graph of two values.
    Subsampled,
    /// For the answers of a sum query, and for a line.
    DiscreteGaussian,
    /// [`super::least`] heads of coins, for answers that are numbers, and a δ.
    Binomial,
    /// [`super::least`] geometric noise of a range, the same.
    TruncatedLaplace,
    /// The construction of Alvim et al., for any graph.
    Alvim,
    /// [`super::uniform`], for any graph.
    Uniform,
    /// [`super::optimal`], for any graph, a prior and the file's gain or loss.
    Optimal,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 20] = [
        Self::TruncatedGeometric,
        Self::TightConstraints,
        Self::RandomisedResponse,
        Self::Exponential,
        Self::Product,
        Self::SubsetSelection,
        Self::UnaryEncoding,
        Self::HadamardResponse,
        Self::Staircase,
        Self::LocalHashing,
        Self::Rappor,
        Self::PermuteAndFlip,
        Self::ReportNoisyMax,
        Self::Subsampled,
        Self::DiscreteGaussian,
        Self::Binomial,
        Self::TruncatedLaplace,
        Self::Alvim,
        Self::Uniform,
        Self::Optimal,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::TruncatedGeometric => "truncated-geometric",
            Self::TightConstraints => "tight-constraints",
            Self::RandomisedResponse => "randomised-response",
            Self::Exponential => "exponential",
            Self::Product => "product",
            Self::SubsetSelection => "subset-selection",
            Self::UnaryEncoding => "unary-encoding",
            Self::HadamardResponse => "hadamard-response",
            Self::Staircase => "staircase",
            Self::LocalHashing => "local-hashing",
            Self::Rappor => "rappor",
            Self::PermuteAndFlip => "permute-and-flip",
            Self::ReportNoisyMax => "report-noisy-max",
            Self::Subsampled => "subsampled",
            Self::DiscreteGaussian => "discrete-gaussian",
            Self::Binomial => "binomial",
            Self::TruncatedLaplace => "truncated-laplace",
            Self::Alvim => "alvim",
            Self::Uniform => "uniform",
            Self::Optimal => "optimal",
        }
    }

    /// Other names that are accepted: the discrete Laplace mechanism, clamped to the range, adds the same noise and
    /// reports the same ends as the truncated geometric mechanism. It is no kind by itself.
    pub const OTHER_NAMES: [(&'static str, Self); 1] = [("discrete-laplace", Self::TruncatedGeometric)];

    /// Every name that is accepted.
    pub fn names() -> Vec<&'static str> {
        Self::ALL.into_iter().map(Self::name).chain(Self::OTHER_NAMES.map(|(name, _)| name)).collect()
    }

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Self> {
        let other = Self::OTHER_NAMES.into_iter().find(|(other, _)| *other == name).map(|(_, kind)| kind);
        Self::ALL.into_iter().find(|kind| kind.name() == name).or(other)
    }

    /// Whether it is the least noise that is private, with what is proved of one less.
    pub fn is_least(self) -> bool {
        matches!(self, Self::Binomial | Self::TruncatedLaplace)
    }

    /// What its mechanisms are called in the file's name.
    pub(super) fn title(self) -> String {
        format!("{} mechanism", self.name())
    }

    /// Graphs and formula, in a line.
    pub fn description(self) -> &'static str {
        match self {
            Self::TruncatedGeometric => {
                "a line: α^|i-j|/(1+α) at both ends, α^|i-j|(1-α)/(1+α) between them; a sum query of at most v: \
                 the same with β = α^(1/v) for α; discrete-laplace, clamped, is another name for it"
            }
            Self::TightConstraints => "any graph where some z ≥ 0 has Φz = 1: α^d(i,j) z_j",
            Self::RandomisedResponse => "a complete graph: the truth 1/α times as probable as each other answer",
            Self::Exponential => {
                "a Hamming graph: proportional to α^d(i,j); with a gain or loss u of sensitivity Δ, any graph: \
                 proportional to α^(-u(i,w)/2Δ)"
            }
            Self::Product => {
                "a Hamming graph: each value kept, or changed to each of the m others with probability \
                 (1-δ)/(1/α+m)"
            }
            Self::SubsetSelection => {
                "a complete graph: subsets of d values (--size), 1/α times as probable where they have the true one"
            }
            Self::UnaryEncoding => {
                "a complete graph of k ≤ 10: all bit vectors, each bit by itself (--encoding symmetric: SUE, basic \
                 RAPPOR; optimised: OUE)"
            }
            Self::HadamardResponse => {
                "a complete graph: 1/α times as probable where the true value's row of a Hadamard matrix has +1"
            }
            Self::Staircase => {
                "a sum query of at most v, a line: clamped noise with stairs of v, each α times the one before, \
                 the middle one |noise| < r (--width r)"
            }
            Self::LocalHashing => {
                "a complete graph: a hash of the value by a random function ((a·x+b) mod p) mod g (--size g), the true hash 1/α times \
                 as probable"
            }
            Self::Rappor => {
                "a complete graph of C(k, h) codes: one report, or without p and q the permanent response (--parameters \
                 f=1/2,p=1/4,q=3/4,h=2,k=4); ε at most the file's"
            }
            Self::PermuteAndFlip => {
                "any graph, a gain or loss u of sensitivity Δ: guesses in random order, each taken with probability \
                 α^((max u - u)/2Δ); ε at most the file's"
            }
            Self::ReportNoisyMax => {
                "any graph, a gain or loss: the most score and noise (--noise exponential: the same as permute-and-flip; geometric); \
                 ε at most the file's"
            }
            Self::Subsampled => {
                "a Hamming graph of two values: a noisy count of a sample, each individual with probability q (--rate q) or m of them \
                 (--size m)"
            }
            Self::DiscreteGaussian => {
                "a line, a sum query: proportional to b^((i-j)²), b = e^(-1/2σ²) (--sigma-squared); or noise cut at |k| ≤ K \
                 (--cut K), then clamped; approximate-dp is decided at the true numbers"
            }
            Self::Binomial => {
                "a line, a sum query, a complete graph of numbers, with a delta: the answer and the heads of the fewest fair coins that are \
                 (ε, δ)-private, one less being proved too few (--one-less)"
            }
            Self::TruncatedLaplace => {
                "the same: noise on whole numbers proportional to α^(|m|/Δ) for |m| ≤ r, Δ the sensitivity, with the least r that is \
                 (ε, δ)-private (--one-less)"
            }
            Self::Alvim => {
                "any graph (Alvim et al.): α^d(i,j) by the row's sum; even rings by Remark 1, if private (or \
                 --force), others by Remark 2"
            }
            Self::Uniform => "any graph: every answer equally probable, whatever the input",
            Self::Optimal => "any graph: the most utility for a prior (--prior) and the file's gain, at a vertex",
        }
    }
}
