//! A run, and what it may come to.

use dp_verify::model::Mechanism;
use std::fmt;

/// How far a law is looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// How many runs.
    pub runs: u64,
    /// How many choices one run may ask for.
    pub depth: usize,
    /// How many outputs there may be.
    pub outputs: usize,
    /// At one α: so much of a row need not be looked at.
    pub left: f64,
}

impl Bounds {
    /// How many choices one run may ask for where nobody says: over an interval they become polynomials of that degree.
    pub fn depth_of(mechanism: &Mechanism) -> usize {
        let is_symbolic = mechanism.field.as_ref().is_some_and(|field| field.is_symbolic());
        if is_symbolic { 200 } else { 10_000 }
    }
}

impl Default for Bounds {
    fn default() -> Self {
        Self { runs: 10_000_000, depth: 10_000, outputs: 100_000, left: 2f64.powi(-64) }
    }
}

/// What is wrong with a program, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong(pub String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A run that is to be made: the answer, and which branch to take at the first choices.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The place of the answer.
    pub answer: usize,
    /// The branches, one for each choice, from the first.
    pub script: Vec<u32>,
    /// Where that leads, and its probability.
    pub(super) slot: u32,
    pub(super) mass: f64,
}

impl Run {
    /// The probability of a run that begins so, about.
    pub fn mass(&self) -> f64 {
        self.mass
    }
}

/// A run that is being made.
#[derive(Debug, Clone)]
pub struct Walk {
    pub(super) run: Run,
    /// How many choices have been asked for, and what was taken at those beyond the script.
    pub(super) asked: usize,
    pub(super) beyond: Vec<u32>,
    /// Where it is.
    pub(super) slot: u32,
    pub(super) mass: f64,
    /// It has taken a branch that has no probability: what it does there is nobody's business.
    pub(super) impossible: bool,
    /// It follows a known tree below a key that it came to in another way.
    pub(super) compares: bool,
    /// It was made before, and is to be the same.
    pub(super) repeats: bool,
}

impl Walk {
    /// Whether it has taken a branch that has no probability.
    pub fn is_impossible(&self) -> bool {
        self.impossible
    }

    /// Whether it is made to be compared with one that was made before.
    pub fn is_repeated(&self) -> bool {
        self.repeats
    }

    /// The run.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// The run, to be made once more.
    pub fn into_run(self) -> Run {
        self.run
    }
}
