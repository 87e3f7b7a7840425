//! The problem: what a mechanism file says, in exact numbers. Everything that is proved is proved of one of these.

use crate::graph::Graph;
use dp_number::{Fraction, Point, Root, Vector};
use std::ops::Deref;

mod adjacent;
mod checked;
mod counts;
mod gaussian;
mod incomplete;
mod response;
mod uses;

pub use checked::is_alpha;
pub(crate) use checked::is_distribution;
#[cfg(feature = "notions")]
pub(crate) use checked::{is_incomplete, is_nonnegative};
pub use counts::{Counts, Events, MOST_OF_ALL, MOST_RUNS, different};
pub use gaussian::Gaussian;
pub use incomplete::Incomplete;
pub use response::Response;
pub use uses::{Promise, Use, Used};

/// A problem of which all is so that checks rely on: [`Problem::checked`] alone makes one. It can be read, and not
/// changed.
#[derive(Debug, Clone)]
pub struct Problem {
    raw: RawProblem,
    /// Whether some sign of a prior or of a parent did not show, or changes on the interval: it is looked at again
    /// wherever that is used.
    is_open: bool,
}

impl Problem {
    /// Whether priors, and the parent of a product, are to be looked at again at each t.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }
}

impl Deref for Problem {
    type Target = RawProblem;

    fn deref(&self) -> &RawProblem {
        &self.raw
    }
}

/// A mechanism, its graph and its declared privacy, and what is claimed of it, as somebody says.
#[derive(Debug, Clone)]
pub struct RawProblem {
    /// The adjacency graph; that of one individual's values where X is a product of which only the parent is here.
    pub graph: Graph,
    /// t, where α or other numbers are irrational: all numbers are polynomials in it, or quotients of such.
    pub point: Option<Point>,
    /// α = e^-ε, 0 < α ≤ 1; where edges have lengths, that of one unit of length: the file's own is this to the power
    /// of [`Graph::unit`].
    pub alpha: Fraction,
    /// α by itself, where it is irrational and t is another number.
    pub alpha_point: Option<Point>,
    /// δ, where it is declared.
    pub delta: Option<Fraction>,
    /// ρ > 0, where ρ-zCDP is declared in the place of ε: then α stands for nothing, and is 1.
    pub rho: Option<Fraction>,
    /// X.
    pub mechanism: Mechanism,
    /// Each entry is within this of the true one.
    pub rounding: Option<Fraction>,
    /// The priors.
    pub priors: Vec<Prior>,
    /// What guesses are worth.
    pub gain: Gain,
    /// The answer of each database, where the nodes are databases of a query given by its answers.
    pub answers: Option<Vec<usize>>,
    /// Other mechanisms that claims speak of.
    pub others: Vec<OtherMechanism>,
    /// What is declared, each claim once.
    pub claims: Vec<Declared>,
}

/// What X is.
#[derive(Debug, Clone)]
pub enum Mechanism {
    /// There is none.
    None,
    /// A row for each node, over a denominator of its own.
    Table(Vec<Vector>),
    /// The product of copies of a parent.
    Product(Product),
    /// The composition of one part or more.
    Uses(Vec<Use>),
    /// Randomised response that is not written out.
    Response(Response),
    /// Counts of runs.
    Counts(Counts),
    /// A table of which mass is missing.
    Incomplete(Incomplete),
    /// Discrete Gaussian noise, added to a whole number.
    Gaussian(Gaussian),
}

impl Mechanism {
    /// X as a table, where it is written out.
    pub fn table(&self) -> Option<&[Vector]> {
        match self {
            Mechanism::Table(rows) => Some(rows),
            Mechanism::Product(product) => product.table.as_deref(),
            Mechanism::None | Mechanism::Uses(_) | Mechanism::Response(_) => None,
            Mechanism::Counts(_) | Mechanism::Incomplete(_) | Mechanism::Gaussian(_) => None,
        }
    }

    /// The product that X is.
    pub fn product(&self) -> Option<&Product> {
        if let Mechanism::Product(product) = self { Some(product) } else { None }
    }

    /// The parts of a composition; none of anything else.
    pub fn uses(&self) -> &[Use] {
        if let Mechanism::Uses(parts) = self { parts } else { &[] }
    }

