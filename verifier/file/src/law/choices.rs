//! Choices as programs ask for them: `flip P`, `below N`, `choose W …`.

use crate::alpha::{Bounds, Obstacle, Quotient};
use crate::error::{Error, Fault};
use crate::json::{Node, Value, View, shorten};
use crate::limits::{Budget, Limits, total};
use crate::model::Mechanism;
use crate::number::Sign;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// The most branches of one choice.
pub const MOST_BRANCHES: usize = 1 << 20;

/// What a weight is.
const BETWEEN: &str = "a probability from 0 to 1, at every α";

/// Where the words of a choice stand in its line.
const PATH: &str = "$[0]";

/// About what a choice, or a weight, takes beside its words and its digits.
const BYTES: u64 = 256;

/// What a program asks for: its branches by the places of their weights.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Choice {
    /// One weight for each branch.
    Of(Vec<u32>),
    /// So many branches of one weight.
    Below(usize, u32),
}

/// The choices that occur, and the weights of their branches.
#[derive(Debug)]
pub struct Choices {
    mechanism: Arc<Mechanism>,
    limits: Limits,
    steps: Budget,
    known: HashMap<String, u32>,
    all: Vec<Choice>,
    weights: Vec<Quotient>,
    positive: Vec<bool>,
    zero: Vec<bool>,
    place: HashMap<String, u32>,
    bytes: u64,
}

impl Choices {
    /// Of a file's α and `b`.
    pub fn new(mechanism: Arc<Mechanism>, limits: &Limits) -> Self {
        let (known, place) = (HashMap::new(), HashMap::new());
        let (limits, steps) = (*limits, Budget::new(limits.steps));
        Self {
            mechanism,
            limits,
            steps,
            known,
            all: Vec::new(),
            weights: Vec::new(),
            positive: Vec::new(),
            zero: Vec::new(),
            place,
            bytes: 0,
        }
    }

    /// The place of a choice that is asked for in these words.
    ///
    /// # Errors
    /// Other words, weights below 0, weights that do not sum to 1.
    pub fn asked(&mut self, words: &str) -> Result<u32, Error> {
        if let Some(known) = self.known.get(words) {
            return Ok(*known);
        }
        let choice = self.read(words)?;
        let place = u32::try_from(self.all.len()).map_err(|_| over(&Obstacle::Steps))?;
        let branches = if let Choice::Of(weights) = &choice { weights.len() } else { 0 };
        self.bytes = total([self.bytes, BYTES, words.len() as u64, (branches as u64).saturating_mul(4)]);
        self.all.push(choice);
        self.known.insert(words.to_owned(), place);
        Ok(place)
    }

    /// How many branches a choice has.
    pub fn branches(&self, place: u32) -> usize {
        self.all.get(place as usize).map_or(0, |choice| match choice {
            Choice::Of(weights) => weights.len(),
            Choice::Below(count, _) => *count,
        })
    }

    /// The place of a branch's weight.
    pub fn weight(&self, place: u32, branch: usize) -> u32 {
        let weight = self.all.get(place as usize).and_then(|choice| match choice {
            Choice::Of(weights) => weights.get(branch).copied(),
            Choice::Below(_, weight) => Some(*weight),
        });
        weight.unwrap_or(u32::MAX)
    }

    /// The weights.
    pub fn weights(&self) -> &[Quotient] {
        &self.weights
    }

    /// Whether a weight is positive wherever t may be.
    pub(super) fn is_positive(&self, weight: u32) -> bool {
        self.positive.get(weight as usize).copied().unwrap_or(false)
    }

    /// Whether a weight is 0 wherever t may be.
    pub fn is_zero(&self, weight: u32) -> bool {
        self.zero.get(weight as usize).copied().unwrap_or(false)
    }

    /// The file whose α and `b` these are.
    pub fn mechanism(&self) -> &Arc<Mechanism> {
        &self.mechanism
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(super) fn bounds(&self) -> Bounds<'_> {
        Bounds::new(&self.limits, &self.steps)
    }

