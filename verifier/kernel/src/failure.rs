//! Why a statement is not proved.

use crate::number::{Fraction, Number};
use crate::proved::{Name, Verdict};

/// Why a check ended without a proof.
#[derive(Debug, Clone, PartialEq)]
pub enum Failure {
    /// It would take more than a limit allows: nothing is said of the statement.
    Limit(Limit),
    /// The sign of this polynomial changes on the part of the interval under check, which is to be cut at its zeros.
    Changes(Box<Number>),
    /// The sign of this polynomial does not show at t: it may vanish there, which takes a factor of t's polynomial to show.
    Unknown(Box<Number>),
    /// What the witness says is not so, or not enough.
    Unproved(Box<Why>),
}

impl From<Why> for Failure {
    fn from(why: Why) -> Self {
        Failure::Unproved(Box::new(why))
    }
}

/// A limit on what a check may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Word operations.
    Steps,
    /// The degree of a polynomial.
    Degree,
    /// The bits of a number.
    Bits,
    /// The bytes of numbers.
    Memory,
    /// The bytes of what is found on all parts of an interval.
    Parts,
    /// The nodes of a graph whose deciding priors are listed.
    Nodes,
}

/// A statement refused.
pub(crate) fn refused<T>(why: Why) -> Result<T, Failure> {
    Err(why.into())
}

/// A vector of a witness or a problem, or a number computed from some, by its symbol or key in FORMAT.md.
pub type Part = &'static str;

/// Where something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variant says what its fields are")]
pub enum Place {
    /// Nowhere in particular.
    Whole,
    /// At a node.
    Node(usize),
    /// At a value of an individual.
    Value { individual: usize, value: usize },
}