    /// Whether X is a composition of which some part is known by its promise alone.
    pub fn has_promises(&self) -> bool {
        self.uses().iter().any(|of| matches!(of.part, Used::Promise(_)))
    }

    /// The counts of runs, where there are such and no table.
    pub fn counts(&self) -> Option<&Counts> {
        if let Mechanism::Counts(counts) = self { Some(counts) } else { None }
    }

    /// The table, where mass is missing of it.
    pub fn incomplete(&self) -> Option<&Incomplete> {
        if let Mechanism::Incomplete(table) = self { Some(table) } else { None }
    }

    /// The noise, where X is that.
    pub fn gaussian(&self) -> Option<&Gaussian> {
        if let Mechanism::Gaussian(noise) = self { Some(noise) } else { None }
    }

    /// The response that X is.
    pub fn response(&self) -> Option<&Response> {
        if let Mechanism::Response(response) = self { Some(response) } else { None }
    }
}

/// Another mechanism than X.
#[derive(Debug, Clone)]
pub struct OtherMechanism {
    /// Its table, a row for each of its nodes; none where there is no such table.
    pub rows: Vec<Vector>,
    /// Its graph, that of the problem for a closed form; none where no claim speaks of its neighbours.
    pub graph: Option<Graph>,
}

/// X is the product of `individuals` copies of a parent P ≥ 0: X[(i_1, …, i_n), (o_1, …, o_n)] = Π_k P[i_k, o_k].
#[derive(Debug, Clone)]
pub struct Product {
    /// n.
    pub individuals: usize,
    /// The values of one individual, of which any two are adjacent.
    pub graph: Graph,
    /// P, a row for each value.
    pub rows: Vec<Vector>,
    /// X. Where it is too large to be written out the problem's graph is that of one individual.
    pub table: Option<Vec<Vector>>,
}

/// A distribution on the nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prior {
    /// π ≥ 0, Σπ = 1.
    pub weights: Vector,
    /// Where X is a product, and π one of a distribution for each individual: these, or one for all of them.
    pub each: Vec<Vector>,
}

/// g(w, x), the gain of guess w where x is true; a loss is a negative gain.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variant says what its fields are")]
pub enum Gain {
    /// 1 if w = x, else 0.
    Binary,
    /// A row g(w, ·) for each guess w, and whether it was given as a loss.
    Table { rows: Vec<Vector>, loss: bool },
    /// Diameter − d(w, x).
    Distance,
    /// −1 if w ≠ x, else 0.
    BinaryLoss,
    /// −|w − x|.
    Absolute,
    /// −(w − x)².
    Squared,
}

