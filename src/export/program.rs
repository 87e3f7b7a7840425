//! The linear program that is written.

use crate::linear::Vector;
use crate::program::mechanism::{self, Effort, Optimum, optimum};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::rational::Rational;

/// The program, and what is said of it in comments.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) title: Vec<String>,
    pub(super) neighbours: Vec<Vec<usize>>,
    /// The lengths of the edges, where they are not all 1.
    pub(super) lengths: Vec<Vec<u32>>,
    pub(super) alpha: Rational,
    /// c_w, n entries for each of m guesses.
    pub(super) gains: Vec<Vector>,
}

impl Program {
    pub(super) fn nodes(&self) -> usize {
        self.neighbours.len()
    }

    pub(super) fn guesses(&self) -> usize {
        self.gains.len()
    }

    /// p and q of α to the power of the length of an arc.
    pub(super) fn ratio(&self, arc: (usize, usize)) -> (Integer, Integer) {
        let length = u64::from(crate::graph::length(&self.neighbours, &self.lengths, arc));
        let [p, q] = [self.alpha.numerator_ref(), self.alpha.denominator_ref()].map(Integer::from);
        (p.pow(length), q.pow(length))
    }

    /// The arcs (i, h), i ~ h, of every node in turn.
    pub(super) fn arcs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.neighbours.iter().enumerate().flat_map(|(i, list)| list.iter().map(move |&h| (i, h)))
    }

    pub(super) fn solve(&self) -> Result<Optimum, mechanism::Refusal> {
        let (neighbours, lengths) = (&self.neighbours[..], &self.lengths[..]);
        let (alpha, gains) = (self.alpha.clone(), self.gains.clone());
        optimum(&mechanism::Program { neighbours, lengths, alpha, gains }, Effort::default())
    }
}