/// What a number should have been.
#[derive(Debug, Clone, PartialEq)]
pub enum Wanted {
    /// ≥ 0.
    Nonnegative,
    /// < 0.
    Negative,
    /// > 0.
    Positive,
    /// 1.
    One,
    /// ≤ 1.
    AtMostOne,
    /// The same as this number.
    Same(Part, Fraction),
    /// At least this number.
    AtLeast(Part, Fraction),
    /// 0 on the support and > 0 off it.
    ZeroOnSupport,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the variant says what its fields are")]
pub enum Why {
    /// This number of a part is not as it should be.
    Number { part: Part, place: Place, found: Fraction, wanted: Wanted },
    /// A part of the witness has another length than this.
    Length { part: Part, found: usize, expected: usize },
    /// A part of the witness names what there is not: there are `count`.
    Index { part: Part, found: usize, count: usize },
    /// The denominator of a vector is not positive.
    Denominator(Part),
    /// The witness is not one of this claim and verdict.
    WrongWitness,
    /// The verdict is another.
    OtherVerdict,
    /// The problem lacks what the claim speaks of.
    DoesNotFit,
    /// The claim has been stated before.
    Repeated,
    /// X is no mechanism: this row is no distribution, by its first negative output and the entry, or its sum.
    NoMechanism { row: usize, fault: (Option<usize>, Fraction) },
    /// A row of X, said to be no distribution, is one.
    IsDistribution(usize),
    /// A row of another mechanism is no distribution.
    OtherNoDistribution(usize),
    /// Another mechanism is not private.
    OtherNotPrivate,
    /// Another mechanism has no outputs, or rows of different lengths.
    OtherShape,
    /// The prior of a witness is no distribution.
    NoDistribution,
    /// An entry said to be negative is not.
    NotNegative { row: usize, output: usize },
    /// X has a negative entry.
    NegativeEntry { row: usize, output: usize, entry: Fraction },
    /// Two nodes are not adjacent.
    NotAdjacent([usize; 2]),
    /// The ratio at this pair and output is not `alpha_max`.
    NotLeastRatio { pair: [usize; 2], output: usize, alpha_max: Fraction },
    /// The pair and the set do not need `delta_min`.
    NotMostDelta { pair: [usize; 2], outputs: Vec<usize>, delta_min: Fraction },
    /// A set of outputs is empty or does not rise.
    NotRising,
    /// X is not private.
    NotPrivate,
    /// X is not private, and a bound without a better mechanism says nothing of it.
    BoundOfNothing,
    /// XR at a node and its image is not tight.
    NotTight { row: usize, column: usize, found: Fraction },
    /// The utility at the prior of the row sums is the most there is.
    IsTight(Fraction),
    /// `second` is the same solution as `z`.
    SameSolution,
    /// Φ is invertible, and `unique` is asked of no witness of another kind.
    NoInverse,
    /// A modulus is from 2 to 2^28.
    Modulus,
    /// There is no invertible pivot modulo this number for a column, or of a banded matrix in a row.
    NoPivot { modulus: u64, at: usize, banded: bool },
    /// Invertibility by a structure that the graph does not have, or at α = 1.
    Structure,
    /// Φ times this column of the inverse is not the unit vector at this node.
    NotUnit { column: usize, node: usize },
    /// λ less the gains of a guess is negative for a column that is 1 at this root.
    NegativeAtRoot { guess: usize, root: usize },
    /// λ less the gains of a guess is less than its multipliers allow at this node.
    Uncovered { guess: usize, node: usize },
    /// A bound without multipliers needs a forest.
    NoForest,
    /// A bound by y needs the binary gain and one prior.
    NotBinary,
    /// A multiplier is negative.
    NegativeMultiplier,
    /// A mechanism, X or another one, has this utility, the bound is that; at this of the priors that decide.
    NotReached { prior: Option<usize>, reached: Fraction, bound: Fraction, of_x: bool },
    /// The other mechanism has no more utility than X; for a prior of the witness, or for the claim's.
    NoMore { at_prior: bool, ours: Fraction, other: Fraction },
    /// `solution` is there without `optimum`.
    SolutionAlone,
    /// At α = 1 two components share an output.
    SharedOutput,
    /// A witness by factors needs a Hamming graph and a product prior.
    NoProductPrior,
    /// The product of all π·w is not negative.
    ProductNotNegative(Fraction),
    /// An entry of R is negative, in this row.
    NegativeGarbling(usize),
    /// A row of R does not sum to 1.
    GarblingSum(usize),
    /// Y·R differs from X, and is this.
    NotGarbled { row: usize, output: usize, found: Fraction },
    /// The refutation is negative at an output of Y and one of X.
    NegativeRefutation { of_y: usize, of_x: usize },
    /// The refutation does not separate X.
    NotSeparated,
    /// An entry of the table is more than the rounding off.
    TooFar { row: usize, output: usize },
    /// An entry is within the rounding of a number ≥ 0.
    NotBelow { row: usize, output: usize, entry: Fraction },
    /// The multipliers add the constraints to no contradiction.
    NoContradiction,
    /// Two databases have different answers.
    DifferentAnswers([usize; 2]),
    /// The rows of two databases are equal at an output.
    EqualRows { pair: [usize; 2], output: usize },
    /// The rows of two databases of one answer differ.
    RowsDiffer { pair: [usize; 2], output: usize },
    /// An enclosed solution is one at one irrational number, the file's own.
    NotEnclosable,
    /// An entry of `x`, `inverse` or Q is too large.
    TooLarge(Part),
    /// Two nodes of one cell do not see the same.
    UnlikeCells([usize; 2]),
    /// Cells are not numbered in the order of their first nodes.
    CellOrder,
    /// Fewer binary places than 192.
    FewBits(u64),
    /// ‖I − RQ‖ is over 1/2 in this row.
    NoContraction(usize),
    /// x at this place is not more than its error.
    NotPositive { place: Place, found: Fraction, error: Fraction },
    /// The number is not one root between two rationals.
    NoRoot,
    /// The cuts do not rise inside the interval.
    CutOrder,
    /// A part of an interval is said to be otherwise.
    PartVerdict { part: usize, said: Verdict },
    /// A refutation at one number, of a claim with values or said to hold.
    NotAtOne,
    /// The claim holds at that number.
    HoldsThere,
    /// A threshold can't fail, or no part says that a mechanism exists near 0.
    NoThreshold,
    /// Values that the file expects something of are not proved, or could not be compared.
    Open(Vec<Name>),
    /// Nothing is known of such a claim about a product that is not written out.
    LargeProduct,
}

impl Why {
    /// A number that is not as it should be.
    pub(crate) fn number(part: Part, place: Place, found: Fraction, wanted: Wanted) -> Failure {
        Why::Number { part, place, found, wanted }.into()
    }
}