    /// About what all of it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// A number of the file that is written so, in a value with that path.
    pub(super) fn number(&self, text: &str, path: &str) -> Result<Quotient, Error> {
        let node = Node { offset: 0, value: Value::String(Cow::Borrowed(text)) };
        let found = self.mechanism.number(&View::root(&node), &self.limits, &self.steps);
        found.map_err(|e| Error { path: path.to_owned(), ..e })
    }

    fn read(&mut self, words: &str) -> Result<Choice, Error> {
        let mut parts = words.split_ascii_whitespace();
        let (word, rest) = (parts.next().unwrap_or_default(), parts.collect::<Vec<_>>());
        match (word, &rest[..]) {
            ("flip", [p]) => {
                let (first, other) = (self.read_weight(p)?, format!("1-({p})"));
                let above = |e: Error| match e.fault {
                    Fault::Malformed => strange(format!("the probability {}", shorten(p)), BETWEEN),
                    Fault::OverLimit => e,
                };
                Ok(Choice::Of(vec![first, self.read_weight(&other).map_err(above)?]))
            }
            ("below", [n]) => {
                let is_plain = n.bytes().all(|b| b.is_ascii_digit()) && !n.starts_with('0');
                let count = n.parse().ok().filter(|n| is_plain && (1..=MOST_BRANCHES).contains(n));
                let expected = || format!("`below N`, N from 1 to {MOST_BRANCHES}");
                let count = count.ok_or_else(|| strange(format!("\"{}\"", shorten(words)), expected()))?;
                Ok(Choice::Below(count, self.read_weight(&format!("1/{count}"))?))
            }
            ("choose", [_, ..]) if rest.len() <= MOST_BRANCHES => {
                let weights: Vec<u32> = rest.iter().map(|w| self.read_weight(w)).collect::<Result<_, _>>()?;
                self.sum_to_one(&weights, words)?;
                Ok(Choice::Of(weights))
            }
            _ => Err(strange(format!("\"{}\"", shorten(words)), "a choice: `flip P`, `below N` or `choose W …`")),
        }
    }

    fn sum_to_one(&self, weights: &[u32], words: &str) -> Result<(), Error> {
        let ground = self.mechanism.ground(&self.limits, &self.steps);
        let all = weights.iter().filter_map(|w| self.weights.get(*w as usize));
        let sum = ground.bounds.run(|| Ok(all.fold(Quotient::ZERO, |sum, w| (&sum + w).lowest())));
        let is_one = sum.and_then(|sum| ground.vanishes(&(&sum.numerator - &sum.denominator)).map(|is| (is, sum)));
        match is_one.map_err(|why| over(&why))? {
            (true, _) => Ok(()),
            (false, sum) => {
                let written = self.mechanism.written(&sum);
                let found = format!("weights that sum to {} in \"{}\"", shorten(&written), shorten(words));
                Err(strange(found, "weights that sum to 1"))
            }
        }
    }

    /// The place of a weight that is written so.
    fn read_weight(&mut self, text: &str) -> Result<u32, Error> {
        if let Some(known) = self.place.get(text) {
            return Ok(*known);
        }
        let value = self.number(text, PATH)?;
        let ground = self.mechanism.ground(&self.limits, &self.steps);
        if !ground.is_nonnegative(&value.numerator).map_err(|why| over(&why))? {
            return Err(strange(format!("the probability {}", shorten(text)), BETWEEN));
        }
        // Where its sign changes, or does not show, it is not taken for positive.
        let positive = ground.sign(&value.numerator).is_ok_and(|sign| sign == Sign::Plus);
        let zero = !positive && ground.vanishes(&value.numerator).map_err(|why| over(&why))?;
        let place = u32::try_from(self.weights.len()).map_err(|_| over(&Obstacle::Steps))?;
        self.bytes = total([self.bytes, BYTES, text.len() as u64, value.words().saturating_mul(8)]);
        self.weights.push(value);
        self.positive.push(positive);
        self.zero.push(zero);
        self.place.insert(text.to_owned(), place);
        Ok(place)
    }
}

fn strange(found: impl Into<String>, expected: impl Into<String>) -> Error {
    Error::malformed(PATH.to_owned(), 0, "").found(found, expected)
}

/// What can't be computed.
pub(super) fn over(why: &Obstacle) -> Error {
    Error::over_limit("$".to_owned(), 0, why.to_string())
}
