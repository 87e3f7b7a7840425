//! Why a statement is not proved.

use crate::problem::{Name, Verdict};
use dp_number::{Fraction, Limit, Number, Obstacle};

/// Why a check ended without a proof.
#[derive(Debug, Clone, PartialEq)]
pub enum Failure {
    /// It would take more than a limit allows: nothing is said of the statement.
    Limit(Limit),
    /// The sign of this polynomial changes on the part of the interval under check, which is to be cut at its zeros.
    Changes(Box<Number>),
    /// The sign of this polynomial does not show at t: it may vanish there, which takes a factor of t's polynomial to
    /// show.
    Unknown(Box<Number>),
    /// What the witness says is not so, or not enough.
    Unproved(Box<Why>),
}

impl From<Limit> for Failure {
    fn from(limit: Limit) -> Self {
        Failure::Limit(limit)
    }
}

impl From<Obstacle> for Failure {
    fn from(obstacle: Obstacle) -> Self {
        match obstacle {
            Obstacle::Limit(limit) => Failure::Limit(limit),
            Obstacle::Changes(p) => Failure::Changes(p),
            Obstacle::Unknown(p) => Failure::Unknown(p),
            Obstacle::NoRoot => Why::NoRoot.into(),
            Obstacle::Order => Why::CutOrder.into(),
            Obstacle::NoPoint | Obstacle::Unfit(_) => Why::DoesNotFit.into(),
        }
    }
}

impl From<Why> for Failure {
    fn from(why: Why) -> Self {
        Failure::Unproved(Box::new(why))
    }
}

/// A statement refused.
pub(crate) fn refused<T>(why: Why) -> Result<T, Failure> {
    Err(why.into())
}

/// That something is so.
pub(crate) fn ensure(so: bool, why: impl FnOnce() -> Why) -> Result<(), Failure> {
    if so { Ok(()) } else { refused(why()) }
}

/// A vector of a witness or a problem, or a number computed from some, by its symbol or key in FORMAT.md.
pub type Part = &'static str;

/// What a number should have been: a relation to 0 or 1, or to another number.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "they say what they are")]
pub enum Wanted {
    Nonnegative,
    Negative,
    One,
    AtMostOne,
    Same(Part, Fraction),
    AtLeast(Part, Fraction),
    ZeroOnSupport,
}

/// What keeps a row from being a distribution: its first negative output and the entry, or its sum.
pub type Fault = (Option<usize>, Fraction);

/// What is not so of a problem: lists of neighbours, or the number of nodes of a family; 0 < α ≤ 1; that α by itself is
/// α; 0 ≤ δ < 1; a rounding ≥ 0, of a table; a prior's weights; a product's parent, table or graph; that each use has
/// outputs, and is one; the graph of a response; a row for each guess, distances that are finite; an answer for each
/// database; `within` ≥ 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "named above, in their order")]
pub enum Flaw {
    Graph,
    Alpha,
    AlphaPoint,
    Delta,
    Rounding,
    Prior(usize),
    Product,
    Uses,
    Response,
    Gain,
    Answers,
    Within,
}

impl From<Flaw> for Why {
    fn from(flaw: Flaw) -> Self {
        Why::IllFormed(flaw)
    }
}

/// What is wrong: in general, in a table, and in the witness of a claim. The report has a sentence for each.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "they say what they are")]
pub enum Why {
    // This number of a part, perhaps that at a node, is not as it should be.
    Number { part: Part, node: Option<usize>, found: Fraction, wanted: Wanted },
    Length { part: Part, found: usize, expected: usize },
    // A part of the witness names what there is not: there are `count`.
    Index { part: Part, found: usize, count: usize },
    // The denominator of a vector is not positive.
    Denominator(Part),
    WrongWitness,
    OtherVerdict,
    // The problem lacks what the claim speaks of.
    DoesNotFit,
    // The problem is none.
    IllFormed(Flaw),
    // The claim is none about a graph whose edges have lengths; or, of `threshold`, lengths that are not whole.
    Lengths,
    // Powers of α by one unit of length, of which none is made.
    FineLengths,
    // The claim has been stated before.
    Repeated,

