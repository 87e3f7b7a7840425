//! Witnesses: what proves a verdict. Each variant is a section of `certificates/FORMAT.md`; the check that takes it
//! says why it is sufficient.

#[cfg(feature = "notions")]
use crate::check::Bound;
use crate::problem::Verdict;
use dp_number::{Number, Root, Vector};
use std::sync::Arc;

/// What a certificate offers in proof of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variant says what its fields are")]
pub enum Witness {
    /// Nothing: all is computed from the problem.
    None,
    /// A row of X that is not a distribution: of every claim about X as a mechanism.
    Row(usize),
    /// `dp`, `group-privacy`: a negative entry of X; `dp-within-rounding` and its like: one below −r.
    Entry { row: usize, output: usize },
    /// `dp`, `group-privacy`: two nodes that the claim compares and an output, whose ratio is the least;
    /// `oblivious`: databases of one answer whose rows differ there.
    Pair { pair: [usize; 2], output: usize },
    /// `approximate-dp`: adjacent nodes and a set of outputs, rising, that needs the least δ.
    Event { pair: [usize; 2], outputs: Vec<usize> },
    /// `tight-constraints-exist` holds: z ≥ 0 with Φz = 1, and whether it is the only one.
    Weighting { z: Vector, unique: Unique },
    /// `tight-constraints-exist` and `regular` fail: w with Φw ≥ 0 and 1·w < 0 or π·w < 0; of the former perhaps the
    /// solution z, of any signs, of Φz = 1, and that Φ is invertible.
    Separating { w: Vector, solution: Option<(Vector, Invertible)> },
    /// `tight-constraints-exist` and `regular` hold at one irrational α: an enclosed solution.
    Enclosed(Enclosed),
    /// `regular` holds: y ≥ 0 with yΦ = π, and v with Φv ≤ 1 and π·v = Σy.
    Representation { y: Vector, v: Vector },
    /// `utility-bound` and `leakage-bound`: y ≥ 0 with yΦ ≥ π and v ≥ 0 with Φv ≤ 1 and π·v = Σy, the most utility that
    /// there is, and of the former, beside `optimum`, y and v of any signs with yΦ = π and Φv = 1.
    Covering { y: Vector, v: Vector, optimum: Option<Optimum>, solution: Option<(Vector, Vector)> },
    /// `tight-constraints`, and `universally-optimal` on a forest: the node that each output is mapped to.
    Remap(Vec<usize>),
    /// `optimal` holds: a bound that X reaches, or is near enough to.
    Bound(Dual),
    /// `optimal` fails: the rows of a private mechanism with more utility, and perhaps a bound that it reaches; with
    /// that bound also that it has so little more that the claim holds.
    Better { rows: Vec<Vector>, dual: Option<Dual> },
    /// `universally-optimal` holds: a bound at each of the priors that decide, in their order.
    Deciding(Vec<Dual>),
    /// `shannon-capacity`: a prior, with which what it gives and what no prior gives more of are close.
    Input(Vector),
    /// `universally-optimal` fails: a prior, and the rows of a private mechanism with more utility for it.
    Against { prior: Vector, rows: Vec<Vector> },
    /// `jointly-optimal` holds: the rows of a private mechanism, and a bound for each prior, whose sum its utilities
    /// reach.
    Common { rows: Vec<Vector>, bounds: Vec<Dual> },
    /// `jointly-optimal` fails: the optimum of the sum, over tuples of guesses, and that of each prior.
    Joint { joint: Optimum, separate: Vec<Optimum> },
    /// `derivable` holds: R, row by row in one vector.
    Garbling(Vector),
    /// `derivable` fails: W, row by row in one vector, and ν.
    NoGarbling { w: Vector, nu: Vector },
    /// `not-refuted`: numbers that are at most the upper bounds of each node's different counts of events below its
    /// runs, rising.
    #[cfg(feature = "notions")]
    Upper(Vec<Vec<Bound>>),
    /// `private-by-sample` and `sampled-from`: these upper bounds themselves; where the sets of outputs are too many to
    /// look at, weights; and, where the former fails, laws.
    #[cfg(feature = "notions")]
    Inside { upper: Vec<Vec<Bound>>, weights: Vec<Weights>, laws: Option<Box<Laws>> },
    /// `dp` fails, mass being missing: numbers μ ≥ 0 of the pairs of neighbours i, h and the columns o that are named.
    Clash { places: Vec<[usize; 3]>, mu: Vector },
    /// `dp-within-rounding` and `approximate-dp-within-rounding` hold: M, a row for each node.
    Near(Vec<Vector>),
    /// They fail: λ, and multipliers μ of each output.
    Far { lambda: Vector, multipliers: Vec<Multipliers> },
    /// `approximate-dp-within-rounding`, both verdicts: M, and by these multipliers that none within the rounding needs
    /// a smaller δ.
    LeastDelta { rows: Vec<Vector>, lambda: Vector, multipliers: Vec<Multipliers> },
    /// Of every α of an interval: rising numbers at which it is cut, and what holds between them and at them, in turn.
    /// Several parts may share a witness.
    Parts { cuts: Vec<Root>, parts: Vec<(Verdict, Arc<Witness>)> },
    /// A refutation at one number of an interval.
    At { number: Root, witness: Box<Witness> },
}