/// What may be said of a problem; priors by their places.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the variant says what its fields are")]
pub enum Claim {
    /// X ≥ 0 and every row sums to 1.
    Stochastic,
    /// A stochastic matrix lies within the rounding of X.
    StochasticWithinRounding,
    /// X ≥ 0 and α·x_io ≤ x_ho for neighbours i, h; α^d(i,h) where edges have lengths.
    Dp,
    /// (ε, δ)-privacy.
    ApproximateDp,
    /// `Dp`, and `ApproximateDp`, of all uses together, against an adversary who names the neighbours before each.
    AdaptiveDp,
    AdaptiveApproximateDp,
    /// X ≥ 0 and α^k·x_io ≤ x_ho for nodes i, h at the distance k; `nearer`: or nearer.
    GroupPrivacy {
        distance: usize,
        nearer: bool,
    },
    /// The Rényi divergence of whole order, at least 2, of neighbours' rows is at most the bound.
    RenyiDp {
        order: usize,
        bound: Fraction,
    },
    /// The privacy loss of neighbours has a range of at most ε.
    BoundedRange(Fraction),
    /// The Rényi divergence of every order k > 1 of neighbours' rows is at most ρ·k; at an ε, what that says of δ.
    Zcdp(Fraction, Option<Fraction>),
    /// No neighbours are told apart better by a test than this pair of nodes of Y, `from` among [`RawProblem::others`],
    /// or than some of all pairs of neighbours there.
    TradeOff {
        from: usize,
        pair: Option<[usize; 2]>,
    },
    /// Counts of runs do not refute (ε, δ)-privacy.
    NotRefuted,
    /// By counts of runs all laws inside their bounds are (ε, δ′)-private, δ′ = `at_most`.
    PrivateBySample {
        at_most: Fraction,
    },
    /// A table, among [`RawProblem::others`], lies inside the bounds of counts of runs.
    SampledFrom(usize),
    /// A stochastic private matrix lies within the rounding of X; an (ε, δ)-private one.
    DpWithinRounding,
    ApproximateDpWithinRounding,
    /// Some z ≥ 0 has Φz = 1.
    TightConstraintsExist,
    /// X remaps to a tight-constraints mechanism.
    TightConstraints,
    /// Some y ≥ 0 has yΦ = π.
    Regular(usize),
    /// U(X, π).
    Utility(usize),
    /// The least Σy with y ≥ 0 and yΦ ≥ π.
    UtilityBound(usize),
    /// No private mechanism has more utility; or none by more than `within`; with `delta` no (ε, δ)-private one.
    Optimal {
        prior: usize,
        within: Option<Fraction>,
        delta: Option<Fraction>,
    },
    /// That for every prior, by the binary gain whatever the problem's is.
    UniversallyOptimal,
    /// One private mechanism is optimal for all of them.
    JointlyOptimal(Vec<usize>),
    /// X = Y·R, Y among [`RawProblem::others`].
    Derivable(usize),
    /// The min-entropy leakage.
    Leakage(usize),
    /// By how much seeing the output raises the gain that is expected of the best guess.
    GLeakage(usize),
    /// The most that it raises it by, whatever the prior.
    GCapacity,
    /// The leakage at the uniform prior.
    Capacity,
    /// Shannon's mutual information of a node and its output, and the most that it is for any prior.
    MutualInformation(usize),
    ShannonCapacity,
    /// No private mechanism leaks more at this prior; of those with at most so many outputs.
    LeakageBound {
        prior: usize,
        outputs: Option<usize>,
    },
    /// The largest capacity about one individual.
    IndividualLeakage,
    /// All α at which some z ≥ 0 has Φz = 1.
    Threshold,
    /// The largest expected Hamming distance.
    ExpectedError,
    /// Databases of one answer have one row.
    Oblivious,
}

/// A claim that a file declares, and what it expects of it; nothing: that it holds.
#[derive(Debug, Clone)]
pub struct Declared {
    /// The claim.
    pub claim: Claim,
    /// All that is expected.
    pub expects: Vec<Expect>,
}

/// What a file expects of a claim.
#[derive(Debug, Clone)]
pub struct Expect {
    /// The verdict.
    pub verdict: Verdict,
    /// Bounds on values.
    pub bounds: Vec<(Name, Relation, Expected)>,
}

/// Whether a claim is true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "they say what they are")]
pub enum Verdict {
    Holds,
    Fails,
}

impl Verdict {
    /// `Holds` if so.
    pub(crate) fn of(holds: bool) -> Self {
        if holds { Verdict::Holds } else { Verdict::Fails }
    }
}

/// The values that claims have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is defined in FORMAT.md, at the claims that have it")]
pub enum Name {
    AlphaMax,
    EpsilonMin,
    DeltaMin,
    Sum,
    Unique,
    Least,
    Utility,
    Loss,
    Bound,
    Optimum,
    LeastLoss,
    Joint,
    Separate,
    Multiplicative,
    Bits,
    Maximum,
    Theorem,
    Set,
    AlphaStar,
    Error,
    Argument,
    Divergence,
    RhoMin,
    Additive,
    Excess,
    EpsilonAtLeast,
    EpsilonAtMost,
    DeltaAtLeast,
    DeltaAtMost,
    DistanceAtMost,
}

/// How a value is to stand to what is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// The same.
    Equals,
    /// No less.
    AtLeast,
    /// No more.
    AtMost,
}

/// What a value is held against.
#[derive(Debug, Clone)]
pub enum Expected {
    /// A number.
    Number(Fraction),
    /// Yes or no.
    Flag(bool),
    /// The parts of a set, by their two ends, the same for a point.
    Set(Vec<[Root; 2]>),
}