    // X is no mechanism: this row is no distribution.
    NoMechanism { row: usize, fault: Fault },
    IsDistribution(usize),
    // Sets of outputs of a rounded table, one of whose printed rows sums to another number than 1.
    Rounded { row: usize, sum: Fraction },
    OtherNoDistribution(usize),
    OtherNotPrivate,
    // Another mechanism has no outputs, or rows of different lengths.
    OtherShape,
    // The prior of a witness is no distribution.
    NoDistribution,
    NotPrivate,

    NotNegative { row: usize, output: usize },
    NegativeEntry { row: usize, output: usize, entry: Fraction },
    NotAdjacent([usize; 2]),
    // Not at the distance of which the claim speaks.
    NotSoFar([usize; 2]),
    NotLeastRatio { pair: [usize; 2], output: usize, alpha_max: Fraction },
    NotMostDelta { pair: [usize; 2], outputs: Vec<usize>, delta_min: Fraction },
    // A set of outputs is empty or does not rise.
    NotRising,
    DifferentAnswers([usize; 2]),
    EqualRows { pair: [usize; 2], output: usize },
    RowsDiffer { pair: [usize; 2], output: usize },

    // XR at a node and its image is not tight.
    NotTight { row: usize, column: usize, found: Fraction },
    // The utility at the prior of the row sums is the most there is.
    IsTight(Fraction),
    SameSolution,
    Modulus,
    NoPivot { modulus: u64, at: usize, banded: bool },
    // Invertibility by a structure that the graph does not have, or at α = 1.
    Structure,
    NotUnit { column: usize, node: usize },
    NotEnclosable,
    TooLarge(Part),
    UnlikeCells([usize; 2]),
    CellOrder,
    FewBits(u64),
    NoContraction(usize),
    NotPositive { node: usize, found: Fraction, error: Fraction },

    // X is not private, and a bound without a better mechanism says nothing of it.
    BoundOfNothing,
    NegativeAtRoot { guess: usize, root: usize },
    Uncovered { guess: usize, node: usize },
    NoForest,
    // A bound by y needs the binary gain and one prior.
    NotBinary,
    NegativeMultiplier,
    // A mechanism, X or another one, has this utility, the bound is that; at this of the priors that decide.
    NotReached { prior: Option<usize>, reached: Fraction, bound: Fraction, of_x: bool },
    // The other mechanism has no more utility than X; for a prior of the witness, or for the claim's.
    NoMore { at_prior: bool, ours: Fraction, other: Fraction },
    // `solution` is there without `optimum`.
    SolutionAlone,
    SharedOutput,
    NoProductPrior,

    // In this row of R.
    NegativeGarbling(usize),
    GarblingSum(usize),
    NotGarbled { row: usize, output: usize, found: Fraction },
    NegativeRefutation { of_y: usize, of_x: usize },
    NotSeparated,
    TooFar { row: usize, output: usize },
    NotBelow { row: usize, output: usize, entry: Fraction },
    NoContradiction,

    // The number is not one root between two rationals.
    NoRoot,
    CutOrder,
    PartVerdict { part: usize, said: Verdict },
    NotAtOne,
    HoldsThere,
    // A threshold can't fail, or no part says that a mechanism exists near 0.
    NoThreshold,
    // Values that the file expects something of are not proved, or could not be compared.
    Open(Vec<Name>),
    LargeProduct,
    // The least δ lies between these two, and the declared one too.
    Between([Fraction; 2]),
    // Not decided of a composition.
    Composed,
    // Of randomised response that is not written out.
    NotWrittenOut,
    // A notion, or a kind of mechanism, that this kernel was built without.
    NotBuilt,
}