/// Weights θ and φ of a pair of neighbours, in units of 2^-40; of one node, i and i, only the first counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "they say what they are")]
pub struct Weights {
    pub pair: [usize; 2],
    pub weights: [u64; 2],
}

/// Laws of two neighbours, and a set of outputs, rising, for which they need the most δ.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "they say what they are")]
pub struct Laws {
    pub pair: [usize; 2],
    pub outputs: Vec<usize>,
    pub laws: [Vector; 2],
}

/// Whether z ≥ 0 is the only one with Φz = 1.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variant says what its fields are")]
pub enum Unique {
    /// Nothing is said.
    Open,
    /// Φ is invertible.
    Invertible(Invertible),
    /// The columns on z's support are independent modulo a number, and wΦ is 0 on it and > 0 off it.
    Only { modulus: u64, w: Vector },
    /// Another one.
    Second(Vector),
}

/// Why Φ is invertible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Invertible {
    /// By elimination modulo this number.
    Modulus(u64),
    /// By the graph being a Hamming or a complete one.
    Hamming,
    /// By banded elimination modulo this number on the graph of a sum, or a line.
    Sum(u64),
    /// By the columns of its inverse.
    Inverse(Vec<Vector>),
}

/// A bound on the utility of every private mechanism.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variant says what its fields are")]
pub enum Dual {
    /// Σλ, with multipliers μ for each guess.
    Multipliers { lambda: Vector, multipliers: Vec<Multipliers> },
    /// Σλ on a forest, where the multipliers follow from λ.
    Forest(Vector),
    /// Σy with y ≥ 0 and yΦ ≥ π, for the binary gain.
    Covering(Vector),
}

/// Numbers μ ≥ 0 of directed edges i → h between neighbours; those that are not named are 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Multipliers {
    /// The edges [i, h].
    pub edges: Vec<[usize; 2]>,
    /// μ, an entry for each edge.
    pub mu: Vector,
}

/// A private mechanism and a bound that are equal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Optimum {
    /// The mechanism's rows.
    pub rows: Vec<Vector>,
    /// The bound.
    pub dual: Dual,
}

/// An approximate solution of Φx = b that is constant on cells, and an approximate inverse that bounds its error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enclosed {
    /// B.
    pub bits: u64,
    /// The cell of each node, numbered in the order of their first nodes.
    pub cells: Vec<usize>,
    /// The solution on each cell, in units of 2^-B.
    pub x: Vec<Number>,
    /// The inverse in units of 2^-40, a row for each cell.
    pub inverse: Vec<Vec<i64>>,
}
