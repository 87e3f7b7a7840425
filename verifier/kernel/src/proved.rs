//! What has been proved. Only [`crate::Session`] makes a [`Proved`], as the last step of a check that has run to its
//! end.

use crate::failure::Fault;
use crate::problem::{Claim, Name, Verdict};
use dp_number::{Fraction, Point};
use num_bigint::BigInt;
use std::ops::Deref;

/// A statement that has been proved: it can be read, and neither made nor changed elsewhere.
#[derive(Debug, Clone)]
pub struct Proved(pub(crate) Statement);

impl Deref for Proved {
    type Target = Statement;

    fn deref(&self) -> &Statement {
        &self.0
    }
}

/// What a [`Proved`] says. By itself it says that nobody has proved it.
#[derive(Debug, Clone)]
pub struct Statement {
    /// The claim.
    pub claim: Claim,
    /// Whether it holds.
    pub verdict: Verdict,
    /// Whether the problem declares it.
    pub declared: bool,
    /// Whether all that the problem expects of it is so; `None` where it expects nothing but that it holds.
    pub expected: Option<bool>,
    /// What was found: once at one number, else on each part of an interval from its lower end to its upper; of a
    /// refutation at one number of an interval, what was found there.
    pub found: Vec<Found>,
}

/// What was found at one number, or on an interval on which all signs that were asked for are constant.
#[derive(Debug, Clone)]
pub struct Found {
    /// Where, if not at the problem's own t.
    pub at: Option<Point>,
    /// Whether the claim holds there.
    pub verdict: Verdict,
    /// Its values there.
    pub values: Vec<(Name, Value)>,
    /// What decides it, about the parent where that decides; of the parts of an interval only those of the first at
    /// which the claim fails.
    pub reasons: Vec<Reason>,
}

impl Found {
    pub(crate) fn new(verdict: Verdict) -> Self {
        Self { at: None, verdict, values: Vec::new(), reasons: Vec::new() }
    }

    pub(crate) fn value(mut self, name: Name, value: Value) -> Self {
        self.values.push((name, value));
        self
    }

    pub(crate) fn number(self, name: Name, value: Fraction) -> Self {
        self.value(name, Value::Number(value))
    }

    pub(crate) fn because(mut self, reason: impl Into<Option<Reason>>) -> Self {
        self.reasons.extend(reason.into());
        self
    }

    /// About the words that it takes with its values.
    pub(crate) fn words(&self) -> u64 {
        self.values.iter().fold(128, |sum, (_, value)| value.words().saturating_add(sum))
    }
}

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A number.
    Number(Fraction),
    /// x^(p/q), 0 < x < 1 and q > 1, or p so large that the number is not made.
    Power(Fraction, [u64; 2]),
    /// −ln x, x > 0.
    MinusLn(Fraction),
    /// −p/q·ln x, as [`Value::Power`].
    MinusLnPower(Fraction, [u64; 2]),
    /// −ln(x)/k, 0 < x ≤ 1.
    Divergence(Fraction, usize),
    /// log₂ x, x > 0.
    Log2(Fraction),
    /// A number between two.
    Enclosed([Fraction; 2]),
    /// ∞.
    Infinite,
    /// Yes or no.
    Flag(bool),
    /// What gives a bound on leakage.
    Theorem(Theorem),
    /// A set of numbers: its parts, by their two ends, the same for a point.
    Set(Vec<[Point; 2]>),
    /// A number at which an interval is cut.
    Root(Box<Point>),
}

impl Value {
    fn words(&self) -> u64 {
        match self {
            Value::Number(x) | Value::MinusLn(x) | Value::Divergence(x, _) | Value::Log2(x) => x.words(),
            Value::Power(x, _) | Value::MinusLnPower(x, _) => x.words(),
            Value::Enclosed([low, high]) => low.words().saturating_add(high.words()),
            _ => 1,
        }
    }
}

/// What gives a bound on leakage: see `leakage_bound`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "defined in FORMAT.md")]
pub enum Theorem {
    UtilityBound,
    Hamming,
    Outputs,
    HammingOutputs,
}

