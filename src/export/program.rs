//! The linear program that is written.

use crate::linear::Vector;
use crate::program::mechanism::{self, Effort, Optimum, optimum};
use malachite::Integer;
use malachite::rational::Rational;

/// The program, and what is said of it in comments.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) title: Vec<String>,
    pub(super) neighbours: Vec<Vec<usize>>,
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

    /// p and q.
    pub(super) fn ratio(&self) -> (Integer, Integer) {
        (Integer::from(self.alpha.numerator_ref()), Integer::from(self.alpha.denominator_ref()))
    }

    /// The arcs (i, h), i ~ h, of every node in turn.
    pub(super) fn arcs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.neighbours.iter().enumerate().flat_map(|(i, list)| list.iter().map(move |&h| (i, h)))
    }

    pub(super) fn solve(&self) -> Result<Optimum, mechanism::Refusal> {
        let (neighbours, alpha, gains) = (&self.neighbours[..], self.alpha.clone(), self.gains.clone());
        optimum(&mechanism::Program { neighbours, alpha, gains }, Effort::default())
    }
}
