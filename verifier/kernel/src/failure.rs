//! Why a statement is not proved.

#![expect(missing_docs, reason = "the variants of reasons say what they are")]

mod completion;
mod counterexample;
mod enclosed;
mod optimum;
mod origin;
mod sampling;
mod session;
mod tight_constraints;

/// What checks of one kind find wrong.
pub use self::{
    completion::Completion, counterexample::Counterexample, enclosed::Approximation, optimum::Optimality,
    origin::Origin, sampling::Sampling, session::Subdivision, tight_constraints::Tightness,
};

use crate::problem::Name;
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
            Obstacle::NoRoot => Subdivision::NoRoot.into(),
            Obstacle::Order => Subdivision::CutOrder.into(),
            Obstacle::NoPoint | Obstacle::Unfit(_) => Why::DoesNotFit.into(),
        }
    }
}

impl<W: Into<Why>> From<W> for Failure {
    fn from(why: W) -> Self {
        Failure::Unproved(Box::new(why.into()))
    }
}

/// A statement refused.
pub(crate) fn refused<T>(why: impl Into<Why>) -> Result<T, Failure> {
    Err(Failure::from(why))
}

/// That something is so.
pub(crate) fn ensure<W: Into<Why>>(so: bool, why: impl FnOnce() -> W) -> Result<(), Failure> {
    if so { Ok(()) } else { refused(why()) }
}

/// A vector of a witness or a problem, or a number computed from some, by its symbol or key in FORMAT.md.
pub type Part = &'static str;

/// What a number should have been: a relation to 0 or 1, or to another number.
#[derive(Debug, Clone, PartialEq)]
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
/// database; `within` ≥ 0, 0 ≤ δ < 1 of a claim, its δ′, ε and ρ ≥ 0; counts of runs, their confidence and events; that
/// no entry is negative where mass is missing, nor what is missing; 0 < α ≤ 1 and 0 ≤ δ < 1 of a promise; σ² > 0 of
/// noise, and nodes that are whole numbers; a ρ > 0 that is declared, beside it no α, no δ, and no claim that speaks of
/// α.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    DeltaOfClaim,
    AtMost,
    Counts,
    Missing,
    Promise,
    Gaussian,
    Rho,
}

macro_rules! groups {
    ($($group:ident),*) => {$(
        impl From<$group> for Why {
            fn from(why: $group) -> Self {
                Why::$group(why)
            }
        }
    )*};
}

groups!(Approximation, Completion, Counterexample, Flaw, Optimality, Origin, Sampling, Subdivision, Tightness);

/// What is wrong: in general, in a table, and in what checks of a kind look at. The report has a sentence for each.
#[derive(Debug, Clone, PartialEq)]
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
    // The claim speaks of α, and the problem declares ρ.
    NoAlpha,
    // ρ or ε is too long for what ρ implies to be enclosed.
    FarRho,
    // The problem is none.
    Flaw(Flaw),
    // The claim does not apply to a graph whose edges have lengths; or, of `threshold`, lengths that are not whole.
    Lengths,
    // It needs neighbours in both orders, or the arcs are those of a mechanism that is no table.
    Arcs,
    // Powers of α by one unit of length, of which none is made.
    FineLengths,
    // The claim has been stated before.
    Repeated,

    // X is not a mechanism: this row is not a distribution.
    NoMechanism { row: usize, fault: Fault },
    IsDistribution(usize),
    // Sets of outputs of a rounded table, one of whose printed rows sums to another number than 1.
    Rounded { row: usize, sum: Fraction },
    OtherNoDistribution(usize),
    OtherNotPrivate,
    // Another mechanism needs a larger δ than this.
    OtherNeedsMore { needed: Fraction, delta: Fraction },
    // Another mechanism has no outputs, or rows of different lengths.
    OtherShape,
    // The prior of a witness is not a distribution.
    NoDistribution,
    NotPrivate,

    Approximation(Approximation),
    Completion(Completion),
    Counterexample(Counterexample),
    Optimality(Optimality),
    Origin(Origin),
    Sampling(Sampling),
    Subdivision(Subdivision),
    Tightness(Tightness),

    // Values that the file expects something of are not proved, or could not be compared.
    Open(Vec<Name>),
    // A value is enclosed, and not closely enough to be compared with what is claimed of it; or not at all.
    NotEnclosed,
    LargeProduct,
    NoProductPrior,
    // The least δ lies between these two, and the declared one too.
    Between([Fraction; 2]),
    // Not decided of a composition.
    Composed,
    // The claim is about more than neighbours, and of some part only a promise is known.
    Promised,
    // Of randomised response that is not written out.
    NotWrittenOut,
    // The claim is about a table, and there are counts of runs.
    Counted,
    // The claim is about a table, and there is noise on all whole numbers.
    Untabled,
    // A notion, or a kind of mechanism, that this kernel was built without.
    NotBuilt,
}