/// What decides a statement. The report has a sentence for each.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the variant says what its fields are")]
pub enum Reason {
    // Rows that are no distributions, the one that decides first; of `dp` one with a negative entry.
    NoDistributions(Vec<(usize, Fault)>),
    // Two nodes, neighbours unless the claim is about others, and an output with the least ratio, which is
    // below what α allows at their distance: that of the entries, the lower one first.
    Ratio { pair: [usize; 2], output: usize, entries: [Fraction; 2], ratio: Fraction },
    // The pair (i, h) and the set S that need the most δ: x_i(S) and x_h(S), and δ = x_i(S) − λ·x_h(S).
    Event { pair: [usize; 2], outputs: Vec<usize>, masses: [Fraction; 2], delta: Fraction },
    // The pair (i, h) and the set S whose bounds need the most δ: how often S came in so many runs of either; the least
    // P_i(S), the most P_h(S), and δ = the one − λ·the other.
    Sampled { pair: [usize; 2], outputs: Vec<usize>, counts: [[u64; 2]; 2], masses: [Fraction; 2], delta: Fraction },
    // The pair (i, h) and the set S for which laws inside the bounds may need the most δ, or laws of a witness do: how
    // often S came in so many runs of either; the most P_i(S), the least P_h(S), and δ = the one − λ·the other.
    Inside { pair: [usize; 2], outputs: Vec<usize>, counts: [[u64; 2]; 2], masses: [Fraction; 2], delta: Fraction },
    // The set S of a node whose X(S) is above its bound by most, or that a law inside the bounds may exceed by most:
    // how often S came in so many runs; X(S) and the bound.
    FromTable { node: usize, outputs: Vec<usize>, counts: [u64; 2], masses: [Fraction; 2] },
    // Of all completions the pair (i, h) and the set S that need the most δ, if the claim holds, and else the least:
    // what then P_i(S) and P_h(S) are, and δ = the one − λ·the other.
    OfCompletions { pair: [usize; 2], outputs: Vec<usize>, masses: [Fraction; 2], delta: Fraction },
    // The answers i and h, of neighbours that differ by most, to which noise is added; the outputs below this one need
    // the most δ of them, 0 being the answer i.
    Shifted { pair: [usize; 2], below: Option<BigInt> },
    // Of neighbours h, i: in no completion has h at this output so much as α asks for beside i: the most of h, the
    // least of i, and their ratio.
    TooFew { pair: [usize; 2], output: usize, entries: [Fraction; 2], ratio: Fraction },
    // What α asks for of these nodes together is more than any completion has.
    Clash(Vec<usize>),
    // Of all uses of a composition: one pair for all parts, or one for each, and an output of each, with the least
    // product of ratios.
    RatioOfUses { pairs: Vec<[usize; 2]>, outputs: Vec<usize>, ratio: Fraction },
    // Likewise the pair, or one for each part, that need the most δ, with the probabilities of the set S that does;
    // none where the adversary's choice depends on what was seen.
    EventOfUses { pairs: Vec<[usize; 2]>, masses: [Fraction; 2], delta: Fraction },
    // There are too many ways to choose for more than an enclosure of the least δ.
    ManyWays,
    // What is said is of the rows of this part.
    InPart(usize),
    // The neighbours i, h whose Σ x_i^k/x_h^(k−1) is largest; an output that only i has, where it is infinite.
    Diverge { pair: [usize; 2], output: Option<usize> },
    // The neighbours i, h whose ratios x_io/x_ho differ most: of each part the outputs with the least and the largest,
    // and the one over the other, of all uses together.
    Range { pair: [usize; 2], outputs: Vec<[usize; 2]>, quotient: Fraction },
    // The neighbours i, h with the largest divergence over its order, and an order near which it is.
    Concentrated { pair: [usize; 2], order: Fraction },
    // What ρ alone says of δ, whatever X is, at this ε.
    ByRhoAlone { rho: Fraction, epsilon: Fraction },
    // The neighbours i, h whose Σ max(0, x_io − λ·x_ho) exceeds that of the other mechanism by most, at this λ: both
    // sums.
    EasierTold { pair: [usize; 2], lambda: Fraction, ours: Fraction, theirs: Fraction },
    // Priors at which the output adds most to the gain, and multiplies it by most where it does: the nodes with weight.
    MostGain { additive: Vec<(usize, Fraction)>, multiplicative: Option<Vec<(usize, Fraction)>> },
    // w separates by w·1 or π·w, and whether wΦ = 0.
    Separated { by: Fraction, singular: bool },
    // The only solution of Φz = 1 has its least entry at this node.
    LeastEntry { node: usize, entry: Fraction },
    NotPrivate,
    // At the prior of the row sums of Φ, X has this utility and a tight-constraints mechanism n/T.
    NotTight { reached: Fraction, most: Fraction },
    // X has this utility and another private mechanism that; for `universally-optimal` at this prior.
    HasMore { prior: Option<Vec<(usize, Fraction)>>, ours: Fraction, other: Fraction },
    // X has this utility and no private mechanism more than the bound, which is larger.
    NoneHasMore { ours: Fraction, bound: Fraction },
    // The optima of the priors sum to more than the joint one, the most that any one mechanism has.
    Apart { joint: Fraction, separate: Fraction },
    // At α = 1 each output tells the component.
    Components,
    // A tight-constraints mechanism on a forest is optimal for every prior, by the binary gain.
    TightOnForest,
    // X is optimal for so many priors that decide.
    Deciding(usize),
    // The bound of `utility-bound` beside the optimum.
    BoundBeside { bound: Fraction, optimum: Fraction },
    // Σy of every y with yΦ = π beside the optimum, and a node at which y is negative.
    SolutionBeside { sum: Fraction, optimum: Fraction, negative: Option<usize> },
    // All bounds on the leakage, of which the least is the value.
    Bounds(Vec<(Theorem, Fraction)>),
    // Where most is leaked about an individual: that one, and a database of the group of those that differ in it.
    Individual { individual: usize, others: usize },
    // The input with the largest expected error.
    Worst(usize),
    BelowRounding { row: usize, output: usize, entry: Fraction },
    // What rounds to this row, the worst of so many, sums to no less and no more than these, and so not to 1.
    NoRowNear { row: usize, sums: [Fraction; 2], rows: usize },
    // A Farkas vector separates X from all Y·R by this.
    NoGarbling(Fraction),
    // Two databases of one answer, whose rows differ at an output.
    Differ { pair: [usize; 2], output: usize, entries: [Fraction; 2] },
}
