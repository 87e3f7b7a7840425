//! The program, and what is found of it.

use crate::linear::Vector;
use malachite::rational::Rational;

/// A program: n nodes, m guesses.
#[derive(Clone, Debug)]
pub struct Program<'a> {
    /// The neighbours of each node, on both sides of each edge.
    pub neighbours: &'a [Vec<usize>],
    /// The lengths of the edges to them, where they are not all 1: along one of length ℓ the factor is α^ℓ.
    pub lengths: &'a [Vec<u32>],
    /// α, 0 < α ≤ 1.
    pub alpha: Rational,
    /// c_w, n entries for each of m guesses; m ≥ 1.
    pub gains: Vec<Vector>,
}

/// How much work may be done before an answer is refused, for each component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Exchanges in floating point.
    pub guided: usize,
    /// Exchanges with exact numbers.
    pub exact: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self { guided: 1_000_000, exact: 100_000 }
    }
}

/// An optimal mechanism and the proof that it is optimal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// Σ_w Σ_i c_w(i) x_iw = Σλ.
    pub value: Rational,
    /// The rows of x, m entries each: a vertex of the set of private mechanisms.
    pub mechanism: Vec<Vector>,
    /// The dual.
    pub dual: Dual,
}

/// A dual solution: it bounds every private mechanism's value by Σλ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dual {
    /// λ, a price for each node.
    pub lambda: Vector,
    /// t and μ for each guess.
    pub multipliers: Vec<Multipliers>,
}

/// The multipliers of one guess that are not 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Multipliers {
    /// t_i > 0 at nodes i, of x_i ≥ 0.
    pub nodes: Vec<(usize, Rational)>,
    /// μ_ih > 0 at arcs (i, h), of α x_i ≤ x_h.
    pub arcs: Vec<((usize, usize), Rational)>,
}

/// Why a program is not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// α is not between 0 (excluded) and 1.
    Alpha,
    /// There is no guess.
    NoGuess,
    /// A list of neighbours names a node that does not exist, or that does not name it in return.
    Neighbour {
        /// The node whose list it is.
        node: usize,
        /// The neighbour.
        neighbour: usize,
    },
    /// A vector does not have as many entries as there are nodes, or a row of a mechanism as there are guesses.
    Length {
        /// Its place in its list, 0 for a single vector.
        place: usize,
        /// Its entries.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// No such guess.
    Guess {
        /// Its number.
        guess: usize,
    },
    /// A claimed mechanism has an entry below 0, a row that does not add up to 1, or breaks a constraint at this node.
    NotPrivate {
        /// The node.
        node: usize,
    },
    /// The exchanges allowed, or the work that goes with them, were used up.
    Effort,
}

/// What [`Refusal::Effort`] means to a user who had the default effort.
pub const OUT_OF_EFFORT: &str = "the linear program takes more than 100000 exact exchanges or 2^36 word operations, the most that this version makes";

impl Program<'_> {
    /// The length of an edge.
    pub(super) fn length(&self, arc: (usize, usize)) -> u32 {
        crate::graph::length(self.neighbours, self.lengths, arc)
    }

    pub(super) fn nodes(&self) -> usize {
        self.neighbours.len()
    }

    /// That the program is one, by the rules of [`Refusal`].
    pub(super) fn check(&self) -> Result<(), Refusal> {
        if self.alpha <= 0 || self.alpha > 1 {
            return Err(Refusal::Alpha);
        }
        if self.gains.is_empty() {
            return Err(Refusal::NoGuess);
        }
        for (place, gains) in self.gains.iter().enumerate() {
            has_length(place, gains, self.nodes())?;
        }
        for (node, list) in self.neighbours.iter().enumerate() {
            let returned = |&h: &usize| self.neighbours.get(h).is_some_and(|other| other.contains(&node));
            if let Some(&neighbour) = list.iter().find(|h| !returned(h)) {
                return Err(Refusal::Neighbour { node, neighbour });
            }
        }
        Ok(())
    }
}

pub(super) fn has_length(place: usize, vector: &Vector, expected: usize) -> Result<(), Refusal> {
    let found = vector.len();
    if found == expected { Ok(()) } else { Err(Refusal::Length { place, found, expected }) }
}
